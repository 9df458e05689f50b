//! Keys of positions that are wide enough for proofs: two positions with one key are out of the question.

use crate::engine::Engine;
use crate::engine::symmetries::{Symmetry, symmetries};
use crate::game::past::History;
use crate::game::piece::Player;
use crate::session::{PositionWords, Session};
use crate::zobrist::mix;

/// Two odd numbers without a pattern, one for each half of a key.
const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03];

/// The key of a position: 128 bits, so that keys of different positions are never equal in practice.
pub(super) type Key = u128;

/// Computes the keys of the positions of one game.
#[derive(Clone, Debug)]
pub(super) struct Keys {
    words: PositionWords,
    /// The symmetries of the game; none if the past of a position belongs to its key.
    symmetries: Vec<Symmetry>,
    /// The words of an image.
    image: Vec<u64>,
    /// Whether the past of a position belongs to its key.
    pub has_past: bool,
}

impl Keys {
    pub(super) fn new(engine: &dyn Engine, history: History) -> Keys {
        let has_past = history == History::Matters;
        let symmetries = if has_past { Vec::new() } else { symmetries(engine) };
        Keys { words: PositionWords::new(engine.game()), symmetries, image: Vec::new(), has_past }
    }

    /// Returns the key of the position, whatever its past. Its images by symmetries have the same one: a search takes them for one
    /// position, also where it looks for circles.
    pub(super) fn position(&mut self, session: &Session, mover: Player) -> Key {
        let Keys { words, symmetries, image, .. } = self;
        let own = whole(words.fold(session, mover, FACTORS, fold));
        let images = symmetries.iter().map(|symmetry| {
            symmetry.map_words(session.game(), session.words(), image);
            whole(words.fold_words(image, session, mover, FACTORS, fold))
        });
        images.fold(own, Key::min)
    }
}

fn whole(halves: [u64; 2]) -> Key {
    Key::from(mix(halves[0])) << 64 | Key::from(mix(halves[1]))
}

/// Adds a word to both halves, by multiplications whose upper half returns to the lower one.
#[inline]
fn fold(halves: [u64; 2], word: u64) -> [u64; 2] {
    let half = |n: usize| {
        let product = u128::from(halves[n] ^ word) * u128::from(FACTORS[n]);
        (product as u64 ^ (product >> 64) as u64).wrapping_add(FACTORS[n])
    };
    [half(0), half(1)]
}

/// Joins a key with another one, for example with the key of a past.
#[inline]
pub(super) fn join(key: Key, other: Key) -> Key {
    let half = |key: Key, other: Key, n: u32| mix((key >> n) as u64 ^ mix((other >> n) as u64 ^ FACTORS[1]));
    Key::from(half(key, other, 64)) << 64 | Key::from(half(key, other, 0))
}

/// Returns what a position adds to the key of a past: the order of earlier positions does not matter, only how often each has
/// occurred.
#[inline]
pub(super) fn occurrence(key: Key) -> Key {
    join(key, 1)
}
