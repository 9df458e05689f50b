//! `boardwright test`: examples and snapshots of many games, on all cores.

mod boards;
mod changed;
mod coverage;
mod games;
pub mod kept;
mod ordered;
mod printed;
mod review;
mod tested;

use super::options::Format;
use super::out::{CliError, Exit, Out};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;
use tested::{Status, Test, TestOptions, TestResults};

pub use kept::beside as snapshot_beside;

/// The arguments of `test`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct TestArgs {
    /// Rule files or folders of such
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Take the behaviour that is for the right one, and write it down
    #[arg(long, conflicts_with_all = ["review", "coverage"])]
    pub accept: bool,
    /// Step through changed snapshots one by one, and accept, reject or skip each
    #[arg(long, conflicts_with_all = ["coverage", "format"])]
    pub review: bool,
    /// List the rules, conditions and effects that no example and no snapshot has reached
    #[arg(long)]
    pub coverage: bool,
    /// Run only tests with this text in their names (`game: title`)
    #[arg(long, value_name = "TEXT", conflicts_with = "coverage")]
    pub filter: Option<String>,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

const AFTER_HELP: &str = "\
A PATH is a rule file or a folder. Without one: the folder `games` here, else the rule files in this folder and below, else \
the bundled games. The snapshot of `x.game` is `snapshots/x.snap` beside it. Of a changed snapshot, `--accept` takes all that \
is new, `--review` asks for each one. `--coverage` lists the rules, conditions and effects that no example and no snapshot \
has reached.

Examples:
  boardwright test
  boardwright test mygame.game --filter corner
  boardwright test mygame.game --accept
  boardwright test --review
  boardwright test mygame.game --coverage";

/// Runs examples and compares snapshots.
pub fn run(args: &TestArgs, out: &mut Out) -> Result<Exit, CliError> {
    let games = games::games(&args.paths)?;
    if args.coverage {
        return coverage::run(&games, args.format, out);
    }
    if args.review {
        return review::run(&games, args.filter.as_deref(), out);
    }
    let since = Instant::now();
    let asked =
        TestOptions { accept: args.accept, filter: args.filter.clone(), color: out.color, ..TestOptions::default() };
    let text = args.format == Format::Text;
    let mut sum = TestResults::default();
    if text {
        out.text(printed::beginning(games.len()))?;
    }
    let test = |game: &str| tested::test(game, &asked);
    ordered::in_order(&games, test, |_, tested| {
        if text {
            tested.tests.iter().try_for_each(|test| out.text(printed::line(test)))?;
            out.flush()?;
        }
        sum.add(tested);
        Ok(())
    })?;
    if sum.tests.is_empty() && sum.unknown.is_empty() {
        let filter = args.filter.as_deref().unwrap_or_default();
        return Err(CliError::usage(format!("no test has `{filter}` in its name"))
            .help("without `--filter` all tests are run and listed"));
    }
    let took = since.elapsed();
    match args.format {
        Format::Text => out.text(printed::end(&sum, took))?,
        Format::Json => out.json(&TestReport::new(&sum, took.as_secs_f64()))?,
    }
    Ok(if sum.count(Status::Fail) > 0 { Exit::Problems } else { Exit::Success })
}

/// All tests, as scripts read them.
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

/// What became of the tests of one rule file.
pub struct FileResults {
    /// Tests that passed.
    pub passed: usize,
    /// Tests that failed.
    pub failed: usize,
    /// The game, if it has no snapshot.
    pub unknown: Vec<String>,
    /// What is wrong with those that failed.
    pub text: String,
}

/// Tests one rule file.
pub fn test_one(game: &str, color: bool) -> Result<FileResults, CliError> {
    let tested = tested::test(game, &TestOptions { color, ..TestOptions::default() })?;
    Ok(FileResults {
        passed: tested.count(Status::Pass),
        failed: tested.count(Status::Fail),
        text: tested.tests.iter().filter(|test| test.status == Status::Fail).map(printed::whole).collect(),
        unknown: tested.unknown,
    })
}
