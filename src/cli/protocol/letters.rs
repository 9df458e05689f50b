//! [`Letters`]: the letters of pieces.

use super::form::{other, white};
use boardwright::game::Game;
use boardwright::game::piece::{Kind, Piece, Player};

/// The letters of the kinds of a game, such as `N`, or `+P` for a promoted pawn.
#[derive(Clone, Debug)]
pub struct Letters {
    kinds: Vec<Option<String>>,
    white: Player,
}

impl Letters {
    /// Finds the letters: the sign of a kind, its letter in pictures if it is the same for both players, or the first letter
    /// of its name.
    pub fn new(game: &Game) -> Letters {
        let white = white(game);
        let mut kinds: Vec<Option<String>> = vec![None; game.kinds.len()];
        let sign = |kind: usize| {
            let sign = game.kinds[kind].sign.as_deref()?.to_ascii_uppercase();
            let letter = sign.strip_prefix('+').unwrap_or(&sign);
            let is_letter = letter.len() == 1 && letter.starts_with(|c: char| c.is_ascii_alphabetic());
            is_letter.then_some(sign)
        };
        let symbol = |kind: usize| {
            let of = |player: u8| game.symbol(Piece { owner: Player(player), kind: Kind(kind as u8) });
            let (one, other) = (of(0), of(1));
            let is_letter = one.is_ascii_alphabetic() && one != other && one.eq_ignore_ascii_case(&other);
            is_letter.then(|| one.to_ascii_uppercase().to_string())
        };
        let initial = |kind: usize| game.kinds[kind].name.get(..1).map(str::to_ascii_uppercase);
        let ways: [&dyn Fn(usize) -> Option<String>; 3] = [&sign, &symbol, &initial];
        for way in ways {
            for kind in 0..kinds.len() {
                let found = way(kind).filter(|letter| !kinds.contains(&Some(letter.clone())));
                if kinds[kind].is_none() && found.is_some() {
                    kinds[kind] = found;
                }
            }
        }
        Letters { kinds, white }
    }

    /// Returns the number of kinds.
    pub fn kinds(&self) -> usize {
        self.kinds.len()
    }

    /// Sets the letter of the only kind; a game with more kinds keeps its letters.
    pub fn set_only(&mut self, letter: char) {
        if let [only] = self.kinds.as_mut_slice() {
            *only = Some(letter.to_ascii_uppercase().to_string());
        }
    }

    /// Returns the letter of a kind, in upper case.
    pub fn of(&self, kind: Kind) -> Option<&str> {
        self.kinds.get(usize::from(kind.0))?.as_deref()
    }

    /// Returns the kind of a letter in upper case.
    pub fn kind(&self, letter: &str) -> Option<Kind> {
        let at = self.kinds.iter().position(|known| known.as_deref() == Some(letter))?;
        Some(Kind(at as u8))
    }

    /// Writes a piece: in upper case for White.
    pub fn write(&self, piece: Piece) -> Option<String> {
        let letter = self.of(piece.kind)?;
        Some(if piece.owner == self.white { letter.to_owned() } else { letter.to_ascii_lowercase() })
    }

    /// Reads a piece.
    pub fn read(&self, text: &str) -> Option<Piece> {
        let kind = self.kind(&text.to_ascii_uppercase())?;
        let is_white = text.contains(|c: char| c.is_ascii_uppercase());
        Some(Piece { owner: if is_white { self.white } else { other(self.white) }, kind })
    }
}
