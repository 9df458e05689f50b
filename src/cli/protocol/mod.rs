//! Moves and positions as programs exchange them: in UCI, USI and GTP.
//!
//! Nothing here depends on which game it is. A move is translated by what it changes, a cell by its column and row, and a
//! position by the names of its variables.

mod changes;
mod fen;
mod form;
mod letters;
mod moves;
mod squares;
#[cfg(test)]
mod tests;

pub use fen::is_like_fen;
pub use form::{Form, black, other, variant, white};
pub use letters::Letters;
pub use moves::{Found, Translator, Vertices};
