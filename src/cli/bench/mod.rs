//! `boardwright bench`: how fast games are played.

mod loaded;
mod measure;
mod player;
mod table;

use super::args::{Bench, Format};
use super::chosen::{fault_report, settings};
use super::out::{Exit, Out, Stop, remark};
use super::progress::Progress;
use loaded::Loaded;
use measure::{Length, Measured};
use serde::Serialize;

/// All figures as scripts read them.
#[derive(Serialize)]
struct Report {
    threads: usize,
    seconds: f64,
    games: Vec<Measured>,
}

/// Measures games. One that cannot be played, or runs into a fault, is reported; the others are measured all the same.
pub fn run(args: &Bench, out: &mut Out) -> Result<Exit, Stop> {
    let settings = settings(&args.settings.set)?;
    let threads = args.threads.threads()?;
    let length = Length::of(args.seconds);
    // All are loaded before any is measured: what is mistyped is said at once.
    let mut loaded = Vec::new();
    for game in &args.games {
        match Loaded::new(game, &settings) {
            Ok(game) => loaded.push(game),
            Err(usage @ Stop::Usage(_)) => return Err(usage),
            Err(stop) => {
                stop.end();
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
                progress.aside(|| Stop::Report(fault_report(&*game.definer, &fault)).end());
            }
        }
    }
    drop(progress);
    let exit = if measured.len() == args.games.len() { Exit::Well } else { Exit::Findings };
    if args.format == Format::Json {
        out.json(&Report { threads: threads.count(), seconds: args.seconds, games: measured })?;
    }
    Ok(exit)
}
