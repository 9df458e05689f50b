//! The built-in words of the language, one row each in `table`: how a word is written, what it means, its arguments
//! and value, its cost, and the function that evaluates it if it is a pure operator.
//!
//! Expressions use a pure operator as [`super::expr::Apply`]. Its value depends only on its arguments and on what is fixed
//! before play ([`Ground`]), so that the engines, the check and the analyses need nothing but [`evaluate`].

mod caller;
mod cells;
mod form;
mod macros;
mod numbers;
mod raw;
mod single;
mod table;
#[cfg(test)]
mod tests;

pub use caller::Caller;
pub use form::{Builtin, Cost, Filled, Form, FormParam, Going, HEAVY, Reads, Usage};
pub use raw::{Coded, Ints, OpValue, Raw, bit, bits};
pub use table::{Op, WORDS, call};

use super::Game;
use super::board::Board;
use super::expr::*;
use super::part::AsPart;
use super::rules::{KindInfo, PlayerInfo};
use crate::diagnostic::Code;

/// What is fixed before play: all that a pure operator depends on besides its arguments.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'g> {
    /// The board.
    pub board: &'g Board,
    /// The players, in turn order.
    pub players: &'g [PlayerInfo],
    /// The kinds of pieces, as declared.
    pub kinds: &'g [KindInfo],
}

impl Game {
    /// Returns what is fixed before play.
    pub fn ground(&self) -> Ground<'_> {
        Ground { board: &self.board, players: &self.players, kinds: &self.kinds }
    }
}

/// The reason why an operator has no value for some arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpFault {
    /// The code of the fault.
    pub code: Code,
    /// The message, a sentence without a full stop.
    pub message: String,
}

impl OpFault {
    fn new(code: Code, message: impl Into<String>) -> OpFault {
        OpFault { code, message: message.into() }
    }
}

/// Evaluates an operator for arguments that are known.
pub fn evaluate<const W: usize>(op: Op, ground: &Ground<'_>, args: &[Raw<W>]) -> Result<Raw<W>, OpFault> {
    call(op, &mut caller::Known { ground, args: args.iter() }).map(|value| match value {
        OpValue::Word(word) => Raw::Word(word),
        OpValue::Cells(cells) => Raw::Cells(cells),
    })
}

/// Returns the built-in word with a name.
pub fn word(name: &str) -> Option<&'static Builtin> {
    WORDS.iter().find(|word| word.name == name)
}

impl Apply {
    /// Applies an operator at a place in the rules.
    pub fn new(op: Op, args: Vec<AnyExpr>, at: impl Into<At>) -> Apply {
        Apply { op, args, at: at.into() }
    }

    /// Evaluates it if all of its arguments are constants; `None` if one is not, or if it faults.
    pub fn constant(&self, ground: &Ground<'_>) -> Option<AnyExpr> {
        let args: Vec<_> = self.args.iter().map(Raw::of_constant).collect::<Option<_>>()?;
        let value = evaluate(self.op, ground, &args).ok()?;
        value.into_constant(self.op.form().result)
    }
}

impl AnyExpr {
    /// Returns the operator and its arguments, if the expression applies one.
    pub fn applied(&self) -> Option<(Op, &[AnyExpr])> {
        self.part().applied()
    }
}
