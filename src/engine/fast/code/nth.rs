//! The n-th element of a set.

use super::set::Words;
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets};
use cranelift_codegen::ir::condcodes::IntCC;

/// The n-th of at most this many bits, a power of two, is found by removing those before it.
const FEW: usize = 8;

impl Gen<'_, '_> {
    /// Returns the n-th cell of a set, from 0.
    pub(crate) fn nth_of(&mut self, set: &Words, n: Word) -> Word {
        let (mut word, mut left, mut first) = (set[0], n, ZERO);
        if set.len() > 1 {
            // Find the word that contains it.
            let mut before = ZERO;
            for (i, next) in set.iter().enumerate() {
                let size = self.bits(*next);
                let reached = self.compare(IntCC::UnsignedGreaterThanOrEqual, n, before);
                word = self.select(reached, *next, word);
                let rest = self.sub(n, before);
                left = self.select(reached, rest, left);
                first = self.select(reached, Word::Known(64 * i as i64), first);
                before = self.add(before, size);
            }
        }
        let place = self.nth_bit(word, left);
        self.add(first, place)
    }

    /// Returns the n-th cell of a set, from 0, which is fast if it has few; `size` is how many it has.
    pub(crate) fn nth_of_few(&mut self, set: &Words, n: Word, size: Word) -> Gets<Word> {
        let [word] = set[..] else { return Ok(self.nth_of(set, n)) };
        let few = self.compare(IntCC::UnsignedLessThanOrEqual, size, Word::Known(FEW as i64));
        self.either_word(
            few,
            |make| {
                // All that may be left after n bits have been removed, of which the bits of n select one.
                let mut left = vec![word];
                for _ in 1..FEW {
                    let last = left[left.len() - 1];
                    let less = make.sub(last, ONE);
                    left.push(make.and(last, less));
                }
                for bit in 0..FEW.ilog2() {
                    let odd = make.has_bit(n, bit as usize);
                    left = left.chunks(2).map(|pair| make.select(odd, pair[1], pair[0])).collect();
                }
                Ok(make.lowest(left[0]))
            },
            |make| Ok(make.nth_bit(word, n)),
        )
    }

    /// Returns the position of the n-th bit of a word, from 0; the word must have more than n bits (S. Vigna, "Broadword
    /// Implementation of Rank/Select Queries", 2008).
    pub(crate) fn nth_bit(&mut self, word: Word, n: Word) -> Word {
        const ONES: i64 = 0x0101_0101_0101_0101;
        // Count the bits of each byte, and those below it.
        let pairs = self.right_by(word, 1);
        let pairs = self.and(pairs, Word::Known(0x5555_5555_5555_5555));
        let pairs = self.sub(word, pairs);
        let high = self.right_by(pairs, 2);
        let high = self.and(high, Word::Known(0x3333_3333_3333_3333));
        let low = self.and(pairs, Word::Known(0x3333_3333_3333_3333));
        let fours = self.add(high, low);
        let high = self.right_by(fours, 4);
        let both = self.add(fours, high);
        let bytes = self.and(both, Word::Known(0x0f0f_0f0f_0f0f_0f0f));
        let sums = self.mul(bytes, Word::Known(ONES));
        // Find the bytes that end before the bit: those whose sum is no more than n.
        let ns = self.mul(n, Word::Known(ONES));
        let tops = Word::Known(ONES << 7);
        let ns = self.or(ns, tops);
        let fewer = self.sub(ns, sums);
        let fewer = self.and(fewer, tops);
        let skipped = self.bits(fewer);
        let place = self.left_by(skipped, 3);
        // Find the bit in its byte, with a table.
        let before = self.left_by(sums, 8);
        let before = self.right(before, place);
        let before = self.and(before, Word::Known(255));
        let rest = self.sub(n, before);
        let byte = self.right(word, place);
        let byte = self.and(byte, Word::Known(255));
        let row = self.left_by(byte, 3);
        let entry = self.add(row, rest);
        let bit = self.load_at(self.plan.nth_bits(), entry);
        self.add(place, bit)
    }
}
