//! [`measure`]: the figures of one game.

use super::loaded::Loaded;
use crate::cli::args::EngineName;
use crate::cli::chosen;
use boardwright::engine::Engine;
use boardwright::engine::fast::Fast;
use boardwright::outcome::Fault;
use boardwright::perft::perft;
use boardwright::position::Position;
use boardwright::rng::Rng;
use boardwright::threads::Threads;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Samples of random games; the median counts.
const SAMPLES: u32 = 5;

/// The steps of one game's measurement, for the progress bar.
pub const STEPS: u64 = 4 + SAMPLES as u64;

/// A random game is left after so many plies, as `playout` does.
const MAX_PLIES: u32 = 10_000;

/// Sequences of more plies are not counted: some games have one move at a time.
const MAX_DEPTH: u32 = 64;

/// How long things are measured.
pub struct Length {
    /// All samples of random games together, and all counts of sequences.
    whole: Duration,
}

impl Length {
    pub fn of(seconds: f64) -> Length {
        Length { whole: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::from_secs(1)) }
    }
}

/// The figures of a game.
#[derive(Serialize)]
pub struct Measured {
    /// As it was asked for.
    pub game: String,
    title: String,
    settings: BTreeMap<String, serde_json::Value>,
    cells: usize,
    /// What has really run it.
    pub engine: &'static str,
    /// What code cannot be made for, if that is why it was not the fast engine.
    pub why: Option<&'static str>,
    pub playouts: Playouts,
    pub perft: Perft,
    /// From the text of the rules to the first legal moves, in milliseconds.
    pub load_ms: f64,
    pub code: Option<Code>,
    pub bytes: Bytes,
}

/// Uniform random games.
#[derive(Serialize)]
pub struct Playouts {
    pub plies_per_second: u64,
    /// The slowest sample, and the fastest.
    slowest: u64,
    fastest: u64,
    samples: u32,
    /// Those that were played to their end.
    games: u64,
    /// Of these games; none if there are none.
    pub plies_per_game: Option<f64>,
}

/// Counting sequences of plies.
#[derive(Serialize)]
pub struct Perft {
    pub depth: u32,
    nodes: u64,
    seconds: f64,
    pub nodes_per_second: u64,
}

/// The native code.
#[derive(Serialize)]
pub struct Code {
    pub bytes: usize,
    /// How long it took to make it.
    pub ms: f64,
}

/// What a position takes.
#[derive(Serialize)]
pub struct Bytes {
    /// A [`Position`] with all that it holds.
    pub position: usize,
    /// Its pieces and variables alone.
    words: usize,
    /// A game while code runs it.
    running: Option<usize>,
}

/// Measures a game; `step` is called [`STEPS`] times on the way.
pub fn measure(
    loaded: &Loaded,
    engine: EngineName,
    threads: &Threads,
    length: &Length,
    step: &mut dyn FnMut(),
) -> Result<Measured, Fault> {
    let load_ms = load(loaded, engine, length)?;
    step();
    let fast = (engine == EngineName::Fast).then(|| loaded.fast());
    let since = Instant::now();
    let why = fast.as_ref().and_then(Fast::unsupported);
    let making = since.elapsed();
    step();
    let fast = fast.filter(|_| why.is_none());
    let runner: &dyn Engine = fast.as_ref().map_or(&*loaded.definer, |fast| fast);
    let start = runner.start()?;
    let playouts = play(runner, &start, threads, length, step)?;
    let perft = count(runner, &start, threads, length)?;
    step();
    let game = runner.game();
    Ok(Measured {
        game: loaded.name.clone(),
        title: game.title.clone(),
        settings: chosen::settings_of(game),
        cells: game.board.len(),
        engine: if fast.is_some() { "fast" } else { "reference" },
        why,
        playouts,
        perft,
        load_ms,
        code: fast.as_ref().map(|fast| Code { bytes: fast.code_size(), ms: millis(making) }),
        bytes: Bytes {
            position: start.bytes(),
            words: size_of_val(&*start.words),
            running: fast.as_ref().map(Fast::running_bytes),
        },
    })
}

fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

fn median<T: Copy>(values: &mut [T], order: impl Fn(&T, &T) -> Ordering) -> Option<T> {
    values.sort_by(order);
    values.get(values.len() / 2).copied()
}

/// The time from the text to the first legal moves: the median of several times, as far as these go fast.
fn load(loaded: &Loaded, engine: EngineName, length: &Length) -> Result<f64, Fault> {
    let begin = Instant::now();
    let mut times = Vec::new();
    while times.len() < 3 || (times.len() < 25 && begin.elapsed() < length.whole / 4) {
        let since = Instant::now();
        loaded.again(engine)?;
        times.push(since.elapsed());
    }
    Ok(median(&mut times, Ord::cmp).map_or(0.0, millis))
}

