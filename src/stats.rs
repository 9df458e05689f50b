//! What many random games say about a game: [`Stats`].

use crate::engine::Engine;
use crate::game::Game;
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use crate::rng::Rng;

/// Results and lengths of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// How many games.
    pub games: u64,
    /// Plies of all games together.
    pub plies: u64,
    /// Plies of the shortest game.
    pub least: u32,
    /// Plies of the longest game.
    pub most: u32,
    /// Games won, by player.
    pub wins: Vec<u64>,
    /// Drawn games.
    pub draws: u64,
    /// Games that were left before their end.
    pub unfinished: u64,
}

impl Stats {
    /// No games yet.
    pub fn new(game: &Game) -> Stats {
        let wins = vec![0; game.players.len()];
        Stats { games: 0, plies: 0, least: 0, most: 0, wins, draws: 0, unfinished: 0 }
    }

    /// Counts a game.
    pub fn add(&mut self, outcome: Option<Outcome>, plies: u32) {
        self.least = if self.games == 0 { plies } else { self.least.min(plies) };
        self.most = self.most.max(plies);
        self.games += 1;
        self.plies += u64::from(plies);
        match outcome {
            Some(Outcome::Win(player)) => self.wins.iter_mut().skip(player.0 as usize).take(1).for_each(|n| *n += 1),
            Some(Outcome::Draw) => self.draws += 1,
            None => self.unfinished += 1,
        }
    }

    /// Plies per game.
    pub fn mean(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }
}

/// Plays the n-th random game of a seed from a position; where it ended, and its plies.
pub fn playout(
    engine: &dyn Engine,
    start: &Position,
    seed: u64,
    n: u64,
    max_plies: u32,
) -> Result<(Position, u32), Fault> {
    let mut position = start.clone();
    let plies = engine.playout(&mut position, &mut Rng::for_game(seed, n), max_plies)?;
    Ok((position, plies))
}

/// The moves of the n-th random game of a seed, as far as it can be played: what led to a fault.
pub fn moves(engine: &dyn Engine, start: &Position, seed: u64, n: u64, max_plies: u32) -> Vec<String> {
    let (mut position, mut rng) = (start.clone(), Rng::for_game(seed, n));
    let mut texts = Vec::new();
    for _ in 0..max_plies {
        let Ok(moves) = engine.legal_moves(&position) else { break };
        let Some(mv) = moves.get(rng.below(moves.len())) else { break };
        let Ok(text) = engine.text(&position, mv) else { break };
        texts.push(text);
        if engine.play_unchecked(&mut position, mv).is_err() {
            break;
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::piece::Player;

    #[test]
    fn games_are_counted() {
        let mut stats = Stats { games: 0, plies: 0, least: 0, most: 0, wins: vec![0, 0], draws: 0, unfinished: 0 };
        stats.add(Some(Outcome::Win(Player(1))), 10);
        stats.add(Some(Outcome::Draw), 4);
        stats.add(None, 7);
        assert_eq!((stats.least, stats.most, stats.mean()), (4, 10, 7.0));
        assert_eq!((stats.wins.as_slice(), stats.draws, stats.unfinished), (&[0, 1][..], 1, 1));
    }
}
