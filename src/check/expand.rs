//! stub
use crate::diagnostic::Diagnostic;
use crate::source::{Source, Sources};
use crate::syntax::ast;
/// Finds the text of `extends "tiger"`.
pub trait Bases {
    /// The text of a base, as the file `from` names it.
    fn base(&self, name: &str, from: &Source) -> Option<Source>;
    /// The names that could be meant, for suggestions.
    fn names(&self) -> Vec<String>;
}
/// x
pub struct Expanded {
    /// x
    pub items: Vec<ast::Item>,
    /// x
    pub base_authors: Vec<String>,
}
/// x
pub fn expand(_s: &mut Sources, main: ast::File, _b: &dyn Bases, _f: &mut Vec<Diagnostic>) -> Option<Expanded> {
    Some(Expanded { items: main.items, base_authors: vec![] })
}
