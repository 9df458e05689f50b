//! The operators of numbers that can fault.

use super::{Ground, OpFault};
use crate::diagnostic::Code;
use crate::game::piece::Player;

pub(super) fn player_number(on: &Ground<'_>, player: Player) -> Result<i32, OpFault> {
    match on.players.get(player.0 as usize) {
        Some(_) => Ok(i32::from(player.0) + 1),
        None => Err(OpFault::new(Code::F06, "`number` needs a player, got `nothing`")),
    }
}

pub(super) fn abs(n: i32) -> Result<i32, OpFault> {
    let size = i64::from(n).abs();
    i32::try_from(size).map_err(|_| OpFault::new(Code::F05, format!("{size} does not fit into 32 bits")))
}

#[cold]
pub(super) fn off_board(word: &str) -> OpFault {
    OpFault::new(Code::F06, format!("`{word}` needs a cell of the board, got `off`"))
}
