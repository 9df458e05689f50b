//! Branches, loops and memory access in generated code.

use super::set::Words;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::game::cells::Cell;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{BlockArg, InstBuilder, MemFlagsData, StackSlotData, StackSlotKind};
use cranelift_frontend::Variable;
use smallvec::SmallVec;

/// A loop over at most this many known elements is unrolled.
const UNROLLED: usize = 8;

/// The values that a branch leaves.
pub(crate) type Left = SmallVec<[Word; 6]>;

impl Gen<'_, '_> {
    /// Loads the n-th word of the position.
    pub(crate) fn load(&mut self, n: usize) -> Word {
        let state = self.state;
        Word::Made(self.b.ins().load(I64, MemFlagsData::trusted(), state, (n * 8) as i32))
    }

    /// Loads a set that begins at the n-th word of the position.
    pub(crate) fn load_set(&mut self, n: usize) -> Words {
        (0..self.width()).map(|i| self.load(n + i)).collect()
    }

    pub(crate) fn store(&mut self, n: usize, word: Word) {
        let value = self.value(word);
        let state = self.state;
        self.b.ins().store(MemFlagsData::trusted(), value, state, (n * 8) as i32);
    }

    pub(crate) fn store_set(&mut self, n: usize, words: &Words) {
        for (i, word) in words.iter().enumerate() {
            self.store(n + i, *word);
        }
    }

    /// Loads the word at `base + index`, counted from the first word of the position.
    pub(crate) fn load_word(&mut self, base: usize, index: Word) -> Word {
        match index {
            Word::Known(index) => self.load(base + index as usize),
            Word::Made(index) => {
                let bytes = self.b.ins().ishl_imm_u(index, 3);
                let at = self.b.ins().iadd(self.state, bytes);
                Word::Made(self.b.ins().load(I64, MemFlagsData::trusted(), at, (base * 8) as i32))
            }
        }
    }

    /// Stores the word at `base + index`.
    pub(crate) fn store_word(&mut self, base: usize, index: Word, word: Word) {
        match index {
            Word::Known(index) => self.store(base + index as usize, word),
            Word::Made(index) => {
                let value = self.value(word);
                let bytes = self.b.ins().ishl_imm_u(index, 3);
                let at = self.b.ins().iadd(self.state, bytes);
                self.b.ins().store(MemFlagsData::trusted(), value, at, (base * 8) as i32);
            }
        }
    }

    /// Loads the n-th word of a constant table of words.
    pub(crate) fn load_at(&mut self, table: *const u64, n: Word) -> Word {
        let base = self.b.ins().iconst(I64, table as i64);
        let flags = MemFlagsData::trusted().with_readonly();
        match n {
            Word::Known(n) => Word::Made(self.b.ins().load(I64, flags, base, (n * 8) as i32)),
            Word::Made(n) => {
                let bytes = self.b.ins().ishl_imm_u(n, 3);
                let at = self.b.ins().iadd(base, bytes);
                Word::Made(self.b.ins().load(I64, flags, at, 0))
            }
        }
    }

    /// Loads the n-th set of a constant table of sets.
    pub(crate) fn load_set_at(&mut self, table: *const u64, n: Word) -> Words {
        let width = self.width() as i64;
        let first = self.mul(n, Word::Known(width));
        match first {
            Word::Known(first) => (0..width).map(|i| self.load_at(table, Word::Known(first + i))).collect(),
            Word::Made(first) => {
                let base = self.b.ins().iconst(I64, table as i64);
                let bytes = self.b.ins().ishl_imm_u(first, 3);
                let at = self.b.ins().iadd(base, bytes);
                let flags = MemFlagsData::trusted().with_readonly();
                (0..width).map(|i| Word::Made(self.b.ins().load(I64, flags, at, (i * 8) as i32))).collect()
            }
        }
    }

    /// Faults if the condition holds.
    pub(crate) fn fault_if(&mut self, truth: Word) {
        match truth {
            Word::Known(0) => {}
            _ => {
                let on = self.b.create_block();
                let (truth, fault) = (self.value(truth), self.fault);
                self.b.ins().brif(truth, fault, &[], on, &[]);
                self.b.switch_to_block(on);
            }
        }
    }

