//! Constant folding: constant parts of expressions are evaluated before play.
//!
//! An expression that faults is not folded: a division by zero stays in the rules and is reported when it happens.

use crate::game::expr::*;
use crate::game::operator::Ground;
use crate::source::Span;

/// Folds `a + b` and other arithmetic.
pub(super) fn arith(op: Arith, a: IntExpr, b: IntExpr, span: Span) -> IntExpr {
    if let (IntExpr::Const(x), IntExpr::Const(y)) = (&a, &b)
        && let Some(value) = arith_const(op, *x, *y)
    {
        return IntExpr::Const(value);
    }
    IntExpr::Arith(op, Box::new((a, b)), span.into())
}

fn arith_const(op: Arith, x: i32, y: i32) -> Option<i32> {
    match op {
        Arith::Add => x.checked_add(y),
        Arith::Sub => x.checked_sub(y),
        Arith::Mul => x.checked_mul(y),
        Arith::Div => {
            let quotient = x.checked_div(y)?;
            Some(if x.checked_rem(y)? != 0 && (x < 0) != (y < 0) { quotient - 1 } else { quotient })
        }
        Arith::Rem => {
            let rest = x.checked_rem(y)?;
            Some(if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest })
        }
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
        return BoolExpr::Const(match op {
            Compare::Equal => x == y,
            Compare::NotEqual => x != y,
            Compare::Less => x < y,
            Compare::LessEqual => x <= y,
            Compare::Greater => x > y,
            Compare::GreaterEqual => x >= y,
        });
    }
    BoolExpr::Compare(op, Box::new((a, b)))
}

/// Folds `a == b` of two single values.
pub(super) fn same(pair: ScalarPair) -> BoolExpr {
    let known = match &pair {
        ScalarPair::Bool(BoolExpr::Const(a), BoolExpr::Const(b)) => Some(a == b),
        ScalarPair::Cell(CellExpr::Const(a), CellExpr::Const(b)) => Some(a == b),
        ScalarPair::Dir(DirExpr::Const(a), DirExpr::Const(b)) => Some(a == b),
        ScalarPair::Player(PlayerExpr::Const(a), PlayerExpr::Const(b)) => Some(a == b),
        ScalarPair::Kind(KindExpr::Const(a), KindExpr::Const(b)) => Some(a == b),
        _ => None,
    };
    known.map_or_else(|| BoolExpr::Same(Box::new(pair)), BoolExpr::Const)
}

/// Folds `p in S`.
pub(super) fn member(membership: Membership) -> BoolExpr {
    let known = match &membership {
        Membership::Cell(CellExpr::Const(cell), CellsExpr::Const(set)) => Some(set.contains(*cell)),
        Membership::Dir(DirExpr::Const(dir), MaskExpr::Const(mask)) => Some(mask >> dir.0 & 1 == 1),
        Membership::Int(IntExpr::Const(n), set) => set.constant().map(|set| set.contains(n)),
        _ => None,
    };
    known.map_or_else(|| BoolExpr::In(Box::new(membership)), BoolExpr::Const)
}

/// Folds `&`, `|` and `except` of cells.
pub(super) fn cells_op(op: SetOp, a: CellsExpr, b: CellsExpr) -> CellsExpr {
    if let (CellsExpr::Const(x), CellsExpr::Const(y)) = (&a, &b) {
        return CellsExpr::Const(Box::new(match op {
            SetOp::And => x.and(y),
            SetOp::Or => x.or(y),
            SetOp::Except => x.except(y),
        }));
    }
    CellsExpr::Op(op, Box::new((a, b)))
}

/// Folds `&`, `|` and `except` of directions, players or kinds.
pub(super) fn mask_op<E: Element>(op: SetOp, a: MaskExpr<E>, b: MaskExpr<E>) -> MaskExpr<E> {
    if let (MaskExpr::Const(x), MaskExpr::Const(y)) = (&a, &b) {
        return MaskExpr::Const(match op {
            SetOp::And => x & y,
            SetOp::Or => x | y,
            SetOp::Except => x & !y,
        });
    }
    MaskExpr::Op(op, Box::new((a, b)))
}

/// Folds an operator with constant arguments to its value. An operator that faults is not folded.
pub(super) fn apply(ground: &Ground<'_>, apply: Apply) -> AnyExpr {
    apply.constant(ground).unwrap_or_else(|| AnyExpr::apply(apply))
}

fn int(expr: &IntExpr) -> Option<i32> {
    match expr {
        IntExpr::Const(n) => Some(*n),
        _ => None,
    }
}

/// Folds `-n`.
pub(super) fn negative(n: IntExpr, span: Span) -> IntExpr {
    match int(&n).and_then(i32::checked_neg) {
        Some(n) => IntExpr::Const(n),
        None => IntExpr::Neg(Box::new(n), span.into()),
    }
}

/// Folds `count(X)`.
pub(super) fn count(of: SetExpr) -> IntExpr {
    let known = match &of {
        SetExpr::Cells(CellsExpr::Const(set)) => Some(set.len() as i32),
        SetExpr::Dirs(MaskExpr::Const(mask)) => Some(mask.count_ones() as i32),
        SetExpr::Ints(of) => of.constant().map(|list| list.len() as i32),
        _ => None,
    };
    known.map_or_else(|| IntExpr::Count(Box::new(of)), IntExpr::Const)
}

/// Returns the value of a constant condition, so that `if C then E else F` folds to E or F.
pub(super) fn known_condition(condition: &BoolExpr) -> Option<bool> {
    match condition {
        BoolExpr::Const(value) => Some(*value),
        _ => None,
    }
}

/// Folds `some(X)` of a constant X.
pub(super) fn some(of: SetExpr) -> BoolExpr {
    let known = match &of {
        SetExpr::Cells(CellsExpr::Const(set)) => Some(!set.is_empty()),
        SetExpr::Dirs(MaskExpr::Const(mask)) => Some(*mask != 0),
        SetExpr::Ints(of) => of.constant().map(|list| !list.is_empty()),
        _ => None,
    };
    known.map_or_else(|| BoolExpr::Some(Box::new(of)), BoolExpr::Const)
}
