//! [`Place`]: the places of the rules that coverage speaks of.

use crate::source::Span;

/// Index of a place in [`super::Game::places`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlaceId(pub u32);

/// What stands at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// An action: whether a move of it was ever legal, and whether one was ever played.
    Action,
    /// A binder of an action: whether there was ever an element for it.
    Binder,
    /// The condition of a `when` of an action.
    When,
    /// The condition of an `ensure`.
    Ensure,
    /// The condition of an `always`.
    Always,
    /// The condition of a clause of `end`.
    End,
    /// The condition of an `end` clause that says `never`: it is not meant to hold.
    Never,
    /// The condition of an `if`.
    If,
    /// The condition of a `while`.
    While,
    /// An operand of `and` or `or`.
    Operand,
    /// What is asked of each element: `some(x in X: C)`, `{ x in X: C }`.
    Each,
    /// What is asked of each move: `some move then C`.
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

/// A place of the rules that play may reach.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Where it stands; of a def, an effect or an action the name.
    pub span: Span,
    /// What stands there.
    pub what: What,
    /// What it always is under the game's settings, if it is a condition that they settle before play.
    pub settled: Option<bool>,
    /// Whether the game's settings switch it off: it hangs on a condition that they settle.
    pub off: bool,
}
