//! [`Weights`]: what training has found out about a game, as a text.

mod fingerprint;
mod known;
mod text;

pub use fingerprint::Fingerprint;
pub(super) use known::Fit;
pub use text::WeightsError;

use super::evaluation::Evaluation;
use crate::game::Game;
use crate::suggest;
use std::collections::BTreeMap;
use std::fmt;

/// What training has found out about a game: the weights of [`AlphaBeta`](super::AlphaBeta), and which player is the best one.
///
/// It is written as a text, which [`Weights::parse`] reads. [`Training`](super::Training) makes it.
///
/// ```
/// use boardwright::player::{Fingerprint, Weights};
///
/// let game = boardwright::load_bundled("breakthrough", &[])?;
/// let mut weights = Weights::new(game.game());
/// weights.set("material of man", 1.5);
/// let text = weights.to_string();
/// assert!(text.contains("material of man = 1.5\n"));
/// assert_eq!(Weights::parse(&text)?, weights);
///
/// assert_eq!(weights.rules, Fingerprint::of(game.game()));
/// let error = Weights::parse(&text.replace("= 1.5", "= NaN")).unwrap_err();
/// assert!(error.to_string().contains("`NaN` is not a weight"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Weights {
    /// The title of the game.
    pub game: String,
    /// The settings of the game.
    pub params: BTreeMap<String, String>,
    /// The rules of the game.
    pub rules: Fingerprint,
    /// The version of Boardwright that made them.
    pub program: String,
    /// The seed of the training.
    pub seed: u64,
    /// The number of games that the player has played against itself.
    pub games: u64,
    /// The number of these games after which weights were fitted.
    pub round: u64,
    /// The number of positions looked at for each of its moves.
    pub work: u64,
    /// The number of positions that the weights were fitted to.
    pub samples: u64,
    /// The result against the player without training, in words.
    pub strength: Option<String>,
    /// The result against `mcts`, in words.
    pub against_mcts: Option<String>,
    /// The best player, if that was measured.
    pub best: Option<BestKind>,
    /// For each feature its weight, and the line of the text where it stands.
    values: BTreeMap<String, (f32, LineNumber)>,
    /// Weights that no match has shown to be better than none: no player uses them, but training goes on with them.
    candidates: BTreeMap<String, (f32, LineNumber)>,
}

/// The line where something stands; 0 if it was not read. Weights are equal wherever they stand.
#[derive(Clone, Copy, Debug, Default)]
struct LineNumber(usize);

impl PartialEq for LineNumber {
    fn eq(&self, _other: &LineNumber) -> bool {
        true
    }
}

/// A player that training has found to be the best one.
///
/// See [`Weights::best`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BestKind {
    /// [`AlphaBeta`](super::AlphaBeta).
    AlphaBeta,
    /// [`Mcts`](super::Mcts).
    Mcts,
}

impl BestKind {
    /// Returns the name that [`of`](super::of) reads.
    pub fn name(self) -> &'static str {
        match self {
            BestKind::AlphaBeta => "alphabeta",
            BestKind::Mcts => "mcts",
        }
    }
}

/// The greatest weight.
const MOST: f32 = 1000.0;

impl Weights {
    /// Creates what is known about a game without training.
    pub fn new(game: &Game) -> Weights {
        Weights {
            game: game.title.clone(),
            params: params(game),
            rules: Fingerprint::of(game),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            seed: 1,
            games: 0,
            round: 0,
            work: 0,
            samples: 0,
            strength: None,
            against_mcts: None,
            best: None,
            values: BTreeMap::new(),
            candidates: BTreeMap::new(),
        }
    }

