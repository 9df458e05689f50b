//! Rows begun: the stretches of a straight line that one player can still fill.

use super::formula::{Cells, Words};
use crate::game::board::Board;
use crate::game::cells::CellSet;
use crate::game::operator::bits;
use crate::game::piece::Dir;

/// The most kinds of begun rows that count: those with 1, 2 and 3 cells missing.
const MISSING: usize = 3;

/// Rows of a length.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rows {
    /// The cells that make up a row.
    of: Cells,
    length: usize,
    /// All lines of the board that are long enough, as cells in order.
    lines: Vec<Vec<u16>>,
}

impl Rows {
    /// Creates the rows of `length` cells of a set along directions.
    pub(super) fn new(board: &Board, of: Cells, length: usize, along: u64) -> Rows {
        let mut lines = Vec::new();
        for dir in bits(along).map(Dir) {
            let back = board.opposite(dir);
            // A line is the same in both directions.
            if back.is_some_and(|back| back < dir && along >> back.0 & 1 == 1) {
                continue;
            }
            let Some(back) = back else { continue };
            for start in board.cells().filter(|cell| board.step(*cell, back).is_off()) {
                let next = |cell: &_| Some(board.step(*cell, dir)).filter(|next| !next.is_off());
                let line: Vec<u16> =
                    std::iter::successors(Some(start), next).take(board.len()).map(|cell| cell.0).collect();
                if line.len() >= length {
                    lines.push(line);
                }
            }
        }
        Rows { of, length, lines }
    }

    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Returns the names of its values: how many cells a row has already.
    pub(super) fn names(&self) -> Vec<String> {
        (0..self.count()).map(|missing| format!("rows with {} of {}", self.length - 1 - missing, self.length)).collect()
    }

    fn count(&self) -> usize {
        MISSING.min(self.length - 1)
    }

    /// Adds for each number of missing cells, from 1 on, the number of rows.
    pub(super) fn values(&self, at: &Words<'_>, values: &mut Vec<f32>) {
        let (own, empty) = (at.cells(&self.of), at.cells(&Cells::Empty));
        let mut counts = [0u32; MISSING];
        self.each(&own, &empty, |missing| {
            if missing <= MISSING {
                counts[missing - 1] += 1;
            }
        });
        values.extend(counts[..self.count()].iter().map(|count| *count as f32));
    }

    /// Calls `found` with the number of missing cells of each stretch without a cell that is neither own nor empty.
    fn each(&self, own: &CellSet, empty: &CellSet, mut found: impl FnMut(usize)) {
        let holds = |set: &CellSet, cell: u16| (set.0[usize::from(cell / 64)] >> (cell % 64) & 1) as usize;
        for line in &self.lines {
            let (mut filled, mut free) = (0, 0);
            for (n, cell) in line.iter().enumerate() {
                filled += holds(own, *cell);
                free += holds(own, *cell) | holds(empty, *cell);
                if n >= self.length {
                    let gone = line[n - self.length];
                    filled -= holds(own, gone);
                    free -= holds(own, gone) | holds(empty, gone);
                }
                if free == self.length && filled < self.length {
                    found(self.length - filled);
                }
            }
        }
    }
}
