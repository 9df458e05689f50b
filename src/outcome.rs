//! The result of a game, [`Outcome`], and a failure of its rules, [`Fault`].

use crate::diagnostic::{Code, Diagnostic};
use crate::game::piece::Player;
use crate::position::Position;
use crate::source::Span;
use serde::{Deserialize, Serialize};

/// The result of a finished game; absolute, never relative to the mover.
///
/// See [`Verdict`](crate::notation::Verdict) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// This player has won.
    #[serde(rename = "winner")]
    Win(Player),
    /// The game is a draw.
    Draw,
}

/// A failure at run time: the rules are wrong, or do not cover the situation.
///
/// See [the library's first page](crate#playing) for an example.
#[derive(Clone, Debug)]
pub struct Fault {
    /// F01 to F10.
    pub code: Code,
    /// What happened, as a sentence without a full stop.
    pub message: String,
    /// The part of the rules that failed.
    pub span: Span,
    /// The position before the move.
    pub position: Option<Box<Position>>,
    /// The text of the move that led to it.
    pub played: Option<String>,
    /// The possible move that was being tested: `place with p = a5`.
    pub tested: Option<Box<str>>,
    /// What to do.
    pub help: Option<Box<str>>,
}

impl Fault {
    /// Creates a fault at a place; the engine adds position and move.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into(), span, position: None, played: None, tested: None, help: None }
    }

    /// Returns what was happening: the move that was played, and the possible move that was tested.
    fn note(&self) -> Option<String> {
        match (&self.played, &self.tested) {
            (Some(played), Some(tested)) => Some(format!("while testing {tested}, after `{played}`")),
            (Some(played), None) => Some(format!("while playing `{played}`")),
            (None, Some(tested)) => Some(format!("while testing {tested}")),
            (None, None) => None,
        }
    }

    /// Returns the fault as a diagnostic.
    pub fn diagnostic(&self) -> Diagnostic {
        let note = self.note().unwrap_or_default();
        let details = format!("for details, run `boardwright explain {}`", self.code);
        let help = self.help.as_ref().map_or(details.clone(), |help| format!("{help}; {details}"));
        Diagnostic::new(self.code, self.span, self.message.clone()).labeled(note).help(help)
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}: {}", self.code, self.message)?;
        match self.note() {
            Some(note) => write!(out, " ({note})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {}
