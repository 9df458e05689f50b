//! Partial functions from cells to cells, and how whole sets are mapped: as shifts of words.

use crate::game::board::Board;
use crate::game::cells::{Cell, CellSet};
use crate::game::piece::Dir;
use std::rc::Rc;

/// The cell that each cell maps to, or [`Cell::OFF`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Map(Rc<[Cell]>);

impl Map {
    /// Returns the map from each cell to itself.
    pub(crate) fn identity(board: &Board) -> Map {
        Map((0..board.len()).map(|cell| Cell(cell as u16)).collect())
    }

    /// Maps each cell to the cell `n` steps away in a direction; a negative `n` goes back.
    pub(crate) fn steps(board: &Board, dir: Dir, n: i32) -> Map {
        Map((0..board.len()).map(|cell| board.steps(Cell(cell as u16), dir, n)).collect())
    }

    /// Maps each cell by a function.
    pub(crate) fn of(board: &Board, to: impl Fn(Cell) -> Cell) -> Map {
        Map((0..board.len()).map(|cell| to(Cell(cell as u16))).collect())
    }

    /// Composes two maps: this one first, then the other.
    pub(crate) fn then(&self, other: &Map) -> Map {
        Map(self.0.iter().map(|cell| other.to(*cell)).collect())
    }

    /// Returns the cell that a cell maps to.
    pub(crate) fn to(&self, cell: Cell) -> Cell {
        self.0.get(cell.0 as usize).copied().unwrap_or(Cell::OFF)
    }

    /// Returns the cells that map to a cell of the board.
    pub(crate) fn domain(&self) -> CellSet {
        self.pairs().map(|(from, _)| from).collect()
    }

    /// Returns whether no cell maps to a cell of the board.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|cell| cell.is_off())
    }

    /// Returns whether each cell maps to itself.
    pub(crate) fn is_identity(&self) -> bool {
        self.0.iter().enumerate().all(|(from, to)| to.index() == Some(from))
    }

    /// Returns the cells that both maps send to the same cell.
    pub(crate) fn meeting(&self, other: &Map) -> CellSet {
        self.pairs().filter(|(from, to)| other.to(*from) == *to).map(|(from, _)| from).collect()
    }

    fn pairs(&self) -> impl Iterator<Item = (Cell, Cell)> {
        let all = self.0.iter().enumerate().map(|(from, to)| (Cell(from as u16), *to));
        all.filter(|(_, to)| !to.is_off())
    }

    /// Returns the map as shifts: cells that move equally far in the order of cells are moved together.
    pub(crate) fn shifts(&self) -> Vec<MapShift> {
        let mut shifts: Vec<MapShift> = Vec::new();
        for (from, to) in self.pairs() {
            let by = i32::from(to.0) - i32::from(from.0);
            match shifts.iter_mut().find(|shift| shift.by == by) {
                Some(shift) => shift.from.insert(from),
                None => shifts.push(MapShift { by, from: CellSet::of(from) }),
            }
        }
        shifts
    }
}

/// Cells that move `by` further in the order of cells.
#[derive(Clone, Debug)]
pub(crate) struct MapShift {
    pub by: i32,
    pub from: CellSet,
}
