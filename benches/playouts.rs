//! Uniform random playouts of each game in one run: the program written by hand, and Boardwright's engines.
//!
//! ```text
//! cargo bench                      # all games
//! cargo bench -- rush hex          # those whose names begin so
//! cargo bench -- --rounds 15       # more rounds than 7, of --millis 120 for each game and contestant
//! ```
//!
//! What is wanted of this run is ratios. Criterion and divan measure one function after the other, so that whatever else
//! the machine does meanwhile goes into the ratio of two of them. Here the contestants take turns, sample by sample; the
//! ratio is that of two samples of one round, and the table shows the median of all rounds. On Linux the time is that
//! which the thread had the processor, so other programs disturb little; elsewhere it is the time of day.
//!
//! A playout goes on over the limits of samples, so a slow engine's long game is no reason for a long sample.
#![allow(missing_docs)]

mod by_hand;

use boardwright::engine::Engine;
use boardwright::engine::fast::Fast;
use boardwright::engine::reference::Reference;
use boardwright::game::Game;
use boardwright::load_bundled;
use boardwright::position::Position;
use boardwright::rng::Rng;
use by_hand::{PROGRAMS, Program};
use std::sync::Arc;

/// How an engine is made of a game.
type Make = fn(Arc<Game>) -> Box<dyn Engine>;

/// The engines that are measured: one line each.
const ENGINES: &[(&str, Make)] = &[
    ("reference", |game| Box::new(Reference::new(game))),
    ("fast", |game| Box::new(Fast::new(game.clone(), Arc::new(Reference::new(game))))),
];

/// Plays games, one after the other.
trait Player {
    /// Plays a game, or a part of one; the plies made.
    fn play(&mut self) -> u64;
}

/// A program written by hand. Its games cannot be interrupted, and need not be.
struct ByHand {
    playout: fn(&mut by_hand::Rng) -> (u32, by_hand::Outcome),
    rng: by_hand::Rng,
}

impl Player for ByHand {
    fn play(&mut self) -> u64 {
        u64::from((self.playout)(&mut self.rng).0)
    }
}

/// An engine, within a game.
struct Playing {
    engine: Box<dyn Engine>,
    start: Position,
    position: Position,
    rng: Rng,
}

impl Playing {
    /// How many plies are made at a time.
    const PLIES: u32 = 50;

    fn new(make: Make, game: Arc<Game>) -> Playing {
        let engine = make(game);
        let start = engine.start().expect("a start");
        Playing { engine, position: start.clone(), start, rng: Rng::new(1) }
    }
}

impl Player for Playing {
    fn play(&mut self) -> u64 {
        let plies = self.engine.playout(&mut self.position, &mut self.rng, Playing::PLIES).expect("no fault");
        if self.position.outcome.is_some() {
            self.position = self.start.clone();
        }
        u64::from(plies)
    }
}

/// The seconds for which this thread has had the processor.
#[cfg(target_os = "linux")]
fn seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The seconds that have passed since this was first asked.
#[cfg(not(target_os = "linux"))]
fn seconds() -> f64 {
    static SINCE: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    SINCE.elapsed().as_secs_f64()
}

/// Plies per second in one sample of so many seconds.
fn sample(player: &mut dyn Player, length: f64) -> f64 {
    let begin = seconds();
    let (mut plies, mut batch) = (0, 1);
    loop {
        for _ in 0..batch {
            plies += player.play();
        }
        let passed = seconds() - begin;
        if passed >= length {
            return plies as f64 / passed;
        }
        // The clock is looked at some hundred times, no more.
        if passed < length / 100.0 {
            batch *= 2;
        }
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// What was asked for.
struct Asked {
    names: Vec<String>,
    rounds: usize,
    millis: u64,
}

impl Asked {
    /// From the command line; `cargo test` runs benchmarks without `--bench`, and then a short look will do.
    fn read() -> Asked {
        let mut asked = Asked { names: Vec::new(), rounds: 1, millis: 1 };
        let mut arguments = std::env::args().skip(1);
        let (mut rounds, mut millis) = (None, None);
        while let Some(argument) = arguments.next() {
            let mut number = || arguments.next().and_then(|text| text.parse::<u64>().ok()).expect("a number");
            match argument.as_str() {
                "--bench" => (asked.rounds, asked.millis) = (7, 120),
                "--rounds" => rounds = Some(number().max(1)),
                "--millis" => millis = Some(number()),
                _ => asked.names.push(argument),
            }
        }
        asked.rounds = rounds.map_or(asked.rounds, |rounds| rounds as usize);
        asked.millis = millis.unwrap_or(asked.millis);
        asked
    }

    fn wants(&self, program: &Program) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| program.name.starts_with(name.as_str()))
    }
}

/// A speed with three digits, such as `12.3 M`.
fn speed(plies: f64) -> String {
    let (value, unit) = if plies >= 1e6 { (plies / 1e6, "M") } else { (plies / 1e3, "k") };
    let digits = if value >= 100.0 { 0 } else { usize::from(value < 10.0) + 1 };
    format!("{value:.digits$} {unit}")
}

/// The rules of a program's game.
fn rules(program: &Program) -> Arc<Game> {
    let settings: Vec<(&str, &str)> = program.settings.split(',').filter_map(|text| text.split_once('=')).collect();
    let loaded = load_bundled(program.game, &settings).unwrap_or_else(|error| panic!("{}: {error}", program.name));
    Arc::new(loaded.game().clone())
}

/// A program's line of the table.
fn line(program: &Program, asked: &Asked) -> String {
    let game = rules(program);
    let mut players: Vec<Box<dyn Player>> =
        vec![Box::new(ByHand { playout: program.playout, rng: by_hand::Rng::new(1) })];
    players.extend(ENGINES.iter().map(|(_, make)| Box::new(Playing::new(*make, game.clone())) as Box<dyn Player>));
    let length = asked.millis as f64 / 1e3;
    for player in &mut players {
        sample(&mut **player, length / 4.0);
    }
    let rounds: Vec<Vec<f64>> =
        (0..asked.rounds).map(|_| players.iter_mut().map(|player| sample(&mut **player, length)).collect()).collect();
    let speeds = |n: usize| rounds.iter().map(|round| round[n]).collect::<Vec<f64>>();
    let ratios = |n: usize, to: usize| rounds.iter().map(|round| round[n] / round[to]).collect::<Vec<f64>>();
    let mut line = format!("{:<18} {:>10}", program.name, speed(median(speeds(0))));
    for n in 1..players.len() {
        let share = median(ratios(n, 0));
        line += &format!(" {:>12} {share:>8.4}", speed(median(speeds(n))));
        if n > 1 {
            line += &format!(" {:>8.1}", median(ratios(n, 1)));
        }
    }
    line
}

fn main() {
    let asked = Asked::read();
    println!("plies per second of uniform random playouts, one thread; medians of {} rounds\n", asked.rounds);
    let mut head = format!("{:<18} {:>10}", "game", "by hand");
    for (n, (name, _)) in ENGINES.iter().enumerate() {
        head += &format!(" {name:>12} {:>8}", "/ hand");
        if n > 0 {
            head += &format!(" {:>8}", "/ ref.");
        }
    }
    println!("{head}");
    for program in PROGRAMS.iter().filter(|program| asked.wants(program)) {
        println!("{}", line(program, &asked));
    }
}
