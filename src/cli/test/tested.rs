//! [`test`]: what became of the examples and the snapshot of one game.

use super::kept::{self, Kept};
use crate::cli::args::{Chosen, Settings};
use crate::cli::check::MOST_REPORTS;
use crate::cli::out::{self, Stop, plain};
use crate::cli::{chosen, files};
use boardwright::engine::Engine;
use boardwright::example::{self, Failure};
use boardwright::load::{self, LoadError};
use boardwright::notation;
use boardwright::render;
use boardwright::snapshot::behaviour::{behaviour, moves_of};
use boardwright::snapshot::compare::changes;
use boardwright::snapshot::file::Snapshot;
use std::path::Path;
use std::time::Instant;

/// The most places of a changed behaviour that are shown.
const MOST_PLACES: usize = 6;

/// What the snapshot's test is called.
const BEHAVES: &str = "behaves as before";

/// The result of one game, or of many.
#[derive(Default)]
pub struct Tested {
    /// What there is to print.
    pub text: String,
    /// Tests that passed.
    pub passed: usize,
    /// Tests that failed.
    pub failed: usize,
    /// Games without a snapshot.
    pub unknown: Vec<String>,
    /// Snapshots that were written.
    pub accepted: usize,
    color: bool,
}

impl Tested {
    /// Adds up the results of another game.
    pub fn add(&mut self, other: Tested) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.accepted += other.accepted;
        self.unknown.extend(other.unknown);
    }

    fn line(&mut self, line: impl AsRef<str>) {
        self.text += line.as_ref().trim_end();
        self.text.push('\n');
    }

    /// The line of one test.
    fn verdict(&mut self, passed: bool, since: Instant, game: &str, title: &str) {
        let (word, color) = match passed {
            true => ("PASS", anstyle::AnsiColor::Green),
            false => ("FAIL", anstyle::AnsiColor::Red),
        };
        *(if passed { &mut self.passed } else { &mut self.failed }) += 1;
        let style = color.on_default().effects(anstyle::Effects::BOLD);
        self.line(format!("{style}{word}{style:#} [{:>7.3}s] {game}: {title}", since.elapsed().as_secs_f64()));
    }
}

/// Tests one game: its examples, and its snapshot, which is written instead if `accept` says so.
pub fn test(game: &str, accept: bool, color: bool) -> Result<Tested, Stop> {
    let mut tested = Tested { color, ..Tested::default() };
    let since = Instant::now();
    let checked = chosen::checked(&Chosen { game: game.to_owned(), settings: Settings::default() })?;
    match load::engine(checked) {
        Ok(engine) => {
            examples(game, &*engine, &mut tested);
            snapshot(game, &*engine, accept, &mut tested)?;
        }
        Err(error) => {
            tested.verdict(false, since, game, "has mistakes and cannot be played");
            if let LoadError::Wrong { sources, diagnostics } = error {
                let errors = diagnostics.iter().filter(|finding| finding.is_error());
                errors.take(MOST_REPORTS).for_each(|finding| tested.text += &out::report(finding, &sources, color));
            }
        }
    }
    Ok(tested)
}

fn examples(game: &str, engine: &dyn Engine, tested: &mut Tested) {
    for example in &engine.game().examples {
        let since = Instant::now();
        let failures = example::run(engine, example);
        tested.verdict(failures.is_empty(), since, game, &example.title);
        for (n, failure) in failures.iter().enumerate() {
            // lines that fail in one position show it once, behind the last of them
            let next = failures.get(n + 1).and_then(|next| next.position.as_ref());
            let last = next.is_none() || next != failure.position.as_ref();
            report(engine, failure, last, tested);
        }
    }
}

/// What came otherwise than an example says, with its place, and the position if that shall be shown.
fn report(engine: &dyn Engine, failure: &Failure, shown: bool, tested: &mut Tested) {
    let game = failure.game.as_deref().unwrap_or(engine.game());
    let (name, line, column) = game.sources.place(failure.span);
    tested.line(format!("  {name}:{line}:{column}: {}", failure.message));
    if let Some(fault) = &failure.fault {
        tested.text += &out::report(&fault.diagnostic(), &game.sources, tested.color);
    }
    if let Some(position) = failure.position.as_ref().filter(|_| shown) {
        let style = render::TextStyle { color: tested.color, last: None };
        let board = render::text(game, position, &style);
        board.lines().for_each(|line| tested.line(format!("    {line}")));
        tested.line(format!("    {}", notation::status(game, position)));
    }
}

/// Compares the behaviour of a game with its snapshot, or writes it down.
fn snapshot(game: &str, engine: &dyn Engine, accept: bool, tested: &mut Tested) -> Result<(), Stop> {
    let since = Instant::now();
    let kept = Kept::find(game, engine.game())?;
    if accept {
        return write(game, engine, &kept, behaviour(engine, None), tested);
    }
    let old = match kept.text.as_deref().map(Snapshot::parse) {
        Some(Ok(old)) => old.body,
        Some(Err(corrupt)) => {
            tested.verdict(false, since, game, BEHAVES);
            tested.line(format!("  {} is no snapshot: {corrupt}\n  `--accept` writes it anew", kept.name));
            return Ok(());
        }
        None => {
            tested.unknown.extend(kept.path.is_some().then(|| game.to_owned()));
            return Ok(());
        }
    };
    let now = behaviour(engine, None);
    tested.verdict(now == old, since, game, BEHAVES);
    if now == old {
        return Ok(());
    }
    // The same game as in the snapshot, as far as it goes, so that only what the rules say differs.
    let same_game = behaviour(engine, Some(&moves_of(&old)));
    let shown = changes(&old, &same_game, MOST_PLACES).or_else(|| changes(&old, &now, MOST_PLACES));
    tested.line(format!("  compared with {}:", kept.name));
    shown.unwrap_or_default().lines().for_each(|line| tested.line(format!("  {}", colored(line))));
    tested.line(format!("  if this is right, `boardwright test {game} --accept` takes it"));
    Ok(())
}

/// A line of a diff, red or green.
fn colored(line: &str) -> String {
    let color = match line.as_bytes().get(2) {
        Some(b'-') => anstyle::AnsiColor::Red,
        Some(b'+') => anstyle::AnsiColor::Green,
        _ => return line.to_owned(),
    };
    let style = color.on_default();
    format!("{style}{line}{style:#}")
}

/// Writes the behaviour down.
fn write(game: &str, engine: &dyn Engine, kept: &Kept, now: String, tested: &mut Tested) -> Result<(), Stop> {
    let Some(path) = &kept.path else {
        return Err(Stop::usage(format!("`{game}` is a bundled game: there is no place to write its snapshot"))
            .help("give the path of a rule file".to_owned()));
    };
    let source = Path::new(game).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let text = Snapshot { source, body: now, rules: kept::rules(engine.game()) }.print();
    if kept.own && kept.text.as_deref() == Some(&text) {
        tested.passed += 1;
        return Ok(());
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)
        .and_then(|()| files::write(path, &text))
        .map_err(|error| Stop::usage(format!("cannot write `{}`: {}", path.display(), plain(&error))))?;
    tested.accepted += 1;
    tested.line(format!("SNAP            {game}: behaviour written to {}", path.display()));
    Ok(())
}
