//! Sets of up to 64 cells.

const ONES: u64 = 0x0101_0101_0101_0101;

/// For each byte, the index of its n-th set bit: `[byte][n]`.
static IN_BYTE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// Returns the numbers of bits in each byte and all bytes below it; the total is in the highest byte.
#[inline(always)]
pub fn sums(set: u64) -> u64 {
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES)
}

/// Returns the number of bits, from [`sums`].
#[inline(always)]
pub fn count(sums: u64) -> usize {
    (sums >> 56) as usize
}

/// Returns the n-th bit of a set of fewer than 64 bits; n is less than their number, and `sums` are those of the set.
#[inline(always)]
pub fn nth(set: u64, sums: u64, n: usize) -> usize {
    let n = n as u64;
    let passed = (((n * ONES) | (ONES << 7)) - sums) >> 7 & ONES;
    let place = (passed.wrapping_mul(ONES) >> 56) * 8;
    let rest = n - (sums << 8 >> place & 0xff);
    place as usize + usize::from(IN_BYTE[(set >> place & 0xff) as usize][(rest & 7) as usize])
}
