//! Which kinds of pieces may be on the cell of a local, so that only some arms of `match kind(p) { .. }` and `if p in pawn then .. else ..` are taken.

use super::locals::slots;
use super::stmt::is_word;
use crate::game::Game;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression, Part};

/// How deep calls of defs are followed.
const DEFS: u32 = 6;

/// A local of a cell, and the kinds of pieces that may be there; or a local of a kind, and the kinds that it may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PieceKinds {
    slot: Slot,
    is_kind: bool,
    pub kinds: u64,
}

impl PieceKinds {
    /// Makes a local about which nothing is known.
    pub(crate) fn any(slot: Slot) -> PieceKinds {
        PieceKinds { slot, is_kind: false, kinds: u64::MAX }
    }

    /// Returns the local if it can only be about these kinds; `None` if that cannot be.
    pub(crate) fn only(self, kinds: u64) -> Option<PieceKinds> {
        let kinds = self.kinds & kinds;
        (kinds != 0).then_some(PieceKinds { kinds, ..self })
    }

    /// Returns the local of which one or the other holds; `None` if they are not the same local.
    pub(crate) fn or(self, other: PieceKinds) -> Option<PieceKinds> {
        (self.slot == other.slot).then_some(PieceKinds { kinds: self.kinds | other.kinds, ..self })
    }

    /// Returns the local where a condition holds, or does not; `None` if that cannot be.
    pub(crate) fn where_it(self, holds: bool, condition: &BoolExpr) -> Option<PieceKinds> {
        let kinds = match condition {
            _ if !self.is_kind => kinds_at(condition).filter(|(cell, _)| is_word(cell.part(), self.slot)),
            _ => None,
        };
        match (kinds, holds) {
            (Some((_, kinds)), true) => self.only(kinds),
            (Some((_, kinds)), false) if is_exact(condition) => self.only(!kinds),
            _ => Some(self),
        }
    }

    /// Returns the local where the n-th arm is taken, or after the last one the `else`; `None` if that cannot be.
    pub(crate) fn where_arm<E>(self, one: &Match<E>, n: usize) -> Option<PieceKinds> {
        let AnyExpr::Kind(kind) = &one.subject else { return Some(self) };
        if !self.has_kind(kind) {
            return Some(self);
        }
        let kinds = |value: &AnyExpr| match value {
            AnyExpr::Kind(KindExpr::Const(kind)) => 1_u64.checked_shl(u32::from(kind.0)),
            _ => None,
        };
        match one.arms.get(n) {
            Some((value, _)) => kinds(value).map_or(Some(self), |kinds| self.only(kinds)),
            None => self.only(!one.arms.iter().filter_map(|(value, _)| kinds(value)).fold(0, |all, one| all | one)),
        }
    }

    /// Returns the local in a def with these arguments that has the same value, if there is one.
    pub(crate) fn inside(self, args: &[AnyExpr]) -> Option<PieceKinds> {
        let passed = || slots(args.iter().map(|arg| arg.part().class())).zip(args);
        let itself =
            passed().find(|(_, arg)| is_word(arg.part(), self.slot)).map(|(slot, _)| PieceKinds { slot, ..self });
        itself.or_else(|| {
            let mut kinds = passed().filter(|(_, arg)| matches!(arg, AnyExpr::Kind(kind) if self.has_kind(kind)));
            kinds.next().map(|(slot, _)| PieceKinds { slot, is_kind: true, ..self })
        })
    }

    /// Returns whether an expression is the kind that this is about.
    fn has_kind(self, kind: &KindExpr) -> bool {
        match self.is_kind {
            true => is_word(kind.part(), self.slot),
            false => cell_of_kind(kind).is_some_and(|cell| is_word(cell.part(), self.slot)),
        }
    }
}

/// Narrows what may be known of a local; `None` if that cannot be.
pub(crate) fn narrowed(
    piece: Option<PieceKinds>,
    narrow: impl FnOnce(PieceKinds) -> Option<PieceKinds>,
) -> Option<Option<PieceKinds>> {
    match piece {
        Some(piece) => narrow(piece).map(Some),
        None => Some(None),
    }
}

/// Returns whether a set depends on which kind of piece stands somewhere.
pub(crate) fn asks_for_kinds(game: &Game, set: &CellsExpr) -> bool {
    let asks = |part: Part<'_>| match part {
        Part::Kind(kind) => cell_of_kind(kind).is_some(),
        Part::Bool(condition) => kinds_at(condition).is_some(),
        _ => false,
    };
    set.part().mentions(game, DEFS, &asks)
}

/// Returns kinds to which all pieces in a set belong, if the set says so.
fn kinds_in(set: &CellsExpr) -> Option<u64> {
    match set {
        CellsExpr::OfKind(kind) => 1_u64.checked_shl(u32::from(kind.0)),
        CellsExpr::Op(SetOp::And, pair) => match (kinds_in(&pair.0), kinds_in(&pair.1)) {
            (Some(one), Some(other)) => Some(one & other),
            (one, other) => one.or(other),
        },
        CellsExpr::Op(SetOp::Or, pair) => Some(kinds_in(&pair.0)? | kinds_in(&pair.1)?),
        CellsExpr::Op(SetOp::Except, pair) => kinds_in(&pair.0),
        _ => None,
    }
}

/// Returns the cell where there is a piece of some kinds if a condition holds, and the kinds.
pub(super) fn kinds_at(condition: &BoolExpr) -> Option<(&CellExpr, u64)> {
    match condition {
        BoolExpr::In(pair) => match &**pair {
            (AnyExpr::Cell(cell), SetExpr::Cells(set)) => Some((cell, kinds_in(set)?)),
            (AnyExpr::Kind(kind), SetExpr::Kinds(MaskExpr::Const(kinds))) => Some((cell_of_kind(kind)?, *kinds)),
            _ => None,
        },
        BoolExpr::Same(pair) => match &**pair {
            (AnyExpr::Kind(kind), AnyExpr::Kind(KindExpr::Const(of))) => {
                Some((cell_of_kind(kind)?, 1_u64.checked_shl(u32::from(of.0))?))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Returns whether such a condition holds wherever there is a piece of these kinds.
fn is_exact(condition: &BoolExpr) -> bool {
    match condition {
        BoolExpr::In(pair) => matches!(&**pair, (AnyExpr::Kind(_), _) | (_, SetExpr::Cells(CellsExpr::OfKind(_)))),
        condition => matches!(condition, BoolExpr::Same(_)),
    }
}

/// Returns the cell whose piece has this kind.
fn cell_of_kind(kind: &KindExpr) -> Option<&CellExpr> {
    match kind.applied()? {
        (Op::KindOf, [AnyExpr::Piece(PieceExpr::At(cell))]) => Some(cell),
        _ => None,
    }
}
