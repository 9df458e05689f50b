//! The bundled games: every rule file in `games`, embedded, and the snapshots of their behavior.
//!
//! The well-known games are in `games/classics`.

use crate::check::Bases;
use crate::source::Source;
use include_dir::{Dir, include_dir};
use std::sync::{Arc, LazyLock};

static FOLDER: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/games");

static GAMES: LazyLock<Vec<(&'static str, Source)>> = LazyLock::new(|| {
    let mut games: Vec<(&str, Source)> = [&FOLDER]
        .into_iter()
        .chain(FOLDER.get_dir(CLASSICS))
        .flat_map(Dir::files)
        .filter_map(|file| {
            let path = file.path();
            let name = path.file_stem()?.to_str()?;
            let text = file.contents_utf8()?;
            (path.extension()? == "game").then(|| (name, Source::new(format!("{name}.game"), text)))
        })
        .collect();
    games.sort_by_key(|(name, _)| *name);
    games
});

/// The folder of the well-known games.
const CLASSICS: &str = "classics";

/// Returns the names of all bundled games in alphabetical order.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|(name, _)| *name)
}

/// Returns whether a bundled game is a classic, that is, one of the well-known games.
pub fn is_classic(name: &str) -> bool {
    FOLDER.get_file(format!("{CLASSICS}/{name}.game")).is_some()
}

/// Returns the rule file of a bundled game.
pub fn source(name: &str) -> Option<Source> {
    GAMES.iter().find(|(known, _)| *known == name).map(|(_, source)| source.clone())
}

/// Returns whether a text is one returned by [`source`], not another one of the same name.
pub fn is_bundled(source: &Source) -> bool {
    GAMES.iter().any(|(_, known)| Arc::ptr_eq(&known.text, &source.text))
}

/// Returns the snapshot of a bundled game's behavior.
pub fn snapshot(name: &str) -> Option<&'static str> {
    let beside = FOLDER.get_file(format!("snapshots/{name}.snap"));
    beside.or_else(|| FOLDER.get_file(format!("{CLASSICS}/snapshots/{name}.snap")))?.contents_utf8()
}

/// Finds bases among the bundled games only, for library users without a file system. Pass it to
/// [`crate::check::check`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Bundled;

impl Bases for Bundled {
    fn base(&self, name: &str, _from: &Source) -> Option<Source> {
        source(name)
    }

    fn names(&self) -> Vec<String> {
        names().map(String::from).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_its_name_and_text() {
        assert!(names().any(|name| name == "rush"));
        assert!(names().all(|name| source(name).is_some_and(|source| source.text.contains("game \""))));
        assert!(source("no such game").is_none());
        assert!(snapshot("rush").is_some() && snapshot("chess").is_some() && snapshot("no such game").is_none());
        assert!(is_classic("chess") && !is_classic("rush") && !is_classic("no such game"));
    }

    #[test]
    fn only_the_exact_text_is_bundled() {
        let rush = source("rush").unwrap();
        assert!(is_bundled(&rush.clone()));
        assert!(!is_bundled(&Source::new("rush.game", rush.text.to_string())));
    }
}
