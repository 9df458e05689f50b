//! What players expect, in percent and as texts of moves.

use boardwright::engine::Engine;
use boardwright::game::Game;
use boardwright::moves::Move;
use boardwright::position::Position;

/// Returns the shares of the point, in percent, that belong to expected results: a sure winner gets all of it, a sure loser
/// nothing, however many players there are.
pub fn percents(returns: &[f64]) -> Vec<u32> {
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

/// Returns the share of each player: `Black 62 %, White 38 %`.
pub fn shares(game: &Game, percents: &[u32]) -> String {
    let players = game.players.iter().zip(percents);
    let shares: Vec<String> = players.map(|(player, percent)| format!("{} {percent} %", player.name)).collect();
    shares.join(", ")
}

/// Returns the texts of moves that follow a position.
pub fn texts<'m>(engine: &dyn Engine, position: &Position, moves: impl IntoIterator<Item = &'m Move>) -> Vec<String> {
    let mut position = position.clone();
    let text = |mv: &Move| {
        let text = engine.text(&position, mv).ok()?;
        engine.play_unchecked(&mut position, mv).ok()?;
        Some(text)
    };
    moves.into_iter().map_while(text).collect()
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
