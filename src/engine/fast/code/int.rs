//! Numbers and sets of numbers.

use super::sort::Thing;
use super::word::{Int, ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::slow::SlowKind;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::AsPart;
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;

const LEAST: i64 = i32::MIN as i64;
const MOST: i64 = i32::MAX as i64;

impl Gen<'_, '_> {
    pub(crate) fn int(&mut self, expr: &IntExpr) -> Gets<Int> {
        self.has_room()?;
        if let Some(known) = self.known_count(expr) {
            return Ok(known);
        }
        match expr {
            IntExpr::Const(n) => Ok(Int::known(i64::from(*n))),
            IntExpr::Common(common) => self.common(common),
            IntExpr::Neg(n, _) => {
                let n = self.int(n)?;
                let word = self.sub(ZERO, n.word);
                Ok(self.fitting(Int::between(word, -n.high, -n.low)))
            }
            IntExpr::Arith(op, pair, _) => {
                let (a, b) = (self.int(&pair.0)?, self.int(&pair.1)?);
                self.arith(*op, a, b)
            }
            IntExpr::Count(set) => self.count(set),
            IntExpr::CountOf(each) => {
                if let Some(count) = self.count_by_group(each)? {
                    return Ok(Int::between(count, 0, self.plan.cells() as i64));
                }
                if let Some(count) = self.count_lanes(each)? {
                    return Ok(Int::between(count, 0, self.plan.cells() as i64));
                }
                let count = self.variable(ZERO);
                self.hoisting(each.body.part(), each.slot, |make| {
                    make.each_judged(each, "count", &mut |make, holds| {
                        make.add_to(count, holds);
                        Ok(ZERO)
                    })
                })?;
                Ok(Int::between(self.read(count), 0, MOST))
            }
            IntExpr::Sum(each, _) => {
                if let Some(sum) = self.sum_by_group(each)? {
                    return Ok(sum);
                }
                let sum = self.variable(ZERO);
                self.each_element(&each.over, each.slot, &mut |make| {
                    make.count_step(SlowKind::Each("sum"));
                    let n = make.int(&each.body)?;
                    let old = make.read(sum);
                    let word = make.add(old, n.word);
                    let new = make.fitting(Int::between(word, 2 * LEAST, 2 * MOST));
                    make.assign(sum, new.word);
                    Ok(ZERO)
                })?;
                Ok(Int::any(self.read(sum)))
            }
            IntExpr::Best { max, each, default, .. } => {
                let (best, some) = (self.variable(ZERO), self.variable(ZERO));
                let (mut low, mut high) = (MOST, LEAST);
                let look = &mut |make: &mut Self| {
                    make.count_step(SlowKind::Each(if *max { "max" } else { "min" }));
                    let n = make.int(&each.body)?;
                    (low, high) = (low.min(n.low), high.max(n.high));
                    let n = n.word;
                    let (old, had) = (make.read(best), make.read(some));
                    let better = make.extreme(*max, old, n);
                    let new = make.select(had, better, n);
                    make.assign(best, new);
                    make.assign(some, ONE);
                    Ok(ZERO)
                };
                match (&each.over, self.by_group(each.slot, each.body.part())) {
                    (SetExpr::Cells(over), Some(by)) => {
                        let over = self.cells(over)?;
                        self.ask_groups(&over, &by, &mut |make, _| look(make))?
                    }
                    _ => self.each_unordered(&each.over, each.slot, look)?,
                };
                let (best, some) = (self.read(best), self.read(some));
                match default {
                    Some(default) => {
                        let word = self.either_word(
                            some,
                            |_| Ok(best),
                            |make| {
                                let n = make.int(default)?;
                                (low, high) = (low.min(n.low), high.max(n.high));
                                Ok(n.word)
                            },
                        )?;
                        Ok(Int::between(word, low.min(high), high.max(low)))
                    }
                    None => {
                        let none = self.not(some);
                        self.fault_if(none);
                        // Without an element, it has faulted.
                        Ok(Int::between(best, low.min(high), high.max(low)))
                    }
                }
            }
            IntExpr::Ply => {
                let ply = self.load(self.plan.native.ply);
                Ok(Int::between(ply, 0, MOST))
            }
            IntExpr::Repeated(form) => self.repeated(*form),
        }
    }

    /// Emits instructions for operators whose value is a number.
    pub(crate) fn lower_int(&mut self, op: Op, args: &[AnyExpr]) -> Gets<Option<Int>> {
        Ok(Some(match (op, args) {
            (Op::Max | Op::Min, numbers) => {
                let max = op == Op::Max;
                let mut best: Option<Int> = None;
                for n in numbers {
                    let AnyExpr::Int(n) = n else { continue };
                    let n = self.int(n)?;
                    best = Some(match best {
                        None => n,
                        Some(old) => {
                            let word = self.extreme(max, old.word, n.word);
                            let pick = if max { i64::max } else { i64::min };
                            Int::between(word, pick(old.low, n.low), pick(old.high, n.high))
                        }
                    });
                }
                best.unwrap_or(Int::known(0))
            }
            (Op::Abs, [AnyExpr::Int(n)]) => {
                let n = self.int(n)?;
                let negative = self.sub(ZERO, n.word);
                let word = self.extreme(true, n.word, negative);
                let least = if n.low <= 0 && n.high >= 0 { 0 } else { n.low.abs().min(n.high.abs()) };
                self.fitting(Int::between(word, least, n.low.abs().max(n.high.abs())))
            }
            (Op::Groups, [AnyExpr::Cells(set)]) => {
                let set = self.cells(set)?;
                self.groups(&set)?
            }
            _ => return Ok(None),
        }))
    }

    /// Faults if a number does not fit into 32 bits.
    fn fitting(&mut self, n: Int) -> Int {
        if n.low >= LEAST && n.high <= MOST {
            return n;
        }
        let shifted = self.sub(n.word, Word::Known(LEAST));
        let beyond = self.compare(IntCC::UnsignedGreaterThan, shifted, Word::Known(MOST - LEAST));
        self.fault_if(beyond);
        Int::between(n.word, n.low.max(LEAST), n.high.min(MOST))
    }

    fn arith(&mut self, op: Arith, a: Int, b: Int) -> Gets<Int> {
        let result = match op {
            Arith::Add => {
                let word = self.add(a.word, b.word);
                Int::between(word, a.low + b.low, a.high + b.high)
            }
            Arith::Sub => {
                let word = self.sub(a.word, b.word);
                Int::between(word, a.low - b.high, a.high - b.low)
            }
            Arith::Mul => {
                let word = self.mul(a.word, b.word);
                let ends = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
                Int::between(word, ends.into_iter().min().unwrap_or(0), ends.into_iter().max().unwrap_or(0))
            }
            Arith::Div | Arith::Rem => return self.divided(op, a, b),
        };
        Ok(self.fitting(result))
    }

    /// Lowers a division, which rounds down, or a remainder, which has the divisor's sign.
    pub(crate) fn divided(&mut self, op: Arith, a: Int, b: Int) -> Gets<Int> {
        if let (Word::Known(x), Word::Known(y)) = (a.word, b.word)
            && y != 0
        {
            let floor = x.div_euclid(y) - i64::from(y < 0 && x.rem_euclid(y) != 0);
            return Ok(Int::known(if op == Arith::Div { floor } else { x - floor * y }));
        }
        let none = self.same(b.word, ZERO);
        self.fault_if(none);
        if none == ONE {
            return Ok(Int::known(0));
        }
        let quotient = self.emit(a.word, b.word, |to, a, b| to.sdiv(a, b));
        let product = self.mul(quotient, b.word);
        let rest = self.sub(a.word, product);
        let uneven = self.compare(IntCC::NotEqual, rest, ZERO);
        let signs = self.xor(rest, b.word);
        let apart = self.compare(IntCC::SignedLessThan, signs, ZERO);
        let down = self.and(uneven, apart);
        let reach = a.low.abs().max(a.high.abs());
        Ok(if op == Arith::Div {
            let word = self.sub(quotient, down);
            self.fitting(Int::between(word, -reach, reach))
        } else {
            let more = self.select(down, b.word, ZERO);
            let word = self.add(rest, more);
            Int::between(word, b.low.min(0), b.high.max(0))
        })
    }

    fn count(&mut self, set: &SetExpr) -> Gets<Int> {
        if let SetExpr::Cells(cells) = set
            && let Some(near) = self.near(cells)?
        {
            return Ok(Int::between(self.near_size(&near), 0, self.plan.cells() as i64));
        }
        Ok(match self.thing(set.part())? {
            Thing::Cells(cells) => Int::between(self.size(&cells), 0, self.plan.cells() as i64),
            Thing::Word(mask, _) => Int::between(self.bits(mask), 0, 64),
            Thing::Ints(numbers) => self.how_many(numbers)?,
        })
    }

    /// Runs code for each element of a set, which is put into a local, until it returns to stop. Returns whether it did.
    pub(crate) fn each_element(
        &mut self,
        set: &SetExpr,
        slot: Slot,
        run: &mut dyn FnMut(&mut Self) -> Gets<Word>,
    ) -> Gets<Word> {
        let mut with = |make: &mut Self, word: Word, is_cell: bool| {
            make.locals.bind(slot, word, is_cell);
            run(make)
        };
        match set {
            SetExpr::Cells(cells) => {
                let mut with = |make: &mut Self, cell: Spot| with(make, cell.word, true);
                if let Some(cell) = self.at_most_one(cells)? {
                    let on = self.is_on_board(cell);
                    return self.and_then(on, |make| with(make, cell));
                }
                if let Some(cells) = self.gathered(cells)? {
                    return self.each_cell_in(cells, &mut with);
                }
                let cells = self.cells(cells)?;
                self.each_cell(&cells, &mut with)
            }
            SetExpr::Ints(numbers) => {
                let numbers = self.ints(numbers)?;
                let range = numbers.range();
                self.each_of(numbers, &mut |make, n| {
                    range.iter().for_each(|range| make.note_range(n, *range));
                    with(make, n, false)
                })
            }
            masks => {
                let mask = self.word(masks.part())?;
                self.each_bit(mask, &mut |make, element| with(make, element, false))
            }
        }
    }
}
