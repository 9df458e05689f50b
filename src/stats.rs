//! [`Stats`]: results and lengths of random games.

use crate::engine::Engine;
use crate::game::Game;
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use crate::rng::Rng;
#[cfg(feature = "parallel")]
use crate::threads::Threads;
#[cfg(feature = "parallel")]
use std::sync::atomic::{AtomicU64, Ordering};

/// The results and lengths of games.
///
/// See [`measure`](crate::measure) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// The number of games.
    pub games: u64,
    /// The total number of plies.
    pub plies: u64,
    /// The length of the shortest game in plies.
    pub least: u32,
    /// The length of the longest game in plies.
    pub most: u32,
    /// Games won by each player.
    pub wins: Vec<u64>,
    /// Drawn games.
    pub draws: u64,
    /// Games that were stopped before their end.
    pub unfinished: u64,
}

impl Stats {
    /// Creates empty statistics.
    pub fn new(game: &Game) -> Stats {
        let wins = vec![0; game.players.len()];
        Stats { games: 0, plies: 0, least: 0, most: 0, wins, draws: 0, unfinished: 0 }
    }

    /// Adds a game.
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

    /// Adds the games of other statistics.
    pub fn join(&mut self, other: &Stats) {
        if other.games == 0 {
            return;
        }
        self.least = if self.games == 0 { other.least } else { self.least.min(other.least) };
        self.most = self.most.max(other.most);
        self.games += other.games;
        self.plies += other.plies;
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.wins.iter_mut().zip(&other.wins).for_each(|(wins, more)| *wins += more);
    }

    /// Returns the mean number of plies per game.
    pub fn mean(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }
}

/// Plays the n-th random game of a seed from a position. Returns its result and its number of plies.
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

/// Plays the first `games` random games of a seed from a position. The result does not depend on the number of threads.
/// Calls `played` regularly with the number of games done. Returns the first fault of all games, with the number of
/// its game.
#[cfg(feature = "parallel")]
pub fn playouts(
    engine: &dyn Engine,
    start: &Position,
    (seed, games, max_plies): (u64, u64, u32),
    threads: &Threads,
    played: &mut dyn FnMut(u64),
) -> Result<Stats, (u64, Fault)> {
    let (next, done, stop) = (&AtomicU64::new(0), &AtomicU64::new(0), &AtomicU64::new(games));
    // A task is several games, so that threads rarely need to synchronize.
    let batch = (games / (64 * threads.count() as u64)).clamp(1, 64);
    let work = |say: &(dyn Fn() + Sync)| {
        let mut stats = Stats::new(engine.game());
        loop {
            let from = next.fetch_add(batch, Ordering::Relaxed);
            // Games before a fault are still played: one of them may fail earlier.
            let to = from.saturating_add(batch).min(stop.load(Ordering::Relaxed));
            if from >= to {
                return (stats, None);
            }
            let mut ended = |outcome, plies| stats.add(outcome, plies);
            if let Err((n, fault)) = engine.random_games(start, seed, from..to, max_plies, &mut ended) {
                stop.fetch_min(n, Ordering::Relaxed);
                return (stats, Some((n, fault)));
            }
            done.fetch_add(to - from, Ordering::Relaxed);
            say();
        }
    };
    let mut parts: Vec<(Stats, Option<(u64, Fault)>)> = Vec::new();
    threads.run(|say| parts = rayon::broadcast(|_| work(say)), &mut || played(done.load(Ordering::Relaxed)));
    let mut sum = Stats::new(engine.game());
    let mut first: Option<(u64, Fault)> = None;
    for (part, fault) in parts {
        sum.join(&part);
        if let Some((n, fault)) = fault
            && first.as_ref().is_none_or(|(other, _)| n < *other)
        {
            first = Some((n, fault));
        }
    }
    match first {
        Some(fault) => Err(fault),
        None => Ok(sum),
    }
}

/// Returns the moves of the n-th random game of a seed, up to a fault if one occurs.
pub fn moves(engine: &dyn Engine, start: &Position, seed: u64, n: u64, max_plies: u32) -> Vec<String> {
    let mut played = Vec::new();
    // The caller wants the moves that lead to the fault, not the fault itself.
    let _ = engine.random_game(&mut start.clone(), &mut Rng::for_game(seed, n), max_plies, &mut played);
    let mut position = start.clone();
    let mut texts = Vec::new();
    for mv in &played {
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
    fn the_sum_does_not_depend_on_the_threads() {
        let engine = crate::load_bundled("tic-tac-toe", &[]).expect("a bundled game");
        let start = engine.start().expect("it begins");
        let sum = |threads| {
            let threads = Threads::new(threads).expect("threads");
            playouts(&*engine, &start, (5, 300, 20), &threads, &mut |_| {}).expect("no fault")
        };
        assert_eq!(sum(1), sum(3));
        assert_eq!(sum(2).games, 300);
    }

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
