//! Moves as the code makes them: the `do`, then the end of the ply.

use super::calls::Task;
use super::code::stmt::status;
use super::native::FUEL;
use super::run::{Faulted, Question, Runs};

impl Question<'_> {
    /// Makes a whole legal move.
    pub(crate) fn make(&mut self, state: &mut [u64], action: usize, values: &[i64]) -> Runs<()> {
        let Some(facet) = self.plan.actions.get(action) else { return Err(Faulted) };
        let arity = facet.arity.min(values.len());
        let player = state[self.plan.native.mover] as usize;
        let mut args = self.some_args(values.len() + 1);
        args[..arity].copy_from_slice(&values[..arity]);
        args[arity] = (values.len() - arity) as i64;
        args[arity + 1..values.len() + 1].copy_from_slice(&values[arity..]);
        let made = self.do_move(state, action, &mut args, values.len());
        self.spare_args.push(args);
        made?;
        self.finish(player, state)
    }

    /// Makes a whole legal move as far as its `do` goes. The arguments are the values of its binders, how many choices
    /// there are, and the choices; `len` is the number of all values.
    pub(crate) fn do_move(&mut self, state: &mut [u64], action: usize, args: &mut [i64], len: usize) -> Runs<()> {
        let Some(facet) = self.plan.actions.get(action) else { return Err(Faulted) };
        let arity = facet.arity;
        // The code uses these values as indexes: a value from outside must be in range.
        let fits = |(value, bound): (&i64, &Option<i64>)| bound.is_none_or(|bound| (0..bound).contains(value));
        if len < arity || !args.iter().zip(&facet.bounds).all(fits) {
            return Err(Faulted);
        }
        let player = state[self.plan.native.mover] as usize;
        state[self.plan.native.fuel] = FUEL;
        let made = self.call(player, Task::Do(action), state, args);
        let chosen = state[self.plan.native.used] as usize;
        if made == status::MADE && chosen == len - arity { Ok(()) } else { Err(Faulted) }
    }

    /// Ends the ply after the `do` of a move.
    pub(crate) fn finish(&mut self, player: usize, state: &mut [u64]) -> Runs<()> {
        let mut args = self.some_args(16);
        let ended = self.end_ply(player, Task::Finish, state, &mut args);
        self.spare_args.push(args);
        ended
    }

    /// Ends the ply after the `do` of a move with this function.
    pub(crate) fn end_ply(&mut self, player: usize, task: Task, state: &mut [u64], args: &mut [i64]) -> Runs<()> {
        state[self.plan.native.fuel] = FUEL;
        if self.call(player, task, state, args) == status::MADE { Ok(()) } else { Err(Faulted) }
    }
}
