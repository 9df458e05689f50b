//! Which conditions come out the same whatever the position is, and what follows from those that hold.

use super::Prover;
use super::facts::{Fact, Known, What};
use crate::game::expr::*;
use crate::source::Span;
use crate::syntax::ast::Type;

impl Prover<'_> {
    /// Whether a condition always holds here (true), never holds (false), or depends on the position (none).
    pub fn settled(&self, condition: &BoolExpr) -> Option<bool> {
        if self.tired() {
            return None;
        }
        match condition {
            BoolExpr::Const(value) => return Some(*value),
            BoolExpr::Not(inner) => return self.settled(inner).map(|value| !value),
            BoolExpr::Watched(_, inner) => return self.settled(inner),
            _ => {}
        }
        if self.facts.0.iter().any(|fact| matches!(fact.what, What::Said(..)))
            && let Some(value) = self.shape(condition).and_then(|shape| self.facts.said(&shape))
        {
            return Some(value);
        }
        match condition {
            BoolExpr::And(_) => self.chain(condition, true),
            BoolExpr::Or(_) => self.chain(condition, false),
            BoolExpr::Compare(op, sides) => compared(*op, self.number(&sides.0), self.number(&sides.1)),
            BoolExpr::Same(pair) => self.same(pair),
            BoolExpr::In(membership) => self.member(membership),
            BoolExpr::Within(pair) => match &**pair {
                SetPair::Cells(a, b) if self.contained(a, b) => Some(true),
                _ => None,
            },
            BoolExpr::Some(set) if self.most(set) == 0 => Some(false),
            BoolExpr::SomeOf(each) | BoolExpr::Every(each) => {
                // None, and all, hold of no element.
                let every = matches!(condition, BoolExpr::Every(_));
                if self.most(&each.over) == 0 {
                    return Some(every);
                }
                let body = self.with_element(each.slot, &each.over).settled(&each.body);
                body.filter(|value| *value == every)
            }
            BoolExpr::Common(common) => match &**common {
                Common::If(condition, yes, no) => match self.settled(condition) {
                    Some(true) => self.settled(yes),
                    Some(false) => self.settled(no),
                    None => self.settled(yes).filter(|value| self.settled(no) == Some(*value)),
                },
                Common::Call(call) => {
                    let def = self.defs.bool.get(usize::from(call.def));
                    self.within_def(Type::Bool, call, def, |inner, body| inner.settled(body)).flatten()
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `a and b and c`, or the same with `or`: an operand that comes out as the other value settles it, and so do all together.
    /// Each is asked only if those before it have not settled it.
    fn chain(&self, condition: &BoolExpr, and: bool) -> Option<bool> {
        let mut inner = self.with(self.facts.clone());
        let mut all = true;
        for operand in operands(condition, and) {
            match inner.settled(operand) {
                Some(value) if value != and => return Some(value),
                value => all &= value.is_some(),
            }
            inner.suppose(operand, and, Span::default());
        }
        all.then_some(and)
    }

    fn member(&self, membership: &Membership) -> Option<bool> {
        match membership {
            Membership::Cell(cell, set) => {
                let (area, off) = self.cell(cell);
                if area.meet(&self.cells(set), self.neutral()).is_empty() {
                    return Some(false);
                }
                let held = self.exact(set).is_some_and(|exact| area.within(&exact));
                (held && !off).then_some(true)
            }
            Membership::Kind(kind, MaskExpr::Const(set)) => {
                let (kinds, nothing) = self.kind(kind);
                match (kinds & set, kinds & !set) {
                    (0, _) => Some(false),
                    (_, 0) if !nothing => Some(true),
                    _ => None,
                }
            }
            Membership::Int(number, set) => {
                let ((a, b), (c, d)) = (self.number(number), self.numbers(set));
                if b < c || d < a {
                    return Some(false);
                }
                let IntsExpr::Range(ends, _) = set else { return None };
                let (from, to) = (self.number(&ends.0), self.number(&ends.1));
                (from.1 <= a && b <= to.0).then_some(true)
            }
            _ => None,
        }
    }

    /// Takes it for known that a condition holds, or does not.
    pub fn suppose(&mut self, condition: &BoolExpr, holds: bool, from: Span) {
        if self.tired() {
            return;
        }
        match condition {
            BoolExpr::Const(_) => return,
            BoolExpr::Not(inner) => return self.suppose(inner, !holds, from),
            BoolExpr::Watched(_, inner) => return self.suppose(inner, holds, from),
            BoolExpr::And(sides) if holds => {
                self.suppose(&sides.0, true, from);
                return self.suppose(&sides.1, true, from);
            }
            BoolExpr::Or(sides) if !holds => {
                self.suppose(&sides.0, false, from);
                return self.suppose(&sides.1, false, from);
            }
            BoolExpr::In(membership) => {
                if let Membership::Cell(cell, set) = &**membership {
                    self.narrow(cell, set, holds, from);
                }
            }
            BoolExpr::Same(pair) if holds => {
                if let ScalarPair::Kind(KindExpr::Of(piece), KindExpr::Const(kind)) = &**pair
                    && let PieceExpr::At(cell) = &**piece
                    && kind.0 < 64
                {
                    self.narrow(cell, &CellsExpr::OfKind(*kind), true, from);
                }
            }
            BoolExpr::Compare(op, sides) => {
                let op = if holds { *op } else { negated(*op) };
                let (a, b) = (self.number(&sides.0), self.number(&sides.1));
                self.bound(op, &sides.0, b, from);
                self.bound(mirrored(op), &sides.1, a, from);
            }
            _ => {}
        }
        if let Some(shape) = self.shape(condition) {
            self.facts.0.push(Fact { what: What::Said(shape, holds), from });
        }
    }

    /// Keeps in mind how a number compares with one that lies between two bounds.
    fn bound(&mut self, op: Compare, number: &IntExpr, (low, high): (i64, i64), from: Span) {
        if matches!(number, IntExpr::Const(_)) {
            return;
        }
        let (least, most) = match op {
            Compare::Equal => (low, high),
            Compare::NotEqual => return,
            Compare::Less => (i64::MIN, high.saturating_sub(1)),
            Compare::LessEqual => (i64::MIN, high),
            Compare::Greater => (low.saturating_add(1), i64::MAX),
            Compare::GreaterEqual => (low, i64::MAX),
        };
        if let Some(shape) = self.shape(number) {
            self.facts.0.push(Fact { what: What::Range(shape, least, most), from });
        }
    }

    /// Takes it for known what a local is.
    pub fn learn(&mut self, class: Class, slot: Slot, known: Known, from: Span) {
        self.facts.0.push(Fact { what: What::Local(class, slot, known), from });
    }

    /// The place that alone settles a condition, if there is one.
    pub fn reason(&self, condition: &BoolExpr) -> Option<Span> {
        let bare = self.with(Default::default());
        if bare.settled(condition).is_some() {
            return None;
        }
        let mut places: Vec<Span> = self.facts.0.iter().map(|fact| fact.from).filter(|span| !span.is_empty()).collect();
        places.dedup();
        places.into_iter().find(|place| {
            let facts = self.facts.0.iter().filter(|fact| fact.from == *place).cloned().collect();
            self.with(super::Facts(facts)).settled(condition).is_some()
        })
    }
}

/// The operands of a chain of `and` (true) or `or`, the first one first.
fn operands(condition: &BoolExpr, and: bool) -> Vec<&BoolExpr> {
    let (mut todo, mut all) = (vec![condition], Vec::new());
    while let Some(condition) = todo.pop() {
        match condition {
            BoolExpr::And(sides) if and => todo.extend([&sides.1, &sides.0]),
            BoolExpr::Or(sides) if !and => todo.extend([&sides.1, &sides.0]),
            operand => all.push(operand),
        }
    }
    all
}

/// What a comparison of numbers between these bounds comes to.
fn compared(op: Compare, (a, b): (i64, i64), (c, d): (i64, i64)) -> Option<bool> {
    let less = match () {
        () if b < c => Some(true),
        () if a >= d => Some(false),
        () => None,
    };
    let less_or_equal = match () {
        () if b <= c => Some(true),
        () if a > d => Some(false),
        () => None,
    };
    let equal = match () {
        () if b < c || d < a => Some(false),
        () if a == b && c == d && a == c => Some(true),
        () => None,
    };
    match op {
        Compare::Less => less,
        Compare::LessEqual => less_or_equal,
        Compare::Greater => less_or_equal.map(|value| !value),
        Compare::GreaterEqual => less.map(|value| !value),
        Compare::Equal => equal,
        Compare::NotEqual => equal.map(|value| !value),
    }
}

/// What holds if a comparison does not.
fn negated(op: Compare) -> Compare {
    match op {
        Compare::Equal => Compare::NotEqual,
        Compare::NotEqual => Compare::Equal,
        Compare::Less => Compare::GreaterEqual,
        Compare::LessEqual => Compare::Greater,
        Compare::Greater => Compare::LessEqual,
        Compare::GreaterEqual => Compare::Less,
    }
}

/// The same comparison, seen from the other side.
fn mirrored(op: Compare) -> Compare {
    match op {
        Compare::Less => Compare::Greater,
        Compare::LessEqual => Compare::GreaterEqual,
        Compare::Greater => Compare::Less,
        Compare::GreaterEqual => Compare::LessEqual,
        same => same,
    }
}
