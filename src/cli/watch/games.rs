//! [`play`]: plays random games for a given time, however long a single game takes.

use super::part::{Lengths, PlayoutResult};
use crate::cli::chosen::fault_report;
use crate::cli::playout;
use boardwright::engine::Engine;
use boardwright::measure::Stats;
use boardwright::measure::Threads;
use boardwright::outcome::Fault;
use boardwright::position::Position;
use boardwright::rng::Rng;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The seed of the games: always the same, so that two versions of the rules play with the same luck.
const SEED: u64 = 1;

/// The most plies of a game, as in `playout`.
const MAX_PLIES: u32 = 10_000;

/// The number of plies between two looks at the clock.
const AT_ONCE: u32 = 250;

/// The least number of games, if they do not take much longer than the given time.
const LEAST: u64 = 50;

/// How much longer the least number of games may take.
const MORE: Duration = Duration::from_millis(600);

/// What the threads share.
struct SharedState<'a> {
    engine: &'a dyn Engine,
    start: &'a Position,
    /// The number of the next game.
    next: AtomicU64,
    /// The number of finished games.
    over: AtomicU64,
    end: Instant,
}

impl SharedState<'_> {
    fn is_time(&self) -> bool {
        let late = Instant::now().checked_duration_since(self.end);
        late.is_some_and(|late| late > MORE || self.over.load(Ordering::Relaxed) >= LEAST)
    }
}

struct ThreadGames {
    stats: Stats,
    squares: f64,
    fault: Option<(u64, Fault)>,
}

/// Plays random games until `end`. A game that is not over by then does not count.
pub fn play(engine: &dyn Engine, threads: &Threads, end: Instant) -> PlayoutResult {
    let game = engine.game();
    let mut played = PlayoutResult {
        game: game.full_title(),
        players: game.players.iter().map(|player| player.name.clone()).collect(),
        games: 0,
        wins: Default::default(),
        draws: 0,
        unfinished: 0,
        plies_per_game: None,
        fault: None,
    };
    let start = match engine.start() {
        Ok(start) => start,
        Err(fault) => {
            played.fault = Some(fault_report(engine, &fault));
            return played;
        }
    };
    let common = SharedState { engine, start: &start, next: AtomicU64::new(0), over: AtomicU64::new(0), end };
    let mut sum = ThreadGames { stats: Stats::new(game), squares: 0.0, fault: None };
    for part in threads.each(|_| play_games(&common)) {
        sum.stats.join(&part.stats);
        sum.squares += part.squares;
        sum.fault = [sum.fault, part.fault].into_iter().flatten().min_by_key(|(n, _)| *n);
    }
    played.fault =
        sum.fault.map(|(n, fault)| playout::fault_report_of_game(engine, &start, (SEED, n, MAX_PLIES), &fault));
    played.games = sum.stats.games;
    played.wins = played.players.iter().cloned().zip(sum.stats.wins.iter().copied()).collect();
    played.draws = sum.stats.draws;
    played.unfinished = sum.stats.unfinished;
    played.plies_per_game = (sum.stats.games > 0).then(|| {
        let mean = sum.stats.mean();
        let games = sum.stats.games as f64;
        let variance = (sum.squares - games * mean * mean) / (games - 1.0).max(1.0);
        Lengths { mean, deviation: variance.max(0.0).sqrt(), least: sum.stats.least, most: sum.stats.most }
    });
    played
}

/// Plays games one after another while there is time.
fn play_games(common: &SharedState) -> ThreadGames {
    let mut sum = ThreadGames { stats: Stats::new(common.engine.game()), squares: 0.0, fault: None };
    let mut position = common.start.clone();
    while !common.is_time() {
        let n = common.next.fetch_add(1, Ordering::Relaxed);
        position.clone_from(common.start);
        match play_game(common, &mut position, &mut Rng::for_game(SEED, n)) {
            Ok(Some(plies)) => {
                sum.stats.add(position.outcome, plies);
                sum.squares += f64::from(plies).powi(2);
                common.over.fetch_add(1, Ordering::Relaxed);
            }
            Ok(None) => break,
            Err(fault) => {
                sum.fault = Some((n, fault));
                break;
            }
        }
    }
    sum
}

/// Plays one game and returns its plies, or `None` if there was not enough time.
fn play_game(common: &SharedState, position: &mut Position, rng: &mut Rng) -> Result<Option<u32>, Fault> {
    let mut plies = 0;
    loop {
        plies += common.engine.playout(position, rng, AT_ONCE.min(MAX_PLIES - plies))?;
        if position.outcome.is_some() || plies >= MAX_PLIES {
            return Ok(Some(plies));
        }
        if common.is_time() {
            return Ok(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(engine: &dyn Engine, seconds: f64) -> PlayoutResult {
        play(engine, &Threads::new(2).expect("threads"), Instant::now() + Duration::from_secs_f64(seconds))
    }

    #[test]
    fn games_are_played_for_the_given_time() {
        let played = played(&*boardwright::load_bundled("tic-tac-toe", &[]).expect("a bundled game"), 0.05);
        assert!(played.games > 5 && played.unfinished == 0 && played.fault.is_none(), "{played:?}");
        assert_eq!(played.wins.values().sum::<u64>() + played.draws, played.games);
        assert!(
            played.plies_per_game.is_some_and(|plies| plies.mean > 4.0 && plies.most <= 9 && plies.deviation > 0.1)
        );
    }

    #[test]
    fn an_endless_game_is_stopped() {
        let text = "game \"Endless\"\nboard square 3 x 3\nplayers A, B\npiece man\nsetup { man of A at a1; man of B at c3 }\n\
                    action go(p: own, q: neighbors(p) & empty) do move p to q\nend { when ply < 0: draw }\n";
        let played = played(&*boardwright::load_text(text, &[]).expect("it can be played"), 0.02);
        assert!(played.games > 0 && played.unfinished == played.games, "{played:?}");
    }
}
