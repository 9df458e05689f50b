//! Truth values.

use super::run::Run;
use super::value::Ran;
use crate::game::expr::*;
use crate::game::operator::Raw;
use crate::game::part::AsPart;

impl<const W: usize> Run<'_, W> {
    /// Returns whether a condition holds.
    pub(super) fn bool(&mut self, expr: &BoolExpr) -> Ran<bool> {
        match expr {
            BoolExpr::Const(truth) => Ok(*truth),
            BoolExpr::Common(common) => self.common(common),
            BoolExpr::Watched(place, condition) => {
                let holds = self.bool(condition)?;
                self.came_to(*place, holds);
                Ok(holds)
            }
            BoolExpr::Not(condition) => Ok(!self.bool(condition)?),
            BoolExpr::And(pair) => Ok(self.bool(&pair.0)? && self.bool(&pair.1)?),
            BoolExpr::Or(pair) => Ok(self.bool(&pair.0)? || self.bool(&pair.1)?),
            BoolExpr::Compare(sign, pair) => {
                let (a, b) = (self.int(&pair.0)?, self.int(&pair.1)?);
                Ok(sign.holds(a, b))
            }
            BoolExpr::Same(pair) => Ok(self.word(pair.0.part())? == self.word(pair.1.part())?),
            BoolExpr::SameSet(pair) => Ok(self.value(pair.0.part())? == self.value(pair.1.part())?),
            BoolExpr::Within(pair) => Ok(match (self.value(pair.0.part())?, self.value(pair.1.part())?) {
                (Raw::Cells(a), Raw::Cells(b)) => a.within(&b),
                (Raw::Ints(a), Raw::Ints(b)) => a.iter().all(|n| b.binary_search(n).is_ok()),
                (a, b) => a.word() & !b.word() == 0,
            }),
            BoolExpr::In(pair) => self.member(&pair.0, &pair.1),
            BoolExpr::Some(set) => Ok(match &**set {
                SetExpr::Cells(cells) => !self.cells(cells)?.is_empty(),
                other => !self.elements(other)?.is_empty(),
            }),
            BoolExpr::SomeOf(each) => {
                for element in self.elements(&each.over)? {
                    if self.with(each.slot, element, |run| run.bool(&each.body))? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            BoolExpr::Every(each) => {
                for element in self.elements(&each.over)? {
                    if !self.with(each.slot, element, |run| run.bool(&each.body))? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            BoolExpr::Stuck(who) => {
                let who = match who {
                    Some(who) => Some(self.player(who)?),
                    None => None,
                };
                self.stuck(who)
            }
            BoolExpr::Possible(action) => self.possible(*action),
            BoolExpr::SomeMoveThen(condition) => self.some_move_then(condition),
        }
    }

    fn member(&mut self, element: &AnyExpr, set: &SetExpr) -> Ran<bool> {
        match (element, set) {
            (AnyExpr::Cell(cell), SetExpr::Cells(set)) => {
                let cell = self.cell(cell)?;
                self.cell_in(cell, set)
            }
            (AnyExpr::Int(n), SetExpr::Ints(set)) => {
                let n = self.int(n)?;
                self.int_in(n, set)
            }
            (other, set) => {
                let code = self.word(other.part())?;
                Ok(self.elements(set)?.contains(code))
            }
        }
    }
}
