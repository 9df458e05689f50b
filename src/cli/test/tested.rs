//! [`test`]: tests the examples and the snapshot of one game.

use super::boards;
use super::changed::ChangedSnapshot;
use super::kept::KeptSnapshot;
use crate::cli::options::{GameArgs, SettingArgs};
use crate::cli::out::{self, CliError, MOST_REPORTS, plain};
use crate::cli::{chosen, files};
use boardwright::engine::Engine;
use boardwright::internals::example::{self, Failure};
use boardwright::internals::load::{self, LoadError};
use boardwright::internals::snapshot::behavior::{behavior, behavior_like};
use boardwright::internals::snapshot::file::Snapshot;
use boardwright::internals::wording::quoted;
use serde::Serialize;
use std::path::Path;
use std::time::Instant;

/// The title of the test of the snapshot.
pub const BEHAVES: &str = "behaves as before";

/// The title of the failed test of a game with errors.
const UNPLAYABLE: &str = "has errors and cannot be played";

/// The title of the failed test of a file that cannot be read.
const UNREADABLE: &str = "cannot be read";

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Pass,
    Fail,
    Written,
}

/// The subject of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TestKind {
    Example,
    Snapshot,
    /// That the file has no errors.
    Check,
}

/// A failure in a test.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The message, as a sentence without a full stop.
    pub message: String,
    /// The file, if the failure has a place.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<u32>,
    /// The column, from 1, in characters.
    pub column: Option<u32>,
}

/// A test and its result.
#[derive(Clone, Debug, Serialize)]
pub struct Test {
    /// The name or path of the game.
    pub game: String,
    pub title: String,
    pub kind: TestKind,
    pub status: Status,
    /// The time it took.
    pub seconds: f64,
    pub findings: Vec<Finding>,
    /// The report of the failures, with boards.
    #[serde(skip)]
    pub detail: String,
}

/// The test results of one or more games.
#[derive(Debug, Default)]
pub struct TestResults {
    pub tests: Vec<Test>,
    /// The number of tests that the filter skipped.
    pub skipped: usize,
    /// The games without a snapshot.
    pub unknown: Vec<String>,
    /// The games with changed behavior.
    pub changed: Vec<ChangedSnapshot>,
}

impl TestResults {
    /// Adds the results of another game.
    pub fn add(&mut self, other: TestResults) {
        self.tests.extend(other.tests);
        self.skipped += other.skipped;
        self.unknown.extend(other.unknown);
        self.changed.extend(other.changed);
    }

    /// Counts the tests with a result.
    pub fn count(&self, status: Status) -> usize {
        self.tests.iter().filter(|test| test.status == status).count()
    }
}

/// The options of a test.
#[derive(Clone, Debug, Default)]
pub struct TestOptions {
    /// Write the snapshot instead of comparing it.
    pub accept: bool,
    /// Run only tests whose names (`game: title`) contain this text, ignoring case.
    pub filter: Option<String>,
    /// Use colors in reports.
    pub color: bool,
    /// Test only snapshots.
    pub snapshots: bool,
}

impl TestOptions {
    /// Returns whether the filter matches a test.
    fn wants(&self, game: &str, title: &str) -> bool {
        let name = || format!("{game}: {title}").to_lowercase();
        self.filter.as_ref().is_none_or(|filter| name().contains(&filter.to_lowercase()))
    }
}

/// Tests the examples and the snapshot of a game.
pub fn test(game: &str, options: &TestOptions) -> Result<TestResults, CliError> {
    let mut testing = Testing { game, options, tested: TestResults::default() };
    let since = Instant::now();
    let checked = chosen::check_game(&GameArgs { game: game.to_owned(), settings: SettingArgs::default() })?;
    match load::engine(checked) {
        Ok(engine) => {
            if !options.snapshots {
                testing.run_examples(&*engine);
            }
            if options.wants(game, BEHAVES) {
                testing.run_snapshot(&*engine)?;
            } else {
                testing.tested.skipped += 1;
            }
        }
        Err(error) => testing.add_unplayable(since, error),
    }
    Ok(testing.tested)
}

