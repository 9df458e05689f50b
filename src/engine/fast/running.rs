//! A game in progress on the words that the code runs on: plies without allocation, taken back from saved words.

use super::calls::Task;
use super::code::stmt::pending;
use super::run::{Question, Runs, Spare};
use super::{Fast, Made};
use crate::engine::running::{Mark, MoveList, RandomGame, Running};
use crate::game::piece::Player;
use crate::game::rules::ActionId;
use crate::moves::Move;
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use crate::rng::Rng;
use std::sync::Arc;

/// The least number of argument words.
const ARGS: usize = 64;

/// A game in progress as words.
#[derive(Clone)]
pub(super) struct NativeGame {
    fast: Arc<Fast>,
    made: Arc<Made>,
    words: Words,
    /// Keys of the earlier positions.
    history: Vec<u64>,
    /// For each ply that can be taken back: the words before it, then how long `history` and `tried` were.
    saved: Vec<u64>,
    spare: Spare,
    /// Some position of the game.
    like: Position,
}

/// What the code works on.
#[derive(Clone, Default)]
struct Words {
    /// The words of the game. The one for what was assumed says whether the game is settled.
    state: Vec<u64>,
    /// The words after the `do` of each listed move that had to be tried; a mark is the number of the move.
    tried: Vec<u64>,
    /// The last move, in case its ply has to be ended again: its action, the number of its values, and where it was tried.
    action: u16,
    len: usize,
    mark: u32,
    /// The arguments of its function: the values of the binders, how many choices there are, and the choices.
    args: Vec<i64>,
}

impl NativeGame {
    /// Begins in a position that fits the game.
    pub(super) fn new(fast: Arc<Fast>, made: Arc<Made>, first: &Position) -> NativeGame {
        let mut game = NativeGame {
            fast,
            made,
            words: Words::default(),
            history: Vec::new(),
            saved: Vec::new(),
            spare: Spare::default(),
            like: first.clone(),
        };
        game.begin(first);
        game
    }

    /// Asks the code; `None` if it cannot answer.
    fn ask<R>(&mut self, ask: impl FnOnce(&mut Question<'_>, &mut Words) -> Runs<R>) -> Option<R> {
        let (made, fast, like) = (&self.made, &self.fast, &self.like);
        let list = |state: &[u64], history: &[u64]| fast.listed(like, state, history);
        let mut question = Question::new(&made.code, &made.facts, &list, &mut self.history, &mut self.spare);
        ask(&mut question, &mut self.words).ok()
    }

    /// Returns how many words a ply saves.
    fn kept(&self) -> usize {
        self.made.native.fuel
    }

    /// Loads a position, and leaves the plies that can be taken back.
    fn load(&mut self, position: &Position) {
        self.made.native.load(&self.fast.game, position, &mut self.words.state);
        self.history.clone_from(&position.history);
    }

    /// Restores the words before the last ply, which are still saved.
    fn restore(&mut self) {
        let (kept, pending_at) = (self.kept(), self.made.native.pending);
        let Some(first) = self.saved.len().checked_sub(kept + 2) else { return };
        self.words.state[..kept].copy_from_slice(&self.saved[first..first + kept]);
        self.words.state[pending_at] = pending::NOTHING as u64;
        self.history.truncate(self.saved[first + kept] as usize);
    }

    /// Sets the last move.
    fn set_last(&mut self, mv: &Move, mark: Mark) {
        let Words { action, args, len, mark: tried, .. } = &mut self.words;
        (*action, *len, *tried) = (mv.action.0, mv.values.len(), mark.0);
        if args.len() < (*len + 2).max(ARGS) {
            args.resize((*len + 2).max(ARGS), 0);
        }
        let arity = self.made.facts.actions.get(usize::from(*action)).map_or(0, |facet| facet.arity).min(*len);
        let (binders, choices) = mv.values.split_at(arity);
        args.iter_mut().zip(binders).for_each(|(to, from)| *to = i64::from(*from));
        args[arity] = choices.len() as i64;
        args[arity + 1..].iter_mut().zip(choices).for_each(|(to, from)| *to = i64::from(*from));
    }

    /// Makes the last move again or for the first time: its `do`, if the words after that are not known, and the end of the
    /// ply.
    fn ply(&mut self, light: bool) -> Option<()> {
        self.ask(|question, Words { state, tried, action, len, mark, args }| {
            let native = &question.plan.native;
            let (player, kept) = (state[native.mover] as usize, native.fuel);
            let from = (*mark as usize).saturating_mul(kept);
            match tried.get(from..from.saturating_add(kept)) {
                Some(after) => state[..kept].copy_from_slice(after),
                None => question.do_move(state, usize::from(*action), args, *len)?,
            }
            question.end_ply(player, if light { question.plan.light } else { Task::Finish }, state, args)
        })
    }

    /// Makes the last move again with the engine that defines the meaning.
    fn make_by_definition(&mut self) -> Result<(), Fault> {
        self.restore();
        let mut position = self.position();
        let Words { action, args, len, .. } = &self.words;
        let arity = self.made.facts.actions.get(usize::from(*action)).map_or(0, |facet| facet.arity).min(*len);
        let values = args[..arity].iter().chain(&args[arity + 1..len + 1]).map(|value| *value as i32).collect();
        let mv = Move { action: ActionId(*action), values };
        self.fast.definer.play_unchecked(&mut position, &mv)?;
        self.load(&position);
        Ok(())
    }

    /// Ends the last ply again, because what it assumed is wrong.
    fn end_exactly(&mut self) -> Result<(), Fault> {
        let (state, history) = (self.words.state.clone(), self.history.clone());
        self.restore();
        if self.ply(false).is_some() {
            return Ok(());
        }
        let ended = self.make_by_definition();
        if ended.is_err() {
            (self.words.state, self.history) = (state, history);
        }
        ended
    }
}

impl Running for NativeGame {
    fn begin(&mut self, position: &Position) {
        self.load(position);
        self.saved.clear();
        self.words.tried.clear();
    }

