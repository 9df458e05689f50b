//! Uniform random playouts of each game in one run: the hand-written program, if there is one, and Boardwright's
//! engines. Below the games: the time per ply by board size, and a summary.
//!
//! ```text
//! cargo bench                      # every bundled game, in four minutes or so
//! cargo bench -- rush hex          # games whose names begin like this
//! cargo bench -- --sessions        # moves made and taken back by a session
//! cargo bench -- --rounds 15       # more rounds than 7, of --millis 120 for each game and contestant
//! ```
//!
//! The goal of this run is ratios. Criterion and divan measure one function after the other, so that other load on
//! the machine distorts the ratio. Here the contestants take turns, sample by sample; a
//! ratio compares two samples of one round, and the table shows the median of all rounds. On Linux the time is the
//! CPU time of the thread, so other programs disturb little; elsewhere it is wall time.
#![allow(missing_docs)]

mod by_hand;
mod sessions;

use boardwright::engine::Engine;
use boardwright::engine::fast::Fast;
use boardwright::engine::reference::Reference;
use boardwright::game::Game;
use boardwright::position::Position;
use boardwright::{bundled, load_bundled};
use by_hand::{PROGRAMS, Program};
use std::sync::Arc;

/// Creates an engine for a game.
type Make = fn(Arc<Game>) -> Box<dyn Engine>;

/// The engines to measure, one line each.
const ENGINES: &[(&str, Make)] = &[
    ("reference", |game| Box::new(Reference::new(game))),
    ("fast", |game| Box::new(Fast::new(game.clone(), Arc::new(Reference::new(game))))),
];

/// Plays games one after the other.
trait Player {
    /// Plays this many games. Returns the number of plies.
    fn play(&mut self, games: u64) -> u64;
}

/// A hand-written program.
struct ByHand {
    playout: fn(&mut by_hand::Rng) -> (u32, by_hand::Outcome),
    rng: by_hand::Rng,
}

impl Player for ByHand {
    fn play(&mut self, games: u64) -> u64 {
        (0..games).map(|_| u64::from((self.playout)(&mut self.rng).0)).sum()
    }
}

/// An engine.
struct Playing {
    engine: Box<dyn Engine>,
    start: Position,
    next: u64,
}

impl Playing {
    fn new(make: Make, game: Arc<Game>) -> Playing {
        let engine = make(game);
        let start = engine.start().expect("a start");
        Playing { engine, start, next: 0 }
    }
}

impl Player for Playing {
    fn play(&mut self, games: u64) -> u64 {
        let mut sum = 0;
        let mut ended = |_, plies| sum += u64::from(plies);
        let range = self.next..self.next + games;
        self.next += games;
        self.engine.random_games(&self.start, 1, range, u32::MAX, &mut ended).expect("no fault");
        sum
    }
}

/// Returns the CPU time of this thread in seconds.
#[cfg(target_os = "linux")]
fn seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Returns the seconds since the first call.
#[cfg(not(target_os = "linux"))]
fn seconds() -> f64 {
    static SINCE: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    SINCE.elapsed().as_secs_f64()
}

/// Returns the plies per second in one sample of this many seconds.
fn sample(player: &mut dyn Player, length: f64) -> f64 {
    let begin = seconds();
    let (mut plies, mut batch) = (0, 1);
    loop {
        plies += player.play(batch);
        let passed = seconds() - begin;
        if passed >= length {
            return plies as f64 / passed;
        }
        // Check the clock only some hundred times.
        if passed < length / 100.0 {
            batch *= 2;
        }
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The command line options.
struct Asked {
    names: Vec<String>,
    rounds: usize,
    millis: u64,
    /// Whether sessions are measured instead of playouts.
    sessions: bool,
}

impl Asked {
    /// Parses the command line. `cargo test` runs benchmarks without `--bench`, for which a short run is enough.
    fn read() -> Asked {
        let mut asked = Asked { names: Vec::new(), rounds: 1, millis: 1, sessions: false };
        let mut arguments = std::env::args().skip(1);
        let (mut rounds, mut millis) = (None, None);
        while let Some(argument) = arguments.next() {
            let mut number = || arguments.next().and_then(|text| text.parse::<u64>().ok()).expect("a number");
            match argument.as_str() {
                "--bench" => (asked.rounds, asked.millis) = (7, 120),
                "--sessions" => asked.sessions = true,
                "--rounds" => rounds = Some(number().max(1)),
                "--millis" => millis = Some(number()),
                _ => asked.names.push(argument),
            }
        }
        asked.rounds = rounds.map_or(asked.rounds, |rounds| rounds as usize);
        asked.millis = millis.unwrap_or(asked.millis);
        asked
    }

    fn wants(&self, row: &Row) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| row.name.starts_with(name.as_str()))
    }
}

