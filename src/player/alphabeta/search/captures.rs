//! The end of a line: captures and promotions are followed before a position is evaluated, as far as there is time for it.

use super::{EVALUATED, MOST_PLIES, Search, Searched, Window};
use crate::game::piece::Player;
use crate::player::alphabeta::score::{self, INFINITE};
use crate::player::alphabeta::table::NO_MOVE;

/// How many plies captures are followed.
pub(super) const CAPTURES: i32 = 12;

/// How many positions they are followed to for each other position, and at first: where most moves capture, as in tak, there would be
/// no end to it.
const FOLLOWED: (u64, u64) = (12, 1000);

/// What a position is worth that there was no time to look at, for the player who is to choose: it is not lost.
const UNSEEN: i32 = -score::MOST;

/// How many positions a search that its budget does not end looks at before a spent budget keeps it from following captures.
const FREE: u64 = 2_000;

impl Search<'_> {
    /// Follows captures and promotions only, or else takes the guess.
    pub(super) fn captures(&mut self, mut window: Window, left: i32, ply: usize, mover: Player) -> Searched {
        self.count()?;
        self.clear_line(ply);
        if self.is_late(EVALUATED) {
            // What wins or loses at once has been seen.
            return Ok(self.guess(if mover == self.chooser { UNSEEN } else { -UNSEEN }));
        }
        self.followed += u64::from(left < CAPTURES);
        let (each, first) = FOLLOWED;
        let is_enough = self.followed > first + each * (self.work - self.followed);
        let is_off = !self.switches.captures || !self.memory.order.has_quiet_moves();
        let is_quiet = left == 0 || ply >= MOST_PLIES || is_off || is_enough || self.is_late(FREE);
        if is_quiet && !self.evaluation.uses_moves() {
            let value = self.evaluate(mover);
            return Ok(self.guess(value));
        }
        let Ok(moves) = self.session.legal_moves() else { return Ok(self.guess(0)) };
        self.moves[usize::from(mover.0)] = moves.len() as u32;
        let value = self.evaluate(mover);
        let mut best = self.guess(value);
        if best >= window.beta || is_quiet {
            return Ok(best);
        }
        window.alpha = window.alpha.max(best);
        let ranked = self.rank(mover, ply, NO_MOVE);
        let balance = self.balance(mover);
        let mut result = Ok(());
        for one in &ranked {
            self.moves[usize::from(mover.0)] = ranked.len() as u32;
            if self.memory.order.is_sharp(one.class) == Some(false) || self.session.make(one.index as usize).is_err() {
                continue;
            }
            let is_sharp = self.balance(mover).is_sharp_after(&balance);
            self.memory.order.learn_class(one.class, is_sharp);
            let value = if is_sharp { self.captured(window, left, ply, mover) } else { Ok(-INFINITE) };
            self.session.undo();
            match value {
                Ok(value) => best = best.max(value),
                Err(stop) => {
                    result = Err(stop);
                    break;
                }
            }
            window.alpha = window.alpha.max(best);
            if best >= window.beta {
                break;
            }
        }
        self.give_back(ply, ranked);
        result?;
        Ok(best)
    }

    /// Returns the value of the capture that has just been made.
    fn captured(&mut self, window: Window, left: i32, ply: usize, mover: Player) -> Searched {
        if let Some(outcome) = self.session.outcome() {
            self.count()?;
            return Ok(self.result(outcome, mover, ply + 1));
        }
        let Some(after) = self.session.to_move() else { return Ok(self.guess(0)) };
        let is_same = after == mover;
        let value = self.captures(window.seen(is_same), left - 1, ply + 1, after)?;
        Ok(if is_same { value } else { -value })
    }

    /// Returns whether there is no time to evaluate more positions: a search that its budget does not end has looked at this many, and the
    /// budget is spent.
    pub(super) fn is_late(&self, positions: u64) -> bool {
        self.most.is_some() || self.is_free && self.work > positions && self.clock.is_over(self.work)
    }
}
