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
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

impl Move {
    /// The code of a declined `may choose`.
    pub const LEFT: i32 = i32::MIN;
}
