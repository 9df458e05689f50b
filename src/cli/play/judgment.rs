//! What a player expects, in words and numbers.

use super::live_game::LiveGame;
use boardwright::moves::Move;
use boardwright::player::Judgment;
use boardwright::position::Position;

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
            line: texts(game, line),
        }
    }

    /// Returns the share of the points that a player is expected to get, in percent.
    pub fn percent(&self, player: usize) -> u32 {
        let value = self.returns.get(player).copied().unwrap_or(0.0).clamp(-1.0, 1.0);
        ((value + 1.0) * 50.0).round() as u32
    }

    /// Returns the expectation as one line: `Black 62 %, White 38 %: e4 d5 c3`.
    pub fn text(&self, game: &LiveGame) -> String {
        let players = game.rules().players.iter().enumerate();
        let shares: Vec<String> = players.map(|(n, player)| format!("{} {} %", player.name, self.percent(n))).collect();
        let proven = if self.is_proven { " (proven)" } else { "" };
        let line = if self.line.is_empty() { String::new() } else { format!(": {}", self.line.join(" ")) };
        format!("{}{proven}{line}", shares.join(", "))
    }
}

/// Returns the texts of moves that follow the present position.
fn texts(game: &LiveGame, moves: &[Move]) -> Vec<String> {
    let mut position: Position = game.position().clone();
    let text = |mv: &Move| {
        let text = game.engine.text(&position, mv).ok()?;
        game.engine.play_unchecked(&mut position, mv).ok()?;
        Some(text)
    };
    moves.iter().take(MOST_MOVES).map_while(text).collect()
}
