//! The limits of a run of the rules, so that every evaluation ends (F04).

pub(super) use crate::game::limits::{CHOICES, DEPTH, MOVES, NUMBERS, STATEMENTS};

/// A limit, as F04 reports it.
pub(super) struct Limit {
    pub most: u64,
    /// What it counts: "more than 1000 nested calls".
    pub what: &'static str,
    /// What to do.
    pub help: &'static str,
}

pub(super) const TOO_MANY_STATEMENTS: Limit = Limit {
    most: STATEMENTS as u64,
    what: "statements in one move",
    help: "let a `while` change what its condition depends on, and a `for` visit fewer elements",
};

pub(super) const TOO_DEEP: Limit = Limit {
    most: DEPTH as u64,
    what: "nested calls",
    help: "give each `def` and `effect` that calls itself a case in which it does not",
};

pub(super) const TOO_LONG: Limit = Limit {
    most: DEPTH as u64,
    what: "choices after each other in one move",
    help: "a `while` goes on after no choice, too, and if there is nothing to choose from: end it there by a variable, and remember the cells \
           that were visited; all cells that such jumps lead to are `reach(q in {p}: hop(q, all, occupied) & empty)`",
};

pub(super) const TOO_MANY_CHOICES: Limit = Limit {
    most: CHOICES as u64,
    what: "choices in one move",
    help: "choose from smaller sets, or make one choice in each ply, with `again`; if only the last cell counts, take it from \
           `reach(q in {p}: hop(q, all, occupied) & empty)`",
};

pub(super) const TOO_MANY_NUMBERS: Limit =
    Limit { most: NUMBERS as u64, what: "numbers in a set", help: "use a smaller set" };

pub(super) const TOO_MANY_MOVES: Limit = Limit {
    most: MOVES as u64,
    what: "legal moves",
    help: "take the binders of the action from smaller sets, or make the move in several plies, with `again`",
};

pub(super) const TOO_MANY_STEPS: Limit = Limit {
    most: STEPS,
    what: "evaluation steps",
    help: "take binders, choices and the elements of `count(x in X: ..)` and the like from smaller sets, and let a `while` change what its \
           condition depends on; each path of choices is a move: \
           if only the last cell counts, take it from `reach(q in {p}: hop(q, all, occupied) & empty)`",
};

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
    /// The passes of the loop that has the most, if a `do` has too many statements.
    pub passes: u32,
    /// Of [`DEPTH`], at this moment.
    pub depth: u32,
    /// Of [`CHOICES`], for these values of the binders.
    pub choices: u32,
    /// Of [`STEPS`], since the question was asked.
    pub steps: u64,
}
