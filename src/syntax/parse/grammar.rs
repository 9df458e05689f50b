//! The parser that pest makes of `grammar/game.pest`. Only `parse` and `explain` see it.

/// The parser; its rules are the grammar's.
#[derive(pest_derive::Parser)]
#[grammar = "../grammar/game.pest"]
pub(in crate::syntax) struct GameParser;
