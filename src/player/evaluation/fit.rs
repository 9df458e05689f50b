//! Fits weights to the results of games: logistic regression that stays close to weights known before.

use super::math::probability;

/// How many steps are made.
const STEPS: u32 = 200;

/// A position of a game for two and how the game ended.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// The features that differ between the players: their numbers, and the first player's minus the second one's.
    pub features: Vec<(u16, f32)>,
    /// What the first player got, from 0 to 1.
    pub result: f64,
}

/// Weights, how sure they are, and what they belong to.
#[derive(Clone, Debug)]
pub(crate) struct Prior {
    /// The weights before.
    pub weights: Vec<f32>,
    /// For each weight, how many samples it would take to outweigh it.
    pub strengths: Vec<f32>,
}

/// Returns the weights that explain the results of games between two players best, and are not far from those before.
pub(crate) fn fit(samples: &[Sample], prior: &Prior) -> Vec<f32> {
    let (count, all) = (prior.weights.len(), samples.len().max(1) as f64);
    // Every feature is measured by how much it varies, so that all weights are about equally sure.
    let scales = scales(samples, count);
    let scaled = |sample: &Sample| -> Vec<(usize, f64)> {
        let of = |(n, value): &(u16, f32)| (usize::from(*n), f64::from(*value) / scales[usize::from(*n)]);
        sample.features.iter().map(of).collect()
    };
    let rows: Vec<(Vec<(usize, f64)>, f64)> = samples.iter().map(|sample| (scaled(sample), sample.result)).collect();
    let before: Vec<f64> =
        prior.weights.iter().zip(&scales).map(|(weight, scale)| f64::from(*weight) * scale).collect();
    let mut weights = before.clone();
    let (mut mean, mut spread) = (vec![0.0; count], vec![0.0; count]);
    for step in 1..=STEPS {
        let mut slopes: Vec<f64> =
            (0..count).map(|n| f64::from(prior.strengths[n]) * (weights[n] - before[n]) / all).collect();
        for (row, result) in &rows {
            let odds: f64 = row.iter().map(|(n, value)| weights[*n] * value).sum();
            let error = (probability(odds) - result) / all;
            row.iter().for_each(|(n, value)| slopes[*n] += error * value);
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

/// Returns by how much each feature varies.
pub(crate) fn scales(samples: &[Sample], count: usize) -> Vec<f64> {
    let mut squares = vec![0.0; count];
    for (n, value) in samples.iter().flat_map(|sample| &sample.features) {
        squares[usize::from(*n)] += f64::from(*value) * f64::from(*value);
    }
    squares.into_iter().map(|square: f64| (square / samples.len().max(1) as f64).sqrt()).collect()
}

/// Returns how badly weights explain results: the mean cross-entropy.
pub(crate) fn loss(samples: &[Sample], weights: &[f32]) -> f64 {
    let of = |sample: &Sample| {
        let odds: f64 =
            sample.features.iter().map(|(n, value)| f64::from(weights[usize::from(*n)]) * f64::from(*value)).sum();
        let likely = probability(odds).clamp(1e-9, 1.0 - 1e-9);
        -sample.result * super::math::ln_of(likely) - (1.0 - sample.result) * super::math::ln_of(1.0 - likely)
    };
    samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
}
