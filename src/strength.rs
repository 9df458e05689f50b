//! How much stronger one player is than another: [`Score`] adds up games played in pairs, [`Elo`] is the difference with
//! its interval, and [`Sprt`] says when enough games have been played.
//!
//! Two games of a pair begin with the same opening, with the seats swapped. Their results depend on each other, so the
//! pair is what is counted: its five possible results are the pentanomial model.
//!
//! Sources:
//! - A. Elo, "The Rating of Chessplayers, Past and Present", 1978: the expected score of a difference, in its logistic form.
//! - A. Wald, "Sequential Tests of Statistical Hypotheses", 1945: the bounds of the test.
//! - M. Van den Bergh, "A Practical Introduction to the GSPRT", 2020: the test with a variance that is not known, for pairs,
//!   as Stockfish's Fishtest uses it.
//! - A. Agresti, B. A. Coull, "Approximate Is Better than 'Exact' for Interval Estimation of Binomial Proportions", 1998:
//!   the interval of few games.
//! - E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927: the interval where all
//!   pairs have the same result.

use std::fmt;

/// The 97.5 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// How many pairs are enough for the normal distribution alone.
const FEW: f64 = 30.0;

/// Games between two players, from the first one's view.
///
/// ```
/// use boardwright::measure::Score;
///
/// let mut score = Score::default();
/// score.add_pair(1.0, 0.5);
/// score.add_pair(0.0, 1.0);
/// assert_eq!((score.games(), score.points()), (4, 2.5));
/// assert!(score.elo().value > 0.0 && score.elo().low < 0.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Pairs by their result: both games lost, half a point, one point, one and a half, both games won.
    pub pairs: [u64; 5],
    /// Games without the other one of their pair: lost, drawn, won.
    pub singles: [u64; 3],
}

/// A difference in strength on Elo's scale, with its 95 % interval.
///
/// See [`Score`] for an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference; infinite if all games were won or lost.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// Writes the difference and its interval: `+35 (-20 to +90)`.
impl fmt::Display for Elo {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = |value: f64| match value {
            f64::INFINITY => "+inf".to_owned(),
            f64::NEG_INFINITY => "-inf".to_owned(),
            value => format!("{:+.0}", if value.round() == 0.0 { 0.0 } else { value }),
        };
        write!(out, "{} ({} to {})", one(self.value), one(self.low), one(self.high))
    }
}

/// Twice the points of a game or of a pair, at most `most`.
fn half_points(points: f64, most: usize) -> usize {
    ((2.0 * points).round().max(0.0) as usize).min(most)
}

