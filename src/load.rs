//! The short way from a text or a name to a playable game: [`load`], [`load_text`], [`load_bundled`].

use crate::bundled::{self, Bundled};
use crate::check::{Bases, Checked, RefusedSetting, check};
use crate::diagnostic::Diagnostic;
use crate::engine::{self, Engine};
use crate::report;
use crate::source::{Source, Sources};
use crate::suggest;
use std::fmt;
use std::sync::Arc;

/// The reason why a game cannot be loaded.
///
/// See [the library's first page](crate#loading-a-game) for an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum LoadError {
    /// No bundled game has this name.
    Unknown {
        /// The name as given.
        name: String,
        /// A suggestion "did you mean ...?", if a name is similar.
        help: Option<String>,
    },
    /// The rule file has errors.
    Wrong {
        /// The texts that the diagnostics refer to.
        sources: Arc<Sources>,
        /// All errors and warnings.
        diagnostics: Vec<Diagnostic>,
    },
    /// These settings cannot be used.
    Settings(Vec<RefusedSetting>),
}

impl fmt::Display for LoadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Unknown { name, help } => {
                write!(out, "unknown game `{name}`")?;
                help.iter().try_for_each(|help| write!(out, "; {help}"))
            }
            LoadError::Wrong { sources, diagnostics } => {
                let style = report::Style::default();
                diagnostics
                    .iter()
                    .filter(|finding| finding.is_error())
                    .try_for_each(|finding| out.write_str(&report::text(finding, sources, &style)))
            }
            LoadError::Settings(refused) => {
                for (n, setting) in refused.iter().enumerate() {
                    let separator = if n > 0 { "\n" } else { "" };
                    write!(out, "{separator}{}", setting.message)?;
                    setting.help.iter().try_for_each(|help| write!(out, "; {help}"))?;
                }
                Ok(())
            }
        }
    }
}

impl std::error::Error for LoadError {}

/// The texts of one game as [`Bases`], where each extends the next one.
#[derive(Clone, Debug)]
pub struct Given(pub Vec<Source>);

impl Bases for Given {
    fn base(&self, _name: &str, from: &Source) -> Option<Source> {
        let at = self.0.iter().position(|one| one.name == from.name && one.text == from.text)?;
        self.0.get(at + 1).cloned()
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Loads a rule file with settings as text, such as `("size", "9")`.
pub fn load(source: Source, bases: &dyn Bases, settings: &[(&str, &str)]) -> Result<Arc<dyn Engine>, LoadError> {
    let settings: Vec<(String, String)> =
        settings.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    engine(check(source, bases, &settings))
}

/// Loads a game from a text, which may extend bundled games.
pub fn load_text(text: &str, settings: &[(&str, &str)]) -> Result<Arc<dyn Engine>, LoadError> {
    load(Source::new("rules.game", text), &Bundled, settings)
}

/// Loads a bundled game by its name, such as `rush`.
pub fn load_bundled(name: &str, settings: &[(&str, &str)]) -> Result<Arc<dyn Engine>, LoadError> {
    match bundled::source(name) {
        Some(source) => load(source, &Bundled, settings),
        None => Err(LoadError::Unknown { name: name.to_owned(), help: suggest::did_you_mean(name, bundled::names()) }),
    }
}

/// Returns an engine for a checked game, or why it cannot be played.
pub fn engine(checked: Checked) -> Result<Arc<dyn Engine>, LoadError> {
    match checked.game {
        Some(game) => Ok(engine::engine(game)),
        None if !checked.refused.is_empty() => Err(LoadError::Settings(checked.refused)),
        None => Err(LoadError::Wrong { sources: checked.sources, diagnostics: checked.diagnostics }),
    }
}
