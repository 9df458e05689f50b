//! `boardwright test --coverage`: the rules, conditions and effects that no example and no snapshot reaches.

use super::kept::KeptSnapshot;
use super::ordered::for_each_in_order;
use crate::cli::chosen;
use crate::cli::options::Format;
use crate::cli::out::{CliError, Exit, Out, remark};
use crate::cli::progress::ProgressReporter;
use boardwright::bundled;
use boardwright::check::watched;
use boardwright::game::Game;
use boardwright::game::place::PlaceKind;
use boardwright::internals::coverage::{Coverage, Covered, Mark};
use boardwright::internals::snapshot::behavior::moves_of;
use boardwright::internals::snapshot::file::Snapshot;
use boardwright::internals::wording::{counted, quoted};
use boardwright::source::{Source, SourceId};
use serde::Serialize;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// The longest rule text that is shown.
const LONGEST: usize = 72;

/// The coverage of a game, as in JSON.
#[derive(Serialize)]
struct CoverageReport {
    game: String,
    /// The percentage of outcomes that were reached, rounded down to tenths.
    percent: f64,
    /// The number of outcomes to reach.
    wanted: u32,
    /// The number of outcomes that were reached.
    seen: u32,
    examples: usize,
    /// Whether there is a valid snapshot.
    snapshot: bool,
    /// The number of places whose outcome is constant.
    off: usize,
    /// These places.
    constant: Vec<Constant>,
    /// Why snapshots cannot be read: that of the game, and those of its bases.
    #[serde(skip)]
    unreadable: Vec<String>,
    /// The titles of the examples that fail.
    failed: Vec<String>,
    /// The places with unreached outcomes.
    missing: Vec<Missing>,
}

/// A place with an unreached outcome.
#[derive(Serialize)]
struct Missing {
    #[serde(flatten)]
    at: RulePlace,
    missing: &'static str,
}

/// A place with a constant outcome.
#[derive(Serialize)]
struct Constant {
    #[serde(flatten)]
    at: RulePlace,
    outcome: &'static str,
}

/// A place of the rules, and what is written there.
#[derive(Serialize)]
struct RulePlace {
    file: String,
    line: usize,
    column: usize,
    what: PlaceKind,
    text: String,
}

impl RulePlace {
    fn new(rules: &Game, mark: &Mark) -> RulePlace {
        let (file, line, column) = rules.sources.place(mark.span);
        let text = shorten(rules.sources.text(mark.span));
        RulePlace { file: file.to_string(), line, column, what: mark.what, text }
    }
}

/// Measures the coverage of games.
pub fn run(games: &[String], format: Format, out: &mut Out) -> Result<Exit, CliError> {
    let mut all = Vec::new();
    let mut exit = Exit::Success;
    let mut progress = ProgressReporter::new(games.len() as u64, "games");
    let bases = BaseCoverage::default();
    // If a game cannot be played, report it and measure the others.
    let measure = |game: &str| match measure_coverage(game, &bases) {
        Err(CliError::Report(report)) => Ok(Err(report)),
        measured => measured.map(Ok),
    };
    for_each_in_order(games, measure, |done, measured| {
        progress.at(done as u64);
        match measured {
            Ok(reached) => {
                for why in &reached.unreadable {
                    progress.aside(|| remark(why));
                    exit = Exit::Problems;
                }
                if !reached.failed.is_empty() {
                    let (game, failed) = (&reached.game, describe_failed(&reached.failed));
                    progress.aside(|| remark(format!("{game}: {failed}; see `boardwright test {}`", quoted(game))));
                    exit = Exit::Problems;
                }
                if format == Format::Text {
                    progress.aside(|| out.text(write_report(&reached)).and_then(|()| out.flush()))?;
                }
                all.push(reached);
            }
            Err(report) => {
                progress.aside(|| remark(report.trim_end()));
                exit = Exit::Problems;
            }
        }
        Ok(())
    })?;
    drop(progress);
    if format == Format::Json {
        out.json(&all)?;
    } else if all.len() > 1 {
        out.text(write_summary(&all, out.color))?;
    }
    Ok(exit)
}

/// The coverage of bases, by the names of their texts: several variants may extend the same base.
#[derive(Default)]
struct BaseCoverage(Mutex<HashMap<String, Arc<TestedRules>>>);

impl BaseCoverage {
    /// Runs the tests of a base, or returns `None` if the base cannot be played by itself.
    fn run(&self, source: &Source) -> Option<Arc<TestedRules>> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tested) = known().get(&*source.name) {
            return Some(tested.clone());
        }
        // A file has a path, a bundled game has a name.
        let name = match bundled::is_bundled(source) {
            true => source.name.trim_end_matches(".game").to_owned(),
            false => source.name.to_string(),
        };
        let tested = Arc::new(run_tests(&name).ok()?);
        known().insert(source.name.to_string(), tested.clone());
        Some(tested)
    }
}

/// The coverage of the tests of a game.
struct TestedRules {
    rules: Arc<Game>,
    coverage: Coverage,
    /// Whether there is a valid snapshot.
    snapshot: bool,
    /// Why the snapshot cannot be read.
    unreadable: Option<String>,
    /// The titles of the examples that fail.
    failed: Vec<String>,
}

