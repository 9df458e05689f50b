//! [`Training`]: finds the weights of [`AlphaBeta`] for a game by letting it play against itself.
//!
//! A round has games of the player against itself. Weights are fitted to their positions and results, and a match against the
//! weights before decides whether they are kept. In the end, matches measure the player against itself without training, and
//! against [`Mcts`].
//!
//! Sources:
//! - R. Sutton, "Learning to Predict by the Methods of Temporal Differences", 1988: a position is worth what later ones are
//!   worth, and the more surely, the closer they are.
//! - J. Baxter, A. Tridgell, L. Weaver, "TDLeaf(lambda)", 1999: what is judged is the position at the end of the best line.

mod limit;
mod matches;
mod parallel;
mod refit;
mod self_play;

use super::evaluation::Evaluation;
use super::{AlphaBeta, BestKind, Budget, Mcts, MctsSettings, Pairing, Weights};
use crate::engine::Engine;
use crate::measure::Sprt;
use crate::session::SessionError;
use limit::Deadlines;
use matches::Match;
use self_play::SelfPlay;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Weights that are at least so much stronger in Elo are kept if the match has not decided.
const BETTER: f64 = 35.0;

/// The most positions of a round; a round with more is fitted to the first ones.
const MOST_SAMPLES: usize = 200_000;

/// Finds the weights of [`AlphaBeta`] for a game.
///
/// ```
/// use boardwright::player::Training;
///
/// let engine = boardwright::load_bundled("tic-tac-toe", &[])?;
/// let mut training = Training::new(engine)?;
/// (training.games, training.round, training.work) = (4, 2, 20);
/// (training.match_games, training.measure_games) = (4, 0);
/// let is_complete = training.run(&mut |_| {})?;
/// assert!(is_complete);
/// assert_eq!((training.weights().game.as_str(), training.weights().games), ("Tic-Tac-Toe", 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Training {
    engine: Arc<dyn Engine>,
    /// The number of games that the player plays against itself, with those of the training that this one continues.
    pub games: u64,
    /// The number of games after which weights are fitted.
    pub round: u64,
    /// The number of positions looked at for each move.
    pub work: u64,
    /// The number of games of a match of new weights against old ones; twice as many tell in the end how strong they are.
    pub match_games: u64,
    /// The number of games against [`Mcts`]; without any, the best player is not measured.
    pub measure_games: u64,
    /// The time for each move in these games.
    pub measure_time: Duration,
    /// The seed of all that is drawn.
    pub seed: u64,
    /// How many games are played at a time. The result does not depend on it.
    pub threads: usize,
    /// The training takes at most this time. Games against itself have half of it, so that the matches are not without; a match that
    /// is cut is judged by the games that had ended.
    pub time: Option<Duration>,
    /// Set by another thread, or a signal, to stop at once.
    pub stop: Arc<AtomicBool>,
    /// The player without training.
    untrained: AlphaBeta,
    /// The best weights so far, and what has been done for them.
    weights: Weights,
    best: Evaluation,
    /// The weights that the training continues, with what was measured of them.
    continued: Option<Weights>,
}

/// What is written instead of a result without games.
const NOT_MEASURED: &str = "not measured: no time was left";

impl fmt::Debug for Training {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Training").field("weights", &self.weights).finish_non_exhaustive()
    }
}

/// Why there can be no training.
///
/// See [`Training::new`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TrainingError {
    /// The game is not for two.
    Players(String),
    /// The weights to continue with are for another game, or made in another way. Has the reason.
    Other(String),
    /// The rules fail.
    Session(SessionError),
}

