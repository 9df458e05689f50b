//! Constant folding: constant parts of expressions are evaluated before play.
//!
//! An expression that faults is not folded: a division by zero stays in the rules and is reported when it happens.

use crate::game::cells::MAX_WORDS;
use crate::game::expr::*;
use crate::game::operator::{Ground, Raw, bit};
use crate::source::Span;
use crate::types::Type;

/// Folds `a + b` and other arithmetic.
pub(super) fn arith(op: Arith, a: IntExpr, b: IntExpr, span: Span) -> IntExpr {
    let known = a.constant().zip(b.constant()).and_then(|(a, b)| op.evaluate(a, b));
    match known.and_then(|n| i32::try_from(n).ok()) {
        Some(value) => IntExpr::Const(value),
        None => IntExpr::Arith(op, Box::new((a, b)), span.into()),
    }
}

/// Folds `not C`.
pub(super) fn not(condition: BoolExpr) -> BoolExpr {
    match condition {
        BoolExpr::Const(value) => BoolExpr::Const(!value),
        BoolExpr::Not(inner) => *inner,
        condition => BoolExpr::Not(Box::new(condition)),
    }
}

/// Folds `C and D`.
pub(super) fn and(a: BoolExpr, b: BoolExpr) -> BoolExpr {
    match (a, b) {
        (BoolExpr::Const(true), b) => b,
        (BoolExpr::Const(false), _) => BoolExpr::Const(false),
        (a, BoolExpr::Const(true)) => a,
        (a, b) => BoolExpr::And(Box::new((a, b))),
    }
}

/// Folds `C or D`.
pub(super) fn or(a: BoolExpr, b: BoolExpr) -> BoolExpr {
    match (a, b) {
        (BoolExpr::Const(false), b) => b,
        (BoolExpr::Const(true), _) => BoolExpr::Const(true),
        (a, BoolExpr::Const(false)) => a,
        (a, b) => BoolExpr::Or(Box::new((a, b))),
    }
}

/// Folds `a < b` and other comparisons.
pub(super) fn compare(op: Compare, a: IntExpr, b: IntExpr) -> BoolExpr {
    if let (IntExpr::Const(x), IntExpr::Const(y)) = (&a, &b) {
        return BoolExpr::Const(op.holds(*x, *y));
    }
    BoolExpr::Compare(op, Box::new((a, b)))
}

/// Folds `a == b` of two single values of one type.
pub(super) fn same(a: AnyExpr, b: AnyExpr) -> BoolExpr {
    match constant(&a).zip(constant(&b)) {
        Some((a, b)) => BoolExpr::Const(a == b),
        None => BoolExpr::Same(Box::new((a, b))),
    }
}

/// Folds `p in S`.
pub(super) fn member(element: AnyExpr, set: SetExpr) -> BoolExpr {
    let known = match (&element, &set) {
        (AnyExpr::Cell(CellExpr::Const(cell)), SetExpr::Cells(CellsExpr::Const(set))) => Some(set.contains(*cell)),
        (AnyExpr::Dir(DirExpr::Const(dir)), SetExpr::Dirs(MaskExpr::Const(mask))) => Some(mask & bit(dir.0) != 0),
        (AnyExpr::Int(IntExpr::Const(n)), SetExpr::Ints(set)) => set.constant().map(|set| set.contains(n)),
        _ => None,
    };
    known.map_or_else(|| BoolExpr::In(Box::new((element, set))), BoolExpr::Const)
}

/// Folds `&`, `|` and `except` of cells.
pub(super) fn cells_op(op: SetOp, a: CellsExpr, b: CellsExpr) -> CellsExpr {
    if let (CellsExpr::Const(x), CellsExpr::Const(y)) = (&a, &b) {
        return CellsExpr::Const(Box::new(op.of_cells(x, y)));
    }
    CellsExpr::Op(op, Box::new((a, b)))
}

/// Folds `&`, `|` and `except` of directions, players or kinds.
pub(super) fn mask_op<E: Element>(op: SetOp, a: MaskExpr<E>, b: MaskExpr<E>) -> MaskExpr<E> {
    if let (MaskExpr::Const(x), MaskExpr::Const(y)) = (&a, &b) {
        return MaskExpr::Const(op.of_masks(*x, *y));
    }
    MaskExpr::Op(op, Box::new((a, b)))
}

/// Folds an operator with constant arguments to its value. An operator that faults is not folded.
pub(super) fn apply(ground: &Ground<'_>, apply: Apply) -> AnyExpr {
    apply.constant(ground).unwrap_or_else(|| AnyExpr::apply(apply))
}

/// Folds `-n`.
pub(super) fn negative(n: IntExpr, span: Span) -> IntExpr {
    match n.constant().and_then(i32::checked_neg) {
        Some(n) => IntExpr::Const(n),
        None => IntExpr::Neg(Box::new(n), span.into()),
    }
}

/// Folds `count(X)`.
pub(super) fn count(of: SetExpr) -> IntExpr {
    match known_count(&of) {
        Some(count) => IntExpr::Const(count as i32),
        None => IntExpr::Count(Box::new(of)),
    }
}

/// Returns the value of a constant condition, so that `if C then E else F` folds to E or F.
pub(super) fn known_condition(condition: &BoolExpr) -> Option<bool> {
    match condition {
        BoolExpr::Const(value) => Some(*value),
        _ => None,
    }
}

/// Folds `some(X)`.
pub(super) fn some(of: SetExpr) -> BoolExpr {
    match known_count(&of) {
        Some(count) => BoolExpr::Const(count > 0),
        None => BoolExpr::Some(Box::new(of)),
    }
}

/// Returns the number of elements of a constant set. Players and kinds are counted during play.
fn known_count(of: &SetExpr) -> Option<usize> {
    match of {
        SetExpr::Cells(CellsExpr::Const(set)) => Some(set.len()),
        SetExpr::Dirs(MaskExpr::Const(mask)) => Some(mask.count_ones() as usize),
        SetExpr::Ints(of) => of.constant().map(|list| list.len()),
        _ => None,
    }
}

/// Returns the value of a constant. Pieces are compared during play.
pub(super) fn constant(any: &AnyExpr) -> Option<Raw<MAX_WORDS>> {
    Raw::of_constant(any).filter(|_| any.ty() != Type::Piece)
}
