//! [`Examine`]: what examples and `repl` ask of an engine, beside play.

use crate::game::expr::{AnyExpr, Frame, IntExpr, Slot, VarRef};
use crate::game::part::Part;
use crate::game::piece::Player;
use crate::game::rules::{ActionId, Condition, Ending, Placement};
use crate::game::value::Value;
use crate::outcome::Fault;
use crate::position::Position;

/// Returns the word of an expression for these words of its locals; `None` if that comes to a fault or takes too long.
pub type EvaluateAlone<'a> = &'a mut dyn FnMut(Part<'_>, &[(Slot, i64)]) -> Option<i64>;

/// Sets positions up, and evaluates parts of the rules in them. Their expressions are those of the engine's own game, so this
/// is a tool for what reads rule files, such as [`crate::example`]; positions of one's own are made by
/// [`crate::PositionBuilder`].
pub trait Examine {
    /// Returns the position with these pieces instead of the setup's, and with the first values of all variables.
    /// `mover` is to move, by default the first player. [`Examine::begin`] tells whether the game is over there.
    fn position(&self, pieces: &[Placement], mover: Option<Player>) -> Result<Position, Fault>;

    /// Returns whether a condition holds here, as a `when` would evaluate it (for `expect` in examples).
    fn holds(&self, position: &Position, condition: &Condition, frame: Frame) -> Result<bool, Fault>;

    /// Returns what a condition that does not hold evaluates to here, as `2 < 2` or `none({a1 b1})`, or `None` if it
    /// compares nothing.
    fn compared(&self, position: &Position, condition: &Condition, frame: Frame) -> Result<Option<String>, Fault>;

    /// Returns the value of an expression here, as an `expect` would evaluate it.
    fn value(&self, position: &Position, expr: &AnyExpr, frame: Frame) -> Result<Value, Fault>;

    /// Asks for values of expressions that do not depend on a position, with `mover` to move. Their locals are in a frame, and all values together may
    /// take no more than `most` steps.
    fn on_board_alone(&self, mover: Player, frame: Frame, most: u64, ask: &mut dyn FnMut(EvaluateAlone<'_>));

    /// Returns the score of each player here, as an ending with `most` or `fewest` counts it; of other endings none.
    fn scores(&self, position: &Position, ending: &Ending) -> Result<Vec<i32>, Fault>;

    /// Returns what an action does here, for at most `most` of its candidates that only `maximize` could forbid: the
    /// text of the move, and the position before the turn passes and `end` is evaluated.
    fn tried(&self, position: &Position, action: ActionId, most: usize) -> Result<Vec<(String, Position)>, Fault>;

    /// Runs a `set` of an example: sets a variable, in a position before the first ply.
    fn set_var(&self, position: &mut Position, target: &VarRef, value: &AnyExpr, frame: Frame) -> Result<(), Fault>;

    /// Runs `set ply = n` of an example.
    fn set_ply(&self, position: &mut Position, value: &IntExpr, frame: Frame) -> Result<(), Fault>;

    /// Lets play begin in a position before the first ply: if the player to move is stuck there, `end` is evaluated,
    /// with the previous player in turn order as `mover`.
    fn begin(&self, position: &mut Position) -> Result<(), Fault>;
}
