//! Upper bounds of numbers and sets of numbers.

use super::Gen;
use super::bounds::{DEFS, Given, Since};
use super::word::{Word, ZERO};
use crate::analysis::{Analysis, Interval, Limits};
use crate::game::expr::*;

/// The most expressions analyzed for the bounds of a number.
const FUEL: u32 = 1000;

/// Numbers with a greater bound, or with a lower one below its negative, are not drawn.
const SMALL: i64 = 24;

/// How many sums inside one another are bounded.
const LEVELS: u32 = 3;

/// How many numbers a bound can be the sum of.
pub(super) const TERMS: u64 = 1 << LEVELS;

impl<'p> Gen<'p, '_> {
    /// Returns an upper bound of the size of a set of numbers before the move, if it is small.
    pub(super) fn most_numbers(&mut self, numbers: &'p IntsExpr, given: Given<'p, '_>, depth: u32) -> Option<Word> {
        match numbers {
            IntsExpr::Range(ends, _) => {
                let first = self.small_least(&ends.0)?;
                let last = self.most_number(&ends.1, given, depth)?;
                let count = self.sub(last, Word::Known(first - 1));
                Some(self.extreme(true, count, ZERO))
            }
            IntsExpr::List(list) => Some(Word::Known(list.len() as i64)),
            IntsExpr::Filter(filter) => self.most_numbers(&filter.over, given, depth),
            IntsExpr::Op(SetOp::Except, pair) => self.most_numbers(&pair.0, given, depth),
            IntsExpr::Common(common) => match &**common {
                Common::Call(call) if depth > 0 => {
                    let def = self.plan.game.defs.ints.get(call.def as usize)?;
                    self.bound_in_def(def.frame, &def.lazies, |make| {
                        make.most_numbers(&def.body, Given::NOTHING, depth - 1)
                    })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns an upper bound of a number before the move, if it is small.
    fn most_number(&mut self, number: &'p IntExpr, given: Given<'p, '_>, depth: u32) -> Option<Word> {
        let known = self.ends_of(number).most;
        if known <= SMALL {
            return Some(Word::Known(known));
        }
        match number {
            IntExpr::Count(set) => match &**set {
                SetExpr::Cells(cells) => self.most_cells(cells, given, Since::Now, depth),
                _ => None,
            },
            IntExpr::Arith(sign @ (Arith::Add | Arith::Sub), pair, _) if depth > DEFS - LEVELS => {
                let most = self.most_number(&pair.0, given, depth - 1)?;
                match sign {
                    Arith::Add => {
                        let more = self.most_number(&pair.1, given, depth - 1)?;
                        Some(self.add(most, more))
                    }
                    _ => {
                        let least = self.small_least(&pair.1)?;
                        Some(self.sub(most, Word::Known(least)))
                    }
                }
            }
            IntExpr::Common(common) => match &**common {
                Common::Call(call) if depth > 0 => {
                    let def = self.plan.game.defs.int.get(call.def as usize)?;
                    self.bound_in_def(def.frame, &def.lazies, |make| {
                        make.most_number(&def.body, Given::NOTHING, depth - 1)
                    })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the least value of a number, if it is not far below 0: bounds are multiplied and must fit 64 bits.
    fn small_least(&self, number: &IntExpr) -> Option<i64> {
        Some(self.ends_of(number).least).filter(|least| *least >= -SMALL)
    }

    /// Returns the least and the greatest value of a number in any position.
    fn ends_of(&self, number: &IntExpr) -> Interval {
        Analysis::of(&self.plan.game, Limits::new(FUEL)).int(number)
    }
}
