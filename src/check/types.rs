//! Typed expressions of any type: [`Val`], and the conversions between types.

use crate::game::cells::{Cell, CellSet};
use crate::game::expr::*;
use crate::game::part::TypeName;
use crate::game::piece::{Dir, Kind, Player};
use crate::game::rules::{Def, Defs, VarType};
pub(super) use crate::syntax::ast::Type;

/// A lowered expression: a typed expression, or a word of a `param`, which is known before play.
#[derive(Clone, Debug)]
pub(super) enum Val {
    Expr(AnyExpr),
    Word(String),
}

/// One of the expression enums of [`crate::game::expr`].
pub(super) trait Expression: Sized {
    const TYPE: Type;
    fn common(common: Common<Self>) -> Self;
    fn wrap(self) -> AnyExpr;
    fn from_any(any: AnyExpr) -> Option<Self>;
    /// Returns the value of a variable without a first value.
    fn default_value() -> Self;
    /// The type of variables with such values, if there are any.
    const VAR: Option<VarType>;
    /// Returns the defs of this type.
    fn defs(defs: &mut Defs) -> &mut Vec<Def<Self>>;
}

macro_rules! expressions {
    ($($name:ident $expr:ty, $defs:ident, $var:expr, $default:expr;)*) => {
        $(impl Expression for $expr {
            const TYPE: Type = Type::$name;
            const VAR: Option<VarType> = $var;
            fn common(common: Common<Self>) -> Self { Self::Common(Box::new(common)) }
            fn wrap(self) -> AnyExpr { AnyExpr::$name(self) }
            fn from_any(any: AnyExpr) -> Option<Self> {
                match any { AnyExpr::$name(expr) => Some(expr), _ => None }
            }
            fn default_value() -> Self { $default }
            fn defs(defs: &mut Defs) -> &mut Vec<Def<Self>> { &mut defs.$defs }
        })*

        /// Returns a type of the language as a type of expressions.
        pub(super) fn type_name(ty: Type) -> TypeName {
            match ty { $(Type::$name => TypeName::$name,)* }
        }

        /// Returns the type of the language for a type of typed expressions.
        pub(super) fn named(ty: TypeName) -> Type {
            match ty { $(TypeName::$name => Type::$name,)* }
        }

        /// Returns the type of a typed expression.
        pub(super) fn type_of(any: &AnyExpr) -> Type {
            match any { $(AnyExpr::$name(_) => Type::$name,)* }
        }
    };
}

expressions! {
    Int IntExpr, int, Some(VarType::Int), IntExpr::Const(0);
    Ints IntsExpr, ints, None, IntsExpr::List(Vec::new());
    Bool BoolExpr, bool, Some(VarType::Bool), BoolExpr::Const(false);
    Cell CellExpr, cell, Some(VarType::Cell), CellExpr::Const(Cell::OFF);
    Cells CellsExpr, cells, Some(VarType::Cells), CellsExpr::Const(Box::new(CellSet::EMPTY));
    Dir DirExpr, dir, Some(VarType::Dir), DirExpr::Const(Dir(0));
    Dirs DirsExpr, dirs, Some(VarType::Dirs), MaskExpr::Const(0);
    Player PlayerExpr, player, Some(VarType::Player), PlayerExpr::Const(Player::NOBODY);
    Players PlayersExpr, players, Some(VarType::Players), MaskExpr::Const(0);
    Kind KindExpr, kind, Some(VarType::Kind), KindExpr::Const(Kind::NOTHING);
    Kinds KindsExpr, kinds, Some(VarType::Kinds), MaskExpr::Const(0);
    Piece PieceExpr, piece, Some(VarType::Piece), PieceExpr::Nothing;
}

