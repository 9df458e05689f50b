//! Sets of numbers in memory, where none of the other forms fits: how many there are, then the numbers, sorted and without repetition.

use super::locals::Numbers;
use super::word::{Int, ONE, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::machine::Helper;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, StackSlot, Value};

/// The most numbers of a set in memory; the other engine answers if there are more.
pub(crate) const MOST: usize = 256;

/// Adds a number to a set in memory; returns -1 if it is full.
pub(crate) fn insert(set: &mut [i64], n: i64) -> i64 {
    let len = set[0] as usize;
    let Err(place) = set[1..=len].binary_search(&n) else { return 0 };
    if len == MOST {
        return -1;
    }
    set.copy_within(1 + place..1 + len, 2 + place);
    set[1 + place] = n;
    set[0] += 1;
    0
}

/// Returns 1 if a number is in a set in memory, otherwise 0.
pub(crate) fn contains(set: &[i64], n: i64) -> i64 {
    i64::from(set[1..=set[0] as usize].binary_search(&n).is_ok())
}

impl Gen<'_, '_> {
    /// Makes an empty set in memory, to which a function adds numbers.
    pub(crate) fn written(&mut self, fill: impl FnOnce(&mut Self, StackSlot) -> Gets<()>) -> Gets<Numbers> {
        let (slot, base) = self.on_stack(&[], 1 + MOST);
        self.store_at(base, 0, ZERO);
        fill(self, slot)?;
        Ok(Numbers::Written(slot))
    }

    /// Adds the numbers of a set to a set in memory.
    pub(crate) fn write_all(&mut self, to: StackSlot, numbers: Numbers) -> Gets<()> {
        self.each_of(numbers, &mut |make, n| {
            make.write_number(to, n)?;
            Ok(ZERO)
        })?;
        Ok(())
    }

    /// Adds a number to a set in memory.
    pub(crate) fn write_number(&mut self, to: StackSlot, n: Word) -> Gets<()> {
        // Most come in order.
        let base = self.base_of(to);
        let len = self.load_from(base, 0);
        let last = self.nth_written(base, len);
        let is_more = self.compare(IntCC::SignedGreaterThan, n, last);
        let is_first = self.same(len, ZERO);
        let is_next = self.or(is_first, is_more);
        let has_room = self.below(len, Word::Known(MOST as i64));
        let is_next = self.and(is_next, has_room);
        self.either_word(
            is_next,
            |make| {
                let at = make.address(base, len);
                make.store_at(at, 1, n);
                let more = make.add(len, ONE);
                make.store_at(base, 0, more);
                Ok(ZERO)
            },
            |make| {
                let said = make.engine(Helper::Insert, &[Word::Made(base), n]);
                let is_full = make.compare(IntCC::SignedLessThan, said, ZERO);
                make.fault_if(is_full);
                Ok(ZERO)
            },
        )?;
        Ok(())
    }

    /// Returns whether a number is in a set in memory.
    pub(crate) fn is_written(&mut self, n: Int, set: StackSlot) -> Word {
        let base = self.base_of(set);
        self.engine(Helper::Contains, &[Word::Made(base), n.word])
    }

    /// Returns how many numbers a set in memory has.
    pub(crate) fn written_len(&mut self, set: StackSlot) -> Word {
        let base = self.base_of(set);
        self.load_from(base, 0)
    }

    /// Returns the least and the greatest number of a set in memory, which must have one.
    pub(crate) fn written_ends(&mut self, set: StackSlot) -> (Word, Word) {
        let base = self.base_of(set);
        let len = self.load_from(base, 0);
        (self.load_from(base, 1), self.nth_written(base, len))
    }

    /// Runs code for each number of a set in memory, until it returns to stop. Returns whether it did.
    pub(crate) fn each_written(
        &mut self,
        set: StackSlot,
        run: &mut dyn FnMut(&mut Self, Word) -> Gets<Word>,
    ) -> Gets<Word> {
        let len = self.written_len(set);
        self.each_number(ONE, len, &mut |make, at| {
            let base = make.base_of(set);
            let n = make.nth_written(base, at);
            run(make, n)
        })
    }

    fn base_of(&mut self, set: StackSlot) -> Value {
        self.b.ins().stack_addr(I64, set, 0)
    }

    /// Returns the n-th number, from 1.
    fn nth_written(&mut self, base: Value, n: Word) -> Word {
        let at = self.address(base, n);
        self.load_from(at, 0)
    }
}
