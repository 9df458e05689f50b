//! [`Place`]: the places in the rules that coverage reports.

use crate::source::Span;

/// Index of a place in [`super::Game::places`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlaceId(pub u32);

/// The kind of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlaceKind {
    /// An action: whether a move of it was ever legal, and whether one was ever played.
    Action,
    /// A binder of an action: whether its set ever had an element.
    Binder,
    /// The condition of a `when` of an action.
    When,
    /// The condition of an `ensure`.
    Ensure,
    /// The condition of an `always`.
    Always,
    /// The condition of a clause of `end`.
    End,
    /// The condition of an `end` clause with `never`, which should not hold.
    Never,
    /// The condition of an `if`.
    If,
    /// The condition of a `while`.
    While,
    /// An operand of `and` or `or`.
    Operand,
    /// The condition on each element: `some(x in X: C)`, `{ x in X: C }`.
    Each,
    /// The condition on each move: `some move then C`.
    Look,
    /// An arm of a `match`.
    Arm,
    /// A statement.
    Statement,
    /// A `def`.
    Def,
    /// An `effect`.
    Effect,
}

/// A place in the rules that play may reach.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Its span; for a def, an effect or an action that of the name.
    pub span: Span,
    /// The kind of the place.
    pub what: PlaceKind,
    /// The constant value, if it is a condition that the game's settings determine before play.
    pub settled: Option<bool>,
    /// Whether the game's settings disable it, through a condition that they determine.
    pub off: bool,
}
