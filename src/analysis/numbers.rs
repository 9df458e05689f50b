//! Numbers and sets of numbers.

use super::Analysis;
use super::domain::{Interval, NumberSet};
use crate::game::expr::*;
use crate::game::limits::NUMBERS;

impl Analysis<'_> {
    pub(super) fn own_int(&mut self, number: &IntExpr) -> Interval {
        match number {
            IntExpr::Const(n) => Interval::of(*n),
            IntExpr::Neg(n, _) => {
                let n = self.int(n);
                self.fit(-n.most, -n.least)
            }
            IntExpr::Arith(op, pair, _) => {
                let (a, b) = (self.int(&pair.0), self.int(&pair.1));
                self.arith(*op, a, b)
            }
            IntExpr::Count(set) => self.counts(&**set),
            IntExpr::CountOf(each) => {
                self.may_exceed = true;
                let seen = self.each(each.slot, &each.over, |of, element| {
                    let holds = of.truth(&each.body);
                    (i64::from(element.is_sure && !holds.no), i64::from(holds.yes))
                });
                match seen {
                    Some(seen) => {
                        seen.iter().fold(Interval::of(0), |all, n| Interval::new(all.least + n.0, all.most + n.1))
                    }
                    None => {
                        self.with_element(each.slot, &each.over, |of| of.truth(&each.body));
                        Interval::new(0, self.count(&each.over))
                    }
                }
            }
            IntExpr::Sum(each, _) => {
                self.may_exceed = true;
                let many = self.count(&each.over);
                let body = self.with_element(each.slot, &each.over, |of| of.int(&each.body));
                self.fit(body.least.saturating_mul(many).min(0), body.most.saturating_mul(many).max(0))
            }
            IntExpr::Best { each, default, .. } => {
                self.may_exceed = true;
                self.may_fault |= default.is_none() && self.is_any(&each.over).no;
                let body = self.with_element(each.slot, &each.over, |of| of.int(&each.body));
                default.as_ref().map_or(body, |default| body.join(self.int(default)))
            }
            IntExpr::Ply | IntExpr::Repeated(_) => Interval::new(0, Interval::ALL.most),
            IntExpr::Common(_) => Interval::ALL,
        }
    }

    /// Removes the numbers that do not fit 32 bits, and notes the fault if there were any.
    pub(super) fn fit(&mut self, least: i64, most: i64) -> Interval {
        self.may_fault |= least < Interval::ALL.least || most > Interval::ALL.most;
        Interval::new(least, most)
    }

    fn arith(&mut self, op: Arith, a: Interval, b: Interval) -> Interval {
        let corners = |of: fn(i64, i64) -> i64| {
            let all = [of(a.least, b.least), of(a.least, b.most), of(a.most, b.least), of(a.most, b.most)];
            all.into_iter().map(Interval::of).reduce(Interval::join).unwrap_or(Interval::ALL)
        };
        let range = match op {
            Arith::Add => Interval { least: a.least + b.least, most: a.most + b.most },
            Arith::Sub => Interval { least: a.least - b.most, most: a.most - b.least },
            Arith::Mul => corners(i64::saturating_mul),
            Arith::Div | Arith::Rem => {
                self.may_fault |= b.least <= 0 && b.most >= 0;
                let known = a.number().zip(b.number()).and_then(|(a, b)| op.evaluate(a, b));
                match (op, known) {
                    (_, Some(known)) => Interval::of(known),
                    (Arith::Div, _) if b.least > 0 => corners(i64::div_euclid),
                    (Arith::Rem, _) if b.least > 0 => Interval { least: 0, most: b.most - 1 },
                    _ => Interval::ALL,
                }
            }
        };
        self.fit(range.least, range.most)
    }

    pub(super) fn own_ints(&mut self, set: &IntsExpr) -> NumberSet {
        match set {
            IntsExpr::Range(ends, _) => {
                let (least, most) = (self.int(&ends.0), self.int(&ends.1));
                self.may_fault |= most.most - least.least >= NUMBERS;
                NumberSet::range(least, most)
            }
            IntsExpr::List(list) => {
                let all: Vec<Interval> = list.iter().map(|n| self.int(n)).collect();
                match all.iter().map(|n| n.number()).collect::<Option<Vec<i32>>>() {
                    Some(numbers) => NumberSet::of(numbers),
                    None => {
                        let range = all.iter().copied().reduce(Interval::join);
                        NumberSet::within(range.unwrap_or(Interval::ALL), list.len() as i64)
                    }
                }
            }
            IntsExpr::Op(op, pair) => {
                let (a, b) = (self.ints(&pair.0), self.ints(&pair.1));
                match op {
                    SetOp::And => {
                        let met = NumberSet::within(a.range.meet(b.range), a.count.min(b.count));
                        NumberSet { is_full: a.is_full && b.is_full, ..met }
                    }
                    SetOp::Or => {
                        self.may_fault |= a.count.saturating_add(b.count) > NUMBERS;
                        NumberSet::within(a.range.join(b.range), a.count.saturating_add(b.count))
                    }
                    SetOp::Except => NumberSet { is_full: false, listed: None, ..a },
                }
            }
            IntsExpr::Filter(filter) => {
                self.may_exceed = true;
                self.with_element(filter.slot, &filter.over, |of| of.truth(&filter.keep));
                NumberSet { is_full: false, listed: None, ..self.ints(&filter.over) }
            }
            IntsExpr::Union(_) => {
                self.may_fault = true;
                NumberSet::all()
            }
            IntsExpr::Common(_) => NumberSet::all(),
        }
    }
}
