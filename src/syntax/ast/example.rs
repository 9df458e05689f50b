//! Examples.

use super::{Expr, Name, PieceLayout};
use crate::source::{Span, Spanned};

/// `example "T" { .. }`.
#[derive(Clone, Debug)]
pub struct Example {
    /// Its title.
    pub title: Name,
    /// Its checks, in order.
    pub checks: Vec<Check>,
}

/// A line of an example.
#[derive(Clone, Debug)]
pub struct Check {
    /// The whole line.
    pub span: Span,
    /// Its kind.
    pub node: CheckNode,
}

/// The kinds of lines in an example.
#[derive(Clone, Debug)]
pub enum CheckNode {
    /// `position { .. }`.
    Position(PieceLayout),
    /// `position "8/8 White"`. The span is that of the quotes.
    Line(Name),
    /// `set hand(White) = 0`. The target is a [`Node::Name`](super::Node::Name) or a [`Node::Call`](super::Node::Call).
    Set(Expr, Expr),
    /// `White to move`.
    ToMove(Name),
    /// `play a1, b2`.
    Play(Vec<Name>),
    /// `legal a1` (false), `legal only a1` (true).
    Legal(bool, Vec<Name>),
    /// `illegal a1`.
    Illegal(Vec<Name>),
    /// `moves 20`.
    Moves(Spanned<i64>),
    /// `perft 3 = 8902`.
    Perft(Spanned<i64>, Spanned<i64>),
    /// `expect C`.
    Expect(Expr),
    /// `result White wins`; `None` for `result draw`.
    Result(Option<Name>),
}
