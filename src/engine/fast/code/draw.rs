//! Random draws: candidates, values of binders that are drawn one by one, and random numbers below a total.

use super::choiceless::Choiceless;
use super::choose::offer;
use super::flow::BranchValues;
use super::ply::{Offer, Trial};
use super::set::Words;
use super::slice::Slice;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::game::expr::{AnyExpr, CellsExpr, SetExpr};
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder};

/// One of several offers is selected without a branch if this takes no more instructions.
const SELECTED: usize = 48;

impl<'p> Gen<'p, '_> {
    /// Returns the next random bits, like [`crate::rng::Rng::next_u64`].
    pub(super) fn random(&mut self) -> Word {
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
            let (rest_of_slice, size) = match &trial.untried {
                Some(untried) => self.rest_of(offer, untried),
                None => (None, here.iter().fold(ZERO, |all, offer| self.add(all, offer.size))),
            };
            let slice = rest_of_slice.as_ref().unwrap_or(&offer.load.slice);
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
                    let cell = match slice.cells() {
                        // Several sets have more cells, so that there are rarely few.
                        Some(cells) if offers.len() == 1 => Some(self.nth_of_few(cells, nth, total)?),
                        Some(cells) => Some(self.nth_of(cells, nth)),
                        None => None,
                    };
                    self.slice_values(slice, cell)
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
    pub(super) fn below_total(&mut self, random: Word, total: Word, again: Block) -> Word {
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
}
