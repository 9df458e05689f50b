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

    /// Makes a whole legal move and ends its ply lightly, in one call. The position after it begins at the word `now` of
    /// `frames`, that before it one [`Native::frame`](super::native::Native::frame) earlier; `is_done` says whether the words
    /// are those after the `do`. There must be room for its values and two more words in `args`.
    #[inline]
    pub(crate) fn play(
        &mut self,
        frames: &mut [u64],
        now: usize,
        mv: &Move,
        is_done: bool,
        args: &mut [i64],
    ) -> Runs<()> {
        let facet = self.put_values(mv, args)?;
        args[facet.arity] = i64::from(is_done);
        let native = &self.plan.native;
        let mover = frames[now - native.frame() + native.mover] as usize;
        let (code, function) = (self.code, mover * self.plan.per_player + facet.play);
        if code.call_next(function, self, frames, now, args) == status::MADE { Ok(()) } else { Err(Faulted) }
    }

    /// Writes the values of a move's binders into the arguments; returns the action's [`Facet`].
    #[inline]
    fn put_values(&self, mv: &Move, args: &mut [i64]) -> Runs<&'c Facet> {
        let values = mv.values.as_slice();
        let Some(facet) = self.plan.actions.get(usize::from(mv.action.0)) else { return Err(Faulted) };
        if values.len() < facet.bounds.len() || args.len() < values.len() + 2 {
            return Err(Faulted);
        }
        for (n, bound) in facet.bounds.iter().enumerate() {
            // The code uses these values as indexes: a value from outside must be in range.
            if u64::from(values[n] as u32) >= *bound {
                return Err(Faulted);
            }
            args[n] = i64::from(values[n]);
        }
        Ok(facet)
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
        state[self.plan.native.fuel] = FUEL;
        let ended = self.call(player, Task::Finish, state, &mut args);
        self.spare_args.push(args);
        if ended == status::MADE { Ok(()) } else { Err(Faulted) }
    }
}
