//! Zobrist keys: the exclusive or of one pseudo-random number per piece and cell
//! (A. Zobrist, "A New Hashing Method with Application for Game Playing", 1970), and [`mix`] for everything else.

use crate::game::cells::Cell;
use crate::game::piece::Piece;

/// Scrambles 64 bits bijectively: the finalizer of SplitMix64 (Steele, Lea, Flood 2014).
pub fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Returns the key of one piece on one cell; it is the same on every machine.
pub fn piece_key(piece: Piece, cell: Cell) -> u64 {
    mix(u64::from(piece.owner.0) << 32 | u64::from(piece.kind.0) << 16 | u64::from(cell.0))
}

/// Adds a number to a running key; the order matters. The key is scrambled first, because a plain exclusive or would collide
/// with the keys of pieces, which are such numbers themselves.
pub fn fold(key: u64, value: u64) -> u64 {
    mix(mix(key) ^ value)
}

/// Returns the key of a table: the exclusive or of one number for each word, except for the word that stands for nothing, so that it
/// takes little time for a table in which most values are nothing.
pub fn table_key(words: &[u64], nothing: u64) -> u64 {
    let others = (0..).zip(words).filter(|(_, word)| **word != nothing);
    others.fold(0, |key, (n, word)| key ^ mix(mix(n) ^ word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::piece::{Kind, Player};

    #[test]
    fn no_step_of_a_piece_looks_like_another_player_to_move() {
        let keys: Vec<u64> =
            (0..64).map(|cell| piece_key(Piece { owner: Player(0), kind: Kind(0) }, Cell(cell))).collect();
        for (cell, key) in keys.iter().enumerate() {
            for other in keys.iter().skip(cell + 1) {
                assert!((0..64).all(|a| (0..64).all(|b| a == b || fold(*key, a) != fold(*other, b))));
            }
        }
    }
}
