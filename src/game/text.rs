//! The texts of moves and choices.

use super::expr::{AnyExpr, BoolExpr, Match};

/// The text of a move or choice.
#[derive(Clone, Debug)]
pub enum Text {
    /// Its parts, in order.
    Parts(Vec<TextPart>),
    /// `if C then "a" else "b"`.
    If(BoolExpr, Box<Text>, Box<Text>),
    /// `match E { a: "x", else: "y" }`.
    Match(Box<Match<Text>>),
}

/// A part of a [`Text`].
#[derive(Clone, Debug)]
pub enum TextPart {
    /// Literal text.
    Plain(String),
    /// The name of a cell, direction or player; the text of a kind, and of a piece that of its kind; a number; `off`,
    /// `nothing`, `true`, `false`.
    Value(AnyExpr),
}

impl Text {
    /// Returns every text that it may be, in order.
    pub fn each(&self) -> Vec<&[TextPart]> {
        match self {
            Text::Parts(parts) => vec![parts],
            Text::If(_, yes, no) => [yes.each(), no.each()].concat(),
            Text::Match(one) => {
                one.arms.iter().map(|(_, text)| text).chain(&one.otherwise).flat_map(Text::each).collect()
            }
        }
    }
}
