//! [`measure`]: the measurements of one game.

use super::loaded::BenchGame;
use super::player::RandomPlayer;
use crate::cli::chosen;
use crate::cli::options::EngineName;
use boardwright::engine::Engine;
use boardwright::engine::fast::Fast;
use boardwright::game::rules::Setting;
use boardwright::measure::Stats;
use boardwright::measure::Threads;
use boardwright::measure::perft;
use boardwright::outcome::Fault;
use boardwright::position::Position;
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The number of samples of random games; the result is their median.
const SAMPLES: u32 = 5;

/// The number of steps in the measurement of a game, for the progress bar.
pub const STEPS: u64 = 4 + SAMPLES as u64;

/// The greatest perft depth: some games have only one legal move at a time.
const MAX_DEPTH: u32 = 64;

/// Counts to this depth are repeated, because the first of them compile functions.
const COMPILED: u32 = 3;

/// The measurements of a game.
#[derive(Serialize)]
pub struct GameFigures {
    /// The name that the user gave.
    pub game: String,
    title: String,
    settings: BTreeMap<String, Setting>,
    cells: usize,
    /// The engine that played the game.
    pub engine: &'static str,
    /// What cannot be compiled, if the fast engine could not be used.
    pub why: Option<&'static str>,
    pub playouts: PlayoutFigures,
    pub perft: PerftFigures,
    /// Milliseconds from the rule text to the first legal moves.
    pub load_ms: f64,
    pub code: Option<CodeFigures>,
    pub bytes: ByteFigures,
}

/// The speed of random games.
#[derive(Serialize)]
pub struct PlayoutFigures {
    pub plies_per_second: u64,
    /// The slowest and the fastest sample.
    slowest: u64,
    fastest: u64,
    samples: u32,
    /// The number of complete games, and how many of them were stopped before their end.
    games: u64,
    unfinished: u64,
    /// The mean length, or `None` if no game is complete.
    pub plies_per_game: Option<f64>,
}

/// The speed of perft.
#[derive(Serialize)]
pub struct PerftFigures {
    pub depth: u32,
    nodes: u64,
    seconds: f64,
    pub nodes_per_second: u64,
}

/// The native code.
#[derive(Serialize)]
pub struct CodeFigures {
    pub bytes: usize,
    /// How long it took to compile and to play the first random game, in milliseconds.
    pub ms: f64,
}

/// The memory use of a position, in bytes.
#[derive(Serialize)]
pub struct ByteFigures {
    /// A whole [`Position`].
    pub position: usize,
    /// Only its pieces and variables.
    words: usize,
    /// The state of the native code.
    running: Option<usize>,
}

