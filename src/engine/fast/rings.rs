//! Lines of the board that are closed, as on boards that wrap.

use super::plan::Plan;
use crate::game::cells::{Cell, CellSet};
use crate::game::piece::Dir;
use std::rc::Rc;

/// A line in a direction that leads back to where it began.
#[derive(Clone, Debug)]
pub(crate) struct Ring {
    length: i64,
    cells: CellSet,
}

impl Plan {
    /// Returns whether lines of a direction may be closed or merge.
    pub(crate) fn is_tangled(&self, dir: Dir) -> bool {
        self.rings(dir).is_none_or(|rings| !rings.is_empty())
    }

    /// Returns the cells whose lines in a direction are closed and have fewer cells than this; `None` if lines merge.
    pub(crate) fn shorter_rings(&self, dir: Dir, length: i64) -> Option<CellSet> {
        let rings = self.rings(dir)?;
        let shorter = rings.iter().filter(|ring| ring.length < length);
        Some(shorter.fold(CellSet::EMPTY, |all, ring| all.or(&ring.cells)))
    }

    /// Returns the closed lines of a direction; `None` if lines merge.
    fn rings(&self, dir: Dir) -> Option<Rc<[Ring]>> {
        let mut known = self.rings.borrow_mut();
        known.entry(dir.0).or_insert_with(|| self.find_rings(dir)).clone()
    }

    fn find_rings(&self, dir: Dir) -> Option<Rc<[Ring]>> {
        let step = |cell: Cell| Some(self.board().step(cell, dir)).filter(|next| !next.is_off());
        let mut led_to = CellSet::EMPTY;
        for next in self.board_cells().filter_map(step) {
            if led_to.contains(next) {
                return None;
            }
            led_to.insert(next);
        }
        let (mut rings, mut seen): (Vec<Ring>, CellSet) = (Vec::new(), CellSet::EMPTY);
        for start in self.board_cells() {
            if seen.contains(start) {
                continue;
            }
            // Where no lines merge, a line can only lead back to its first cell.
            let line = std::iter::successors(Some(start), |cell| step(*cell).filter(|next| *next != start));
            let cells: Vec<Cell> = line.collect();
            let is_closed = cells.last().and_then(|last| step(*last)) == Some(start);
            let cells: CellSet = cells.into_iter().collect();
            seen = seen.or(&cells);
            if is_closed {
                rings.push(Ring { length: cells.len() as i64, cells });
            }
        }
        Some(rings.into())
    }
}
