//! The limits of the language, so that every question about a position ends (F04). They are the same in all engines.

/// Statements in one `do`, including the passes of loops.
pub(crate) const STATEMENTS: u32 = 100_000;

/// Nested calls of defs and effects, and nested questions about other moves.
pub(crate) const DEPTH: u32 = 1_000;

/// Ways to make the choices of one move.
pub(crate) const CHOICES: u32 = 100_000;

/// Numbers in one set.
pub(crate) const NUMBERS: i64 = 100_000;

/// Legal moves of one position, before `maximize` leaves out some of them.
pub(crate) const MOVES: usize = 200_000;