/// A game to measure.
struct Row {
    name: &'static str,
    game: &'static str,
    /// Such as `size=9`; `-` for none.
    settings: &'static str,
    by_hand: Option<&'static Program>,
}

impl Row {
    /// Creates a row without a program.
    const fn alone(name: &'static str, game: &'static str, settings: &'static str) -> Row {
        Row { name, game, settings, by_hand: None }
    }

    /// Returns its rules.
    fn rules(&self) -> Arc<Game> {
        let settings: Vec<(&str, &str)> = self.settings.split(',').filter_map(|text| text.split_once('=')).collect();
        let loaded = load_bundled(self.game, &settings).unwrap_or_else(|error| panic!("{}: {error}", self.name));
        Arc::new(loaded.game().clone())
    }
}

/// More board sizes.
const MORE: &[Row] = &[
    Row::alone("rush 13", "rush", "size=13"),
    Row::alone("rush 25", "rush", "size=25"),
    Row::alone("clobber 10", "clobber", "columns_wide=10,rows_high=10"),
    Row::alone("go 19", "go", "-"),
];

/// The game whose boards show how the time per ply grows.
const SCALE: &str = "rush";

/// Returns all rows: those with a program, more board sizes, and every other bundled game.
fn rows() -> Vec<Row> {
    let with_program = |program: &'static Program| Row {
        by_hand: Some(program),
        ..Row::alone(program.name, program.game, program.settings)
    };
    let mut rows: Vec<Row> = PROGRAMS.iter().map(with_program).chain(MORE.iter().map(|row| Row { ..*row })).collect();
    let known: Vec<&str> = rows.iter().map(|row| row.game).filter(|game| *game != "clobber").collect();
    rows.extend(bundled::names().filter(|name| !known.contains(name)).map(|name| Row::alone(name, name, "-")));
    rows
}

/// Formats a speed with three digits, such as `12.3 M`.
fn speed(plies: f64) -> String {
    let (value, unit) = if plies >= 1e6 { (plies / 1e6, "M") } else { (plies / 1e3, "k") };
    let digits = if value >= 100.0 { 0 } else { usize::from(value < 10.0) + 1 };
    format!("{value:.digits$} {unit}")
}

/// The results of a row: medians.
struct Measured {
    row: Row,
    /// The number of cells, and of words in a set of them.
    cells: usize,
    words: usize,
    by_hand: Option<f64>,
    /// For each engine: plies per second, and the ratios to the hand-written program and to the first engine.
    engines: Vec<(f64, Option<f64>, f64)>,
}

/// Measures a row: all contestants take turns.
fn measured(row: Row, asked: &Asked) -> Measured {
    let game = row.rules();
    let mut players: Vec<Box<dyn Player>> =
        ENGINES.iter().map(|(_, make)| Box::new(Playing::new(*make, game.clone())) as Box<dyn Player>).collect();
    if let Some(program) = row.by_hand {
        players.push(Box::new(ByHand { playout: program.playout, rng: by_hand::Rng::new(1) }));
    }
    let length = asked.millis as f64 / 1e3;
    for player in &mut players {
        sample(&mut **player, length / 4.0);
    }
    let rounds: Vec<Vec<f64>> =
        (0..asked.rounds).map(|_| players.iter_mut().map(|player| sample(&mut **player, length)).collect()).collect();
    let speed = |n: usize| median(rounds.iter().map(|round| round[n]).collect());
    let ratio = |n: usize, to: usize| median(rounds.iter().map(|round| round[n] / round[to]).collect());
    let hand = row.by_hand.map(|_| ENGINES.len());
    let engines = (0..ENGINES.len()).map(|n| (speed(n), hand.map(|hand| ratio(n, hand)), ratio(n, 0))).collect();
    let (cells, words) = (game.board.len(), game.layout.set_words);
    Measured { row, cells, words, by_hand: hand.map(speed), engines }
}

