//! [`Move`]: a whole decision of a player, with its choices.

use crate::game::rules::ActionId;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A whole decision: an action, the values of its binders, and what was chosen in its `do`, in order.
///
/// Values are codes: a cell's, direction's, player's or kind's index, or a number. A `may choose` that was left is
/// [`Move::LEFT`]. A move means something only in the position it was made for; for people it has a text
/// ([`crate::engine::Engine::text`]).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Move {
    /// The action.
    pub action: ActionId,
    /// Values of its binders, then of its choices.
    pub values: SmallVec<[i32; 4]>,
}

impl Move {
    /// The code of a `may choose` that was left.
    pub const LEFT: i32 = i32::MIN;
}
