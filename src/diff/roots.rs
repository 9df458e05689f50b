//! [`Origin`]: where two games begin to be compared: at their first position, and at those of their examples and snapshots.

use super::{Games, Two};
use crate::engine::Engine;
use crate::example;
use crate::notation;
use crate::position::Position;
use crate::position_line;
use serde::Serialize;
use std::collections::HashSet;

/// The most positions from which the search begins.
const MOST: usize = 400;

/// The position at which a line of play begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The first position of both games.
    #[default]
    Start,
    /// A position of an example.
    Example {
        /// The title of the example.
        title: String,
        /// The position as a line.
        position: String,
    },
    /// A position of a recorded game.
    Snapshot {
        /// The plies of the recorded game before it.
        ply: usize,
        /// The position as a line.
        position: String,
    },
}

/// A position that both games have, from which play is compared.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub(super) origin: Origin,
    pub(super) at: Two<Position>,
}

impl Games<'_> {
    /// Returns the first position, and those of the examples of both games and of recorded games that both games have. With a
    /// position of the user's own, only that.
    pub(super) fn roots(&self, start: &Two<Position>) -> Vec<Root> {
        let mut roots = vec![Root { origin: Origin::Start, at: start.clone() }];
        if self.start.is_some() || !self.is_comparable() {
            return roots;
        }
        let mut known = HashSet::new();
        let mut add = |engine: &dyn Engine, position: &Position, origin: &dyn Fn(String) -> Origin| {
            let Ok(line) = position_line::write(engine, position) else { return };
            if roots.len() > MOST || position.outcome.is_some() || !known.insert(line.clone()) {
                return;
            }
            if let Some(at) = self.set_up(&line) {
                roots.push(Root { origin: origin(line), at });
            }
        };
        for engine in [self.engines.a, self.engines.b] {
            for one in &engine.game().examples {
                for position in example::positions(engine, one) {
                    add(engine, &position, &|position| Origin::Example { title: one.title.clone(), position });
                }
            }
        }
        for line in &self.recorded {
            let mut at = start.a.clone();
            for (n, text) in line.iter().enumerate() {
                let Ok(next) = notation::play(self.engines.a, &at, text) else { break };
                at = next;
                add(self.engines.a, &at, &|position| Origin::Snapshot { ply: n + 1, position });
            }
        }
        roots
    }

    /// Sets up a position in both games, if both have it and it is the same in both.
    fn set_up(&self, line: &str) -> Option<Two<Position>> {
        let a = position_line::parse(self.engines.a, line).ok()?;
        let b = position_line::parse(self.engines.b, line).ok()?;
        let same = a.outcome.is_none() && b.outcome.is_none() && a.mover == b.mover && self.alike.same(&a, &b);
        same.then_some(Two { a, b })
    }
}