/// Formats a row of the table.
fn line(measured: &Measured) -> String {
    let mut line = format!("{:<18} {:>10}", measured.row.name, measured.by_hand.map_or("-".to_owned(), speed));
    for (n, (plies, to_hand, to_first)) in measured.engines.iter().enumerate() {
        let to_hand = to_hand.map_or("-".to_owned(), |ratio| format!("{ratio:.4}"));
        line += &format!(" {:>12} {to_hand:>8}", speed(*plies));
        if n > 0 {
            line += &format!(" {to_first:>8.1}");
        }
    }
    line
}

/// Shows how the time per ply grows with the board.
fn scale(all: &[Measured]) -> Option<String> {
    let mut boards: Vec<&Measured> = all.iter().filter(|measured| measured.row.game == SCALE).collect();
    boards.sort_by_key(|measured| measured.cells);
    let (first, _) = (boards.first()?, boards.get(1)?);
    let mut text = format!("{:<18} {:>5} {:>5}", "a ply's time", "cells", "words");
    for (name, _) in ENGINES {
        text += &format!(" {:>12} {:>6}", format!("{name}, ns"), "x");
    }
    for board in &boards {
        text += &format!("\n{:<18} {:>5} {:>5}", board.row.name, board.cells, board.words);
        for ((plies, ..), (first, ..)) in board.engines.iter().zip(&first.engines) {
            text += &format!(" {:>12.1} {:>6.1}", 1e9 / plies, first / plies);
        }
    }
    Some(text)
}

/// Writes one line per engine except the first: how it compares over all games.
fn summary(all: &[Measured]) -> String {
    let spread = |ratios: Vec<(f64, &str)>| -> Option<String> {
        let least = ratios.iter().copied().min_by(|a, b| a.0.total_cmp(&b.0))?;
        let most = ratios.iter().copied().max_by(|a, b| a.0.total_cmp(&b.0))?;
        let middle = median(ratios.iter().map(|(ratio, _)| *ratio).collect());
        let [least, most, middle] = [least, most, (middle, "median")].map(|(ratio, name)| {
            let digits = if ratio < 10.0 { 3 } else { 1 };
            format!("{ratio:.digits$} ({name})")
        });
        Some(format!("{least} to {most}, {middle}"))
    };
    let mut lines = Vec::new();
    for (n, (name, _)) in ENGINES.iter().enumerate().skip(1) {
        let to_first = spread(all.iter().map(|one| (one.engines[n].2, one.row.name)).collect());
        let to_hand: Vec<(f64, &str)> = all.iter().filter_map(|one| Some((one.engines[n].1?, one.row.name))).collect();
        let half = to_hand.iter().filter(|(ratio, _)| *ratio >= 0.5).count();
        let games = to_hand.len();
        let parts = [
            to_first.map(|spread| format!("{spread} x {}", ENGINES[0].0)),
            spread(to_hand).map(|spread| format!("{spread} x by hand, half of it or more in {half} of {games}")),
        ];
        lines.push(format!("{name}: {}", parts.into_iter().flatten().collect::<Vec<_>>().join("; ")));
    }
    lines.join("\n")
}

fn main() {
    let asked = Asked::read();
    if asked.sessions {
        return sessions::print(&asked);
    }
    println!("plies per second of uniform random playouts, one thread; medians of {} rounds\n", asked.rounds);
    let mut head = format!("{:<18} {:>10}", "game", "by hand");
    for (n, (name, _)) in ENGINES.iter().enumerate() {
        head += &format!(" {name:>12} {:>8}", "/ hand");
        if n > 0 {
            head += &format!(" {:>8}", "/ ref.");
        }
    }
    println!("{head}");
    let mut all = Vec::new();
    for row in rows().into_iter().filter(|row| asked.wants(row)) {
        let measured = measured(row, &asked);
        println!("{}", line(&measured));
        all.push(measured);
    }
    if let Some(scale) = scale(&all) {
        println!("\n{scale}");
    }
    if !all.is_empty() {
        println!("\n{}", summary(&all));
    }
}
