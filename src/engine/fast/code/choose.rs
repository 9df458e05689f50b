//! Choices: the script gives them. Where it ends, the code goes on with the first choice of each offer and writes down the offer, as
//! long as there is room for it; then the choices are put on offer.

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

/// The script of a `do`: one word, then choices, then offers.
pub(crate) mod script {
    /// The first word is the number of choices, plus this for each choice beyond them that there is room for, with its offer.
    pub(crate) const ROOM: u32 = 32;

    /// Returns the number of words of an offer: its tag and a set of cells, or two words.
    pub(crate) fn offer_words(width: usize) -> usize {
        1 + width.max(2)
    }

    /// Returns where the offer of the n-th choice is, in words from the first one.
    pub(crate) fn offer_at(room: usize, n: usize, width: usize) -> usize {
        1 + room + n * offer_words(width)
    }
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
            let head = make.load_from(way.script, 0);
            let given = make.and(head, Word::Known((1 << script::ROOM) - 1));
            let has = make.below(used, given);
            let lacks = make.not(has);
            let offered: Words = [Word::Known(tag + if choose.may { offer::MAY } else { 0 })]
                .into_iter()
                .chain(words.iter().copied())
                .collect();
            make.only_if(lacks, |make| {
                let room = make.right_by(head, script::ROOM);
                let beyond = make.compare(IntCC::UnsignedGreaterThanOrEqual, used, room);
                let on = make.when(beyond);
                for (i, word) in offered.iter().enumerate() {
                    make.store(plan.native.offer + i, *word);
                }
                make.give_back(Word::Known(status::OFFER));
                make.b.switch_to_block(on);
                let n = make.mul(used, Word::Known(script::offer_words(plan.width()) as i64));
                let n = make.add(n, room);
                let at = make.address(way.script, n);
                for (i, word) in offered.iter().enumerate() {
                    make.store_at(at, script::offer_at(0, 0, plan.width()) + i, *word);
                }
                let first =
                    if choose.may { Word::Known(i64::from(Move::LEFT)) } else { make.first_offered(tag, &words)? };
                let at = make.address(way.script, used);
                make.store_at(at, 1, first);
                Ok(())
            })?;
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

    /// Returns the first choice of an offer that has one.
    fn first_offered(&mut self, tag: i64, words: &[Word]) -> Gets<Word> {
        Ok(match tag {
            offer::CELLS => {
                let cells: Words = words.iter().copied().collect();
                self.first_of(&cells).word
            }
            offer::RANGE => words[0],
            _ => {
                let place = self.lowest(words[0]);
                self.add(words[1], place)
            }
        })
    }
}
