//! The syntax tree of a rule file: what was written, with spans. Names are still text; nothing is resolved or typed.

use crate::source::{SourceId, Span, Spanned};

/// A name as it was written.
pub type Name = Spanned<String>;

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
    Board(Board),
    /// `players White going N, Black`.
    Players(Vec<Player>),
    /// `piece man, king`.
    Pieces(Vec<Name>),
    /// `neutral arrow`.
    Neutral(Vec<Name>),
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
    /// `3..25` ([`Node::Range`]) or `{9, 13, 19}` ([`Node::List`]).
    pub domain: Option<Expr>,
    /// A further condition on the value.
    pub condition: Option<Expr>,
}

/// `board SHAPE without CELLS links DIRS wraps E/W`.
#[derive(Clone, Debug)]
pub struct Board {
    /// From `board` to the end.
    pub span: Span,
    /// Its shape.
    pub shape: Shape,
    /// Cells that are left out.
    pub without: Option<Expr>,
    /// The directions in which cells adjoin.
    pub links: Option<Expr>,
    /// The pairs of directions over whose edges a step comes in on the other side.
    pub wraps: Vec<(Name, Name)>,
}

/// The shapes of boards.
#[derive(Clone, Debug)]
pub enum Shape {
    /// `square W x H`.
    Square(Expr, Expr),
    /// `hex W x H`: a rhombus.
    Rhombus(Expr, Expr),
    /// `hex side n`: a hexagon.
    Hexagon(Expr),
    /// `hex triangle n`.
    Triangle(Expr),
    /// `hex star n`.
    Star(Expr),
    /// `graph { .. }`.
    Graph(Vec<Chains>),
}

/// `E/W: a1 b1 c1, a2 b2`: the chains of one pair of directions.
#[derive(Clone, Debug)]
pub struct Chains {
    /// The direction in which each chain is walked as written.
    pub forth: Name,
    /// The direction back, if it is named.
    pub back: Option<Name>,
    /// The chains; each has two cells or more.
    pub chains: Vec<Vec<Name>>,
}

/// `White going N`.
#[derive(Clone, Debug)]
pub struct Player {
    /// The player's name.
    pub name: Name,
    /// Where `forward` is.
    pub going: Option<Name>,
}

/// `w k = man king of White` or `x = arrow`.
#[derive(Clone, Debug)]
pub struct Legend {
    /// The characters.
    pub symbols: Vec<Spanned<char>>,
    /// As many kinds.
    pub kinds: Vec<Name>,
    /// Whose they are; none for neutral pieces.
    pub owner: Option<Name>,
}

/// What stands in the braces of `setup` and `position`.
#[derive(Clone, Debug)]
pub struct Layout {
    /// With the braces.
    pub span: Span,
    /// The contents.
    pub node: LayoutNode,
}

/// A picture or placements.
#[derive(Clone, Debug)]
pub enum LayoutNode {
    /// One character per cell, North row first, West to East.
    Picture(Vec<Spanned<char>>),
    /// `man of White at rows(1..2)`; empty braces are an empty list.
    Placements(Vec<Placement>),
}

/// `KIND of OWNER at CELLS`.
#[derive(Clone, Debug)]
pub struct Placement {
    /// The kind's name.
    pub kind: Name,
    /// Whose; none for neutral pieces.
    pub owner: Option<Name>,
    /// Where.
    pub at: Expr,
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

/// `var NAME(INDEX): TYPE = FIRST each turn`.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name.
    pub name: Name,
    /// Its parameters: none, or one of type cell, player, dir or kind (the check says so).
    pub parameters: Vec<Parameter>,
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

/// `action NAME(BINDERS) CLAUSES do .. ensure .. maximize ..`.
#[derive(Clone, Debug)]
pub struct Action {
    /// Its name.
    pub name: Name,
    /// `p: own, q: neighbors(p)`.
    pub binders: Vec<Binder>,
    /// `let`, `when` and `as`, in their order.
    pub clauses: Vec<Clause>,
    /// `do`, if it is there.
    pub body: Option<Vec<Stmt>>,
    /// `ensure` conditions.
    pub ensures: Vec<Expr>,
    /// `maximize`.
    pub maximize: Option<Expr>,
}

/// `p: own`.
#[derive(Clone, Debug)]
pub struct Binder {
    /// The name it binds.
    pub name: Name,
    /// What it ranges over.
    pub over: Expr,
}

/// A clause of an action before `do`.
#[derive(Clone, Debug)]
pub enum Clause {
    /// `let n = E`.
    Let(Name, Expr),
    /// `when C`.
    When(Expr),
    /// `as "text"`.
    As(Template),
}

/// `always NAME: C`.
#[derive(Clone, Debug)]
pub struct Always {
    /// Its name, for variants and reports.
    pub name: Name,
    /// What must hold after every move.
    pub condition: Expr,
}

/// `for P in players when C: RESULT`.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The whole clause.
    pub span: Span,
    /// `for P in S`.
    pub each: Option<(Name, Expr)>,
    /// The condition.
    pub condition: Expr,
    /// What follows from it.
    pub result: GameResult,
}

