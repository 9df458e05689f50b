//! `boardwright test`.

use super::args::{Chosen, Settings, Test};
use super::chosen;
use super::files;
use super::out::{Exit, Out, Stop, plain};
use boardwright::bundled;
use boardwright::diagnostic::Diagnostic;
use boardwright::engine::Engine;
use boardwright::example::{self, Failure};
use boardwright::load::{self, LoadError};
use boardwright::render;
use boardwright::snapshot::behaviour::{behaviour, moves_of};
use boardwright::snapshot::compare::changes;
use boardwright::snapshot::file::Snapshot;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The most places of a changed behaviour that are shown.
const MOST_PLACES: usize = 12;

/// How deep below the current folder rule files are looked for.
const DEPTH: usize = 3;

/// What has been counted.
#[derive(Default)]
struct Sum {
    passed: usize,
    failed: usize,
    unknown: Vec<String>,
    accepted: usize,
}

/// Runs examples and compares snapshots.
pub fn run(args: &Test, out: &mut Out) -> Result<Exit, Stop> {
    let games = games(&args.paths)?;
    let since = Instant::now();
    let mut sum = Sum::default();
    for game in &games {
        file(game, args, &mut sum, out)?;
        out.flush()?;
    }
    let mut line = format!("\n{} passed, {} failed", sum.passed, sum.failed);
    if sum.accepted > 0 {
        line += &format!(", {} accepted", sum.accepted);
    }
    out.line(format!(
        "{line} in {} ({:.1} s)",
        super::check::counted(games.len(), "game"),
        since.elapsed().as_secs_f64()
    ))?;
    match sum.unknown.as_slice() {
        [] => {}
        [one] => out.line(format!("`{one}` has no snapshot yet: `boardwright test {one} --accept` writes one"))?,
        more => out.line(format!(
            "{} games have no snapshot yet, such as `{}`: `boardwright test --accept` writes them",
            more.len(),
            more[0]
        ))?,
    }
    Ok(if sum.failed > 0 { Exit::Findings } else { Exit::Well })
}

/// The games to be tested: rule files by their paths, bundled games by their names.
fn games(paths: &[PathBuf]) -> Result<Vec<String>, Stop> {
    let below = |folder: &Path, depth| {
        files::rule_files(folder, depth)
            .map_err(|error| Stop::usage(format!("cannot read the folder `{}`: {}", folder.display(), plain(&error))))
    };
    let name = |path: &PathBuf| path.to_string_lossy().into_owned();
    let mut games = Vec::new();
    for path in paths {
        if !path.is_dir() {
            games.push(name(path));
            continue;
        }
        let found = below(path, DEPTH)?;
        if found.is_empty() {
            return Err(Stop::usage(format!("there is no rule file in `{}`", path.display()))
                .help("rule files are called `NAME.game`".to_owned()));
        }
        games.extend(found.iter().map(name));
    }
    if !paths.is_empty() {
        return Ok(games);
    }
    let mut found = if Path::new("games").is_dir() { below(Path::new("games"), DEPTH)? } else { Vec::new() };
    if found.is_empty() {
        found = below(Path::new("."), DEPTH)?;
    }
    games.extend(found.iter().map(|path| name(&path.strip_prefix(".").unwrap_or(path).to_owned())));
    if games.is_empty() {
        games.extend(bundled::names().map(String::from));
    }
    Ok(games)
}

/// Tests one game.
fn file(game: &str, args: &Test, sum: &mut Sum, out: &mut Out) -> Result<(), Stop> {
    let chosen = Chosen { game: game.to_owned(), settings: Settings::default() };
    let since = Instant::now();
    let engine = match load::engine(chosen::checked(&chosen)?) {
        Ok(engine) => engine,
        Err(error) => {
            verdict(false, since, game, "has mistakes and cannot be played", sum, out)?;
            if let LoadError::Wrong { sources, diagnostics } = error {
                for finding in diagnostics.iter().filter(|finding| finding.is_error()).take(super::check::MOST_REPORTS)
                {
                    let report = out.report(finding, &sources);
                    out.text(report)?;
                }
            }
            return Ok(());
        }
    };
    for example in &engine.game().examples {
        let since = Instant::now();
        let failures = example::run(&*engine, example);
        verdict(failures.is_empty(), since, game, &example.title, sum, out)?;
        for failure in &failures {
            report(&*engine, failure, out)?;
        }
    }
    snapshot(game, &*engine, args, sum, out)
}

/// The line of one test.
fn verdict(passed: bool, since: Instant, game: &str, title: &str, sum: &mut Sum, out: &mut Out) -> Result<(), Stop> {
    let (word, color) = match passed {
        true => ("PASS", anstyle::AnsiColor::Green),
        false => ("FAIL", anstyle::AnsiColor::Red),
    };
    *(if passed { &mut sum.passed } else { &mut sum.failed }) += 1;
    let style = color.on_default().effects(anstyle::Effects::BOLD);
    out.line(format!("{style}{word}{style:#} [{:>7.3}s] {game}: {title}", since.elapsed().as_secs_f64()))
}