impl Score {
    /// Adds two games of a pair: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub fn add_pair(&mut self, one: f64, other: f64) {
        self.pairs[half_points(one + other, 4)] += 1;
    }

    /// Adds a game without the other one of its pair.
    pub fn add_single(&mut self, points: f64) {
        self.singles[half_points(points, 2)] += 1;
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        2 * self.pairs.iter().sum::<u64>() + self.singles.iter().sum::<u64>()
    }

    /// Returns the points: 1 for a win, half of it for a draw.
    pub fn points(&self) -> f64 {
        let halves = |counts: &[u64]| counts.iter().zip(0u64..).map(|(count, halves)| count * halves).sum::<u64>();
        (halves(&self.pairs) + halves(&self.singles)) as f64 / 2.0
    }

    /// Returns the difference in strength, with the interval that follows from how much the pairs differ.
    pub fn elo(&self) -> Elo {
        let games = self.games();
        if games == 0 {
            return Elo { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let mean = self.points() / games as f64;
        let (low, high) = self.interval(mean);
        // No interval ends before its mean, however it is rounded.
        let (low, high) = (low.min(mean), high.max(mean));
        Elo { value: elo_difference(mean), low: elo_difference(low), high: elo_difference(high) }
    }

    /// Returns the 95 % interval of the mean points of a game.
    fn interval(&self, mean: f64) -> (f64, f64) {
        // The weight of a pair is 1, that of a single game half of it.
        let pairs = self.pairs.iter().zip(0u32..).map(|(count, n)| (*count as f64, 1.0, f64::from(n) / 4.0));
        let singles = self.singles.iter().zip(0u32..).map(|(count, n)| (*count as f64, 0.5, f64::from(n) / 2.0));
        let (mut weight, mut squares) = (0.0, 0.0);
        for (count, share, points) in pairs.chain(singles) {
            weight += count * share;
            squares += count * (share * (points - mean)).powi(2);
        }
        if squares > 0.0 {
            let mut center = mean;
            // A few games differ less than many would: as in Agresti and Coull's interval, one more pair is won, and one lost.
            if weight < FEW {
                center = (mean * weight + 1.0) / (weight + 2.0);
                squares += (1.0 - center).powi(2) + center.powi(2) + weight * (mean - center).powi(2);
                weight += 2.0;
            }
            let error = Z * squares.sqrt() / weight;
            return (center - error, center + error);
        }
        let (center, spread) =
            (mean + Z * Z / (2.0 * weight), mean * (1.0 - mean) / weight + (Z / (2.0 * weight)).powi(2));
        let scale = 1.0 + Z * Z / weight;
        ((center - Z * spread.sqrt()) / scale, (center + Z * spread.sqrt()) / scale)
    }
}

/// Returns the difference in Elo for which this is the expected score, from 0 to 1.
///
/// ```
/// use boardwright::measure::{elo_difference, expected_score};
///
/// assert_eq!(elo_difference(0.5), 0.0);
/// assert_eq!(elo_difference(0.75).round(), 191.0);
/// assert!((expected_score(191.0) - 0.75).abs() < 0.001);
/// ```
pub fn elo_difference(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    // Without the minus sign of zero.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// Returns the score that is expected with this difference in Elo.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test: is the difference in strength rather `elo1` than `elo0`?
///
/// ```
/// use boardwright::measure::{Score, Sprt};
///
/// let test = Sprt::new(0.0, 50.0);
/// let mut score = Score::default();
/// assert_eq!(test.decision(&score), None);
/// score.pairs = [5, 10, 30, 40, 60];
/// assert_eq!(test.decision(&score), Some(true));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sprt {
    /// The difference of the first hypothesis, H0.
    pub elo0: f64,
    /// The difference of the second hypothesis, H1.
    pub elo1: f64,
    /// The probability to accept H1 where H0 is true, and the other way round.
    pub error: f64,
}

impl Sprt {
    /// Creates a test with errors of 5 %.
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, error: 0.05 }
    }

    /// Returns the bounds of the log-likelihood ratio: H0 is accepted below the first one, H1 above the second one.
    pub fn bounds(&self) -> (f64, f64) {
        let bound = ((1.0 - self.error) / self.error).ln();
        (-bound, bound)
    }

    /// Returns the log-likelihood ratio of H1 to H0, from the complete pairs.
    pub fn ratio(&self, score: &Score) -> f64 {
        let all: u64 = score.pairs.iter().sum();
        if all == 0 {
            return 0.0;
        }
        // A result that never came is possible nevertheless.
        let counts = score.pairs.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let observed: [(f64, f64); 5] = std::array::from_fn(|n| (n as f64 / 4.0, counts[n] / total));
        let likely = |elo: f64| most_likely(&observed, expected_score(elo));
        let (under_0, under_1) = (likely(self.elo0), likely(self.elo1));
        let of = |n: usize| observed[n].1 * (under_1[n] / under_0[n]).ln();
        total * (0..5).map(of).sum::<f64>()
    }

    /// Returns whether H1 is accepted, or `None` if more games are needed.
    pub fn decision(&self, score: &Score) -> Option<bool> {
        let (ratio, (low, high)) = (self.ratio(score), self.bounds());
        if ratio >= high { Some(true) } else { (ratio <= low).then_some(false) }
    }
}

