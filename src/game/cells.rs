//! Cells and sets of cells: [`Cell`], the bitset [`Set`], and [`CellSet`], the set that is wide enough for every board.

use serde::{Deserialize, Serialize};

/// The most cells that a board may have.
pub const MAX_CELLS: usize = 1024;

/// Words of a set that is wide enough for every board.
pub const MAX_WORDS: usize = MAX_CELLS / 64;

/// A cell as its index in the language's order (by row from the South, then by column from the West), or [`Cell::OFF`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell(pub u16);

impl Cell {
    /// No cell of the board: where a step over the edge leads. It is in no set and has no neighbors.
    pub const OFF: Cell = Cell(u16::MAX);

    /// Returns the cell's index, or `None` for [`Cell::OFF`].
    #[inline]
    pub fn index(self) -> Option<usize> {
        (self != Cell::OFF).then_some(self.0 as usize)
    }

    /// Returns whether this is [`Cell::OFF`].
    #[inline]
    pub fn is_off(self) -> bool {
        self == Cell::OFF
    }
}

/// A set of cells, one bit per cell, on boards of at most `64 * W` cells.
///
/// See [`Board::cells`](crate::game::board::Board::cells) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Set<const W: usize>(pub [u64; W]);

/// A set that is wide enough for every board; what rules hold as constants.
///
/// See [`Board::cells`](crate::game::board::Board::cells) for an example.
pub type CellSet = Set<MAX_WORDS>;

impl<const W: usize> Default for Set<W> {
    fn default() -> Self {
        Set::EMPTY
    }
}

impl<const W: usize> Set<W> {
    /// No cell.
    pub const EMPTY: Set<W> = Set([0; W]);

    /// Makes the set of the first `n` cells.
    pub fn first_cells(n: usize) -> Set<W> {
        let mut set = Set::EMPTY;
        for (i, word) in set.0.iter_mut().enumerate() {
            let left = n.saturating_sub(i * 64);
            *word = if left >= 64 { u64::MAX } else { (1u64 << left) - 1 };
        }
        set
    }

    /// Makes the set of this cell; the empty set for [`Cell::OFF`].
    #[inline]
    pub fn of(cell: Cell) -> Set<W> {
        let mut set = Set::EMPTY;
        set.insert(cell);
        set
    }

    /// Adds a cell; [`Cell::OFF`] adds nothing.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        if let Some(word) = self.0.get_mut(cell.0 as usize / 64) {
            *word |= 1 << (cell.0 % 64);
        }
    }

    /// Removes a cell.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        if let Some(word) = self.0.get_mut(cell.0 as usize / 64) {
            *word &= !(1 << (cell.0 % 64));
        }
    }

    /// Returns whether a cell is in it; [`Cell::OFF`] never is.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        self.0.get(cell.0 as usize / 64).is_some_and(|word| word >> (cell.0 % 64) & 1 == 1)
    }

    /// Returns whether it has no cell.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Returns how many cells it has.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Joins the words of two sets. This is a plain loop because a `zip` is not always inlined.
    #[inline]
    fn joined(&self, other: &Set<W>, join: impl Fn(u64, u64) -> u64) -> Set<W> {
        let mut set = *self;
        for (n, word) in set.0.iter_mut().enumerate() {
            *word = join(*word, other.0[n]);
        }
        set
    }

    /// Returns the cells that are in both sets.
    #[must_use]
    #[inline]
    pub fn and(&self, other: &Set<W>) -> Set<W> {
        self.joined(other, |a, b| a & b)
    }

    /// Returns the cells that are in one of the sets or both.
    #[must_use]
    #[inline]
    pub fn or(&self, other: &Set<W>) -> Set<W> {
        self.joined(other, |a, b| a | b)
    }

    /// Returns the cells of this set that are not in the other.
    #[must_use]
    #[inline]
    pub fn except(&self, other: &Set<W>) -> Set<W> {
        self.joined(other, |a, b| a & !b)
    }

    /// Returns whether every cell of this set is in the other.
    #[inline]
    pub fn within(&self, other: &Set<W>) -> bool {
        self.except(other).is_empty()
    }

    /// Returns whether they share a cell.
    #[inline]
    pub fn meets(&self, other: &Set<W>) -> bool {
        !self.and(other).is_empty()
    }

    /// Returns the first cell in the language's order.
    #[inline]
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// Returns the cells in the language's order.
    #[inline]
    pub fn iter(&self) -> Cells<W> {
        Cells { words: self.0, at: 0 }
    }

    /// Returns the same cells in a set of another width, without those that do not fit.
    #[inline]
    pub fn resized<const V: usize>(&self) -> Set<V> {
        let mut set = Set::EMPTY;
        for (n, word) in set.0.iter_mut().enumerate() {
            *word = self.0.get(n).copied().unwrap_or(0);
        }
        set
    }
}

impl<const W: usize> FromIterator<Cell> for Set<W> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Set::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

impl<const W: usize> IntoIterator for Set<W> {
    type Item = Cell;
    type IntoIter = Cells<W>;

    fn into_iter(self) -> Cells<W> {
        self.iter()
    }
}

/// The cells of a [`Set`], in the language's order.
#[derive(Clone, Debug)]
pub struct Cells<const W: usize> {
    words: [u64; W],
    at: usize,
}

impl<const W: usize> Iterator for Cells<W> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while let Some(word) = self.words.get_mut(self.at) {
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some(Cell((self.at * 64) as u16 + bit as u16));
            }
            self.at += 1;
        }
        None
    }
}
