//! Typed expressions: one enum per type, so that an ill-typed rule cannot be represented.
//!
//! [`Common`] has the forms that every type shares (locals, variables, `if`, `match`, calls); the other forms of a type are
//! variants of its own enum. Expressions that can fault keep their place in the rules.

use super::cells::{Cell, CellSet, Set};
use super::operator::Op;
use super::piece::{Dir, Kind, Player, Tag};
use super::place::PlaceId;
use super::rules::{ActionId, RepetitionId, VarId};
use crate::source::Span;
use crate::types::Type;

pub use super::part::{AnyExpr, SetExpr};
pub use super::piece::Piece;

/// The place of an expression in the rules. All places compare as equal, so that expressions compare by their structure
/// alone; that is how an expression is found again.
#[derive(Clone, Copy, Debug, Default)]
pub struct At {
    /// The place in the rules.
    pub span: Span,
}

impl PartialEq for At {
    fn eq(&self, _: &At) -> bool {
        true
    }
}

impl Eq for At {}

impl std::hash::Hash for At {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl From<Span> for At {
    fn from(span: Span) -> At {
        At { span }
    }
}

impl From<At> for Span {
    fn from(at: At) -> Span {
        at.span
    }
}

/// A local in the frame of a def, effect or action: the index within its [`Class`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot(pub u16);

/// Where a local of a type lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Numbers, truth values, cells, directions, players, kinds, pieces, and sets of directions, players or kinds: each
    /// fits one machine word.
    Word,
    /// Sets of cells.
    Cells,
    /// Sets of numbers.
    Ints,
}

impl Class {
    /// Returns the class of the locals of a type.
    pub fn of(ty: Type) -> Class {
        match ty {
            Type::Cells => Class::Cells,
            Type::Ints => Class::Ints,
            _ => Class::Word,
        }
    }
}

/// The numbers of locals of each class in a frame, and of `where` values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// Locals of [`Class::Word`].
    pub words: u16,
    /// Locals of [`Class::Cells`].
    pub cells: u16,
    /// Locals of [`Class::Ints`].
    pub ints: u16,
    /// `where` values, which are evaluated when first needed.
    pub lazies: u16,
}

/// The forms that expressions of every type `E` share.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Common<E> {
    /// A parameter, binder, generator variable, `let` or `var` of the frame.
    Local(Slot),
    /// The n-th `where` value of the def whose frame this is; it is evaluated when first needed.
    Lazy(u16),
    /// A state variable.
    Var(VarRef),
    /// `if C then E else F`.
    If(BoolExpr, E, E),
    /// `match`.
    Match(Match<E>),
    /// A use of a def: an index into [`super::rules::Defs`] of this type.
    Call(Call),
    /// A pure operator of the language, such as `step(p, d)`.
    Apply(Apply),
}

/// A state variable, or one of its values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VarRef {
    /// The variable.
    pub var: VarId,
    /// One value for each of its indexes. An index that is `off`, `nothing` or out of range is F06.
    pub indexes: Vec<AnyExpr>,
    /// Where it stands.
    pub at: At,
}

/// `match S { v: E, .. else: F }`: the first arm whose value equals the subject; F07 if no arm matches.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Match<E> {
    /// The value that is compared with the arms.
    pub subject: AnyExpr,
    /// Values (of the subject's type) and results.
    pub arms: Vec<(AnyExpr, E)>,
    /// The `else`.
    pub otherwise: Option<E>,
    /// The place of the first arm if the game is watched; the places of the other arms follow.
    pub places: Option<PlaceId>,
    /// The whole.
    pub at: At,
}

/// A use of a def.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Call {
    /// The index among the defs of its type.
    pub def: u16,
    /// One per parameter, of the parameter's type.
    pub args: Vec<AnyExpr>,
    /// Where it stands.
    pub at: At,
}

/// A pure operator and its arguments; arguments that were left out are filled in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Apply {
    /// Which operator.
    pub op: Op,
    /// One per parameter, of the parameter's type.
    pub args: Vec<AnyExpr>,
    /// Where it stands.
    pub at: At,
}