/// Runs the body with `$E` as the expression enum of a type.
macro_rules! by_type {
    ($ty:expr, $E:ident => $body:expr) => {
        by_type!(
            $ty, $E, $body, Int IntExpr, Ints IntsExpr, Bool BoolExpr, Cell CellExpr, Cells CellsExpr, Dir DirExpr,
            Dirs DirsExpr, Player PlayerExpr, Players PlayersExpr, Kind KindExpr, Kinds KindsExpr, Piece PieceExpr
        )
    };
    ($ty:expr, $E:ident, $body:expr, $($name:ident $expr:ident),*) => {
        match $ty {
            $($crate::syntax::ast::Type::$name => {
                type $E = $crate::game::expr::$expr;
                $body
            })*
        }
    };
}
pub(super) use by_type;

/// Returns the value of a variable of any type without a first value: 0, false, `off`, `{}`, `nothing`.
pub(super) fn default_value(ty: Type) -> AnyExpr {
    by_type!(ty, E => E::default_value().wrap())
}

/// Returns a local of any type.
pub(super) fn local(ty: Type, slot: Slot) -> AnyExpr {
    by_type!(ty, E => E::common(Common::Local(slot)).wrap())
}

/// Returns a `where` value of any type.
pub(super) fn lazy(ty: Type, n: u16) -> AnyExpr {
    by_type!(ty, E => E::common(Common::Lazy(n)).wrap())
}

/// Returns a state variable of any type.
pub(super) fn variable(ty: Type, var: VarRef) -> AnyExpr {
    by_type!(ty, E => E::common(Common::Var(var)).wrap())
}

/// Returns a call of a def of any type.
pub(super) fn call(ty: Type, call: Call) -> AnyExpr {
    by_type!(ty, E => E::common(Common::Call(call)).wrap())
}

/// Returns the class of the stack that holds locals of a type.
pub(super) fn class(ty: Type) -> Class {
    match ty {
        Type::Cells => Class::Cells,
        Type::Ints => Class::Ints,
        _ => Class::Word,
    }
}

/// Describes a type in words: "a set of cells".
pub(super) fn describe(ty: Type) -> &'static str {
    match ty {
        Type::Int => "a number",
        Type::Ints => "a set of numbers",
        Type::Bool => "a condition (true or false)",
        Type::Cell => "a cell",
        Type::Cells => "a set of cells",
        Type::Dir => "a direction",
        Type::Dirs => "a set of directions",
        Type::Player => "a player",
        Type::Players => "a set of players",
        Type::Kind => "a kind of piece",
        Type::Kinds => "a set of kinds",
        Type::Piece => "a piece",
    }
}

macro_rules! sets {
    ($($set:ident $element:ident),*) => {
        /// Returns the type of sets with elements of this type, or the type itself if it is a set.
        pub(super) fn set_of(ty: Type) -> Option<Type> {
            match ty {
                $(Type::$set | Type::$element => Some(Type::$set),)*
                Type::Bool | Type::Piece => None,
            }
        }

        /// Returns the type of the elements of a set type.
        pub(super) fn element_of(ty: Type) -> Option<Type> {
            match ty { $(Type::$set => Some(Type::$element),)* _ => None }
        }

        /// Returns the type of a set.
        pub(super) fn set_type(set: &SetExpr) -> Type {
            match set { $(SetExpr::$set(_) => Type::$set,)* }
        }

        /// Returns the type of the elements of a set.
        pub(super) fn element_type(set: &SetExpr) -> Type {
            match set { $(SetExpr::$set(_) => Type::$element,)* }
        }

        /// Converts an expression of any set type to a [`SetExpr`].
        pub(super) fn as_set(any: AnyExpr) -> Option<SetExpr> {
            match any { $(AnyExpr::$set(set) => Some(SetExpr::$set(set)),)* _ => None }
        }

        /// Converts a [`SetExpr`] to an expression of any type.
        pub(super) fn any_of(set: SetExpr) -> AnyExpr {
            match set { $(SetExpr::$set(set) => AnyExpr::$set(set),)* }
        }

        /// Pairs two sets of one type.
        pub(super) fn set_pair(a: AnyExpr, b: AnyExpr) -> Option<SetPair> {
            match (a, b) { $((AnyExpr::$set(a), AnyExpr::$set(b)) => Some(SetPair::$set(a, b)),)* _ => None }
        }
    };
}

