//! [`test`]: what became of the examples and the snapshot of one game.

use super::boards;
use super::changed::ChangedSnapshot;
use super::kept::KeptSnapshot;
use crate::cli::options::{GameArgs, SettingArgs};
use crate::cli::out::{self, CliError, MOST_REPORTS, plain};
use crate::cli::{chosen, files};
use boardwright::engine::Engine;
use boardwright::example::{self, Failure};
use boardwright::load::{self, LoadError};
use boardwright::snapshot::behavior::behavior;
use boardwright::snapshot::file::Snapshot;
use boardwright::wording::quoted;
use serde::Serialize;
use std::path::Path;
use std::time::Instant;

/// What the snapshot's test is called.
pub const BEHAVES: &str = "behaves as before";

/// What is said of a game that cannot be played.
const UNPLAYABLE: &str = "has mistakes and cannot be played";

/// What became of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// All is as it says.
    Pass,
    /// Something is not.
    Fail,
    /// The snapshot has been written.
    Written,
}

/// What is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TestKind {
    /// An `example` of the rule file.
    Example,
    /// The snapshot.
    Snapshot,
    /// That the file has no mistakes.
    Check,
}

/// Something that came out otherwise than a test says.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// What, as a sentence without a full stop.
    pub message: String,
    /// The file in which it is said, if it is one place.
    pub file: Option<String>,
    /// Its line, from 1.
    pub line: Option<u32>,
    /// Its column, from 1, in characters.
    pub column: Option<u32>,
}

/// One test.
#[derive(Clone, Debug, Serialize)]
pub struct Test {
    /// The game, as it was given.
    pub game: String,
    /// What it is called.
    pub title: String,
    /// What is tested.
    pub kind: TestKind,
    /// What became of it.
    pub status: Status,
    /// How long it took.
    pub seconds: f64,
    /// What is wrong, if it failed.
    pub findings: Vec<Finding>,
    /// The same for people, drawn, with boards.
    #[serde(skip)]
    pub detail: String,
}

/// The tests of one game, or of many.
#[derive(Debug, Default)]
pub struct TestResults {
    /// The tests that were run.
    pub tests: Vec<Test>,
    /// How many were left out, since their names do not contain what was asked for.
    pub skipped: usize,
    /// Games without a snapshot.
    pub unknown: Vec<String>,
    /// The behaviour, if it is another one than that of the snapshot.
    pub changed: Vec<ChangedSnapshot>,
}

impl TestResults {
    /// Adds the tests of another game.
    pub fn add(&mut self, other: TestResults) {
        self.tests.extend(other.tests);
        self.skipped += other.skipped;
        self.unknown.extend(other.unknown);
        self.changed.extend(other.changed);
    }

    /// How many tests ended so.
    pub fn count(&self, status: Status) -> usize {
        self.tests.iter().filter(|test| test.status == status).count()
    }
}

/// What is to be done with a game.
#[derive(Clone, Debug, Default)]
pub struct TestOptions {
    /// Write the snapshot instead of comparing with it.
    pub accept: bool,
    /// Only tests whose names (`game: title`) contain this, whatever the case of its letters.
    pub filter: Option<String>,
    /// Whether details are drawn in colours.
    pub color: bool,
    /// Only snapshots are looked at.
    pub snapshots: bool,
}

impl TestOptions {
    /// Whether a test is asked for.
    fn wants(&self, game: &str, title: &str) -> bool {
        let name = || format!("{game}: {title}").to_lowercase();
        self.filter.as_ref().is_none_or(|filter| name().contains(&filter.to_lowercase()))
    }
}

/// Tests one game: its examples, and its snapshot.
pub fn test(game: &str, asked: &TestOptions) -> Result<TestResults, CliError> {
    let mut testing = Testing { game, asked, tested: TestResults::default() };
    let since = Instant::now();
    let checked = chosen::check_game(&GameArgs { game: game.to_owned(), settings: SettingArgs::default() })?;
    match load::engine(checked) {
        Ok(engine) => {
            if !asked.snapshots {
                testing.examples(&*engine);
            }
            if asked.wants(game, BEHAVES) {
                testing.snapshot(&*engine)?;
            } else {
                testing.tested.skipped += 1;
            }
        }
        Err(error) => testing.unplayable(since, error),
    }
    Ok(testing.tested)
}

/// The tests of a game while they run.
struct Testing<'a> {
    game: &'a str,
    asked: &'a TestOptions,
    tested: TestResults,
}

