//! Moves as the code makes them: the `do`, then the end of the ply.

use super::calls::Task;
use super::code::stmt::status;
use super::native::FUEL;
use super::run::{Facet, Faulted, Question, Runs};
use crate::moves::Move;

impl<'c> Question<'c> {
    /// Makes a whole legal move.
    pub(crate) fn make(&mut self, state: &mut [u64], mv: &Move) -> Runs<()> {
        let player = state[self.plan.native.mover] as usize;
        let mut args = self.some_args(mv.values.len() + 3);
        let made = self.do_move(state, mv, &mut args);
        self.spare_args.push(args);
        made?;
        self.finish(player, state)
    }

    /// Makes a whole legal move and ends its ply lightly, in one call; `is_done` says whether the words are those after its
    /// `do`. There must be room for its values and two more words in `args`.
    #[inline]
    pub(crate) fn play(&mut self, state: &mut [u64], mv: &Move, is_done: bool, args: &mut [i64]) -> Runs<()> {
        let facet = self.put_values(mv, args)?;
        args[facet.arity] = i64::from(is_done);
        let native = &self.plan.native;
        let function = state[native.mover] as usize * self.plan.per_player + facet.play;
        self.end_ply(function, state, args)
    }

    /// Writes the values of a move's binders into the arguments; returns the action's [`Facet`].
    #[inline]
    fn put_values(&self, mv: &Move, args: &mut [i64]) -> Runs<&'c Facet> {
        let values = mv.values.as_slice();
        let Some(facet) = self.plan.actions.get(usize::from(mv.action.0)) else { return Err(Faulted) };
        if values.len() < facet.bounds.len() || args.len() < values.len() + 2 {
            return Err(Faulted);
        }
        let mut fits = true;
        for ((arg, value), bound) in args.iter_mut().zip(values).zip(&facet.bounds) {
            // The code uses these values as indexes: a value from outside must be in range.
            fits &= u64::from(*value as u32) < *bound;
            *arg = i64::from(*value);
        }
        if fits { Ok(facet) } else { Err(Faulted) }
    }

    /// Makes a whole legal move as far as its `do` goes. There must be room for its values and two more words in `args`.
    pub(crate) fn do_move(&mut self, state: &mut [u64], mv: &Move, args: &mut [i64]) -> Runs<()> {
        let (action, values) = (usize::from(mv.action.0), mv.values.as_slice());
        let arity = self.put_values(mv, args)?.arity;
        args[arity] = (values.len() - arity) as i64;
        for n in arity..values.len() {
            args[n + 1] = i64::from(values[n]);
        }
        let native = &self.plan.native;
        let (player, used) = (state[native.mover] as usize, native.used);
        state[native.fuel] = FUEL;
        let made = self.call(player, Task::Do(action), state, args);
        if made == status::MADE && state[used] as usize == values.len() - arity { Ok(()) } else { Err(Faulted) }
    }

    /// Ends the ply after the `do` of a move.
    pub(crate) fn finish(&mut self, player: usize, state: &mut [u64]) -> Runs<()> {
        let mut args = self.some_args(16);
        let ended = self.end_ply(player * self.per_player() + self.plan.finish, state, &mut args);
        self.spare_args.push(args);
        ended
    }

    /// Ends a ply by the function with this number.
    #[inline]
    fn end_ply(&mut self, function: usize, state: &mut [u64], args: &mut [i64]) -> Runs<()> {
        state[self.plan.native.fuel] = FUEL;
        let code = self.code;
        if code.call(function, self, state, args) == status::MADE { Ok(()) } else { Err(Faulted) }
    }
}
