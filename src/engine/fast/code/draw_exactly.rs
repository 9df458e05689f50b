//! Draws of the candidates themselves: all of them are counted or written down first, so that each draw is a candidate.

use super::ply::Trial;
use super::set::Words;
use super::stmt::status;
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::calls::Task;
use crate::engine::fast::machine::FAULT;
use crate::engine::fast::slow::SlowKind;
use crate::game::rules::Action;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, StackSlot};
use cranelift_frontend::Variable;

/// Sets of candidates that are written down on the stack: for each the values of all binders but the last, then the cells of the last.
struct Record {
    slot: StackSlot,
    /// How many there are.
    entries: Variable,
    /// The words from one to the next.
    stride: i64,
    /// How many binders the action has.
    arity: usize,
}

/// The most words that are written down.
pub(crate) const RECORDED: i64 = 4096;

impl<'p> Gen<'p, '_> {
    /// Draws one of the candidates themselves and tries it.
    pub(crate) fn draw_exactly(&mut self, trials: &[&Trial], tries: Variable, most: Word, again: Block) -> Gets<()> {
        self.count_step(SlowKind::Draws);
        let tried = self.read(tries);
        let over = self.compare(IntCC::SignedGreaterThan, tried, most);
        self.give_back_if(over, Word::Known(status::LISTED));
        let random = self.random();
        self.args_put(0, random);
        let args = self.args;
        let total = self.call_own(Task::Draw, args)?;
        let unfair = self.same(total, Word::Known(status::AGAIN));
        self.jump_if(unfair, again);
        let too_many = self.same(total, Word::Known(status::TOO_MANY));
        self.give_back_if(too_many, Word::Known(status::LISTED));
        self.refuse_faults(total);
        let none = self.same(total, ZERO);
        self.give_back_if(none, Word::Known(status::NONE));
        self.list_if_too_many(total);
        let action = self.args_word(0);
        for trial in trials {
            let is_it = self.same(action, Word::Known(trial.action as i64));
            let on = self.when(is_it);
            let arity = self.plan.game.actions[trial.action].binders.len();
            let values: Vec<Word> = (0..arity).map(|n| self.args_word(1 + n)).collect();
            if let (true, [cell]) = (self.draws_from_bag(trial.action), values.as_slice()) {
                self.find_in_bag(*cell)?;
            }
            self.jump_with(trial.block, values);
            self.b.switch_to_block(on);
        }
        self.give_back(Word::Known(FAULT));
        Ok(())
    }

    /// Makes the function that draws one of the candidates of all actions without choices, all equally likely, from the
    /// random bits in the first argument. It returns how many there are, and writes the action and its values; or
    /// [`status::AGAIN`] if the bits must be discarded, or [`status::TOO_MANY`].
    pub(crate) fn make_draw(&mut self) -> Gets<()> {
        let plan = self.plan;
        let random = self.args_word(0);
        let mut total = ZERO;
        let (mut all, mut records, mut bests) = (Vec::new(), Vec::new(), Vec::new());
        for (n, action) in plan.game.actions.iter().enumerate() {
            if !self.is_drawn(action) {
                continue;
            }
            let before = total;
            if action.maximize.is_some() {
                let (best, count) = self.record_best(n, action)?;
                total = self.add(total, count);
                bests.push((n, best));
                all.push((n, None, count));
                continue;
            }
            match self.slices(action, None)? {
                Some((slices, _)) => {
                    for slice in slices {
                        let size = self.slice_size(&slice);
                        total = self.add(total, size);
                        all.push((n, Some(slice), size));
                    }
                }
                None => {
                    let recorded = self.record_sets(action)?;
                    let size = match &recorded {
                        Some((_, size)) => *size,
                        None => self.counted(action)?,
                    };
                    total = self.add(total, size);
                    records.extend(recorded.map(|(record, _)| (n, record)));
                    all.push((n, None, size));
                }
            }
            if !plan.checks_after(action) {
                let some = self.compare(IntCC::NotEqual, before, total);
                self.known_possible.push((n, some));
            }
        }
        if total == ZERO {
            self.give_back(ZERO);
            return Ok(());
        }
        let none = self.same(total, ZERO);
        self.give_back_if(none, ZERO);
        let unfair = self.b.create_block();
        let mut left = self.below_total(random, total, unfair);
        for (n, slice, size) in all {
            let is_here = self.below(left, size);
            let on = self.when(is_here);
            self.args_put(0, Word::Known(n as i64));
            match slice {
                Some(slice) => {
                    let cell = slice.cells().map(|cells| self.nth_of(cells, left));
                    for (i, value) in self.slice_values(&slice, cell).into_iter().enumerate() {
                        self.args_put(1 + i, value);
                    }
                }
                None if let Some((_, best)) = bests.iter().find(|(of, _)| *of == n) => {
                    for (i, value) in self.nth_best(best, left).into_iter().enumerate() {
                        self.args_put(1 + i, value);
                    }
                }
                None if records.iter().any(|(of, _)| *of == n) => {
                    records.iter().filter(|(of, _)| *of == n).try_for_each(|(_, record)| self.pick(record, left))?;
                }
                None => {
                    let rest = self.variable(left);
                    self.candidates(&plan.game.actions[n], &mut |make, values| {
                        for (i, value) in values.iter().enumerate() {
                            make.args_put(1 + i, *value);
                        }
                        let now = make.read(rest);
                        let fewer = make.sub(now, ONE);
                        make.assign(rest, fewer);
                        Ok(make.same(now, ZERO))
                    })?;
                }
            }
            self.give_back(total);
            self.b.switch_to_block(on);
            left = self.sub(left, size);
        }
        self.give_back(Word::Known(FAULT));
        self.b.switch_to_block(unfair);
        self.give_back(Word::Known(status::AGAIN));
        Ok(())
    }

    /// Counts the candidates of an action, set by set, and writes the sets down; `None` if there are no such sets.
    fn record_sets(&mut self, action: &'p Action) -> Gets<Option<(Record, Word)>> {
        let arity = action.binders.len();
        let stride = (arity + self.width()) as i64;
        let most = RECORDED / stride;
        let slot = self.on_stack(&[], (most * stride) as usize).0;
        let (entries, total) = (self.variable(ZERO), self.variable(ZERO));
        let full = self.full_block();
        let found = self.candidate_sets(action, &mut |make, values, set| {
            let size = make.size(set);
            let some = make.compare(IntCC::NotEqual, size, ZERO);
            make.only_if(some, |make| {
                let entry = make.read(entries);
                let beyond = make.compare(IntCC::SignedGreaterThanOrEqual, entry, Word::Known(most));
                make.jump_if(beyond, full);
                let at = make.mul(entry, Word::Known(stride));
                let base = make.b.ins().stack_addr(I64, slot, 0);
                let to = make.address(base, at);
                for (i, word) in values.iter().chain(set.iter()).enumerate() {
                    make.store_at(to, i, *word);
                }
                make.add_to(entries, ONE);
                make.add_to(total, size);
                Ok(())
            })
        })?;
        self.leave_if_full(full);
        let total = self.read(total);
        Ok(found.map(|()| (Record { slot, entries, stride, arity }, total)))
    }

    /// Returns a block for the case that there is no room.
    pub(super) fn full_block(&mut self) -> Block {
        let full = self.b.create_block();
        self.b.set_cold_block(full);
        full
    }

    /// Returns [`status::TOO_MANY`] from the function in a block, and goes on after the present one.
    pub(super) fn leave_if_full(&mut self, full: Block) {
        let on = self.b.create_block();
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(full);
        self.give_back(Word::Known(status::TOO_MANY));
        self.b.switch_to_block(on);
    }

    /// Writes the values of a candidate in the sets that were written down, by its number.
    fn pick(&mut self, record: &Record, number: Word) -> Gets<()> {
        let (entry, left) = (self.variable(ZERO), self.variable(number));
        let entries = self.read(record.entries);
        self.repeat(
            |make| {
                let now = make.read(entry);
                Ok(make.compare(IntCC::SignedLessThan, now, entries))
            },
            |make| {
                let now = make.read(entry);
                let at = make.mul(now, Word::Known(record.stride));
                let base = make.b.ins().stack_addr(I64, record.slot, 0);
                let from = make.address(base, at);
                let others = record.arity - 1;
                let set: Words = (0..make.width()).map(|i| make.load_from(from, others + i)).collect();
                let (size, nth) = (make.size(&set), make.read(left));
                let is_here = make.below(nth, size);
                make.only_if(is_here, |make| {
                    for i in 0..others {
                        let value = make.load_from(from, i);
                        make.args_put(1 + i, value);
                    }
                    let cell = make.nth_of(&set, nth);
                    make.args_put(1 + others, cell);
                    Ok(())
                })?;
                let rest = make.sub(nth, size);
                make.assign(left, rest);
                let next = make.add(now, ONE);
                // The last entry ends the loop.
                let next = make.select(is_here, entries, next);
                make.assign(entry, next);
                Ok(())
            },
        )
    }

    /// Counts the candidates of an action, set by set where that is possible.
    pub(crate) fn counted(&mut self, action: &'p Action) -> Gets<Word> {
        let count = self.variable(ZERO);
        let sets = self.candidate_sets(action, &mut |make, _, set| {
            let size = make.size(set);
            make.add_to(count, size);
            Ok(())
        })?;
        if sets.is_some() {
            return Ok(self.read(count));
        }
        self.candidates(action, &mut |make, _| {
            make.add_to(count, ONE);
            Ok(ZERO)
        })?;
        Ok(self.read(count))
    }
}
