//! Parses rule files into an [`ast`] ([`parse`]) and formats them ([`format`](format())).

pub mod ast;
mod explain;
pub mod keywords;
pub(crate) mod lex;
mod parse;
mod print;
mod recover;

pub use lex::one_line;
pub(crate) use parse::docs;
pub use parse::{Parsed, Query, parse, parse_checks, parse_query, parse_statements, parse_with_errors};
pub(crate) use parse::{find_cut_divisions, find_path_error};
pub use print::format;
