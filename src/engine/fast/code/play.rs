//! A ply with a known move in one function: its `do`, and an end that leaves open or watches what it can.

use super::stmt::status;
use super::watch::LightEnd;
use super::word::Word;
use super::{Gen, Gets};
use crate::engine::fast::calls::Task;
use crate::engine::fast::native::FUEL;
use crate::game::rules::Action;
use cranelift_codegen::ir::condcodes::IntCC;

/// The argument of [`Task::Light`]: the cell of the new piece, or `off`.
const NEW_PIECE: usize = 0;

impl<'p> Gen<'p, '_> {
    /// Makes the function that makes the n-th action's move and ends the ply lightly. The arguments are the values of its
    /// binders, then whether its `do` has been made already. It cannot make choices.
    pub(crate) fn make_play(&mut self, n: usize, action: &'p Action) -> Gets<()> {
        let args = self.args;
        let is_done = self.args_word(action.binders.len());
        let is_open = self.not(is_done);
        self.only_if(is_open, |make| {
            let made = make.call_own(Task::Do(n), args)?;
            let failed = make.compare(IntCC::NotEqual, made, Word::Known(status::MADE));
            make.fault_if(failed);
            make.store(make.plan.native.fuel, Word::Known(FUEL as i64));
            Ok(())
        })?;
        if self.known_watch()?.is_some() {
            let slot = self.growth(action).and_then(|growth| growth.slot);
            let binder = slot.and_then(|slot| action.binders.iter().position(|binder| binder.slot == slot));
            let cell = binder.map_or(Word::Known(self.plan.cells() as i64), |binder| self.args_word(binder));
            self.args_put(NEW_PIECE, cell);
        }
        let ended = self.call_own(Task::Light, args)?;
        self.give_back(ended);
        Ok(())
    }

    /// Makes the function that ends a ply with a known move lightly.
    pub(crate) fn make_light(&mut self) -> Gets<()> {
        self.watch = self.known_watch()?;
        if let Some(watch) = &self.watch {
            let variable = watch.cell;
            let cell = self.args_word(NEW_PIECE);
            self.assign(variable, cell);
        } else if !self.plan.may_leave_open() {
            let ended = self.call_own(Task::Finish, self.args)?;
            self.give_back(ended);
            return Ok(());
        }
        self.make_finish(self.plan.may_end_lightly())
    }

    /// Returns what is watched in plies with known moves: what is watched in random ones, if every action's new piece is
    /// known. Groups are not kept, because moves are taken back.
    fn known_watch(&mut self) -> Gets<Option<LightEnd>> {
        let seen = self.seen;
        let mut is_known = true;
        for mover in 0..self.plan.game.players.len() {
            self.look_before(Word::Known(mover as i64));
            is_known &= self.plan.game.actions.iter().all(|action| self.is_watched(action));
        }
        self.seen = seen;
        if !is_known {
            return Ok(None);
        }
        let mut watch = self.ply_watch()?;
        if let Some(watch) = &mut watch {
            watch.groups = None;
        }
        Ok(watch)
    }
}
