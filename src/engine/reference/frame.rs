//! The locals of the active defs, effects and actions: one stack per class of values.

use crate::game::cells::Set;
use crate::game::expr::{AnyExpr, Frame, Slot};
use crate::game::operator::{Ints, Raw};

/// The heights of the three stacks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Heights {
    words: usize,
    cells: usize,
    ints: usize,
}

/// The current frame: where it begins, and its `where` values.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Base<'g> {
    at: Heights,
    lazies: &'g [(Slot, AnyExpr)],
    /// Which `where` values have been evaluated, as bits; those after the 64th are evaluated at each use.
    known: u64,
}

/// The stacks of locals.
#[derive(Debug, Default)]
pub(super) struct Frames<'g, const W: usize> {
    words: Vec<i64>,
    cells: Vec<Set<W>>,
    ints: Vec<Ints>,
    base: Base<'g>,
}

impl<'g, const W: usize> Frames<'g, W> {
    /// Returns the current heights of the stacks, where the next frame begins.
    #[inline]
    pub(super) fn heights(&self) -> Heights {
        Heights { words: self.words.len(), cells: self.cells.len(), ints: self.ints.len() }
    }

    /// Returns the current frame.
    pub(super) fn base(&self) -> Base<'g> {
        self.base
    }

    /// Makes another frame the current one, and keeps both.
    pub(super) fn see(&mut self, base: Base<'g>) {
        self.base = base;
    }

    /// Opens a frame that begins `at` these heights; what has been pushed since becomes its first locals.
    /// Returns the previous frame.
    pub(super) fn enter(&mut self, at: Heights, frame: Frame, lazies: &'g [(Slot, AnyExpr)]) -> Base<'g> {
        self.words.resize(at.words + frame.words as usize, 0);
        if frame.cells > 0 {
            self.cells.resize(at.cells + frame.cells as usize, Set::EMPTY);
        }
        if frame.ints > 0 {
            self.ints.resize(at.ints + frame.ints as usize, Ints::new());
        }
        std::mem::replace(&mut self.base, Base { at, lazies, known: 0 })
    }

    /// Removes everything above these heights and returns to the frame `base`.
    #[inline]
    pub(super) fn leave(&mut self, at: Heights, base: Base<'g>) {
        self.words.truncate(at.words);
        self.cells.truncate(at.cells);
        if self.ints.len() > at.ints {
            self.ints.truncate(at.ints);
        }
        self.base = base;
    }

    /// Pushes an argument.
    #[inline]
    pub(super) fn push(&mut self, value: Raw<W>) {
        match value {
            Raw::Word(word) => self.words.push(word),
            Raw::Cells(cells) => self.cells.push(cells),
            Raw::Ints(ints) => self.ints.push(ints),
        }
    }

    #[inline]
    pub(super) fn word(&self, slot: Slot) -> i64 {
        self.words.get(self.base.at.words + slot.0 as usize).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn cells(&self, slot: Slot) -> Set<W> {
        self.cells.get(self.base.at.cells + slot.0 as usize).copied().unwrap_or(Set::EMPTY)
    }

    pub(super) fn ints(&self, slot: Slot) -> Ints {
        self.ints.get(self.base.at.ints + slot.0 as usize).cloned().unwrap_or_default()
    }

    #[inline]
    pub(super) fn set_word(&mut self, slot: Slot, word: i64) {
        if let Some(local) = self.words.get_mut(self.base.at.words + slot.0 as usize) {
            *local = word;
        }
    }

    /// Puts a value into the slot of its class.
    #[inline]
    pub(super) fn set(&mut self, slot: Slot, value: Raw<W>) {
        match value {
            Raw::Word(word) => self.set_word(slot, word),
            Raw::Cells(cells) => {
                if let Some(local) = self.cells.get_mut(self.base.at.cells + slot.0 as usize) {
                    *local = cells;
                }
            }
            Raw::Ints(ints) => {
                if let Some(local) = self.ints.get_mut(self.base.at.ints + slot.0 as usize) {
                    *local = ints;
                }
            }
        }
    }

    /// Returns the slot and the expression of the n-th `where` value of the frame, and whether the slot has the value
    /// already.
    pub(super) fn lazy(&self, n: u16) -> Option<(Slot, &'g AnyExpr, bool)> {
        let (slot, value) = self.base.lazies.get(n as usize)?;
        let known = n < 64 && self.base.known >> n & 1 == 1;
        Some((*slot, value, known))
    }

    /// Notes that the slot of the n-th `where` value has the value.
    pub(super) fn know(&mut self, n: u16) {
        if n < 64 {
            self.base.known |= 1 << n;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::cells::Cell;

    #[test]
    fn arguments_become_the_first_locals() {
        let mut frames: Frames<'_, 1> = Frames::default();
        let at = frames.heights();
        frames.push(Raw::Word(7));
        frames.push(Raw::Cells(Set::of(Cell(5))));
        let outer = frames.enter(at, Frame { words: 2, cells: 1, ints: 1, lazies: 0 }, &[]);
        frames.set(Slot(1), Raw::Word(9));
        assert_eq!((frames.word(Slot(0)), frames.word(Slot(1)), frames.word(Slot(2))), (7, 9, 0));
        assert!(frames.cells(Slot(0)).contains(Cell(5)));

        let inner = frames.heights();
        let seen = frames.enter(inner, Frame { words: 1, ..Frame::default() }, &[]);
        assert_eq!(frames.word(Slot(0)), 0);
        frames.leave(inner, seen);
        assert_eq!(frames.word(Slot(1)), 9);
        frames.leave(at, outer);
        assert_eq!(frames.word(Slot(0)), 0);
    }
}