/// Tests one of several games: a file that cannot be read is a failed test, so that the others are tested.
pub fn test_one_of(games: &[String], game: &str, options: &TestOptions) -> Result<TestResults, CliError> {
    if games.len() > 1 { test_or_fail(game, options) } else { test(game, options) }
}

fn test_or_fail(game: &str, options: &TestOptions) -> Result<TestResults, CliError> {
    let since = Instant::now();
    match test(game, options) {
        Err(error @ (CliError::Usage(_) | CliError::UsageReport(_))) => {
            let mut testing = Testing { game, options, tested: TestResults::default() };
            let test = testing.add(UNREADABLE, TestKind::Check, Status::Fail, since);
            let message = error.into_message();
            test.detail = format!("{message}\n");
            test.findings.push(Finding { message, file: Some(game.to_owned()), line: None, column: None });
            Ok(testing.tested)
        }
        tested => tested,
    }
}

/// The running tests of a game.
struct Testing<'a> {
    game: &'a str,
    options: &'a TestOptions,
    tested: TestResults,
}

impl Testing<'_> {
    fn add(&mut self, title: &str, kind: TestKind, status: Status, since: Instant) -> &mut Test {
        let seconds = since.elapsed().as_secs_f64();
        let (game, title) = (self.game.to_owned(), title.to_owned());
        let test = Test { game, title, kind, status, seconds, findings: Vec::new(), detail: String::new() };
        let tests = &mut self.tested.tests;
        tests.push(test);
        let last = tests.len() - 1;
        &mut tests[last]
    }

    fn add_unplayable(&mut self, since: Instant, error: LoadError) {
        let color = self.options.color;
        let test = self.add(UNPLAYABLE, TestKind::Check, Status::Fail, since);
        let LoadError::Wrong { sources, diagnostics } = error else { return };
        for finding in diagnostics.iter().filter(|finding| finding.is_error()).take(MOST_REPORTS) {
            test.detail += &out::report(finding, &sources, color);
            let (file, line, column) = sources.place(finding.span());
            test.findings.push(finding_at(&finding.message, &file, line, column));
        }
    }

    fn run_examples(&mut self, engine: &dyn Engine) {
        let color = self.options.color;
        for (example, title) in engine.game().examples.iter().zip(example::titles(engine.game())) {
            if !self.options.wants(self.game, &title) {
                self.tested.skipped += 1;
                continue;
            }
            let since = Instant::now();
            let failures = example::run(engine, example);
            let status = if failures.is_empty() { Status::Pass } else { Status::Fail };
            let test = self.add(&title, TestKind::Example, status, since);
            for (n, failure) in failures.iter().enumerate() {
                // If several lines fail in one position, show it once, after the last of them.
                let alone = failure.other.is_some() || failures.get(n + 1).is_none_or(|next| next.other.is_some());
                let next = failures.get(n + 1).and_then(|next| next.position.as_ref());
                let last = alone || next.is_none() || next != failure.position.as_ref();
                add_failure(engine, failure, last, color, test);
            }
        }
    }

    /// Compares the behavior of a game with its snapshot, or writes the snapshot.
    fn run_snapshot(&mut self, engine: &dyn Engine) -> Result<(), CliError> {
        let since = Instant::now();
        let kept = KeptSnapshot::find(self.game, engine.game())?;
        if self.options.accept {
            let now = behavior(engine, None);
            return self.accept(&kept, now, since);
        }
        let Some(old) = kept.text.as_deref().map(Snapshot::parse) else {
            self.tested.unknown.extend(kept.path.is_some().then(|| self.game.to_owned()));
            return Ok(());
        };
        let now = behavior(engine, None);
        let accept = format!("`boardwright test {} --accept`", quoted(self.game));
        let (changed, help) = match old {
            Ok(old) if now == old.body || behavior_like(engine, None, &old.body) == old.body => {
                self.add(&with_faults(BEHAVES.to_owned(), &now), TestKind::Snapshot, Status::Pass, since);
                return Ok(());
            }
            Ok(old) => {
                let changed = ChangedSnapshot::new(self.game, engine, kept, old.body, now, self.options.color);
                (changed, format!("if this is intended, run {accept}"))
            }
            Err(corrupt) => {
                let changed = ChangedSnapshot::unreadable(self.game, kept, &corrupt.to_string(), now);
                (changed, format!("run {accept} to write a new one"))
            }
        };
        let detail = format!("{}{help}\n", changed.shown);
        let test = self.add(BEHAVES, TestKind::Snapshot, Status::Fail, since);
        test.detail = detail;
        test.findings.push(Finding { message: changed.sentence.clone(), file: None, line: None, column: None });
        self.tested.changed.push(changed);
        Ok(())
    }

    fn accept(&mut self, kept: &KeptSnapshot, now: String, since: Instant) -> Result<(), CliError> {
        let path = write_snapshot(self.game, kept, now.clone())?;
        let (status, title) = match path {
            Some(path) => (Status::Written, format!("snapshot written to {path}")),
            None => (Status::Pass, BEHAVES.to_owned()),
        };
        self.add(&with_faults(title, &now), TestKind::Snapshot, status, since);
        Ok(())
    }
}