/// `x in X: E`: the slot (of [`Class::Word`]) of `x`, the set, and the expression that is evaluated for each element.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Generator<E> {
    /// Where the element is put.
    pub slot: Slot,
    /// The set of elements.
    pub over: SetExpr,
    /// The expression that is evaluated for each element.
    pub body: E,
}

/// Numbers, 32 bits wide; a result that does not fit is F05.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IntExpr {
    /// A number.
    Const(i32),
    /// What every type has.
    Common(Box<Common<IntExpr>>),
    /// `-n`.
    Neg(Box<IntExpr>, At),
    /// `a + b` and the other arithmetic operators.
    Arith(Arith, Box<(IntExpr, IntExpr)>, At),
    /// `count(X)`.
    Count(Box<SetExpr>),
    /// `count(x in X: C)`.
    CountOf(Box<Generator<BoolExpr>>),
    /// `sum(x in X: n)`.
    Sum(Box<Generator<IntExpr>>, At),
    /// `max(x in X: n) or m`, `min(..)`; F06 if X is empty and there is no `or`.
    Best {
        /// Whether it is `max`; otherwise `min`.
        max: bool,
        /// The number that is compared for each element.
        each: Box<Generator<IntExpr>>,
        /// The value if the set is empty.
        default: Option<Box<IntExpr>>,
        /// The whole.
        at: At,
    },
    /// `ply`.
    Ply,
    /// `repeated`, `repeated(E, ..)`.
    Repeated(RepetitionId),
}

impl IntExpr {
    /// Returns the number, or `None` if it is not a constant.
    pub fn constant(&self) -> Option<i32> {
        if let IntExpr::Const(n) = self { Some(*n) } else { None }
    }
}

/// The operators of numbers; division rounds down, and the remainder has the divisor's sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // named after their signs
pub enum Arith {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

impl Arith {
    /// Evaluates the operation without overflow. Returns `None` for a division by 0.
    #[inline]
    pub fn evaluate(self, a: i32, b: i32) -> Option<i64> {
        let (a, b) = (i64::from(a), i64::from(b));
        Some(match self {
            Arith::Add => a + b,
            Arith::Sub => a - b,
            Arith::Mul => a * b,
            // Rounds down, so that the remainder has the sign of the divisor.
            Arith::Div => a.checked_div(b)? - i64::from(a % b != 0 && (a < 0) != (b < 0)),
            Arith::Rem => {
                let rest = a.checked_rem(b)?;
                if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest }
            }
        })
    }
}

/// Sets of numbers, kept sorted and without repetition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IntsExpr {
    /// What every type has.
    Common(Box<Common<IntsExpr>>),
    /// `a..b`, empty if `b < a`; more than 100 000 numbers are F04.
    Range(Box<(IntExpr, IntExpr)>, At),
    /// `{1, -1}`, or a single number.
    List(Vec<IntExpr>),
    /// `&`, `|`, `except`.
    Op(SetOp, Box<(IntsExpr, IntsExpr)>),
    /// `union(x in X: S)`; more than 100 000 numbers are F04.
    Union(Box<Generator<IntsExpr>>),
    /// `{ n in X: C }`.
    Filter(Box<Filter<IntsExpr>>),
}

impl IntsExpr {
    /// Returns the numbers of a constant set, or `None` if it is not constant or too large to list.
    pub fn constant(&self) -> Option<Vec<i32>> {
        let mut list = match self {
            IntsExpr::Range(ends, _) => match (&ends.0, &ends.1) {
                (IntExpr::Const(a), IntExpr::Const(b)) if i64::from(*b) - i64::from(*a) < 10_000 => (*a..=*b).collect(),
                _ => return None,
            },
            IntsExpr::List(list) => list.iter().map(IntExpr::constant).collect::<Option<Vec<i32>>>()?,
            _ => return None,
        };
        list.sort_unstable();
        list.dedup();
        Some(list)
    }
}

