//! A ply with a known move in one function: its `do`, and an end that leaves open or watches what it can.

use super::stmt::{pending, status};
use super::watch::LightEnd;
use super::word::{Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::calls::Task;
use crate::engine::fast::machine::FAULT;
use crate::engine::fast::native::FUEL;
use crate::game::rules::Action;
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;

/// The argument of [`Task::Light`]: the cell of the new piece, or `off`.
const NEW_PIECE: usize = 0;

impl<'p> Gen<'p, '_> {
    /// Makes the function that makes the n-th action's move and ends the ply lightly. The arguments are the values of its
    /// binders, then whether its `do` has been made already. It cannot make choices.
    pub(crate) fn make_play(&mut self, n: usize, action: &'p Action) -> Gets<()> {
        let (args, fuel, is_alone) = (self.args, self.plan.native.fuel, self.has_one_action());
        let is_inlined = is_alone && !action.chooses && self.turning(action)?.is_none();
        let is_done = self.args_word(action.binders.len());
        let is_open = self.not(is_done);
        self.only_if(is_open, |make| {
            make.copy_before();
            make.store(fuel, Word::Known(FUEL as i64));
            if is_inlined {
                return make.do_here(action);
            }
            let made = make.call_own(Task::Do(n), args)?;
            let failed = make.compare(IntCC::NotEqual, made, Word::Known(status::MADE));
            make.pass_fault_if(failed);
            Ok(())
        })?;
        self.store(fuel, Word::Known(FUEL as i64));
        let watch = self.known_watch()?;
        let cell = watch.is_some().then(|| {
            let slot = self.growth(action).and_then(|growth| growth.slot);
            let binder = slot.and_then(|slot| action.binders.iter().position(|binder| binder.slot == slot));
            binder.map_or(Word::Known(self.plan.cells() as i64), |binder| self.args_word(binder))
        });
        if is_alone {
            return self.end_lightly(watch, cell);
        }
        if let Some(cell) = cell {
            self.args_put(NEW_PIECE, cell);
        }
        let ended = self.call_own(Task::Light, args)?;
        self.give_back(ended);
        Ok(())
    }

    /// Makes the function that ends a ply with a known move lightly. If there is only one action, its own function does.
    pub(crate) fn make_light(&mut self) -> Gets<()> {
        if self.has_one_action() {
            self.give_back(Word::Known(FAULT));
            return Ok(());
        }
        let watch = self.known_watch()?;
        let cell = self.args_word(NEW_PIECE);
        self.end_lightly(watch, Some(cell))
    }

    /// Ends a ply with a known move lightly, and returns from the function. `cell` is where the new piece is.
    fn end_lightly(&mut self, watch: Option<LightEnd<'p>>, cell: Option<Word>) -> Gets<()> {
        self.watch = watch;
        if let (Some(watch), Some(cell)) = (&self.watch, cell) {
            let variable = watch.cell;
            self.assign(variable, cell);
        } else if !self.plan.may_leave_open() {
            let ended = self.call_own(Task::Finish, self.args)?;
            self.give_back(ended);
            return Ok(());
        }
        self.make_finish(self.plan.may_end_lightly())
    }

    /// Returns whether the end of a ply is part of the function that makes it: there is only one such function.
    fn has_one_action(&self) -> bool {
        self.plan.game.actions.len() == 1
    }

    /// Copies the words of the position before this one, and sets those that are not kept and must have a value.
    fn copy_before(&mut self) {
        let native = &self.plan.native;
        if !native.is_copied_by_code() {
            return;
        }
        let before = self.b.ins().iadd_imm_s(self.state, -8 * native.frame() as i64);
        for n in 0..native.fuel {
            let word = self.load_from(before, n);
            self.store(n, word);
        }
        self.store(native.depth, ZERO);
        self.store(native.pending, Word::Known(pending::NOTHING));
    }

    /// Returns what is watched in plies with known moves: what is watched in random ones, if every action's new piece is
    /// known. Groups, marks and lines are not kept, because moves are taken back.
    fn known_watch(&mut self) -> Gets<Option<LightEnd<'p>>> {
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
            watch.group = None;
            watch.links.clear();
            watch.rows.clear();
        }
        Ok(watch)
    }
}
