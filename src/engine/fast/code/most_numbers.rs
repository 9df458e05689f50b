//! Upper bounds of numbers and sets of numbers.

use super::Gen;
use super::bounds::{DEFS, Given, Since};
use super::word::{Word, ZERO};
use crate::analysis::{Analysis, Interval, Limits};
use crate::game::expr::*;
use crate::game::part::{AsPart, Part, Shared};
use crate::game::rules::VarId;
use cranelift_codegen::ir::condcodes::IntCC;

/// The most expressions analyzed for the bounds of a number.
const FUEL: u32 = 1000;

/// Numbers with a greater bound, or with a lower one below its negative, are not drawn.
const SMALL: i64 = 24;

/// If a variable is greater, all moves are listed.
const STORED: i64 = 64;

/// The most values of a variable of which the greatest is found.
const VALUES: usize = 128;

/// The most numbers up to a variable.
pub(super) const UP_TO_STORED: i64 = STORED + SMALL + 1;

/// How many sums inside one another are bounded.
const LEVELS: u32 = 3;

/// How many numbers a bound can be the sum of.
pub(super) const TERMS: u64 = 1 << LEVELS;

impl<'p> Gen<'p, '_> {
    /// Returns an upper bound of the size of a set of numbers before the move, if it is small.
    pub(super) fn most_numbers(&mut self, numbers: &'p IntsExpr, given: Given<'p, '_>, depth: u32) -> Option<Word> {
        match numbers {
            IntsExpr::Range(ends, _) => {
                let first = self.small_least(&ends.0, given)?;
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
        let known = self.ends_of(number, given).most;
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
                        let least = self.small_least(&pair.1, given)?;
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
                Common::Var(var) => self.most_stored(var),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns an upper bound of the size of a set of numbers up to a variable, if it is not among those that have changed since the beginning of the move;
    /// no more than [`UP_TO_STORED`].
    pub(super) fn most_up_to(&mut self, numbers: &'p IntsExpr, changed: &[VarId]) -> Option<Word> {
        match numbers {
            IntsExpr::Range(ends, _) => {
                let first = self.small_least(&ends.0, Given::NOTHING)?;
                let IntExpr::Common(last) = &ends.1 else { return None };
                let Common::Var(var) = &**last else { return None };
                if changed.contains(&var.var) {
                    return None;
                }
                let most = self.most_stored(var)?;
                let count = self.sub(most, Word::Known(first - 1));
                Some(self.extreme(true, count, ZERO))
            }
            IntsExpr::Filter(filter) => self.most_up_to(&filter.over, changed),
            _ => None,
        }
    }

    /// Returns the greatest of the values of a variable before the move, up to [`STORED`]; if one is greater, all moves are listed.
    fn most_stored(&mut self, var: &VarRef) -> Option<Word> {
        let place = self.plan.game.layout.vars[usize::from(var.var.0)];
        let most = match place.count {
            1 => self.load(place.offset),
            2..=VALUES => {
                let most = self.variable(ZERO);
                self.each_index(place.count, |make, n| {
                    let at = make.mul(n, Word::Known(place.stride as i64));
                    let (known, value) = (make.read(most), make.load_word(place.offset, at));
                    let greater = make.extreme(true, known, value);
                    make.assign(most, greater);
                    Ok(())
                })
                .ok()?;
                self.read(most)
            }
            _ => return None,
        };
        let beyond = self.compare(IntCC::SignedGreaterThan, most, Word::Known(STORED));
        self.list_if(beyond);
        Some(self.extreme(false, most, Word::Known(STORED)))
    }

    /// Returns the least value of a number, if it is not far below 0: bounds are multiplied and must fit 64 bits.
    fn small_least(&self, number: &'p IntExpr, given: Given<'p, '_>) -> Option<i64> {
        Some(self.ends_of(number, given).least).filter(|least| *least >= -SMALL)
    }

    /// Returns the least and the greatest value of a number in any position.
    fn ends_of(&self, number: &'p IntExpr, given: Given<'p, '_>) -> Interval {
        let mut analysis = Analysis::of(&self.plan.game, Limits::new(FUEL));
        for binder in given.binders {
            let is_binder = |part: Part<'_>| matches!(part.shared(), Some(Shared::Local(slot)) if slot == binder.slot);
            if number.part().contains(&mut { is_binder }) {
                let element = analysis.element(&binder.over);
                analysis.scope.known.push(binder.slot, element);
            }
        }
        analysis.int(number)
    }
}
