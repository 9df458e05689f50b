//! [`KeptSnapshot`]: the snapshot of a game, on disk or bundled.

use crate::cli::files;
use crate::cli::out::CliError;
use boardwright::bundled;
use boardwright::engine::Engine;
use boardwright::game::Game;
use boardwright::internals::snapshot::behavior::behavior;
use boardwright::internals::snapshot::file::Snapshot;
use boardwright::load_bundled;
use boardwright::source::Source;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A snapshot, or the path for one.
#[derive(Debug)]
pub struct KeptSnapshot {
    /// The path to write it to, or `None` for a bundled game.
    pub path: Option<PathBuf>,
    /// Its name in messages.
    pub name: String,
    /// The text, or `None` if there is no snapshot.
    pub text: Option<String>,
    /// Whether the text is from `path`.
    pub own: bool,
    /// The rules for a new snapshot: see [`Snapshot::rules`](boardwright::internals::snapshot::file::Snapshot).
    pub rules: Vec<(String, String)>,
}

impl KeptSnapshot {
    /// Finds the snapshot of a game by its name or path: `snapshots/x.snap` for `x.game`, or else the behavior of the bundled game
    /// with the same title, so that a changed copy shows its changes. A bundled game has no snapshot, since it cannot change.
    pub fn find(name: &str, game: &Game) -> Result<KeptSnapshot, CliError> {
        let path = Path::new(name);
        let kept = |path, name, text, own| KeptSnapshot { path, name, text, own, rules: rule_texts(game) };
        if !path.is_file() {
            return Ok(kept(None, format!("the bundled game `{name}`"), None, false));
        }
        let beside = snapshot_path(path);
        let own = format!("`{}`", beside.display());
        if beside.exists() {
            // Invalid UTF-8 is reported as an invalid snapshot.
            let text = String::from_utf8_lossy(&files::read_bytes(&beside)?).into_owned();
            return Ok(kept(Some(beside), own, Some(text), true));
        }
        Ok(match find_bundled(&game.title) {
            Some((original, engine)) => {
                let body = behavior(&*engine, None);
                let text = Snapshot { source: format!("{original}.game"), body, rules: Ok(Vec::new()) }.print();
                kept(Some(beside), format!("the bundled game `{original}`"), Some(text), false)
            }
            None => kept(Some(beside), own, None, false),
        })
    }
}

/// Finds the bundled game with a title, and returns its name and an engine for it.
pub fn find_bundled(title: &str) -> Option<(&'static str, Arc<dyn Engine>)> {
    let name =
        bundled::names().find(|name| bundled::source(name).is_some_and(|source| has_title(&source.text, title)))?;
    Some((name, load_bundled(name, &[]).ok()?))
}

/// Returns the path of the snapshot of a rule file.
pub fn snapshot_path(path: &Path) -> PathBuf {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name("snapshots").join(format!("{stem}.snap"))
}

/// Returns the rule texts for a snapshot; empty if they are the bundled ones.
fn rule_texts(game: &Game) -> Vec<(String, String)> {
    let stem = |name: &str| Path::new(name).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let bundled = |source: &Source| {
        let original = stem(&source.name).and_then(|stem| bundled::source(&stem));
        original.is_some_and(|original| original.text == source.text)
    };
    let words = game.stacks.map(|stacks| usize::from(stacks.words.0));
    let sources: Vec<&Source> =
        game.sources.all().iter().enumerate().filter(|(n, _)| Some(*n) != words).map(|(_, source)| source).collect();
    if sources.iter().all(|source| bundled(source)) {
        return Vec::new();
    }
    let file =
        |name: &str| Path::new(name).file_name().map_or(name.to_owned(), |file| file.to_string_lossy().into_owned());
    sources.iter().map(|source| (file(&source.name), source.text.to_string())).collect()
}

/// Returns whether a rule file has this title.
fn has_title(text: &str, title: &str) -> bool {
    let named = text.lines().find_map(|line| line.strip_prefix("game "));
    named.is_some_and(|named| {
        named.trim_start().strip_prefix('"').and_then(|named| named.split('"').next()) == Some(title)
    })
}
