//! What is asked of the board while the code runs.

use super::Gen;
use super::set::Words;
use super::word::{Word, ZERO};
use crate::engine::fast::board::Asked;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, StackSlotData, StackSlotKind};

impl Gen<'_, '_> {
    /// Asks something of the board: up to three words, and sets.
    pub(crate) fn ask_board(&mut self, asked: Asked, words: [Word; 3], sets: &[&Words]) -> Words {
        let len = asked.words(self.width());
        let slot = self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, (len * 8) as u32, 3));
        let base = self.b.ins().stack_addr(I64, slot, 0);
        let sets = sets.iter().flat_map(|set| set.iter().copied());
        let all: Vec<Word> = words.into_iter().chain(sets).collect();
        for i in 0..len {
            let value = self.value(all.get(i).copied().unwrap_or(ZERO));
            self.b.ins().store(MemFlagsData::trusted(), value, base, (i * 8) as i32);
        }
        self.call_board(asked.number(), base, len);
        let back = if asked.gives_set() { self.width() } else { 1 };
        (0..back).map(|i| Word::Made(self.b.ins().load(I64, MemFlagsData::trusted(), base, (i * 8) as i32))).collect()
    }

    /// The same for what comes back as one word.
    pub(crate) fn ask_board_word(&mut self, asked: Asked, words: [Word; 3]) -> Word {
        self.ask_board(asked, words, &[]).first().copied().unwrap_or(ZERO)
    }
}
