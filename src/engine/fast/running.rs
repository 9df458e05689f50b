//! A game in progress on the words that the code runs on: plies without allocation, which are taken back by going back to
//! earlier words.

use super::code::stmt::pending;
use super::native::FUEL;
use super::run::{Question, Runs, Spare};
use super::{Fast, Made};
use crate::engine::running::{Mark, MoveList, RandomGame, Running};
use crate::game::piece::Player;
use crate::moves::Move;
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use crate::rng::Rng;
use std::sync::Arc;

/// A game in progress as words.
#[derive(Clone)]
pub(super) struct NativeGame {
    fast: Arc<Fast>,
    made: Arc<Made>,
    /// A frame for each position since the beginning: its words, how many of `history` belong to it, and how many of `tried`
    /// to the plies up to it. These two are written when it is left. The last frame has room for all words of a running game.
    frames: Vec<u64>,
    /// Where the frame of the present position begins.
    now: usize,
    /// Keys of the earlier positions.
    history: Vec<u64>,
    /// The words after the `do` of each listed move that had to be tried; a mark is the number of the move.
    tried: Vec<u64>,
    /// Room for the arguments of a function.
    args: Vec<i64>,
    spare: Spare,
    /// Some position of the game.
    like: Position,
}

/// How many frames are made at once.
const FRAMES: usize = 64;

/// The least number of argument words.
const ARGS: usize = 64;

impl NativeGame {
    /// Begins in a position that fits the game.
    pub(super) fn new(fast: Arc<Fast>, made: Arc<Made>, first: &Position) -> NativeGame {
        let (frames, history, tried, args) = (Vec::new(), Vec::new(), Vec::new(), vec![0; ARGS]);
        let (spare, like) = (Spare::default(), first.clone());
        let mut game = NativeGame { fast, made, frames, now: 0, history, tried, args, spare, like };
        game.load(first);
        game
    }

    /// Asks the code about the present position; `None` if it cannot answer.
    #[inline]
    fn ask<R>(&mut self, ask: impl FnOnce(&mut Question<'_>, &mut [u64], &mut Vec<u64>) -> Runs<R>) -> Option<R> {
        let (made, fast, like) = (&self.made, &self.fast, &self.like);
        let list = |state: &[u64], history: &[u64]| fast.listed(like, state, history);
        let mut question = Question::new(&made.code, &made.facts, &list, &mut self.history, &mut self.spare);
        ask(&mut question, &mut self.frames[self.now..], &mut self.tried).ok()
    }

    /// Returns how many words make up a position; the others are only used while the code runs.
    #[inline]
    fn kept(&self) -> usize {
        self.made.native.fuel
    }

    /// Returns the words of the present position.
    #[inline]
    fn words(&self) -> &[u64] {
        &self.frames[self.now..]
    }

    /// Sets the words that are not kept and must have a value.
    #[inline]
    fn clear(&mut self) {
        let native = &self.made.native;
        let words = &mut self.frames[self.now..];
        (words[native.fuel], words[native.depth], words[native.pending]) = (FUEL, 0, pending::NOTHING as u64);
    }

    /// Loads the present position.
    fn load(&mut self, position: &Position) {
        let mut words = Vec::new();
        self.made.native.load(&self.fast.game, position, &mut words);
        self.frames.resize((self.now + words.len()).max(self.frames.len()), 0);
        self.frames[self.now..][..words.len()].copy_from_slice(&words);
        self.history.clone_from(&position.history);
        self.clear();
    }

    /// Makes a move in the position before the present one, and ends the ply with one of the functions for that: its number
    /// for the first player. Returns whether the code could.
    #[inline]
    fn ply(&mut self, mv: &Move, mark: Mark, end: usize) -> bool {
        let kept = self.kept();
        let before = self.now - kept - 2;
        let tried = (mark.0 as usize).saturating_mul(kept);
        let tried = self.tried.get(tried..tried.saturating_add(kept));
        let is_done = tried.is_some();
        let (earlier, words) = self.frames.split_at_mut(self.now);
        words[..kept].copy_from_slice(tried.unwrap_or(&earlier[before..before + kept]));
        self.history.truncate(earlier[before + kept] as usize);
        self.clear();
        if self.args.len() < mv.values.len() + 2 {
            self.args.resize(2 * mv.values.len(), 0);
        }
        let (made, fast, like) = (&*self.made, &self.fast, &self.like);
        let list = |state: &[u64], history: &[u64]| fast.listed(like, state, history);
        let mut question = Question::new(&made.code, &made.facts, &list, &mut self.history, &mut self.spare);
        let (state, args) = (&mut self.frames[self.now..], self.args.as_mut_slice());
        let function = state[made.native.mover] as usize * made.facts.per_player + end;
        (is_done || question.do_move(state, mv, args).is_ok()) && question.end_ply(function, state, args).is_ok()
    }

    /// Makes a move in the position before the present one with the engine that defines the meaning.
    fn make_by_definition(&mut self, mv: &Move) -> Result<(), Fault> {
        let kept = self.kept();
        let before = self.now - kept - 2;
        self.frames.copy_within(before..before + kept, self.now);
        self.history.truncate(self.frames[before + kept] as usize);
        let mut position = self.position();
        self.fast.definer.play_unchecked(&mut position, mv)?;
        self.load(&position);
        Ok(())
    }

    /// Makes the last move again, because what the end of its ply assumed is wrong. After a fault nothing has changed.
    fn make_exactly(&mut self, mv: &Move, mark: Mark) -> Result<(), Fault> {
        let (words, history) = (self.words().to_vec(), self.history.clone());
        if self.ply(mv, mark, self.made.facts.finish) {
            return Ok(());
        }
        let made = self.make_by_definition(mv);
        if made.is_err() {
            self.frames[self.now..].copy_from_slice(&words);
            self.history = history;
        }
        made
    }
}

impl Running for NativeGame {
    fn list(&mut self, moves: &mut MoveList, last: usize) -> Result<(), Fault> {
        let native = &self.made.native;
        let (outcome, pending_at) = (native.outcome, native.pending);
        let (first, tried) = (moves.moves().len(), self.tried.len());
        let listed = self.ask(|question, state, tried| question.legal_moves(state, moves, Some(tried)));
        if listed.is_some() && (moves.moves().len() > first || self.words()[outcome] != 0) {
            self.frames[self.now + pending_at] = pending::NOTHING as u64;
            return Ok(());
        }
        moves.truncate(first);
        self.tried.truncate(tried);
        if !self.is_settled()
            && let Some(mv) = moves.moves().get(last)
        {
            self.make_exactly(mv, moves.mark(last))?;
            return self.list(moves, last);
        }
        let position = self.position();
        moves.extend(self.fast.definer.legal_moves(&position)?);
        Ok(())
    }

