//! The operators of sets that take more than one call of the board.

use super::raw::Argument;
use super::{Ground, Raw};
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
pub(super) fn connects<const W: usize>(on: &Ground<'_>, sets: &[Raw<W>]) -> bool {
    let ends: Vec<Set<W>> = sets.iter().skip(1).map(|set| Set::take(Some(set))).collect();
    on.board.connects(&Set::take(sets.first()), &ends)
}
