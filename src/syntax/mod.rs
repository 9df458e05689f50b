//! From text to [`ast`]: [`parse`]; and back to tidy text: [`print`].

pub mod ast;
