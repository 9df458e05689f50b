//! `boardwright diff`: what a change of the rules changes, from the rule text to random games.

mod comparison;
mod html;
mod json;
mod sides;
mod snapshot;
mod summary;
mod text;

use super::chosen::select_engine;
use super::options::{RunArgs, StartArgs};
use super::out::{CliError, Exit, Out};
use clap::{Args, ValueEnum};
use comparison::{Comparison, ExtentArgs};
use sides::{Side, Sides, SidesArgs};
use snapshot::SnapshotDiff;

const AFTER_HELP: &str = "\
What it compares:
  boardwright diff A B                              two games
  boardwright diff A                                a rule file and its snapshot
  boardwright diff A --set size=7 --set size=9      a game with two values of a parameter
  boardwright diff A --b size=9                     a game without and with a setting

The report lists the definitions that differ; the positions where the legal moves, or their effects, differ, with the \
shortest line of play to the first one; the number of move sequences by depth; and the results of random games, with 95 % \
confidence intervals.

Examples:
  boardwright diff jostle mygame.game
  boardwright diff mygame.game
  boardwright diff rush --set size=7 --set size=9 --games 2000
  boardwright diff chess antichess --position \"8/8/8/8/8/5k2/4p3/4K3 White rights={}\"
  boardwright diff tiger mytiger.game --set gravity=2 --format html > diff.html

Exit code: 0 no differences, 1 differences (or errors in a rule file), 2 wrong usage.";

/// The arguments of `diff`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct DiffArgs {
    #[command(flatten)]
    pub sides: SidesArgs,
    #[command(flatten)]
    pub start: StartArgs,
    #[command(flatten)]
    pub extent: ExtentArgs,
    #[command(flatten)]
    pub run: RunArgs,
    /// Text for people, JSON for scripts, or an HTML page
    #[arg(long, default_value = "text")]
    pub format: DiffFormat,
}

/// The output formats of `diff`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DiffFormat {
    Text,
    Json,
    /// One page without external files
    Html,
}

/// Compares the games and prints the differences.
pub fn run(args: &DiffArgs, out: &mut Out) -> Result<Exit, CliError> {
    let is_same = match sides::find_sides(&args.sides)? {
        Sides::Games(sides) => {
            let sides = sides.map(|side| Side { engine: select_engine(args.run.engine, side.engine), ..side });
            let comparison = Comparison::new(&sides, &args.start, &args.extent, args.run.threads)?;
            match args.format {
                DiffFormat::Text => text::print(&comparison, out)?,
                DiffFormat::Json => out.json(&json::value(&comparison))?,
                DiffFormat::Html => out.text(html::page(&comparison))?,
            }
            comparison.is_same()
        }
        Sides::Snapshot(_) if args.start.position.is_some() => {
            return Err(CliError::usage("`--position` needs the rules of both games, and the snapshot has none")
                .help("remove it, or name a second game"));
        }
        Sides::Snapshot(recorded) => {
            let comparison = SnapshotDiff::new(&recorded);
            match args.format {
                DiffFormat::Text => comparison.print(out)?,
                DiffFormat::Json => out.json(&comparison.json())?,
                DiffFormat::Html => out.text(comparison.page())?,
            }
            comparison.is_same
        }
    };
    Ok(if is_same { Exit::Success } else { Exit::Problems })
}
