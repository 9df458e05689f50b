//! Truth values.

use super::run::Run;
use super::value::Ran;
use crate::game::expr::*;
use crate::game::operator::bit;

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
                Ok(compared(*sign, a, b))
            }
            BoolExpr::Same(pair) => self.same(pair),
            BoolExpr::SameSet(pair) => self.same_set(pair),
            BoolExpr::Within(pair) => self.within(pair),
            BoolExpr::In(membership) => self.member(membership),
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

    fn same(&mut self, pair: &ScalarPair) -> Ran<bool> {
        Ok(match pair {
            ScalarPair::Bool(a, b) => self.bool(a)? == self.bool(b)?,
            ScalarPair::Cell(a, b) => self.cell(a)? == self.cell(b)?,
            ScalarPair::Dir(a, b) => self.dir(a)? == self.dir(b)?,
            ScalarPair::Player(a, b) => self.player(a)? == self.player(b)?,
            ScalarPair::Kind(a, b) => self.kind(a)? == self.kind(b)?,
            ScalarPair::Piece(a, b) => self.piece(a)? == self.piece(b)?,
        })
    }

    fn same_set(&mut self, pair: &SetPair) -> Ran<bool> {
        Ok(match pair {
            SetPair::Cells(a, b) => self.cells(a)? == self.cells(b)?,
            SetPair::Dirs(a, b) => self.mask(a)? == self.mask(b)?,
            SetPair::Players(a, b) => self.mask(a)? == self.mask(b)?,
            SetPair::Kinds(a, b) => self.mask(a)? == self.mask(b)?,
            SetPair::Ints(a, b) => self.ints(a)? == self.ints(b)?,
        })
    }

    fn within(&mut self, pair: &SetPair) -> Ran<bool> {
        Ok(match pair {
            SetPair::Cells(a, b) => {
                let (a, b) = (self.cells(a)?, self.cells(b)?);
                a.within(&b)
            }
            SetPair::Dirs(a, b) => self.mask(a)? & !self.mask(b)? == 0,
            SetPair::Players(a, b) => self.mask(a)? & !self.mask(b)? == 0,
            SetPair::Kinds(a, b) => self.mask(a)? & !self.mask(b)? == 0,
            SetPair::Ints(a, b) => {
                let (a, b) = (self.ints(a)?, self.ints(b)?);
                a.iter().all(|n| b.binary_search(n).is_ok())
            }
        })
    }

    fn member(&mut self, membership: &Membership) -> Ran<bool> {
        Ok(match membership {
            Membership::Cell(cell, set) => {
                let cell = self.cell(cell)?;
                self.cell_in(cell, set)?
            }
            Membership::Dir(dir, set) => bit(self.dir(dir)?.0) & self.mask(set)? != 0,
            Membership::Player(player, set) => bit(self.player(player)?.0) & self.mask(set)? != 0,
            Membership::Kind(kind, set) => bit(self.kind(kind)?.0) & self.mask(set)? != 0,
            Membership::Int(n, set) => {
                let n = self.int(n)?;
                self.int_in(n, set)?
            }
        })
    }
}

/// Returns whether a comparison of two numbers holds.
pub(super) fn compared(sign: Compare, a: i32, b: i32) -> bool {
    match sign {
        Compare::Equal => a == b,
        Compare::NotEqual => a != b,
        Compare::Less => a < b,
        Compare::LessEqual => a <= b,
        Compare::Greater => a > b,
        Compare::GreaterEqual => a >= b,
    }
}
