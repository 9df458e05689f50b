//! New weights from the positions of a round.

use crate::player::evaluation::{Evaluation, Prior, Sample, fit, scales};

/// How much each position of earlier rounds counts, compared with one of this round.
const EARLIER: f64 = 0.3;

/// The most positions of earlier rounds that count.
const MOST_EARLIER: u64 = 40_000;

/// Numbers of moves are counted from this share of the log odds on: it takes time.
const USEFUL: f64 = 0.15;

/// Returns weights that explain the samples, and are not far from those of an evaluation that `earlier` samples have made.
pub(super) fn refit(evaluation: &Evaluation, samples: &[Sample], earlier: u64) -> Vec<f32> {
    let sure = EARLIER * earlier.min(MOST_EARLIER) as f64;
    let strengths = strengths(evaluation).map(|strength| strength + sure as f32).collect();
    let mut prior = Prior { weights: evaluation.weights().to_vec(), strengths };
    let weights = fit(samples, &prior);
    let moves = evaluation.moves_feature();
    let is_useful = f64::from(weights[moves]) * scales(samples, weights.len())[moves] > USEFUL;
    if is_useful || evaluation.uses_moves() {
        return weights;
    }
    let without = |sample: &Sample| Sample {
        features: sample.features.iter().filter(|(n, _)| usize::from(*n) != moves).copied().collect(),
        ..*sample
    };
    prior.weights[moves] = 0.0;
    fit(&samples.iter().map(without).collect::<Vec<_>>(), &prior)
}

/// Returns for each feature how many samples it takes to outweigh the weight before. Positions of one game are alike, so that a few
/// hundred of them tell little about a single cell.
fn strengths(evaluation: &Evaluation) -> impl Iterator<Item = f32> {
    let first_by_cell = evaluation.moves_feature() + 3;
    evaluation.names().iter().enumerate().map(move |(n, name)| match name.split(' ').next().unwrap_or("") {
        _ if n >= first_by_cell => 500.0,
        "first" | "to" | "moves" | "score" | "variable" => 20.0,
        "edge" | "corner" | "advance" | "center" => 150.0,
        _ => 200.0,
    })
}