/// Adds to a title that the rules fault in a behavior: a snapshot keeps faults, but nobody should overlook them.
fn with_faults(title: String, behavior: &str) -> String {
    let mut faults: Vec<&str> = behavior.lines().filter_map(|line| line.strip_prefix("fault ")).collect();
    faults.sort_unstable();
    faults.dedup();
    match faults.as_slice() {
        [] => title,
        [fault] => format!("{title}, with a fault: {fault}"),
        [fault, others @ ..] => format!("{title}, with {} faults, such as {fault}", 1 + others.len()),
    }
}

/// Writes a snapshot and returns its path, or `None` if it is already up to date.
pub fn write_snapshot(game: &str, kept: &KeptSnapshot, now: String) -> Result<Option<String>, CliError> {
    let Some(path) = &kept.path else {
        return Err(CliError::usage(format!("cannot write a snapshot of the bundled game `{game}`"))
            .help("give the path of a rule file"));
    };
    let source = Path::new(game).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let text = Snapshot { source, body: now, rules: Ok(kept.rules.clone()) }.print();
    if kept.own && kept.text.as_deref() == Some(&text) {
        return Ok(None);
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)
        .and_then(|()| files::write(path, &text))
        .map_err(|error| CliError::usage(format!("cannot write `{}`: {}", path.display(), plain(&error))))?;
    Ok(Some(path.display().to_string()))
}

/// Adds a failure of an example to a test, with its place and, if `shown`, its boards.
fn add_failure(engine: &dyn Engine, failure: &Failure, shown: bool, color: bool, test: &mut Test) {
    let game = failure.game.as_deref().unwrap_or(engine.game());
    let (name, line, column) = game.sources.place(failure.span);
    test.detail += &format!("{name}:{line}:{column}: {}\n", failure.message);
    test.findings.push(finding_at(&failure.message, &name, line, column));
    if let Some(fault) = &failure.fault {
        test.detail += &out::report(&fault.diagnostic(), &game.sources, color);
    }
    if let Some(position) = failure.position.as_ref().filter(|_| shown) {
        test.detail += &boards::draw_failure(game, position, failure.other.as_ref(), color);
    }
}

fn finding_at(message: &str, file: &str, line: usize, column: usize) -> Finding {
    let number = |n: usize| u32::try_from(n).ok();
    Finding { message: message.to_owned(), file: Some(file.to_owned()), line: number(line), column: number(column) }
}
