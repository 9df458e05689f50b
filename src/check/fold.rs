//! What is known before play is worked out before play: constant parts of expressions become constants.
//!
//! Faults are left alone: a division by zero stays in the rules, and is reported where it happens.

use crate::game::board::Board;
use crate::game::cells::{Cell, CellSet};
use crate::game::expr::*;

/// `a + b` and its like.
pub(super) fn arith(op: Arith, a: IntExpr, b: IntExpr, span: crate::source::Span) -> IntExpr {
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

/// `not C`.
pub(super) fn not(condition: BoolExpr) -> BoolExpr {
    match condition {
        BoolExpr::Const(value) => BoolExpr::Const(!value),
        BoolExpr::Not(inner) => *inner,
        condition => BoolExpr::Not(Box::new(condition)),
    }
}

/// `C and D`.
pub(super) fn and(a: BoolExpr, b: BoolExpr) -> BoolExpr {
    match (a, b) {
        (BoolExpr::Const(true), b) => b,
        (BoolExpr::Const(false), _) => BoolExpr::Const(false),
        (a, BoolExpr::Const(true)) => a,
        (a, b) => BoolExpr::And(Box::new((a, b))),
    }
}

/// `C or D`.
pub(super) fn or(a: BoolExpr, b: BoolExpr) -> BoolExpr {
    match (a, b) {
        (BoolExpr::Const(false), b) => b,
        (BoolExpr::Const(true), _) => BoolExpr::Const(true),
        (a, BoolExpr::Const(false)) => a,
        (a, b) => BoolExpr::Or(Box::new((a, b))),
    }
}

/// `a < b` and its like.
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

/// `a == b` of two single values.
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

/// `p in S`.
pub(super) fn member(membership: Membership) -> BoolExpr {
    let known = match &membership {
        Membership::Cell(CellExpr::Const(cell), CellsExpr::Const(set)) => Some(set.contains(*cell)),
        Membership::Dir(DirExpr::Const(dir), MaskExpr::Const(mask)) => Some(mask >> dir.0 & 1 == 1),
        Membership::Int(IntExpr::Const(n), set) => set.constant().map(|set| set.contains(n)),
        _ => None,
    };
    known.map_or_else(|| BoolExpr::In(Box::new(membership)), BoolExpr::Const)
}

/// `&`, `|`, `except` of cells.
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

/// `&`, `|`, `except` of directions, players, kinds.
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

/// Works out a function of the board whose operands are constants.
pub(super) fn cells(board: &Board, expr: CellsExpr) -> CellsExpr {
    known_cells(board, &expr).map_or(expr, |set| CellsExpr::Const(Box::new(set)))
}

fn known_cells(board: &Board, expr: &CellsExpr) -> Option<CellSet> {
    Some(match expr {
        CellsExpr::One(cell) => match **cell {
            CellExpr::Const(cell) => CellSet::of(cell),
            _ => return None,
        },
        CellsExpr::Rows(set) => lines_of(set.constant()?, |n| board.row_cells(n)),
        CellsExpr::Columns(set) => lines_of(set.constant()?, |n| board.column_cells(n)),
        CellsExpr::Numbered(set) => set.constant()?.into_iter().map(|n| board.numbered(n)).collect(),
        CellsExpr::Side(n) => board.side(int(n)?),
        CellsExpr::EdgeOf(dirs) => board.edge_of(mask(dirs)?),
        CellsExpr::Neighbors(from, None) => board.neighbors(set(from)?, board.links()),
        CellsExpr::Neighbors(from, Some(dirs)) => board.neighbors(set(from)?, mask(dirs)?),
        CellsExpr::Ray(of, None) => board.ray(set(&of.0)?, mask(&of.1)?, &board.all_cells()),
        CellsExpr::Ray(of, Some(through)) => board.ray(set(&of.0)?, mask(&of.1)?, set(through)?),
        CellsExpr::First(of) => board.first(set(&of.0)?, mask(&of.1)?, set(&of.2)?),
        CellsExpr::Hop(of) => board.hop(set(&of.0)?, mask(&of.1)?, set(&of.2)?),
        CellsExpr::Leap(of) => board.leap(set(&of.0)?, int(&of.1)?, int(&of.2)?),
        CellsExpr::Between(ends) => match (&ends.0, &ends.1) {
            (CellExpr::Const(p), CellExpr::Const(q)) => board.between(*p, *q),
            _ => return None,
        },
        CellsExpr::Group(of) => board.group(set(&of.0)?, set(&of.1)?),
        _ => return None,
    })
}

fn lines_of(numbers: Vec<i32>, line: impl Fn(i32) -> CellSet) -> CellSet {
    numbers.into_iter().fold(CellSet::EMPTY, |all, n| all.or(&line(n)))
}

fn set(expr: &CellsExpr) -> Option<&CellSet> {
    match expr {
        CellsExpr::Const(set) => Some(set),
        _ => None,
    }
}

fn int(expr: &IntExpr) -> Option<i32> {
    match expr {
        IntExpr::Const(n) => Some(*n),
        _ => None,
    }
}

fn mask<E: Element>(expr: &MaskExpr<E>) -> Option<u64> {
    match expr {
        MaskExpr::Const(mask) => Some(*mask),
        _ => None,
    }
}

/// Works out a question about cells whose operands are constants.
pub(super) fn number(board: &Board, expr: IntExpr) -> IntExpr {
    let known = match &expr {
        IntExpr::Neg(n, _) => int(n).and_then(i32::checked_neg),
        IntExpr::Abs(n, _) => int(n).and_then(i32::checked_abs),
        IntExpr::Count(of) => match &**of {
            SetExpr::Cells(CellsExpr::Const(set)) => Some(set.len() as i32),
            SetExpr::Dirs(MaskExpr::Const(mask)) => Some(mask.count_ones() as i32),
            SetExpr::Ints(of) => of.constant().map(|list| list.len() as i32),
            _ => None,
        },
        IntExpr::Extreme(max, list) => {
            let list: Option<Vec<i32>> = list.iter().map(int).collect();
            list.and_then(|list| if *max { list.into_iter().max() } else { list.into_iter().min() })
        }
        IntExpr::Row(cell, _) => known_cell(cell).and_then(|cell| board.row(cell)),
        IntExpr::Column(cell, _) => known_cell(cell).and_then(|cell| board.column(cell)),
        IntExpr::CellNumber(cell) => known_cell(cell).map(|cell| board.number(cell)),
        IntExpr::Dx(dir) => known_dir(dir).map(|dir| board.dx(dir)),
        IntExpr::Dy(dir) => known_dir(dir).map(|dir| board.dy(dir)),
        _ => None,
    };
    known.map_or(expr, IntExpr::Const)
}

fn known_cell(expr: &CellExpr) -> Option<Cell> {
    match expr {
        CellExpr::Const(cell) => Some(*cell),
        _ => None,
    }
}

fn known_dir(expr: &DirExpr) -> Option<crate::game::piece::Dir> {
    match expr {
        DirExpr::Const(dir) => Some(*dir),
        _ => None,
    }
}

/// Works out a cell from constants.
pub(super) fn cell(board: &Board, expr: CellExpr) -> CellExpr {
    let known = match &expr {
        CellExpr::Step(of) => match (&of.0, &of.1, &of.2) {
            (CellExpr::Const(cell), DirExpr::Const(dir), IntExpr::Const(n)) => Some(board.steps(*cell, *dir, *n)),
            _ => None,
        },
        CellExpr::At(of) => match (&of.0, &of.1) {
            (IntExpr::Const(column), IntExpr::Const(row)) => Some(board.at(*column, *row)),
            _ => None,
        },
        CellExpr::The(of, _) => set(of).filter(|set| set.len() <= 1).map(|set| set.first().unwrap_or(Cell::OFF)),
        CellExpr::Numbered(n) => int(n).map(|n| board.numbered(n)),
        _ => None,
    };
    known.map_or(expr, CellExpr::Const)
}

/// `if C then E else F` with a known C is E or F.
pub(super) fn known_condition(condition: &BoolExpr) -> Option<bool> {
    match condition {
        BoolExpr::Const(value) => Some(*value),
        _ => None,
    }
}

/// `some(X)` of a known X.
pub(super) fn some(of: SetExpr) -> BoolExpr {
    let known = match &of {
        SetExpr::Cells(CellsExpr::Const(set)) => Some(!set.is_empty()),
        SetExpr::Dirs(MaskExpr::Const(mask)) => Some(*mask != 0),
        SetExpr::Ints(of) => of.constant().map(|list| !list.is_empty()),
        _ => None,
    };
    known.map_or_else(|| BoolExpr::Some(Box::new(of)), BoolExpr::Const)
}
