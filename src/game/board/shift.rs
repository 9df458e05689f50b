//! Steps of whole sets: cells that move equally far in the order of cells are moved together, by a shift of words.

use super::Board;
use crate::game::cells::{CellSet, Set};
use crate::game::piece::Dir;

/// The cells that a step in one direction moves by `by` in the order of cells.
#[derive(Clone, Debug)]
pub(super) struct Shift {
    by: i32,
    cells: CellSet,
}

impl Shift {
    /// Finds the shifts of each direction on a board whose steps are known.
    pub(super) fn all(board: &Board) -> Vec<Vec<Shift>> {
        (0..board.dirs())
            .map(|dir| {
                let mut shifts: Vec<Shift> = Vec::new();
                for cell in board.all_cells::<16>() {
                    let to = board.step(cell, Dir(dir as u8));
                    if to.is_off() {
                        continue;
                    }
                    let by = i32::from(to.0) - i32::from(cell.0);
                    match shifts.iter_mut().find(|shift| shift.by == by) {
                        Some(shift) => shift.cells.insert(cell),
                        None => shifts.push(Shift { by, cells: [cell].into_iter().collect() }),
                    }
                }
                shifts
            })
            .collect()
    }

    /// Moves those of the cells that belong to this shift.
    pub(super) fn of<const W: usize>(&self, from: &Set<W>) -> Set<W> {
        let mut cells = *from;
        cells.0.iter_mut().zip(&self.cells.0).for_each(|(word, mask)| *word &= mask);
        let (words, bits) = (self.by.unsigned_abs() as usize / 64, self.by.unsigned_abs() % 64);
        let word = |at: Option<usize>| at.and_then(|at| cells.0.get(at)).copied().unwrap_or(0);
        let mut to = Set::EMPTY;
        for (i, out) in to.0.iter_mut().enumerate() {
            *out = if self.by >= 0 {
                let low = i.checked_sub(words);
                let carry = word(low.and_then(|low| low.checked_sub(1)));
                word(low) << bits | carry.checked_shr(64 - bits).unwrap_or(0)
            } else {
                let high = i + words;
                word(Some(high)) >> bits | word(Some(high + 1)).checked_shl(64 - bits).unwrap_or(0)
            };
        }
        to
    }
}