    fn make(&mut self, mv: &Move, mark: Mark) -> Result<(), Fault> {
        let (kept, len) = (self.kept(), self.made.native.len);
        let here = self.now + kept;
        (self.frames[here], self.frames[here + 1]) = (self.history.len() as u64, self.tried.len() as u64);
        self.now = here + 2;
        if self.frames.len() < self.now + len {
            self.frames.resize(self.now + len + FRAMES * (kept + 2), 0);
        }
        let made = match self.ply(mv, mark, self.made.facts.light) {
            // Whether the game is over depends on what was assumed.
            true if !self.is_settled() && self.outcome().is_some() => self.make_exactly(mv, mark),
            true => return Ok(()),
            false => self.make_by_definition(mv),
        };
        if made.is_err() {
            self.undo();
        }
        made
    }

    fn undo(&mut self) {
        let kept = self.kept();
        let Some(before) = self.now.checked_sub(kept + 2) else { return };
        self.now = before;
        self.history.truncate(self.frames[before + kept] as usize);
        self.tried.truncate(self.frames[before + kept + 1] as usize);
        self.clear();
    }

    fn is_settled(&self) -> bool {
        self.words()[self.made.native.pending] == pending::NOTHING as u64
    }

    fn outcome(&self) -> Option<Outcome> {
        self.made.native.outcome(self.words())
    }

    fn mover(&self) -> Player {
        Player(self.words()[self.made.native.mover] as u8)
    }

    fn players(&self) -> u16 {
        self.words()[self.made.native.players] as u16
    }

    fn ply(&self) -> u32 {
        self.words()[self.made.native.ply] as u32
    }

    fn position(&self) -> Position {
        let mut position = Position { history: self.history.clone(), ..self.like.clone() };
        self.made.native.store(&self.fast.game, self.words(), &mut position);
        position
    }

    fn hash(&mut self) -> u64 {
        self.made.native.store(&self.fast.game, &self.frames[self.now..], &mut self.like);
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
        let ended = self.ask(|question, state, _| {
            let mut there = question.copy_of(state);
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
