//! Branches, loops and memory access in generated code.

use super::set::Words;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::slow::SlowKind;
use crate::game::cells::Cell;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{
    Block, BlockArg, InstBuilder, MemFlagsData, StackSlot, StackSlotData, StackSlotKind, Value,
};
use cranelift_frontend::Variable;
use smallvec::SmallVec;

/// A loop over at most this many known elements is unrolled.
const UNROLLED: usize = 8;

/// The values that a branch leaves.
pub(crate) type BranchValues = SmallVec<[Word; 6]>;

/// The words of a set that the code sets again and again.
pub(crate) type Variables = SmallVec<[Variable; 6]>;

impl Gen<'_, '_> {
    /// Loads the n-th word of the position.
    pub(crate) fn load(&mut self, n: usize) -> Word {
        self.load_from(self.state, n)
    }

    /// Loads a set that begins at the n-th word of the position.
    pub(crate) fn load_set(&mut self, n: usize) -> Words {
        (0..self.width()).map(|i| self.load(n + i)).collect()
    }

    pub(crate) fn store(&mut self, n: usize, word: Word) {
        self.store_at(self.state, n, word);
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
            Word::Made(_) => {
                let at = self.address(self.state, index);
                self.load_from(at, base)
            }
        }
    }

    /// Stores the word at `base + index`.
    pub(crate) fn store_word(&mut self, base: usize, index: Word, word: Word) {
        match index {
            Word::Known(index) => self.store(base + index as usize, word),
            Word::Made(_) => {
                let at = self.address(self.state, index);
                self.store_at(at, base, word);
            }
        }
    }

    /// Returns the address of the word at an index from an address.
    pub(crate) fn address(&mut self, base: Value, index: Word) -> Value {
        let index = self.value(index);
        let three = self.constant(3);
        let bytes = self.b.ins().ishl(index, three);
        self.b.ins().iadd(base, bytes)
    }

    /// Stores the n-th of the words that begin at an address.
    pub(crate) fn store_at(&mut self, base: Value, n: usize, word: Word) {
        let value = self.value(word);
        self.b.ins().store(MemFlagsData::trusted(), value, base, (n * 8) as i32);
    }

    /// Puts words on the stack, with room for at least `least`. Returns the stack slot and its address.
    pub(crate) fn on_stack(&mut self, words: &[Word], least: usize) -> (StackSlot, Value) {
        let size = (words.len().max(least) * 8) as u32;
        let slot = self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, size, 3));
        let base = self.b.ins().stack_addr(I64, slot, 0);
        for (i, word) in words.iter().enumerate() {
            self.store_at(base, i, *word);
        }
        (slot, base)
    }

    /// Loads the n-th of the words that begin at an address.
    pub(crate) fn load_from(&mut self, base: Value, n: usize) -> Word {
        Word::Made(self.b.ins().load(I64, MemFlagsData::trusted(), base, (n * 8) as i32))
    }

    /// Loads the n-th word of a constant table of words.
    pub(crate) fn load_at(&mut self, table: *const u64, n: Word) -> Word {
        let base = self.constant(table as i64);
        let flags = MemFlagsData::trusted().with_readonly();
        match n {
            Word::Known(n) => Word::Made(self.b.ins().load(I64, flags, base, (n * 8) as i32)),
            Word::Made(_) => {
                let at = self.address(base, n);
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
            Word::Made(_) => {
                let base = self.constant(table as i64);
                let at = self.address(base, first);
                let flags = MemFlagsData::trusted().with_readonly();
                (0..width).map(|i| Word::Made(self.b.ins().load(I64, flags, at, (i * 8) as i32))).collect()
            }
        }
    }

    /// Faults if the condition holds.
    pub(crate) fn fault_if(&mut self, truth: Word) {
        if truth == ZERO {
            return;
        }
        if self.plan.steps.is_none() {
            return self.pass_fault_if(truth);
        }
        let right = self.when(truth);
        self.count_step(SlowKind::Fault);
        self.b.ins().jump(self.fault, &[]);
        self.b.switch_to_block(right);
    }

    /// Faults if the condition says that something else has faulted.
    pub(crate) fn pass_fault_if(&mut self, truth: Word) {
        self.jump_if(truth, self.fault);
    }

    /// Ends a block: continues with one of two.
    pub(crate) fn continue_at(&mut self, truth: Word, yes: Block, no: Block) {
        let truth = self.tested(truth);
        self.b.ins().brif(truth, yes, &[], no, &[]);
    }

    /// Jumps to a block if the condition holds.
    pub(crate) fn jump_if(&mut self, truth: Word, to: Block) {
        let on = self.b.create_block();
        self.continue_at(truth, to, on);
        self.b.switch_to_block(on);
    }

    /// Continues with the code for a condition that holds; returns the block for one that does not.
    pub(crate) fn when(&mut self, truth: Word) -> Block {
        let (here, other) = (self.b.create_block(), self.b.create_block());
        self.continue_at(truth, here, other);
        self.b.switch_to_block(here);
        other
    }

    /// Jumps to a block with these words as its parameters.
    pub(crate) fn jump_with(&mut self, to: Block, words: impl IntoIterator<Item = Word>) {
        let args: SmallVec<[BlockArg; 6]> = words.into_iter().map(|word| BlockArg::Value(self.value(word))).collect();
        self.b.ins().jump(to, &args);
    }

    /// Returns from the function if the condition holds.
    pub(crate) fn give_back_if(&mut self, truth: Word, word: Word) {
        match truth {
            ZERO => {}
            Word::Known(_) => self.leave(word),
            Word::Made(_) => {
                let on = self.when(truth);
                self.give_back(word);
                self.b.switch_to_block(on);
            }
        }
    }

    /// Returns from the function; what follows is never reached.
    pub(crate) fn leave(&mut self, word: Word) {
        self.give_back(word);
        let never = self.b.create_block();
        self.b.switch_to_block(never);
    }

    /// Returns from the function.
    pub(crate) fn give_back(&mut self, word: Word) {
        let value = self.value(word);
        self.b.ins().return_(&[value]);
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
        yes: impl FnOnce(&mut Self) -> Gets<BranchValues>,
        no: impl FnOnce(&mut Self) -> Gets<BranchValues>,
    ) -> Gets<BranchValues> {
        if let Some(truth) = truth.known() {
            return if truth != 0 { yes(self) } else { no(self) };
        }
        let (join, seen) = (self.b.create_block(), self.seen);
        let other = self.when(truth);
        let left = yes(self)?;
        let joined: BranchValues = left.iter().map(|_| Word::Made(self.b.append_block_param(join, I64))).collect();
        self.jump_with(join, left);
        self.b.switch_to_block(other);
        self.seen = seen;
        let right = no(self)?;
        self.jump_with(join, right);
        self.b.switch_to_block(join);
        self.seen = seen;
        Ok(joined)
    }

    /// Emits a branch whose sides leave one value each.
    pub(crate) fn either_word(
        &mut self,
        truth: Word,
        yes: impl FnOnce(&mut Self) -> Gets<Word>,
        no: impl FnOnce(&mut Self) -> Gets<Word>,
    ) -> Gets<Word> {
        let one = |word: Word| BranchValues::from_slice(&[word]);
        let left = self.either(truth, |make| yes(make).map(one), |make| no(make).map(one))?;
        Ok(left[0])
    }

    /// Returns whether two conditions hold; the second one is asked only if the first one does.
    pub(crate) fn and_then(&mut self, truth: Word, other: impl FnOnce(&mut Self) -> Gets<Word>) -> Gets<Word> {
        self.either_word(truth, other, |_| Ok(ZERO))
    }

    /// Runs code only if the condition holds.
    pub(crate) fn only_if(&mut self, truth: Word, run: impl FnOnce(&mut Self) -> Gets<()>) -> Gets<()> {
        self.either(
            truth,
            |make| {
                run(make)?;
                Ok(BranchValues::new())
            },
            |_| Ok(BranchValues::new()),
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

    /// Adds to a variable.
    pub(crate) fn add_to(&mut self, variable: Variable, word: Word) {
        let old = self.read(variable);
        let new = self.add(old, word);
        self.assign(variable, new);
    }

    /// Declares variables for the words of a set.
    pub(crate) fn set_variable(&mut self, first: &Words) -> Variables {
        first.iter().map(|word| self.variable(*word)).collect()
    }

    pub(crate) fn assign_set(&mut self, variables: &[Variable], set: &[Word]) {
        for (variable, word) in variables.iter().zip(set) {
            self.assign(*variable, *word);
        }
    }

    pub(crate) fn read_set(&mut self, variables: &[Variable]) -> Words {
        variables.iter().map(|variable| self.read(*variable)).collect()
    }

    /// Adds cells to a set.
    pub(crate) fn join_to(&mut self, variables: &[Variable], set: &[Word]) {
        for (variable, word) in variables.iter().zip(set) {
            let old = self.read(*variable);
            let new = self.or(old, *word);
            self.assign(*variable, new);
        }
    }

    /// Emits a loop that runs while the condition holds. The body returns whether to continue.
    pub(crate) fn repeat(
        &mut self,
        condition: impl FnOnce(&mut Self) -> Gets<Word>,
        body: impl FnOnce(&mut Self) -> Gets<()>,
    ) -> Gets<()> {
        let (head, seen) = (self.b.create_block(), self.seen);
        self.b.ins().jump(head, &[]);
        self.b.switch_to_block(head);
        let truth = condition(self)?;
        let out = self.when(truth);
        body(self)?;
        self.b.ins().jump(head, &[]);
        self.b.switch_to_block(out);
        self.seen = seen;
        Ok(())
    }

    /// Runs something for each number below this one.
    pub(crate) fn each_index(&mut self, count: usize, run: impl FnOnce(&mut Self, Word) -> Gets<()>) -> Gets<()> {
        let at = self.variable(ZERO);
        self.repeat(
            |make| {
                let now = make.read(at);
                Ok(make.compare(IntCC::SignedLessThan, now, Word::Known(count as i64)))
            },
            |make| {
                let now = make.read(at);
                run(make, now)?;
                make.add_to(at, ONE);
                Ok(())
            },
        )
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
            Word::Made(_) => self.either_word(enough, |_| Ok(ONE), |make| make.each_known(others, run)),
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
            && !(self.plan.is_compact && known.len() > 1)
        {
            let cells: Vec<Cell> = known.iter().collect();
            return self.each_known(&cells, &mut |make, cell| {
                run(make, Spot { word: Word::Known(i64::from(cell.0)), sure: true })
            });
        }
        if let [word] = set.as_slice() {
            return self.each_bit(*word, &mut |make, bit| run(make, Spot { word: bit, sure: true }));
        }
        // The words are kept in memory, so that one loop runs over them.
        let slot = self.on_stack(set, 0).0;
        self.each_cell_in(slot, run)
    }

    /// Runs code for each cell of a set in memory, in the language's order, until it returns to stop. Returns whether it did.
    pub(super) fn each_cell_in(
        &mut self,
        slot: StackSlot,
        run: &mut dyn FnMut(&mut Self, Spot) -> Gets<Word>,
    ) -> Gets<Word> {
        let at = self.variable(ZERO);
        let enough = self.variable(ZERO);
        let width = Word::Known(self.width() as i64);
        self.repeat(
            |make| {
                let at = make.read(at);
                Ok(make.compare(IntCC::SignedLessThan, at, width))
            },
            |make| {
                let here = make.read(at);
                let base = make.b.ins().stack_addr(I64, slot, 0);
                let address = make.address(base, here);
                let word = make.load_from(address, 0);
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
