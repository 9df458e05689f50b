//! `boardwright test --coverage`: which rules, conditions and effects no example and no snapshot has reached.

use super::kept::KeptSnapshot;
use super::ordered::in_order;
use crate::cli::chosen;
use crate::cli::options::Format;
use crate::cli::out::{CliError, Exit, Out, remark};
use crate::cli::progress::Progress;
use boardwright::bundled;
use boardwright::check::watched;
use boardwright::coverage::{Coverage, Covered};
use boardwright::game::Game;
use boardwright::game::place::What;
use boardwright::snapshot::behavior::moves_of;
use boardwright::snapshot::file::Snapshot;
use boardwright::source::{Source, SourceId};
use boardwright::wording::{counted, quoted};
use serde::Serialize;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// The longest text of a place that is shown.
const LONGEST: usize = 72;

/// What was reached of a game.
#[derive(Serialize)]
struct CoverageReport {
    game: String,
    /// Hundredths of what is wanted, rounded down to tenths: 100 means all of it.
    percent: f64,
    /// The outcomes that are wanted.
    wanted: u32,
    /// Those that were seen.
    seen: u32,
    /// How many examples there are.
    examples: usize,
    /// Whether there is a snapshot that can be read.
    snapshot: bool,
    /// Places that are settled before play.
    off: usize,
    /// Snapshots that cannot be read, and why: its own, and those of its bases.
    #[serde(skip)]
    unreadable: Vec<String>,
    /// What was not reached.
    missing: Vec<Missing>,
}

/// A place of which something was not seen.
#[derive(Serialize)]
struct Missing {
    file: String,
    line: usize,
    column: usize,
    what: What,
    missing: &'static str,
    text: String,
}

