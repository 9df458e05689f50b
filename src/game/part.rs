//! [`Part`]: an expression of any type; and [`Expression`]: what all types of expressions share.

use super::Game;
use super::expr::*;
use super::operator::Op;
use super::rules::{Def, Defs};

/// A part of an expression, of any type.
#[allow(missing_docs)] // named after the types of the language
#[derive(Clone, Copy, Debug)]
pub enum Part<'e> {
    Int(&'e IntExpr),
    Ints(&'e IntsExpr),
    Bool(&'e BoolExpr),
    Cell(&'e CellExpr),
    Cells(&'e CellsExpr),
    Dir(&'e DirExpr),
    Dirs(&'e DirsExpr),
    Player(&'e PlayerExpr),
    Players(&'e PlayersExpr),
    Kind(&'e KindExpr),
    Kinds(&'e KindsExpr),
    Piece(&'e PieceExpr),
}

/// The types of expressions.
#[allow(missing_docs)] // named after the types of the language
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeName {
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

/// The forms that all types share.
#[allow(missing_docs)] // named after the variants of `Common`
pub enum Shared<'e> {
    Local(Slot),
    Lazy(u16),
    Var(&'e VarRef),
    Call(&'e Call),
    /// `if` or `match`.
    Branch,
    Apply(&'e Apply),
}

/// An expression that can be seen as a [`Part`].
pub trait AsPart {
    /// Returns the expression as a [`Part`].
    fn part(&self) -> Part<'_>;
}

/// An expression of a known type.
pub trait Expression: AsPart + Sized + 'static {
    /// The type.
    const TYPE: TypeName;

    /// Makes an expression of this type from a form that all types share.
    fn from_common(common: Common<Self>) -> Self;

    /// Returns the form that all types share, or `None` if it is a form of this type alone.
    fn common(&self) -> Option<&Common<Self>>;

    /// Returns the defs of this type.
    fn defs(defs: &Defs) -> &[Def<Self>];

    /// Returns the expression as one of any type.
    fn wrap(self) -> AnyExpr;

    /// Returns the expression, or `None` if it has another type.
    fn from_any(any: AnyExpr) -> Option<Self>;

    /// Returns the operator and its arguments, if it applies one.
    fn applied(&self) -> Option<(Op, &[AnyExpr])> {
        match self.common()? {
            Common::Apply(apply) => Some((apply.op, &apply.args)),
            _ => None,
        }
    }
}

macro_rules! parts {
    ($($expr:ty: $part:ident, $defs:ident;)*) => {
        $(
            impl AsPart for $expr {
                fn part(&self) -> Part<'_> {
                    Part::$part(self)
                }
            }

            impl Expression for $expr {
                const TYPE: TypeName = TypeName::$part;

                fn from_common(common: Common<Self>) -> Self {
                    Self::Common(Box::new(common))
                }

                fn common(&self) -> Option<&Common<Self>> {
                    match self {
                        Self::Common(common) => Some(common),
                        _ => None,
                    }
                }

                fn defs(defs: &Defs) -> &[Def<Self>] {
                    &defs.$defs
                }

                fn wrap(self) -> AnyExpr {
                    AnyExpr::$part(self)
                }

                fn from_any(any: AnyExpr) -> Option<Self> {
                    match any {
                        AnyExpr::$part(expr) => Some(expr),
                        _ => None,
                    }
                }
            }
        )*

        impl AnyExpr {
            /// Returns the type.
            pub fn ty(&self) -> TypeName {
                match self { $(AnyExpr::$part(_) => TypeName::$part,)* }
            }

            /// Applies an operator; the expression has the type of the operator's value.
            pub fn apply(apply: Apply) -> AnyExpr {
                match apply.op.form().result {
                    $(TypeName::$part => <$expr>::from_common(Common::Apply(apply)).wrap(),)*
                }
            }
        }

        impl<'e> Part<'e> {
            /// Returns the form that all types share, or `None` if it is a form of its type alone.
            pub fn shared(self) -> Option<Shared<'e>> {
                match self { $(Part::$part(e) => e.common().map(Shared::of),)* }
            }

            /// Returns the type.
            pub fn ty(self) -> TypeName {
                match self { $(Part::$part(_) => TypeName::$part,)* }
            }

            /// Returns the parts of the def that a call names: its body and its `where` values.
            pub fn called(self, game: &'e Game) -> Vec<Part<'e>> {
                match self { $(Part::$part(e) => called(e, game),)* }
            }
        }
    };
}

parts! {
    IntExpr: Int, int; IntsExpr: Ints, ints; BoolExpr: Bool, bool; CellExpr: Cell, cell; CellsExpr: Cells, cells;
    DirExpr: Dir, dir; DirsExpr: Dirs, dirs; PlayerExpr: Player, player; PlayersExpr: Players, players;
    KindExpr: Kind, kind; KindsExpr: Kinds, kinds; PieceExpr: Piece, piece;
}

fn called<'e, E: Expression>(e: &E, game: &'e Game) -> Vec<Part<'e>> {
    let Some(Common::Call(call)) = e.common() else { return Vec::new() };
    let Some(def) = E::defs(&game.defs).get(call.def as usize) else { return Vec::new() };
    let values = def.lazies.iter().map(|(_, value)| value.part());
    std::iter::once(def.body.part()).chain(values).collect()
}

impl<'e> Shared<'e> {
    fn of<E>(common: &'e Common<E>) -> Shared<'e> {
        match common {
            Common::Local(slot) => Shared::Local(*slot),
            Common::Lazy(n) => Shared::Lazy(*n),
            Common::Var(var) => Shared::Var(var),
            Common::Call(call) => Shared::Call(call),
            Common::If(..) | Common::Match(_) => Shared::Branch,
            Common::Apply(apply) => Shared::Apply(apply),
        }
    }
}

impl AsPart for AnyExpr {
    fn part(&self) -> Part<'_> {
        match self {
            AnyExpr::Int(e) => e.part(),
            AnyExpr::Ints(e) => e.part(),
            AnyExpr::Bool(e) => e.part(),
            AnyExpr::Cell(e) => e.part(),
            AnyExpr::Cells(e) => e.part(),
            AnyExpr::Dir(e) => e.part(),
            AnyExpr::Dirs(e) => e.part(),
            AnyExpr::Player(e) => e.part(),
            AnyExpr::Players(e) => e.part(),
            AnyExpr::Kind(e) => e.part(),
            AnyExpr::Kinds(e) => e.part(),
            AnyExpr::Piece(e) => e.part(),
        }
    }
}

impl AsPart for Scalar {
    fn part(&self) -> Part<'_> {
        match self {
            Scalar::Int(e) => e.part(),
            Scalar::Bool(e) => e.part(),
            Scalar::Cell(e) => e.part(),
            Scalar::Dir(e) => e.part(),
            Scalar::Player(e) => e.part(),
            Scalar::Kind(e) => e.part(),
            Scalar::Piece(e) => e.part(),
        }
    }
}

impl AsPart for SetExpr {
    fn part(&self) -> Part<'_> {
        match self {
            SetExpr::Cells(e) => e.part(),
            SetExpr::Dirs(e) => e.part(),
            SetExpr::Players(e) => e.part(),
            SetExpr::Kinds(e) => e.part(),
            SetExpr::Ints(e) => e.part(),
        }
    }
}

impl<'e> Part<'e> {
    /// Returns the class of a local of this type.
    pub fn class(self) -> Class {
        match self {
            Part::Cells(_) => Class::Cells,
            Part::Ints(_) => Class::Ints,
            _ => Class::Word,
        }
    }

    /// Returns the local that it binds for its own parts, if any.
    pub fn binds(self) -> Option<Slot> {
        match self {
            Part::Bool(BoolExpr::SomeOf(each) | BoolExpr::Every(each)) => Some(each.slot),
            Part::Int(IntExpr::CountOf(each)) => Some(each.slot),
            Part::Int(IntExpr::Sum(each, _)) => Some(each.slot),
            Part::Int(IntExpr::Best { each, .. }) => Some(each.slot),
            Part::Cells(CellsExpr::Union(each)) => Some(each.slot),
            Part::Cells(CellsExpr::Filter(filter)) => Some(filter.slot),
            Part::Cells(CellsExpr::Reach(reach)) => Some(reach.slot),
            Part::Ints(IntsExpr::Filter(filter)) => Some(filter.slot),
            Part::Ints(IntsExpr::Union(each)) => Some(each.slot),
            Part::Dirs(MaskExpr::Filter(filter)) => Some(filter.slot),
            Part::Dirs(MaskExpr::Union(each)) => Some(each.slot),
            Part::Players(MaskExpr::Filter(filter)) => Some(filter.slot),
            Part::Players(MaskExpr::Union(each)) => Some(each.slot),
            Part::Kinds(MaskExpr::Filter(filter)) => Some(filter.slot),
            Part::Kinds(MaskExpr::Union(each)) => Some(each.slot),
            _ => None,
        }
    }

    /// Returns the def that it calls, if it is a call: the def's type and its number among the defs of that type.
    pub fn call(self) -> Option<(TypeName, u16)> {
        match self.shared() {
            Some(Shared::Call(call)) => Some((self.ty(), call.def)),
            _ => None,
        }
    }

    /// Returns the operator and its arguments, if it applies one.
    pub fn applied(self) -> Option<(Op, &'e [AnyExpr])> {
        match self.shared() {
            Some(Shared::Apply(apply)) => Some((apply.op, &apply.args)),
            _ => None,
        }
    }
}
