//! Numbers and sets of numbers.

use super::budget;
use super::run::{Run, fault};
use super::value::Ran;
use crate::diagnostic::Code;
use crate::game::expr::*;
use crate::game::operator::Ints;
use crate::outcome::Fault;
use crate::source::Span;

impl<const W: usize> Run<'_, W> {
    /// Returns the value of a number.
    #[inline]
    pub(super) fn int(&mut self, expr: &IntExpr) -> Ran<i32> {
        match expr {
            IntExpr::Const(n) => Ok(*n),
            IntExpr::Common(common) => self.common(common),
            other => self.other_int(other),
        }
    }

    fn other_int(&mut self, expr: &IntExpr) -> Ran<i32> {
        match expr {
            IntExpr::Const(n) => Ok(*n),
            IntExpr::Common(common) => self.common(common),
            IntExpr::Neg(n, span) => fitting(-i64::from(self.int(n)?), *span),
            IntExpr::Arith(op, pair, span) => {
                let (a, b) = (self.int(&pair.0)?, self.int(&pair.1)?);
                arith(*op, a, b, *span)
            }
            IntExpr::Count(set) => Ok(match &**set {
                SetExpr::Cells(cells) => self.cells(cells)?.len() as i32,
                other => self.elements(other)?.len() as i32,
            }),
            IntExpr::CountOf(each) => {
                let mut count = 0;
                for element in self.elements(&each.over)? {
                    count += i32::from(self.with(each.slot, element, |run| run.bool(&each.body))?);
                }
                Ok(count)
            }
            IntExpr::Sum(each, span) => {
                let mut sum = 0;
                for element in self.elements(&each.over)? {
                    sum += i64::from(self.with(each.slot, element, |run| run.int(&each.body))?);
                    fitting(sum, *span)?;
                }
                fitting(sum, *span)
            }
            IntExpr::Best { max, each, default, at: span } => {
                let mut best: Option<i32> = None;
                for element in self.elements(&each.over)? {
                    let n = self.with(each.slot, element, |run| run.int(&each.body))?;
                    best = Some(best.map_or(n, |best| if *max { best.max(n) } else { best.min(n) }));
                }
                match (best, default) {
                    (Some(best), _) => Ok(best),
                    (None, Some(default)) => self.int(default),
                    (None, None) => {
                        let word = if *max { "max" } else { "min" };
                        Err(fault(
                            Code::F06,
                            *span,
                            format!("`{word}` of an empty set has no value: write `{word}(...) or 0`"),
                        ))
                    }
                }
            }
            IntExpr::Ply => Ok(i32::try_from(self.state.ply).unwrap_or(i32::MAX)),
            IntExpr::Repeated(form) => self.repeated(*form),
        }
    }

    /// Runs a function with an element in its slot.
    #[inline]
    pub(super) fn with<R>(&mut self, slot: Slot, element: i64, run: impl FnOnce(&mut Self) -> Ran<R>) -> Ran<R> {
        self.step()?;
        self.frames.set_word(slot, element);
        run(self)
    }

    /// Returns the value of a set of numbers.
    pub(super) fn ints(&mut self, expr: &IntsExpr) -> Ran<Ints> {
        let ints = self.collected(expr)?;
        self.steps(ints.len() / 8)?;
        Ok(ints)
    }

    fn collected(&mut self, expr: &IntsExpr) -> Ran<Ints> {
        match expr {
            IntsExpr::Common(common) => self.common(common),
            IntsExpr::Range(ends, span) => {
                let (a, b) = (self.int(&ends.0)?, self.int(&ends.1)?);
                if i64::from(b) - i64::from(a) >= budget::NUMBERS {
                    return Err(Box::new(Fault { span: (*span).into(), ..*self.exhausted(&budget::TOO_MANY_NUMBERS) }));
                }
                Ok((a..=b).collect())
            }
            IntsExpr::List(numbers) => {
                let mut ints = Ints::new();
                for n in numbers {
                    ints.push(self.int(n)?);
                }
                ints.sort_unstable();
                ints.dedup();
                Ok(ints)
            }
            IntsExpr::Op(op, pair) => {
                let (a, b) = (self.ints(&pair.0)?, self.ints(&pair.1)?);
                self.few(joined(*op, a, &b))
            }
            IntsExpr::Union(each) => {
                let mut all = Ints::new();
                for element in self.elements(&each.over)? {
                    let more = self.with(each.slot, element, |run| run.ints(&each.body))?;
                    all = self.few(joined(SetOp::Or, all, &more))?;
                }
                Ok(all)
            }
            IntsExpr::Filter(filter) => {
                let mut kept = Ints::new();
                for n in self.ints(&filter.over)? {
                    if self.with(filter.slot, i64::from(n), |run| run.bool(&filter.keep))? {
                        kept.push(n);
                    }
                }
                Ok(kept)
            }
        }
    }

    /// Returns a set of numbers, if it is not too large.
    fn few(&self, all: Ints) -> Ran<Ints> {
        if all.len() as i64 > budget::NUMBERS {
            return Err(self.exhausted(&budget::TOO_MANY_NUMBERS));
        }
        Ok(all)
    }

    /// Returns whether a number is in a set, without listing a range.
    pub(super) fn int_in(&mut self, n: i32, set: &IntsExpr) -> Ran<bool> {
        match set {
            IntsExpr::Range(ends, _) => {
                let (a, b) = (self.int(&ends.0)?, self.int(&ends.1)?);
                Ok((a..=b).contains(&n))
            }
            other => Ok(self.ints(other)?.binary_search(&n).is_ok()),
        }
    }
}

