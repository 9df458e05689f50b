//! Confidence intervals of 95 %: [`wilson`] for a share, [`newcombe`] for the difference of two shares, [`mean`] for a mean.
//!
//! - E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927: the score interval, without
//!   correction for continuity.
//! - R. G. Newcombe, "Improved confidence intervals for the difference between binomial proportions based on paired data",
//!   1998, method 10: combines score intervals with the correlation of the pairs. Without correlation it is method 10 of his
//!   "Interval estimation for the difference between independent proportions", 1998.
//! - Student's t, with one degree of freedom fewer than there are numbers; for pairs, the numbers are the differences.

use serde::Serialize;

/// The normal distribution has 95 % within this many standard deviations.
const Z: f64 = 1.959_963_984_540_054;

/// A value with its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The observed value.
    pub value: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Estimate {
    /// Returns half the width.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Returns whether the interval spans all possible values, so that no difference is shown.
    pub fn has_zero(&self) -> bool {
        self.low <= 0.0 && self.high >= 0.0
    }
}

/// Returns the share of `hits` among `all`.
pub fn wilson(hits: u64, all: u64) -> Estimate {
    if all == 0 {
        return Estimate { value: 0.0, low: 0.0, high: 1.0 };
    }
    let (n, p, z2) = (all as f64, hits as f64 / all as f64, Z * Z);
    let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
    let low = if hits == 0 { 0.0 } else { middle - half };
    let high = if hits == all { 1.0 } else { middle + half };
    Estimate { value: p, low: low.max(0.0), high: high.min(1.0) }
}

/// How two yes-or-no answers occurred together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fourfold {
    /// Yes to both.
    pub both: u64,
    /// Yes in the first only.
    pub a: u64,
    /// Yes in the second only.
    pub b: u64,
    /// No to both.
    pub neither: u64,
}

impl Fourfold {
    /// Returns the correlation of the answers, with Newcombe's continuity correction.
    fn correlation(&self) -> f64 {
        let [both, a, b, neither] = [self.both, self.a, self.b, self.neither].map(|n| n as f64);
        let margins = (both + a) * (b + neither) * (both + b) * (a + neither);
        let (together, n) = (both * neither - a * b, both + a + b + neither);
        let together = if together > 0.0 { (together - n / 2.0).max(0.0) } else { together };
        if margins > 0.0 { together / margins.sqrt() } else { 0.0 }
    }
}

/// Returns the second share minus the first, for paired answers.
pub fn newcombe(pairs: Fourfold) -> Estimate {
    let all = pairs.both + pairs.a + pairs.b + pairs.neither;
    let (a, b) = (wilson(pairs.both + pairs.a, all), wilson(pairs.both + pairs.b, all));
    square_and_add(a, b, pairs.correlation())
}

/// Returns the second share minus the first, for unpaired answers: hits among all of each.
pub fn newcombe_unpaired(a: (u64, u64), b: (u64, u64)) -> Estimate {
    square_and_add(wilson(a.0, a.1), wilson(b.0, b.1), 0.0)
}

fn square_and_add(a: Estimate, b: Estimate, correlation: f64) -> Estimate {
    let reach = |x: f64, y: f64| (x * x - 2.0 * correlation * x * y + y * y).max(0.0).sqrt();
    let value = b.value - a.value;
    let low = value - reach(b.value - b.low, a.high - a.value);
    let high = value + reach(b.high - b.value, a.value - a.low);
    Estimate { value, low: low.max(-1.0), high: high.min(1.0) }
}

/// Returns the mean of `n` numbers with this sample variance (n - 1).
pub fn mean(value: f64, variance: f64, n: u64) -> Estimate {
    if n < 2 {
        return Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY };
    }
    let half = student(n - 1) * (variance.max(0.0) / n as f64).sqrt();
    Estimate { value, low: value - half, high: value + half }
}

