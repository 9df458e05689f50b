//! Fits weights to the results of games: logistic regression that stays close to weights known before.

use super::math::probability;
use super::samples::Sample;

/// How many steps are made.
const STEPS: u32 = 200;

/// Weights, how sure they are, and what they belong to.
#[derive(Clone, Debug)]
pub(super) struct Prior {
    /// The weights before.
    pub weights: Vec<f32>,
    /// For each weight, how many samples it would take to outweigh it.
    pub strengths: Vec<f32>,
}

/// Returns the weights that explain the results of games between two players best, and are not far from those before.
pub(super) fn fit(samples: &[Sample], prior: &Prior) -> Vec<f32> {
    let rows: Vec<(Vec<f64>, f64)> = samples
        .iter()
        .filter_map(|sample| {
            let ([one, other], [result, _]) = (sample.features.as_slice(), sample.returns.as_slice()) else {
                return None;
            };
            let row = one.iter().zip(other).map(|(one, other)| f64::from(one - other));
            Some((row.collect(), (result + 1.0) / 2.0))
        })
        .collect();
    let count = prior.weights.len();
    // Every feature is measured by how much it varies, so that all weights are about equally sure.
    let scales: Vec<f64> = (0..count)
        .map(|n| (rows.iter().map(|(row, _)| row[n] * row[n]).sum::<f64>() / rows.len().max(1) as f64).sqrt())
        .collect();
    let before: Vec<f64> =
        prior.weights.iter().zip(&scales).map(|(weight, scale)| f64::from(*weight) * scale).collect();
    let mut weights = before.clone();
    let (mut mean, mut spread) = (vec![0.0; count], vec![0.0; count]);
    for step in 1..=STEPS {
        let mut slopes: Vec<f64> = (0..count)
            .map(|n| f64::from(prior.strengths[n]) * (weights[n] - before[n]) / rows.len().max(1) as f64)
            .collect();
        for (row, result) in &rows {
            let odds: f64 = (0..count).filter(|n| scales[*n] > 0.0).map(|n| weights[n] * row[n] / scales[n]).sum();
            let error = (probability(odds) - result) / rows.len() as f64;
            for n in (0..count).filter(|n| scales[*n] > 0.0) {
                slopes[n] += error * row[n] / scales[n];
            }
        }
        // Adam (Kingma, Ba 2014), whose steps shrink here.
        let rate = 0.1 / (1.0 + f64::from(step) / 40.0);
        for n in 0..count {
            mean[n] = 0.9 * mean[n] + 0.1 * slopes[n];
            spread[n] = 0.99 * spread[n] + 0.01 * slopes[n] * slopes[n];
            weights[n] -= rate * mean[n] / (spread[n].sqrt() + 1e-9);
        }
    }
    let unscaled = |n: usize| if scales[n] > 0.0 { (weights[n] / scales[n]) as f32 } else { prior.weights[n] };
    (0..count).map(unscaled).collect()
}
