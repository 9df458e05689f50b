//! [`KeptSnapshot`]: where a game's snapshot is, and what it says.

use crate::cli::files;
use crate::cli::out::CliError;
use boardwright::bundled;
use boardwright::game::Game;
use boardwright::source::Source;
use std::path::{Path, PathBuf};

/// A snapshot, or the place for one.
#[derive(Debug)]
pub struct KeptSnapshot {
    /// Where it is written; none for bundled games that are no files here.
    pub path: Option<PathBuf>,
    /// Its name in messages.
    pub name: String,
    /// The text, if there is one.
    pub text: Option<String>,
    /// Whether the text is that at `path`.
    pub own: bool,
    /// The rules that a new snapshot keeps: see [`Snapshot::rules`](boardwright::snapshot::file::Snapshot).
    pub rules: Vec<(String, String)>,
}

impl KeptSnapshot {
    /// The snapshot of a game by its name or path: `snapshots/x.snap` beside `x.game`; without it, that of the bundled
    /// game of the same title, so that a changed copy shows what it changes.
    pub fn find(name: &str, game: &Game) -> Result<KeptSnapshot, CliError> {
        let path = Path::new(name);
        let rules = rules(game);
        if !path.is_file() {
            let text = bundled::snapshot(name).map(String::from);
            return Ok(KeptSnapshot { path: None, name: "the bundled snapshot".to_owned(), text, own: true, rules });
        }
        let beside = beside(path);
        if beside.exists() {
            // What is no UTF-8 is no snapshot, and reported as such.
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

/// Where the snapshot of a rule file is, if it has one of its own.
pub fn beside(path: &Path) -> PathBuf {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    path.with_file_name("snapshots").join(format!("{stem}.snap"))
}

/// The texts of a game, to be kept with its snapshot; none if they are the bundled ones, which are known anyway.
fn rules(game: &Game) -> Vec<(String, String)> {
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

/// Whether a rule file gives its game this title.
fn has_title(text: &str, title: &str) -> bool {
    let named = text.lines().find_map(|line| line.strip_prefix("game "));
    named.is_some_and(|named| {
        named.trim_start().strip_prefix('"').and_then(|named| named.split('"').next()) == Some(title)
    })
}
