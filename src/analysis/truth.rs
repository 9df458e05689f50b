//! Conditions.

use super::Analysis;
use super::domain::*;
use crate::game::cells::Cell;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression};
use crate::game::piece::Dir;
use crate::source::Span;

impl Analysis<'_> {
    /// Returns whether a condition always holds (true) or never does (false), or `None` if that depends.
    pub(crate) fn is_settled(&mut self, condition: &BoolExpr) -> Option<bool> {
        self.truth(condition).known()
    }

    pub(super) fn own_truth(&mut self, condition: &BoolExpr) -> Truth {
        match condition {
            BoolExpr::Const(holds) => Truth::of(*holds),
            BoolExpr::Watched(_, one) => self.truth(one),
            BoolExpr::Not(one) => self.truth(one).not(),
            BoolExpr::And(_) => self.chain(condition, true),
            BoolExpr::Or(_) => self.chain(condition, false),
            BoolExpr::Compare(op, pair) => {
                let (a, b) = (self.int(&pair.0), self.int(&pair.1));
                match op {
                    Compare::Equal => a.compare_equal(b),
                    Compare::NotEqual => a.compare_equal(b).not(),
                    Compare::Less => a.compare_less(b),
                    Compare::LessEqual => b.compare_less(a).not(),
                    Compare::Greater => b.compare_less(a),
                    Compare::GreaterEqual => a.compare_less(b).not(),
                }
            }
            BoolExpr::Same(pair) => self.compare_equal(&pair.0, &pair.1),
            BoolExpr::SameSet(pair) => {
                let (a, b) = (self.value(pair.0.part()), self.value(pair.1.part()));
                match (a.known(), b.known()) {
                    (Some(a), Some(b)) => Truth::of(a == b),
                    _ => Truth::EITHER,
                }
            }
            BoolExpr::Within(pair) => match (self.value(pair.0.part()), self.value(pair.1.part())) {
                (AbstractValue::Cells(a), AbstractValue::Cells(b)) => a.is_surely_within(&b),
                (AbstractValue::Dirs(a), AbstractValue::Dirs(b))
                | (AbstractValue::Players(a), AbstractValue::Players(b))
                | (AbstractValue::Kinds(a), AbstractValue::Kinds(b)) => {
                    Truth { yes: a.surely & !b.maybe == 0, no: a.maybe & !b.surely != 0 }
                }
                _ => Truth::EITHER,
            },
            BoolExpr::In(membership) => match (self.value(membership.0.part()), self.value(membership.1.part())) {
                (AbstractValue::Int(n), AbstractValue::Ints(set)) => set.has(n),
                (AbstractValue::Cell(cell), AbstractValue::Cells(set)) => cell.is_in(&set),
                (AbstractValue::Dir(one), AbstractValue::Dirs(set))
                | (AbstractValue::Player(one), AbstractValue::Players(set))
                | (AbstractValue::Kind(one), AbstractValue::Kinds(set)) => {
                    Truth { yes: one.mask & set.maybe != 0, no: one.none || one.mask & !set.surely != 0 }
                }
                _ => Truth::EITHER,
            },
            BoolExpr::Some(set) => {
                let any = self.is_any(set);
                let is_known = any.no && matches!(&**set, SetExpr::Cells(cells) if self.is_known_any(cells));
                Truth { no: any.no && !is_known, ..any }
            }
            BoolExpr::SomeOf(each) => self.some_of(each, true),
            BoolExpr::Every(each) => self.some_of(each, false).not(),
            BoolExpr::Stuck(_) | BoolExpr::Possible(_) | BoolExpr::SomeMoveThen(_) => {
                self.may_fault = true;
                Truth::EITHER
            }
            BoolExpr::Common(_) => Truth::EITHER,
        }
    }

    /// Returns whether known conditions say that a set has some cell: that one of its parts has, or that a ray has its first step.
    fn is_known_any(&self, set: &CellsExpr) -> bool {
        if let CellsExpr::Op(SetOp::Or, parts) = set {
            return self.is_known_any(&parts.0) || self.is_known_any(&parts.1);
        }
        if let Some(Common::Local(slot)) = set.common()
            && let Some(AnyExpr::Cells(given)) = self.scope.given(Class::Cells, *slot)
            && !self.scope.is_later
        {
            return self.is_known_any(given);
        }
        self.scope.known.says(|condition| match condition {
            BoolExpr::Some(some) => matches!(&**some, SetExpr::Cells(some) if some == set),
            BoolExpr::In(membership) => is_begun(set, membership) && self.steps_lead_on(),
            _ => false,
        })
    }

    /// Returns whether no step leads back to its start, as on a board of one column that wraps: a ray never has its start.
    fn steps_lead_on(&self) -> bool {
        let board = self.board();
        let leads_on = |cell: Cell| (0..board.dirs()).all(|dir| board.step(cell, Dir(dir as u8)) != cell);
        board.cells().all(leads_on)
    }

    /// Evaluates `a and b and c`, or the same with `or`; an operand counts only if those before it have not decided.
    fn chain(&mut self, condition: &BoolExpr, and: bool) -> Truth {
        self.forgetting(|inner| {
            let mut all = Truth::of(and);
            let operands = operands(condition, and);
            for (n, operand) in operands.iter().enumerate() {
                let truth = inner.truth(operand);
                all = if and { all.and(truth) } else { all.or(truth) };
                if all.known() == Some(!and) {
                    break;
                }
                if inner.limits.elements == 0 && n + 1 < operands.len() {
                    inner.suppose(operand, and, Span::default());
                }
            }
            all
        })
    }

    /// Returns whether the condition can hold (or fail, without `holds`) for some element, and whether for none.
    fn some_of(&mut self, each: &Generator<BoolExpr>, holds: bool) -> Truth {
        self.may_exceed = true;
        let seen_as = |truth: Truth| if holds { truth } else { truth.not() };
        let seen = self.each(each.slot, &each.over, |of, element| {
            let found = seen_as(of.truth(&each.body));
            Truth { yes: found.yes, no: found.no || !element.is_sure }
        });
        if let Some(seen) = seen {
            return seen.into_iter().fold(Truth::of(false), Truth::or);
        }
        let any = self.is_any(&each.over);
        if !any.yes {
            return Truth::of(false);
        }
        any.and(seen_as(self.with_element(each.slot, &each.over, |of| of.truth(&each.body))))
    }
}

/// Returns whether a set is a ray, and what is in a set its first step.
fn is_begun(set: &CellsExpr, membership: &(AnyExpr, SetExpr)) -> bool {
    let (
        Some((
            Op::Ray,
            [AnyExpr::Cells(CellsExpr::One(from)), AnyExpr::Dirs(MaskExpr::One(dir)), AnyExpr::Cells(through)],
        )),
        SetExpr::Cells(place),
    ) = (set.applied(), &membership.1)
    else {
        return false;
    };
    match membership.0.part().applied() {
        Some((Op::Step, [AnyExpr::Cell(start), AnyExpr::Dir(along), AnyExpr::Int(IntExpr::Const(1))])) => {
            start == &**from && along == &**dir && place == through
        }
        _ => false,
    }
}

/// Returns the operands of a chain of `and` (true) or `or` (false), from left to right.
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
