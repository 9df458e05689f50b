//! What many random games say about a game: [`Stats`].

use crate::engine::Engine;
use crate::game::Game;
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use crate::rng::Rng;
use crate::threads::Threads;
use std::sync::atomic::{AtomicU64, Ordering};

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

    /// Adds the games of another sum.
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

/// Plays the first `games` random games of a seed from a position; the sum does not depend on the number of threads.
/// `played` is told from time to time how many are done. A fault comes with the number of its game: the first of all games
/// that run into one.
pub fn playouts(
    engine: &dyn Engine,
    start: &Position,
    (seed, games, max_plies): (u64, u64, u32),
    threads: &Threads,
    played: &mut dyn FnMut(u64),
) -> Result<Stats, (u64, Fault)> {
    let (next, done, stop) = (&AtomicU64::new(0), &AtomicU64::new(0), &AtomicU64::new(games));
    // Several games at a time where there are many, so that the threads need not agree about each.
    let batch = (games / (64 * threads.count() as u64)).clamp(1, 64);
    let work = |say: &(dyn Fn() + Sync)| {
        let mut stats = Stats::new(engine.game());
        loop {
            let from = next.fetch_add(batch, Ordering::Relaxed);
            // Games before a fault are played all the same: one of them may be the first.
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

/// The moves of the n-th random game of a seed, as far as it can be played: what led to a fault.
pub fn moves(engine: &dyn Engine, start: &Position, seed: u64, n: u64, max_plies: u32) -> Vec<String> {
    let mut played = Vec::new();
    // A fault is what the moves are asked for; they are all there is to know of it here.
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
