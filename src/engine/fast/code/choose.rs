//! Choices: the script gives them. Where it ends, the code goes on with the first choice of each offer and writes down the offer, as
//! long as there is room for it; then the choices are put on offer.

use super::set::Words;
use super::sort::Thing;
use super::stmt::{Way, status};
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::game::expr::SetExpr;
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

/// What there is to choose, as it is offered.
pub(super) struct Offered {
    /// One of [`offer`], without [`offer::MAY`].
    pub tag: i64,
    words: Vec<Word>,
}

impl Offered {
    /// Returns the cells, if these are on offer.
    fn cells(&self) -> Words {
        self.words.iter().copied().collect()
    }
}

impl<'p> Gen<'p, '_> {
    /// Evaluates what there is to choose, and whether there is something.
    pub(super) fn on_offer(&mut self, over: &SetExpr) -> Gets<(Offered, Word)> {
        let over = self.thing(over.part())?;
        let some = self.has_some(&over);
        let (tag, words, some) = match over {
            Thing::Cells(cells) => (offer::CELLS, cells.to_vec(), some),
            Thing::Ints(numbers) => self.number_offer(numbers)?,
            Thing::Word(mask, _) => (offer::BITS, vec![mask, ZERO], some),
        };
        Ok((Offered { tag, words }, some))
    }

    pub(crate) fn choose(&mut self, choose: &'p Choose, way: Way) -> Gets<()> {
        if let Some(drawn) = self.drawn {
            return self.choose_drawn(choose, way, drawn);
        }
        let plan = self.plan;
        let used_at = plan.native.used;
        let (on_offer, some) = self.on_offer(&choose.over)?;
        let locals = self.locals.clone();
        self.only_if(some, |make| {
            let used = make.load(used_at);
            let head = make.load_from(way.script, 0);
            let given = make.and(head, Word::Known((1 << script::ROOM) - 1));
            let has = make.below(used, given);
            let lacks = make.not(has);
            let offered: Words = [Word::Known(on_offer.tag + if choose.may { offer::MAY } else { 0 })]
                .into_iter()
                .chain(on_offer.words.iter().copied())
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
                let first = make.selected(&on_offer, choose.may)?;
                let at = make.address(way.script, used);
                make.store_at(at, 1, first);
                Ok(())
            })?;
            let at = make.address(way.script, used);
            let chosen = make.load_from(at, 1);
            let next = make.add(used, ONE);
            make.store(used_at, next);
            let go_on = |make: &mut Self| -> Gets<()> {
                let words = &on_offer.words;
                let fits = match on_offer.tag {
                    offer::CELLS => {
                        let on = make.below(chosen, Word::Known(plan.cells() as i64));
                        let safe = make.select(on, chosen, ZERO);
                        let there = make.contains(&on_offer.cells(), Spot { word: safe, sure: true });
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
                make.locals.bind(choose.slot, chosen, on_offer.tag == offer::CELLS);
                if let (Some(_), Some(first)) = (make.shown, plan.texts.of_choice(choose)) {
                    make.write_text(&choose.text, first)?;
                }
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

    /// Returns the choice that the number in [`Native::number`](crate::engine::fast::native::Native::number) selects, which is divided
    /// by how many choices there are; the first one if it is 0.
    fn selected(&mut self, on_offer: &Offered, may: bool) -> Gets<Word> {
        let at = self.plan.native.number;
        let number = if self.plan.draws_choices() { self.load(at) } else { ZERO };
        let is_drawn = self.compare(IntCC::NotEqual, number, ZERO);
        self.either_word(
            is_drawn,
            |make| {
                let size = make.offered_size(on_offer);
                let all = if may { make.add(size, ONE) } else { size };
                let (rest, n) = make.divided_by(number, all);
                make.store(at, rest);
                if !may {
                    return Ok(make.nth_offered(on_offer, n));
                }
                let left = make.same(n, ZERO);
                let n = make.sub(n, ONE);
                let n = make.extreme(true, n, ZERO);
                let chosen = make.nth_offered(on_offer, n);
                Ok(make.select(left, Word::Known(i64::from(Move::LEFT)), chosen))
            },
            |make| Ok(if may { Word::Known(i64::from(Move::LEFT)) } else { make.first_offered(on_offer) }),
        )
    }

    /// Returns the first choice of an offer that has one.
    fn first_offered(&mut self, on_offer: &Offered) -> Word {
        let words = &on_offer.words;
        match on_offer.tag {
            offer::CELLS => self.first_of(&on_offer.cells()).word,
            offer::RANGE => words[0],
            _ => {
                let place = self.lowest(words[0]);
                self.add(words[1], place)
            }
        }
    }

    /// Returns the number of choices on offer, without leaving.
    pub(super) fn offered_size(&mut self, on_offer: &Offered) -> Word {
        let words = &on_offer.words;
        match on_offer.tag {
            offer::CELLS => self.size(&on_offer.cells()),
            offer::RANGE => {
                let size = self.sub(words[1], words[0]);
                let size = self.add(size, ONE);
                self.extreme(true, size, ZERO)
            }
            _ => self.bits(words[0]),
        }
    }

    /// Returns the n-th of the choices on offer, from 0.
    pub(super) fn nth_offered(&mut self, on_offer: &Offered, n: Word) -> Word {
        let words = &on_offer.words;
        match on_offer.tag {
            offer::CELLS => self.nth_of(&on_offer.cells(), n),
            offer::RANGE => self.add(words[0], n),
            _ => {
                let place = self.nth_bit(words[0], n);
                self.add(place, words[1])
            }
        }
    }
}
