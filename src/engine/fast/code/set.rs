//! Sets of cells while code is generated: one [`Word`] per 64 cells.

use super::Gen;
use super::word::{ONE, Spot, Word, ZERO};
use crate::game::cells::CellSet;
use crate::game::expr::SetOp;
use cranelift_codegen::ir::condcodes::IntCC;
use smallvec::SmallVec;

/// The words of a set of cells, as many as the board needs.
pub(crate) type Words = SmallVec<[Word; 6]>;

impl Gen<'_, '_> {
    /// Returns the number of words of a set.
    pub(crate) fn width(&self) -> usize {
        self.plan.width()
    }

    /// Returns a known set as words.
    pub(crate) fn known_set(&self, set: &CellSet) -> Words {
        set.0.iter().take(self.width()).map(|word| Word::Known(*word as i64)).collect()
    }

    pub(crate) fn no_cells(&self) -> Words {
        SmallVec::from_elem(ZERO, self.width())
    }

    pub(crate) fn all_cells(&self) -> Words {
        self.known_set(&self.plan.game.board.all_cells())
    }

    fn each(&mut self, a: &Words, b: &Words, mut op: impl FnMut(&mut Self, Word, Word) -> Word) -> Words {
        a.iter().zip(b).map(|(a, b)| op(self, *a, *b)).collect()
    }

    pub(crate) fn set_and(&mut self, a: &Words, b: &Words) -> Words {
        self.each(a, b, Self::and)
    }

    pub(crate) fn set_or(&mut self, a: &Words, b: &Words) -> Words {
        self.each(a, b, Self::or)
    }

    pub(crate) fn set_xor(&mut self, a: &Words, b: &Words) -> Words {
        self.each(a, b, Self::xor)
    }

    pub(crate) fn set_except(&mut self, a: &Words, b: &Words) -> Words {
        self.each(a, b, Self::and_not)
    }

    /// Applies an operator of sets.
    pub(crate) fn set_op(&mut self, op: SetOp, a: &Words, b: &Words) -> Words {
        self.each(a, b, |make, a, b| make.mask_op(op, a, b))
    }

    /// Applies an operator of sets to masks.
    pub(crate) fn mask_op(&mut self, op: SetOp, a: Word, b: Word) -> Word {
        match op {
            SetOp::And => self.and(a, b),
            SetOp::Or => self.or(a, b),
            SetOp::Except => self.and_not(a, b),
        }
    }

    /// Returns all cells but these.
    pub(crate) fn set_not(&mut self, a: &Words) -> Words {
        let all = self.all_cells();
        self.set_except(&all, a)
    }

    /// Returns the set if the condition holds, otherwise the empty set.
    pub(crate) fn set_if(&mut self, truth: Word, a: &Words) -> Words {
        let mask = self.mask(truth);
        a.iter().map(|word| self.and(*word, mask)).collect()
    }

    pub(crate) fn set_select(&mut self, truth: Word, yes: &Words, no: &Words) -> Words {
        yes.iter().zip(no).map(|(yes, no)| self.select(truth, *yes, *no)).collect()
    }

    /// Returns a word that is 0 only if the set is empty.
    pub(crate) fn any_word(&mut self, a: &Words) -> Word {
        a.iter().fold(ZERO, |all, word| self.or(all, *word))
    }

    /// Returns whether the set has a cell.
    pub(crate) fn is_some(&mut self, a: &Words) -> Word {
        let any = self.any_word(a);
        self.compare(IntCC::NotEqual, any, ZERO)
    }

    /// Returns whether both sets are equal.
    pub(crate) fn set_same(&mut self, a: &Words, b: &Words) -> Word {
        let differ = self.set_xor(a, b);
        let any = self.any_word(&differ);
        self.same(any, ZERO)
    }

    pub(crate) fn size(&mut self, a: &Words) -> Word {
        a.iter().fold(ZERO, |sum, word| {
            let bits = self.bits(*word);
            self.add(sum, bits)
        })
    }