/// Returns a number as 32 bits, or F05.
#[inline]
fn fitting(n: i64, span: impl Into<Span>) -> Ran<i32> {
    i32::try_from(n).map_err(|_| fault(Code::F05, span, format!("{n} does not fit into 32 bits")))
}

#[inline]
fn arith(op: Arith, a: i32, b: i32, span: impl Into<Span>) -> Ran<i32> {
    match op.evaluate(a, b) {
        Some(result) => fitting(result, span),
        None => Err(fault(Code::F05, span, format!("{a} is divided by 0"))),
    }
}

fn joined(op: SetOp, a: Ints, b: &Ints) -> Ints {
    let in_b = |n: &i32| b.binary_search(n).is_ok();
    match op {
        SetOp::And => a.into_iter().filter(in_b).collect(),
        SetOp::Except => a.into_iter().filter(|n| !in_b(n)).collect(),
        SetOp::Or => {
            let mut all = a;
            all.extend_from_slice(b);
            all.sort_unstable();
            all.dedup();
            all
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn done(op: Arith, a: i32, b: i32) -> Option<i32> {
        arith(op, a, b, Span::default()).ok()
    }

    #[test]
    fn division_rounds_down_and_the_remainder_has_the_divisors_sign() {
        assert_eq!(done(Arith::Div, -7, 2), Some(-4));
        assert_eq!(done(Arith::Rem, -7, 2), Some(1));
        assert_eq!(done(Arith::Div, 7, -2), Some(-4));
        assert_eq!(done(Arith::Rem, 7, -2), Some(-1));
        assert_eq!(done(Arith::Rem, -6, 3), Some(0));
        assert_eq!(done(Arith::Rem, i32::MIN, -1), Some(0));
    }

    #[test]
    fn what_does_not_fit_is_a_fault() {
        assert_eq!(done(Arith::Add, i32::MAX, 1), None);
        assert_eq!(done(Arith::Div, i32::MIN, -1), None);
        assert_eq!(done(Arith::Mul, 1 << 20, 1 << 20), None);
        let fault = arith(Arith::Rem, 3, 0, Span::default()).err();
        assert_eq!(fault.map(|fault| (fault.code, fault.message)), Some((Code::F05, "3 is divided by 0".into())));
    }

    #[test]
    fn sets_of_numbers_are_joined_in_order() {
        let (a, b) = (Ints::from_slice(&[1, 3, 5]), Ints::from_slice(&[-1, 3]));
        assert_eq!(joined(SetOp::And, a.clone(), &b).as_slice(), [3]);
        assert_eq!(joined(SetOp::Or, a.clone(), &b).as_slice(), [-1, 1, 3, 5]);
        assert_eq!(joined(SetOp::Except, a, &b).as_slice(), [1, 5]);
    }
}
