//! Values while code is generated: known now, or computed by the code at run time.

use super::Gen;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, Opcode, Value, ValueDef};
use cranelift_frontend::FuncInstBuilder;
use std::collections::HashMap;

/// A machine word; a known one costs nothing at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// Known while the code is generated.
    Known(i64),
    /// Computed by the code.
    Made(Value),
}

/// The word 0, and `false`.
pub(crate) const ZERO: Word = Word::Known(0);
/// The word 1, and `true`.
pub(crate) const ONE: Word = Word::Known(1);

impl Word {
    /// Makes a known truth value.
    pub(crate) fn truth(truth: bool) -> Word {
        Word::Known(i64::from(truth))
    }

    /// Returns the value, if it is known.
    pub(crate) fn known(self) -> Option<i64> {
        match self {
            Word::Known(n) => Some(n),
            Word::Made(_) => None,
        }
    }
}

/// A number of the language, with bounds: if they fit into 32 bits, no test is needed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Int {
    pub word: Word,
    pub low: i64,
    pub high: i64,
}

impl Int {
    /// The bounds of all numbers.
    pub(crate) const BOUNDS: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

    pub(crate) fn known(n: i64) -> Int {
        Int { word: Word::Known(n), low: n, high: n }
    }

    pub(crate) fn between(word: Word, low: i64, high: i64) -> Int {
        match word {
            Word::Known(n) => Int::known(n),
            Word::Made(_) => Int { word, low, high },
        }
    }

    /// Makes any number of 32 bits.
    pub(crate) fn any(word: Word) -> Int {
        Int::between(word, i64::from(i32::MIN), i64::from(i32::MAX))
    }
}

/// A cell; `off` is represented by the number of cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub word: Word,
    /// Whether it is certainly not `off`.
    pub sure: bool,
}

/// The constants of one block, which are written once.
#[derive(Default)]
pub(crate) struct Constants {
    block: Option<Block>,
    values: HashMap<i64, Value>,
}

impl Gen<'_, '_> {
    /// Returns the value of a constant.
    pub(crate) fn constant(&mut self, n: i64) -> Value {
        let block = self.b.current_block();
        if self.constants.block != block {
            self.constants.block = block;
            self.constants.values.clear();
        }
        *self.constants.values.entry(n).or_insert_with(|| self.b.ins().iconst(I64, n))
    }

    /// Returns the value of a condition as instructions test it: a comparison needs no other word.
    pub(crate) fn tested(&mut self, truth: Word) -> Value {
        let value = self.value(truth);
        let dfg = &self.b.func.dfg;
        match dfg.value_def(value) {
            ValueDef::Result(inst, 0) if dfg.insts[inst].opcode() == Opcode::Uextend => dfg.inst_args(inst)[0],
            _ => value,
        }
    }

    /// Returns the word as a value of the generated code.
    pub(crate) fn value(&mut self, word: Word) -> Value {
        match word {
            Word::Known(n) => self.constant(n),
            Word::Made(value) => value,
        }
    }

    /// Emits an instruction for two words.
    pub(crate) fn emit(
        &mut self,
        a: Word,
        b: Word,
        make: impl FnOnce(FuncInstBuilder<'_, '_>, Value, Value) -> Value,
    ) -> Word {
        let (a, b) = (self.value(a), self.value(b));
        Word::Made(make(self.b.ins(), a, b))
    }

