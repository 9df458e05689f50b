//! What the rules settle by themselves: bounds of numbers, conditions that always come out the same, sets of at most one.

use crate::game::board::Board;
use crate::game::expr::*;

/// Whether a condition always holds (true), never holds (false), or depends on the position (none).
pub(super) fn decided(board: &Board, condition: &BoolExpr) -> Option<bool> {
    match condition {
        BoolExpr::Const(value) => Some(*value),
        BoolExpr::Watched(_, inner) => decided(board, inner),
        BoolExpr::Not(inner) => decided(board, inner).map(|value| !value),
        BoolExpr::And(sides) => match (decided(board, &sides.0), decided(board, &sides.1)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
        BoolExpr::Or(sides) => match (decided(board, &sides.0), decided(board, &sides.1)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        },
        BoolExpr::Compare(op, sides) => {
            let ((a, b), (c, d)) = (bounds(board, &sides.0), bounds(board, &sides.1));
            let less = if b < c {
                Some(true)
            } else if a >= d {
                Some(false)
            } else {
                None
            };
            let less_or_equal = if b <= c {
                Some(true)
            } else if a > d {
                Some(false)
            } else {
                None
            };
            match op {
                Compare::Less => less,
                Compare::LessEqual => less_or_equal,
                Compare::Greater => less_or_equal.map(|value| !value),
                Compare::GreaterEqual => less.map(|value| !value),
                Compare::Equal if b < c || d < a => Some(false),
                Compare::NotEqual if b < c || d < a => Some(true),
                _ => None,
            }
        }
        BoolExpr::In(membership) => match &**membership {
            Membership::Cell(_, set) if super::set::is_known_empty(set) => Some(false),
            _ => None,
        },
        _ => None,
    }
}

/// The least and the greatest value that a number can have.
pub(super) fn bounds(board: &Board, number: &IntExpr) -> (i64, i64) {
    let any = (i64::from(i32::MIN), i64::from(i32::MAX));
    match number {
        IntExpr::Const(n) => (i64::from(*n), i64::from(*n)),
        IntExpr::Neg(n, _) => {
            let (low, high) = bounds(board, n);
            (-high, -low)
        }
        IntExpr::Arith(op, sides, _) => {
            let ((a, b), (c, d)) = (bounds(board, &sides.0), bounds(board, &sides.1));
            match op {
                Arith::Add => (a + c, b + d),
                Arith::Sub => (a - d, b - c),
                Arith::Rem if c > 0 => (0, d - 1),
                _ => any,
            }
        }
        IntExpr::Count(set) => (0, most(board, set)),
        IntExpr::CountOf(each) => (0, most(board, &each.over)),
        IntExpr::Extreme(max, list) => {
            let each = list.iter().map(|n| bounds(board, n));
            let pick = |a: i64, b: i64| if *max { a.max(b) } else { a.min(b) };
            each.reduce(|a, b| (pick(a.0, b.0), pick(a.1, b.1))).unwrap_or(any)
        }
        IntExpr::Row(..) => (1, i64::from(board.height())),
        IntExpr::Column(..) => (1, i64::from(board.width())),
        IntExpr::Dx(_) | IntExpr::Dy(_) => (-1, 1),
        IntExpr::Abs(..) | IntExpr::Ply | IntExpr::Repeated(_) | IntExpr::Groups(_) | IntExpr::Distance(..) => {
            (0, any.1)
        }
        IntExpr::Number(..) => (1, any.1),
        IntExpr::CellNumber(_) => (0, any.1),
        IntExpr::Common(common) => match &**common {
            Common::If(_, yes, no) => {
                let ((a, b), (c, d)) = (bounds(board, yes), bounds(board, no));
                (a.min(c), b.max(d))
            }
            _ => any,
        },
        _ => any,
    }
}

/// How many elements a set can have.
pub(super) fn most(board: &Board, set: &SetExpr) -> i64 {
    match set {
        SetExpr::Cells(cells) => most_cells(board, cells),
        SetExpr::Dirs(dirs) => i64::from(most_dirs(board, dirs)),
        SetExpr::Players(MaskExpr::Const(mask)) => i64::from(mask.count_ones()),
        SetExpr::Kinds(MaskExpr::Const(mask)) => i64::from(mask.count_ones()),
        SetExpr::Players(MaskExpr::One(_)) | SetExpr::Kinds(MaskExpr::One(_)) => 1,
        SetExpr::Ints(numbers) => most_numbers(board, numbers),
        _ => i64::from(i32::MAX),
    }
}

fn most_cells(board: &Board, cells: &CellsExpr) -> i64 {
    let all = board.len() as i64;
    match cells {
        CellsExpr::Const(set) => set.len() as i64,
        CellsExpr::One(_) => 1,
        CellsExpr::Neighbors(from, dirs) => {
            let ways = match dirs {
                None => board.links().count_ones(),
                Some(dirs) => most_dirs(board, dirs),
            };
            all.min(most_cells(board, from).saturating_mul(i64::from(ways)))
        }
        CellsExpr::First(of) => all.min(most_cells(board, &of.0).saturating_mul(i64::from(most_dirs(board, &of.1)))),
        CellsExpr::Hop(of) => all.min(most_cells(board, &of.0).saturating_mul(i64::from(most_dirs(board, &of.1)))),
        CellsExpr::Op(SetOp::And, sides) => most_cells(board, &sides.0).min(most_cells(board, &sides.1)),
        CellsExpr::Op(SetOp::Except, sides) => most_cells(board, &sides.0),
        CellsExpr::Op(SetOp::Or, sides) => all.min(most_cells(board, &sides.0) + most_cells(board, &sides.1)),
        _ => all,
    }
}

fn most_dirs(board: &Board, dirs: &DirsExpr) -> u32 {
    match dirs {
        MaskExpr::Const(mask) => mask.count_ones(),
        MaskExpr::One(_) => 1,
        _ => board.dirs() as u32,
    }
}

fn most_numbers(board: &Board, numbers: &IntsExpr) -> i64 {
    match numbers {
        IntsExpr::Range(ends, _) => (bounds(board, &ends.1).1 - bounds(board, &ends.0).0 + 1).max(0),
        IntsExpr::List(list) => list.len() as i64,
        _ => i64::from(i32::MAX),
    }
}

/// The operands of a chain of one operator.
pub(super) fn operands(op: SetOp, set: &CellsExpr) -> Vec<&CellsExpr> {
    match set {
        CellsExpr::Op(other, sides) if *other == op => {
            let mut all = operands(op, &sides.0);
            all.extend(operands(op, &sides.1));
            all
        }
        set => vec![set],
    }
}
