//! Moves that `maximize` leaves: each candidate is tried, and those with the greatest value are written down, so that one can be drawn.

use super::draw_exactly::RECORDED;
use super::stmt::status;
use super::word::{Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::calls::Task;
use crate::engine::fast::native::FUEL;
use crate::game::rules::Action;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, StackSlot, Value};

/// The values of the best candidates, on the stack.
pub(crate) struct Best {
    slot: StackSlot,
    /// How many words each has.
    arity: usize,
}

impl<'p> Gen<'p, '_> {
    /// Returns whether the candidates of an action with `maximize` can be tried by the code of a ply: they have no choices, and the
    /// position is small.
    pub(crate) fn finds_best(&self, action: &Action) -> bool {
        let native = &self.plan.native;
        !action.chooses && native.keeps_position() && native.tables.is_empty() && !self.plan.may_have_too_many_moves()
    }

    /// Tries all candidates of an action, and writes down those that `maximize` leaves. Returns them, and how many there are. If there is
    /// no room for them, the function returns [`status::TOO_MANY`].
    pub(crate) fn record_best(&mut self, n: usize, action: &'p Action) -> Gets<(Best, Word)> {
        let native = &self.plan.native;
        let arity = action.binders.len();
        let most = RECORDED / arity.max(1) as i64;
        let slot = self.on_stack(&[], RECORDED as usize).0;
        let kept = self.room_for_position();
        self.keep_position(kept);
        let (_, args) = self.on_stack(&[], arity + 1);
        let (best, count) = (self.variable(Word::Known(i64::MIN)), self.variable(ZERO));
        let full = self.full_block();
        self.candidates(action, &mut |make, values| {
            for (i, value) in values.iter().enumerate() {
                make.store_at(args, i, *value);
            }
            make.store(native.fuel, Word::Known(FUEL as i64));
            let said = make.call_own(Task::Do(n), args)?;
            let value = make.load(native.score);
            make.put_position_back(kept);
            let is_made = make.same(said, Word::Known(status::MADE));
            let is_refused = make.same(said, Word::Known(status::REFUSED));
            let is_known = make.or(is_made, is_refused);
            let wrong = make.not(is_known);
            make.pass_fault_if(wrong);
            make.only_if(is_made, |make| {
                let greatest = make.read(best);
                let is_better = make.compare(IntCC::SignedGreaterThan, value, greatest);
                let others = make.read(count);
                let others = make.select(is_better, ZERO, others);
                let is_best = make.compare(IntCC::SignedGreaterThanOrEqual, value, greatest);
                make.only_if(is_best, |make| {
                    make.assign(best, value);
                    let is_full = make.compare(IntCC::SignedGreaterThanOrEqual, others, Word::Known(most));
                    make.jump_if(is_full, full);
                    let to = make.best_at(slot, others, arity);
                    for (i, value) in values.iter().enumerate() {
                        make.store_at(to, i, *value);
                    }
                    let more = make.add(others, Word::Known(1));
                    make.assign(count, more);
                    Ok(())
                })
            })?;
            Ok(ZERO)
        })?;
        self.leave_if_full(full);
        let found = self.read(count);
        Ok((Best { slot, arity }, found))
    }

    /// Returns the values of the n-th of the best candidates.
    pub(crate) fn nth_best(&mut self, best: &Best, n: Word) -> Vec<Word> {
        let from = self.best_at(best.slot, n, best.arity);
        (0..best.arity).map(|i| self.load_from(from, i)).collect()
    }

    fn best_at(&mut self, slot: StackSlot, n: Word, arity: usize) -> Value {
        let at = self.mul(n, Word::Known(arity as i64));
        let base = self.b.ins().stack_addr(I64, slot, 0);
        self.address(base, at)
    }
}
