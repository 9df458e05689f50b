//! Between which bounds numbers lie, and how many elements sets have.

use super::Prover;
use super::facts::{Known, What};
use crate::game::expr::*;
use crate::syntax::ast::Type;

/// What every number lies between.
const ANY: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

impl Prover<'_> {
    /// The least and the greatest value that a number can have.
    pub fn number(&self, number: &IntExpr) -> (i64, i64) {
        if self.tired() {
            return ANY;
        }
        let (low, high) = self.unsaid(number);
        let (low, high) = (low.max(ANY.0), high.min(ANY.1));
        let any = || self.facts.0.iter().any(|fact| matches!(fact.what, What::Range(..)));
        if low == high || !any() {
            return (low, high);
        }
        match self.shape(number).and_then(|shape| self.facts.range(&shape)) {
            Some((least, most)) => (low.max(least), high.min(most)),
            None => (low, high),
        }
    }

    fn unsaid(&self, number: &IntExpr) -> (i64, i64) {
        match number {
            IntExpr::Const(n) => (i64::from(*n), i64::from(*n)),
            IntExpr::Neg(n, _) => {
                let (low, high) = self.number(n);
                (-high, -low)
            }
            IntExpr::Arith(op, sides, _) => self.arith(*op, self.number(&sides.0), self.number(&sides.1)),
            IntExpr::Count(set) => (0, self.most(set)),
            IntExpr::CountOf(each) => (0, self.most(&each.over)),
            IntExpr::Sum(each, _) => {
                let (low, high) = self.with_element(each.slot, &each.over).number(&each.body);
                let many = self.most(&each.over);
                (low.saturating_mul(many).min(0), high.saturating_mul(many).max(0))
            }
            IntExpr::Best { each, default, .. } => {
                let body = self.with_element(each.slot, &each.over).number(&each.body);
                default.as_ref().map_or(body, |default| either(body, self.number(default)))
            }
            IntExpr::Extreme(max, list) => {
                let each = list.iter().map(|n| self.number(n));
                let pick = |a: i64, b: i64| if *max { a.max(b) } else { a.min(b) };
                each.reduce(|a, b| (pick(a.0, b.0), pick(a.1, b.1))).unwrap_or(ANY)
            }
            IntExpr::Abs(n, _) => {
                let (low, high) = self.number(n);
                let least = if low <= 0 && high >= 0 { 0 } else { low.abs().min(high.abs()) };
                (least, low.abs().max(high.abs()))
            }
            IntExpr::Row(cell, _) => self.along(cell, self.board.height(), |cell| self.board.row(cell)),
            IntExpr::Column(cell, _) => self.along(cell, self.board.width(), |cell| self.board.column(cell)),
            IntExpr::Dx(_) | IntExpr::Dy(_) => (-1, 1),
            IntExpr::Groups(_) | IntExpr::Distance(..) => (0, self.cells_at_most()),
            IntExpr::Ply | IntExpr::Repeated(_) | IntExpr::CellNumber(_) => (0, ANY.1),
            IntExpr::Number(..) => (1, self.players.max(1) as i64),
            IntExpr::Common(common) => match &**common {
                Common::Local(slot) => match self.facts.local(Class::Word, *slot) {
                    Some(Known::Number(low, high)) => (low, high),
                    _ => ANY,
                },
                Common::If(_, yes, no) => either(self.number(yes), self.number(no)),
                Common::Match(arms) => {
                    let each = arms.arms.iter().map(|(_, number)| number).chain(&arms.otherwise);
                    each.map(|number| self.number(number)).reduce(either).unwrap_or(ANY)
                }
                Common::Call(call) => {
                    let def = self.defs.int.get(usize::from(call.def));
                    self.within_def(Type::Int, call, def, |inner, body| inner.number(body)).unwrap_or(ANY)
                }
                Common::Lazy(_) | Common::Var(_) | Common::Apply(_) => ANY,
            },
        }
    }

    fn arith(&self, op: Arith, (a, b): (i64, i64), (c, d): (i64, i64)) -> (i64, i64) {
        match op {
            Arith::Add => (a + c, b + d),
            Arith::Sub => (a - d, b - c),
            Arith::Mul => {
                let all = [a.saturating_mul(c), a.saturating_mul(d), b.saturating_mul(c), b.saturating_mul(d)];
                all.iter().fold((i64::MAX, i64::MIN), |(low, high), n| (low.min(*n), high.max(*n)))
            }
            Arith::Div if c == d && c > 0 => (a.div_euclid(c), b.div_euclid(c)),
            Arith::Rem if c > 0 => (0, d - 1),
            Arith::Div | Arith::Rem => ANY,
        }
    }

    /// The rows or columns that a cell can lie in; it is a fault to ask for those of `off`.
    fn along(&self, cell: &CellExpr, most: i32, line: impl Fn(crate::game::cells::Cell) -> Option<i32>) -> (i64, i64) {
        if !self.fixed {
            return (1, ANY.1);
        }
        let lines = self.cell(cell).0.cells.iter().filter_map(line);
        let each = lines.map(|n| (i64::from(n), i64::from(n)));
        each.reduce(either).unwrap_or((1, i64::from(most)))
    }

    fn cells_at_most(&self) -> i64 {
        if self.fixed { self.board.len() as i64 } else { ANY.1 }
    }

    /// The least and the greatest element that a set of numbers can have.
    pub fn numbers(&self, set: &IntsExpr) -> (i64, i64) {
        match set {
            IntsExpr::Range(ends, _) => {
                let (low, high) = (self.number(&ends.0).0, self.number(&ends.1).1);
                (low, high.max(low))
            }
            IntsExpr::List(list) => list.iter().map(|n| self.number(n)).reduce(either).unwrap_or(ANY),
            IntsExpr::Filter(filter) => self.numbers(&filter.over),
            IntsExpr::Op(SetOp::Or, sides) => either(self.numbers(&sides.0), self.numbers(&sides.1)),
            IntsExpr::Op(SetOp::And | SetOp::Except, sides) => self.numbers(&sides.0),
            IntsExpr::Common(_) | IntsExpr::Union(_) => ANY,
        }
    }

    /// How many elements a set can have.
    pub fn most(&self, set: &SetExpr) -> i64 {
        match set {
            SetExpr::Cells(cells) => self.most_cells(cells),
            SetExpr::Dirs(dirs) => i64::from(self.most_dirs(dirs)),
            SetExpr::Players(MaskExpr::Const(mask)) => i64::from(mask.count_ones()),
            SetExpr::Kinds(MaskExpr::Const(mask)) => i64::from(mask.count_ones()),
            SetExpr::Players(MaskExpr::One(_)) | SetExpr::Kinds(MaskExpr::One(_)) => 1,
            SetExpr::Players(_) => self.players as i64,
            SetExpr::Kinds(_) => self.kinds.len() as i64,
            SetExpr::Ints(numbers) => match numbers {
                IntsExpr::Range(ends, _) => (self.number(&ends.1).1 - self.number(&ends.0).0 + 1).max(0),
                IntsExpr::List(list) => list.len() as i64,
                IntsExpr::Filter(filter) => self.most(&SetExpr::Ints(filter.over.clone())),
                _ => ANY.1,
            },
        }
    }

    fn most_cells(&self, cells: &CellsExpr) -> i64 {
        if self.tired() {
            return self.cells_at_most();
        }
        let area = self.cells(cells);
        let all = if area.is_empty() {
            0
        } else if self.fixed {
            area.cells.len() as i64
        } else {
            ANY.1
        };
        let many = match cells {
            CellsExpr::One(_) => 1,
            CellsExpr::Neighbors(from, dirs) => {
                let ways = dirs.as_ref().map_or(self.board.links().count_ones(), |dirs| self.most_dirs(dirs));
                self.most_cells(from).saturating_mul(i64::from(ways))
            }
            CellsExpr::First(of) => self.most_cells(&of.0).saturating_mul(i64::from(self.most_dirs(&of.1))),
            CellsExpr::Hop(of) => self.most_cells(&of.0).saturating_mul(i64::from(self.most_dirs(&of.1))),
            CellsExpr::Op(SetOp::And, sides) => self.most_cells(&sides.0).min(self.most_cells(&sides.1)),
            CellsExpr::Op(SetOp::Except, sides) => self.most_cells(&sides.0),
            CellsExpr::Op(SetOp::Or, sides) => self.most_cells(&sides.0).saturating_add(self.most_cells(&sides.1)),
            CellsExpr::Filter(filter) => self.most_cells(&filter.over),
            _ => all,
        };
        all.min(many)
    }

    fn most_dirs(&self, dirs: &DirsExpr) -> u32 {
        match dirs {
            MaskExpr::Const(mask) => mask.count_ones(),
            MaskExpr::One(_) => 1,
            _ => self.board.dirs() as u32,
        }
    }
}

/// The bounds of what lies between one pair or another.
fn either(a: (i64, i64), b: (i64, i64)) -> (i64, i64) {
    (a.0.min(b.0), a.1.max(b.1))
}
