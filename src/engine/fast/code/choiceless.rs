//! Candidates that have turned out to have no choice: if one is drawn again in this ply, with a number that selects a choice, it need not be
//! tried again.

use super::ply::Offer;
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, StackSlot};

/// The words of a set of candidates; those with greater numbers are not noted.
const WORDS: i64 = 8;

/// The number of a candidate that is not noted.
const NOT_NOTED: Word = Word::Known(i64::MAX);

/// A set of candidates, by their numbers among all that are drawn from.
#[derive(Clone, Copy)]
pub(crate) struct Choiceless(StackSlot);

impl Gen<'_, '_> {
    /// Reserves memory for such a set, which is empty.
    pub(crate) fn no_choiceless(&mut self) -> Choiceless {
        Choiceless(self.on_stack(&[ZERO; WORDS as usize], 0).0)
    }

    /// Returns the number of a candidate with choices, from a number below the size of its offer. If it is known to have no choice, and the
    /// number selects one, another candidate is drawn.
    pub(super) fn numbered(
        &mut self,
        offer: &Offer,
        left: Word,
        choiceless: Option<Choiceless>,
        again: Block,
    ) -> Gets<Word> {
        let (Some(first), Some(noted)) = (offer.first, choiceless) else { return Ok(NOT_NOTED) };
        let (n, choice) = self.divided_by(left, offer.load.choices);
        let candidate = self.add(first, n);
        let chooses = self.compare(IntCC::NotEqual, choice, ZERO);
        let in_vain = self.and_then(chooses, |make| make.is_choiceless(noted, candidate))?;
        let others = self.not(in_vain);
        self.refuse_unless(others, again);
        Ok(candidate)
    }

    fn is_choiceless(&mut self, noted: Choiceless, candidate: Word) -> Gets<Word> {
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