/// What came otherwise than an example says, with its place and position.
fn report(engine: &dyn Engine, failure: &Failure, out: &mut Out) -> Result<(), Stop> {
    let game = engine.game();
    let (name, line, column) = game.sources.place(failure.span);
    out.line(format!("  {name}:{line}:{column}: {}", failure.message))?;
    if let Some(fault) = &failure.fault {
        let finding: Diagnostic = fault.diagnostic();
        let report = out.report(&finding, &game.sources);
        out.text(report)?;
    }
    if let Some(position) = &failure.position {
        let style = render::TextStyle { color: out.color, ..render::TextStyle::default() };
        let board = render::text(game, position, &style);
        board.lines().try_for_each(|line| out.line(format!("    {line}").trim_end()))?;
        out.line(format!("    {}", boardwright::notation::status(game, position)))?;
    }
    Ok(())
}

/// Where the snapshot of a game is, and what it says.
struct Kept {
    /// Where `--accept` writes; none for bundled games that are no files here.
    path: Option<PathBuf>,
    /// Its name in messages.
    name: String,
    /// The text, if there is one.
    text: Option<String>,
}

fn kept(game: &str, engine: &dyn Engine) -> Result<Kept, Stop> {
    let path = Path::new(game);
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    if !path.is_file() {
        let text = bundled::snapshot(game).map(String::from);
        return Ok(Kept { path: None, name: "the bundled snapshot".to_owned(), text });
    }
    let beside = path.with_file_name("snapshots").join(format!("{stem}.snap"));
    let name = beside.display().to_string();
    if beside.is_file() {
        return Ok(Kept { text: Some(files::read(&beside)?), path: Some(beside), name });
    }
    // A copy of a bundled game is compared with the original.
    let original = bundled::names().find(|name| {
        let title = format!("game \"{}\"", engine.game().title);
        bundled::source(name).is_some_and(|source| source.text.lines().any(|line| line.trim() == title))
    });
    match original.and_then(|name| Some((name, bundled::snapshot(name)?))) {
        Some((original, text)) => Ok(Kept {
            path: Some(beside),
            name: format!("the snapshot of the bundled game `{original}`"),
            text: Some(text.to_owned()),
        }),
        None => Ok(Kept { path: Some(beside), name, text: None }),
    }
}

/// Compares the behaviour of a game with its snapshot, or writes it down.
fn snapshot(game: &str, engine: &dyn Engine, args: &Test, sum: &mut Sum, out: &mut Out) -> Result<(), Stop> {
    let since = Instant::now();
    let kept = kept(game, engine)?;
    if kept.text.is_none() && !args.accept {
        sum.unknown.extend(kept.path.is_some().then(|| game.to_owned()));
        return Ok(());
    }
    let now = behaviour(engine, None);
    if args.accept {
        return accept(game, &kept, &now, sum, out);
    }
    let old = match kept.text.as_deref().map(Snapshot::parse) {
        Some(Ok(old)) => old.body,
        Some(Err(corrupt)) => {
            verdict(false, since, game, "behaves as before", sum, out)?;
            out.line(format!("  {} is no snapshot: {corrupt}", kept.name))?;
            return out.line("  `--accept` writes it anew");
        }
        None => return Ok(()),
    };
    verdict(now == old, since, game, "behaves as before", sum, out)?;
    if now != old {
        // The same game as in the snapshot, as far as it goes, so that only what the rules say differs.
        let same_game = behaviour(engine, Some(&moves_of(&old)));
        let shown = changes(&old, &same_game, MOST_PLACES).or_else(|| changes(&old, &now, MOST_PLACES));
        out.line(format!("  compared with {}:", kept.name))?;
        for line in shown.unwrap_or_default().lines() {
            let line = colored(line);
            out.line(format!("  {line}"))?;
        }
        out.line(format!("  if this is right, `boardwright test {game} --accept` takes it"))?;
    }
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
fn accept(game: &str, kept: &Kept, now: &str, sum: &mut Sum, out: &mut Out) -> Result<(), Stop> {
    let Some(path) = &kept.path else {
        return Err(Stop::usage(format!("`{game}` is a bundled game: there is no place to write its snapshot"))
            .help("give the path of a rule file".to_owned()));
    };
    let source = Path::new(game).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let text = Snapshot { source, body: now.to_owned() }.print();
    if kept.text.as_deref() == Some(text.as_str()) && path.is_file() {
        sum.passed += 1;
        return Ok(());
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)
        .and_then(|()| files::write(path, &text))
        .map_err(|error| Stop::usage(format!("cannot write `{}`: {}", path.display(), plain(&error))))?;
    sum.accepted += 1;
    out.line(format!("SNAP            {game}: behaviour written to {}", path.display()))
}
