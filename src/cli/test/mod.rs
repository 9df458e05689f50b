//! `boardwright test`: examples and snapshots of many games, on all cores.

mod kept;
mod tested;

use super::args::Test;
use super::check::counted;
use super::files;
use super::out::{Exit, Out, Stop, plain};
use boardwright::bundled;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Instant;
use tested::Tested;

pub use kept::beside as snapshot_beside;

/// How deep below the current folder rule files are looked for.
const DEPTH: usize = 3;

/// Runs examples and compares snapshots.
pub fn run(args: &Test, out: &mut Out) -> Result<Exit, Stop> {
    let games = games(&args.paths)?;
    let since = Instant::now();
    let mut sum = Tested::default();
    test_all(&games, args.accept, out.color, |tested| {
        let tested = tested?;
        out.text(&tested.text)?;
        out.flush()?;
        sum.add(tested);
        Ok(())
    })?;
    let mut line = format!("\n{} passed, {} failed", sum.passed, sum.failed);
    if sum.accepted > 0 {
        line += &format!(", {} written", counted(sum.accepted, "snapshot"));
    }
    out.line(format!("{line} in {} ({:.1} s)", counted(games.len(), "game"), since.elapsed().as_secs_f64()))?;
    match sum.unknown.as_slice() {
        [] => {}
        [one] => out.line(format!("`{one}` has no snapshot yet: `boardwright test {one} --accept` writes one"))?,
        [one, ..] => out.line(format!(
            "{} games have no snapshot yet, such as `{one}`: `--accept` writes them",
            sum.unknown.len()
        ))?,
    }
    Ok(if sum.failed > 0 { Exit::Findings } else { Exit::Well })
}

/// Tests one rule file.
pub fn test_one(game: &str, color: bool) -> Result<Tested, Stop> {
    tested::test(game, false, color)
}

/// Tests the games side by side; `each` gets them in their order, and ends everything with an error of its own.
fn test_all(
    games: &[String],
    accept: bool,
    color: bool,
    mut each: impl FnMut(Result<Tested, Stop>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let next = AtomicUsize::new(0);
    let (send, results) = mpsc::channel();
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(games.len());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let (send, next) = (send.clone(), &next);
            let work = move || {
                while let n = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(game) = games.get(n)
                {
                    // Nobody listens any more once a game has ended everything.
                    if send.send((n, tested::test(game, accept, color))).is_err() {
                        next.store(games.len(), Ordering::Relaxed);
                    }
                }
            };
            std::thread::Builder::new().stack_size(super::STACK).spawn_scoped(scope, work)?;
        }
        drop(send);
        let mut early = std::collections::BTreeMap::new();
        let mut awaited = 0;
        for (n, result) in results {
            early.insert(n, result);
            while let Some(result) = early.remove(&awaited) {
                awaited += 1;
                if let Err(stop) = each(result) {
                    next.store(games.len(), Ordering::Relaxed);
                    return Err(stop);
                }
            }
        }
        Ok(())
    })
}

/// The games to be tested: rule files by their paths, bundled games by their names.
fn games(paths: &[PathBuf]) -> Result<Vec<String>, Stop> {
    let below = |folder: &Path, depth| {
        files::rule_files(folder, depth)
            .map_err(|error| Stop::usage(format!("cannot read the folder `{}`: {}", folder.display(), plain(&error))))
    };
    let name = |path: &Path| path.to_string_lossy().into_owned();
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
        games.extend(found.iter().map(|path| name(path)));
    }
    if !paths.is_empty() {
        return Ok(games);
    }
    let mut found = if Path::new("games").is_dir() { below(Path::new("games"), DEPTH)? } else { Vec::new() };
    if found.is_empty() {
        found = below(Path::new("."), DEPTH)?;
    }
    games.extend(found.iter().map(|path| name(path.strip_prefix(".").unwrap_or(path))));
    if games.is_empty() {
        games.extend(bundled::names().map(String::from));
    }
    Ok(games)
}
