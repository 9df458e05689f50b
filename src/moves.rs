//! [`Move`]: a player's whole decision, with its choices; [`MoveDetails`]: its parts, and what it changes.

pub use crate::details::{Change, MoveDetails, VarChange};

use crate::game::rules::ActionId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A whole decision: an action, the values of its binders, and the choices in its `do`, in order.
///
/// Values are codes: the index of a cell, direction, player or kind, or a number. A declined `may choose` is [`Move::LEFT`].
/// A move is valid only in the position for which it was generated. People read and write its text
/// ([`crate::engine::Engine::text`]).
#[derive(Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Move {
    /// The action.
    pub action: ActionId,
    /// The values of its binders, then of its choices.
    pub values: Values,
}

/// The values of a move.
pub type Values = SmallVec<[i32; INLINE]>;

/// How many values a move has room for without memory of its own.
pub(crate) const INLINE: usize = 4;

impl Clone for Move {
    #[inline]
    fn clone(&self) -> Move {
        if self.values.spilled() {
            return Move { action: self.action, values: self.values.clone() };
        }
        // The few values of most moves are copied without a call or a loop.
        let from = self.values.as_slice();
        let values = std::array::from_fn(|n| from.get(n).copied().unwrap_or_default());
        Move { action: self.action, values: Values::from_buf_and_len(values, from.len()) }
    }
}

impl Move {
    /// The code of a declined `may choose`.
    pub const LEFT: i32 = i32::MIN;
}
