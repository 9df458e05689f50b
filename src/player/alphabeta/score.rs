//! Scores: guesses in thousandths of log odds, and results, where a win is worth more the sooner it comes.

use crate::player::evaluation::probability;

/// More than any score.
pub(super) const INFINITE: i32 = 2_000_000;

/// A win on the spot.
const WIN: i32 = 1_000_000;

/// Scores from here on are wins, from its negative on losses.
pub(super) const DECIDED: i32 = 900_000;

/// No guess is greater.
pub(super) const MOST: i32 = 100_000;

/// Returns the score of a win after this many plies.
pub(super) fn win_at(ply: usize) -> i32 {
    WIN - ply as i32
}

/// Returns the score with wins counted from the position at a ply, as the table keeps it.
pub(super) fn stored(score: i32, ply: usize) -> i32 {
    match score {
        _ if score >= DECIDED => score + ply as i32,
        _ if score <= -DECIDED => score - ply as i32,
        _ => score,
    }
}

/// Returns the score with wins counted from the first position.
pub(super) fn restored(score: i32, ply: usize) -> i32 {
    match score {
        _ if score >= DECIDED => score - ply as i32,
        _ if score <= -DECIDED => score + ply as i32,
        _ => score,
    }
}

/// Returns in how many plies a score says that the game is over, if it is a result.
pub(super) fn plies(score: i32) -> Option<u32> {
    (score.abs() >= DECIDED).then(|| WIN.abs_diff(score.abs()))
}

/// Returns what a score is expected to be worth, from -1 to 1.
pub(super) fn expected(score: i32) -> f64 {
    match score {
        _ if score >= DECIDED => 1.0,
        _ if score <= -DECIDED => -1.0,
        _ => 2.0 * probability(f64::from(score.clamp(-MOST, MOST)) / 1000.0) - 1.0,
    }
}
