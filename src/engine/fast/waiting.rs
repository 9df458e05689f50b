//! Random plies of players who wait with moves that nobody else could make.

use super::calls::Task;
use super::code::drawn;
use super::code::stmt::{pending, status};
use super::run::{Question, Runs};
use crate::game::rules::ActionId;
use crate::moves::Move;

/// How many moves are drawn before a player passes.
const DRAWS: usize = 12;

impl Question<'_> {
    /// Makes a random ply by the function of a player who wants to wait. Returns what that function returns; the arguments tell
    /// the move.
    pub(crate) fn patient_ply(
        &mut self,
        state: &mut [u64],
        pass: ActionId,
        function: usize,
        args: &mut [i64],
    ) -> Runs<i64> {
        let (code, native) = (self.code, &self.plan.native);
        let (mover, random, taken, core) = (native.mover, native.random, native.pending, native.core);
        let player = state[mover] as usize;
        let (mut before, recorded) = (self.copy_of(state), self.history.len());
        let mut waits = false;
        let mut said = status::NONE;
        for _ in 0..DRAWS {
            said = code.call(function, self, state, args);
            let is_pass = args[drawn::ACTION] == i64::from(pass.0);
            waits = said == status::MADE && (is_pass || !self.could_be_made_by_others(&mut before, player, args)?);
            if !waits {
                break;
            }
            let drawn = state[random];
            state[..core].copy_from_slice(&before[..core]);
            state[random] = drawn;
            self.history.truncate(recorded);
        }
        self.spare.push(before);
        if !waits {
            return Ok(said);
        }
        let number = usize::from(pass.0);
        let facet = &self.plan.actions[number];
        if facet.arity > 0 || facet.tried || self.count(state, player, number)? == 0 {
            return Ok(code.call(function, self, state, args));
        }
        // A move was drawn, so that what was assumed is true.
        state[taken] = pending::NOTHING as u64;
        self.make(state, &Move { action: pass, values: Default::default() })?;
        (args[drawn::ACTION], args[drawn::CHOICES]) = (i64::from(pass.0), 0);
        Ok(status::MADE)
    }

    /// Returns whether another player could make the move that was drawn, if it were that player's turn in this position.
    fn could_be_made_by_others(&mut self, state: &mut [u64], player: usize, args: &[i64]) -> Runs<bool> {
        let (mover, players) = (self.plan.native.mover, state[self.plan.native.players]);
        let number = args[drawn::ACTION] as usize;
        let (arity, tried) = (self.plan.actions[number].arity, self.plan.actions[number].tried);
        let values = &args[drawn::VALUES..drawn::VALUES + arity];
        for other in (0..self.plan.calls.players()).filter(|other| *other != player && players >> other & 1 == 1) {
            let (list, count) = self.candidates(state, other, number)?;
            let is_candidate =
                list[1..][..count * arity].chunks_exact(arity.max(1)).any(|candidate| candidate == values);
            self.spare_lists.push(list);
            if !is_candidate {
                continue;
            }
            if !tried {
                return Ok(true);
            }
            let mut after = self.copy_of(state);
            after[mover] = other as u64;
            let mut script = self.some_args(arity + 3);
            script[..arity].copy_from_slice(values);
            script[arity] = 0;
            after[self.plan.native.fuel] = super::native::FUEL;
            let said = self.call(other, Task::Do(number), &mut after, &mut script);
            self.spare.push(after);
            self.spare_args.push(script);
            if said == status::MADE {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
