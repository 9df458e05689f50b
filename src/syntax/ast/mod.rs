//! The syntax tree of a rule file: what was written, with spans. Names are still text; nothing is resolved or typed.

mod action;
mod board;
mod example;
mod expr;
mod item;
mod look;
mod stmt;
mod text;

pub use action::*;
pub use board::*;
pub use example::*;
pub use expr::*;
pub use item::*;
pub use look::*;
pub use stmt::*;
pub use text::*;

use crate::source::Spanned;

/// A name as it was written.
pub type Name = Spanned<String>;
