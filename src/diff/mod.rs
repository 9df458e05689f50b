//! Compares two games, in text and in play, to show what a change of the rules does.
//!
//! [`definitions()`] compares the items of the rules. [`Games`] plays both games side by side: [`Games::positions`] searches for
//! positions in which they differ, [`Games::counts`] counts sequences of plies, and [`Games::playouts`] plays random games with
//! equal seeds. [`recorded`] compares a game with a snapshot. Every budget is in positions, moves or plies, never in time, so
//! that results are the same on every machine.

mod alike;
mod counts;
mod definitions;
mod examples;
pub mod figures;
mod found;
pub mod interval;
mod item;
mod playouts;
mod positions;
pub mod recorded;
mod roots;
mod search;
mod step;
mod traced;
mod walks;
mod words;

pub use counts::{Counted, Counts};
pub use definitions::{Became, ChangedSetting, Definition, Definitions, Reordered, definitions};
pub use examples::{ChangedExample, compare_examples};
pub use playouts::{FailedPlayouts, PlayoutExtent, Playouts};
pub use positions::{Budget, Difference, DifferenceKind, Positions, RefusedMove};
pub use roots::Origin;
pub use search::Search;
pub use walks::Walks;
pub use words::{Changed, ChangedPart, Sign};

use crate::engine::Engine;
use crate::outcome::Fault;
use crate::position::Position;
use alike::Alike;
use serde::Serialize;

/// A value for the first game and one for the second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Two<T> {
    /// The first game's value.
    pub a: T,
    /// The second game's value.
    pub b: T,
}

impl<T> Two<T> {
    /// Maps both values.
    pub fn map<R>(self, mut of: impl FnMut(T) -> R) -> Two<R> {
        Two { a: of(self.a), b: of(self.b) }
    }

    /// Returns references to both values.
    pub fn each(&self) -> Two<&T> {
        Two { a: &self.a, b: &self.b }
    }

    /// Returns mutable references to both values.
    fn each_mut(&mut self) -> Two<&mut T> {
        Two { a: &mut self.a, b: &mut self.b }
    }

    /// Pairs both values with those of another.
    fn zip<U>(self, other: Two<U>) -> Two<(T, U)> {
        Two { a: (self.a, other.a), b: (self.b, other.b) }
    }
}

impl<T, U> Two<(T, U)> {
    /// Takes the pairs apart.
    fn unzip(self) -> (Two<T>, Two<U>) {
        (Two { a: self.a.0, b: self.b.0 }, Two { a: self.a.1, b: self.b.1 })
    }
}

impl<T, E> Two<Result<T, E>> {
    /// Returns both values, or the errors if there are any.
    fn both(self) -> Result<Two<T>, Two<Option<E>>> {
        match (self.a, self.b) {
            (Ok(a), Ok(b)) => Ok(Two { a, b }),
            (a, b) => Err(Two { a: a.err(), b: b.err() }),
        }
    }
}

/// Two games side by side.
pub struct Games<'e> {
    /// The engines that play them.
    pub engines: Two<&'e dyn Engine>,
    alike: Alike,
    /// The position that play begins with in each, if it is not the first one.
    start: Option<Two<Position>>,
    /// The moves of recorded games.
    recorded: Vec<Vec<String>>,
}

impl<'e> Games<'e> {
    /// Matches the players, cells, kinds and variables of the two.
    pub fn new(a: &'e dyn Engine, b: &'e dyn Engine) -> Games<'e> {
        Games { engines: Two { a, b }, alike: Alike::new(a.game(), b.game()), start: None, recorded: Vec::new() }
    }

    /// Examines the positions of these recorded games, too.
    pub fn following(self, recorded: Vec<Vec<String>>) -> Games<'e> {
        Games { recorded, ..self }
    }

    /// Begins with these positions instead of the first ones.
    pub fn starting(self, start: Two<Position>) -> Games<'e> {
        Games { start: Some(start), ..self }
    }

    /// Returns the positions that play begins with.
    fn starts(&self) -> Two<Result<Position, Fault>> {
        match &self.start {
            Some(start) => start.clone().map(Ok),
            None => self.engines.map(|engine| engine.start()),
        }
    }

    /// Returns what the two do not have in common, in sentences without a full stop.
    pub fn remarks(&self) -> &[String] {
        &self.alike.remarks
    }

    /// Returns whether positions of the two can be equal: the boards have the same cells, and the numbers of players agree.
    pub fn is_comparable(&self) -> bool {
        self.alike.comparable
    }
}
