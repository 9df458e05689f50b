//! Tables of the board: where steps and rays lead from each cell.

use super::maps::Map;
use super::plan::Plan;
use super::tables::TableId;
use crate::game::cells::{Cell, CellSet};
use crate::game::piece::{Dir, Piece};
use crate::zobrist::piece_key;
use std::collections::HashMap;

/// The most words of a table of rays.
const WAYS: usize = 60_000;

/// The cells on the rays from each cell to the edge, one ray after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ways {
    /// How many entries there are for each cell; the entries after the last ray are `off`.
    pub count: i64,
    /// The cell of each entry.
    pub cells: *const u64,
    /// For each entry the set of the cells on the ray up to it, including it.
    pub paths: *const u64,
}

/// The most entries of a table of walks.
const WALKS: usize = 60_000;

/// Where any number of steps leads: the lines of all directions, one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walks {
    /// For each cell and direction, the last one being none: where the cell's line begins (32 bits), the number of its cells before this one
    /// (16 bits) and the number of all its cells (16 bits).
    pub of_cells: *const u64,
    /// The cells of the lines, each line with `off` at its end.
    pub cells: *const u64,
}

impl Plan {
    /// Returns a table with one set for each cell and one for `off`.
    pub(crate) fn sets(&self, name: TableId, set: impl Fn(Cell) -> CellSet) -> *const u64 {
        self.tables
            .named(name, || self.all_cells().flat_map(|cell| set(cell).0.into_iter().take(self.width())).collect())
    }

    /// Returns a table with one word for each cell and one for `off`.
    pub(crate) fn words(&self, name: TableId, word: impl Fn(Cell) -> i64) -> *const u64 {
        self.tables.named(name, || self.all_cells().map(|cell| word(cell) as u64).collect())
    }

    /// Returns a table of where a step leads, for each cell.
    pub(crate) fn steps(&self, dir: Dir, n: i32) -> *const u64 {
        self.words(TableId::Step(dir.0, n), |cell| self.code(self.board().steps(cell, dir, n)))
    }

    /// Returns tables of where any number of steps leads, or `None` if some line is closed or the tables would be too large.
    pub(crate) fn walks(&self) -> Option<Walks> {
        *self.walks.get_or_init(|| {
            let board = self.board();
            let length = self.cells();
            let way = |from: Cell, dir: Option<Dir>| {
                let next = move |cell: Cell| dir.map(|dir| board.step(cell, dir)).filter(|to| !to.is_off());
                std::iter::successors(next(from), move |cell| next(*cell)).take(length)
            };
            let (mut starts, mut cells, mut of_cells) = (HashMap::new(), Vec::new(), Vec::new());
            for cell in self.all_cells() {
                // A direction that the board does not have leads nowhere.
                for dir in self.dirs().chain([Dir(u8::MAX)]) {
                    let mut line: Vec<Cell> = way(cell, board.opposite(dir)).collect();
                    let ahead: Vec<Cell> = way(cell, Some(dir)).collect();
                    let back = line.len();
                    if back == length || ahead.len() == length {
                        return None;
                    }
                    line.reverse();
                    line.push(cell);
                    line.extend(ahead);
                    let count = line.len();
                    line.push(Cell::OFF);
                    let start = *starts.entry(line).or_insert_with_key(|line| {
                        cells.extend(line.iter().map(|cell| self.code(*cell) as u64));
                        cells.len() - line.len()
                    });
                    if cells.len() > WALKS {
                        return None;
                    }
                    of_cells.push(start as u64 | (back as u64) << 32 | (count as u64) << 48);
                }
            }
            Some(Walks { of_cells: self.tables.keep(of_cells), cells: self.tables.keep(cells) })
        })
    }

    /// Returns a table with two words for each direction, the last one being none: the cells from which `n` steps lead to another cell, and
    /// how far a set of them is rotated to the left to lead there. `None` if cells lead differently far, or if sets have more than a word.
    pub(crate) fn rotations(&self, n: i32) -> Option<*const u64> {
        let shifts = |dir: Dir| match &*self.shifts(&Map::steps(self.board(), dir, n)) {
            [] => Some([0, 0]),
            [one] => Some([one.from.0[0], one.by.rem_euclid(64) as u64]),
            _ => None,
        };
        if self.width() > 1 {
            return None;
        }
        let all = self.dirs().map(shifts).chain([Some([0, 0])]).collect::<Option<Vec<_>>>()?;
        Some(self.tables.keep(all.concat()))
    }

