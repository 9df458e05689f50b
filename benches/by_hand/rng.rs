//! Random numbers: wyrand (Wang Yi), one multiplication for 64 bits.

/// A seeded stream of random numbers. It is passed by value, so that it can stay in a register.
#[derive(Clone, Copy)]
pub struct Rng(u64);

impl Rng {
    /// Creates the stream of a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// Returns the next 64 bits.
    #[inline(always)]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let product = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        (product >> 64) as u64 ^ product as u64
    }

    /// Returns a uniform number below `n` (Lemire's method); `n` is not 0.
    #[inline(always)]
    pub fn below(&mut self, n: usize) -> usize {
        let mut product = u128::from(self.next()) * n as u128;
        if (product as u64) < n as u64 {
            (*self, product) = again(*self, product, n as u64);
        }
        (product >> 64) as usize
    }
}

/// Handles the rare case in which a number may have to be drawn again.
#[cold]
#[inline(never)]
fn again(mut rng: Rng, mut product: u128, n: u64) -> (Rng, u128) {
    let threshold = n.wrapping_neg() % n;
    while (product as u64) < threshold {
        product = u128::from(rng.next()) * u128::from(n);
    }
    (rng, product)
}