/// Measures a game and calls `step` [`STEPS`] times.
pub fn measure(
    loaded: &BenchGame,
    engine: EngineName,
    threads: &Threads,
    length: Duration,
    step: &mut dyn FnMut(),
) -> Result<GameFigures, Fault> {
    let load_ms = measure_load(loaded, engine, length)?;
    step();
    let fast = (engine == EngineName::Fast).then(|| loaded.fast());
    let since = Instant::now();
    let why = fast.as_ref().and_then(|fast| fast.unsupported());
    let fast = fast.filter(|_| why.is_none());
    let runner: &dyn Engine = fast.as_ref().map_or(&*loaded.reference, |fast| fast);
    let start = runner.start()?;
    if fast.is_some() {
        chosen::compile_games(runner, &start, u32::MAX)?;
    }
    let making = since.elapsed();
    step();
    // Code that is replaced later would be measured otherwise.
    let settle = || fast.iter().for_each(Fast::finish_compiling);
    settle();
    let playouts = measure_playouts(runner, &start, threads, length, step)?;
    let perft = measure_perft(runner, &start, threads, length, &settle)?;
    step();
    let game = runner.game();
    Ok(GameFigures {
        game: loaded.name.clone(),
        title: game.title.clone(),
        settings: chosen::settings_of(game),
        cells: game.board.len(),
        engine: if fast.is_some() { "fast" } else { "reference" },
        why,
        playouts,
        perft,
        load_ms,
        code: fast.as_ref().map(|fast| CodeFigures { bytes: fast.code_size(), ms: millis(making) }),
        bytes: ByteFigures {
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

/// Measures the time from the rule text to the first legal moves: the median of several runs, if they are fast.
fn measure_load(loaded: &BenchGame, engine: EngineName, length: Duration) -> Result<f64, Fault> {
    let begin = Instant::now();
    let mut times = Vec::new();
    while times.len() < 3 || (times.len() < 25 && begin.elapsed() < length / 4) {
        let since = Instant::now();
        loaded.reload(engine)?;
        times.push(since.elapsed());
    }
    Ok(median(&mut times, Ord::cmp).map_or(0.0, millis))
}

/// Plays random games on all threads in several samples, after one to warm up.
pub fn measure_playouts(
    engine: &dyn Engine,
    start: &Position,
    threads: &Threads,
    length: Duration,
    step: &mut dyn FnMut(),
) -> Result<PlayoutFigures, Fault> {
    let players: Vec<Mutex<RandomPlayer<'_>>> =
        (0..threads.count()).map(|n| Mutex::new(RandomPlayer::new(engine, start, n))).collect();
    let sample = |length: Duration| -> Result<f64, Fault> {
        let lock = |n: usize| players[n].lock().unwrap_or_else(PoisonError::into_inner);
        threads.each(|n| lock(n).sample(length)).into_iter().sum()
    };
    sample(length / SAMPLES)?;
    step();
    let mut speeds = Vec::new();
    for _ in 0..SAMPLES {
        speeds.push(sample(length / SAMPLES)?.round() as u64);
        step();
    }
    let mut played = Stats::new(engine.game());
    players
        .into_iter()
        .for_each(|player| played.join(&player.into_inner().unwrap_or_else(PoisonError::into_inner).whole));
    Ok(PlayoutFigures {
        plies_per_second: median(&mut speeds, Ord::cmp).unwrap_or(0),
        slowest: speeds.first().copied().unwrap_or(0),
        fastest: speeds.last().copied().unwrap_or(0),
        samples: SAMPLES,
        games: played.games,
        unfinished: played.unfinished,
        plies_per_game: (played.games > 0).then(|| (played.mean() * 10.0).round() / 10.0),
    })
}

/// Counts to greater and greater depth while the time allows, then repeats the last depth; `settle` waits for the code of functions
/// that have been called for the first time.
fn measure_perft(
    engine: &dyn Engine,
    start: &Position,
    threads: &Threads,
    length: Duration,
    settle: &dyn Fn(),
) -> Result<PerftFigures, Fault> {
    let begin = Instant::now();
    let timed = |depth: u32| -> Result<(u64, Duration), Fault> {
        let since = Instant::now();
        Ok((perft(engine, start, depth, threads, &mut |_, _| ())?, since.elapsed()))
    };
    let has_time = |seconds: f64| (begin.elapsed().as_secs_f64() + seconds) < length.as_secs_f64();
    let (mut depth, (mut nodes, first)) = (0, timed(0)?);
    let (mut times, mut growth) = (vec![first], 1.0);
    while depth < MAX_DEPTH && has_time(times[0].as_secs_f64() * growth) {
        let (more, mut time) = timed(depth + 1)?;
        if more == 0 {
            break;
        }
        if depth < COMPILED {
            settle();
            time = time.min(timed(depth + 1)?.1);
        }
        growth = (more as f64 / nodes as f64).max(1.0);
        (depth, nodes, times) = (depth + 1, more, vec![time]);
    }
    while times.len() < SAMPLES as usize && has_time(times[0].as_secs_f64()) {
        times.push(timed(depth)?.1);
    }
    let seconds = median(&mut times, Ord::cmp).map_or(0.0, |time| time.as_secs_f64());
    Ok(PerftFigures { depth, nodes, seconds, nodes_per_second: (nodes as f64 / seconds.max(1e-9)).round() as u64 })
}
