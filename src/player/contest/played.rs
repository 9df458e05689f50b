//! [`Played`]: a game of a contest, and what its players have spent.

use crate::outcome::Outcome;
use std::time::Duration;

/// A game of a [`Contest`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Played {
    /// The number of the game, from 0.
    pub number: u64,
    /// The entrant of each seat, in turn order.
    pub seats: Vec<usize>,
    /// The number of first moves that were drawn.
    pub opening: u32,
    /// The texts of all moves.
    pub moves: Vec<String>,
    /// The result by the rules, or `None` if the game was stopped.
    pub outcome: Option<Outcome>,
    /// What the game is worth at each seat, see [`Session::returns`]. Who fails loses, and the others win.
    pub returns: Vec<f64>,
    /// Who failed, and why.
    pub failure: Option<(usize, String)>,
    /// What each seat has spent; nothing in a game that was read from a record.
    pub spent: Vec<Spent>,
    /// Its round and group, and how often the seats have moved on.
    pub(in crate::player) place: (u64, usize, usize),
}

/// What a player has spent.
///
/// See [`Contest`] for an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spent {
    /// The number of moves chosen.
    pub moves: u64,
    /// The time for them.
    pub time: Duration,
    /// The time for the longest one.
    pub longest: Duration,
    /// Random games, or positions looked at.
    pub work: u64,
}

impl Spent {
    pub(in crate::player) fn join(&mut self, other: &Spent) {
        self.moves += other.moves;
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
        self.work += other.work;
    }
}