sets!(Cells Cell, Dirs Dir, Players Player, Kinds Kind, Ints Int);

/// Returns whether a type is a set.
pub(super) fn is_set(ty: Type) -> bool {
    element_of(ty).is_some()
}

/// Converts a value to another type: an element to a set, `nothing` to a player or kind. Returns the value itself if that is
/// not possible.
pub(super) fn coerce(any: AnyExpr, to: Type) -> Result<AnyExpr, AnyExpr> {
    if type_of(&any) == to {
        return Ok(any);
    }
    Ok(match (any, to) {
        (AnyExpr::Cell(cell), Type::Cells) => AnyExpr::Cells(one_cell(cell)),
        (AnyExpr::Dir(DirExpr::Const(dir)), Type::Dirs) => AnyExpr::Dirs(MaskExpr::Const(1 << dir.0)),
        (AnyExpr::Dir(dir), Type::Dirs) => AnyExpr::Dirs(MaskExpr::One(Box::new(dir))),
        (AnyExpr::Dirs(MaskExpr::Const(mask)), Type::Dir) if mask.count_ones() == 1 => {
            AnyExpr::Dir(DirExpr::Const(Dir(mask.trailing_zeros() as u8)))
        }
        (AnyExpr::Player(PlayerExpr::Const(Player::NOBODY)), Type::Players) => AnyExpr::Players(MaskExpr::Const(0)),
        (AnyExpr::Player(PlayerExpr::Const(player)), Type::Players) => AnyExpr::Players(MaskExpr::Const(1 << player.0)),
        (AnyExpr::Player(player), Type::Players) => AnyExpr::Players(MaskExpr::One(Box::new(player))),
        (AnyExpr::Kind(KindExpr::Const(Kind::NOTHING)), Type::Kinds) => AnyExpr::Kinds(MaskExpr::Const(0)),
        (AnyExpr::Kind(KindExpr::Const(kind)), Type::Kinds) => AnyExpr::Kinds(MaskExpr::Const(1 << kind.0)),
        (AnyExpr::Kind(kind), Type::Kinds) => AnyExpr::Kinds(MaskExpr::One(Box::new(kind))),
        (AnyExpr::Int(int), Type::Ints) => AnyExpr::Ints(IntsExpr::List(vec![int])),
        (AnyExpr::Piece(PieceExpr::Nothing), Type::Player) => AnyExpr::Player(PlayerExpr::Const(Player::NOBODY)),
        (AnyExpr::Piece(PieceExpr::Nothing), Type::Kind) => AnyExpr::Kind(KindExpr::Const(Kind::NOTHING)),
        (any, _) => return Err(any),
    })
}

/// Returns the set of one cell.
pub(super) fn one_cell(cell: CellExpr) -> CellsExpr {
    match cell {
        CellExpr::Const(Cell::OFF) => CellsExpr::Const(Box::new(CellSet::EMPTY)),
        CellExpr::Const(cell) => CellsExpr::Const(Box::new(CellSet::of(cell))),
        cell => CellsExpr::One(Box::new(cell)),
    }
}

/// Returns the empty set of a set type.
pub(super) fn empty_set(ty: Type) -> Option<AnyExpr> {
    is_set(ty).then(|| default_value(ty))
}

/// Converts a single value to a [`Scalar`].
pub(super) fn as_scalar(any: AnyExpr) -> Option<Scalar> {
    Some(match any {
        AnyExpr::Int(value) => Scalar::Int(value),
        AnyExpr::Bool(value) => Scalar::Bool(value),
        AnyExpr::Cell(value) => Scalar::Cell(value),
        AnyExpr::Dir(value) => Scalar::Dir(value),
        AnyExpr::Player(value) => Scalar::Player(value),
        AnyExpr::Kind(value) => Scalar::Kind(value),
        AnyExpr::Piece(value) => Scalar::Piece(value),
        _ => return None,
    })
}
