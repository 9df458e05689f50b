//! `boardwright check --deep`: plays the game and reports what only play can show.

use super::chosen;
use super::options::parse_seconds;
use super::out::{CliError, count};
use super::progress::ProgressReporter;
use super::threads::ThreadCount;
use boardwright::internals::deep::{self, Deep, DeepPlan};
use clap::Args;
use std::time::Instant;

/// The arguments of `check --deep`.
#[derive(Args, Debug)]
pub struct DeepArgs {
    /// Also play the game, and report what play shows: actions that are never possible, `end` clauses that never apply, ...
    #[arg(long, conflicts_with = "dry_run")]
    pub deep: bool,
    /// With --deep: number of random games
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "deep", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// With --deep: seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1, requires = "deep")]
    pub seed: u64,
    /// With --deep: time limit for each file, in seconds
    #[arg(long, value_name = "S", default_value_t = 20.0, requires = "deep", value_parser = parse_seconds)]
    pub seconds: f64,
    /// With --deep: number of threads, or `all` for one per core
    #[arg(long, value_name = "N", default_value_t = ThreadCount::All, requires = "deep")]
    pub threads: ThreadCount,
}

/// Checks a file and plays the game.
pub fn run(args: &DeepArgs, file: &str, set: &[String]) -> Result<Deep, CliError> {
    let settings = chosen::parse_settings(set)?;
    let (source, bases) = chosen::find_source(file)?;
    let threads = args.threads.start()?;
    let since = Instant::now();
    let spent = || since.elapsed().as_secs_f64() / args.seconds;
    let mut progress = ProgressReporter::new(100, "percent");
    let plan = DeepPlan { games: args.games, seed: args.seed };
    let deep = deep::look(&source, &*bases, &settings, plan, &threads, &spent, &mut |done| {
        progress.at((100.0 * done.max(spent())).clamp(0.0, 100.0) as u64);
    });
    Ok(deep)
}

/// Describes how much was played.
pub fn describe(deep: &Deep) -> String {
    let all = if deep.complete { "all " } else { "" };
    let few = if deep.enough { "" } else { "; too few for all checks, use `--seconds` for more time" };
    // The games are played fast, and only in these positions is every move examined.
    match deep.games {
        0 => String::new(),
        games => {
            format!(" ({}; every move of {all}{}{few})", count(games, "random game"), count(deep.positions, "position"))
        }
    }
}
