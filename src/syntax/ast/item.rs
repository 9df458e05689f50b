//! Files and their items; parameters, variables, defs and effects.

use super::{
    Action, Always, Board, Ending, Example, Expr, KindName, Legend, LookLine, Name, Node, PieceLayout, PlayerName, Stmt,
};
use crate::source::{SourceId, Span, Spanned};
pub use crate::types::Type;

/// A whole file.
#[derive(Clone, Debug)]
pub struct File {
    /// The text it was read from.
    pub source: SourceId,
    /// `language 1`.
    pub language: Option<Spanned<i64>>,
    /// `extends "tiger"`.
    pub extends: Option<Name>,
    /// Its items, in the file's order.
    pub items: Vec<Item>,
    /// The parts with syntax errors that were left out or fixed for the parser; empty if the file has no syntax errors.
    pub unread: Vec<Unread>,
}

impl File {
    /// Creates an empty file.
    pub fn nothing(source: SourceId) -> File {
        File { source, language: None, extends: None, items: Vec::new(), unread: Vec::new() }
    }
}

/// A part of the text with a syntax error, which has been reported.
#[derive(Clone, Debug)]
pub struct Unread {
    /// Where it stands.
    pub span: Span,
    /// The keyword of the item (`board`, `action`) if it is a whole item and the keyword is known; otherwise empty.
    pub item: Option<String>,
    /// The names that it may declare.
    pub names: Vec<String>,
}

/// One item, with the `///` comment above it (or after it, on the line of a one-line item).
#[derive(Clone, Debug)]
pub struct Item {
    /// The whole item, without its comment.
    pub span: Span,
    /// The text of its `///` lines, joined by line ends, without the slashes and the space after them.
    pub docs: String,
    /// Whether it is new, replaces an item of the base, or adds to one.
    pub change: Change,
    /// The item itself.
    pub node: ItemNode,
}

/// How an item relates to the base of a variant. The span is that of the keyword.
#[derive(Clone, Copy, Debug)]
pub enum Change {
    /// An item of its own.
    New,
    /// `replace`.
    Replace(Span),
    /// `also`.
    Also(Span),
    /// `also first end`.
    AlsoFirst(Span),
}

/// The kinds of items.
#[derive(Clone, Debug)]
pub enum ItemNode {
    /// `game "Tiger"`.
    Title(Name),
    /// `author "Mark Steere"`.
    Author(Name),
    /// `year 2007`.
    Year(Spanned<i64>),
    /// `without action swap`.
    Without(ItemName),
    /// `param size = 19 in 3..25`.
    Param(Param),
    /// `board square 8 x 8`.
    Board(Box<Board>),
    /// `players White going N, Black`.
    Players(Vec<PlayerName>),
    /// `piece man, king "K"`.
    Pieces(Vec<KindName>),
    /// `neutral arrow`.
    Neutral(Vec<KindName>),
    /// `legend w k = man king of White`.
    Legend(Vec<Legend>),
    /// `setup { .. }`.
    Setup(PieceLayout),
    /// `look { .. }`.
    Look(Vec<LookLine>),
    /// `var hand(P: player) = 9`.
    Var(Var),
    /// `def f(p: cell) = ..`.
    Def(Def),
    /// `effect e(p: cell) { .. }`.
    Effect(Effect),
    /// `action a(p: own) ..`; after `also`, only its clauses, without binders.
    Action(Action),
    /// `always safe: C`.
    Always(Always),
    /// `end { .. }`.
    End(Vec<Ending>),
    /// `example "T" { .. }`.
    Example(Example),
}

impl ItemNode {
    /// Returns the name that a variable, def or effect declares.
    pub fn defined(&self) -> Option<&Name> {
        match self {
            ItemNode::Var(var) => Some(&var.name),
            ItemNode::Def(def) => Some(&def.name),
            ItemNode::Effect(effect) => Some(&effect.name),
            _ => None,
        }
    }

    /// Returns the name of a region that a map declares.
    pub fn region(&self) -> Option<&Name> {
        match self {
            ItemNode::Def(Def { name, body: Expr { node: Node::Region(..), .. }, .. }) => Some(name),
            _ => None,
        }
    }
}

/// The item that `without` removes: its keyword and its name.
#[derive(Clone, Debug)]
pub struct ItemName {
    /// The keyword, such as `action`.
    pub word: &'static str,
    /// Its name.
    pub name: Name,
}

/// `param NAME: TYPE = DEFAULT in DOMAIN where CONDITION`.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// The possible words: `bounce | open | wrap`.
    pub words: Vec<Name>,
    /// A stated type.
    pub ty: Option<Spanned<Type>>,
    /// The default.
    pub default: Expr,
    /// `3..25` ([`Node::Range`](super::Node::Range)) or `{9, 13, 19}` ([`Node::List`](super::Node::List)).
    pub domain: Option<Expr>,
    /// A further condition on the value.
    pub condition: Option<Expr>,
}

/// `name: TYPE`.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: StatedType,
}

/// A type as a file states it.
#[derive(Clone, Debug)]
pub struct StatedType {
    /// The type.
    pub node: Type,
    /// Where it stands.
    pub span: Span,
    /// The words that a value is one of: `placing | moving`; none for other types.
    pub words: Vec<Name>,
}

impl From<Spanned<Type>> for StatedType {
    fn from(ty: Spanned<Type>) -> StatedType {
        StatedType { node: ty.node, span: ty.span, words: Vec::new() }
    }
}

/// An index of a variable, which has one value for each: `P: player`, `n: 1..8`.
#[derive(Clone, Debug)]
pub struct Index {
    /// Its name.
    pub name: Name,
    /// Its range.
    pub over: IndexRange,
}

/// The range of an index.
#[derive(Clone, Debug)]
pub enum IndexRange {
    /// All values of a type. (That the type has a fixed number of values is checked later.)
    Type(StatedType),
    /// The numbers of a [`Node::Range`](super::Node::Range).
    Numbers(Expr),
}

impl IndexRange {
    /// Returns its span.
    pub fn span(&self) -> Span {
        match self {
            IndexRange::Type(ty) => ty.span,
            IndexRange::Numbers(range) => range.span,
        }
    }
}

/// `var NAME(INDEXES): TYPE = FIRST each turn`.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name.
    pub name: Name,
    /// Its indexes, if it has any.
    pub indexes: Vec<Index>,
    /// A stated type.
    pub ty: Option<StatedType>,
    /// Its first value.
    pub first: Option<Expr>,
    /// Whether it is reset at the beginning of each turn.
    pub each_turn: bool,
}

/// `def NAME(PARAMETERS): TYPE = BODY where x = E, ..`.
#[derive(Clone, Debug)]
pub struct Def {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// A stated type.
    pub ty: Option<StatedType>,
    /// Its body.
    pub body: Expr,
    /// `where` values, evaluated when they are first needed.
    pub wheres: Vec<(Name, Expr)>,
}

/// `effect NAME(PARAMETERS) { .. }`.
#[derive(Clone, Debug)]
pub struct Effect {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Its statements.
    pub body: Vec<Stmt>,
}
