//! From syntax tree to [`Game`]: [`check`], the only stage that knows both. It reports all mistakes of a file at once.

use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::source::{Source, Sources, Span};
use std::sync::Arc;

/// Finds the text of `extends "tiger"`.
pub trait Bases {
    /// The text of a base, as the file `from` names it.
    fn base(&self, name: &str, from: &Source) -> Option<Source>;

    /// The names that could be meant, for suggestions.
    fn names(&self) -> Vec<String>;
}

/// What became of a rule file.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The text, and those that it extends; spans point into them.
    pub sources: Arc<Sources>,
    /// The game, if there was no error.
    pub game: Option<Arc<Game>>,
    /// All errors and warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Settings that could not be used. The game is missing if there is one.
    pub refused: Vec<RefusedSetting>,
}

/// A setting from outside that could not be used.
#[derive(Clone, Debug)]
pub struct RefusedSetting {
    /// The name as given.
    pub name: String,
    /// Why, in a sentence without a full stop.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
    /// The parameter in the file, if there is one of that name.
    pub span: Option<Span>,
}

/// Checks a rule file with these settings (`name`, `value` as they are written); later ones win.
pub fn check(source: Source, bases: &dyn Bases, settings: &[(String, String)]) -> Checked {
    let _ = (source, bases, settings);
    todo!()
}
