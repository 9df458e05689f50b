//! The operators whose value is a set of cells.

use super::raw::Argument;
use super::{Ground, Ints, Raw};
use crate::game::cells::{Cell, Set};

pub(super) fn board<const W: usize>(on: &Ground<'_>) -> Set<W> {
    on.board.all_cells()
}

pub(super) fn edge<const W: usize>(on: &Ground<'_>) -> Set<W> {
    on.board.edge()
}

pub(super) fn corner<const W: usize>(on: &Ground<'_>) -> Set<W> {
    on.board.corner()
}

pub(super) fn center<const W: usize>(on: &Ground<'_>) -> Set<W> {
    on.board.center()
}

pub(super) fn dark<const W: usize>(on: &Ground<'_>) -> Set<W> {
    on.board.dark()
}

pub(super) fn light<const W: usize>(on: &Ground<'_>) -> Set<W> {
    on.board.light()
}

pub(super) fn edge_of<const W: usize>(on: &Ground<'_>, dirs: u64) -> Set<W> {
    on.board.edge_of(dirs)
}

pub(super) fn side<const W: usize>(on: &Ground<'_>, n: i32) -> Set<W> {
    on.board.side(n)
}

pub(super) fn rows<const W: usize>(on: &Ground<'_>, numbers: Ints) -> Set<W> {
    numbers.iter().fold(Set::EMPTY, |all, n| all.or(&on.board.row_cells(*n)))
}

pub(super) fn columns<const W: usize>(on: &Ground<'_>, numbers: Ints) -> Set<W> {
    numbers.iter().fold(Set::EMPTY, |all, n| all.or(&on.board.column_cells(*n)))
}

pub(super) fn numbered<const W: usize>(on: &Ground<'_>, numbers: Ints) -> Set<W> {
    numbers.iter().map(|n| on.board.numbered(*n)).collect()
}

pub(super) fn neighbors<const W: usize>(on: &Ground<'_>, from: Set<W>, dirs: u64) -> Set<W> {
    on.board.neighbors(&from, dirs)
}

pub(super) fn ray<const W: usize>(on: &Ground<'_>, from: Set<W>, dirs: u64, through: Set<W>) -> Set<W> {
    on.board.ray(&from, dirs, &through)
}

pub(super) fn first<const W: usize>(on: &Ground<'_>, from: Set<W>, dirs: u64, of: Set<W>) -> Set<W> {
    on.board.first(&from, dirs, &of)
}

pub(super) fn hop<const W: usize>(on: &Ground<'_>, from: Set<W>, dirs: u64, over: Set<W>) -> Set<W> {
    on.board.hop(&from, dirs, &over)
}

pub(super) fn leap<const W: usize>(on: &Ground<'_>, from: Set<W>, n: i32, m: i32) -> Set<W> {
    on.board.leap(&from, n, m)
}

pub(super) fn between<const W: usize>(on: &Ground<'_>, p: Cell, q: Cell) -> Set<W> {
    on.board.between(p, q)
}

pub(super) fn group<const W: usize>(on: &Ground<'_>, from: Set<W>, through: Set<W>) -> Set<W> {
    on.board.group(&from, &through)
}

pub(super) fn lines<const W: usize>(on: &Ground<'_>, of: Set<W>, least: i32, most: i32, along: u64) -> Set<W> {
    on.board.lines(&of, least, Some(most), along)
}

/// The first set is the one that has to be connected, the others are the ends.
pub(super) fn connects<const W: usize>(on: &Ground<'_>, sets: &[Raw<W>]) -> bool {
    let ends: Vec<Set<W>> = sets.iter().skip(1).map(|set| Set::take(Some(set))).collect();
    on.board.connects(&Set::take(sets.first()), &ends)
}
