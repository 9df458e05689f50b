//! Statements.

use super::{Expr, Name, Template, Type};
use crate::source::{Span, Spanned};

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The whole statement.
    pub span: Span,
    /// Its kind.
    pub node: StmtNode,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtNode {
    /// `let n = E`.
    Let(Name, Expr),
    /// `var n: TYPE = E`.
    Var(Name, Option<Spanned<Type>>, Expr),
    /// `if C { .. } else { .. }`; `else if` is an `else` block that contains one `if`.
    If(Expr, Vec<Stmt>, Option<Vec<Stmt>>),
    /// `for x in X { .. }`.
    For(Name, Expr, Vec<Stmt>),
    /// `while C { .. }`.
    While(Expr, Vec<Stmt>),
    /// `choose x in X as "text" { .. }`.
    Choose {
        /// `may choose`.
        may: bool,
        /// The name it binds.
        name: Name,
        /// The set to choose from.
        over: Expr,
        /// The text of the choice.
        text: Option<Template>,
        /// The statements after the choice.
        body: Vec<Stmt>,
    },
    /// `put WHAT of OWNER at CELLS`.
    Put {
        /// A kind or a piece.
        what: Expr,
        /// The new owner.
        owner: Option<Expr>,
        /// Where.
        at: Expr,
    },
    /// `remove CELLS`.
    Remove(Expr),
    /// `remove top n of CELLS`; without the number, it is one.
    RemoveTop(Option<Expr>, Expr),
    /// `remove bottom n of CELLS`; without the number, it is one.
    RemoveBottom(Option<Expr>, Expr),
    /// `move p to q`.
    Move(Expr, Expr),
    /// `move top n of p to q`; without the number, it is one.
    MoveTop(Option<Expr>, Expr, Expr),
    /// `move each c in S to E`.
    MoveEach(Name, Expr, Expr),
    /// `give S to P`.
    Give(Expr, Expr),
    /// `again`.
    Again,
    /// `return`.
    Return,
    /// `n = E`, `n += E`, `hand(mover) -= 1`. The target is a [`Node::Name`](super::Node::Name) or a [`Node::Call`](super::Node::Call).
    Assign(Expr, AssignOp, Expr),
    /// `e(p, q)`: an effect, as a [`Node::Call`](super::Node::Call).
    Call(Expr),
}

/// The operator of an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignOp {
    /// `=`.
    Set,
    /// `+=`.
    Add,
    /// `-=`.
    Subtract,
}
