//! The position before a move that may turn out to be illegal, on the stack.

use super::Gen;
use super::word::Word;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, StackSlot, StackSlotData, StackSlotKind};

/// Room for the words of a position that a move may change.
#[derive(Clone, Copy)]
pub(crate) struct Kept(StackSlot);

impl Gen<'_, '_> {
    /// Reserves the room.
    pub(super) fn room_for_position(&mut self) -> Kept {
        let size = self.plan.native.changed() * 8;
        Kept(self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, size as u32, 3)))
    }

    /// Writes the position down.
    pub(super) fn keep_position(&mut self, kept: Kept) {
        for n in 0..self.plan.native.changed() {
            let word = self.load(n);
            let word = self.value(word);
            self.b.ins().stack_store(I64, word, kept.0, (n * 8) as i32);
        }
    }

    /// Returns a word of the position that was written down.
    fn kept_word(&mut self, kept: Kept, n: usize) -> Word {
        Word::Made(self.b.ins().stack_load(I64, I64, kept.0, (n * 8) as i32))
    }

    /// Makes it the position that was written down.
    pub(super) fn put_position_back(&mut self, kept: Kept) {
        for n in 0..self.plan.native.changed() {
            let word = self.kept_word(kept, n);
            self.store(n, word);
        }
    }
}
