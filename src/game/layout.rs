//! The layout of a flat [`crate::position::Position`]: one bitset per player and per kind, then the variables.

use super::board::Board;
use super::rules::{IndexType, MAX_INDEXES, Var};
use crate::types::Type;

/// The most words of 64 bits that the variables of a game may take.
pub const MAX_VAR_WORDS: usize = 1 << 16;

/// The layout of a position. All offsets and lengths are in words of 64 bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Cells of the board.
    pub cells: usize,
    /// Words of one set of cells.
    pub set_words: usize,
    /// Players; player p's set is at `p * set_words`.
    pub players: usize,
    /// Kinds; kind k's set is at `(players + k) * set_words`.
    pub kinds: usize,
    /// Where each variable lies.
    pub vars: Vec<VarLayout>,
    /// Words of a position.
    pub len: usize,
}

/// Where a variable's values lie: value i at `offset + i * stride`. The last of several indexes varies fastest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VarLayout {
    /// The first value.
    pub offset: usize,
    /// Words of one value.
    pub stride: usize,
    /// How many values there are.
    pub count: usize,
    /// The range of each index; an index that the variable does not have ranges over one number.
    extents: [Extent; MAX_INDEXES],
}

/// The range of an index: its first number, and how many numbers follow from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extent {
    first: i32,
    count: usize,
}

impl Layout {
    /// Computes the layout for a board with these numbers of players and kinds, and these variables.
    pub fn new(board: &Board, players: usize, kinds: usize, vars: &[Var]) -> Layout {
        let cells = board.len();
        let set_words = cells.div_ceil(64).max(1);
        let mut layout =
            Layout { cells, set_words, players, kinds, vars: Vec::new(), len: (players + kinds) * set_words };
        for var in vars {
            let place = layout.place(board.dirs(), &var.indexes, var.ty);
            layout.len += place.words();
            layout.vars.push(place);
        }
        layout
    }

    /// Returns where a further variable would lie.
    pub fn place(&self, dirs: usize, indexes: &[IndexType], ty: Type) -> VarLayout {
        let mut extents = [Extent { first: 0, count: 1 }; MAX_INDEXES];
        for (extent, index) in extents.iter_mut().zip(indexes) {
            *extent = match *index {
                IndexType::Cell => Extent { first: 0, count: self.cells },
                IndexType::Player => Extent { first: 0, count: self.players },
                IndexType::Dir => Extent { first: 0, count: dirs },
                IndexType::Kind => Extent { first: 0, count: self.kinds },
                IndexType::Range(first, last) => {
                    let count = i64::from(last) - i64::from(first) + 1;
                    Extent { first, count: usize::try_from(count).unwrap_or(0) }
                }
            };
        }
        let stride = if ty == Type::Cells { self.set_words } else { 1 };
        let count = extents.iter().fold(1, |all: usize, extent| all.saturating_mul(extent.count));
        VarLayout { offset: self.len, stride, count, extents }
    }

    /// Returns where the set of a player's pieces begins.
    pub fn player(&self, player: usize) -> usize {
        player * self.set_words
    }

    /// Returns where the set of a kind begins.
    pub fn kind(&self, kind: usize) -> usize {
        (self.players + kind) * self.set_words
    }
}

impl VarLayout {
    /// Returns the number of words of all values.
    pub fn words(&self) -> usize {
        self.count.saturating_mul(self.stride)
    }

    /// Returns how many values share their first `indexes` indexes.
    pub fn below(&self, indexes: usize) -> usize {
        self.extents.iter().skip(indexes).map(|extent| extent.count).product()
    }

    /// Adds an index: `n` counts the values by the indexes so far, the result by this one too. Returns `None` if the
    /// number is out of the index's range.
    pub fn narrow(&self, n: usize, index: usize, number: i64) -> Option<usize> {
        let extent = self.extents.get(index)?;
        let at = usize::try_from(number - i64::from(extent.first)).ok().filter(|at| *at < extent.count)?;
        Some(n * extent.count + at)
    }

    /// Returns the number of the value with these indexes, or `None` if one is out of range.
    pub fn number(&self, indexes: impl IntoIterator<Item = i64>) -> Option<usize> {
        indexes.into_iter().enumerate().try_fold(0, |n, (index, number)| self.narrow(n, index, number))
    }

    /// Returns the range of an index: its first number, and how many there are.
    pub fn extent(&self, index: usize) -> (i32, usize) {
        self.extents.get(index).map_or((0, 1), |extent| (extent.first, extent.count))
    }

    /// Returns the indexes of the n-th value.
    pub fn indexes(&self, n: usize) -> [i64; MAX_INDEXES] {
        let mut left = n;
        let mut indexes = [0; MAX_INDEXES];
        for (index, extent) in indexes.iter_mut().zip(&self.extents).rev() {
            *index = i64::from(extent.first) + (left % extent.count.max(1)) as i64;
            left /= extent.count.max(1);
        }
        indexes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_index_goes_fastest() {
        let layout = Layout { cells: 5, set_words: 1, players: 2, kinds: 3, vars: Vec::new(), len: 7 };
        let place = layout.place(8, &[IndexType::Player, IndexType::Range(-1, 2)], Type::Int);
        assert_eq!((place.offset, place.count, place.below(1)), (7, 8, 4));
        assert_eq!(place.indexes(6), [1, 1, 0]);
        let at = |first, second| place.number([first, second]);
        assert_eq!((at(1, 1), at(0, -1), at(1, 2)), (Some(6), Some(0), Some(7)));
        assert_eq!((at(2, 0), at(0, 3), at(0, -2)), (None, None, None));
    }

    #[test]
    fn what_is_too_much_is_no_overflow() {
        let layout = Layout { cells: 1024, set_words: 16, ..Layout::default() };
        let all = IndexType::Range(i32::MIN, i32::MAX);
        assert!(layout.place(0, &[all, all, IndexType::Cell], Type::Cells).words() > MAX_VAR_WORDS);
        assert_eq!(layout.place(0, &[IndexType::Range(2, 1)], Type::Int).count, 0);
    }
}
