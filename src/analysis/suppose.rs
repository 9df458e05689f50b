//! What follows when a condition holds or does not hold.

use super::Analysis;
use super::domain::*;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::Expression;
use crate::source::Span;

impl Analysis<'_> {
    /// Assumes that a condition holds, or that it does not.
    pub(crate) fn suppose(&mut self, condition: &BoolExpr, holds: bool, from: Span) {
        self.learn(condition, holds, from, None);
    }

    /// Assumes what a condition says about one local cell, given that it holds.
    pub(crate) fn suppose_about(&mut self, condition: &BoolExpr, slot: Slot) {
        self.learn(condition, true, Span::default(), Some(slot));
    }

    fn learn(&mut self, condition: &BoolExpr, holds: bool, from: Span, about: Option<Slot>) {
        if !self.spend() {
            return;
        }
        match condition {
            BoolExpr::Const(_) => return,
            BoolExpr::Not(inner) => return self.learn(inner, !holds, from, about),
            BoolExpr::Watched(_, inner) => return self.learn(inner, holds, from, about),
            BoolExpr::And(sides) if holds => {
                self.learn(&sides.0, true, from, about);
                return self.learn(&sides.1, true, from, about);
            }
            BoolExpr::Or(sides) if !holds => {
                self.learn(&sides.0, false, from, about);
                return self.learn(&sides.1, false, from, about);
            }
            BoolExpr::And(sides) | BoolExpr::Or(sides) => self.learn_either(sides, holds, from, about),
            BoolExpr::In(membership) => {
                if let (AnyExpr::Cell(cell), SetExpr::Cells(set)) = &**membership
                    && let Some(slot) = self.local_cell(cell, about)
                {
                    let set = self.cells(set);
                    self.narrow(slot, &set, holds, from);
                }
            }
            BoolExpr::Same(pair) => self.learn_same(pair, holds, from, about),
            BoolExpr::Compare(op, sides) if about.is_none() => {
                let op = if holds { *op } else { op.negated() };
                let (a, b) = (self.int(&sides.0), self.int(&sides.1));
                self.bound(op, &sides.0, b, from);
                self.bound(mirrored(op), &sides.1, a, from);
            }
            _ => {}
        }
        if about.is_none() {
            self.scope.known.push_condition(condition, holds, from);
        }
    }

    /// Assumes what both conditions say about cells, given that one of them holds or does not hold.
    fn learn_either(&mut self, sides: &(BoolExpr, BoolExpr), holds: bool, from: Span, about: Option<Slot>) {
        let known = self.scope.known.len();
        let mut each = [&sides.0, &sides.1].map(|side| {
            self.forgetting(|inner| {
                inner.learn(side, holds, from, about);
                let slots = inner.scope.known.cells_after(known);
                slots.into_iter().map(|slot| (slot, inner.cell_in(slot))).collect::<Vec<_>>()
            })
        });
        let [one, other] = &mut each;
        for (slot, cell) in one {
            if let Some((_, or)) = other.iter().find(|(other, _)| other == slot) {
                self.scope.known.push_local(Class::Word, *slot, AbstractValue::Cell(cell.join(or)), from);
            }
        }
    }

    fn learn_same(&mut self, pair: &(AnyExpr, AnyExpr), holds: bool, from: Span, about: Option<Slot>) {
        match pair {
            (AnyExpr::Kind(kind), AnyExpr::Kind(KindExpr::Const(is))) => {
                if let Some(cell) = cell_of(kind)
                    && let Some(slot) = self.local_cell(cell, about)
                {
                    let set = self.cells(&CellsExpr::OfKind(*is));
                    self.narrow(slot, &set, holds, from);
                }
            }
            (AnyExpr::Cell(a), AnyExpr::Cell(b)) => {
                for (cell, other) in [(a, b), (b, a)] {
                    let Some(slot) = self.local_cell(cell, about) else { continue };
                    let other = self.cell(other);
                    let mut cell = self.cell_in(slot);
                    if holds {
                        cell = AbstractCell { area: self.meet(&cell.area, &other.area), off: cell.off && other.off };
                    } else if let Some(other) = other.known() {
                        cell.area.cells.remove(other);
                        cell.area = self.meet(&cell.area, &self.everywhere);
                        cell.off &= !other.is_off();
                    }
                    self.scope.known.push_local(Class::Word, slot, AbstractValue::Cell(cell), from);
                }
            }
            _ => {}
        }
    }

    /// Returns the local that the cell expression names, if facts about it are wanted.
    fn local_cell(&self, cell: &CellExpr, about: Option<Slot>) -> Option<Slot> {
        let CellExpr::Common(common) = cell else { return None };
        let Common::Local(slot) = **common else { return None };
        let slot = self.scope.original(slot);
        about.is_none_or(|about| self.scope.original(about) == slot).then_some(slot)
    }

    fn cell_in(&mut self, slot: Slot) -> AbstractCell {
        self.cell(&CellExpr::Common(Box::new(Common::Local(slot))))
    }

    /// Assumes that a local cell is in a set, or is not.
    fn narrow(&mut self, slot: Slot, set: &AbstractCells, is_in: bool, from: Span) {
        let cell = self.cell_in(slot);
        let narrowed = match is_in {
            true => AbstractCell { area: self.meet(&cell.area, &set.area), off: false },
            false => {
                let mut area = if set.is_exact { self.less(&cell.area, &set.area).0 } else { cell.area };
                area.cells = area.cells.except(&set.surely);
                AbstractCell { area: self.meet(&area, &self.everywhere), off: cell.off }
            }
        };
        self.scope.known.push_local(Class::Word, slot, AbstractValue::Cell(narrowed), from);
    }

    /// Assumes how a number compares with another one whose bounds are known.
    fn bound(&mut self, op: Compare, number: &IntExpr, other: Interval, from: Span) {
        if matches!(number, IntExpr::Const(_)) {
            return;
        }
        let (least, most) = match op {
            Compare::Equal => (other.least, other.most),
            Compare::NotEqual => return,
            Compare::Less => (i64::MIN, other.most.saturating_sub(1)),
            Compare::LessEqual => (i64::MIN, other.most),
            Compare::Greater => (other.least.saturating_add(1), i64::MAX),
            Compare::GreaterEqual => (other.least, i64::MAX),
        };
        self.scope.known.push_number(number, Interval { least, most }, from);
    }

    /// Returns the place in the rules that by itself settles a condition, or `None` if there is no such place.
    pub(crate) fn reason(&self, condition: &BoolExpr) -> Option<Span> {
        let settles = |known| {
            let mut inner = self.clone();
            inner.scope.known = known;
            inner.is_settled(condition).is_some()
        };
        if settles(Default::default()) {
            return None;
        }
        let places = self.scope.known.places().into_iter();
        places.into_iter().find(|place| settles(self.scope.known.only_from(*place)))
    }
}

/// Returns `p` of `kind(p)`.
fn cell_of(kind: &KindExpr) -> Option<&CellExpr> {
    match kind.applied()? {
        (Op::KindOf, [AnyExpr::Piece(PieceExpr::At(cell))]) => Some(cell),
        _ => None,
    }
}

/// Returns the same comparison with its sides exchanged.
fn mirrored(op: Compare) -> Compare {
    match op {
        Compare::Less => Compare::Greater,
        Compare::LessEqual => Compare::GreaterEqual,
        Compare::Greater => Compare::Less,
        Compare::GreaterEqual => Compare::LessEqual,
        same => same,
    }
}