/// Returns the half-width within which Student's t with these degrees of freedom has 95 %.
fn student(freedom: u64) -> f64 {
    if freedom > SERIES {
        // Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.5.
        let (n, z) = (freedom as f64, Z);
        let (z3, z5) = (z.powi(3), z.powi(5));
        return z + (z3 + z) / (4.0 * n) + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n);
    }
    let (mut low, mut high) = (0.0, 20.0);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if within(middle, freedom) < 0.95 { low = middle } else { high = middle }
    }
    low
}

/// With more degrees of freedom, the sum of [`within`] is not needed.
const SERIES: u64 = 200;

/// Returns the probability of Student's distribution between `-t` and `t`: Abramowitz and Stegun, 26.7.3 and 26.7.4.
fn within(t: f64, freedom: u64) -> f64 {
    let angle = (t / (freedom as f64).sqrt()).atan();
    let (sine, cosine) = angle.sin_cos();
    let odd = freedom % 2 == 1;
    let (mut term, mut sum) = if odd { (cosine, 0.0) } else { (1.0, 0.0) };
    let mut factor = if odd { 2.0 } else { 1.0 };
    let mut power = if odd { 1 } else { 0 };
    while power + 2 <= freedom {
        sum += term;
        term *= cosine * cosine * factor / (factor + 1.0);
        factor += 2.0;
        power += 2;
    }
    if odd { std::f64::consts::FRAC_2_PI * (angle + sine * sum) } else { sine * sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is(estimate: Estimate, low: f64, high: f64, digits: i32) {
        let near = |a: f64, b: f64| (a - b).abs() <= 0.500_001 * 10f64.powi(-digits);
        assert!(near(estimate.low, low) && near(estimate.high, high), "{estimate:?}, not {low} to {high}");
    }

    /// R. G. Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3.
    #[test]
    fn shares_have_the_published_intervals() {
        is(wilson(81, 263), 0.2553, 0.3662, 4);
        is(wilson(15, 148), 0.0624, 0.1605, 4);
        is(wilson(0, 20), 0.0, 0.1611, 4);
        is(wilson(1, 29), 0.0061, 0.1718, 4);
    }

    /// R. G. Newcombe, "Interval estimation for the difference between independent proportions", 1998, table II, method 10.
    #[test]
    fn differences_of_shares_have_the_published_intervals() {
        is(newcombe_unpaired((48, 80), (56, 70)), 0.0524, 0.3339, 4);
        is(newcombe_unpaired((3, 10), (9, 10)), 0.1705, 0.8090, 4);
        is(newcombe_unpaired((2, 7), (6, 7)), 0.0582, 0.8062, 4);
        is(newcombe_unpaired((0, 29), (5, 56)), -0.0381, 0.1926, 4);
        is(newcombe_unpaired((0, 10), (10, 10)), 0.6075, 1.0, 4);
    }

    /// D. G. Altman and others, "Statistics with confidence", 2000, table 6.2; and N. Bentur and others, 2009, as in M. W. Fagerland
    /// and others, "Recommended tests and confidence intervals for paired binomial proportions", 2014.
    #[test]
    fn differences_in_pairs_have_the_published_intervals() {
        is(newcombe(Fourfold { both: 14, a: 0, b: 5, neither: 22 }), 0.011, 0.226, 3);
        is(newcombe(Fourfold { both: 1, a: 7, b: 1, neither: 12 }), -0.507, -0.026, 3);
    }

    /// "Student" (W. S. Gosset), "The Probable Error of a Mean", 1908: hours of sleep gained by ten patients.
    #[test]
    fn the_mean_of_students_own_differences() {
        let sleep: [f64; 10] = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4];
        let value = sleep.iter().sum::<f64>() / 10.0;
        let variance = sleep.iter().map(|hours| (hours - value).powi(2)).sum::<f64>() / 9.0;
        is(mean(value, variance, 10), 0.7001, 2.4599, 4);
    }

    /// The quantiles of every table of t.
    #[test]
    fn students_quantiles() {
        for (freedom, t) in
            [(1, 12.706), (2, 4.303), (4, 2.776), (9, 2.262), (30, 2.042), (120, 1.980), (200, 1.972), (1000, 1.962)]
        {
            assert!((student(freedom) - t).abs() < 0.0006, "{freedom}: {}", student(freedom));
        }
    }
}
