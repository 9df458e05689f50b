//! The random number generator: SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014).
//!
//! It is written here rather than taken from a crate, because the games of a seed are guaranteed to be the same on every
//! machine and in every version.

use crate::zobrist::mix;

/// A seeded stream of random numbers.
///
/// ```
/// use boardwright::rng::Rng;
///
/// let (mut one, mut other) = (Rng::new(7), Rng::new(7));
/// assert_eq!(one.below(6), other.below(6));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(u64);

impl Rng {
    /// Creates the stream of a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// Creates the stream of the n-th game of a seed, independent of the other games.
    pub fn for_game(seed: u64, n: u64) -> Rng {
        Rng(mix(seed ^ mix(n)))
    }

    /// Returns the state of the stream; [`Rng::new`] with it continues from here.
    pub fn state(&self) -> u64 {
        self.0
    }

    /// Returns the next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        let value = mix(self.0);
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        value
    }

    /// Returns a uniform number below `n` (Lemire's method, with rejection), or 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        if n == 0 {
            return 0;
        }
        loop {
            let product = u128::from(self.next_u64()) * u128::from(n);
            let low = product as u64;
            // The threshold takes a division, and is seldom needed: it is less than n.
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 64) as usize;
            }
        }
    }
}
