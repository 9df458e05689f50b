//! Games that players who think do not end.

use boardwright::game::Game;

/// A game of this many plies may have gone round in circles.
pub const MANY: u32 = 100;

/// Returns what to say about games that had to be stopped, if no rule ends those that go round in circles.
pub fn hint(game: &Game) -> Option<String> {
    game.repetitions.is_empty().then(|| {
        "The players may go round in circles, and no rule ends such games; `when repeated(next) >= 2: draw` in `end` would".to_owned()
    })
}