    fn list(&mut self, moves: &mut MoveList) -> Result<(), Fault> {
        let native = &self.made.native;
        let (outcome, pending_at) = (native.outcome, native.pending);
        let (first, tried) = (moves.moves().len(), self.words.tried.len());
        let listed = self.ask(|question, words| question.list_moves(&words.state, moves, &mut words.tried));
        if listed.is_some() && (moves.moves().len() > first || self.words.state[outcome] != 0) {
            self.words.state[pending_at] = pending::NOTHING as u64;
            return Ok(());
        }
        moves.truncate(first);
        self.words.tried.truncate(tried);
        if !self.is_settled() {
            self.end_exactly()?;
            return self.list(moves);
        }
        let position = self.position();
        self.fast.definer.legal_moves(&position)?.into_iter().for_each(|mv| moves.push(mv, Mark::NONE));
        Ok(())
    }

    fn make(&mut self, mv: &Move, mark: Mark) -> Result<(), Fault> {
        let kept = self.kept();
        self.saved.extend_from_slice(&self.words.state[..kept]);
        self.saved.extend([self.history.len() as u64, self.words.tried.len() as u64]);
        self.set_last(mv, mark);
        let is_made = self.ply(true).is_some();
        let made = match is_made {
            // Whether the game is over depends on what was assumed.
            true if !self.is_settled() && self.outcome().is_some() => self.end_exactly(),
            true => return Ok(()),
            false => self.make_by_definition(),
        };
        if made.is_err() {
            self.undo();
        }
        made
    }

    fn undo(&mut self) {
        let kept = self.kept();
        let Some(first) = self.saved.len().checked_sub(kept + 2) else { return };
        self.restore();
        self.words.tried.truncate(self.saved[first + kept + 1] as usize);
        self.saved.truncate(first);
    }

    fn is_settled(&self) -> bool {
        self.words.state[self.made.native.pending] == pending::NOTHING as u64
    }

    fn outcome(&self) -> Option<Outcome> {
        self.made.native.outcome(&self.words.state)
    }

    fn mover(&self) -> Player {
        Player(self.words.state[self.made.native.mover] as u8)
    }

    fn players(&self) -> u16 {
        self.words.state[self.made.native.players] as u16
    }

    fn ply(&self) -> u32 {
        self.words.state[self.made.native.ply] as u32
    }

    fn position(&self) -> Position {
        let mut position = Position { history: self.history.clone(), ..self.like.clone() };
        self.made.native.store(&self.fast.game, &self.words.state, &mut position);
        position
    }

    fn hash(&mut self) -> u64 {
        self.made.native.store(&self.fast.game, &self.words.state, &mut self.like);
        self.fast.definer.zobrist_hash(&self.like)
    }

    fn playout(
        &mut self,
        rng: &mut Rng,
        max_plies: u32,
        mut played: Option<&mut Vec<Move>>,
    ) -> Result<RandomGame, Fault> {
        let (before, earlier) = (rng.clone(), played.as_ref().map_or(0, |played| played.len()));
        let recorded = self.history.len();
        let ended = self.ask(|question, words| {
            let mut there = question.copy_of(&words.state);
            let plies = question.playout(&mut there, rng, max_plies, played.as_deref_mut());
            let native = &question.plan.native;
            let (outcome, players) = (native.outcome(&there), there[native.players] as u16);
            question.spare.push(there);
            Ok(RandomGame { outcome, plies: plies?, players })
        });
        self.history.truncate(recorded);
        if let Some(ended) = ended {
            return Ok(ended);
        }
        *rng = before;
        let mut position = self.position();
        if let Some(played) = &mut played {
            played.truncate(earlier);
        }
        let plies = self.fast.whole_game(&mut position, rng, max_plies, played)?;
        Ok(RandomGame { outcome: position.outcome, plies, players: position.players })
    }

    fn fork(&self) -> Box<dyn Running> {
        Box::new(self.clone())
    }
}