impl fmt::Display for TrainingError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainingError::Players(title) => write!(out, "{title} is not a game for two, which training needs"),
            TrainingError::Other(why) => out.write_str(why),
            TrainingError::Session(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for TrainingError {}

impl From<SessionError> for TrainingError {
    fn from(error: SessionError) -> TrainingError {
        TrainingError::Session(error)
    }
}

/// What happens in a [`Training`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TrainingNews<'t> {
    /// A game of the player against itself has ended.
    Game {
        /// The number of games so far.
        done: u64,
        /// The number of games of the training.
        of: u64,
    },
    /// A game of a match has ended.
    MatchGame {
        /// Who plays.
        names: [&'static str; 2],
        /// The number of games so far.
        done: u64,
        /// The number of games of the match.
        of: u64,
        /// The result so far.
        result: &'t Pairing,
    },
    /// A round has ended.
    Round {
        /// The number of games so far.
        games: u64,
        /// The number of games of the round that were stopped after [`Training::MOST_PLIES`], and tell nothing.
        too_long: u64,
        /// The number of positions that the weights were fitted to.
        samples: usize,
        /// How badly the weights before, and the new ones, explain the results: the mean cross-entropy.
        loss: [f64; 2],
        /// The result of the new weights against those before.
        result: &'t Pairing,
        /// Whether the limit of time has cut the match.
        is_cut: bool,
        /// Whether the new weights are kept.
        is_kept: bool,
        /// The best weights so far.
        weights: &'t Weights,
    },
    /// The match against the player without training has ended.
    Strength {
        /// Its result.
        result: &'t Pairing,
        /// Whether the limit of time has cut it.
        is_cut: bool,
        /// Whether the weights are better than those without training.
        is_better: bool,
    },
    /// The match against `mcts` has ended.
    Measured {
        /// Its result.
        result: &'t Pairing,
        /// Whether the limit of time has cut it.
        is_cut: bool,
        /// The better player.
        best: BestKind,
    },
}

impl Training {
    /// The most plies of a game; a longer one tells nothing.
    pub const MOST_PLIES: u32 = 400;

    /// Creates the training of a game.
    ///
    /// Errors if the game is not for two players.
    pub fn new(engine: Arc<dyn Engine>) -> Result<Training, TrainingError> {
        let game = engine.game();
        if game.players.len() != 2 {
            return Err(TrainingError::Players(game.title.clone()));
        }
        let untrained = AlphaBeta::untrained(&engine, AlphaBeta::SEED);
        let best = untrained.evaluation().clone();
        let weights = Weights::new(game);
        Ok(Training {
            engine,
            games: 400,
            round: 100,
            work: 200,
            match_games: 60,
            measure_games: 20,
            measure_time: Duration::from_millis(100),
            seed: 1,
            threads: 1,
            time: None,
            stop: Arc::default(),
            untrained,
            weights,
            best,
            continued: None,
        })
    }

    /// Continues the training that made these weights.
    ///
    /// It goes on from weights that were not kept, too, because no match has shown that they are better than none.
    ///
    /// Errors if they are for other rules or settings, or were made with another seed.
    pub fn resume(&mut self, weights: Weights) -> Result<(), TrainingError> {
        let new = Weights::new(self.engine.game());
        if (weights.rules, &weights.params) != (new.rules, &new.params) {
            return Err(TrainingError::Other("the weights are for other rules or settings".to_owned()));
        }
        let made = [
            ("seed", weights.seed, self.seed),
            ("round", weights.round, self.round),
            ("work", weights.work, self.work),
        ];
        if let Some((what, was, is)) = made.into_iter().find(|(_, was, is)| was != is) {
            return Err(TrainingError::Other(format!("the weights were made with {what} {was}, not {is}")));
        }
        let mut best = self.untrained.evaluation().clone();
        weights.check(&best).map_err(|error| TrainingError::Other(error.to_string()))?;
        self.continued = Some(weights.clone());
        self.weights = weights;
        self.weights.take_candidates();
        best.take(&|name| self.weights.get(name));
        self.best = best;
        Ok(())
    }

    /// Returns the best weights so far. They are empty as long as the player without training is not beaten.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Trains, and tells what happens. Returns whether all was done; it may have been stopped.
    pub fn run(&mut self, hear: &mut dyn FnMut(&TrainingNews<'_>)) -> Result<bool, TrainingError> {
        let deadlines = Deadlines::new(self.time, self.measure_games > 0);
        (self.weights.seed, self.weights.round, self.weights.work) = (self.seed, self.round, self.work);
        self.weights.program = env!("CARGO_PKG_VERSION").to_owned();
        self.weights.keep_measured(self.continued.as_ref());
        while self.weights.games < self.games && limit::is_before(deadlines.games) {
            self.play_round(&deadlines, hear)?;
            if self.is_stopped() {
                return Ok(false);
            }
        }
        Ok(self.measure_strength(deadlines.strength, hear)? && self.measure_best(deadlines.end, hear)?)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays a round, fits weights, and keeps them if they are not worse than those before.
    fn play_round(
        &mut self,
        deadlines: &Deadlines,
        hear: &mut dyn FnMut(&TrainingNews<'_>),
    ) -> Result<(), TrainingError> {
        let first = self.weights.games;
        // Rounds end where they would without an interruption.
        let round = self.round.max(1);
        let last = ((first / round + 1) * round).min(self.games);
        let player = self.player(&self.best);
        let mut features = self.best.clone();
        features.count_moves();
        let (engine, seed, work) = (&self.engine, self.seed, self.work);
        let games = SelfPlay { engine, player: &player, features: &features, seed, work };
        let mut samples = Vec::new();
        let (mut done, mut too_long) = (first, 0);
        limit::with_flag(&self.stop, deadlines.games, |stop| {
            let play = |number: u64| games.play(first + number, stop);
            parallel::for_each(self.threads, last - first, stop, &play, &mut |_, found| {
                let found = found?;
                if samples.len() < MOST_SAMPLES {
                    samples.extend(found.samples);
                }
                too_long += u64::from(found.is_too_long);
                done += 1;
                hear(&TrainingNews::Game { done, of: self.games });
                Ok::<_, TrainingError>(true)
            })
        })?;
        if self.is_stopped() || done == first {
            return Ok(());
        }
        let weights = refit::refit(&self.best, &samples, self.weights.samples);
        let mut candidate = self.untrained.evaluation().clone();
        candidate.set_weights(weights);
        // The numbers are those of the text.
        let mut text = self.weights.clone();
        text.take(&candidate);
        candidate.take(&|name| Some(text.get(name).unwrap_or(0.0)));
        let loss = [&self.best, &candidate].map(|by| super::evaluation::loss(&samples, by.weights()));
        let names = ["new", "old"];
        let played = Match {
            names,
            games: self.match_games,
            test: None,
            budget: Budget::work(self.work),
            deadline: deadlines.rounds,
        };
        let players = [self.player(&candidate), self.player(&self.best)];
        let result = played.play(self, players.map(matches::alphabeta), first + 1, hear)?;
        let Some(played) = &result else { return Ok(()) };
        let is_kept = !samples.is_empty() && played.is_even();
        if is_kept {
            self.best = candidate;
            self.weights = text;
            self.weights.keep_measured(self.continued.as_ref());
            self.weights.samples += samples.len() as u64;
        }
        self.weights.games = done;
        let (samples, weights) = (samples.len(), &self.weights);
        let (result, is_cut) = (&played.result, played.is_cut);
        hear(&TrainingNews::Round { games: done, too_long, samples, loss, result, is_cut, is_kept, weights });
        Ok(())
    }

    /// Measures the best weights against the player without training. Worse ones are not kept, but a later training goes on with
    /// them.
    fn measure_strength(
        &mut self,
        deadline: Option<Instant>,
        hear: &mut dyn FnMut(&TrainingNews<'_>),
    ) -> Result<bool, TrainingError> {
        if self.weights.is_untrained() {
            return Ok(!self.is_stopped());
        }
        let test = Some(Sprt::new(0.0, 50.0));
        let names = ["trained", "untrained"];
        let games = self.match_games.saturating_mul(2);
        let played = Match { names, games, test, budget: Budget::work(self.work), deadline };
        let players = [self.player(&self.best), self.untrained.clone()];
        let Some(played) = &played.play(self, players.map(matches::alphabeta), 0, hear)? else { return Ok(false) };
        if played.is_cut && is_measured(&self.weights.strength) {
            return Ok(true);
        }
        if !played.has_games() {
            let is_new = self.continued.as_ref().is_none_or(|continued| !self.weights.are_candidates_of(continued));
            self.drop_weights();
            if is_new {
                self.weights.strength = Some(NOT_MEASURED.to_owned());
            }
            return Ok(true);
        }
        let result = &played.result;
        let is_better = match test.and_then(|test| test.decision(&result.score())) {
            Some(is_better) => is_better,
            None => result.score().elo().value > BETTER,
        };
        if is_better {
            self.weights.strength = Some(played.describe(&format!("{} positions per move", self.work)));
        } else {
            self.drop_weights();
        }
        hear(&TrainingNews::Strength { result, is_cut: played.is_cut, is_better });
        Ok(true)
    }

    /// Lets players play without the weights.
    fn drop_weights(&mut self) {
        self.weights.drop_values();
        self.weights.keep_measured(self.continued.as_ref());
        self.best = self.untrained.evaluation().clone();
    }

    /// Measures the player against `mcts`, with the same time for both.
    fn measure_best(
        &mut self,
        deadline: Option<Instant>,
        hear: &mut dyn FnMut(&TrainingNews<'_>),
    ) -> Result<bool, TrainingError> {
        if self.measure_games == 0 {
            return Ok(true);
        }
        let budget = Budget::time(self.measure_time);
        let test = Some(Sprt::new(-50.0, 50.0));
        let (names, games) = (["alphabeta", "mcts"], self.measure_games);
        let played = Match { names, games, test, budget: budget.clone(), deadline };
        let mcts: matches::Create = Box::new(|| Box::new(Mcts::new(MctsSettings::default())));
        let players = [matches::alphabeta(self.player(&self.best)), mcts];
        let Some(played) = &played.play(self, players, 0, hear)? else { return Ok(false) };
        if played.is_cut && is_measured(&self.weights.against_mcts) {
            return Ok(true);
        }
        if !played.has_games() {
            self.weights.against_mcts = Some(NOT_MEASURED.to_owned());
            return Ok(true);
        }
        let result = &played.result;
        let best = if result.results[0] > result.results[2] { BestKind::AlphaBeta } else { BestKind::Mcts };
        self.weights.against_mcts = Some(played.describe(&format!("{budget} per move")));
        self.weights.best = Some(best);
        hear(&TrainingNews::Measured { result, is_cut: played.is_cut, best });
        Ok(true)
    }

    fn player(&self, evaluation: &Evaluation) -> AlphaBeta {
        self.untrained.clone().with_weights_of(evaluation)
    }
}

/// Returns whether there is a result. One that the limit of time cuts does not replace it.
fn is_measured(result: &Option<String>) -> bool {
    result.as_ref().is_some_and(|result| result != NOT_MEASURED)
}