    /// Returns a table of the neighbors in these directions, for each cell.
    pub(crate) fn neighbors(&self, dirs: u64) -> *const u64 {
        self.sets(TableId::Neighbors(dirs), |cell| self.board().neighbors(&CellSet::of(cell), dirs))
    }

    /// Returns a table of the ray to the edge in a direction, for each cell.
    pub(crate) fn rays(&self, dir: Dir) -> *const u64 {
        let all = self.board().all_cells();
        self.sets(TableId::Ray(dir.0), |cell| self.board().ray_from(cell, dir, &all))
    }

    /// Returns a table of the cells from which a ray in a direction leads to a cell, for each cell. The direction's lines must not be
    /// tangled.
    pub(crate) fn rays_to(&self, dir: Dir) -> *const u64 {
        let mut before = vec![Cell::OFF; self.cells()];
        for cell in self.board_cells() {
            if let Some(to) = self.board().step(cell, dir).index() {
                before[to] = cell;
            }
        }
        let back = |cell: Cell| cell.index().map(|at| before[at]).filter(|from| !from.is_off());
        self.sets(TableId::RayTo(dir.0), |cell| std::iter::successors(back(cell), |from| back(*from)).collect())
    }

    /// Returns a table of the rays to the edge in all directions, one direction after the other.
    pub(crate) fn all_rays(&self) -> *const u64 {
        let (board, all): (_, CellSet) = (self.board(), self.board().all_cells());
        self.tables.named(TableId::AllRays, || {
            let sets = self.dirs().flat_map(|dir| self.all_cells().map(move |cell| board.ray_from(cell, dir, &all)));
            sets.flat_map(|set| set.0.into_iter().take(self.width())).collect()
        })
    }

    /// Returns the rays from each cell to the edge in some directions, or `None` if the table would be too large.
    pub(crate) fn ways(&self, dirs: u64) -> Option<Ways> {
        let count = self.longest_rays(dirs);
        let words = self.cells() * count as usize * (1 + self.width());
        if words > WAYS || self.dirs().any(|dir| self.is_tangled(dir)) {
            return None;
        }
        let board = self.board();
        let ways = |cell: Cell| {
            let mut found = Vec::new();
            for dir in self.dirs_in(dirs) {
                let mut path = CellSet::EMPTY;
                let mut here = board.step(cell, dir);
                while !here.is_off() {
                    path.insert(here);
                    found.push((here, path));
                    here = board.step(here, dir);
                }
            }
            found.resize(count as usize, (Cell::OFF, CellSet::EMPTY));
            found
        };
        let all: Vec<(Cell, CellSet)> = self.board_cells().flat_map(ways).collect();
        // A cell on two rays would have two entries.
        let twice = |entries: &[(Cell, CellSet)]| {
            let cells: CellSet = entries.iter().map(|(cell, _)| *cell).filter(|cell| !cell.is_off()).collect();
            cells.len() != entries.iter().filter(|(cell, _)| !cell.is_off()).count()
        };
        if all.chunks(count.max(1) as usize).any(twice) {
            return None;
        }
        let cells =
            self.tables.named(TableId::Ways(dirs), || all.iter().map(|(cell, _)| self.code(*cell) as u64).collect());
        let paths = self.tables.named(TableId::Paths(dirs), || {
            all.iter().flat_map(|(_, path)| path.0.into_iter().take(self.width())).collect()
        });
        Some(Ways { count, cells, paths })
    }

    /// Returns the most cells that lie on the rays from one cell to the edge in some directions.
    pub(crate) fn longest_rays(&self, dirs: u64) -> i64 {
        let board = self.board();
        let all: CellSet = board.all_cells();
        let way = |cell: Cell| -> usize { self.dirs_in(dirs).map(|dir| board.ray_from(cell, dir, &all).len()).sum() };
        self.board_cells().map(way).max().unwrap_or(0) as i64
    }

    /// Returns a table of the key of a piece on each cell.
    pub(crate) fn keys(&self, piece: Piece) -> *const u64 {
        self.words(TableId::Keys(piece), |cell| if cell.is_off() { 0 } else { piece_key(piece, cell) as i64 })
    }
}
