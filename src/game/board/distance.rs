//! Relations between two cells: the directions, the cells and the number of steps from one to the other.

use super::Board;
use super::compass::bits;
use crate::game::cells::{Cell, Set};
use crate::game::piece::Dir;

impl Board {
    /// Returns the directions that lead from p to q in a straight line.
    pub fn toward(&self, p: Cell, q: Cell) -> u64 {
        bits(self.candidates(p, q)).filter(|dir| self.walk(p, *dir).any(|cell| cell == q)).fold(0, |m, d| m | 1 << d.0)
    }

    /// Returns the cells strictly between two cells on a line. If several lines lead there (on a board that wraps), the
    /// shortest one counts; among equally short ones, that of the first direction.
    pub fn between<const W: usize>(&self, p: Cell, q: Cell) -> Set<W> {
        let length = |dir: &Dir| self.walk(p, *dir).take_while(|cell| *cell != q).count();
        match bits(self.toward(p, q)).min_by_key(length) {
            Some(dir) => self.walk(p, dir).take_while(|cell| *cell != q).collect(),
            None => Set::EMPTY,
        }
    }

    /// Returns the number of steps in any directions from p to q, whatever stands on the way. Returns `None` if p or q
    /// is off, and the number of all cells if no way leads there.
    pub fn distance(&self, p: Cell, q: Cell) -> Option<i32> {
        let (from, to) = (*self.places.get(p.0 as usize)?, *self.places.get(q.0 as usize)?);
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        if self.is_plain() {
            let direct = dx.abs().max(dy.abs());
            return Some(if self.is_hex() { direct.max((dx + dy).abs()) } else { direct });
        }
        let table = self.distances.get_or_init(|| self.count_steps());
        table.get(p.0 as usize * self.len() + q.0 as usize).map(|steps| i32::from(*steps))
    }

    /// Returns the only directions that [`Board::toward`] can find.
    fn candidates(&self, p: Cell, q: Cell) -> u64 {
        if self.is_graph() || self.blueprint.wraps_columns || self.blueprint.wraps_rows {
            return self.all_dirs();
        }
        let (Some(from), Some(to)) = (self.places.get(p.0 as usize), self.places.get(q.0 as usize)) else { return 0 };
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let slanted = if self.is_hex() { dx + dy == 0 } else { dx.abs() == dy.abs() };
        if dx != 0 && dy != 0 && !slanted {
            return 0;
        }
        self.dir_of(dx.signum(), dy.signum()).map_or(0, |dir| 1 << dir.0)
    }

    /// Returns whether distances follow from columns and rows: no holes, no notches, no wrapped edges.
    fn is_plain(&self) -> bool {
        let shape = &self.blueprint.shape;
        !self.is_graph()
            && !matches!(shape, super::Shape::Star(_))
            && self.blueprint.without.is_empty()
            && !self.blueprint.wraps_columns
            && !self.blueprint.wraps_rows
    }

    /// Counts the steps between all cells by a search from each of them in all directions.
    fn count_steps(&self) -> Vec<u16> {
        let cells = self.len();
        let mut table = vec![cells as u16; cells * cells];
        for (start, row) in table.chunks_mut(cells).enumerate() {
            let mut reached: Vec<(usize, u16)> = vec![(start, 0)];
            row[start] = 0;
            let mut next = 0;
            while let Some((cell, steps)) = reached.get(next).copied() {
                next += 1;
                for to in &self.steps[cell * self.dirs()..(cell + 1) * self.dirs()] {
                    if let Some(to) = to.index().filter(|to| row[*to] == cells as u16) {
                        row[to] = steps + 1;
                        reached.push((to, steps + 1));
                    }
                }
            }
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    #[test]
    fn straight_lines_on_squares() {
        let board = square(8, 8);
        let at = |name| cell(&board, name);
        assert_eq!(board.toward(at("c3"), at("f6")), dirs(&board, "NE"));
        assert_eq!(board.toward(at("c3"), at("c1")), dirs(&board, "S"));
        assert_eq!(board.toward(at("c3"), at("d5")), 0);
        assert_eq!(board.toward(at("c3"), at("c3")), 0);
        assert_eq!(list(&board, board.between(at("c3"), at("f6"))), "d4 e5");
        assert_eq!(list(&board, board.between(at("c3"), at("d5"))), "");
        assert_eq!(board.distance(at("a1"), at("c8")), Some(7));
        assert_eq!(board.distance(at("a1"), crate::game::cells::Cell::OFF), None);
    }

    #[test]
    fn straight_lines_on_hexes() {
        let board = hex(5, 5);
        let at = |name| cell(&board, name);
        assert_eq!(board.toward(at("d1"), at("a4")), dirs(&board, "NW"));
        assert_eq!(board.toward(at("a1"), at("d4")), 0);
        assert_eq!(board.distance(at("a1"), at("d4")), Some(6));
        assert_eq!(board.distance(at("d1"), at("a4")), Some(3));
    }

    #[test]
    fn holes_are_gone_around() {
        let board = square_without(5, 3, "c1 c2");
        let at = |name| cell(&board, name);
        assert_eq!(board.distance(at("b1"), at("d1")), Some(4));
        assert_eq!(board.toward(at("b1"), at("d1")), 0);
        let board = square_without(3, 1, "b1");
        assert_eq!(board.distance(cell(&board, "a1"), cell(&board, "c1")), Some(2));
    }

    #[test]
    fn around_a_cylinder_the_shorter_way_counts() {
        let board = wrapped(6, 3);
        let at = |name| cell(&board, name);
        assert_eq!(board.toward(at("a1"), at("e1")), dirs(&board, "E W"));
        assert_eq!(list(&board, board.between(at("a1"), at("e1"))), "f1");
        assert_eq!(list(&board, board.between(at("a1"), at("d1"))), "b1 c1");
        assert_eq!(board.distance(at("a1"), at("e1")), Some(2));
    }
}
