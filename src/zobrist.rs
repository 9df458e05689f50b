//! Zobrist keys: a position's pieces as the exclusive or of one pseudo-random number per piece and cell
//! (A. Zobrist, "A New Hashing Method with Application for Game Playing", 1970), and [`mix`] for all else.

use crate::game::cells::Cell;
use crate::game::piece::Piece;

/// A bijective scrambling of 64 bits: the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
pub fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The key of one piece on one cell; the same on every machine.
pub fn piece_key(piece: Piece, cell: Cell) -> u64 {
    mix(u64::from(piece.owner.0) << 32 | u64::from(piece.kind.0) << 16 | u64::from(cell.0))
}

/// Adds a number to a running key, so that order counts.
pub fn fold(key: u64, value: u64) -> u64 {
    mix(key ^ mix(value))
}
