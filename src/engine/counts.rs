//! How many sequences of plies follow positions that were counted before: other orders of the same moves lead to them, or to their images.

use super::Engine;
use super::symmetries::{Symmetry, symmetries};
use crate::game::Game;
use crate::position::Position;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most entries of a table.
const MOST: u64 = 1 << 22;

/// A table of counted positions, which several threads may share. Images of a position by symmetries of the game have one entry. A position
/// is known by two hashes: one is its place in the table, the other one, of 64 bits, is compared. Entries are overwritten. Another position with the same hash at the same place would be taken for
/// it: in a thousand million lookups, the chance of one wrong count is less than one in a thousand million.
///
/// ```
/// use boardwright::engine::Counts;
/// use boardwright::load_bundled;
///
/// let tiger = load_bundled("tiger", &[])?;
/// let start = tiger.start()?;
/// assert_eq!(tiger.perft_known(&start, 2, &Counts::new(&*tiger, &start, 1000))?, tiger.perft(&start, 2)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Counts {
    /// For each entry the hash, xor the count, and the count: if two threads write an entry at the same time, the hash is another one.
    entries: Box<[[AtomicU64; 2]]>,
    symmetries: Vec<Symmetry>,
}

/// The hashes of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CountKey {
    hash: u64,
    place: u64,
}

impl CountKey {
    /// Returns the hashes of these words, in which a number of plies has to be counted.
    fn of(words: &[u64], depth: u32) -> CountKey {
        let first = u64::from(depth) + 1;
        let (mut place, mut hash) = (first, first);
        for word in words {
            place = folded(place ^ word, 0x9e37_79b9_7f4a_7c15) ^ word.rotate_left(23);
            hash = folded(hash ^ word.rotate_left(32), 0xd6e8_feb8_6659_fd93).wrapping_add(*word);
        }
        CountKey { place: folded(place, 0xa076_1d64_78bd_642f), hash: folded(hash, 0xe703_7ed1_a0b4_28db) }
    }
}

/// Returns both halves of a product, xored: half as much work as [`mix`](crate::zobrist::mix).
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x1234_5678_9abc_def1) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl Counts {
    /// Makes a table for about this many positions that are reached from one position, if they are not too many.
    pub fn new(engine: &dyn Engine, start: &Position, positions: u64) -> Counts {
        // Other symmetries lead to positions that are hardly reached.
        let mut image = Vec::new();
        let mut keeps_start = |symmetry: &Symmetry| {
            symmetry.map_words(engine.game(), &start.words, &mut image);
            *image == *start.words
        };
        // Where the past of a position matters, none is looked up.
        let mut symmetries = if engine.game().repetitions.is_empty() { symmetries(engine) } else { Vec::new() };
        symmetries.retain(|symmetry| keeps_start(symmetry));
        Counts { symmetries, ..Counts::of(positions) }
    }

    fn of(positions: u64) -> Counts {
        let len = positions.clamp(1, MOST).next_power_of_two();
        let entries = (0..len).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect();
        Counts { entries, symmetries: Vec::new() }
    }

    /// Returns the hashes of a position, which begins with these words, and of its images. A number of plies has to be counted there.
    pub(crate) fn key(&self, game: &Game, words: &[u64], depth: u32) -> CountKey {
        let (own, mut image) = (CountKey::of(words, depth), Vec::new());
        let images = self.symmetries.iter().map(|symmetry| {
            symmetry.map_words(game, words, &mut image);
            CountKey::of(&image, depth)
        });
        images.fold(own, CountKey::min)
    }

    /// Returns how many entries there are.
    pub fn entries(&self) -> usize {
        self.entries.iter().filter(|[_, count]| count.load(Ordering::Relaxed) != 0).count()
    }

    fn entry(&self, key: CountKey) -> &[AtomicU64; 2] {
        // The number of entries is a power of two.
        &self.entries[key.place as usize & (self.entries.len() - 1)]
    }

    /// Returns how many sequences follow a position, if it has been counted. No position has none, as 0 stands for an empty entry.
    pub(crate) fn get(&self, key: CountKey) -> Option<u64> {
        let [mixed, count] = self.entry(key);
        let count = count.load(Ordering::Relaxed);
        (count != 0 && mixed.load(Ordering::Relaxed) ^ count == key.hash).then_some(count)
    }

    /// Notes how many sequences follow a position.
    pub(crate) fn put(&self, key: CountKey, sequences: u64) {
        let [mixed, count] = self.entry(key);
        mixed.store(key.hash ^ sequences, Ordering::Relaxed);
        count.store(sequences, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_is_found_until_it_is_overwritten() {
        let counts = Counts::of(1);
        let (one, other, deeper) = (CountKey::of(&[1, 2], 1), CountKey::of(&[2, 1], 1), CountKey::of(&[1, 2], 2));
        assert_eq!(counts.get(one), None);
        counts.put(one, 7);
        assert_eq!([one, other, deeper].map(|key| counts.get(key)), [Some(7), None, None]);
        counts.put(other, 9);
        assert_eq!([one, other, deeper].map(|key| counts.get(key)), [None, Some(9), None]);
    }
}
