//! Expressions of any type as one: what they have in common.

use crate::game::expr::*;

/// A part of an expression, of any type.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part<'e> {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TypeName {
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

/// What all types have in common, whatever the type.
pub(crate) enum Shared<'e> {
    Local(Slot),
    Lazy(u16),
    Var(&'e VarRef),
    Call,
    /// `if` or `match`.
    Branch,
}

/// An expression that can be seen as a [`Part`].
pub(crate) trait AsPart {
    fn part(&self) -> Part<'_>;
}

/// An expression of a type that is known.
pub(crate) trait Typed: AsPart {
    const NAME: TypeName;
}

macro_rules! parts {
    ($($expr:ty: $part:ident;)*) => {$(
        impl AsPart for $expr {
            fn part(&self) -> Part<'_> {
                Part::$part(self)
            }
        }

        impl Typed for $expr {
            const NAME: TypeName = TypeName::$part;
        }
    )*};
}

parts! {
    IntExpr: Int; IntsExpr: Ints; BoolExpr: Bool; CellExpr: Cell; CellsExpr: Cells; DirExpr: Dir; DirsExpr: Dirs;
    PlayerExpr: Player; PlayersExpr: Players; KindExpr: Kind; KindsExpr: Kinds; PieceExpr: Piece;
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
    /// What it has in common with all types, if it is nothing of its own.
    pub(crate) fn shared(self) -> Option<Shared<'e>> {
        fn of<E>(common: &Common<E>) -> Shared<'_> {
            match common {
                Common::Local(slot) => Shared::Local(*slot),
                Common::Lazy(n) => Shared::Lazy(*n),
                Common::Var(var) => Shared::Var(var),
                Common::Call(_) => Shared::Call,
                Common::If(..) | Common::Match(_) => Shared::Branch,
            }
        }
        match self {
            Part::Int(IntExpr::Common(e)) => Some(of(e)),
            Part::Ints(IntsExpr::Common(e)) => Some(of(e)),
            Part::Bool(BoolExpr::Common(e)) => Some(of(e)),
            Part::Cell(CellExpr::Common(e)) => Some(of(e)),
            Part::Cells(CellsExpr::Common(e)) => Some(of(e)),
            Part::Dir(DirExpr::Common(e)) => Some(of(e)),
            Part::Dirs(DirsExpr::Common(e)) => Some(of(e)),
            Part::Player(PlayerExpr::Common(e)) => Some(of(e)),
            Part::Players(PlayersExpr::Common(e)) => Some(of(e)),
            Part::Kind(KindExpr::Common(e)) => Some(of(e)),
            Part::Kinds(KindsExpr::Common(e)) => Some(of(e)),
            Part::Piece(PieceExpr::Common(e)) => Some(of(e)),
            _ => None,
        }
    }

    /// The class of its local, if it is one.
    pub(crate) fn class(self) -> Class {
        match self {
            Part::Cells(_) => Class::Cells,
            Part::Ints(_) => Class::Ints,
            _ => Class::Word,
        }
    }

    /// The local that it binds for its own parts, if it does.
    pub(crate) fn binds(self) -> Option<Slot> {
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

    /// The def that it uses, if it is the use of one: its type and its number among the defs of its type.
    pub(crate) fn call(self) -> Option<(TypeName, u16)> {
        fn of<E>(common: &Common<E>) -> Option<u16> {
            match common {
                Common::Call(call) => Some(call.def),
                _ => None,
            }
        }
        let (sort, def) = match self {
            Part::Int(IntExpr::Common(e)) => (TypeName::Int, of(e)),
            Part::Ints(IntsExpr::Common(e)) => (TypeName::Ints, of(e)),
            Part::Bool(BoolExpr::Common(e)) => (TypeName::Bool, of(e)),
            Part::Cell(CellExpr::Common(e)) => (TypeName::Cell, of(e)),
            Part::Cells(CellsExpr::Common(e)) => (TypeName::Cells, of(e)),
            Part::Dir(DirExpr::Common(e)) => (TypeName::Dir, of(e)),
            Part::Dirs(DirsExpr::Common(e)) => (TypeName::Dirs, of(e)),
            Part::Player(PlayerExpr::Common(e)) => (TypeName::Player, of(e)),
            Part::Players(PlayersExpr::Common(e)) => (TypeName::Players, of(e)),
            Part::Kind(KindExpr::Common(e)) => (TypeName::Kind, of(e)),
            Part::Kinds(KindsExpr::Common(e)) => (TypeName::Kinds, of(e)),
            Part::Piece(PieceExpr::Common(e)) => (TypeName::Piece, of(e)),
            _ => return None,
        };
        Some((sort, def?))
    }
}
