//! Files and their items; parameters, variables, defs and effects.

use super::{Action, Always, Board, Ending, Example, Expr, KindName, Layout, Legend, Name, Player, Stmt};
use crate::source::{SourceId, Span, Spanned};

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
    /// What could not be read, or only as it was probably meant; a file without mistakes has none.
    pub unread: Vec<Unread>,
}

impl File {
    /// A file without anything in it.
    pub fn nothing(source: SourceId) -> File {
        File { source, language: None, extends: None, items: Vec::new(), unread: Vec::new() }
    }
}

/// A stretch of the text that could not be read, which has been reported.
#[derive(Clone, Debug)]
pub struct Unread {
    /// Where it stands.
    pub span: Span,
    /// If it is a whole item, its word: `board`, `action`; empty if that could not be told either.
    pub item: Option<String>,
    /// The names that it may give a meaning.
    pub names: Vec<String>,
}

/// One item, with the `///` comment above it (or behind it, on the line of a one-line item).
#[derive(Clone, Debug)]
pub struct Item {
    /// The whole item, without its comment.
    pub span: Span,
    /// The text of its `///` lines, joined by line ends, without the slashes and one space.
    pub docs: String,
    /// Whether it is new, stands in for one of the base, or adds to one.
    pub change: Change,
    /// The item itself.
    pub node: ItemNode,
}

/// How an item relates to the base of a variant. The span is that of the word.
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
    Players(Vec<Player>),
    /// `piece man, king "K"`.
    Pieces(Vec<KindName>),
    /// `neutral arrow`.
    Neutral(Vec<KindName>),
    /// `legend w k = man king of White`.
    Legend(Vec<Legend>),
    /// `setup { .. }`.
    Setup(Layout),
    /// `var hand(P: player) = 9`.
    Var(Var),
    /// `def f(p: cell) = ..`.
    Def(Def),
    /// `effect e(p: cell) { .. }`.
    Effect(Effect),
    /// `action a(p: own) ..`; behind `also` its clauses only, without binders.
    Action(Action),
    /// `always safe: C`.
    Always(Always),
    /// `end { .. }`.
    End(Vec<Ending>),
    /// `example "T" { .. }`.
    Example(Example),
}

impl ItemNode {
    /// The name that a variable, def or effect gives a meaning.
    pub fn defined(&self) -> Option<&Name> {
        match self {
            ItemNode::Var(var) => Some(&var.name),
            ItemNode::Def(def) => Some(&def.name),
            ItemNode::Effect(effect) => Some(&effect.name),
            _ => None,
        }
    }
}

/// What `without` takes away: the item's word and name.
#[derive(Clone, Debug)]
pub struct ItemName {
    /// Which kind of item.
    pub kind: NamedItem,
    /// Its name.
    pub name: Name,
}

/// The items that have a name of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedItem {
    /// `action`.
    Action,
    /// `def`.
    Def,
    /// `effect`.
    Effect,
    /// `var`.
    Var,
    /// `param`.
    Param,
    /// `always`.
    Always,
}

/// `param NAME: TYPE = DEFAULT in DOMAIN where CONDITION`.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// The words it chooses from: `bounce | open | wrap`.
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
    pub ty: Spanned<Type>,
}

/// The types that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // the words of the language themselves
pub enum Type {
    Int,
    Ints,
    Bool,
    Cell,
    Cells,
    Dir,
    Dirs,
    Player,
    Players,
    Kind,
    Kinds,
    Piece,
}

impl Type {
    /// All types.
    pub const ALL: &'static [Type] = &[
        Type::Int,
        Type::Ints,
        Type::Bool,
        Type::Cell,
        Type::Cells,
        Type::Dir,
        Type::Dirs,
        Type::Player,
        Type::Players,
        Type::Kind,
        Type::Kinds,
        Type::Piece,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Type::Int => "int",
            Type::Ints => "ints",
            Type::Bool => "bool",
            Type::Cell => "cell",
            Type::Cells => "cells",
            Type::Dir => "dir",
            Type::Dirs => "dirs",
            Type::Player => "player",
            Type::Players => "players",
            Type::Kind => "kind",
            Type::Kinds => "kinds",
            Type::Piece => "piece",
        }
    }

    /// The type that a word stands for.
    pub fn of_word(word: &str) -> Option<Type> {
        Type::ALL.iter().copied().find(|ty| ty.word() == word)
    }
}

/// What a variable has one value for: `P: player`, `n: 1..8`.
#[derive(Clone, Debug)]
pub struct Index {
    /// Its name.
    pub name: Name,
    /// What it goes through.
    pub over: IndexRange,
}

/// What an index goes through.
#[derive(Clone, Debug)]
pub enum IndexRange {
    /// All values of a type. (That it is one that has so many is checked later.)
    Type(Spanned<Type>),
    /// The numbers of a [`Node::Range`](super::Node::Range).
    Numbers(Expr),
}

impl IndexRange {
    /// Where it stands.
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
    pub ty: Option<Spanned<Type>>,
    /// Its first value.
    pub first: Option<Expr>,
    /// Whether it is set anew when a turn begins.
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
    pub ty: Option<Spanned<Type>>,
    /// What it stands for.
    pub body: Expr,
    /// `where` values, worked out when first needed.
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