    /// Returns the set, if it is known.
    pub(crate) fn as_known(&self, a: &Words) -> Option<CellSet> {
        let mut set = CellSet::EMPTY;
        for (word, known) in set.0.iter_mut().zip(a) {
            *word = known.known()? as u64;
        }
        Some(set)
    }

    /// Returns the set of this cell; empty for `off`.
    pub(crate) fn just(&mut self, cell: Spot) -> Words {
        if let Some(cell) = cell.word.known() {
            return self.known_set(&CellSet::of(self.plan.cell(cell)));
        }
        let bit = self.left(ONE, cell.word);
        let bit = self.if_on_board(cell, bit);
        if self.width() == 1 {
            return SmallVec::from_elem(bit, 1);
        }
        let at = self.right_by(cell.word, 6);
        (0..self.width())
            .map(|word| {
                let here = self.same(at, Word::Known(word as i64));
                self.select(here, bit, ZERO)
            })
            .collect()
    }

    /// Returns the word if the cell is not `off`, otherwise 0.
    fn if_on_board(&mut self, cell: Spot, word: Word) -> Word {
        if cell.sure {
            return word;
        }
        let on = self.is_on_board(cell);
        self.select(on, word, ZERO)
    }

    /// Returns whether a cell is not `off`.
    pub(crate) fn is_on_board(&mut self, cell: Spot) -> Word {
        if cell.sure { ONE } else { self.below(cell.word, Word::Known(self.plan.cells() as i64)) }
    }

    /// Returns whether the bit of `off` would fall into a word that has other bits.
    fn off_needs_care(&self) -> bool {
        self.plan.cells() == self.width() * 64
    }

    /// Returns whether a cell is in a set.
    pub(crate) fn contains(&mut self, set: &Words, cell: Spot) -> Word {
        if let Some(known) = cell.word.known() {
            let Some(at) = self.plan.cell(known).index() else { return ZERO };
            let word = self.right_by(set[at / 64], (at % 64) as u32);
            return self.and(word, ONE);
        }
        if set.iter().all(|word| *word == ZERO) {
            return ZERO;
        }
        let word = if set.len() == 1 {
            set[0]
        } else if let Some(known) = self.as_known(set) {
            let mut words = known.0[..self.width()].to_vec();
            words.push(0); // for `off`
            let table = self.plan.tables.keep(words);
            let at = self.right_by(cell.word, 6);
            self.load_at(table, at)
        } else {
            let at = self.right_by(cell.word, 6);
            let mut word = set[0];
            for (i, other) in set.iter().enumerate().skip(1) {
                let here = self.same(at, Word::Known(i as i64));
                word = self.select(here, *other, word);
            }
            word
        };
        let bit = self.right(word, cell.word);
        let bit = self.and(bit, ONE);
        if self.off_needs_care() && !cell.sure {
            let on = self.is_on_board(cell);
            return self.and(bit, on);
        }
        bit
    }

    /// Returns the first cell of a set in the language's order, or `off`.
    pub(crate) fn first_of(&mut self, set: &Words) -> Spot {
        self.end_of(set.iter().enumerate().rev(), Self::lowest)
    }

    /// Returns the last cell of a set in the language's order, or `off`.
    pub(crate) fn last_of(&mut self, set: &Words) -> Spot {
        self.end_of(set.iter().enumerate(), Self::highest)
    }

    /// Returns the cell of a bit in the last word that has one, or `off`.
    fn end_of<'w>(&mut self, words: impl Iterator<Item = (usize, &'w Word)>, bit: fn(&mut Self, Word) -> Word) -> Spot {
        let mut found = Word::Known(self.plan.cells() as i64);
        for (i, word) in words.filter(|(_, word)| **word != ZERO) {
            let bit = bit(self, *word);
            let cell = self.add(bit, Word::Known(64 * i as i64));
            let some = self.compare(IntCC::NotEqual, *word, ZERO);
            found = self.select(some, cell, found);
        }
        Spot { word: found, sure: false }
    }
}
