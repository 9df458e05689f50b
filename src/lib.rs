//! Boardwright: a general interpreter for abstract board games.

pub mod diagnostic;
pub mod source;
pub mod suggest;
pub mod syntax;
