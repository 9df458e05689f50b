//! Looks: how pictures show the board.

use super::{Expr, Name, Template};
use crate::source::Span;

/// A line of a `look`.
#[derive(Clone, Debug)]
pub struct LookLine {
    /// Its span.
    pub span: Span,
    /// What it says.
    pub node: LookNode,
}

/// What a line of a `look` says.
#[derive(Clone, Debug)]
pub enum LookNode {
    /// `fill S: blue`, `border S: black`, `edge S: Red`.
    Area(LookArea, Expr, Name),
    /// `mark S: star`.
    Mark(Expr, Name),
    /// `mark S: "x"`.
    Sign(Expr, Name),
    /// `label p in S: "{n}"`.
    Label(Name, Expr, Template),
    /// `line p in S to T: red`, `wall p in S to T: red`.
    Joint {
        /// Whether it is a line or a wall.
        joint: LookJoint,
        /// The name of the first cell.
        name: Name,
        /// The first cells.
        from: Expr,
        /// The second cells of each first one.
        to: Expr,
        /// The color.
        color: Option<Name>,
    },
    /// `shape man, king of White: ring "M"`.
    Shape {
        /// The kinds.
        kinds: Vec<Name>,
        /// The owner; without one, all players.
        owner: Option<Name>,
        /// The shape.
        shape: Name,
        /// The text in it.
        text: Option<Name>,
    },
    /// `color Red: green`.
    Color(Name, Name),
    /// `name hand: "in hand"`.
    Name(Name, Name),
    /// `beside hand: man of White`.
    Beside {
        /// The variable.
        var: Name,
        /// The kind of the pieces that it counts.
        kind: Name,
        /// Their owner; without one, each player has some.
        owner: Option<Name>,
    },
    /// `hide hand`.
    Hide(Name),
    /// `caption "{n} stones left"`.
    Caption(Template),
}

/// The ways to color cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookArea {
    /// The cells themselves.
    Fill,
    /// The outline of the cells.
    Border,
    /// Where the cells are at the edge of the board.
    Edge,
}

/// The lines between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookJoint {
    /// From center to center.
    Line,
    /// On the side that they share.
    Wall,
}