/// The operators of sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // named after their signs
pub enum SetOp {
    And,
    Or,
    Except,
}

impl SetOp {
    /// Evaluates the operation for two masks.
    #[inline]
    pub fn of_masks(self, a: u64, b: u64) -> u64 {
        match self {
            SetOp::And => a & b,
            SetOp::Or => a | b,
            SetOp::Except => a & !b,
        }
    }

    /// Evaluates the operation for two sets of cells.
    #[inline]
    pub fn of_cells<const W: usize>(self, a: &Set<W>, b: &Set<W>) -> Set<W> {
        match self {
            SetOp::And => a.and(b),
            SetOp::Or => a.or(b),
            SetOp::Except => a.except(b),
        }
    }
}

/// `{ x in X: C }`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Filter<S> {
    /// Where the element is put.
    pub slot: Slot,
    /// The set of elements.
    pub over: S,
    /// The condition for an element to stay.
    pub keep: BoolExpr,
}

/// Truth values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BoolExpr {
    /// `true`, `false`.
    Const(bool),
    /// What every type has.
    Common(Box<Common<BoolExpr>>),
    /// `not C`.
    Not(Box<BoolExpr>),
    /// `C and D`: D is evaluated only if C holds.
    And(Box<(BoolExpr, BoolExpr)>),
    /// `C or D`: D is evaluated only if C does not hold.
    Or(Box<(BoolExpr, BoolExpr)>),
    /// `a < b` and the other comparisons.
    Compare(Compare, Box<(IntExpr, IntExpr)>),
    /// `a == b` of two single values of one type; `!=` is `Not` of this. Numbers are compared by `Compare`.
    Same(Box<(AnyExpr, AnyExpr)>),
    /// `S == T` of two sets of one type.
    SameSet(Box<(SetExpr, SetExpr)>),
    /// `S within T` of two sets of one type.
    Within(Box<(SetExpr, SetExpr)>),
    /// `p in S` of an element of the set's type; `not in` is `Not` of this.
    In(Box<(AnyExpr, SetExpr)>),
    /// `some(X)`; `none(X)` is `Not` of this.
    Some(Box<SetExpr>),
    /// `some(x in X: C)`.
    SomeOf(Box<Generator<BoolExpr>>),
    /// `every(x in X: C)`.
    Every(Box<Generator<BoolExpr>>),
    /// `stuck` (`None`: the player to move), `stuck(P)`.
    Stuck(Option<Box<PlayerExpr>>),
    /// `possible(A)`.
    Possible(ActionId),
    /// `some move then C`; `no move then C` is `Not` of this.
    SomeMoveThen(Box<BoolExpr>),
    /// A condition whose results are recorded; only in games that are watched.
    Watched(PlaceId, Box<BoolExpr>),
}

/// The comparisons of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // named after their signs
pub enum Compare {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Compare {
    /// Returns whether the comparison holds for two numbers.
    #[inline]
    pub fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Compare::Equal => a == b,
            Compare::NotEqual => a != b,
            Compare::Less => a < b,
            Compare::LessEqual => a <= b,
            Compare::Greater => a > b,
            Compare::GreaterEqual => a >= b,
        }
    }

    /// Returns the comparison that holds exactly if this one does not.
    #[must_use]
    pub fn negated(self) -> Compare {
        match self {
            Compare::Equal => Compare::NotEqual,
            Compare::NotEqual => Compare::Equal,
            Compare::Less => Compare::GreaterEqual,
            Compare::LessEqual => Compare::Greater,
            Compare::Greater => Compare::LessEqual,
            Compare::GreaterEqual => Compare::Less,
        }
    }
}

/// A cell, a direction, a kind or a word: types without forms of their own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SingleExpr<T> {
    /// A constant.
    Const(T),
    /// What every type has.
    Common(Box<Common<SingleExpr<T>>>),
}

