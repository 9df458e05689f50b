//! `boardwright check --deep`: playing the rules to see what they come to.

use super::args::seconds;
use super::chosen;
use super::out::Stop;
use super::progress::Progress;
use super::threads::ThreadCount;
use boardwright::deep::{self, Deep, Plan};
use clap::Args;
use std::time::Instant;

/// Whether and how long rules are played.
#[derive(Args, Debug)]
pub struct DeepArgs {
    /// Play the game as well, and report what play shows: actions never possible, clauses that never decide, ...
    #[arg(long, conflicts_with = "dry_run")]
    pub deep: bool,
    /// With --deep: how many random games
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "deep", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// With --deep: seed of the games
    #[arg(long, value_name = "N", default_value_t = 1, requires = "deep")]
    pub seed: u64,
    /// With --deep: at most so long for each file
    #[arg(long, value_name = "S", default_value_t = 20.0, requires = "deep", value_parser = seconds)]
    pub seconds: f64,
    /// With --deep: threads to work on, a number or `all`
    #[arg(long, value_name = "N", default_value_t = ThreadCount::All, requires = "deep")]
    pub threads: ThreadCount,
}

/// Checks a file and plays it.
pub fn look(args: &DeepArgs, file: &str, set: &[String]) -> Result<Deep, Stop> {
    let settings = chosen::settings(set)?;
    let (source, bases) = chosen::source(file)?;
    let threads = args.threads.threads()?;
    let since = Instant::now();
    let spent = || since.elapsed().as_secs_f64() / args.seconds;
    let mut progress = Progress::new(100, "percent");
    let plan = Plan { games: args.games, seed: args.seed };
    let deep = deep::look(&source, &*bases, &settings, plan, &threads, &spent, &mut |done| {
        progress.at((100.0 * done.max(spent())).clamp(0.0, 100.0) as u64);
    });
    Ok(deep)
}

/// How much was played, in words.
pub fn played(deep: &Deep) -> String {
    match (deep.complete, deep.games) {
        (_, 0) => String::new(),
        (true, _) => format!(" ({} random games, all {} positions)", deep.games, deep.positions),
        (false, _) => format!(" ({} random games, {} positions)", deep.games, deep.positions),
    }
}
