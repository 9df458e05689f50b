//! Choices: either the script gives the choice, or the choices are put on offer.

use super::set::Words;
use super::sort::Thing;
use super::stmt::{Way, status};
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::game::part::AsPart;
use crate::game::stmt::Choose;
use crate::moves::Move;
use cranelift_codegen::ir::condcodes::IntCC;

/// How choices are offered.
pub(crate) mod offer {
    /// Cells.
    pub(crate) const CELLS: i64 = 0;
    /// Bits of a word, counted from a number.
    pub(crate) const BITS: i64 = 1;
    /// Numbers from one to another.
    pub(crate) const RANGE: i64 = 2;
    /// Added if leaving it is a choice too.
    pub(crate) const MAY: i64 = 8;
}

impl<'p> Gen<'p, '_> {
    pub(crate) fn choose(&mut self, choose: &'p Choose, way: Way) -> Gets<()> {
        if let Some(drawn) = self.drawn {
            return self.choose_drawn(choose, way, drawn);
        }
        let plan = self.plan;
        let used_at = plan.native.used;
        // What there is to choose, as it is offered: a tag and words.
        let over = self.thing(choose.over.part())?;
        let some = self.has_some(&over);
        let (tag, words, some) = match over {
            Thing::Cells(cells) => (offer::CELLS, cells.to_vec(), some),
            Thing::Ints(numbers) => self.number_offer(numbers)?,
            Thing::Word(mask, _) => (offer::BITS, vec![mask, ZERO], some),
        };
        let locals = self.locals.clone();
        self.only_if(some, |make| {
            let used = make.load(used_at);
            let script = make.load_from(way.script, 0);
            let has = make.below(used, script);
            let lacks = make.not(has);
            let chosen_block = make.when(lacks);
            // The script gives no choice here: put the choices on offer.
            let tag = tag + if choose.may { offer::MAY } else { 0 };
            make.store(plan.native.offer, Word::Known(tag));
            for (i, word) in words.iter().enumerate() {
                make.store(plan.native.offer + 1 + i, *word);
            }
            make.give_back(Word::Known(status::OFFER));
            // Otherwise continue with the script's choice.
            make.b.switch_to_block(chosen_block);
            let at = make.address(way.script, used);
            let chosen = make.load_from(at, 1);
            let next = make.add(used, ONE);
            make.store(used_at, next);
            let go_on = |make: &mut Self| -> Gets<()> {
                let is_cell = tag & 7 == offer::CELLS;
                let fits = match tag & 7 {
                    offer::CELLS => {
                        let cells: Words = words.iter().copied().collect();
                        let on = make.below(chosen, Word::Known(plan.cells() as i64));
                        let safe = make.select(on, chosen, ZERO);
                        let there = make.contains(&cells, Spot { word: safe, sure: true });
                        make.and(there, on)
                    }
                    offer::RANGE => {
                        let low = make.compare(IntCC::SignedGreaterThanOrEqual, chosen, words[0]);
                        let high = make.compare(IntCC::SignedLessThanOrEqual, chosen, words[1]);
                        make.and(low, high)
                    }
                    _ => {
                        let place = make.sub(chosen, words[1]);
                        let bit = make.bit(place);
                        let both = make.and(bit, words[0]);
                        make.compare(IntCC::NotEqual, both, ZERO)
                    }
                };
                let wrong = make.not(fits);
                make.fault_if(wrong);
                make.locals.bind(choose.slot, chosen, is_cell);
                make.block(&choose.body, way)
            };
            if choose.may {
                let left = make.same(chosen, Word::Known(i64::from(Move::LEFT)));
                let taken = make.not(left);
                make.only_if(taken, go_on)
            } else {
                go_on(make)
            }
        })?;
        self.locals = locals;
        Ok(())
    }
}
