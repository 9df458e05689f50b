//! A game in progress on the words that the code runs on: plies without allocation, which are taken back by going back to
//! earlier words.

use super::code::stmt::pending;
use super::history::History;
use super::native::{FUEL, LENGTHS};
use super::run::{Question, Runs, Spare};
use super::{Fast, Made};
use crate::engine::running::{LastPosition, Mark, MoveList, PlayedMoves, RandomGame, RandomRules, Running};
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
    /// to the plies up to it. These two are written when it is left; until then there is room for all words of a running game.
    frames: Vec<u64>,
    /// Where the frame of the present position begins.
    now: usize,
    /// Keys of the earlier positions.
    history: History,
    /// The words after the `do` of each listed move that had to be tried; a mark is where they begin.
    tried: Vec<u64>,
    /// Room for the arguments of a function.
    args: Vec<i64>,
    /// Whether plies may end lightly: what they watch did not hold in the first position.
    is_ready: bool,
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
        let (frames, history, tried, args) = (Vec::new(), History::default(), Vec::new(), vec![0; ARGS]);
        let (spare, like) = (Spare::default(), first.clone());
        let is_ready = false;
        let mut game = NativeGame { fast, made, frames, now: 0, history, tried, args, is_ready, spare, like };
        game.load(first);
        game.is_ready = game.ask(|question, state, _| question.is_ready(state)).unwrap_or(false);
        game.clear();
        game
    }

    /// Asks the code about the present position; `None` if it cannot answer.
    #[inline]
    fn ask<R>(&mut self, ask: impl FnOnce(&mut Question<'_>, &mut [u64], &mut Vec<u64>) -> Runs<R>) -> Option<R> {
        let (made, fast, like) = (&self.made, &self.fast, &self.like);
        let write = |state: &[u64], history: &[u64], moves: &[Move]| fast.texts(like, (state, history), moves);
        let mut question = Question::new(&made.code, &made.facts, &write, &mut self.history, &mut self.spare);
        let answer = ask(&mut question, &mut self.frames[self.now..], &mut self.tried).ok();
        made.code.improve();
        answer
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
        self.history = History::new(&position.history);
        self.clear();
    }

    /// Leaves the present position for the next one, whose words are yet to be written.
    #[inline]
    fn advance(&mut self) {
        let (frame, len) = (self.made.native.frame(), self.made.native.len);
        let next = self.now + frame;
        if self.frames.len() < next + len {
            self.frames.resize(next + len + FRAMES * frame, 0);
        }
        let lengths = &mut self.frames[next - LENGTHS..next];
        (lengths[0], lengths[1]) = (self.history.len() as u64, self.tried.len() as u64);
        self.now = next;
    }

    /// Copies the words of the position before the present one.
    fn copy_before(&mut self) {
        let (kept, frame) = (self.kept(), self.made.native.frame());
        let before = self.now - frame;
        self.frames.copy_within(before..before + kept, self.now);
        self.clear();
    }

    /// Takes the words after the `do` of a listed move, if they are kept; returns whether they are.
    #[inline]
    fn take_tried(&mut self, mark: Mark) -> bool {
        if mark == Mark::NONE {
            return false;
        }
        let (kept, at) = (self.kept(), mark.0 as usize);
        let Some(done) = self.tried.get(at..at.saturating_add(kept)) else { return false };
        self.frames[self.now..][..kept].copy_from_slice(done);
        self.clear();
        true
    }

    /// Goes back to the position before the present one, to make another attempt.
    fn begin_again(&mut self) {
        self.history.truncate(self.frames[self.now - LENGTHS] as usize);
        self.copy_before();
    }

    /// Makes a move in the position before the present one, and ends the ply lightly. Returns whether the code could.
    #[inline]
    fn play(&mut self, mv: &Move, mark: Mark) -> bool {
        let is_done = self.take_tried(mark);
        if !is_done && !self.made.native.is_copied_by_code() {
            self.copy_before();
        }
        let (made, fast, like) = (&*self.made, &self.fast, &self.like);
        let write = |state: &[u64], history: &[u64], moves: &[Move]| fast.texts(like, (state, history), moves);
        let mut question = Question::new(&made.code, &made.facts, &write, &mut self.history, &mut self.spare);
        question.play(&mut self.frames, self.now, mv, is_done, &mut self.args).is_ok()
    }

    /// Makes a move in the position before the present one with the engine that defines the meaning.
    fn make_by_definition(&mut self, mv: &Move) -> Result<(), Fault> {
        self.begin_again();
        let mut position = self.position();
        self.fast.definer.play_unchecked(&mut position, mv)?;
        self.load(&position);
        Ok(())
    }

    /// Makes the last move without assuming anything: what the end of its ply assumed is wrong, or the code could not make
    /// it so. After a fault nothing has changed.
    #[cold]
    fn make_exactly(&mut self, mv: &Move) -> Result<(), Fault> {
        let (words, history) = (self.words()[..self.made.native.core].to_vec(), self.history.clone());
        self.begin_again();
        if self.ask(|question, state, _| question.make(state, mv)).is_some() {
            return Ok(());
        }
        let made = self.make_by_definition(mv);
        if made.is_err() {
            self.frames[self.now..][..words.len()].copy_from_slice(&words);
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
            self.make_exactly(mv)?;
            return self.list(moves, last);
        }
        let position = self.position();
        moves.extend(self.fast.definer.legal_moves(&position)?);
        Ok(())
    }

    fn make(&mut self, mv: &Move, mark: Mark) -> Result<(), Box<Fault>> {
        self.advance();
        // Whether the game is over may depend on what was assumed.
        if self.is_ready && self.play(mv, mark) && (self.is_settled() || self.outcome().is_none()) {
            return Ok(());
        }
        self.make_exactly(mv).map_err(|fault| {
            self.undo();
            Box::new(fault)
        })
    }

    fn know_move(&mut self) {
        let pending = &mut self.frames[self.now + self.made.native.pending];
        if *pending == pending::NOT_STUCK as u64 {
            *pending = pending::NOTHING as u64;
        }
    }

    fn settle(&mut self, last: &Move) -> Result<(), Fault> {
        if self.is_settled() {
            return Ok(());
        }
        let has_move = self.ask(|question, state, _| {
            let (player, actions) = (state[question.plan.native.mover] as usize, question.plan.actions.len());
            question.has_move_of(state, player, 0..actions)
        });
        if has_move == Some(true) {
            let pending_at = self.made.native.pending;
            self.frames[self.now + pending_at] = pending::NOTHING as u64;
            return Ok(());
        }
        self.make_exactly(last)
    }

    fn undo(&mut self) {
        self.undo_many(1);
    }

    #[inline]
    fn undo_many(&mut self, plies: usize) {
        let frame = self.made.native.frame();
        let Some(before) = self.now.checked_sub(plies * frame).filter(|_| plies > 0) else { return };
        if let Some([history, tried]) = self.frames[before..before + frame].last_chunk() {
            self.history.truncate(*history as usize);
            self.tried.truncate(*tried as usize);
        }
        self.now = before;
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
        let mut position = Position { history: self.history.keys().to_vec(), ..self.like.clone() };
        self.made.native.store(&self.fast.game, self.words(), &mut position);
        position
    }

    fn words(&self) -> &[u64] {
        &self.frames[self.now..][..self.made.native.position]
    }

    fn hash(&mut self) -> u64 {
        self.made.native.store(&self.fast.game, &self.frames[self.now..], &mut self.like);
        self.fast.definer.zobrist_hash(&self.like)
    }

    fn playout(
        &mut self,
        rng: &mut Rng,
        rules: &RandomRules,
        mut played: Option<&mut PlayedMoves>,
        judge: &mut dyn FnMut(LastPosition<'_>),
    ) -> Result<RandomGame, Fault> {
        let before = rng.clone();
        if let Some(played) = &mut played {
            played.clear();
        }
        let recorded = self.history.len();
        // Groups and the bag have to be found for each game.
        let is_ready = self.is_ready && !self.made.native.has_room_for_games();
        let ended = self.ask(|question, state, _| {
            let mut there = question.copy_of(state);
            let plies = match is_ready {
                true => question.playout_from(&mut there, rng, rules, true, played.as_deref_mut()),
                false => question.playout(&mut there, rng, rules, played.as_deref_mut()),
            };
            let native = &question.plan.native;
            let (outcome, players) = (native.outcome(&there), there[native.players] as u16);
            let plies = plies?;
            if outcome.is_none() {
                let mover = Player(there[native.mover] as u8);
                judge(LastPosition { words: &there[..native.position], mover, players });
            }
            question.spare.push(there);
            Ok(RandomGame { outcome, plies, players })
        });
        self.history.truncate(recorded);
        if let Some(ended) = ended {
            return Ok(ended);
        }
        *rng = before;
        let (mut position, mut moves) = (self.position(), Vec::new());
        let wanted = played.is_some().then_some(&mut moves);
        let plies = self.fast.whole_game(&mut position, rng, rules.max_plies, wanted);
        if let Some(played) = played {
            played.clear();
            played.extend(&moves);
        }
        let plies = plies?;
        if position.outcome.is_none() {
            judge(LastPosition { words: &position.words, mover: position.mover, players: position.players });
        }
        Ok(RandomGame { outcome: position.outcome, plies, players: position.players })
    }

    fn fork(&self) -> Box<dyn Running> {
        Box::new(self.clone())
    }
}
