//! The bundled games: the rule files in `games` and, for the well-known games, in `games/classics`, embedded. So are the weights
//! in `games/weights`.

use crate::check::Bases;
use crate::source::Source;
use std::sync::{Arc, LazyLock};

/// The name of each rule file, whether it is a classic, and its text; `build.rs` lists them.
const FILES: &[(&str, bool, &str)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// The texts of the files of weights; `build.rs` lists them.
const WEIGHTS: &[&str] = include!(concat!(env!("OUT_DIR"), "/weights.rs"));

static GAMES: LazyLock<Vec<(&'static str, Source)>> = LazyLock::new(|| {
    let mut games: Vec<(&str, Source)> =
        FILES.iter().map(|(name, _, text)| (*name, Source::new(format!("{name}.game"), *text))).collect();
    games.sort_by_key(|(name, _)| *name);
    games
});

/// Returns the names of all bundled games in alphabetical order.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|(name, _)| *name)
}

/// Returns whether a bundled game is a classic, that is, one of the well-known games.
pub fn is_classic(name: &str) -> bool {
    FILES.iter().any(|(known, is_classic, _)| *known == name && *is_classic)
}

/// Returns the rule file of a bundled game.
pub fn source(name: &str) -> Option<Source> {
    GAMES.iter().find(|(known, _)| *known == name).map(|(_, source)| source.clone())
}

/// Returns whether a text is one returned by [`source`], not another one of the same name.
pub fn is_bundled(source: &Source) -> bool {
    GAMES.iter().any(|(_, known)| Arc::ptr_eq(&known.text, &source.text))
}

/// Returns the texts of the weights that come with the program, see [`Weights`](crate::player::Weights).
pub fn weights() -> impl Iterator<Item = &'static str> {
    WEIGHTS.iter().copied()
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
        assert!(is_classic("chess") && !is_classic("rush") && !is_classic("no such game"));
    }

    #[test]
    fn only_the_exact_text_is_bundled() {
        let rush = source("rush").unwrap();
        assert!(is_bundled(&rush.clone()));
        assert!(!is_bundled(&Source::new("rush.game", rush.text.to_string())));
    }
}