/// Returns the most likely probabilities of results with this expected value, given how often each was observed.
///
/// Proposition 1.1 of the "Practical Introduction": the probability of a result a is p / (1 + t (a - expected)) for
/// the t that makes the expected value come true.
fn most_likely(observed: &[(f64, f64); 5], expected: f64) -> [f64; 5] {
    let off = |t: f64| observed.iter().map(|(a, p)| p * (a - expected) / (1.0 + t * (a - expected))).sum::<f64>();
    // Between these, all probabilities are positive, and `off` falls.
    let (mut low, mut high) = (-1.0 / (1.0 - expected), 1.0 / expected);
    for _ in 0..200 {
        let middle = (low + high) / 2.0;
        if off(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = (low + high) / 2.0;
    observed.map(|(a, p)| p / (1.0 + t * (a - expected)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(pairs: [u64; 5]) -> Score {
        Score { pairs, ..Score::default() }
    }

    fn close(found: f64, published: f64) {
        assert!((found - published).abs() < 0.006, "{found} is not {published}");
    }

    /// As fastchess printed them for 200 games each: github.com/SaiAkshit (Eschec), docs/dev_log.md, 2025-08-18.
    #[test]
    fn intervals_are_those_of_fastchess() {
        for (pairs, elo, error) in [
            ([1, 11, 47, 25, 16], 77.71, 33.03),
            ([1, 15, 25, 33, 26], 123.02, 40.58),
            ([1, 24, 42, 25, 8], 26.11, 31.23),
            ([2, 23, 32, 35, 8], 41.89, 33.28),
        ] {
            let found = score(pairs).elo();
            close(found.value, elo);
            close((found.high - found.low) / 2.0, error);
        }
    }

    /// Fishtest's numbers, from the commit messages of Stockfish: pull request 3273, December 2020.
    #[test]
    fn ratios_are_those_of_fishtest() {
        close(Sprt::new(-0.25, 1.25).ratio(&score([292, 5905, 28939, 6129, 299])), 2.95);
        close(Sprt::new(0.25, 1.25).ratio(&score([5, 418, 6043, 506, 12])), 2.92);
        close(Sprt::new(0.0, 5.0).bounds().1, 2.944);
    }

    /// As everywhere: 100 more make 64 %, 200 more 76 %.
    #[test]
    fn scores_are_those_of_the_logistic_curve() {
        close(expected_score(100.0), 0.64);
        close(expected_score(200.0), 0.76);
        close(expected_score(-400.0), 1.0 / 11.0);
        assert_eq!(elo_difference(1.0), f64::INFINITY);
        for elo in [-800.0, -13.0, 0.0, 400.0] {
            close(elo_difference(expected_score(elo)), elo);
        }
    }

    #[test]
    fn equal_pairs_have_an_interval() {
        let won = score([0, 0, 0, 0, 10]).elo();
        assert_eq!((won.value, won.high), (f64::INFINITY, f64::INFINITY));
        // Wilson's interval for 10 of 10: from 0.7225.
        close(expected_score(won.low), 0.7225);
        let even = score([0, 0, 10, 0, 0]).elo();
        assert!(even.value == 0.0 && even.low < -100.0 && (even.low + even.high).abs() < 1e-9);
        let none = Score::default().elo();
        assert_eq!((none.value, none.low), (0.0, f64::NEG_INFINITY));
    }

    /// From the spread of these three pairs alone, the first player would be stronger for certain.
    #[test]
    fn a_few_pairs_say_little() {
        let elo = score([0, 0, 1, 1, 1]).elo();
        assert!(elo.low < -60.0 && elo.high > 300.0, "{elo:?}");
        let many = score([0, 0, 10, 10, 10]).elo();
        assert!(many.low > 100.0 && many.high < 300.0, "{many:?}");
    }

    #[test]
    fn single_games_count_half_as_much() {
        let mut one = Score::default();
        (0..6).for_each(|n| one.add_single([0.0, 0.5, 1.0][n % 3]));
        assert_eq!((one.games(), one.points(), one.singles), (6, 3.0, [2, 2, 2]));
        let elo = one.elo();
        assert!(elo.value == 0.0 && elo.low < -150.0 && elo.low > -400.0, "{elo:?}");
    }

    #[test]
    fn a_test_decides_both_ways() {
        let test = Sprt::new(0.0, 20.0);
        assert_eq!(test.decision(&Score::default()), None);
        assert_eq!(test.decision(&score([4, 10, 30, 10, 4])), None);
        assert_eq!(test.decision(&score([160, 400, 1200, 400, 150])), Some(false));
        assert_eq!(test.decision(&score([100, 300, 1200, 500, 200])), Some(true));
    }
}
