//! Boardwright: a general interpreter for abstract board games.

pub mod check;
pub mod diagnostic;
pub mod engine;
pub mod explain;
pub mod game;
pub mod moves;
pub mod outcome;
pub mod position;
pub mod render;
pub mod rng;
pub mod source;
pub mod suggest;
pub mod syntax;
pub mod zobrist;
