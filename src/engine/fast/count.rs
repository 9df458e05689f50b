//! Counting by the code: legal moves, and sequences of plies.

use super::machine::Task;
use super::run::{FUEL, Faulted, List, Question, Runs};

impl Question<'_> {
    /// How many legal moves there are.
    pub(crate) fn count_moves(&mut self, state: &mut [u64]) -> Runs<u64> {
        let native = &self.plan.native;
        if state[native.outcome] != 0 {
            return Ok(0);
        }
        let player = state[native.mover] as usize;
        (0..self.plan.actions.len()).map(|action| self.count_action(state, player, action)).sum()
    }

    /// How many legal moves of one action there are.
    fn count_action(&mut self, state: &mut [u64], player: usize, action: usize) -> Runs<u64> {
        let facet = &self.plan.actions[action];
        if !facet.tried {
            state[self.plan.native.fuel] = FUEL;
            let mut args = self.some_args(16);
            let count = self.call(player, Task::Count(action), state, &mut args);
            self.spare_args.push(args);
            return u64::try_from(count).map_err(|_| Faulted);
        }
        if facet.maximizes {
            let mut list = List::default();
            self.list_action(state, player, action, &mut list)?;
            return Ok(list.moves.len() as u64);
        }
        let mut count = 0;
        self.each_move(state, player, action, &mut |_, _, _, _| {
            count += 1;
            Ok(false)
        })?;
        Ok(count)
    }

    /// The number of sequences of so many plies.
    pub(crate) fn perft(&mut self, state: &mut [u64], depth: u32) -> Runs<u64> {
        let native = &self.plan.native;
        if depth == 0 {
            return Ok(1);
        }
        if state[native.outcome] != 0 {
            return Ok(0);
        }
        if depth == 1 {
            let count = self.count_moves(state)?;
            // Who has no move and no result has come to a fault.
            return if count == 0 { Err(Faulted) } else { Ok(count) };
        }
        let player = state[native.mover] as usize;
        let (mut sequences, mut is_stuck) = (0, true);
        for action in 0..self.plan.actions.len() {
            if self.plan.actions[action].maximizes {
                // Which of its moves are legal is known when all have been seen.
                let mut list = List::default();
                self.list_action(state, player, action, &mut list)?;
                for found in &list.moves {
                    let recorded = self.history.len();
                    let mut after = self.copy_of(state);
                    self.make(&mut after, action, list.values(*found))?;
                    sequences += self.perft(&mut after, depth - 1)?;
                    self.spare.push(after);
                    self.history.truncate(recorded);
                    is_stuck = false;
                }
                continue;
            }
            self.each_move(state, player, action, &mut |question, after, _, _| {
                let recorded = question.history.len();
                question.finish(player, after)?;
                sequences += question.perft(after, depth - 1)?;
                question.history.truncate(recorded);
                is_stuck = false;
                Ok(false)
            })?;
        }
        if is_stuck { Err(Faulted) } else { Ok(sequences) }
    }
}
