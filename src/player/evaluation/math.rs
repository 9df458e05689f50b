//! Exponentials and logarithms from additions and multiplications alone: the same on every machine, which those of the system
//! are not.

use std::sync::LazyLock;

const LN_2: f64 = std::f64::consts::LN_2;

/// Returns e to the power of x.
pub(super) fn exp(x: f64) -> f64 {
    let x = x.clamp(-700.0, 700.0);
    let twos = (x / LN_2).round();
    let rest = x - twos * LN_2;
    let (mut term, mut sum) = (1.0, 1.0);
    for n in 1..16 {
        term *= rest / f64::from(n);
        sum += term;
    }
    sum * f64::from_bits(((twos as i64 + 1023) as u64) << 52)
}

/// Returns the natural logarithm of a number from 1 on.
pub(super) fn ln(x: f64) -> f64 {
    let bits = x.max(1.0).to_bits();
    let twos = (bits >> 52) as i64 - 1023;
    let rest = f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52);
    let ratio = (rest - 1.0) / (rest + 1.0);
    let (mut power, mut sum) = (ratio, 0.0);
    for n in 0..24 {
        sum += power / f64::from(2 * n + 1);
        power *= ratio * ratio;
    }
    2.0 * sum + twos as f64 * LN_2
}

/// Returns the natural logarithm of a whole number from 1 on, to about six digits: in a few steps, since a search takes one for each node.
pub(crate) fn ln_whole(n: u32) -> f32 {
    /// The square root of 2, less the 1 before the point, as the bits of a number from 1 to 2 have it.
    const ROOT_2: u64 = std::f64::consts::SQRT_2.to_bits() & ((1 << 52) - 1);
    let bits = f64::from(n.max(1)).to_bits();
    let part = bits & ((1 << 52) - 1);
    // The rest is between the square roots of 1/2 and 2: few terms are enough.
    let more = u64::from(part > ROOT_2);
    let twos = (bits >> 52) as i64 - 1023 + more as i64;
    let rest = f64::from_bits(part | (1023 - more) << 52);
    let ratio = (rest - 1.0) / (rest + 1.0);
    let square = ratio * ratio;
    let terms = 2.0 + square * (2.0 / 3.0 + square * (2.0 / 5.0 + square * (2.0 / 7.0 + square * (2.0 / 9.0))));
    (ratio * terms + twos as f64 * LN_2) as f32
}

/// Returns the natural logarithm of a number from 0 to 1, without 0.
pub(super) fn ln_of(x: f64) -> f64 {
    -ln(1.0 / x)
}

/// Returns the natural logarithm of 1 + n.
pub(super) fn ln_after(n: u64) -> f32 {
    static FIRST: LazyLock<Vec<f32>> = LazyLock::new(|| (0..512).map(|n| ln(1.0 + f64::from(n)) as f32).collect());
    FIRST.get(n as usize).copied().unwrap_or_else(|| ln(1.0 + n as f64) as f32)
}

/// Returns the probability that has these log odds.
pub(crate) fn probability(odds: f64) -> f64 {
    1.0 / (1.0 + exp(-odds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_the_system() {
        for n in 0..200 {
            let x = f64::from(n) / 7.0;
            assert!((exp(-x) - (-x).exp()).abs() < 1e-12);
            assert!((ln(1.0 + x * x) - (1.0 + x * x).ln()).abs() < 1e-12);
        }
        for n in (1..3000).chain((0..32).map(|n| u32::MAX >> n)) {
            assert!((f64::from(ln_whole(n)) - f64::from(n).ln()).abs() < 2e-6, "{n}");
        }
    }
}
