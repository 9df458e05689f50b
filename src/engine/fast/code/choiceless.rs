//! Candidates that have turned out to have no choice: if one is drawn again in this ply, with a number that selects a choice, it need not be
//! tried again.

use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets};
use cranelift_codegen::ir::StackSlot;

/// The words of a set of candidates; those with greater numbers are not noted.
const WORDS: i64 = 8;

/// The number of a candidate that is not noted.
pub(super) const NOT_NOTED: Word = Word::Known(i64::MAX);

/// A set of candidates, by their numbers among all that are drawn from.
#[derive(Clone, Copy)]
pub(crate) struct Choiceless(StackSlot);

impl Gen<'_, '_> {
    /// Reserves memory for such a set, which is empty.
    pub(crate) fn no_choiceless(&mut self) -> Choiceless {
        Choiceless(self.on_stack(&[ZERO; WORDS as usize], 0).0)
    }

    /// Returns whether a candidate has been noted.
    pub(crate) fn is_choiceless(&mut self, noted: Choiceless, candidate: Word) -> Gets<Word> {
        let fits = self.below(candidate, Word::Known(64 * WORDS));
        self.and_then(fits, |make| {
            let (word, _) = make.word_of_cell(noted.0, candidate);
            let bit = make.right(word, candidate);
            Ok(make.and(bit, ONE))
        })
    }

    /// Notes a candidate.
    pub(crate) fn note_choiceless(&mut self, noted: Choiceless, candidate: Word) -> Gets<()> {
        let fits = self.below(candidate, Word::Known(64 * WORDS));
        self.only_if(fits, |make| {
            let (word, at) = make.word_of_cell(noted.0, candidate);
            let bit = make.left(ONE, candidate);
            let more = make.or(word, bit);
            make.store_at(at, 0, more);
            Ok(())
        })
    }
}