impl Testing<'_> {
    fn done(&mut self, title: &str, kind: TestKind, status: Status, since: Instant) -> &mut Test {
        let seconds = since.elapsed().as_secs_f64();
        let (game, title) = (self.game.to_owned(), title.to_owned());
        let test = Test { game, title, kind, status, seconds, findings: Vec::new(), detail: String::new() };
        let tests = &mut self.tested.tests;
        tests.push(test);
        let last = tests.len() - 1;
        &mut tests[last]
    }

    fn unplayable(&mut self, since: Instant, error: LoadError) {
        let color = self.asked.color;
        let test = self.done(UNPLAYABLE, TestKind::Check, Status::Fail, since);
        let LoadError::Wrong { sources, diagnostics } = error else { return };
        for finding in diagnostics.iter().filter(|finding| finding.is_error()).take(MOST_REPORTS) {
            test.detail += &out::report(finding, &sources, color);
            let (file, line, column) = sources.place(finding.span());
            test.findings.push(placed(&finding.message, &file, line, column));
        }
    }

    fn examples(&mut self, engine: &dyn Engine) {
        let color = self.asked.color;
        for example in &engine.game().examples {
            if !self.asked.wants(self.game, &example.title) {
                self.tested.skipped += 1;
                continue;
            }
            let since = Instant::now();
            let failures = example::run(engine, example);
            let status = if failures.is_empty() { Status::Pass } else { Status::Fail };
            let test = self.done(&example.title, TestKind::Example, status, since);
            for (n, failure) in failures.iter().enumerate() {
                // lines that fail in one position show it once, behind the last of them
                let alone = failure.other.is_some() || failures.get(n + 1).is_none_or(|next| next.other.is_some());
                let next = failures.get(n + 1).and_then(|next| next.position.as_ref());
                let last = alone || next.is_none() || next != failure.position.as_ref();
                report(engine, failure, last, color, test);
            }
        }
    }

    /// Compares the behaviour of a game with its snapshot, or writes it down.
    fn snapshot(&mut self, engine: &dyn Engine) -> Result<(), CliError> {
        let since = Instant::now();
        let kept = KeptSnapshot::find(self.game, engine.game())?;
        if self.asked.accept {
            let now = behavior(engine, None);
            return self.accepted(&kept, now, since);
        }
        let Some(old) = kept.text.as_deref().map(Snapshot::parse) else {
            self.tested.unknown.extend(kept.path.is_some().then(|| self.game.to_owned()));
            return Ok(());
        };
        let now = behavior(engine, None);
        let accept = format!("`boardwright test {} --accept`", quoted(self.game));
        let (changed, way) = match old {
            Ok(old) if old.body == now => {
                self.done(BEHAVES, TestKind::Snapshot, Status::Pass, since);
                return Ok(());
            }
            Ok(old) => {
                let changed = ChangedSnapshot::new(self.game, engine, kept, old.body, now, self.asked.color);
                (changed, format!("if this is right, {accept} takes it"))
            }
            Err(corrupt) => {
                let changed = ChangedSnapshot::unreadable(self.game, kept, &corrupt.to_string(), now);
                (changed, format!("{accept} writes it anew"))
            }
        };
        let detail = format!("{}{way}\n", changed.shown);
        let test = self.done(BEHAVES, TestKind::Snapshot, Status::Fail, since);
        test.detail = detail;
        test.findings.push(unplaced(changed.sentence.clone()));
        self.tested.changed.push(changed);
        Ok(())
    }

    /// Writes the behaviour down.
    fn accepted(&mut self, kept: &KeptSnapshot, now: String, since: Instant) -> Result<(), CliError> {
        let path = write(self.game, kept, now)?;
        let status = if path.is_some() { Status::Written } else { Status::Pass };
        let test = self.done(BEHAVES, TestKind::Snapshot, status, since);
        if let Some(path) = path {
            test.title = format!("behaviour written to {path}");
        }
        Ok(())
    }
}

/// Writes a behaviour down; the path, unless the snapshot says so already.
pub fn write(game: &str, kept: &KeptSnapshot, now: String) -> Result<Option<String>, CliError> {
    let Some(path) = &kept.path else {
        return Err(CliError::usage(format!("`{game}` is a bundled game: there is no place to write its snapshot"))
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

/// What came otherwise than an example says, with its place, and the boards if they shall be shown.
fn report(engine: &dyn Engine, failure: &Failure, shown: bool, color: bool, test: &mut Test) {
    let game = failure.game.as_deref().unwrap_or(engine.game());
    let (name, line, column) = game.sources.place(failure.span);
    test.detail += &format!("{name}:{line}:{column}: {}\n", failure.message);
    test.findings.push(placed(&failure.message, &name, line, column));
    if let Some(fault) = &failure.fault {
        test.detail += &out::report(&fault.diagnostic(), &game.sources, color);
    }
    if let Some(position) = failure.position.as_ref().filter(|_| shown) {
        test.detail += &boards::of_failure(game, position, failure.other.as_ref(), color);
    }
}

fn placed(message: &str, file: &str, line: usize, column: usize) -> Finding {
    let number = |n: usize| u32::try_from(n).ok();
    Finding { message: message.to_owned(), file: Some(file.to_owned()), line: number(line), column: number(column) }
}

fn unplaced(message: String) -> Finding {
    Finding { message, file: None, line: None, column: None }
}
