//! The parser that pest makes of `game.pest`, the syntax of Boardwright's rule files.
//!
//! A package of its own, since it is long to compile and seldom changes. What reads rule files is `boardwright::syntax`.

/// The parser; its rules are the grammar's.
#[derive(pest_derive::Parser)]
#[grammar = "game.pest"]
pub struct GameParser;
