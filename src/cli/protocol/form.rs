//! [`Form`]: which form other programs use; who is white for them, and what they call a game.

use boardwright::game::Game;
use boardwright::game::piece::Player;

/// A form of moves and positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `e2e4`, `e7e8q`, `P@e4`, and the FEN of chess.
    Uci,
    /// `7g7f`, `8h2b+`, `P*5e`, and the SFEN of shogi.
    Usi,
}

/// Returns the player who is white for other programs: the one of this name, or else the first one.
pub fn white(game: &Game) -> Player {
    game.player("White").unwrap_or(Player(0))
}

/// Returns the player who is black for other programs: the one of this name, or else the one who is not white. In a game
/// without White, the first player is black for GTP.
pub fn black(game: &Game) -> Player {
    let first = if game.player("White").is_some() { other(white(game)) } else { Player(0) };
    game.player("Black").unwrap_or(first)
}

/// Returns the other player of a game for two.
pub fn other(player: Player) -> Player {
    Player(1 - player.0.min(1))
}

/// Returns the name of a game for other programs: the letters of its title, `kingofthehill`.
pub fn variant(game: &Game) -> String {
    game.title.chars().filter(|c| c.is_ascii_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect()
}
