//! The operators of sets that take more than one call of the board.

use super::Ground;
use crate::game::cells::Set;

pub(super) fn rows<const W: usize>(on: &Ground<'_>, numbers: &[i32]) -> Set<W> {
    numbers.iter().fold(Set::EMPTY, |all, n| all.or(&on.board.row_cells(*n)))
}

pub(super) fn columns<const W: usize>(on: &Ground<'_>, numbers: &[i32]) -> Set<W> {
    numbers.iter().fold(Set::EMPTY, |all, n| all.or(&on.board.column_cells(*n)))
}

pub(super) fn numbered<const W: usize>(on: &Ground<'_>, numbers: &[i32]) -> Set<W> {
    numbers.iter().map(|n| on.board.numbered(*n)).collect()
}

/// Returns whether a group of the first set joins all the others.
pub(super) fn connects<const W: usize>(on: &Ground<'_>, sets: &[Set<W>]) -> bool {
    sets.split_first().is_some_and(|(of, ends)| on.board.connects(of, ends))
}
