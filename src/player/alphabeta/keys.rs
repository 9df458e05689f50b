//! Keys of positions and of moves, cheap enough to be computed at every node.

use crate::game::Game;
use crate::game::piece::Player;
use crate::moves::Move;
use crate::session::Session;
use crate::types::Type;
use crate::zobrist::mix;
use std::ops::Range;

/// An odd number without a pattern: 2^64 divided by the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

/// Computes the keys of the positions of one game.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    /// The words of variables that hold a cell: `off` has no fixed number there.
    cells: Vec<Range<usize>>,
    off: u64,
    uses_ply: bool,
}

impl Keys {
    pub(super) fn new(game: &Game) -> Keys {
        let vars = game.vars.iter().zip(&game.layout.vars).filter(|(var, _)| var.ty == Type::Cell);
        let cells = vars.map(|(_, place)| place.offset..place.offset + place.words()).collect();
        Keys { cells, off: game.layout.cells as u64, uses_ply: game.uses_ply }
    }

    /// Returns the key of the position: equal for equal positions, whatever their past.
    pub(super) fn position(&self, session: &Session, mover: Player) -> u64 {
        let words = session.words();
        let ply = if self.uses_ply { u64::from(session.ply()) } else { 0 };
        let key = u64::from(mover.0) | u64::from(session.players_in()) << 8 | ply << 32;
        let mut key = fold(FACTOR, key);
        let mut from = 0;
        for cells in &self.cells {
            key = words[from..cells.start].iter().fold(key, |key, word| fold(key, *word));
            key = words[cells.clone()].iter().fold(key, |key, word| fold(key, (*word).min(self.off)));
            from = cells.end;
        }
        mix(words[from..].iter().fold(key, |key, word| fold(key, *word)))
    }
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