    pub(crate) fn and(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => Word::Known(a & b),
            (ZERO, _) | (_, ZERO) => ZERO,
            (Word::Known(-1), other) | (other, Word::Known(-1)) => other,
            _ if a == b => a,
            _ => self.emit(a, b, |to, a, b| to.band(a, b)),
        }
    }

    pub(crate) fn or(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => Word::Known(a | b),
            (ZERO, other) | (other, ZERO) => other,
            (Word::Known(-1), _) | (_, Word::Known(-1)) => Word::Known(-1),
            _ if a == b => a,
            _ => self.emit(a, b, |to, a, b| to.bor(a, b)),
        }
    }

    pub(crate) fn xor(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => Word::Known(a ^ b),
            (ZERO, other) | (other, ZERO) => other,
            _ => self.emit(a, b, |to, a, b| to.bxor(a, b)),
        }
    }

    /// Returns the bits of `a` that are not in `b`.
    pub(crate) fn and_not(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => Word::Known(a & !b),
            (ZERO, _) | (_, Word::Known(-1)) => ZERO,
            (_, ZERO) => a,
            (_, Word::Known(n)) => self.and(a, Word::Known(!n)),
            (Word::Made(a), Word::Made(b)) if a == b => ZERO,
            _ => self.emit(a, b, |to, a, b| to.band_not(a, b)),
        }
    }

    pub(crate) fn add(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => Word::Known(a.wrapping_add(b)),
            (ZERO, other) | (other, ZERO) => other,
            _ => self.emit(a, b, |to, a, b| to.iadd(a, b)),
        }
    }

    pub(crate) fn sub(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => Word::Known(a.wrapping_sub(b)),
            (_, ZERO) => a,
            _ => self.emit(a, b, |to, a, b| to.isub(a, b)),
        }
    }

    pub(crate) fn mul(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::Known(a), Word::Known(b)) => Word::Known(a.wrapping_mul(b)),
            (ZERO, _) | (_, ZERO) => ZERO,
            (ONE, other) | (other, ONE) => other,
            _ => self.emit(a, b, |to, a, b| to.imul(a, b)),
        }
    }

    /// Shifts to the left by a known number of bits.
    pub(crate) fn left_by(&mut self, a: Word, bits: u32) -> Word {
        match a {
            _ if bits == 0 => a,
            _ if bits >= 64 => ZERO,
            Word::Known(n) => Word::Known(((n as u64) << bits) as i64),
            Word::Made(_) => self.emit(a, Word::Known(bits.into()), |to, a, bits| to.ishl(a, bits)),
        }
    }

    /// Shifts to the right by a known number of bits.
    pub(crate) fn right_by(&mut self, a: Word, bits: u32) -> Word {
        match a {
            _ if bits == 0 => a,
            _ if bits >= 64 => ZERO,
            Word::Known(n) => Word::Known(((n as u64) >> bits) as i64),
            Word::Made(_) => self.emit(a, Word::Known(bits.into()), |to, a, bits| to.ushr(a, bits)),
        }
    }

    /// Shifts to the left by the lowest six bits of `by`.
    pub(crate) fn left(&mut self, a: Word, by: Word) -> Word {
        if let Some(by) = by.known() {
            return self.left_by(a, (by & 63) as u32);
        }
        self.emit(a, by, |to, a, by| to.ishl(a, by))
    }

    /// Shifts to the right by the lowest six bits of `by`.
    pub(crate) fn right(&mut self, a: Word, by: Word) -> Word {
        if let Some(by) = by.known() {
            return self.right_by(a, (by & 63) as u32);
        }
        self.emit(a, by, |to, a, by| to.ushr(a, by))
    }

    /// Returns a comparison as 0 or 1.
    pub(crate) fn compare(&mut self, sign: IntCC, a: Word, b: Word) -> Word {
        if let (Word::Known(a), Word::Known(b)) = (a, b) {
            return Word::truth(match sign {
                IntCC::Equal => a == b,
                IntCC::NotEqual => a != b,
                IntCC::SignedLessThan => a < b,
                IntCC::SignedLessThanOrEqual => a <= b,
                IntCC::SignedGreaterThan => a > b,
                IntCC::SignedGreaterThanOrEqual => a >= b,
                IntCC::UnsignedLessThan => (a as u64) < b as u64,
                IntCC::UnsignedLessThanOrEqual => a as u64 <= b as u64,
                IntCC::UnsignedGreaterThan => a as u64 > b as u64,
                IntCC::UnsignedGreaterThanOrEqual => a as u64 >= b as u64,
            });
        }
        let (a, b) = (self.value(a), self.value(b));
        let bit = self.b.ins().icmp(sign, a, b);
        Word::Made(self.b.ins().uextend(I64, bit))
    }

    pub(crate) fn same(&mut self, a: Word, b: Word) -> Word {
        self.compare(IntCC::Equal, a, b)
    }

    pub(crate) fn below(&mut self, a: Word, b: Word) -> Word {
        self.compare(IntCC::UnsignedLessThan, a, b)
    }

    /// Returns the opposite truth value.
    pub(crate) fn not(&mut self, a: Word) -> Word {
        self.xor(a, ONE)
    }

    /// Returns 0 for 0, and all bits for 1.
    pub(crate) fn mask(&mut self, truth: Word) -> Word {
        self.sub(ZERO, truth)
    }

    pub(crate) fn select(&mut self, truth: Word, yes: Word, no: Word) -> Word {
        match truth {
            ZERO => no,
            Word::Known(_) => yes,
            Word::Made(_) if yes == no => yes,
            Word::Made(truth) if yes == ONE && no == ZERO => Word::Made(truth),
            Word::Made(_) => {
                let (truth, yes, no) = (self.tested(truth), self.value(yes), self.value(no));
                Word::Made(self.b.ins().select(truth, yes, no))
            }
        }
    }

    /// Returns the n-th bit.
    pub(crate) fn has_bit(&mut self, a: Word, n: usize) -> Word {
        let low = self.right_by(a, n as u32);
        self.and(low, ONE)
    }

    /// Returns the number of bits.
    pub(crate) fn bits(&mut self, a: Word) -> Word {
        match a {
            Word::Known(n) => Word::Known(i64::from(n.count_ones())),
            Word::Made(v) => Word::Made(self.b.ins().popcnt(v)),
        }
    }

    /// Returns the position of the lowest bit; 64 for 0.
    pub(crate) fn lowest(&mut self, a: Word) -> Word {
        match a {
            Word::Known(n) => Word::Known(i64::from(n.trailing_zeros())),
            Word::Made(v) => Word::Made(self.b.ins().ctz(v)),
        }
    }

    /// Returns the position of the highest bit; -1 for 0.
    pub(crate) fn highest(&mut self, a: Word) -> Word {
        match a {
            Word::Known(n) => Word::Known(63 - i64::from(n.leading_zeros())),
            Word::Made(v) => {
                let zeros = self.b.ins().clz(v);
                self.sub(Word::Known(63), Word::Made(zeros))
            }
        }
    }

    /// Returns all bits below the lowest bit; all for 0.
    pub(crate) fn below_lowest(&mut self, a: Word) -> Word {
        let less = self.sub(a, ONE);
        self.and_not(less, a)
    }

    /// Returns all bits above the highest bit; all for 0.
    pub(crate) fn above_highest(&mut self, a: Word) -> Word {
        match a {
            Word::Known(n) => Word::Known(!(u64::MAX.checked_shr(n.leading_zeros()).unwrap_or(0)) as i64),
            Word::Made(v) => {
                let zeros = self.b.ins().clz(v);
                let up_to = self.right(Word::Known(-1), Word::Made(zeros));
                let above = self.xor(up_to, Word::Known(-1));
                self.select(a, above, Word::Known(-1))
            }
        }
    }

    /// Shifts to the left by the lowest six bits of `by`; what leaves the word comes back at its other end.
    pub(crate) fn rotated(&mut self, a: Word, by: Word) -> Word {
        match (a, by) {
            (Word::Known(a), Word::Known(by)) => Word::Known(a.rotate_left((by & 63) as u32)),
            _ => self.emit(a, by, |to, a, by| to.rotl(a, by)),
        }
    }

    /// Returns the lesser, or the greater, of two numbers.
    pub(crate) fn extreme(&mut self, greater: bool, a: Word, b: Word) -> Word {
        if let (Word::Known(a), Word::Known(b)) = (a, b) {
            return Word::Known(if greater { a.max(b) } else { a.min(b) });
        }
        self.emit(a, b, |to, a, b| if greater { to.smax(a, b) } else { to.smin(a, b) })
    }
}