/// Plays random games on all threads in several samples, after one that does not count.
fn play(
    engine: &dyn Engine,
    start: &Position,
    threads: &Threads,
    length: &Length,
    step: &mut dyn FnMut(),
) -> Result<Playouts, Fault> {
    let players: Vec<Mutex<Player<'_>>> = (0..threads.count())
        .map(|n| Mutex::new(Player::new(engine, start, n as u64, threads.count() as u64)))
        .collect();
    let sample = |length: Duration| -> Result<f64, Fault> {
        let lock = |n: usize| players[n].lock().unwrap_or_else(PoisonError::into_inner);
        threads.each(|n| lock(n).sample(length)).into_iter().sum()
    };
    sample(length.whole / SAMPLES)?;
    step();
    let mut speeds = Vec::new();
    for _ in 0..SAMPLES {
        speeds.push(sample(length.whole / SAMPLES)?.round() as u64);
        step();
    }
    let players = players.into_iter().map(|player| player.into_inner().unwrap_or_else(PoisonError::into_inner));
    let (games, plies) =
        players.fold((0, 0), |(games, plies), player| (games + player.games, plies + player.plies_of_games));
    Ok(Playouts {
        plies_per_second: median(&mut speeds, Ord::cmp).unwrap_or(0),
        slowest: speeds.first().copied().unwrap_or(0),
        fastest: speeds.last().copied().unwrap_or(0),
        samples: SAMPLES,
        games,
        plies_per_game: (games > 0).then(|| (plies as f64 / games as f64 * 10.0).round() / 10.0),
    })
}

/// One thread's random games. They go on over the limits of samples, so that a long game is no reason for a long sample.
struct Player<'e> {
    engine: &'e dyn Engine,
    start: &'e Position,
    position: Position,
    rng: Rng,
    /// The number of the game, and how far it is to this thread's next one.
    game: u64,
    stride: u64,
    /// Plies of this game so far.
    plies: u32,
    /// How many plies are asked for at once, and how often between two looks at the clock.
    slice: u32,
    batch: u32,
    /// The games played to their end, and their plies.
    games: u64,
    plies_of_games: u64,
}

impl<'e> Player<'e> {
    const SEED: u64 = 1;

    fn new(engine: &'e dyn Engine, start: &'e Position, game: u64, stride: u64) -> Player<'e> {
        let (position, rng) = (start.clone(), Rng::for_game(Player::SEED, game));
        let (slice, batch) = (8, 1);
        Player { engine, start, position, rng, game, stride, plies: 0, slice, batch, games: 0, plies_of_games: 0 }
    }

    /// Plies per second in a sample of that length.
    fn sample(&mut self, length: Duration) -> Result<f64, Fault> {
        let begin = Instant::now();
        let mut plies = 0;
        loop {
            let since = Instant::now();
            for _ in 0..self.batch {
                plies += u64::from(self.play()?);
            }
            let passed = begin.elapsed();
            if passed >= length {
                return Ok(plies as f64 / passed.as_secs_f64().max(1e-9));
            }
            if since.elapsed() < length / 100 {
                self.slice = (self.slice * 2).min(MAX_PLIES);
                self.batch = self.batch.saturating_mul(2);
            }
        }
    }

    /// Plays on, to the end of the game at most.
    fn play(&mut self) -> Result<u32, Fault> {
        let plies = self.slice.min(MAX_PLIES - self.plies);
        let plies = self.engine.playout(&mut self.position, &mut self.rng, plies)?;
        self.plies += plies;
        let is_over = self.position.outcome.is_some();
        if is_over || self.plies >= MAX_PLIES {
            self.games += u64::from(is_over);
            self.plies_of_games += if is_over { u64::from(self.plies) } else { 0 };
            self.game += self.stride;
            self.plies = 0;
            self.rng = Rng::for_game(Player::SEED, self.game);
            self.position.clone_from(self.start);
        }
        Ok(plies)
    }
}

/// Counts sequences of more and more plies, as far as the time seems to allow, and then the longest ones again.
fn count(engine: &dyn Engine, start: &Position, threads: &Threads, length: &Length) -> Result<Perft, Fault> {
    let begin = Instant::now();
    let timed = |depth: u32| -> Result<(u64, Duration), Fault> {
        let since = Instant::now();
        Ok((perft(engine, start, depth, threads, &mut |_, _| ())?, since.elapsed()))
    };
    let has_time = |seconds: f64| (begin.elapsed().as_secs_f64() + seconds) < length.whole.as_secs_f64();
    let (mut depth, (mut nodes, first)) = (0, timed(0)?);
    let (mut times, mut growth) = (vec![first], 1.0);
    while depth < MAX_DEPTH && has_time(times[0].as_secs_f64() * growth) {
        let (more, time) = timed(depth + 1)?;
        if more == 0 {
            break;
        }
        growth = (more as f64 / nodes as f64).max(1.0);
        (depth, nodes, times) = (depth + 1, more, vec![time]);
    }
    while times.len() < SAMPLES as usize && has_time(times[0].as_secs_f64()) {
        times.push(timed(depth)?.1);
    }
    let seconds = median(&mut times, Ord::cmp).map_or(0.0, |time| time.as_secs_f64());
    Ok(Perft { depth, nodes, seconds, nodes_per_second: (nodes as f64 / seconds.max(1e-9)).round() as u64 })
}
