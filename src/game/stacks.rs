//! [`Stacks`]: where a game keeps the pieces that lie under others.

use super::cells::{Cell, CellSet};
use super::piece::Piece;
use super::rules::VarId;
use crate::source::SourceId;

/// The variables of a game with stacks. The board has the tops of the stacks.
///
/// See [`sets`] for an example of stacks.
///
/// Both are declared by the words of stacks, which the check adds to the rules; the rules of a game cannot set them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stacks {
    /// The pieces under the top, by cell and by number from the bottom, which is 1.
    pub under: VarId,
    /// How many these are, by cell.
    pub depth: VarId,
    /// The text of the words of stacks.
    pub words: SourceId,
    /// The most pieces on a cell.
    pub most: usize,
}

impl Stacks {
    /// Returns whether a variable is one of these.
    pub fn has(self, var: VarId) -> bool {
        var == self.under || var == self.depth
    }
}

/// Returns each piece with its cells. Of pieces on one cell, the lower ones come first.
///
/// ```
/// use boardwright::game::{cells::Cell, piece::{Kind, Piece, Player}, stacks};
///
/// let man = |owner| Piece { owner: Player(owner), kind: Kind(0) };
/// let sets = stacks::sets([(Cell(4), man(0)), (Cell(7), man(1)), (Cell(4), man(1)), (Cell(8), man(0))]);
/// let sets: Vec<(u8, usize)> = sets.into_iter().map(|(piece, cells)| (piece.owner.0, cells.len())).collect();
/// assert_eq!(sets, [(0, 2), (1, 1), (1, 1)]);
/// ```
pub fn sets(pieces: impl IntoIterator<Item = (Cell, Piece)>) -> Vec<(Piece, CellSet)> {
    let mut levels: Vec<(CellSet, Vec<(Piece, CellSet)>)> = Vec::new();
    for (cell, piece) in pieces {
        let level = levels.iter().position(|(cells, _)| !cells.contains(cell));
        let level = level.unwrap_or_else(|| {
            levels.push((CellSet::EMPTY, Vec::new()));
            levels.len() - 1
        });
        let (cells, sets) = &mut levels[level];
        cells.insert(cell);
        match sets.iter_mut().find(|(known, _)| *known == piece) {
            Some((_, set)) => set.insert(cell),
            None => sets.push((piece, CellSet::of(cell))),
        }
    }
    levels.into_iter().flat_map(|(_, sets)| sets).collect()
}
