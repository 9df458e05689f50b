//! Movement on the board: steps, neighbors, rays, leaps.

use super::Board;
use super::compass::bits;
use crate::game::cells::{Cell, CellSet, Set};
use crate::game::piece::Dir;

/// Sets with at least this many cells are shifted whole instead of stepped cell by cell.
const MANY: usize = 6;

impl Board {
    /// Returns where one step leads; [`Cell::OFF`] over the edge or from off the board.
    #[inline]
    pub fn step(&self, cell: Cell, dir: Dir) -> Cell {
        let dirs = self.dirs();
        if dir.0 as usize >= dirs {
            return Cell::OFF;
        }
        self.steps.get(cell.0 as usize * dirs + dir.0 as usize).copied().unwrap_or(Cell::OFF)
    }

    /// Returns where n steps lead; a negative n goes back.
    pub fn steps(&self, cell: Cell, dir: Dir, n: i32) -> Cell {
        let (dir, mut left) = match (n >= 0, self.opposite(dir)) {
            (true, _) => (dir, n.unsigned_abs()),
            (false, Some(back)) => (back, n.unsigned_abs()),
            (false, None) => return Cell::OFF,
        };
        let mut here = cell;
        let length = self.len() as u32;
        if left > length {
            // A walk that is still on the board now goes in a circle, so only the remainder of the division has to be
            // walked.
            here = (0..length).fold(here, |here, _| self.step(here, dir));
            let around = std::iter::successors(Some(self.step(here, dir)), |next| Some(self.step(*next, dir)));
            let circle = 1 + around.take(length as usize).take_while(|next| *next != here).count() as u32;
            left = (left - length) % circle;
        }
        for _ in 0..left {
            if here.is_off() {
                break;
            }
            here = self.step(here, dir);
        }
        here
    }

    /// Returns the cells that are one step away in these directions; with [`Board::links`] these are the neighbors.
    pub fn neighbors<const W: usize>(&self, from: &Set<W>, dirs: u64) -> Set<W> {
        let mut found = Set::EMPTY;
        if from.len() < MANY {
            for cell in from.iter() {
                bits(dirs).for_each(|dir| found.insert(self.step(cell, dir)));
            }
            return found;
        }
        for dir in bits(dirs) {
            let Some(shifts) = self.shifts.get(dir.0 as usize) else { continue };
            if shifts.len() <= MANY {
                shifts.iter().for_each(|shift| found = found.or(&shift.of(from)));
            } else {
                from.iter().for_each(|cell| found.insert(self.step(cell, dir)));
            }
        }
        found
    }

    /// Returns the cells on the rays from each cell in each direction: up to the edge, or as far as all cells are in
    /// `through`. A ray ends before it comes back to its start.
    pub fn ray<const W: usize>(&self, from: &Set<W>, dirs: u64, through: &Set<W>) -> Set<W> {
        let mut found = Set::EMPTY;
        for start in from.iter() {
            for dir in bits(dirs) {
                self.walk(start, dir).take_while(|cell| through.contains(*cell)).for_each(|cell| found.insert(cell));
            }
        }
        found
    }

    /// Returns the cells on the ray from one cell in one direction, like [`Board::ray`].
    pub fn ray_from<const W: usize>(&self, start: Cell, dir: Dir, through: &Set<W>) -> Set<W> {
        let mut found = Set::EMPTY;
        let mut here = self.step(start, dir);
        // A cell that was found before closes a circle that does not lead back to the start.
        while through.contains(here) && here != start && !found.contains(here) {
            found.insert(here);
            here = self.step(here, dir);
        }
        found
    }

    /// Returns the most cells on the ray from one cell in one direction.
    pub fn longest_ray(&self) -> usize {
        *self.longest_ray.get_or_init(|| {
            let all: CellSet = self.all_cells();
            let starts = all.iter().flat_map(|start| bits(self.all_dirs()).map(move |dir| (start, dir)));
            starts.map(|(start, dir)| self.ray_from(start, dir, &all).len()).max().unwrap_or(0)
        })
    }

    /// Returns the first cell of `of` on the ray from each cell in each direction.
    pub fn first<const W: usize>(&self, from: &Set<W>, dirs: u64, of: &Set<W>) -> Set<W> {
        let mut found = Set::EMPTY;
        for start in from.iter() {
            for dir in bits(dirs) {
                if let Some(cell) = self.walk(start, dir).find(|cell| of.contains(*cell)) {
                    found.insert(cell);
                }
            }
        }
        found
    }

    /// Returns the cells two steps away in one direction, over a cell of `over`.
    pub fn hop<const W: usize>(&self, from: &Set<W>, dirs: u64, over: &Set<W>) -> Set<W> {
        let mut found = Set::EMPTY;
        for dir in bits(dirs) {
            let middle = self.neighbors(from, 1 << dir.0).and(over);
            found = found.or(&self.neighbors(&middle, 1 << dir.0));
        }
        found
    }

    /// Returns the cells that a knight's leap of these lengths reaches, in all eight ways and over wrapped edges.
    /// Square boards only; elsewhere there are none.
    pub fn leap<const W: usize>(&self, from: &Set<W>, m: i32, n: i32) -> Set<W> {
        let mut found = Set::EMPTY;
        if !self.is_square() {
            return found;
        }
        let (m, n) = (i64::from(m), i64::from(n));
        for (column, row) in from.iter().filter_map(|cell| self.places.get(cell.0 as usize)) {
            for (dx, dy) in [(m, n), (n, m)] {
                for (dx, dy) in [(dx, dy), (-dx, dy), (dx, -dy), (-dx, -dy)] {
                    found.insert(self.place(i64::from(*column) + dx, i64::from(*row) + dy));
                }
            }
        }
        found
    }