    /// Returns whether there are no weights: training did no good.
    pub fn is_untrained(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the weight of a feature, if it is known.
    pub fn get(&self, feature: &str) -> Option<f32> {
        self.values.get(feature).map(|(weight, _)| *weight)
    }

    /// Sets the weight of a feature. It is rounded to four decimals, as the text has it.
    pub fn set(&mut self, feature: &str, weight: f32) {
        if weight.is_finite() {
            let rounded = (f64::from(weight.clamp(-MOST, MOST)) * 1e4).round() / 1e4;
            self.values.insert(feature.to_owned(), (rounded as f32, LineNumber::default()));
        }
    }

    /// Returns whether there are weights that were not kept, with which training goes on.
    pub fn has_candidates(&self) -> bool {
        !self.candidates.is_empty()
    }

    /// Takes the weights from the players, as if there had been no training, and keeps them for more training.
    pub(super) fn drop_values(&mut self) {
        self.candidates = std::mem::take(&mut self.values);
    }

    /// Goes on with weights that were not kept, if there are no others.
    pub(super) fn take_candidates(&mut self) {
        let candidates = std::mem::take(&mut self.candidates);
        if self.values.is_empty() {
            self.values = candidates;
        }
    }

    /// Returns whether these are the weights that were not kept in older ones.
    pub(super) fn are_candidates_of(&self, older: &Weights) -> bool {
        older.has_candidates() && older.candidates == self.values
    }

    /// Keeps what was measured of older weights if players use the same ones; otherwise nothing is measured.
    pub(super) fn keep_measured(&mut self, older: Option<&Weights>) {
        let same = older.filter(|older| older.values == self.values);
        self.strength = same.and_then(|older| older.strength.clone());
        self.against_mcts = same.and_then(|older| older.against_mcts.clone());
        self.best = same.and_then(|older| older.best);
    }

    /// Takes the weights of an evaluation, but not those of cells that are 0.
    pub(super) fn take(&mut self, evaluation: &Evaluation) {
        self.values.clear();
        let first_by_cell = evaluation.moves_feature() + 3;
        for (n, (name, weight)) in evaluation.names().iter().zip(evaluation.weights()).enumerate() {
            self.set(name, *weight);
            if n >= first_by_cell && self.get(name) == Some(0.0) {
                self.values.remove(name);
            }
        }
    }

    /// Returns whether these are the weights of a game with these rules and settings, or of a similar one.
    fn fit(&self, game: &Game) -> Option<Fit> {
        known::fit(self, game)
    }

    /// Returns how they fit a game, or an error if they are for other rules.
    pub(super) fn fit_rules(&self, game: &Game) -> Result<Fit, WeightsError> {
        self.fit(game).ok_or_else(|| {
            let (own, other) = (&game.title, &self.game);
            WeightsError::new(
                0,
                match own == other {
                    true => format!("the weights are for other rules of {own}; train it again"),
                    false => format!("the weights are for other rules, those of {other}; train {own} itself"),
                },
            )
        })
    }

    /// Checks that all features are those of a game.
    pub(super) fn check(&self, evaluation: &Evaluation) -> Result<(), WeightsError> {
        let names = evaluation.names();
        let all = self.values.iter().chain(&self.candidates);
        let unknown = all.filter(|(name, _)| !names.contains(name)).min_by_key(|(_, (_, line))| line.0);
        let Some((name, (_, line))) = unknown else { return Ok(()) };
        let help = suggest::did_you_mean(name, names.iter().map(String::as_str));
        let help = help.map_or(String::new(), |help| format!("; {help}"));
        Err(WeightsError::new(line.0, format!("{} has no feature `{name}`{help}", self.game)))
    }

    /// Returns the weights that come with the program for a game, or else for other settings of it or for a game that it extends.
    pub fn known(game: &Game) -> Option<&'static Weights> {
        known::bundled(game).map(|(weights, _)| weights)
    }

    /// Finds the weights that come with the program for a game, or for a similar one.
    pub(super) fn bundled(game: &Game) -> Option<(&'static Weights, Fit)> {
        known::bundled(game)
    }
}

/// Returns the settings of a game.
fn params(game: &Game) -> BTreeMap<String, String> {
    game.params.iter().map(|param| (param.name.clone(), param.value.to_string())).collect()
}

impl fmt::Display for Weights {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(self, out)
    }
}
