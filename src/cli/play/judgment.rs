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

    /// Returns the share of the point that each player is expected to get, in percent. The shares add up to 100.
    pub fn percents(&self) -> Vec<u32> {
        percents(&self.returns)
    }

    /// Returns the expectation as one line: `Black 62 %, White 38 %: e4 d5 c3`.
    pub fn text(&self, game: &LiveGame) -> String {
        let players = game.rules().players.iter().zip(self.percents());
        let shares: Vec<String> = players.map(|(player, percent)| format!("{} {percent} %", player.name)).collect();
        let proven = if self.is_proven { " (proven)" } else { "" };
        let line = if self.line.is_empty() { String::new() } else { format!(": {}", self.line.join(" ")) };
        format!("{}{proven}{line}", shares.join(", "))
    }
}

/// Returns the shares of the point, in percent, that belong to expected results: a sure winner gets all of it, a sure loser
/// nothing, however many players there are.
fn percents(returns: &[f64]) -> Vec<u32> {
    if let [value] = returns {
        return vec![((value.clamp(-1.0, 1.0) + 1.0) * 50.0).round() as u32];
    }
    let others = returns.len().saturating_sub(1) as f64;
    // Losers share -1, so a player who shares a win has less than 1, and one who alone loses has more than his share.
    let shares: Vec<f64> = returns.iter().map(|value| (value * others + 1.0).max(0.0)).collect();
    let sum: f64 = shares.iter().sum();
    let exact: Vec<f64> = shares.iter().map(|share| if sum > 0.0 { share * 100.0 / sum } else { 0.0 }).collect();
    let mut rounded: Vec<u32> = exact.iter().map(|share| *share as u32).collect();
    let mut by_rest: Vec<usize> = (0..exact.len()).collect();
    by_rest.sort_by(|a, b| exact[*b].fract().total_cmp(&exact[*a].fract()));
    let missing = 100u32.saturating_sub(rounded.iter().sum()) as usize;
    by_rest.into_iter().take(missing).for_each(|player| rounded[player] += 1);
    rounded
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

#[cfg(test)]
mod tests {
    use super::percents;

    #[test]
    fn shares_add_up() {
        assert_eq!(percents(&[1.0, -1.0]), [100, 0]);
        assert_eq!(percents(&[0.24, -0.24]), [62, 38]);
        assert_eq!(percents(&[1.0, -0.5, -0.5]), [100, 0, 0]);
        assert_eq!(percents(&[0.0, 0.0, 0.0]), [34, 33, 33]);
        assert_eq!(percents(&[0.5, -1.0, 0.5]), [50, 0, 50]);
        assert_eq!(percents(&[0.02, -0.01, -0.01]).iter().sum::<u32>(), 100);
        assert_eq!((percents(&[1.0]), percents(&[0.0])), (vec![100], vec![50]));
    }
}
