//! [`Part`]: an expression of any type; and [`Expression`]: what all types of expressions share.

use super::Game;
use super::cells::{Cell, CellSet};
use super::expr::*;
use super::operator::Op;
use super::piece::{Dir, Kind, Player, Tag};
use super::rules::Def;
use crate::types::Type;

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

/// An expression that can be seen as a [`PartMut`].
#[cfg(feature = "native")]
pub(crate) trait AsPartMut: AsPart {
    /// Returns the expression as a [`PartMut`].
    fn part_mut(&mut self) -> PartMut<'_>;
}

/// An expression of a known type.
pub trait Expression: AsPart + Sized + 'static {
    /// The type.
    const TYPE: Type;

    /// Makes an expression of this type from a form that all types share.
    fn from_common(common: Common<Self>) -> Self;

    /// Returns the form that all types share, or `None` if it is a form of this type alone.
    fn common(&self) -> Option<&Common<Self>>;

    /// Returns the defs of this type.
    fn defs(defs: &Defs) -> &[Def<Self>];

    /// Returns the defs of this type, mutably.
    fn defs_mut(defs: &mut Defs) -> &mut Vec<Def<Self>>;

    /// Returns the value of a variable without an initial value: 0, false, `off`, `{}`, `nothing`.
    fn default_value() -> Self;

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
    ($($expr:ident: $part:ident, $defs:ident, $default:expr;)*) => {
        /// A part of an expression, of any type.
        #[allow(missing_docs)] // named after the types of the language
        #[derive(Clone, Copy, Debug)]
        pub enum Part<'e> {
            $($part(&'e $expr),)*
        }

        /// A part of an expression, of any type, that may be changed.
        #[cfg(feature = "native")]
        pub(crate) enum PartMut<'e> {
            $($part(&'e mut $expr),)*
        }

        #[cfg(feature = "native")]
        impl PartMut<'_> {
            /// Returns the expression as it is.
            pub(crate) fn as_part(&self) -> Part<'_> {
                match self { $(PartMut::$part(e) => Part::$part(e),)* }
            }

            /// Replaces the expression by one of the same type.
            pub(crate) fn set(self, other: AnyExpr) {
                match (self, other) {
                    $((PartMut::$part(e), AnyExpr::$part(other)) => *e = other,)*
                    (_, other) => debug_assert!(false, "{other:?} has another type"),
                }
            }
        }

        /// An expression of any type.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)] // named after the types of the language
        pub enum AnyExpr {
            $($part($expr),)*
        }

        /// The defs of each type.
        #[derive(Clone, Debug, Default)]
        #[allow(missing_docs)] // named after the types of the language
        pub struct Defs {
            $(pub $defs: Vec<Def<$expr>>,)*
        }

        $(
            impl AsPart for $expr {
                #[inline]
                fn part(&self) -> Part<'_> {
                    Part::$part(self)
                }
            }

            #[cfg(feature = "native")]
            impl AsPartMut for $expr {
                fn part_mut(&mut self) -> PartMut<'_> {
                    PartMut::$part(self)
                }
            }

            impl Expression for $expr {
                const TYPE: Type = Type::$part;

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

                fn defs_mut(defs: &mut Defs) -> &mut Vec<Def<Self>> {
                    &mut defs.$defs
                }

                fn default_value() -> Self {
                    $default
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

        impl Defs {
            /// Returns for each def its type, its number among the defs of that type, its body and its `where` values.
            pub fn parts(&self) -> Vec<(Type, u16, Vec<Part<'_>>)> {
                let mut found = Vec::new();
                $(found.extend(self.$defs.iter().enumerate().map(|(n, def)| (Type::$part, n as u16, def.parts())));)*
                found
            }
        }

        impl AnyExpr {
            /// Returns the type.
            pub fn ty(&self) -> Type {
                match self { $(AnyExpr::$part(_) => Type::$part,)* }
            }

            /// Applies an operator; the expression has the type of the operator's value.
            pub fn apply(apply: Apply) -> AnyExpr {
                match apply.op.form().result {
                    $(Type::$part => <$expr>::from_common(Common::Apply(apply)).wrap(),)*
                }
            }
        }

        impl AsPart for AnyExpr {
            #[inline]
            fn part(&self) -> Part<'_> {
                match self { $(AnyExpr::$part(e) => Part::$part(e),)* }
            }
        }

        #[cfg(feature = "native")]
        impl AsPartMut for AnyExpr {
            fn part_mut(&mut self) -> PartMut<'_> {
                match self { $(AnyExpr::$part(e) => PartMut::$part(e),)* }
            }
        }

        impl<'e> Part<'e> {
            /// Returns the form that all types share, or `None` if it is a form of its type alone.
            pub fn shared(self) -> Option<Shared<'e>> {
                match self { $(Part::$part(e) => e.common().map(Shared::of),)* }
            }

            /// Returns the type.
            pub fn ty(self) -> Type {
                match self { $(Part::$part(_) => Type::$part,)* }
            }

            /// Returns the parts of the def that a call names: its body and its `where` values.
            pub fn called(self, game: &'e Game) -> Vec<Part<'e>> {
                match self { $(Part::$part(e) => called(e, game),)* }
            }
        }
    };
}

