//! Expressions.

use super::{Map, Name};
use crate::source::{Span, Spanned};
use std::sync::Arc;

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Its span, without enclosing parentheses.
    pub span: Span,
    /// Its kind.
    pub node: Node,
}

impl Expr {
    /// Returns the expression without the parentheses around it.
    pub fn bare(&self) -> &Expr {
        match &self.node {
            Node::Paren(inner) => inner.bare(),
            _ => self,
        }
    }

    /// Returns the name, if the expression is only a name.
    pub fn as_name(&self) -> Option<&str> {
        match &self.bare().node {
            Node::Name(name) => Some(name),
            _ => None,
        }
    }

    /// Returns whether it is `{}`.
    pub fn is_empty_list(&self) -> bool {
        matches!(&self.bare().node, Node::List(list) if list.is_empty())
    }

    /// Returns the expressions right inside it, in their order.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.node {
            Node::Name(_) | Node::Number(_) | Node::Bool(_) | Node::Cell(_) | Node::Possible(_) | Node::Region(..) => {
                Vec::new()
            }
            Node::Table(map) => map.symbols.iter().map(|(_, value)| value).collect(),
            Node::Paren(inner) | Node::Neg(inner) | Node::Not(inner) | Node::Look(_, inner) => vec![inner],
            Node::List(items) | Node::Call(_, items) => items.iter().collect(),
            Node::Collect(generator) | Node::Generate(_, generator) => vec![&generator.over, &generator.body],
            Node::Match(subject, arms) => {
                let arms = arms.iter().flat_map(|arm| arm.value.iter().chain([&arm.body]));
                std::iter::once(&**subject).chain(arms).collect()
            }
            Node::Binary(a, _, b) | Node::Range(a, b) | Node::Of(a, b) => vec![a, b],
            Node::If(condition, yes, no) => vec![condition, yes, no],
        }
    }

    /// Returns whether it joins conditions by `and` or `or`.
    pub fn is_chain(&self) -> bool {
        matches!(&self.bare().node, Node::Binary(_, op, _) if matches!(op.node, BinaryOp::Both | BinaryOp::Either))
    }
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum Node {
    /// `12`.
    Number(i64),
    /// `true`.
    Bool(bool),
    /// `c5`.
    Cell(String),
    /// `own`, `size`, `board`, `players`.
    Name(String),
    /// `( E )`; kept, because some operators must not be mixed without parentheses.
    Paren(Box<Expr>),
    /// `{a1 c3}`, `{N, E}`, `{}`.
    List(Vec<Expr>),
    /// `{ p in own: C }`.
    Collect(Box<Generator>),
    /// `step(p, d)`.
    Call(Name, Vec<Expr>),
    /// `count(x in X: C)`.
    Generate(Name, Box<Generator>),
    /// `possible(capture)`.
    Possible(Name),
    /// `match E { a: E1, else: E2 }`.
    Match(Box<Expr>, Vec<Arm>),
    /// `-n`.
    Neg(Box<Expr>),
    /// `not C`.
    Not(Box<Expr>),
    /// `a + b`; chains associate to the left.
    Binary(Box<Expr>, Spanned<BinaryOp>, Box<Expr>),
    /// `1..6`.
    Range(Box<Expr>, Box<Expr>),
    /// `king of White`.
    Of(Box<Expr>, Box<Expr>),
    /// `if C then E else F`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `some move then C` (true), `no move then C` (false).
    Look(bool, Box<Expr>),
    /// The cells of a `map` with its n-th symbol.
    Region(Arc<Map>, usize),
    /// The value of the cell [`Map::CELL`] in a table.
    Table(Arc<Map>),
}

/// `x in X: E`.
#[derive(Clone, Debug)]
pub struct Generator {
    /// The name it binds.
    pub name: Name,
    /// Its range.
    pub over: Expr,
    /// The condition or the value for each element.
    pub body: Expr,
}

/// An arm of a `match`. The result is a value or a text.
#[derive(Clone, Debug)]
pub struct Arm<T = Expr> {
    /// The value, or `None` for `else`.
    pub value: Option<Expr>,
    /// The result.
    pub body: T,
    /// The whole arm.
    pub span: Span,
}

/// The operators between two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // named after their signs
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    /// `&`.
    And,
    /// `|`.
    Or,
    Except,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    In,
    NotIn,
    Within,
    /// `and`.
    Both,
    /// `or`; also `max(..) or 0`.
    Either,
}

impl BinaryOp {
    /// Returns whether it is one of `== != < <= > >=`.
    pub fn compares(self) -> bool {
        use BinaryOp::*;
        matches!(self, Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual)
    }
}