/// Measures the coverage of games.
pub fn run(games: &[String], format: Format, out: &mut Out) -> Result<Exit, CliError> {
    let mut all = Vec::new();
    let mut exit = Exit::Success;
    let mut progress = Progress::new(games.len() as u64, "games");
    let bases = BaseCoverage::default();
    // A game that cannot be played is reported, and the others are measured all the same.
    let measure = |game: &str| match measured(game, &bases) {
        Err(CliError::Report(report)) => Ok(Err(report)),
        measured => measured.map(Ok),
    };
    in_order(games, measure, |done, measured| {
        progress.at(done as u64);
        match measured {
            Ok(reached) => {
                for why in &reached.unreadable {
                    progress.aside(|| remark(why));
                    exit = Exit::Problems;
                }
                if format == Format::Text {
                    progress.aside(|| out.text(report(&reached)).and_then(|()| out.flush()))?;
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
        out.text(summary(&all, out.color))?;
    }
    Ok(exit)
}

/// The coverage of bases, by the names of their texts: several variants have the same one.
#[derive(Default)]
struct BaseCoverage(Mutex<HashMap<String, Arc<TestedRules>>>);

impl BaseCoverage {
    /// What the tests of a base reach of its rules; none if it cannot be played by itself.
    fn tried(&self, source: &Source) -> Option<Arc<TestedRules>> {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tried) = known().get(&*source.name) {
            return Some(tried.clone());
        }
        // A file is found by its path, a bundled game by its name.
        let name = match bundled::is_bundled(source) {
            true => source.name.trim_end_matches(".game").to_owned(),
            false => source.name.to_string(),
        };
        let tried = Arc::new(tried(&name).ok()?);
        known().insert(source.name.to_string(), tried.clone());
        Some(tried)
    }
}

/// What the tests of a game have reached.
struct TestedRules {
    rules: Arc<Game>,
    coverage: Coverage,
    /// Whether there is a snapshot that can be read.
    snapshot: bool,
    /// Why the one that there is cannot be read.
    unreadable: Option<String>,
}

/// Runs the examples and the snapshot of a game.
fn tried(game: &str) -> Result<TestedRules, CliError> {
    let (source, bases) = chosen::find_source(game)?;
    let checked = watched(source, &*bases, &[]);
    let Some(rules) = checked.game.clone() else {
        chosen::build_engine(checked)?;
        return Err(CliError::finding(format!("`{game}` cannot be played")));
    };
    let covered = Covered::new(rules.clone());
    covered.examples();
    let kept = KeptSnapshot::find(game, &rules)?;
    let (mut snapshot, mut unreadable) = (false, None);
    match kept.text.as_deref().map(Snapshot::parse) {
        Some(Ok(read)) => {
            covered.snapshot(Some(&moves_of(&read.body)));
            snapshot = true;
        }
        Some(Err(corrupt)) => {
            let anew = format!("`boardwright test {} --accept` writes it anew", quoted(game));
            unreadable = Some(format!("{} is no snapshot: {corrupt}; {anew}", kept.name));
        }
        None => {}
    }
    Ok(TestedRules { coverage: covered.coverage(), snapshot, unreadable, rules })
}

/// Runs the examples and the snapshot of a game, and says what they have reached. What the tests of its bases have reached of
/// the rules that it takes over is reached.
fn measured(game: &str, bases: &BaseCoverage) -> Result<CoverageReport, CliError> {
    let mut tried = tried(game)?;
    let mut unreadable: Vec<String> = tried.unreadable.take().into_iter().collect();
    let rules = tried.rules.clone();
    for (n, source) in rules.sources.all().iter().enumerate().skip(1) {
        if let (Some(base), Ok(n)) = (bases.tried(source), u16::try_from(n)) {
            tried.coverage.take_over(SourceId(n), &base.coverage, SourceId(0));
            unreadable.extend(base.unreadable.clone());
        }
    }
    Ok(CoverageReport { unreadable, ..reached(game, &tried) })
}

fn reached(game: &str, tried: &TestedRules) -> CoverageReport {
    let TestedRules { rules, coverage, snapshot, .. } = tried;
    let (wanted, seen) = coverage.points();
    let missing = coverage.missing().filter_map(|mark| {
        let (file, line, column) = rules.sources.place(mark.span);
        let text = shortened(rules.sources.text(mark.span));
        Some(Missing { file: file.to_string(), line, column, what: mark.what, missing: mark.missing()?, text })
    });
    CoverageReport {
        game: game.to_owned(),
        percent: (coverage.percent() * 10.0).floor() / 10.0,
        wanted,
        seen,
        examples: rules.examples.len(),
        snapshot: *snapshot,
        unreadable: Vec::new(),
        off: coverage.marks.iter().filter(|mark| mark.off).count(),
        missing: missing.collect(),
    }
}

/// A text in one line, without its comments and not too long.
fn shortened(text: &str) -> String {
    let line = boardwright::syntax::one_line(text);
    if line.chars().count() <= LONGEST {
        return line;
    }
    line.chars().take(LONGEST - 4).collect::<String>() + " ..."
}

/// What a place is called.
fn name(what: What) -> &'static str {
    match what {
        What::Action => "action",
        What::Binder => "binder",
        What::When => "`when`",
        What::Ensure => "`ensure`",
        What::Always => "`always`",
        What::End | What::Never => "`end` clause",
        What::If => "`if`",
        What::While => "`while`",
        What::Operand => "operand",
        What::Each | What::Look => "condition",
        What::Arm => "arm",
        What::Statement => "statement",
        What::Def => "def",
        What::Effect => "effect",
    }
}

/// What was reached of a game, for people.
fn report(reached: &CoverageReport) -> String {
    let mut text = format!("{:>5.1} %  {}", reached.percent, reached.game);
    let mut notes = vec![format!("{} of {}", reached.seen, reached.wanted), counted(reached.examples, "example")];
    if !reached.unreadable.is_empty() {
        notes.push("with a snapshot that cannot be read".to_owned());
    } else if !reached.snapshot {
        notes.push("no snapshot".to_owned());
    }
    if reached.off > 0 {
        notes.push(format!("{} settled before play", counted(reached.off, "place")));
    }
    let _ = writeln!(text, " ({})", notes.join(", "));
    for missing in &reached.missing {
        let Missing { file, line, column, .. } = missing;
        let _ =
            writeln!(text, "  {file}:{line}:{column}: {} {}: {}", name(missing.what), missing.missing, missing.text);
    }
    text
}

/// The games with the least, and how many there are.
fn summary(all: &[CoverageReport], color: bool) -> String {
    let least = all.iter().min_by(|a, b| a.percent.total_cmp(&b.percent));
    let (wanted, seen) = all.iter().fold((0, 0), |(a, b), one| (a + one.wanted, b + one.seen));
    let style = if color { anstyle::Style::new().bold() } else { anstyle::Style::new() };
    let percent = if wanted == 0 { 100.0 } else { (1000.0 * f64::from(seen) / f64::from(wanted)).floor() / 10.0 };
    let mut text = format!("\n{style}{percent:>5.1} %  of {}{style:#}", counted(all.len(), "game"));
    if let Some(least) = least {
        let _ = write!(text, "; least of all {} with {:.1} %", least.game, least.percent);
    }
    text + "\n"
}
