//! The operators of single cells, directions, players and kinds that take more than one call of the board.

use super::{Ground, OpFault, bit, bits};
use crate::diagnostic::Code;
use crate::game::cells::{Cell, Set};
use crate::game::piece::{Dir, Kind, Player};

#[inline]
pub(super) fn step(on: &Ground<'_>, p: Cell, d: Dir, n: i32) -> Cell {
    if n == 1 { on.board.step(p, d) } else { on.board.steps(p, d, n) }
}

/// Returns the cell `x` columns to the right and `y` rows ahead. Right is at a right angle to where the player goes.
pub(super) fn shift(on: &Ground<'_>, p: Cell, x: i32, y: i32, player: Player) -> Result<Cell, OpFault> {
    let ahead = straight_ahead(on, player, "shift")?;
    if !on.board.is_square() {
        return Ok(Cell::OFF);
    }
    let (dx, dy) = (on.board.dx(ahead), on.board.dy(ahead));
    let along = |a: i32, b: i32| x.saturating_mul(a).saturating_add(y.saturating_mul(b));
    Ok(on.board.offset(p, along(dy, dx), along(-dx, dy)))
}

pub(super) fn the_cell<const W: usize>(on: &Ground<'_>, cells: &Set<W>) -> Result<Cell, OpFault> {
    only(cells.iter(), |cell| on.board.name(cell)).map(|only| only.unwrap_or(Cell::OFF))
}

pub(super) fn opposites(on: &Ground<'_>, dirs: u64) -> u64 {
    bits(dirs).filter_map(|dir| on.board.opposite(Dir(dir))).fold(0, |all, dir| all | bit(dir.0))
}

pub(super) fn dir(on: &Ground<'_>, dx: i32, dy: i32) -> Result<Dir, OpFault> {
    let dir = on.board.dir_of(dx, dy);
    dir.ok_or_else(|| OpFault::new(Code::F06, format!("there is no direction `dir({dx}, {dy})`")))
}

pub(super) fn the_dir(on: &Ground<'_>, dirs: u64) -> Result<Dir, OpFault> {
    let only = only(bits(dirs).map(Dir), |dir| on.board.dir_name(dir))?;
    only.ok_or_else(|| OpFault::new(Code::F06, "`the` needs a set of one direction, got none"))
}

#[inline]
pub(super) fn rival(player: Player) -> Player {
    match player {
        Player(0) => Player(1),
        Player(1) => Player(0),
        _ => Player::NOBODY,
    }
}

pub(super) fn the_player(on: &Ground<'_>, players: u64) -> Result<Player, OpFault> {
    let name = |player: Player| on.players.get(player.0 as usize).map_or("nothing", |info| &info.name);
    only(bits(players).map(Player), name).map(|only| only.unwrap_or(Player::NOBODY))
}

pub(super) fn the_kind(on: &Ground<'_>, kinds: u64) -> Result<Kind, OpFault> {
    let name = |kind: Kind| on.kinds.get(kind.0 as usize).map_or("nothing", |info| &info.name);
    only(bits(kinds).map(Kind), name).map(|only| only.unwrap_or(Kind::NOTHING))
}

/// Returns the directions in which a player is going.
#[inline]
pub(super) fn going(on: &Ground<'_>, player: Player) -> Option<u64> {
    on.players.get(player.0 as usize).and_then(|info| info.going)
}

/// Returns the one direction in which a player is going.
pub(super) fn straight_ahead(on: &Ground<'_>, player: Player, word: &str) -> Result<Dir, OpFault> {
    let ahead = going(on, player).and_then(|going| on.board.ahead(going));
    ahead.ok_or_else(|| OpFault::new(Code::F06, format!("`{word}` needs a player, got `nothing`")))
}

/// Returns the one element of a set, or `None` if the set is empty. Several elements are a fault, since it is not clear
/// which one is meant.
fn only<'g, T: Copy>(mut elements: impl Iterator<Item = T>, name: impl Fn(T) -> &'g str) -> Result<Option<T>, OpFault> {
    let only = elements.next();
    match (only, elements.next()) {
        (Some(first), Some(second)) => {
            let more = if elements.next().is_none() { "" } else { ", .." };
            let message = format!("`the` needs a set of one element, got {{{}, {}{more}}}", name(first), name(second));
            Err(OpFault::new(Code::F06, message))
        }
        _ => Ok(only),
    }
}
