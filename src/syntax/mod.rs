//! From text to [`ast`]: [`parse`]; and back to tidy text.

pub mod ast;
mod explain;
mod lex;
mod parse;
pub mod words;

pub use parse::parse;