/// Runs the examples and the snapshot of a game.
fn run_tests(game: &str) -> Result<TestedRules, CliError> {
    let (source, bases) = chosen::find_source(game)?;
    let checked = watched(source, &*bases, &[]);
    let Some(rules) = checked.game.clone() else {
        chosen::build_engine(checked)?;
        return Err(CliError::finding(format!("`{game}` cannot be played")));
    };
    let covered = Covered::new(rules.clone());
    let failed = covered.examples();
    let kept = KeptSnapshot::find(game, &rules)?;
    let (mut snapshot, mut unreadable) = (false, None);
    match kept.text.as_deref().map(Snapshot::parse) {
        Some(Ok(read)) => {
            covered.snapshot(Some(&moves_of(&read.body)));
            snapshot = true;
        }
        Some(Err(corrupt)) => {
            let help = format!("run `boardwright test {} --accept` to write a new one", quoted(game));
            unreadable = Some(format!("{} is not a valid snapshot: {corrupt}; {help}", kept.name));
        }
        None if kept.path.is_none() => {
            covered.snapshot(None);
            snapshot = true;
        }
        None => {}
    }
    Ok(TestedRules { coverage: covered.coverage(), snapshot, unreadable, failed, rules })
}

/// Measures the coverage of a game. Inherited rules also count as reached if the tests of their base reach them.
fn measure_coverage(game: &str, bases: &BaseCoverage) -> Result<CoverageReport, CliError> {
    let mut tested = run_tests(game)?;
    let mut unreadable: Vec<String> = tested.unreadable.take().into_iter().collect();
    let rules = tested.rules.clone();
    for (n, source) in rules.sources.all().iter().enumerate().skip(1) {
        if let (Some(base), Ok(n)) = (bases.run(source), u16::try_from(n)) {
            tested.coverage.take_over(SourceId(n), &base.coverage, SourceId(0));
            unreadable.extend(base.unreadable.clone());
        }
    }
    let TestedRules { coverage, snapshot, failed, .. } = tested;
    let (wanted, seen) = coverage.points();
    let at = |mark| RulePlace::new(&rules, mark);
    let missing = coverage.missing().filter_map(|mark| Some(Missing { at: at(mark), missing: mark.missing()? }));
    let constant = coverage.constant().filter_map(|mark| Some(Constant { at: at(mark), outcome: mark.constant()? }));
    let (missing, constant) = (missing.collect(), constant.collect::<Vec<_>>());
    Ok(CoverageReport {
        game: game.to_owned(),
        percent: (coverage.percent() * 10.0).floor() / 10.0,
        wanted,
        seen,
        examples: rules.examples.len(),
        snapshot,
        unreadable,
        failed,
        off: constant.len(),
        constant,
        missing,
    })
}

/// Says which examples fail.
fn describe_failed(titles: &[String]) -> String {
    match titles {
        [title] => format!("the example \"{title}\" fails"),
        titles => format!("{} fail: \"{}\"", counted(titles.len(), "example"), titles.join("\", \"")),
    }
}

/// Returns a text in one line, without comments, and cut if it is long.
fn shorten(text: &str) -> String {
    let line = boardwright::internals::syntax::one_line(text);
    if line.chars().count() <= LONGEST {
        return line;
    }
    line.chars().take(LONGEST - 4).collect::<String>() + " ..."
}

/// Returns the name of a kind of place.
fn name(what: PlaceKind) -> &'static str {
    match what {
        PlaceKind::Action => "action",
        PlaceKind::Binder => "binder",
        PlaceKind::When => "`when`",
        PlaceKind::Ensure => "`ensure`",
        PlaceKind::Always => "`always`",
        PlaceKind::End | PlaceKind::Never => "`end` clause",
        PlaceKind::If => "`if`",
        PlaceKind::While => "`while`",
        PlaceKind::Operand => "operand",
        PlaceKind::Each | PlaceKind::Look => "condition",
        PlaceKind::Arm => "arm",
        PlaceKind::Statement => "statement",
        PlaceKind::Def => "def",
        PlaceKind::Effect => "effect",
    }
}

fn write_report(reached: &CoverageReport) -> String {
    let mut text = format!("{:>5.1} %  {}", reached.percent, reached.game);
    let mut notes = vec![format!("{} of {}", reached.seen, reached.wanted), counted(reached.examples, "example")];
    if !reached.unreadable.is_empty() {
        notes.push("invalid snapshot".to_owned());
    } else if !reached.snapshot {
        notes.push("no snapshot".to_owned());
    }
    if reached.off > 0 {
        notes.push(format!("{} with a constant outcome", counted(reached.off, "place")));
    }
    let _ = writeln!(text, " ({})", notes.join(", "));
    let missing = reached.missing.iter().map(|place| (&place.at, place.missing));
    let constant = reached.constant.iter().map(|place| (&place.at, place.outcome));
    let mut list = |(RulePlace { file, line, column, what, text: rule }, said): (&RulePlace, &str)| {
        let _ = writeln!(text, "  {file}:{line}:{column}: {} {said}: {rule}", name(*what));
    };
    missing.chain(constant).for_each(&mut list);
    text
}

/// Writes the coverage of all games, and the game with the least.
fn write_summary(all: &[CoverageReport], color: bool) -> String {
    let least = all.iter().min_by(|a, b| a.percent.total_cmp(&b.percent));
    let (wanted, seen) = all.iter().fold((0, 0), |(a, b), one| (a + one.wanted, b + one.seen));
    let style = if color { anstyle::Style::new().bold() } else { anstyle::Style::new() };
    let percent = if wanted == 0 { 100.0 } else { (1000.0 * f64::from(seen) / f64::from(wanted)).floor() / 10.0 };
    let mut text = format!("\n{style}{percent:>5.1} %  of {}{style:#}", counted(all.len(), "game"));
    if let Some(least) = least {
        let _ = write!(text, "; lowest: {} with {:.1} %", least.game, least.percent);
    }
    text + "\n"
}
