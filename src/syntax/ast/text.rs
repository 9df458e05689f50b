//! Texts of moves and choices, and of kinds.

use super::{Arm, Expr, Name};
use crate::source::{Span, Spanned};

/// The template after `as`.
#[derive(Clone, Debug)]
pub struct Template {
    /// The span of the whole template.
    pub span: Span,
    /// Its kind.
    pub node: TemplateNode,
}

/// A text, or several texts from which the position selects one.
#[derive(Clone, Debug)]
pub enum TemplateNode {
    /// `"{p}-{q}"`.
    Parts(Vec<TemplatePart>),
    /// `if C then "a" else "b"`.
    If(Expr, Box<Template>, Box<Template>),
    /// `match E { a: "x", else: "y" }`.
    Match(Expr, Vec<Arm<Template>>),
}

/// A part of a text.
#[derive(Clone, Debug)]
pub enum TemplatePart {
    /// Plain text.
    Text(Spanned<String>),
    /// `{E}`.
    Hole(Expr),
}

/// `knight "N"`: a kind of piece, and its symbol in moves and pictures.
#[derive(Clone, Debug)]
pub struct KindName {
    /// Its name.
    pub name: Name,
    /// The symbol, if it differs from the name.
    pub sign: Option<Name>,
}
