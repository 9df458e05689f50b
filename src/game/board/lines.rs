//! Unbroken straight rows of cells.

use super::Board;
use super::compass::bits;
use crate::game::cells::Set;
use crate::game::piece::Dir;

impl Board {
    /// Returns the cells of `of` that are in an unbroken straight row of `least` to `most` of them along one of these
    /// directions or its opposite. A row is counted whole; the length of a closed row is the number of its cells.
    pub fn lines<const W: usize>(&self, of: &Set<W>, least: i32, most: Option<i32>, along: u64) -> Set<W> {
        let mut found = Set::EMPTY;
        for dir in bits(along) {
            // A row is the same in both directions, so one of two opposites is enough.
            if !self.opposite(dir).is_some_and(|back| back < dir && along >> back.0 & 1 == 1) {
                self.rows_along(of, dir, |row, length| {
                    if length >= least && most.is_none_or(|most| length <= most) {
                        found = found.or(row);
                    }
                });
            }
        }
        found
    }

    /// Passes each whole row along a direction to `take`, with the number of its cells.
    fn rows_along<const W: usize>(&self, of: &Set<W>, dir: Dir, mut take: impl FnMut(&Set<W>, i32)) {
        let mut left = *of;
        // A row begins at a cell that no other cell of the set leads to; the remaining cells form circles.
        let mut starts = of.except(&self.neighbors(of, 1 << dir.0));
        loop {
            for start in starts.iter() {
                let mut row = Set::of(start);
                let mut length = 1;
                for cell in self.walk(start, dir).take_while(|cell| of.contains(*cell)) {
                    if row.contains(cell) {
                        break;
                    }
                    row.insert(cell);
                    length += 1;
                }
                left = left.except(&row);
                take(&row, length);
            }
            match left.first() {
                Some(cell) => starts = Set::of(cell),
                None => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    #[test]
    fn rows_are_counted_whole() {
        let board = square(8, 8);
        let stones = set(&board, "a1 b1 c1 e1 f1 a2 b3 c4 d5");
        let all = board.all_dirs();
        assert_eq!(list(&board, board.lines(&stones, 3, None, board.orthogonal())), "a1 b1 c1");
        assert_eq!(list(&board, board.lines(&stones, 4, None, all)), "a2 b3 c4 d5");
        assert_eq!(list(&board, board.lines(&stones, 2, Some(2), dirs(&board, "E"))), "e1 f1");
        assert_eq!(list(&board, board.lines(&stones, 2, Some(2), dirs(&board, "E W"))), "e1 f1");
        assert_eq!(board.lines(&stones, 1, None, all), stones);
        assert_eq!(list(&board, board.lines(&stones, 5, None, all)), "");
    }

    #[test]
    fn a_row_around_a_cylinder_has_its_length() {
        let board = wrapped(5, 2);
        let east = dirs(&board, "E");
        let ring = board.row_cells(2);
        assert_eq!(board.lines(&ring, 5, Some(5), east), ring);
        assert_eq!(list(&board, board.lines(&ring, 6, None, east)), "");
        let over = set(&board, "a1 b1 e1");
        assert_eq!(board.lines(&over, 3, Some(3), east), over);
    }

    #[test]
    fn a_mill_is_a_row_of_three_points() {
        let board = morris();
        let men = set(&board, "a7 d7 g7 g4 g1 e4 f4 d1 d2");
        assert_eq!(list(&board, board.lines(&men, 3, None, board.all_dirs())), "g1 e4 f4 g4 a7 d7 g7");
    }

    #[test]
    fn one_way_chains_that_run_into_a_circle_end() {
        let board = graph(&[("on", "a1 b1 c1 b1")]);
        let all = board.all_cells();
        assert_eq!(board.lines(&all, 3, Some(3), board.all_dirs()), all);
        assert_eq!(list(&board, board.ray(&set(&board, "a1"), 1, &all)), "b1 c1");
    }
}
