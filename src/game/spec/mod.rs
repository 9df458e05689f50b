//! [`PositionSpec`], a position as somebody writes it down: pieces, the player to move, and the values that differ from the first
//! ones. [`crate::engine::Engine::set_up`] makes the position.
//!
//! [`PositionBuilder`] makes one step by step, [`parse`] from a line of text. Both need only the names of a game
//! ([`PositionNames`]), so that an example of a rule file is checked before its game is complete.

mod builder;
mod cursor;
mod error;
mod fields;
mod names;
mod parse;
mod rows;

pub use builder::PositionBuilder;
pub use error::{Named, SpecError};
pub use names::{PositionNames, VarNames};
pub use parse::{LineError, MAX_LINE, parse};

use super::cells::Cell;
use super::piece::{Piece, Player};
use super::rules::{Placement, VarId};
use super::stacks;
use super::value::Value;

/// A position of a game as somebody writes it down. The names are resolved, and all values have the types of their variables.
///
/// See [`PositionBuilder`] for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionSpec {
    /// The pieces. Those of a stack have the same cell, from the bottom up.
    pub pieces: Vec<(Cell, Piece)>,
    /// Whose turn it is, or the result.
    pub turn: SpecTurn,
    /// The players who are still in the game, bit n for player n.
    pub players: u16,
    /// The number of plies made.
    pub ply: u32,
    /// The values that differ from the first ones. Later ones replace earlier ones.
    pub values: Vec<SpecValue>,
}

/// Whose turn it is, or the result.
///
/// See [`PositionBuilder`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecTurn {
    /// This player is to move.
    ToMove(Player),
    /// The game is over.
    Over {
        /// The winner, or `None` for a draw.
        winner: Option<Player>,
        /// The player who moved last.
        mover: Player,
    },
}

/// The value of a variable.
///
/// See [`PositionBuilder`] for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecValue {
    /// The variable.
    pub var: VarId,
    /// The numbers of its indexes; none for all values of the variable.
    pub indexes: Vec<i64>,
    /// The value.
    pub value: Value,
}

impl SpecTurn {
    /// Returns the player to move, or the one who moved last.
    pub fn mover(self) -> Player {
        match self {
            SpecTurn::ToMove(mover) | SpecTurn::Over { mover, .. } => mover,
        }
    }
}

impl PositionSpec {
    /// Returns the pieces as placements, in the order in which they are laid on each other.
    pub fn placements(&self) -> Vec<Placement> {
        stacks::sets(self.pieces.iter().copied()).into_iter().map(Placement::of_set).collect()
    }
}
