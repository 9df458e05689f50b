//! `boardwright bench`: measures the speed and the memory use of games.

mod code;
mod explain;
mod loaded;
mod measure;
mod player;
mod table;

use super::chosen::{fault_report, parse_settings};
use super::options::{EngineName, Format, SettingArgs, parse_seconds};
use super::out::{CliError, Exit, Out, remark};
use super::progress::ProgressReporter;
use super::threads::ThreadCount;
use clap::Args;
use loaded::BenchGame;
use measure::GameFigures;
use serde::Serialize;
use std::time::Duration;

const AFTER_HELP: &str = "\
Columns: plies of random games per second, and per game; the depth of perft and its move sequences per second; milliseconds from \
the rule text to the first legal moves; the size of the native code and the time to compile it; the bytes of a position. Compare \
only numbers from one run on one computer.

Examples:
  boardwright bench rush slash jostle push tiger
  boardwright bench rush --set size=25 --seconds 5
  boardwright bench mygame.game --engine reference --format json
  boardwright bench mygame.game --explain";

/// The arguments of `bench`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct BenchArgs {
    /// Bundled games or paths of rule files
    #[arg(required = true, value_name = "GAME", add = crate::cli::candidates::games())]
    pub games: Vec<String>,
    #[command(flatten)]
    pub settings: SettingArgs,
    /// Engine that plays the game; if a game cannot be compiled, the reference engine plays it
    #[arg(long, default_value = "fast")]
    pub engine: EngineName,
    /// Number of threads, or `all` for one per core
    #[arg(long, value_name = "N", default_value_t = ThreadCount::Of(1))]
    pub threads: ThreadCount,
    /// Seconds of random games, and of perft, for each game
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = parse_seconds)]
    pub seconds: f64,
    /// Print the code of a task, such as `any`, before it is optimized, instead of measuring
    #[arg(long, value_name = "TASK", hide = true)]
    pub clif: Option<String>,
    /// Say what runs step by step, and where in the rules, instead of measuring everything
    #[arg(long, conflicts_with = "clif")]
    pub explain: bool,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// All results in JSON.
#[derive(Serialize)]
struct BenchReport {
    threads: usize,
    seconds: f64,
    games: Vec<GameFigures>,
}

/// Measures games. If one has errors or faults, reports it and measures the others.
pub fn run(args: &BenchArgs, out: &mut Out) -> Result<Exit, CliError> {
    let settings = parse_settings(&args.settings.set)?;
    let threads = args.threads.start()?;
    let length = Duration::from_secs_f64(args.seconds);
    // Load all games before measuring any, so that a misspelled name is reported at once.
    let mut loaded = Vec::new();
    for game in &args.games {
        match BenchGame::new(game, &settings) {
            Ok(game) => loaded.push(game),
            Err(usage @ CliError::Usage(_)) => return Err(usage),
            Err(stop) => {
                stop.print();
            }
        }
    }
    if let Some(task) = &args.clif {
        loaded.iter().try_for_each(|game| code::print(game, task, out))?;
        return Ok(if loaded.len() == args.games.len() { Exit::Success } else { Exit::Problems });
    }
    if args.explain {
        let exit = explain::run(&loaded, &threads, length, args.format, out)?;
        return Ok(if loaded.len() == args.games.len() { exit } else { Exit::Problems });
    }
    if args.format == Format::Text && !loaded.is_empty() {
        out.line(table::head(&args.games))?;
        out.flush()?;
    }
    let mut progress = ProgressReporter::new(loaded.len() as u64 * measure::STEPS, "steps");
    let mut measured = Vec::new();
    for (n, game) in loaded.iter().enumerate() {
        let mut done = n as u64 * measure::STEPS;
        let mut step = || {
            done += 1;
            progress.at(done);
        };
        match measure::measure(game, args.engine, &threads, length, &mut step) {
            Ok(figures) => {
                if let Some(why) = &figures.why {
                    progress.aside(|| {
                        remark(format!("`{}` uses the reference engine, because {why} cannot be compiled", game.name))
                    });
                }
                if args.format == Format::Text {
                    progress.aside(|| {
                        out.line(table::line(&args.games, &figures))?;
                        out.flush()
                    })?;
                }
                measured.push(figures);
            }
            Err(fault) => {
                progress.aside(|| CliError::Report(fault_report(&*game.reference, &fault)).print());
            }
        }
    }
    drop(progress);
    let exit = if measured.len() == args.games.len() { Exit::Success } else { Exit::Problems };
    if args.format == Format::Json {
        out.json(&BenchReport { threads: threads.count(), seconds: args.seconds, games: measured })?;
    }
    Ok(exit)
}
