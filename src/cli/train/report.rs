//! What came of a training, as text and as JSON.

use crate::cli::out::{CliError, Out};
use boardwright::game::Game;
use boardwright::player::{Pairing, TrainingNews, Weights};
use serde_json::{Value, json};

/// What came of a training.
pub struct Report<'g> {
    game: &'g Game,
    /// How many games had no end.
    too_long: u64,
    rounds: Vec<Value>,
    /// The match against the player without training, whether it was cut, and whether the weights are better.
    strength: Option<(Pairing, bool, bool)>,
    /// The match against `mcts`, and whether it was cut.
    measured: Option<(Pairing, bool)>,
    /// What was written in the end, and where.
    written: Option<(Weights, String)>,
}

/// Describes a result: `+20 =3 -17, Elo +26 (-60 to +113)`.
pub fn describe(result: &Pairing) -> String {
    let [won, drawn, lost] = result.results;
    format!("+{won} ={drawn} -{lost}, Elo {}", result.score().elo())
}

/// Describes a match, which the limit of time may have cut.
pub fn describe_match(result: &Pairing, is_cut: bool) -> String {
    let cut = if is_cut { " (cut by the limit of time)" } else { "" };
    format!("{}{cut}", describe(result))
}

/// Returns a result for JSON.
fn value(result: &Pairing, is_cut: bool) -> Value {
    let (elo, [won, drawn, lost]) = (result.score().elo(), result.results);
    let rounded = |value: f64| if value.is_finite() { json!((value * 100.0).round() / 100.0) } else { Value::Null };
    let [difference, low, high] = [elo.value, elo.low, elo.high].map(rounded);
    json!({"won": won, "drawn": drawn, "lost": lost, "elo": difference, "low": low, "high": high, "cut": is_cut})
}

impl Report<'_> {
    pub fn new(game: &Game) -> Report<'_> {
        Report { game, too_long: 0, rounds: Vec::new(), strength: None, measured: None, written: None }
    }

    /// Notes what happens.
    pub fn add(&mut self, news: &TrainingNews<'_>) {
        match news {
            TrainingNews::Round { games, too_long, samples, loss, result, is_cut, is_kept, .. } => {
                self.too_long += too_long;
                let loss = loss.map(|loss| (loss * 1e4).round() / 1e4);
                self.rounds.push(
                    json!({"games": games, "too_long": too_long, "samples": samples, "loss": loss, "result": value(result, *is_cut), "kept": is_kept}),
                );
            }
            TrainingNews::Strength { result, is_cut, is_better } => {
                self.strength = Some(((*result).clone(), *is_cut, *is_better));
            }
            TrainingNews::Measured { result, is_cut, .. } => self.measured = Some(((*result).clone(), *is_cut)),
            _ => {}
        }
    }

    /// Returns whether most games of the training had no end.
    pub fn is_endless(&self) -> bool {
        self.written.as_ref().is_some_and(|(weights, _)| self.too_long * 2 > weights.games)
    }

    /// Notes what was written, and where.
    pub fn finish(&mut self, weights: &Weights, file: String) {
        self.written = Some((weights.clone(), file));
    }

    pub fn print_text(&self, out: &mut Out) -> Result<(), CliError> {
        let Some((weights, file)) = &self.written else { return Ok(()) };
        out.line(format!(
            "{}: {} games of alphabeta against itself, seed {}\n",
            self.game.title, weights.games, weights.seed
        ))?;
        if let Some((result, is_cut, is_better)) = &self.strength {
            let dropped = if *is_better { "" } else { "; not better, so the trained weights are not kept" };
            out.line(format!("trained against untrained  {}{dropped}", describe_match(result, *is_cut)))?;
        } else if let Some(why) = &weights.strength {
            out.line(format!("trained against untrained  {why}"))?;
        } else if weights.is_untrained() {
            out.line("no new weights are better than those without training")?;
        }
        if let Some((result, is_cut)) = &self.measured {
            out.line(format!("alphabeta against mcts     {}", describe_match(result, *is_cut)))?;
        } else if let Some(why) = &weights.against_mcts {
            out.line(format!("alphabeta against mcts     {why}"))?;
        }
        if let Some(best) = weights.best {
            out.line(format!("best player                {}", best.name()))?;
        }
        let held = match (weights.is_untrained(), weights.has_candidates()) {
            (false, _) => "the trained ones",
            (true, true) => "none that plays; `--continue` goes on with those that were not kept",
            (true, false) => "none: it plays as without training",
        };
        out.line(format!("weights in the file        {held}"))?;
        out.line(format!("\nwritten to {file}"))
    }

    pub fn json(&self) -> Value {
        let weights = self.written.as_ref().map(|(weights, _)| weights);
        json!({
            "game": self.game.title,
            "settings": crate::cli::chosen::settings_of(self.game),
            "games": weights.map(|weights| weights.games),
            "seed": weights.map(|weights| weights.seed),
            "rounds": self.rounds,
            "strength": self.strength.as_ref().map(|(result, is_cut, is_better)| {
                let mut strength = value(result, *is_cut);
                strength["kept"] = json!(is_better);
                strength
            }),
            "trained": weights.is_some_and(|weights| !weights.is_untrained()),
            "against_mcts": self.measured.as_ref().map(|(result, is_cut)| value(result, *is_cut)),
            "best": weights.and_then(|weights| weights.best).map(|best| best.name()),
            "file": self.written.as_ref().map(|(_, file)| file),
        })
    }
}
