//! What a player expects, in words and numbers.

use super::live_game::LiveGame;
use crate::cli::expected::{percents, shares, texts};
use boardwright::player::Judgment;

/// The most moves of a line that are shown.
const MOST_MOVES: usize = 8;

/// What a player expects of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// The number of plies of the position.
    pub ply: usize,
    /// The expected result of each player, from -1 to 1.
    pub returns: Vec<f64>,
    pub is_proven: bool,
    /// The best line, as texts.
    pub line: Vec<String>,
}

impl Expectation {
    /// Translates a judgment of the present position.
    pub fn new(game: &LiveGame, judgment: &Judgment) -> Expectation {
        let line = judgment.lines.first().map_or(&[][..], |line| &line.moves);
        Expectation {
            ply: game.plies().len(),
            returns: judgment.returns.clone(),
            is_proven: judgment.is_proven,
            line: texts(&*game.engine, game.position(), line.iter().take(MOST_MOVES)),
        }
    }

    /// Returns the share of the point that each player is expected to get, in percent. The shares add up to 100.
    pub fn percents(&self) -> Vec<u32> {
        percents(&self.returns)
    }

    /// Returns the expectation as one line: `Black 62 %, White 38 %: e4 d5 c3`.
    pub fn text(&self, game: &LiveGame) -> String {
        let shares = shares(game.rules(), &self.percents());
        let proven = if self.is_proven { " (proven)" } else { "" };
        let line = if self.line.is_empty() { String::new() } else { format!(": {}", self.line.join(" ")) };
        format!("{shares}{proven}{line}")
    }
}