parts! {
    IntExpr: Int, int, IntExpr::Const(0);
    IntsExpr: Ints, ints, IntsExpr::List(Vec::new());
    BoolExpr: Bool, bool, BoolExpr::Const(false);
    CellExpr: Cell, cell, CellExpr::Const(Cell::OFF);
    CellsExpr: Cells, cells, CellsExpr::Const(Box::new(CellSet::EMPTY));
    DirExpr: Dir, dir, DirExpr::Const(Dir::NOTHING);
    DirsExpr: Dirs, dirs, MaskExpr::Const(0);
    PlayerExpr: Player, player, PlayerExpr::Const(Player::NOBODY);
    PlayersExpr: Players, players, MaskExpr::Const(0);
    KindExpr: Kind, kind, KindExpr::Const(Kind::NOTHING);
    KindsExpr: Kinds, kinds, MaskExpr::Const(0);
    PieceExpr: Piece, piece, PieceExpr::Nothing;
    TagExpr: Tag, tag, TagExpr::Const(Tag(0));
}

/// Evaluates the body with `$E` as the expression type of a [`Type`].
macro_rules! by_type {
    ($ty:expr, $E:ident => $body:expr) => {
        $crate::game::part::by_type!(
            $ty, $E, $body, Int IntExpr, Ints IntsExpr, Bool BoolExpr, Cell CellExpr, Cells CellsExpr, Dir DirExpr,
            Dirs DirsExpr, Player PlayerExpr, Players PlayersExpr, Kind KindExpr, Kinds KindsExpr, Piece PieceExpr,
            Tag TagExpr
        )
    };
    ($ty:expr, $E:ident, $body:expr, $($name:ident $expr:ident),*) => {
        match $ty {
            $($crate::types::Type::$name => {
                type $E = $crate::game::expr::$expr;
                $body
            })*
        }
    };
}
pub(crate) use by_type;

fn called<'e, E: Expression>(e: &E, game: &'e Game) -> Vec<Part<'e>> {
    let Some(Common::Call(call)) = e.common() else { return Vec::new() };
    let Some(def) = E::defs(&game.defs).get(call.def as usize) else { return Vec::new() };
    def.parts()
}

impl<E: AsPart> Def<E> {
    /// Returns its body and its `where` values.
    fn parts(&self) -> Vec<Part<'_>> {
        let values = self.lazies.iter().map(|(_, value)| value.part());
        std::iter::once(self.body.part()).chain(values).collect()
    }
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

macro_rules! sets {
    ($($part:ident $expr:ident;)*) => {
        /// An expression for a set, which can be counted and iterated over in the language's order.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)] // named after the types of the language
        pub enum SetExpr {
            $($part($expr),)*
        }

        impl SetExpr {
            /// Returns the expression, or `None` if it is not a set.
            pub fn from_any(any: AnyExpr) -> Option<SetExpr> {
                match any {
                    $(AnyExpr::$part(set) => Some(SetExpr::$part(set)),)*
                    _ => None,
                }
            }

            /// Returns the expression as one of any type.
            pub fn wrap(self) -> AnyExpr {
                match self { $(SetExpr::$part(set) => AnyExpr::$part(set),)* }
            }
        }

        impl AsPart for SetExpr {
            #[inline]
            fn part(&self) -> Part<'_> {
                match self { $(SetExpr::$part(set) => Part::$part(set),)* }
            }
        }

        #[cfg(feature = "native")]
        impl AsPartMut for SetExpr {
            fn part_mut(&mut self) -> PartMut<'_> {
                match self { $(SetExpr::$part(set) => PartMut::$part(set),)* }
            }
        }
    };
}

sets! {
    Cells CellsExpr;
    Dirs DirsExpr;
    Players PlayersExpr;
    Kinds KindsExpr;
    Ints IntsExpr;
}

impl SetExpr {
    /// Returns the type.
    pub fn ty(&self) -> Type {
        self.part().ty()
    }

    /// Returns the type of the elements.
    pub fn element(&self) -> Type {
        self.ty().element().unwrap_or(self.ty())
    }
}

impl<'e> Part<'e> {
    /// Returns the class of a local of this type.
    pub fn class(self) -> Class {
        Class::of(self.ty())
    }

    /// Returns the local that it binds for its own parts, if any.
    pub fn binds(self) -> Option<Slot> {
        match self {
            Part::Bool(BoolExpr::SomeOf(each) | BoolExpr::Every(each)) | Part::Int(IntExpr::CountOf(each)) => {
                Some(each.slot)
            }
            Part::Int(IntExpr::Sum(each, _) | IntExpr::Best { each, .. }) => Some(each.slot),
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

    /// Returns whether it is the player to move.
    pub fn is_mover(self) -> bool {
        matches!(self, Part::Player(PlayerExpr::Mover))
    }

    /// Returns whether its value, not that of its parts, depends on the position.
    pub fn reads_position(self) -> bool {
        match self.shared() {
            Some(Shared::Var(_) | Shared::Lazy(_)) => return true,
            Some(_) => return false,
            None => {}
        }
        matches!(
            self,
            Part::Int(IntExpr::Ply | IntExpr::Repeated(_))
                | Part::Piece(PieceExpr::At(_))
                | Part::Bool(
                    BoolExpr::Stuck(_) | BoolExpr::Possible(_) | BoolExpr::SomeMoveThen(_) | BoolExpr::Watched(..)
                )
                | Part::Cells(
                    CellsExpr::Empty
                        | CellsExpr::Occupied
                        | CellsExpr::Pieces
                        | CellsExpr::Enemy
                        | CellsExpr::OfPlayer(_)
                        | CellsExpr::OfKind(_)
                )
                | Part::Player(PlayerExpr::Mover | PlayerExpr::Next | PlayerExpr::After(_))
                | Part::Players(MaskExpr::Word(_))
        )
    }

    /// Returns the def that it calls, if it is a call: the def's type and its number among the defs of that type.
    pub fn call(self) -> Option<(Type, u16)> {
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
