//! `boardwright test`: tests the examples and the snapshots of games, on all cores.

mod boards;
mod changed;
mod coverage;
mod games;
pub mod kept;
mod ordered;
pub mod printed;
mod review;
pub mod tested;

use super::candidates;
use super::options::Format;
use super::out::{CliError, Exit, Out};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;
use tested::{Status, Test, TestOptions, TestResults};

pub use kept::snapshot_path;

/// The arguments of `test`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct TestArgs {
    /// Rule files, or folders with rule files
    #[arg(value_name = "PATH", add = candidates::rule_files())]
    pub paths: Vec<PathBuf>,
    /// Accept the current behavior: write it as the new snapshots
    #[arg(long, conflicts_with_all = ["review", "coverage"])]
    pub accept: bool,
    /// Show each changed snapshot, and accept, reject or skip it
    #[arg(long, conflicts_with_all = ["coverage", "format"])]
    pub review: bool,
    /// List the rules, conditions and effects that no example and no snapshot reaches
    #[arg(long)]
    pub coverage: bool,
    /// Run only the tests with this text in their names (`game: title`)
    #[arg(long, value_name = "TEXT", conflicts_with = "coverage")]
    pub filter: Option<String>,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

const AFTER_HELP: &str = "\
PATH is a rule file or a folder. Without it, the rule files in the folder `games` are tested; if there are none, those in this \
folder and its subfolders; if there are none, the bundled games. The snapshot of `x.game` is `snapshots/x.snap` in the same folder. \
`--accept` accepts all changed snapshots, `--review` asks for each one.

Examples:
  boardwright test
  boardwright test mygame.game --filter corner
  boardwright test mygame.game --accept
  boardwright test --review
  boardwright test mygame.game --coverage";

/// Tests examples and snapshots.
pub fn run(args: &TestArgs, out: &mut Out) -> Result<Exit, CliError> {
    let games = games::find_games(&args.paths)?;
    if args.coverage {
        return coverage::run(&games, args.format, out);
    }
    if args.review {
        return review::run(&games, args.filter.as_deref(), out);
    }
    let since = Instant::now();
    let options =
        TestOptions { accept: args.accept, filter: args.filter.clone(), color: out.color, ..TestOptions::default() };
    let text = args.format == Format::Text;
    let mut sum = TestResults::default();
    if text {
        out.text(printed::write_start(games.len()))?;
    }
    let test = |game: &str| tested::test_one_of(&games, game, &options);
    ordered::for_each_in_order(&games, test, |_, tested| {
        if text {
            tested.tests.iter().try_for_each(|test| out.text(printed::write_line(test)))?;
            out.flush()?;
        }
        sum.add(tested);
        Ok(())
    })?;
    if let (Some(filter), true) = (&args.filter, sum.tests.is_empty() && sum.unknown.is_empty()) {
        return Err(
            CliError::usage(format!("no test matches `{filter}`")).help("remove `--filter` to run and list all tests")
        );
    }
    let took = since.elapsed();
    match args.format {
        Format::Text => out.text(printed::write_end(&sum, took))?,
        Format::Json => out.json(&TestReport::new(&sum, took.as_secs_f64()))?,
    }
    Ok(if sum.count(Status::Fail) > 0 { Exit::Problems } else { Exit::Success })
}

/// The results in JSON.
#[derive(Serialize)]
struct TestReport<'a> {
    tests: &'a [Test],
    passed: usize,
    failed: usize,
    written: usize,
    skipped: usize,
    without_snapshot: &'a [String],
    seconds: f64,
}

impl<'a> TestReport<'a> {
    fn new(sum: &'a TestResults, seconds: f64) -> TestReport<'a> {
        TestReport {
            tests: &sum.tests,
            passed: sum.count(Status::Pass),
            failed: sum.count(Status::Fail),
            written: sum.count(Status::Written),
            skipped: sum.skipped,
            without_snapshot: &sum.unknown,
            seconds,
        }
    }
}
