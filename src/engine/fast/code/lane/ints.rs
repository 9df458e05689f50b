//! Numbers, one for each cell.

use super::{Digits, Lane, Lifts, Many, lift};
use crate::engine::fast::code::Gen;
use crate::engine::fast::code::locals::Local;
use crate::engine::fast::code::set::Words;
use crate::engine::fast::code::word::Word;
use crate::game::cells::CellSet;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::AsPart;

impl<'p> Gen<'p, '_> {
    pub(crate) fn lane_int(&mut self, expr: &IntExpr) -> Lifts<Digits> {
        if !self.has_lane(expr.part()) {
            let n = self.int(expr)?;
            if let Word::Known(n) = n.word {
                return Ok(Some(Digits::known(n)));
            }
            let reach = n.high - n.low;
            if !(0..1 << 12).contains(&reach) {
                return Ok(None);
            }
            // The same digits for all cells.
            let above = self.sub(n.word, Word::Known(n.low));
            let all = self.all_cells();
            let width = 64 - reach.leading_zeros();
            let mut digits = Vec::new();
            for i in 0..width {
                let bit = self.right_by(above, i);
                let bit = self.and(bit, Word::Known(1));
                digits.push(self.set_if(bit, &all));
            }
            return Ok(Some(Digits { low: n.low, digits }));
        }
        if self.plan.is_recursive(expr.part()) || !self.goes_on() {
            return Ok(None);
        }
        let digits = match expr {
            IntExpr::Common(common) => return self.lane_int_common(common),
            IntExpr::Neg(n, _) => {
                let n = lift!(self.lane_int(n));
                self.lane_negative(&n)
            }
            IntExpr::Arith(Arith::Add, pair, _) => {
                let (a, b) = (lift!(self.lane_int(&pair.0)), lift!(self.lane_int(&pair.1)));
                self.lane_add(&a, &b)
            }
            IntExpr::Arith(Arith::Sub, pair, _) => {
                let (a, b) = (lift!(self.lane_int(&pair.0)), lift!(self.lane_int(&pair.1)));
                let b = self.lane_negative(&b);
                self.lane_add(&a, &b)
            }
            IntExpr::Count(set) => match &**set {
                SetExpr::Cells(cells) => {
                    let Many::Each(entries) = lift!(self.lane_cells(cells)) else { return Ok(None) };
                    let sets: Vec<Words> = self.apart(entries).into_iter().map(|(_, cells)| cells).collect();
                    self.lane_tally(&sets)
                }
                SetExpr::Dirs(dirs) => {
                    let sets: Vec<Words> = lift!(self.lane_dirs(dirs)).into_iter().map(|(_, cells)| cells).collect();
                    self.lane_tally(&sets)
                }
                _ => return Ok(None),
            },
            IntExpr::CountOf(each) => {
                let before = self.locals.clone();
                let mut sets = Vec::new();
                let all = self.each_lane(&each.over, each.slot, &mut |make, cells| {
                    let holds = lift!(make.lane_truth(&each.body));
                    sets.push(make.set_and(cells, &holds));
                    Ok(Some(()))
                });
                self.locals = before;
                lift!(all);
                self.lane_tally(&sets)
            }
            IntExpr::Sum(each, _) => {
                let before = self.locals.clone();
                let mut sum = Digits::known(0);
                let all = self.each_lane(&each.over, each.slot, &mut |make, cells| {
                    let n = lift!(make.lane_int(&each.body));
                    let n = lift!(make.lane_only(cells, n));
                    sum = make.lane_add(&sum, &n);
                    Ok(Some(()))
                });
                self.locals = before;
                lift!(all);
                sum
            }
            _ => return Ok(None),
        };
        // If a number may not fit 32 bits, it faults for that cell alone, so no lane can represent it.
        Ok(Some(digits).filter(Digits::fits))
    }

    /// Returns the greatest or the least of some numbers.
    fn lane_extreme(&mut self, max: bool, numbers: &[AnyExpr]) -> Lifts<Digits> {
        let mut best: Option<Digits> = None;
        for n in numbers {
            let AnyExpr::Int(n) = n else { return Ok(None) };
            let n = lift!(self.lane_int(n));
            best = Some(match best {
                None => n,
                Some(old) => {
                    let sign = if max { Compare::Greater } else { Compare::Less };
                    let better = lift!(self.lane_compare(sign, n.clone(), old.clone()));
                    lift!(self.lane_choice(&better, n, old))
                }
            });
        }
        Ok(best)
    }

    /// Returns a number that is known for each cell, for a cell that is always on the board.
    fn lane_table(&mut self, cell: &CellExpr, of: impl Fn(crate::game::cells::Cell) -> i64) -> Lifts<Digits> {
        let map = lift!(self.lane_cell(cell));
        let all: CellSet = self.plan.board().all_cells();
        if map.domain() != all {
            return Ok(None);
        }
        let most = all.iter().map(|cell| of(map.to(cell))).max().unwrap_or(0);
        let width = 64 - most.leading_zeros() as usize;
        let digit = |i: usize| -> CellSet { all.iter().filter(|cell| of(map.to(*cell)) >> i & 1 == 1).collect() };
        let digits = (0..width).map(|i| self.known_set(&digit(i))).collect();
        Ok(Some(Digits { low: 0, digits }))
    }

    fn lane_int_common(&mut self, common: &Common<IntExpr>) -> Lifts<Digits> {
        let plan = self.plan;
        match common {
            Common::Local(slot) => Ok(match self.locals.words.get(slot.0 as usize) {
                Some(Local::Lane(Lane::Int(digits))) => Some(digits.clone()),
                _ => None,
            }),
            Common::Lazy(n) => match self.locals.lazies.get(*n as usize) {
                Some((_, AnyExpr::Int(value))) => self.lane_int(value),
                _ => Ok(None),
            },
            Common::Call(call) => {
                let def = &plan.game.defs.int[call.def as usize];
                let locals = lift!(self.lane_locals(call, def.frame, &def.lazies));
                self.inside(locals, |make| make.lane_int(&def.body))
            }
            Common::If(condition, yes, no) => {
                let holds = lift!(self.lane_truth(condition));
                let (yes, no) = (lift!(self.lane_int(yes)), lift!(self.lane_int(no)));
                self.lane_choice(&holds, yes, no)
            }
            Common::Match(one) => {
                let mut chosen = Digits::known(0);
                for (holds, result) in lift!(self.lane_arms(one)) {
                    let n = lift!(self.lane_int(result));
                    chosen = lift!(self.lane_choice(&holds, n, chosen));
                }
                Ok(Some(chosen))
            }
            Common::Apply(apply) => {
                let board = plan.board();
                let digits = match (apply.op, apply.args.as_slice()) {
                    (op @ (Op::Max | Op::Min), numbers) => lift!(self.lane_extreme(op == Op::Max, numbers)),
                    (Op::Row, [AnyExpr::Cell(cell)]) => {
                        lift!(self.lane_table(cell, |cell| board.row(cell).map_or(0, i64::from)))
                    }
                    (Op::Column, [AnyExpr::Cell(cell)]) => {
                        lift!(self.lane_table(cell, |cell| board.column(cell).map_or(0, i64::from)))
                    }
                    _ => return Ok(None),
                };
                Ok(Some(digits).filter(Digits::fits))
            }
            Common::Var(_) => Ok(None),
        }
    }
}
