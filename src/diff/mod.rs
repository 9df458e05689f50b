//! Two games compared, from the text to the play: what a change of the rules does.
//!
//! [`definitions()`] compares the items of the rules, [`Games`] plays both games side by side: [`Games::positions`] looks for
//! positions in which they differ, [`Games::counts`] counts sequences of plies, [`Games::playouts`] plays random games of the
//! same seeds. [`recorded`] compares a game with what a snapshot says of it. Everything has a budget in positions, moves or
//! plies, never in time, so that the same question has the same answer on every machine.

mod alike;
mod counts;
mod definitions;
pub mod figures;
mod found;
pub mod interval;
mod item;
mod playouts;
mod positions;
pub mod recorded;
mod search;
mod step;
mod walks;
mod words;

pub use counts::{Counted, Counts};
pub use definitions::{Became, Definition, Definitions, Reordered, Set, definitions};
pub use playouts::{Extent, Failed, Playouts};
pub use positions::{Budget, Found, Positions, Refused, What};
pub use search::Search;
pub use walks::Walks;
pub use words::{Changed, Part, Sign};

use crate::engine::Engine;
use alike::Alike;
use serde::Serialize;

/// Something of the first game, and the same of the second one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Two<T> {
    /// Of the first game.
    pub a: T,
    /// Of the second game.
    pub b: T,
}

impl<T> Two<T> {
    /// Of each what comes of it.
    pub fn map<R>(self, mut of: impl FnMut(T) -> R) -> Two<R> {
        Two { a: of(self.a), b: of(self.b) }
    }

    /// Both, to be looked at.
    pub fn each(&self) -> Two<&T> {
        Two { a: &self.a, b: &self.b }
    }
}

/// Two games side by side.
pub struct Games<'e> {
    /// What plays them.
    pub engines: Two<&'e dyn Engine>,
    alike: Alike,
}

impl<'e> Games<'e> {
    /// Finds out what the two have in common.
    pub fn new(a: &'e dyn Engine, b: &'e dyn Engine) -> Games<'e> {
        Games { engines: Two { a, b }, alike: Alike::new(a.game(), b.game()) }
    }

    /// What the two do not have in common, in sentences without a full stop.
    pub fn remarks(&self) -> &[String] {
        &self.alike.remarks
    }

    /// Whether a position of one can be a position of the other: the boards have the same cells, and there are as many
    /// players.
    pub fn comparable(&self) -> bool {
        self.alike.comparable
    }
}
