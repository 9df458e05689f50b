//! Random draws: candidates, values of binders that are drawn one by one, and random numbers below a total.

use super::choiceless::{self, Choiceless};
use super::choose::offer;
use super::flow::BranchValues;
use super::ply::{Offer, Trial};
use super::set::Words;
use super::slice::Slice;
use super::stmt::status;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::calls::Task;
use crate::engine::fast::machine::FAULT;
use crate::engine::fast::slow::SlowKind;
use crate::game::expr::{AnyExpr, CellsExpr, SetExpr};
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression};
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

/// One of several offers is selected without a branch if this takes no more instructions.
const SELECTED: usize = 48;

/// The most words that are written down.
pub(crate) const RECORDED: i64 = 4096;

impl<'p> Gen<'p, '_> {
    /// Returns the next random bits, like [`crate::rng::Rng::next_u64`].
    fn random(&mut self) -> Word {
        let at = self.plan.native.random;
        let state = self.load(at);
        let bits = self.mixed(state);
        let next = self.add(state, Word::Known(0x9e37_79b9_7f4a_7c15_u64 as i64));
        self.store(at, next);
        bits
    }

    /// Draws one of the offers' candidates and tries it.
    pub(crate) fn draw_from(
        &mut self,
        offers: &[Offer],
        trials: &[Trial],
        choiceless: Option<Choiceless>,
        (total, again): (Word, Block),
    ) -> Gets<()> {
        let random = self.random();
        let mut left = self.below_total(random, total, again);
        let mut rest = offers;
        while let Some(offer) = rest.first() {
            let trial = &trials[offer.trial];
            let action = &self.plan.game.actions[trial.action];
            let (here, others) = rest.split_at(self.parallel(rest));
            let size = here.iter().fold(ZERO, |all, offer| self.add(all, offer.size));
            let on = (!others.is_empty()).then(|| {
                let is_here = self.below(left, size);
                self.when(is_here)
            });
            let candidate = match action.chooses {
                true => Some(self.numbered(offer, left, choiceless, again)?),
                false => None,
            };
            let (nth, number) = match offer.load.weight {
                ONE => (left, ZERO),
                weight => self.divided_by(left, weight),
            };
            let mut values = match offer.from_bag {
                true => vec![self.draw_from_bag(nth)],
                false if here.len() > 1 => {
                    let slices: Vec<(&Slice, Word)> =
                        here.iter().map(|offer| (&offer.load.slice, offer.size)).collect();
                    self.values_of_one(&slices, nth)
                }
                false => {
                    let cell = match offer.load.slice.cells() {
                        // Several sets have more cells, so that there are rarely few.
                        Some(cells) if offers.len() == 1 => Some(self.nth_of_few(cells, nth, total)?),
                        Some(cells) => Some(self.nth_of(cells, nth)),
                        None => None,
                    };
                    self.slice_values(&offer.load.slice, cell)
                }
            };
            if action.chooses || trial.tail < action.binders.len() {
                values.push(number);
            }
            values.extend(candidate);
            self.jump_with(trial.block, values);
            if let Some(on) = on {
                self.b.switch_to_block(on);
                left = self.sub(left, size);
            }
            rest = others;
        }
        if offers.is_empty() {
            self.b.ins().jump(again, &[]);
        }
        Ok(())
    }

    /// Returns the number of a candidate with choices, from a number below the size of its offer. If it is known to have no choice, and the
    /// number selects one, another candidate is drawn.
    fn numbered(&mut self, offer: &Offer, left: Word, choiceless: Option<Choiceless>, again: Block) -> Gets<Word> {
        let (Some(first), Some(noted)) = (offer.first, choiceless) else { return Ok(choiceless::NOT_NOTED) };
        let (n, choice) = self.divided_by(left, offer.load.choices);
        let candidate = self.add(first, n);
        let chooses = self.compare(IntCC::NotEqual, choice, ZERO);
        let in_vain = self.and_then(chooses, |make| make.is_choiceless(noted, candidate))?;
        let others = self.not(in_vain);
        self.refuse_unless(others, again);
        Ok(candidate)
    }

    /// Returns how many of the first offers are tried in the same place and differ only in the direction, so that one of them is
    /// selected without a branch, which could not be predicted.
    fn parallel(&self, offers: &[Offer]) -> usize {
        let is_plain = |offer: &Offer| !offer.from_bag && offer.load.weight == ONE;
        let Some(first) = offers.first().filter(|first| is_plain(first)) else { return 1 };
        let is_like_first = |offer: &&Offer| {
            is_plain(offer) && offer.trial == first.trial && self.are_parallel(&first.load.slice, &offer.load.slice)
        };
        offers.iter().take_while(is_like_first).take(SELECTED / (self.width() + 2)).count().max(1)
    }

    /// Returns a number below a total, from random bits; if these would not be fair, draws again (D. Lemire, "Fast random
    /// integer generation", 2019).
    fn below_total(&mut self, random: Word, total: Word, again: Block) -> Word {
        let high = self.emit(random, total, |to, a, b| to.umulhi(a, b));
        let low = self.mul(random, total);
        let close = self.below(low, total);
        let fair = self.when(close);
        if let Some(unsure) = self.b.current_block() {
            self.b.set_cold_block(unsure);
        }
        let negative = self.sub(ZERO, total);
        let rest = self.emit(negative, total, |to, a, b| to.urem(a, b));
        let unfair = self.below(low, rest);
        self.jump_if(unfair, again);
        self.b.ins().jump(fair, &[]);
        self.b.switch_to_block(fair);
        high
    }

    /// Returns the quotient and the rest of two numbers that are not negative.
    pub(super) fn divided_by(&mut self, number: Word, by: Word) -> (Word, Word) {
        let rest = self.emit(number, by, |to, a, b| to.urem(a, b));
        (self.emit(number, by, |to, a, b| to.udiv(a, b)), rest)
    }

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

    /// Uses a number to select a value for the n-th binder of an action, given the values of the others; returns the
    /// value and the rest of the number. If there are fewer values than that, another candidate is drawn.
    pub(crate) fn drawn_value(&mut self, trial: &Trial, n: usize, number: Word, again: Block) -> Gets<(Word, Word)> {
        let binder = &self.plan.game.actions[trial.action].binders[n];
        let (bound, is_last) = (trial.bounds[n - trial.tail], n + 1 == trial.tail + trial.bounds.len());
        if let (true, Some(region), SetExpr::Cells(cells)) = (is_last, &trial.region, &binder.over) {
            return self.drawn_with_choice(trial, region, cells, number, again);
        }
        let way = match &binder.over {
            SetExpr::Cells(cells) => self.ways(cells),
            _ => None,
        };
        let (place, rest) = match (is_last, trial.choices) {
            (true, ONE) => (number, ZERO),
            // Without the bound, which differs among arms.
            (true, choices) => self.divided_by(number, choices),
            (false, _) => {
                let (rest, place) = self.divided_by(number, bound);
                (place, rest)
            }
        };
        let value = match &binder.over {
            SetExpr::Cells(ray) if way.is_some() => {
                let (Some((Op::Ray, [AnyExpr::Cells(CellsExpr::One(from)), _, AnyExpr::Cells(through)])), Some(way)) =
                    (ray.applied(), way)
                else {
                    return Ok((ZERO, rest));
                };
                let (from, through) = (self.cell(from)?, self.cells(through)?);
                // The index gives a cell on one of the rays; all cells on the ray up to it must be in the set.
                let row = self.mul(from.word, Word::Known(way.count));
                let index = self.add(row, place);
                let value = self.load_at(way.cells, index);
                let path = self.load_set_at(way.paths, index);
                let missing = self.set_except(&path, &through);
                let missing = self.any_word(&missing);
                let free = self.same(missing, ZERO);
                let on = self.is_on_board(Spot { word: value, sure: false });
                let fits = self.and(free, on);
                self.refuse_unless(fits, again);
                value
            }
            SetExpr::Cells(cells) => {
                if !trial.is_arm
                    && let Some(bound) = self.bound_here(cells, 4)?
                {
                    let fits = self.below(place, bound);
                    self.refuse_unless(fits, again);
                }
                let cells = self.cells(cells)?;
                let size = self.size(&cells);
                let fits = self.below(place, size);
                self.refuse_unless(fits, again);
                self.nth_of(&cells, place)
            }
            SetExpr::Ints(numbers) => {
                let numbers = self.ints(numbers)?;
                let (tag, words, _) = self.number_offer(numbers)?;
                if tag == offer::RANGE {
                    let n = self.add(words[0], place);
                    let fits = self.compare(IntCC::SignedLessThanOrEqual, n, words[1]);
                    self.refuse_unless(fits, again);
                    n
                } else {
                    let size = self.bits(words[0]);
                    let fits = self.below(place, size);
                    self.refuse_unless(fits, again);
                    let bit = self.nth_bit(words[0], place);
                    self.add(words[1], bit)
                }
            }
            masks => {
                let mask = self.word(masks.part())?;
                let size = self.bits(mask);
                let fits = self.below(place, size);
                self.refuse_unless(fits, again);
                self.nth_bit(mask, place)
            }
        };
        Ok((value, rest))
    }

    /// Uses the number to select the choice as well: first come all values with the first choice, then those in the region
    /// with each of the other choices.
    fn drawn_with_choice(
        &mut self,
        trial: &Trial,
        region: &Words,
        cells: &'p CellsExpr,
        number: Word,
        again: Block,
    ) -> Gets<(Word, Word)> {
        if !trial.is_arm
            && let Some(bound) = self.bound_here(cells, 4)?
        {
            let inside = self.size(region);
            let inside = self.extreme(false, bound, inside);
            let more = self.sub(trial.choices, ONE);
            let more = self.mul(inside, more);
            let all = self.add(bound, more);
            let fits = self.below(number, all);
            self.refuse_unless(fits, again);
        }
        let cells = self.cells(cells)?;
        let size = self.size(&cells);
        let first = self.below(number, size);
        let left = self.either(
            first,
            |make| Ok(BranchValues::from_slice(&[make.nth_of(&cells, number), ZERO])),
            |make| {
                let inside = make.set_and(&cells, region);
                let many = make.size(&inside);
                let rest = make.sub(number, size);
                let more = make.sub(trial.choices, ONE);
                let most = make.mul(many, more);
                let fits = make.below(rest, most);
                make.refuse_unless(fits, again);
                let (place, choice) = make.divided_by(rest, more);
                let choice = make.add(choice, ONE);
                Ok(BranchValues::from_slice(&[make.nth_of(&inside, place), choice]))
            },
        )?;
        Ok((left[0], left[1]))
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
