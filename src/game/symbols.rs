//! The characters that stand for pieces in pictures, where the legend has none.

use super::piece::{Kind, Piece, Player};
use super::rules::{KindInfo, PictureSymbol, PlayerInfo};

/// Returns all possible pieces, kind by kind.
pub(super) fn pieces(kinds: &[KindInfo], players: &[PlayerInfo]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (k, kind) in kinds.iter().enumerate() {
        let kind_id = Kind(k as u8);
        match kind.neutral {
            true => pieces.push(Piece { owner: Player::NOBODY, kind: kind_id }),
            false => pieces.extend((0..players.len()).map(|p| Piece { owner: Player(p as u8), kind: kind_id })),
        }
    }
    pieces
}

/// Chooses a character for each piece without one in the legend: from the kind's sign, the kind's or player's name,
/// or any. If they run out, `?`.
pub(super) fn chosen(legend: &[PictureSymbol], kinds: &[KindInfo], players: &[PlayerInfo]) -> Vec<(Piece, char)> {
    let mut taken: Vec<char> = legend.iter().map(|symbol| symbol.symbol).chain(['.']).collect();
    let owned = kinds.iter().filter(|kind| !kind.neutral).count();
    let mut rest = pieces(kinds, players);
    rest.retain(|piece| !legend.iter().any(|symbol| symbol.piece == *piece));
    let with_kind = |piece: Piece| kinds.get(piece.kind.0 as usize).map(|kind| (piece, kind));
    let mut rest: Vec<(Piece, &KindInfo)> = rest.into_iter().filter_map(with_kind).collect();
    // A sign must not be taken as the letter of another kind.
    rest.sort_by_key(|(_, kind)| kind.sign.is_none());
    let mut chosen = Vec::new();
    for (piece, kind) in rest {
        let by_kind = owned > 1 || kind.sign.is_some();
        let cased = |c: char| match (by_kind, piece.owner.0) {
            (true, 0) => c.to_ascii_uppercase(),
            _ => c.to_ascii_lowercase(),
        };
        let sign = kind.sign.as_deref().unwrap_or("");
        let sign = sign.chars().map(|c| if kind.neutral { c } else { cased(c) });
        let owner = players.get(piece.owner.0 as usize).map_or("nobody", |owner| &owner.name);
        let name = if owned > 1 || kind.neutral { &kind.name } else { owner };
        let symbol = sign
            .filter(|c| c.is_alphanumeric() || kind.sign.as_ref().is_some_and(|sign| sign.chars().eq([*c])))
            .chain(name.chars().map(cased).chain('a'..='z').chain('A'..='Z').chain('0'..='9').chain('α'..='ω'))
            .find(|symbol| *symbol != '_' && !taken.contains(symbol))
            .unwrap_or('?');
        taken.push(symbol);
        chosen.push((piece, symbol));
    }
    chosen
}
