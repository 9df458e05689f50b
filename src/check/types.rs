//! Typed expressions of any type: [`Val`], and the conversions between types.

use crate::game::cells::{Cell, CellSet};
use crate::game::expr::*;
pub(super) use crate::game::part::{Expression, by_type};
use crate::game::piece::{Dir, Kind, Player};
pub(super) use crate::types::Type;

/// Returns the value of a variable of any type without a first value: 0, false, `off`, `{}`, `nothing`.
pub(super) fn default_value(ty: Type) -> AnyExpr {
    by_type!(ty, E => E::default_value().wrap())
}

/// Returns a local of any type.
pub(super) fn local(ty: Type, slot: Slot) -> AnyExpr {
    by_type!(ty, E => E::from_common(Common::Local(slot)).wrap())
}

/// Returns a `where` value of any type.
pub(super) fn lazy(ty: Type, n: u16) -> AnyExpr {
    by_type!(ty, E => E::from_common(Common::Lazy(n)).wrap())
}

/// Returns a state variable of any type.
pub(super) fn variable(ty: Type, var: VarRef) -> AnyExpr {
    by_type!(ty, E => E::from_common(Common::Var(var)).wrap())
}

/// Returns a call of a def of any type.
pub(super) fn call(ty: Type, call: Call) -> AnyExpr {
    by_type!(ty, E => E::from_common(Common::Call(call)).wrap())
}

/// Converts a value to another type: an element to a set, `nothing` to a direction, player or kind.
/// Returns the value itself if that is not possible.
pub(super) fn coerce(any: AnyExpr, to: Type) -> Result<AnyExpr, AnyExpr> {
    if any.ty() == to {
        return Ok(any);
    }
    Ok(match (any, to) {
        (AnyExpr::Cell(cell), Type::Cells) => AnyExpr::Cells(one_cell(cell)),
        (AnyExpr::Dir(DirExpr::Const(Dir::NOTHING)), Type::Dirs) => AnyExpr::Dirs(MaskExpr::Const(0)),
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
        (AnyExpr::Piece(PieceExpr::Nothing), Type::Dir) => AnyExpr::Dir(DirExpr::Const(Dir::NOTHING)),
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
    ty.is_set().then(|| default_value(ty))
}
