//! [`PositionWords`]: the words that tell a position from others, whatever its past. Keys of positions are made from them.

use super::Session;
use crate::game::Game;
use crate::game::piece::Player;
use crate::types::Type;
use std::ops::Range;

/// The words of a game by which its positions are told apart.
#[derive(Clone, Debug)]
pub(crate) struct PositionWords {
    /// The words of variables that hold a cell: `off` has no fixed number there.
    cells: Vec<Range<usize>>,
    off: u64,
    uses_ply: bool,
}

impl PositionWords {
    pub(crate) fn new(game: &Game) -> PositionWords {
        let vars = game.vars.iter().zip(&game.layout.vars).filter(|(var, _)| var.ty == Type::Cell);
        let cells = vars.map(|(_, place)| place.offset..place.offset + place.words()).collect();
        PositionWords { cells, off: game.layout.cells as u64, uses_ply: game.uses_ply }
    }

    /// Adds the words of the position to a key, one after the other: equal ones for equal positions.
    #[inline]
    pub(crate) fn fold<K>(&self, session: &Session, mover: Player, key: K, add: impl Fn(K, u64) -> K) -> K {
        self.fold_words(session.words(), session, mover, key, add)
    }

    /// Does the same with the words of another position in place of the session's own.
    #[inline]
    pub(crate) fn fold_words<K>(
        &self,
        words: &[u64],
        session: &Session,
        mover: Player,
        key: K,
        add: impl Fn(K, u64) -> K,
    ) -> K {
        let ply = if self.uses_ply { u64::from(session.ply()) } else { 0 };
        let mut key = add(key, u64::from(mover.0) | u64::from(session.players_in()) << 8 | ply << 32);
        let mut from = 0;
        for cells in &self.cells {
            key = words[from..cells.start].iter().fold(key, |key, word| add(key, *word));
            key = words[cells.clone()].iter().fold(key, |key, word| add(key, (*word).min(self.off)));
            from = cells.end;
        }
        words[from..].iter().fold(key, |key, word| add(key, *word))
    }
}
