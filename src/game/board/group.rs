//! Groups: cells joined along the board's links.

use super::Board;
use super::compass::bits;
use crate::game::cells::{Cell, Set};

/// The neighbors of each cell along the links. Chains that go one way only make neighbors as well.
#[derive(Clone, Debug, Default)]
pub(super) struct Adjacency {
    /// Where each cell's neighbors begin in `cells`, with one more entry for the end.
    starts: Vec<usize>,
    cells: Vec<Cell>,
}

impl Adjacency {
    /// Collects the neighbors on a board whose steps are known.
    pub(super) fn of(board: &Board) -> Adjacency {
        let mut lists = vec![Vec::new(); board.len()];
        for cell in board.all_cells::<16>() {
            for to in bits(board.links()).map(|dir| board.step(cell, dir)) {
                if let (Some(here), Some(there)) = (cell.index(), to.index()) {
                    lists[here].push(to);
                    lists[there].push(cell);
                }
            }
        }
        let mut adjacency = Adjacency { starts: vec![0], cells: Vec::new() };
        for mut list in lists {
            list.sort_unstable();
            list.dedup();
            adjacency.cells.append(&mut list);
            adjacency.starts.push(adjacency.cells.len());
        }
        adjacency
    }

    fn to(&self, cell: Cell) -> &[Cell] {
        let cell = cell.0 as usize;
        match (self.starts.get(cell), self.starts.get(cell + 1)) {
            (Some(from), Some(to)) => self.cells.get(*from..*to).unwrap_or(&[]),
            _ => &[],
        }
    }
}

impl Board {
    /// Returns the cells of `through` that are reached from `from & through` along the links without leaving `through`.
    pub fn group<const W: usize>(&self, from: &Set<W>, through: &Set<W>) -> Set<W> {
        let mut left = *through;
        self.take_group(from, &mut left);
        through.except(&left)
    }

    /// Returns the number of separate groups in the set.
    pub fn groups<const W: usize>(&self, of: &Set<W>) -> i32 {
        let mut left = *of;
        let mut groups = 0;
        while let Some(cell) = left.first() {
            self.take_group(&Set::of(cell), &mut left);
            groups += 1;
        }
        groups
    }

    /// Returns whether some group of the set has cells in each of these ends.
    pub fn connects<const W: usize>(&self, of: &Set<W>, ends: &[Set<W>]) -> bool {
        let Some((first, others)) = ends.split_first() else { return !of.is_empty() };
        if !ends.iter().all(|end| end.meets(of)) {
            return false;
        }
        if let [other] = others {
            return self.group(first, of).meets(other);
        }
        let mut left = *of;
        while let Some(cell) = left.and(first).first() {
            let before = left;
            self.take_group(&Set::of(cell), &mut left);
            let group = before.except(&left);
            if others.iter().all(|end| end.meets(&group)) {
                return true;
            }
        }
        false
    }

    /// Removes all cells from `left` that are connected in it to cells of `from`.
    fn take_group<const W: usize>(&self, from: &Set<W>, left: &mut Set<W>) {
        let mut front = from.and(left);
        *left = left.except(&front);
        while !front.is_empty() {
            let mut next = Set::EMPTY;
            for cell in front.iter() {
                for to in self.adjacency.to(cell) {
                    if left.contains(*to) {
                        left.remove(*to);
                        next.insert(*to);
                    }
                }
            }
            front = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;

    #[test]
    fn groups_follow_the_links() {
        let stones = "a1 b2 c3 c4 e5 d6";
        let plain = square(6, 6);
        assert_eq!(plain.groups(&set(&plain, stones)), 5);
        let slash = square_linked(6, 6, &["orthogonal", "NE", "SW"]);
        assert_eq!(slash.groups(&set(&slash, stones)), 3);
        assert_eq!(list(&slash, slash.group(&set(&slash, "a1 a2"), &set(&slash, stones))), "a1 b2 c3 c4");
    }

    #[test]
    fn some_one_group_must_touch_every_end() {
        let board = square(4, 4);
        let (north, south) = (board.row_cells(4), board.row_cells(1));
        let (west, east) = (board.column_cells(1), board.column_cells(4));
        let wall = set(&board, "b1 b2 b3 c3 c4");
        assert!(board.connects(&wall, &[north, south]));
        assert!(!board.connects(&wall, &[north, south, west]));
        assert!(!board.connects(&set(&board, "b1 b2 b4 c4"), &[north, south]));
        assert!(board.connects(&set(&board, "a1 a3 b3 c3 d3 c4 c2 c1"), &[north, south, west, east]));
        assert!(board.connects(&wall, &[]) && !board.connects(&set(&board, ""), &[]));
    }

    #[test]
    fn hexes_and_points_adjoin_all_around() {
        let board = hex(3, 3);
        assert!(board.connects(&set(&board, "c1 b2 a3"), &[board.side(1), board.side(3)]));
        assert_eq!(board.groups(&set(&board, "a1 b2")), 2);
        let board = graph(&[("on", "a1 b1 c1")]);
        assert_eq!(list(&board, board.group(&set(&board, "c1"), &board.all_cells())), "a1 b1 c1");
    }
}
