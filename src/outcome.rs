//! How a game, or an evaluation, ends: [`Outcome`] and [`Fault`].

use crate::diagnostic::{Code, Diagnostic};
use crate::game::piece::Player;
use crate::position::Position;
use crate::source::Span;
use serde::{Deserialize, Serialize};

/// The result of a finished game; absolute, never relative to the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// That player has won.
    #[serde(rename = "winner")]
    Win(Player),
    /// Nobody has won.
    Draw,
}

/// A run of the rules that could not come to a value: the rules are wrong or silent here.
#[derive(Clone, Debug)]
pub struct Fault {
    /// F01 to F09.
    pub code: Code,
    /// What happened, in a sentence without a full stop.
    pub message: String,
    /// The part of the rules that ran into it.
    pub span: Span,
    /// The position in which the move was asked for or made.
    pub position: Option<Box<Position>>,
    /// The text of the move that led to it.
    pub played: Option<String>,
}

impl Fault {
    /// A fault at a place; the engine adds position and move.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Fault {
        Fault { code, message: message.into(), span, position: None, played: None }
    }

    /// The fault as a finding with its place.
    pub fn diagnostic(&self) -> Diagnostic {
        let note = match &self.played {
            Some(text) => format!("when `{text}` was played"),
            None => String::new(),
        };
        let help = format!("`boardwright explain {}` says more", self.code);
        Diagnostic::new(self.code, self.span, self.message.clone()).labelled(note).help(help)
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}: {}", self.code, self.message)?;
        match &self.played {
            Some(text) => write!(out, " (when `{text}` was played)"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Fault {}