    /// Returns the cells from a start in a direction, each once, up to the edge or the start.
    #[inline]
    pub(super) fn walk(&self, start: Cell, dir: Dir) -> impl Iterator<Item = Cell> {
        let mut here = start;
        // A one-way chain may lead into a circle without the start: no walk is longer than the number of cells.
        (1..self.len()).map_while(move |_| {
            here = self.step(here, dir);
            (!here.is_off() && here != start).then_some(here)
        })
    }

    /// Returns the cell `dx` columns and `dy` rows away, or [`Cell::OFF`].
    pub fn offset(&self, cell: Cell, dx: i32, dy: i32) -> Cell {
        let Some((column, row)) = self.places.get(cell.0 as usize) else { return Cell::OFF };
        self.place(i64::from(*column) + i64::from(dx), i64::from(*row) + i64::from(dy))
    }

    /// Returns the cell at a column and row, which may lie beyond edges that wrap.
    fn place(&self, column: i64, row: i64) -> Cell {
        let bring = |n: i64, size: i32, wraps: bool| match wraps {
            true => ((n - 1).rem_euclid(i64::from(size)) + 1) as i32,
            false => i32::try_from(n).unwrap_or(0),
        };
        self.at(
            bring(column, self.width, self.blueprint.wraps_columns),
            bring(row, self.height, self.blueprint.wraps_rows),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    #[test]
    fn steps_end_at_the_edge() {
        let board = square(5, 5);
        let north = board.dir_of(0, 1).unwrap();
        let c3 = cell(&board, "c3");
        assert_eq!(board.name(board.steps(c3, north, 2)), "c5");
        assert_eq!(board.name(board.steps(c3, north, -2)), "c1");
        assert_eq!(board.name(board.steps(c3, north, 0)), "c3");
        assert!(board.steps(c3, north, 3).is_off() && board.steps(c3, north, i32::MIN).is_off());
        assert!(board.step(Cell::OFF, north).is_off() && board.step(c3, Dir(8)).is_off());
        assert!(board.step(Cell(25), north).is_off());
    }

    #[test]
    fn neighbors_one_by_one_and_all_at_once() {
        for board in [square(9, 9), wrapped(7, 6), hexagon(5), star(2), triangle(9), square_without(7, 7, "c3 d4 a1")] {
            for dir in bits(board.all_dirs()) {
                let all: Set<2> = board.all_cells();
                let single = all.iter().map(|cell| board.step(cell, dir)).collect();
                assert_eq!(board.neighbors(&all, 1 << dir.0), single);
                let some: Set<2> = all.iter().filter(|cell| cell.0 % 3 != 1).collect();
                let single = some.iter().map(|cell| board.step(cell, dir)).collect();
                assert_eq!(board.neighbors(&some, 1 << dir.0), single);
            }
        }
    }

    #[test]
    fn rays_and_first_cells() {
        let board = square(6, 6);
        let all = board.all_cells();
        let p = set(&board, "c3");
        assert_eq!(list(&board, board.ray(&p, dirs(&board, "N W"), &all)), "a3 b3 c4 c5 c6");
        assert_eq!(list(&board, board.ray(&p, dirs(&board, "E"), &set(&board, "d3 f3"))), "d3");
        assert_eq!(list(&board, board.ray(&set(&board, "c3 d3"), dirs(&board, "E"), &all)), "d3 e3 f3");
        let of = set(&board, "c5 c6 e5 a3");
        assert_eq!(list(&board, board.first(&p, board.all_dirs(), &of)), "a3 c5 e5");
    }

    #[test]
    fn walks_around_a_cylinder_end_before_their_start() {
        let board = wrapped(4, 3);
        let p = set(&board, "b2");
        assert_eq!(list(&board, board.ray(&p, dirs(&board, "E"), &board.all_cells())), "a2 c2 d2");
        assert_eq!(list(&board, board.neighbors(&set(&board, "a1"), board.links())), "b1 d1 a2");
        assert_eq!(list(&board, board.neighbors(&set(&board, "a1"), board.diagonal())), "b2 d2");
        assert_eq!(list(&board, board.first(&p, dirs(&board, "E"), &set(&board, "b2"))), "");
        assert_eq!(list(&board, board.leap(&set(&board, "a1"), 1, 2)), "c2 b3 d3");
    }

    #[test]
    fn hops_and_leaps() {
        let board = square(8, 8);
        let over = set(&board, "d4 d5 e5");
        assert_eq!(list(&board, board.hop(&set(&board, "d4 c3"), board.all_dirs(), &over)), "e5 d6 f6");
        assert_eq!(list(&board, board.leap(&set(&board, "a1 h8"), 1, 2)), "c2 b3 g6 f7");
        assert_eq!(list(&board, board.leap(&set(&board, "d4"), 0, 3)), "d1 a4 g4 d7");
        assert_eq!(list(&board, board.leap(&set(&board, "d4"), i32::MIN, i32::MAX)), "");
        assert_eq!(list(&hex(5, 5), hex(5, 5).leap(&set(&hex(5, 5), "c3"), 1, 2)), "");
    }
}