/// What an end clause decides.
#[derive(Clone, Debug)]
pub enum GameResult {
    /// `draw`.
    Draw,
    /// `never`.
    Never,
    /// `P wins`.
    Wins(Expr),
    /// `P loses`.
    Loses(Expr),
    /// `most X wins`, `fewest X wins`.
    Score {
        /// `most`, not `fewest`.
        most: bool,
        /// The def, var or set that is compared.
        of: Name,
        /// What a tie means.
        tie: Tie,
    },
}

/// What stands behind `wins`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// Nothing.
    Unsaid,
    /// `or draw`.
    Draw,
    /// `, no ties`.
    None,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// The whole statement.
    pub span: Span,
    /// The statement.
    pub node: StmtNode,
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtNode {
    /// `let n = E`.
    Let(Name, Expr),
    /// `var n: TYPE = E`.
    Var(Name, Option<Spanned<Type>>, Expr),
    /// `if C { .. } else { .. }`; `else if` is an else block of one `if`.
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
        /// What is chosen from.
        over: Expr,
        /// The text of the choice.
        text: Option<Template>,
        /// What follows.
        body: Vec<Stmt>,
    },
    /// `put WHAT of OWNER at CELLS`.
    Put {
        /// A kind or a piece.
        what: Expr,
        /// Whose it becomes.
        owner: Option<Expr>,
        /// Where.
        at: Expr,
    },
    /// `remove CELLS`.
    Remove(Expr),
    /// `move p to q`.
    Move(Expr, Expr),
    /// `move each c in S to E`.
    MoveEach(Name, Expr, Expr),
    /// `give S to P`.
    Give(Expr, Expr),
    /// `again`.
    Again,
    /// `return`.
    Return,
    /// `n = E`, `n += E`, `hand(mover) -= 1`. The target is a [`Node::Name`] or a [`Node::Call`].
    Assign(Expr, AssignOp, Expr),
    /// `e(p, q)`: an effect, as a [`Node::Call`].
    Call(Expr),
}

/// How a variable is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignOp {
    /// `=`.
    Set,
    /// `+=`.
    Add,
    /// `-=`.
    Subtract,
}

/// A text with `{holes}`.
#[derive(Clone, Debug)]
pub struct Template {
    /// With the quotes.
    pub span: Span,
    /// Its parts.
    pub parts: Vec<TemplatePart>,
}

/// A part of a [`Template`].
#[derive(Clone, Debug)]
pub enum TemplatePart {
    /// Plain text.
    Text(Spanned<String>),
    /// `{E}`.
    Hole(Expr),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// Where it stands, without enclosing parentheses.
    pub span: Span,
    /// What it is.
    pub node: Node,
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
    /// `( E )`; kept, because parentheses decide what may stand side by side.
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
    /// `a + b`; chains lean to the left.
    Binary(Box<Expr>, Spanned<BinaryOp>, Box<Expr>),
    /// `1..6`.
    Range(Box<Expr>, Box<Expr>),
    /// `king of White`.
    Of(Box<Expr>, Box<Expr>),
    /// `if C then E else F`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `some move then C` (true), `no move then C` (false).
    Look(bool, Box<Expr>),
}

/// `x in X: E`.
#[derive(Clone, Debug)]
pub struct Generator {
    /// The name it binds.
    pub name: Name,
    /// What it ranges over.
    pub over: Expr,
    /// What is asked or worked out for each.
    pub body: Expr,
}

/// An arm of a `match`; no value stands for `else`.
#[derive(Clone, Debug)]
pub struct Arm {
    /// The value, or none for `else`.
    pub value: Option<Expr>,
    /// The result.
    pub body: Expr,
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

/// `example "T" { .. }`.
#[derive(Clone, Debug)]
pub struct Example {
    /// Its title.
    pub title: Name,
    /// Its checks, in order.
    pub checks: Vec<Check>,
}

/// A line of an example.
#[derive(Clone, Debug)]
pub struct Check {
    /// The whole line.
    pub span: Span,
    /// What it says.
    pub node: CheckNode,
}

/// The kinds of lines in an example.
#[derive(Clone, Debug)]
pub enum CheckNode {
    /// `position { .. }`.
    Position(Layout),
    /// `set hand(White) = 0`. The target is a [`Node::Name`] or a [`Node::Call`].
    Set(Expr, Expr),
    /// `White to move`.
    ToMove(Name),
    /// `play a1, b2`.
    Play(Vec<Name>),
    /// `legal a1` (false), `legal only a1` (true).
    Legal(bool, Vec<Name>),
    /// `illegal a1`.
    Illegal(Vec<Name>),
    /// `moves 20`.
    Moves(Spanned<i64>),
    /// `perft 3 = 8902`.
    Perft(Spanned<i64>, Spanned<i64>),
    /// `expect C`.
    Expect(Expr),
    /// `result White wins`; `result draw` is none.
    Result(Option<Name>),
}
