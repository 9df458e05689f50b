//! The operators whose value is a number.

use super::{Coded, Ground, OpFault, Raw};
use crate::diagnostic::Code;
use crate::game::cells::{Cell, Set};
use crate::game::piece::{Dir, Player};

pub(super) fn width(on: &Ground<'_>) -> i32 {
    on.board.width()
}

pub(super) fn height(on: &Ground<'_>) -> i32 {
    on.board.height()
}

pub(super) fn row(on: &Ground<'_>, p: Cell) -> Result<i32, OpFault> {
    on.board.row(p).ok_or_else(|| off_board("row"))
}

pub(super) fn column(on: &Ground<'_>, p: Cell) -> Result<i32, OpFault> {
    on.board.column(p).ok_or_else(|| off_board("column"))
}

pub(super) fn cell_number(on: &Ground<'_>, p: Cell) -> i32 {
    on.board.number(p)
}

pub(super) fn player_number(on: &Ground<'_>, player: Player) -> Result<i32, OpFault> {
    match on.players.get(player.0 as usize) {
        Some(_) => Ok(i32::from(player.0) + 1),
        None => Err(OpFault::new(Code::F06, "`number` needs a player, got `nothing`")),
    }
}

pub(super) fn dx(on: &Ground<'_>, d: Dir) -> i32 {
    on.board.dx(d)
}

pub(super) fn dy(on: &Ground<'_>, d: Dir) -> i32 {
    on.board.dy(d)
}

pub(super) fn distance(on: &Ground<'_>, p: Cell, q: Cell) -> Result<i32, OpFault> {
    on.board.distance(p, q).ok_or_else(|| off_board("distance"))
}

pub(super) fn groups<const W: usize>(on: &Ground<'_>, of: Set<W>) -> i32 {
    on.board.groups(&of)
}

pub(super) fn abs(_: &Ground<'_>, n: i32) -> Result<i32, OpFault> {
    let size = i64::from(n).abs();
    i32::try_from(size).map_err(|_| OpFault::new(Code::F05, format!("{size} does not fit into 32 bits")))
}

pub(super) fn max<const W: usize>(_: &Ground<'_>, numbers: &[Raw<W>]) -> i32 {
    numbers.iter().map(|n| i32::decode(n.word())).max().unwrap_or(0)
}

pub(super) fn min<const W: usize>(_: &Ground<'_>, numbers: &[Raw<W>]) -> i32 {
    numbers.iter().map(|n| i32::decode(n.word())).min().unwrap_or(0)
}

#[cold]
fn off_board(word: &str) -> OpFault {
    OpFault::new(Code::F06, format!("`{word}` needs a cell of the board, got `off`"))
}