    /// Faults unconditionally; returns a value in place of the one that does not exist.
    pub(crate) fn impossible(&mut self) -> Word {
        self.fault_if(ONE);
        ZERO
    }

    /// Emits two branches, each of which leaves the same number of values.
    pub(crate) fn either(
        &mut self,
        truth: Word,
        yes: impl FnOnce(&mut Self) -> Gets<Left>,
        no: impl FnOnce(&mut Self) -> Gets<Left>,
    ) -> Gets<Left> {
        if let Some(truth) = truth.known() {
            return if truth != 0 { yes(self) } else { no(self) };
        }
        let (then, other, join) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let truth = self.value(truth);
        self.b.ins().brif(truth, then, &[], other, &[]);
        let seen = self.seen;
        self.b.switch_to_block(then);
        let left = yes(self)?;
        let args: Vec<BlockArg> = left.iter().map(|word| BlockArg::Value(self.value(*word))).collect();
        let joined: Left = left.iter().map(|_| Word::Made(self.b.append_block_param(join, I64))).collect();
        self.b.ins().jump(join, &args);
        self.b.switch_to_block(other);
        self.seen = seen;
        let right = no(self)?;
        let args: Vec<BlockArg> = right.iter().map(|word| BlockArg::Value(self.value(*word))).collect();
        self.b.ins().jump(join, &args);
        self.b.switch_to_block(join);
        self.seen = seen;
        Ok(joined)
    }

    /// Runs code only if the condition holds.
    pub(crate) fn only_if(&mut self, truth: Word, run: impl FnOnce(&mut Self) -> Gets<()>) -> Gets<()> {
        self.either(
            truth,
            |make| {
                run(make)?;
                Ok(Left::new())
            },
            |_| Ok(Left::new()),
        )?;
        Ok(())
    }

    /// Makes a variable that the code can assign repeatedly.
    pub(crate) fn variable(&mut self, first: Word) -> Variable {
        let variable = self.b.declare_var(I64);
        self.assign(variable, first);
        variable
    }

    pub(crate) fn assign(&mut self, variable: Variable, word: Word) {
        let value = self.value(word);
        self.b.def_var(variable, value);
    }

    pub(crate) fn read(&mut self, variable: Variable) -> Word {
        Word::Made(self.b.use_var(variable))
    }

    /// Emits a loop that runs while the condition holds. The body returns whether to continue.
    pub(crate) fn repeat(
        &mut self,
        condition: impl FnOnce(&mut Self) -> Gets<Word>,
        body: impl FnOnce(&mut Self) -> Gets<()>,
    ) -> Gets<()> {
        let (head, inside, out) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let seen = self.seen;
        self.b.ins().jump(head, &[]);
        self.b.switch_to_block(head);
        let truth = condition(self)?;
        let truth = self.value(truth);
        self.b.ins().brif(truth, inside, &[], out, &[]);
        self.b.switch_to_block(inside);
        body(self)?;
        self.b.ins().jump(head, &[]);
        self.b.switch_to_block(out);
        self.seen = seen;
        Ok(())
    }

    /// Runs code for each of these elements, until it returns to stop. Returns whether it did.
    pub(crate) fn each_known<T: Copy>(
        &mut self,
        items: &[T],
        run: &mut dyn FnMut(&mut Self, T) -> Gets<Word>,
    ) -> Gets<Word> {
        let Some((first, others)) = items.split_first() else { return Ok(ZERO) };
        let enough = run(self, *first)?;
        match enough {
            ZERO => self.each_known(others, run),
            Word::Known(_) => Ok(ONE),
            Word::Made(_) if others.is_empty() => Ok(enough),
            Word::Made(_) => {
                let left = self.either(
                    enough,
                    |_| Ok(Left::from_slice(&[ONE])),
                    |make| Ok(Left::from_slice(&[make.each_known(others, run)?])),
                )?;
                Ok(left[0])
            }
        }
    }

