//! Random plies of players who wait with moves that nobody else could make.

use super::calls::Task;
use super::code::drawn;
use super::code::stmt::{pending, status};
use super::native::FUEL;
use super::run::{Facet, Question, Runs};
use crate::game::rules::ActionId;
use crate::moves::Move;

/// How many moves are drawn before a player passes.
const DRAWS: usize = 6;

/// Every how many plies it is tested who could make a move, until one is found that only one player could make.
const RARELY: u32 = 4;

/// What players who wait know of their game.
pub(super) struct Patience {
    /// The action that passes.
    pub pass: ActionId,
    /// Whether a move has been found that only one player could make.
    has_found: bool,
}

impl Patience {
    pub(super) fn new(pass: ActionId) -> Patience {
        Patience { pass, has_found: false }
    }
}

impl Question<'_> {
    /// Makes the n-th ply of a random game by a function that draws a move. Returns what that function returns; the arguments
    /// tell the move.
    pub(super) fn patient_ply(
        &mut self,
        state: &mut [u64],
        patience: &mut Patience,
        n: u32,
        function: usize,
        args: &mut [i64],
    ) -> Runs<i64> {
        let (code, native) = (self.code, &self.plan.native);
        let (mover, random, taken, core) = (native.mover, native.random, native.pending, native.core);
        let (player, pass) = (state[mover] as usize, patience.pass);
        let (mut before, recorded) = (self.copy_of(state), self.history.len());
        for _ in 0..DRAWS {
            let said = code.call(function, self, state, args);
            let waits = match said == status::MADE {
                true if args[drawn::ACTION] == i64::from(pass.0) => true,
                true if patience.has_found || n.is_multiple_of(RARELY) => {
                    !self.could_be_made_by_others(&mut before, player, args)?
                }
                _ => false,
            };
            if !waits {
                self.spare.push(before);
                return Ok(said);
            }
            patience.has_found |= args[drawn::ACTION] != i64::from(pass.0);
            let drawn = state[random];
            state[..core].copy_from_slice(&before[..core]);
            state[random] = drawn;
            self.history.truncate(recorded);
        }
        self.spare.push(before);
        let number = usize::from(pass.0);
        if self.plan.actions[number].tried || self.count(state, player, number)? == 0 {
            return Ok(code.call(function, self, state, args));
        }
        // Moves were drawn, so that what was assumed is true.
        state[taken] = pending::NOTHING as u64;
        self.make(state, &Move { action: pass, values: Default::default() })?;
        (args[drawn::ACTION], args[drawn::CHOICES]) = (i64::from(pass.0), 0);
        Ok(status::MADE)
    }

    /// Returns whether another player could make the move that was drawn, if it were that player's turn in this position.
    fn could_be_made_by_others(&mut self, state: &mut [u64], player: usize, args: &[i64]) -> Runs<bool> {
        let (mover, players) = (self.plan.native.mover, state[self.plan.native.players]);
        let number = args[drawn::ACTION] as usize;
        let Facet { arity, tried, chooses, is_common, .. } = self.plan.actions[number];
        if chooses {
            return Ok(true);
        }
        let values = &args[drawn::VALUES..drawn::VALUES + arity];
        for other in (0..self.plan.calls.players()).filter(|other| *other != player && players >> other & 1 == 1) {
            if !is_common && !self.is_candidate(state, other, number, values)? {
                continue;
            }
            if !tried {
                return Ok(true);
            }
            let (mut after, mut script) = (self.copy_of(state), self.some_args(arity + 3));
            (after[mover], after[self.plan.native.fuel]) = (other as u64, FUEL);
            script[..arity].copy_from_slice(values);
            script[arity] = 0;
            let said = self.call(other, Task::Do(number), &mut after, &mut script);
            self.spare.push(after);
            self.spare_args.push(script);
            if said == status::MADE {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether these values are a candidate of an action for a player.
    fn is_candidate(&mut self, state: &[u64], player: usize, action: usize, values: &[i64]) -> Runs<bool> {
        let (list, count) = self.candidates(state, player, action)?;
        let candidates = &list[1..][..count * values.len()];
        let is_there = match values {
            [] => count > 0,
            values => candidates.chunks_exact(values.len()).any(|candidate| candidate == values),
        };
        self.spare_lists.push(list);
        Ok(is_there)
    }
}
