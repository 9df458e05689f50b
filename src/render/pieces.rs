//! The pieces of a game, and the characters that show them.

use crate::game::Game;
use crate::game::piece::{Kind, Piece, Player};

/// Returns all possible pieces: player by player, kind by kind, then the neutral ones.
pub(super) fn all(game: &Game) -> Vec<Piece> {
    let owned = |player: usize| {
        let kinds = game.kinds.iter().enumerate().filter(|(_, kind)| !kind.neutral);
        kinds.map(move |(kind, _)| Piece { owner: Player(player as u8), kind: Kind(kind as u8) })
    };
    let neutral = game.kinds.iter().enumerate().filter(|(_, kind)| kind.neutral);
    let neutral = neutral.map(|(kind, _)| Piece { owner: Player::NOBODY, kind: Kind(kind as u8) });
    (0..game.players.len()).flat_map(owned).chain(neutral).collect()
}

/// Returns whether the players have only one kind of piece, so that the color identifies it.
pub(super) fn one_kind(game: &Game) -> bool {
    game.kinds.iter().filter(|kind| !kind.neutral).count() == 1
}

/// Returns the character of each piece: filled and open circles for Black and White with one kind without a sign, otherwise letters.
pub(super) fn symbols(game: &Game) -> Vec<(Piece, char)> {
    let names: Vec<&str> = game.players.iter().map(|player| player.name.as_str()).collect();
    let plain = game.kinds.iter().all(|kind| kind.neutral || kind.sign.is_none());
    let round = one_kind(game) && plain && (names == ["Black", "White"] || names == ["White", "Black"]);
    let symbol = |piece: Piece| match names.get(piece.owner.0 as usize) {
        Some(&"Black") if round => '●',
        Some(_) if round => '○',
        _ => game.symbol(piece),
    };
    all(game).into_iter().map(|piece| (piece, symbol(piece))).collect()
}