    /// Runs code for each bit of a word, lowest first, until it returns to stop. Returns whether it did.
    pub(crate) fn each_bit(&mut self, word: Word, run: &mut dyn FnMut(&mut Self, Word) -> Gets<Word>) -> Gets<Word> {
        if let Word::Known(mut bits) = word {
            let mut places = Vec::new();
            while bits != 0 {
                places.push(Word::Known(i64::from(bits.trailing_zeros())));
                bits &= bits.wrapping_sub(1);
            }
            if places.len() <= UNROLLED {
                return self.each_known(&places, run);
            }
        }
        let left = self.variable(word);
        let enough = self.variable(ZERO);
        self.repeat(
            |make| Ok(make.read(left)),
            |make| {
                let bits = make.read(left);
                let lowest = make.lowest(bits);
                let fewer = make.sub(bits, ONE);
                let rest = make.and(bits, fewer);
                make.assign(left, rest);
                let stop = run(make, lowest)?;
                if stop != ZERO {
                    let rest = make.read(left);
                    let rest = make.select(stop, ZERO, rest);
                    make.assign(left, rest);
                    make.assign(enough, stop);
                }
                Ok(())
            },
        )?;
        Ok(self.read(enough))
    }

    /// Runs code for each cell of a set, in the language's order, until it returns to stop. Returns whether it did.
    pub(crate) fn each_cell(&mut self, set: &Words, run: &mut dyn FnMut(&mut Self, Spot) -> Gets<Word>) -> Gets<Word> {
        if let Some(known) = self.as_known(set)
            && known.len() <= UNROLLED
        {
            let cells: Vec<Cell> = known.iter().collect();
            return self.each_known(&cells, &mut |make, cell| {
                run(make, Spot { word: Word::Known(i64::from(cell.0)), sure: true })
            });
        }
        if let [word] = set.as_slice() {
            return self.each_bit(*word, &mut |make, bit| run(make, Spot { word: bit, sure: true }));
        }
        // The words are kept in memory, so that one loop covers them all.
        let size = (set.len() * 8) as u32;
        let slot = self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, size, 3));
        let base = self.b.ins().stack_addr(I64, slot, 0);
        for (i, word) in set.iter().enumerate() {
            let value = self.value(*word);
            self.b.ins().store(MemFlagsData::trusted(), value, base, (i * 8) as i32);
        }
        let at = self.variable(ZERO);
        let enough = self.variable(ZERO);
        let width = Word::Known(set.len() as i64);
        self.repeat(
            |make| {
                let at = make.read(at);
                Ok(make.compare(IntCC::SignedLessThan, at, width))
            },
            |make| {
                let here = make.read(at);
                let index = make.value(here);
                let bytes = make.b.ins().ishl_imm_u(index, 3);
                let base = make.b.ins().stack_addr(I64, slot, 0);
                let address = make.b.ins().iadd(base, bytes);
                let word = Word::Made(make.b.ins().load(I64, MemFlagsData::trusted(), address, 0));
                let first = make.left_by(here, 6);
                let stop = make.each_bit(word, &mut |make, bit| {
                    let cell = make.add(first, bit);
                    run(make, Spot { word: cell, sure: true })
                })?;
                make.assign(enough, stop);
                let next = make.add(here, ONE);
                let next = make.select(stop, width, next);
                make.assign(at, next);
                Ok(())
            },
        )?;
        Ok(self.read(enough))
    }

    /// Spends one unit of fuel; faults if there is none left.
    pub(crate) fn spend(&mut self) {
        self.spend_for(0);
    }

    /// Spends the fuel for these statements.
    pub(crate) fn spend_for(&mut self, statements: usize) {
        let fuel = self.plan.native.fuel;
        let left = self.load(fuel);
        let needed = Word::Known(1 + statements as i64);
        let out = self.below(left, needed);
        self.fault_if(out);
        let less = self.sub(left, needed);
        self.store(fuel, less);
    }
}
