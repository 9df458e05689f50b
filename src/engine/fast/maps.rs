//! Partial functions from cells to cells, and how whole sets follow them: as shifts of words.

use crate::game::board::Board;
use crate::game::cells::{Cell, CellSet};
use crate::game::piece::Dir;
use std::rc::Rc;

/// Where each cell leads, or [`Cell::OFF`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Map(Rc<[Cell]>);

impl Map {
    /// Each cell leads to itself.
    pub(crate) fn identity(board: &Board) -> Map {
        Map((0..board.len()).map(|cell| Cell(cell as u16)).collect())
    }

    /// So many steps in a direction; a negative number goes back.
    pub(crate) fn steps(board: &Board, dir: Dir, n: i32) -> Map {
        Map((0..board.len()).map(|cell| board.steps(Cell(cell as u16), dir, n)).collect())
    }

    /// A function of columns and rows, as `leap` goes.
    pub(crate) fn of(board: &Board, to: impl Fn(Cell) -> Cell) -> Map {
        Map((0..board.len()).map(|cell| to(Cell(cell as u16))).collect())
    }

    /// First this one, then the other.
    pub(crate) fn then(&self, other: &Map) -> Map {
        Map(self.0.iter().map(|cell| other.to(*cell)).collect())
    }

    /// Where a cell leads.
    pub(crate) fn to(&self, cell: Cell) -> Cell {
        self.0.get(cell.0 as usize).copied().unwrap_or(Cell::OFF)
    }

    /// The cells that lead somewhere.
    pub(crate) fn domain(&self) -> CellSet {
        self.pairs().map(|(from, _)| from).collect()
    }

    /// Returns whether no cell leads anywhere.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|cell| cell.is_off())
    }

    /// Returns whether each cell leads to itself.
    pub(crate) fn is_identity(&self) -> bool {
        self.0.iter().enumerate().all(|(from, to)| to.index() == Some(from))
    }

    /// The cells that both lead to the same cell.
    pub(crate) fn meeting(&self, other: &Map) -> CellSet {
        self.pairs().filter(|(from, to)| other.to(*from) == *to).map(|(from, _)| from).collect()
    }

    fn pairs(&self) -> impl Iterator<Item = (Cell, Cell)> {
        let all = self.0.iter().enumerate().map(|(from, to)| (Cell(from as u16), *to));
        all.filter(|(_, to)| !to.is_off())
    }

    /// The same as shifts: cells that lead equally far in the order of cells go together.
    pub(crate) fn shifts(&self) -> Vec<Shift> {
        let mut shifts: Vec<Shift> = Vec::new();
        for (from, to) in self.pairs() {
            let by = i32::from(to.0) - i32::from(from.0);
            match shifts.iter_mut().find(|shift| shift.by == by) {
                Some(shift) => shift.from.insert(from),
                None => shifts.push(Shift { by, from: CellSet::of(from) }),
            }
        }
        shifts
    }
}

/// Cells that lead `by` further in the order of cells.
#[derive(Clone, Debug)]
pub(crate) struct Shift {
    pub by: i32,
    pub from: CellSet,
}
