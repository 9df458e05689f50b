//! From text to [`ast`]: [`parse`]; and back to tidy text: [`format`](format()).

pub mod ast;
mod explain;
pub mod keywords;
pub(crate) mod lex;
mod parse;
mod print;
mod recover;

pub use lex::one_line;
pub(crate) use parse::docs;
pub use parse::{Asked, Read, asked, lines, parse, read, statements};
pub use print::format;
