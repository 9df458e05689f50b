//! `boardwright bench`: how fast games are played.

mod loaded;
mod measure;
mod player;
mod table;

use super::chosen::{fault_report, parse_settings};
use super::options::{EngineName, Format, SettingArgs, parse_seconds};
use super::out::{CliError, Exit, Out, remark};
use super::progress::Progress;
use super::threads::ThreadCount;
use clap::Args;
use loaded::BenchGame;
use measure::{GameFigures, SampleTime};
use serde::Serialize;

const AFTER_HELP: &str = "\
For each GAME: plies of uniformly random games per second, and plies per game; sequences counted per second, to the greatest depth that the time allows; milliseconds from the text of the rules to the first legal moves; the size of the native code and how long it takes to make it; bytes of a position. Compare figures of one run only: machines and their other work differ.

Examples:
  boardwright bench rush slash jostle push tiger
  boardwright bench rush --set size=25 --seconds 5
  boardwright bench mygame.game --engine reference --format json";

/// The arguments of `bench`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct BenchArgs {
    /// Bundled games or paths of rule files
    #[arg(required = true, value_name = "GAME")]
    pub games: Vec<String>,
    #[command(flatten)]
    pub settings: SettingArgs,
    /// What runs the rules; where code cannot be made, the reference engine does
    #[arg(long, default_value = "fast")]
    pub engine: EngineName,
    /// Threads that play and count at once: a number, or `all` for one on each core
    #[arg(long, value_name = "N", default_value_t = ThreadCount::Of(1))]
    pub threads: ThreadCount,
    /// How long random games are played, and sequences counted, of each game
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = parse_seconds)]
    pub seconds: f64,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// All figures as scripts read them.
#[derive(Serialize)]
struct BenchReport {
    threads: usize,
    seconds: f64,
    games: Vec<GameFigures>,
}

/// Measures games. One that cannot be played, or runs into a fault, is reported; the others are measured all the same.
pub fn run(args: &BenchArgs, out: &mut Out) -> Result<Exit, CliError> {
    let settings = parse_settings(&args.settings.set)?;
    let threads = args.threads.start()?;
    let length = SampleTime::of(args.seconds);
    // All are loaded before any is measured: what is mistyped is said at once.
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
    if args.format == Format::Text && !loaded.is_empty() {
        out.line(table::head(&args.games))?;
        out.flush()?;
    }
    let mut progress = Progress::new(loaded.len() as u64 * measure::STEPS, "steps");
    let mut measured = Vec::new();
    for (n, game) in loaded.iter().enumerate() {
        let mut done = n as u64 * measure::STEPS;
        let mut step = || {
            done += 1;
            progress.at(done);
        };
        match measure::measure(game, args.engine, &threads, &length, &mut step) {
            Ok(figures) => {
                if let Some(why) = &figures.why {
                    progress.aside(|| {
                        remark(format!("`{}` is run by the reference engine, for want of code for {why}", game.name))
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
                progress.aside(|| CliError::Report(fault_report(&*game.definer, &fault)).print());
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
