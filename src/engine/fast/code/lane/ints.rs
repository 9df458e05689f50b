//! Numbers, one for each cell.

use super::{Digits, Lane, Lifted, Lifts, TruthSide, lift};
use crate::engine::fast::code::Gen;
use crate::engine::fast::code::set::Words;
use crate::engine::fast::code::word::{Int, Word};
use crate::game::cells::CellSet;
use crate::game::expr::*;
use crate::game::operator::Op;

impl<'p> Gen<'p, '_> {
    /// Returns the greatest or the least of some numbers.
    fn lane_extreme(&mut self, max: bool, numbers: &[AnyExpr]) -> Lifts<Digits> {
        let mut best: Option<Digits> = None;
        for n in numbers {
            let AnyExpr::Int(n) = n else { return Ok(None) };
            let n = lift!(self.lane(n));
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
        let map = lift!(self.lane(cell));
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
}

impl Lifted for IntExpr {
    type Lane = Digits;

    fn from_lane(lane: &Lane) -> Option<Digits> {
        if let Lane::Int(digits) = lane { Some(digits.clone()) } else { None }
    }

    fn spread(make: &mut Gen<'_, '_>, n: Int) -> Lifts<Digits> {
        if let Word::Known(n) = n.word {
            return Ok(Some(Digits::known(n)));
        }
        let reach = n.high - n.low;
        if !(0..1 << 12).contains(&reach) {
            return Ok(None);
        }
        let above = make.sub(n.word, Word::Known(n.low));
        let all = make.all_cells();
        let width = 64 - reach.leading_zeros() as usize;
        let mut digits = Vec::new();
        for i in 0..width {
            let bit = make.has_bit(above, i);
            digits.push(make.set_if(bit, &all));
        }
        Ok(Some(Digits { low: n.low, digits }))
    }

    fn lift(&self, make: &mut Gen<'_, '_>) -> Lifts<Digits> {
        let digits = match self {
            IntExpr::Neg(n, _) => {
                let n = lift!(make.lane(&**n));
                make.lane_negative(&n)
            }
            IntExpr::Arith(Arith::Add, pair, _) => {
                let (a, b) = (lift!(make.lane(&pair.0)), lift!(make.lane(&pair.1)));
                make.lane_add(&a, &b)
            }
            IntExpr::Arith(Arith::Sub, pair, _) => {
                let (a, b) = (lift!(make.lane(&pair.0)), lift!(make.lane(&pair.1)));
                let b = make.lane_negative(&b);
                make.lane_add(&a, &b)
            }
            IntExpr::Arith(Arith::Rem, pair, _) => {
                let IntExpr::Const(by) = pair.1 else { return Ok(None) };
                let n = lift!(make.lane(&pair.0));
                // The remainder by 2, 4, 8 is the last digits.
                let is_last_digits = by > 0 && by.count_ones() == 1 && n.low >= 0 && n.low % i64::from(by) == 0;
                if !is_last_digits {
                    return Ok(None);
                }
                let width = by.trailing_zeros() as usize;
                Digits { low: 0, digits: n.digits.into_iter().take(width).collect() }
            }
            IntExpr::Count(set) => match &**set {
                SetExpr::Cells(cells) => {
                    let entries = lift!(make.lane_entries(cells));
                    let sets: Vec<Words> = make.apart(entries).into_iter().map(|(_, cells)| cells).collect();
                    make.lane_tally(&sets)
                }
                SetExpr::Dirs(dirs) => {
                    let sets: Vec<Words> = lift!(make.lane(dirs)).into_iter().map(|(_, cells)| cells).collect();
                    make.lane_tally(&sets)
                }
                _ => return Ok(None),
            },
            IntExpr::CountOf(each) => {
                let mut sets = Vec::new();
                lift!(make.each_lane(&each.over, each.slot, &mut |make, cells| {
                    let holds = lift!(make.lane(&each.body));
                    sets.push(make.set_and(cells, &holds));
                    Ok(Some(()))
                }));
                make.lane_tally(&sets)
            }
            IntExpr::Sum(each, _) => {
                let mut sum = Digits::known(0);
                lift!(make.each_lane(&each.over, each.slot, &mut |make, cells| {
                    let n = lift!(make.lane(&each.body));
                    let n = lift!(make.lane_only(cells, n));
                    sum = make.lane_add(&sum, &n);
                    // Each addition may take one more digit.
                    Ok(sum.fits().then_some(()))
                }));
                sum
            }
            _ => return Ok(None),
        };
        // If a number may not fit 32 bits, it faults for that cell alone, so no lane can represent it.
        Ok(Some(digits).filter(Digits::fits))
    }

    fn lift_operator(make: &mut Gen<'_, '_>, op: Op, args: &[AnyExpr]) -> Lifts<Digits> {
        let board = make.plan.board();
        let digits = match (op, args) {
            (Op::Max | Op::Min, numbers) => lift!(make.lane_extreme(op == Op::Max, numbers)),
            (Op::Abs, [AnyExpr::Int(n)]) => {
                let n = lift!(make.lane(n));
                let below = make.lane_negative(&n);
                let is_above = lift!(make.lane_compare(Compare::Greater, n.clone(), below.clone()));
                lift!(make.lane_choice(&is_above, n, below))
            }
            (Op::Row, [AnyExpr::Cell(cell)]) => {
                lift!(make.lane_table(cell, |cell| board.row(cell).map_or(0, i64::from)))
            }
            (Op::Column, [AnyExpr::Cell(cell)]) => {
                lift!(make.lane_table(cell, |cell| board.column(cell).map_or(0, i64::from)))
            }
            _ => return Ok(None),
        };
        Ok(Some(digits).filter(Digits::fits))
    }

    fn join(make: &mut Gen<'_, '_>, before: Option<Digits>, value: Digits, side: TruthSide<'_>) -> Lifts<Digits> {
        match before {
            // The values for other cells are added later.
            None => Ok(Some(value)),
            Some(before) if side.wanted => make.lane_choice(side.holds, value, before),
            Some(before) => make.lane_choice(side.holds, before, value),
        }
    }
}
