//! Hashes of positions.

use crate::game::Game;
use crate::game::cells::Cell;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::zobrist::{fold, piece_key};

/// Computes the Zobrist key of a position's pieces from scratch.
pub fn pieces_key(game: &Game, position: &Position) -> u64 {
    let cells = (0..game.layout.cells).map(|cell| Cell(cell as u16));
    let pieces = cells.map(|cell| (position.at(game, cell), cell)).filter(|(piece, _)| !piece.is_nothing());
    pieces.fold(0, |key, (piece, cell)| key ^ piece_key(piece, cell))
}

/// Returns a hash of all that distinguishes positions, without their past.
pub(super) fn zobrist_hash(game: &Game, position: &Position) -> u64 {
    let layout = &game.layout;
    let vars = position.words.iter().skip((layout.players + layout.kinds) * layout.set_words);
    let mut key = vars.fold(position.pieces_key, |key, word| fold(key, *word));
    key = fold(key, u64::from(position.mover.0) << 16 | u64::from(position.players));
    key = match position.outcome {
        None => key,
        Some(Outcome::Draw) => fold(key, 1),
        Some(Outcome::Win(winner)) => fold(key, 2 + u64::from(winner.0)),
    };
    if game.uses_ply { fold(key, u64::from(position.ply)) } else { key }
}
