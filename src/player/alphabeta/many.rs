//! The search for one player, or more than two: everyone takes what is best for themselves (max^n).

use super::keys;
use super::memory::Memory;
use super::order::Board;
use super::search::{EVALUATED, Stopped};
use super::table::NO_MOVE;
use crate::game::piece::Player;
use crate::moves::Move;
use crate::player::budget::Clock;
use crate::player::evaluation::{Evaluation, View};
use crate::session::Session;

/// A search from one position.
pub(super) struct ManySearch<'s> {
    pub session: &'s mut Session,
    pub memory: &'s mut Memory,
    pub evaluation: &'s Evaluation,
    pub clock: Clock,
    /// Whether only somebody who stops the search ends it, not its budget.
    pub is_free: bool,
    /// The player who is to choose.
    pub chooser: usize,
    /// Positions looked at.
    pub work: u64,
    /// How often a value was a guess, not a result.
    pub guesses: u64,
    /// The keys of the positions on the way here.
    pub path: Vec<u64>,
    /// The number of moves that each player had when last to move.
    pub moves: Vec<u32>,
}

/// What a position is worth to each player, from -1 to 1, and the line that leads there, backwards.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    pub returns: Vec<f64>,
    pub line: Vec<Move>,
}

/// By how much a result is worth less for each ply until it comes.
const DELAY: f64 = 1e-6;

/// Values that differ by less than this are the same, except that they come sooner or later.
const SAME: f64 = 1e-3;

/// A win is worth at least this, and no guess is.
const CERTAIN: f64 = 1.0 - SAME;

/// The greatest guess.
const LIKELY: f64 = 1.0 - 2.0 * SAME;

/// Returns the part of a result that is left after this many plies.
fn left_after(plies: usize) -> f64 {
    1.0 - DELAY * plies as f64
}

impl Values {
    /// Makes the values the results at the end of the line, which begins after this many plies.
    pub(super) fn forget_delay(&mut self, plies: usize) {
        let left = left_after(plies + self.line.len());
        self.returns.iter_mut().for_each(|value| *value /= left);
    }
}

impl ManySearch<'_> {
    /// Searches the present position. Returns its values, and the index of the best move. `best` is the move to begin with, and
    /// gets each better one at once.
    pub(super) fn node(&mut self, depth: u32, best: &mut usize) -> Result<Values, Stopped> {
        self.work += 1;
        let is_over = if self.is_free { self.clock.is_stopped() } else { self.clock.is_over(self.work) };
        if is_over {
            return Err(Stopped);
        }
        if self.session.outcome().is_some() {
            let mut returns = self.session.returns();
            // Sooner is better for winners, later for losers.
            returns.iter_mut().for_each(|value| *value *= left_after(self.path.len()));
            return Ok(Values { returns, line: Vec::new() });
        }
        let Some(mover) = self.session.to_move() else { return Ok(self.guess(Player(0))) };
        let key = keys::of_position(&self.memory.words, self.session, mover);
        if self.path.contains(&key) || self.session.legal_moves().is_err() {
            self.guesses += 1;
            return Ok(Values { returns: vec![0.0; self.moves.len()], line: Vec::new() });
        }
        let me = usize::from(mover.0);
        self.moves[me] = self.session.listed().len() as u32;
        if depth == 0 {
            return Ok(self.guess(mover));
        }
        let mut ranked = Vec::new();
        let (layout, worth) = (&self.session.game().layout, self.evaluation.worth());
        let board = Board { words: self.session.words(), layout, mover, worth };
        let (first, ply) = (u32::try_from(*best).unwrap_or(NO_MOVE), self.path.len());
        self.memory.order.rank(&board, self.session.listed(), ply, first, &mut ranked);
        self.path.push(key);
        let mut found: Option<Values> = None;
        let (mut is_open, mut result, guesses) = (false, Ok(()), self.guesses);
        for (n, one) in ranked.iter().enumerate() {
            self.moves[me] = ranked.len() as u32;
            if self.session.make(one.index as usize).is_err() {
                self.guesses += 1;
                continue;
            }
            let before = self.guesses;
            let below = self.node(depth - 1, &mut (NO_MOVE as usize));
            self.session.undo();
            match below {
                Ok(mut values) => {
                    let value = values.returns[me];
                    if let Some(found) = &found {
                        let is_other = |(a, b): (&f64, &f64)| (a - b).abs() >= SAME;
                        if !is_other((&found.returns[me], &value)) {
                            // The mover does not care which, but others do.
                            is_open |= found.returns.iter().zip(&values.returns).any(is_other);
                        } else if value > found.returns[me] {
                            is_open = false;
                        }
                    }
                    if found.as_ref().is_some_and(|found| found.returns[me] >= value) {
                        continue;
                    }
                    values.line.extend(self.session.listed().get(one.index as usize).cloned());
                    *best = one.index as usize;
                    found = Some(values);
                    // Nothing is better than a win.
                    if value >= CERTAIN {
                        self.memory.order.learn(mover, ply, one, &ranked[..n.min(32)], depth as i32);
                        // So it does not matter what other moves seem to be worth, if the win itself is no guess.
                        if self.guesses == before {
                            (self.guesses, is_open) = (guesses, false);
                        }
                        break;
                    }
                }
                Err(stop) => {
                    result = Err(stop);
                    break;
                }
            }
        }
        self.path.pop();
        result?;
        self.guesses += u64::from(is_open);
        match found {
            Some(values) => Ok(values),
            None => Ok(self.guess(mover)),
        }
    }

    /// Returns the values that the position seems to have.
    fn guess(&mut self, mover: Player) -> Values {
        self.guesses += 1;
        if self.is_free && self.work > EVALUATED && self.clock.is_over(self.work) {
            // What wins or loses at once has been seen; what there was no time to look at is only not lost.
            let others = self.moves.len().saturating_sub(1).max(1) as f64;
            let least = -LIKELY / others;
            let mut returns = vec![-least / others; self.moves.len()];
            returns[self.chooser] = least;
            return Values { returns, line: Vec::new() };
        }
        let (words, players) = (self.session.words(), self.session.players_in());
        let mut returns = self.evaluation.returns(&View { words, mover, players, moves: &self.moves });
        returns.iter_mut().for_each(|value| *value = value.min(LIKELY));
        Values { returns, line: Vec::new() }
    }
}
