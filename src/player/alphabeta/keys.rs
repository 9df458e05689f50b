//! Keys of positions and of moves, cheap enough to be computed at every node.

use crate::game::piece::Player;
use crate::moves::Move;
use crate::session::{PositionWords, Session};
use crate::zobrist::mix;

/// An odd number without a pattern: 2^64 divided by the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Returns the key of the position: equal for equal positions, whatever their past.
pub(super) fn of_position(words: &PositionWords, session: &Session, mover: Player) -> u64 {
    mix(words.fold(session, mover, FACTOR, fold))
}

/// Adds a word to a key, by a multiplication whose upper half returns to the lower one.
#[inline]
fn fold(key: u64, word: u64) -> u64 {
    let product = u128::from(key ^ word) * u128::from(FACTOR);
    (product as u64 ^ (product >> 64) as u64).wrapping_add(FACTOR)
}

/// Returns the key of a move: the same in all positions.
#[inline]
pub(super) fn of_move(mv: &Move) -> u64 {
    mv.values.iter().fold(u64::from(mv.action.0), |key, value| fold(key, *value as u32 as u64 + 1))
}
