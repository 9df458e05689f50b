//! The cells around each cell, by direction, for sets of neighbors that are held as one bit per direction.

use super::plan::Plan;
use super::tables::TableId;
use crate::game::cells::{Cell, CellSet};
use crate::game::piece::Dir;
use std::collections::HashSet;

/// The most directions that such sets are made for.
const MOST: usize = 8;

/// The surroundings of all cells. The n-th bit of a mask stands for the n-th direction.
pub(crate) struct Around {
    /// The directions, in which each cell has different neighbors.
    pub dirs: Vec<Dir>,
    /// For each cell and `off`: its neighbors in these directions, and cell 0 where the board ends.
    pub next: *const u64,
    /// The directions with a neighbor.
    pub exist: Masks,
    /// For each direction: those whose cells are linked to the cell in this direction, among those that exist.
    pub linked: Vec<Masks>,
}

impl Around {
    /// Returns directions of the board as a mask.
    pub(crate) fn ways(&self, dirs: u64) -> u64 {
        self.dirs.iter().enumerate().map(|(n, dir)| (dirs >> dir.0 & 1) << n).sum()
    }
}

/// A mask for each cell.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Masks {
    /// The same for all cells.
    Known(i64),
    /// One for each cell and `off`.
    Table(*const u64),
}

impl Plan {
    /// Returns the surroundings of all cells, or `None` if these have too many directions, or the same neighbor in two of them.
    pub(crate) fn around(&self) -> Option<&Around> {
        self.around.get_or_init(|| self.make_around()).as_ref()
    }

    fn make_around(&self) -> Option<Around> {
        let board = self.board();
        let dirs: Vec<Dir> =
            if board.dirs() <= MOST { self.dirs().collect() } else { self.dirs_in(board.links()).collect() };
        if dirs.is_empty() || dirs.len() > MOST {
            return None;
        }
        let next = |cell: Cell| dirs.iter().map(move |dir| board.steps(cell, *dir, 1));
        for cell in self.board_cells() {
            let on: Vec<Cell> = next(cell).filter(|cell| !cell.is_off()).collect();
            if on.iter().collect::<HashSet<_>>().len() < on.len() {
                return None;
            }
        }
        let table = self.tables.named(TableId::Around, || {
            let safe = |cell: Cell| if cell.is_off() { 0 } else { u64::from(cell.0) };
            self.all_cells().flat_map(|cell| next(cell).map(safe).collect::<Vec<_>>()).collect()
        });
        let mask = |cell: Cell, holds: &dyn Fn(Cell) -> bool| -> i64 {
            next(cell).enumerate().map(|(n, next)| i64::from(!next.is_off() && holds(next)) << n).sum()
        };
        let exist = self.all_cells().map(|cell| mask(cell, &|_| true)).collect::<Vec<i64>>();
        let linked = dirs.iter().enumerate().map(|(n, dir)| {
            let masks = self.all_cells().map(|cell| {
                let near = board.neighbors(&CellSet::of(board.steps(cell, *dir, 1)), board.links());
                mask(cell, &|other| near.contains(other))
            });
            // Where there is no cell in this direction, nobody asks for its links.
            let matter: Vec<i64> = exist.iter().map(|exist| if exist >> n & 1 == 1 { *exist } else { 0 }).collect();
            self.masks(masks.collect(), &matter)
        });
        Some(Around {
            linked: linked.collect(),
            next: table,
            exist: self.masks(exist.clone(), &vec![-1; exist.len()]),
            dirs,
        })
    }

    /// Returns masks that matter only in some bits, as one for all cells if there is one.
    fn masks(&self, masks: Vec<i64>, matter: &[i64]) -> Masks {
        let cells = &masks[..self.cells()];
        let all = cells.iter().fold(0, |all, mask| all | mask);
        match cells.iter().zip(matter).all(|(mask, matter)| *mask == all & matter) {
            true => Masks::Known(all),
            false => Masks::Table(self.tables.keep(masks.into_iter().map(|mask| mask as u64).collect())),
        }
    }
}
