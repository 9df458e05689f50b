//! [`KeptSnapshot`]: the snapshot of a game, on disk or bundled.

use crate::cli::files;
use crate::cli::out::CliError;
use boardwright::bundled;
use boardwright::game::Game;
use boardwright::source::Source;
use std::path::{Path, PathBuf};

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
    /// The rules for a new snapshot: see [`Snapshot::rules`](boardwright::snapshot::file::Snapshot).
    pub rules: Vec<(String, String)>,
}

impl KeptSnapshot {
    /// Finds the snapshot of a game by its name or path: `snapshots/x.snap` for `x.game`, or else that of the bundled game with
    /// the same title, so that a changed copy shows its changes.
    pub fn find(name: &str, game: &Game) -> Result<KeptSnapshot, CliError> {
        let path = Path::new(name);
        let rules = rule_texts(game);
        if !path.is_file() {
            let text = bundled::snapshot(name).map(String::from);
            return Ok(KeptSnapshot { path: None, name: "the bundled snapshot".to_owned(), text, own: true, rules });
        }
        let beside = snapshot_path(path);
        if beside.exists() {
            // Invalid UTF-8 is reported as an invalid snapshot.
            let text = Some(String::from_utf8_lossy(&files::read_bytes(&beside)?).into_owned());
            return Ok(KeptSnapshot {
                name: format!("`{}`", beside.display()),
                path: Some(beside),
                text,
                own: true,
                rules,
            });
        }
        let original = bundled::names()
            .find(|name| bundled::source(name).is_some_and(|source| has_title(&source.text, &game.title)))
            .and_then(|name| Some((name, bundled::snapshot(name)?)));
        Ok(match original {
            Some((original, text)) => KeptSnapshot {
                path: Some(beside),
                name: format!("the snapshot of the bundled game `{original}`"),
                text: Some(text.to_owned()),
                own: false,
                rules,
            },
            None => KeptSnapshot {
                name: format!("`{}`", beside.display()),
                path: Some(beside),
                text: None,
                own: false,
                rules,
            },
        })
    }
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
    let sources = game.sources.all();
    if sources.iter().all(bundled) {
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
