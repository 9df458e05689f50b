//! The one random generator: SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014).
//!
//! Written out here, and not taken from a crate, because the games of a seed are part of what is promised: the same on
//! every machine and in every version.

use crate::zobrist::mix;

/// A seeded stream of random numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng(u64);

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// The stream of the n-th game of a seed, independent of the other games.
    pub fn for_game(seed: u64, n: u64) -> Rng {
        Rng(mix(seed ^ mix(n)))
    }

    /// Where the stream stands: [`Rng::new`] of it goes on from here.
    pub fn state(&self) -> u64 {
        self.0
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        let value = mix(self.0);
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        value
    }

    /// A number below `n`, each as likely as the others (Lemire's method, with rejection); 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        let n = n as u64;
        if n == 0 {
            return 0;
        }
        let threshold = n.wrapping_neg() % n;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(n);
            if product as u64 >= threshold {
                return (product >> 64) as usize;
            }
        }
    }
}
