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

use super::args::{self, Format};
use super::out::{Exit, Out, Stop};
use serde::Serialize;
use std::time::Instant;
use tested::{Asked, Status, Test, Tested};

pub use kept::beside as snapshot_beside;

/// What `--help` says at the end.
pub const HELP: &str = "\
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
pub fn run(args: &args::Test, out: &mut Out) -> Result<Exit, Stop> {
    let games = games::games(&args.paths)?;
    if args.coverage {
        return coverage::run(args, &games, out);
    }
    if args.review {
        return review::run(args, &games, out);
    }
    let since = Instant::now();
    let asked = Asked { accept: args.accept, filter: args.filter.clone(), color: out.color, ..Asked::default() };
    let text = args.format == Format::Text;
    let mut sum = Tested::default();
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
        return Err(Stop::usage(format!("no test has `{filter}` in its name"))
            .help("without `--filter` all tests are run and listed".to_owned()));
    }
    let took = since.elapsed();
    match args.format {
        Format::Text => out.text(printed::end(&sum, took))?,
        Format::Json => out.json(&Report::new(&sum, took.as_secs_f64()))?,
    }
    Ok(if sum.count(Status::Fail) > 0 { Exit::Findings } else { Exit::Well })
}

/// All tests, as scripts read them.
#[derive(Serialize)]
struct Report<'a> {
    tests: &'a [Test],
    passed: usize,
    failed: usize,
    written: usize,
    skipped: usize,
    without_snapshot: &'a [String],
    seconds: f64,
}

impl<'a> Report<'a> {
    fn new(sum: &'a Tested, seconds: f64) -> Report<'a> {
        Report {
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
pub struct One {
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
pub fn test_one(game: &str, color: bool) -> Result<One, Stop> {
    let tested = tested::test(game, &Asked { color, ..Asked::default() })?;
    Ok(One {
        passed: tested.count(Status::Pass),
        failed: tested.count(Status::Fail),
        text: tested.tests.iter().filter(|test| test.status == Status::Fail).map(printed::whole).collect(),
        unknown: tested.unknown,
    })
}
