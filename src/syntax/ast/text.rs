//! Texts of moves and choices, and of kinds.

use super::{Arm, Expr, Name};
use crate::source::{Span, Spanned};

/// What stands behind `as`.
#[derive(Clone, Debug)]
pub struct Template {
    /// The whole.
    pub span: Span,
    /// What it is.
    pub node: TemplateNode,
}

/// A text, or several of which the position decides for one.
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

/// `knight "N"`: a kind of piece, and what stands for it in moves and pictures.
#[derive(Clone, Debug)]
pub struct KindName {
    /// Its name.
    pub name: Name,
    /// The text that stands for it, if it is not the name.
    pub sign: Option<Name>,
}