/// Cells; `off` is one of the values.
pub type CellExpr = SingleExpr<Cell>;
/// Directions.
pub type DirExpr = SingleExpr<Dir>;
/// Kinds; `nothing` is one of the values.
pub type KindExpr = SingleExpr<Kind>;
/// Words that stand for themselves.
pub type TagExpr = SingleExpr<Tag>;

/// Sets of cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CellsExpr {
    /// A constant set.
    Const(Box<CellSet>),
    /// What every type has.
    Common(Box<Common<CellsExpr>>),
    /// A single cell as a set; `off` gives the empty set.
    One(Box<CellExpr>),
    /// `&`, `|`, `except`.
    Op(SetOp, Box<(CellsExpr, CellsExpr)>),
    /// `empty`.
    Empty,
    /// `occupied`.
    Occupied,
    /// `pieces`: the cells with a player's piece.
    Pieces,
    /// `enemy`: the cells with a piece of a player other than the mover.
    Enemy,
    /// `pieces of P`; `own` is `pieces of mover`. Empty for nobody.
    OfPlayer(Box<PlayerExpr>),
    /// `king`: the cells with a piece of this kind, of any owner.
    OfKind(Kind),
    /// `union(x in X: S)`.
    Union(Box<Generator<CellsExpr>>),
    /// `reach(x in S: T)`.
    Reach(Box<Reach>),
    /// `{ p in S: C }`.
    Filter(Box<Filter<CellsExpr>>),
}

/// `reach(x in S: T)`: S and all cells that are reached by going from cells x to T repeatedly.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reach {
    /// Where the cell is put.
    pub slot: Slot,
    /// The cells at the start.
    pub from: CellsExpr,
    /// The cells that a cell leads to.
    pub to: CellsExpr,
}

/// Players; `nothing` (nobody) is one of the values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PlayerExpr {
    /// A player.
    Const(Player),
    /// What every type has.
    Common(Box<Common<PlayerExpr>>),
    /// `mover`.
    Mover,
    /// `next`.
    Next,
    /// `after(P)`: the next player in turn order who is still in the game.
    After(Box<PlayerExpr>),
}

/// Pieces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PieceExpr {
    /// `nothing`.
    Nothing,
    /// What every type has.
    Common(Box<Common<PieceExpr>>),
    /// `at(p)`; `nothing` for an empty cell and for `off`.
    At(Box<CellExpr>),
    /// `man of P`; a piece of nobody is neutral, and `nothing of P` is `nothing`.
    Of(Box<(KindExpr, PlayerExpr)>),
}

/// Sets of directions.
pub type DirsExpr = MaskExpr<DirExpr>;
/// Sets of players.
pub type PlayersExpr = MaskExpr<PlayerExpr>;
/// Sets of kinds.
pub type KindsExpr = MaskExpr<KindExpr>;

/// A type whose sets are masks of at most 64 bits.
pub trait Element: Clone + std::fmt::Debug + Eq + std::hash::Hash {
    /// The built-in sets of this type.
    type Word: Clone + std::fmt::Debug + Eq + std::hash::Hash;
}

impl Element for DirExpr {
    type Word = NoWord;
}
impl Element for PlayerExpr {
    type Word = PlayersWord;
}
impl Element for KindExpr {
    type Word = NoWord;
}

/// Small sets: bit n stands for the n-th element in the language's order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MaskExpr<E: Element> {
    /// A constant set.
    Const(u64),
    /// What every type has.
    Common(Box<Common<MaskExpr<E>>>),
    /// A single element as a set; nobody and `nothing` give the empty set.
    One(Box<E>),
    /// `&`, `|`, `except`.
    Op(SetOp, Box<(MaskExpr<E>, MaskExpr<E>)>),
    /// `union(x in X: S)`.
    Union(Box<Generator<MaskExpr<E>>>),
    /// `{ x in X: C }`.
    Filter(Box<Filter<MaskExpr<E>>>),
    /// A built-in set of this type.
    Word(Box<E::Word>),
}

/// The built-in sets of players.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PlayersWord {
    /// `players`: those still in.
    Players,
}

/// A type without built-in sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoWord {}
