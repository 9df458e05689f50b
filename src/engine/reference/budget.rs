//! The limits of a run of the rules, so that every evaluation ends (F04).

pub(super) use crate::game::limits::{CHOICES, DEPTH, MOVES, NUMBERS, STATEMENTS};

/// Calls of defs, elements of generators, values of binders, statements, and cells from which the board is searched, for
/// one question to the engine.
pub(super) const STEPS: u64 = 20_000_000;

/// The native stack that must be left when a def or an effect is entered.
pub(super) const RED_ZONE: usize = 1024 * 1024;

/// The native stack that is added where less is left.
pub(super) const MORE_STACK: usize = 8 * 1024 * 1024;

/// What has been spent so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spent {
    /// Of [`STATEMENTS`], in this `do`.
    pub statements: u32,
    /// Of [`DEPTH`], at this moment.
    pub depth: u32,
    /// Of [`CHOICES`], for these values of the binders.
    pub choices: u32,
    /// Of [`STEPS`], since the question was asked.
    pub steps: u64,
}
