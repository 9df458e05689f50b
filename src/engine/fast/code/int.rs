//! Numbers, and sets of numbers.

use super::flow::Left;
use super::locals::Numbers;
use super::word::{Int, ONE, Word, ZERO};
use super::{Gen, Gets, Unsupported};
use crate::engine::fast::plan::Name;
use crate::game::expr::*;
use crate::game::piece::Dir;
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;

const LEAST: i64 = i32::MIN as i64;
const MOST: i64 = i32::MAX as i64;

impl Gen<'_, '_> {
    pub(crate) fn int(&mut self, expr: &IntExpr) -> Gets<Int> {
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
                if let Some(count) = self.count_lanes(each)? {
                    return Ok(Int::between(count, 0, self.plan.cells() as i64));
                }
                let count = self.variable(ZERO);
                self.each_element(&each.over, each.slot, &mut |make| {
                    let holds = make.truth(&each.body)?;
                    let old = make.read(count);
                    let new = make.add(old, holds);
                    make.assign(count, new);
                    Ok(ZERO)
                })?;
                Ok(Int::between(self.read(count), 0, MOST))
            }
            IntExpr::Sum(each, _) => {
                let sum = self.variable(ZERO);
                self.each_element(&each.over, each.slot, &mut |make| {
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
                self.each_element(&each.over, each.slot, &mut |make| {
                    let n = make.int(&each.body)?.word;
                    let (old, had) = (make.read(best), make.read(some));
                    let better = make.extreme(*max, old, n);
                    let new = make.select(had, better, n);
                    make.assign(best, new);
                    make.assign(some, ONE);
                    Ok(ZERO)
                })?;
                let (best, some) = (self.read(best), self.read(some));
                match default {
                    Some(default) => {
                        let left = self.either(
                            some,
                            |_| Ok(Left::from_slice(&[best])),
                            |make| Ok(Left::from_slice(&[make.int(default)?.word])),
                        )?;
                        Ok(Int::any(left[0]))
                    }
                    None => {
                        let none = self.not(some);
                        self.fault_if(none);
                        Ok(Int::any(best))
                    }
                }
            }
            IntExpr::Extreme(max, numbers) => {
                let mut best: Option<Int> = None;
                for n in numbers {
                    let n = self.int(n)?;
                    best = Some(match best {
                        None => n,
                        Some(old) => {
                            let word = self.extreme(*max, old.word, n.word);
                            let (low, high) = match max {
                                true => (old.low.max(n.low), old.high.max(n.high)),
                                false => (old.low.min(n.low), old.high.min(n.high)),
                            };
                            Int::between(word, low, high)
                        }
                    });
                }
                Ok(best.unwrap_or(Int::known(0)))
            }
            IntExpr::Abs(n, _) => {
                let n = self.int(n)?;
                let negative = self.sub(ZERO, n.word);
                let word = self.extreme(true, n.word, negative);
                Ok(self.fitting(Int::between(word, 0, n.high.max(-n.low))))
            }
            IntExpr::Row(cell, _) => {
                let cell = self.cell(cell)?;
                self.on_board(cell)?;
                let board = self.plan.board();
                let word = self.by_cell(Name::Row, cell, |cell| board.row(cell).map_or(0, i64::from));
                Ok(Int::between(word, 1, i64::from(board.height())))
            }
            IntExpr::Column(cell, _) => {
                let cell = self.cell(cell)?;
                self.on_board(cell)?;
                let board = self.plan.board();
                let word = self.by_cell(Name::Column, cell, |cell| board.column(cell).map_or(0, i64::from));
                Ok(Int::between(word, 1, i64::from(board.width())))
            }
            IntExpr::CellNumber(cell) => {
                let cell = self.cell(cell)?;
                let plan = self.plan;
                let word = self.by_cell(Name::Number, cell, |cell| i64::from(plan.number(cell)));
                Ok(Int::between(word, 0, plan.cells() as i64))
            }
            IntExpr::Dx(dir) => {
                let dir = self.dir(dir)?;
                let board = self.plan.board();
                Ok(self.by_dir(dir, |dir| i64::from(board.dx(dir))))
            }
            IntExpr::Dy(dir) => {
                let dir = self.dir(dir)?;
                let board = self.plan.board();
                Ok(self.by_dir(dir, |dir| i64::from(board.dy(dir))))
            }
            IntExpr::Number(player, _) => {
                let player = self.player(player)?;
                let players = self.plan.game.players.len() as i64;
                let nobody = self.compare(IntCC::UnsignedGreaterThanOrEqual, player, Word::Known(players));
                self.fault_if(nobody);
                let word = self.add(player, ONE);
                Ok(Int::between(word, 1, players))
            }
            IntExpr::Distance(pair, _) => {
                let (p, q) = (self.cell(&pair.0)?, self.cell(&pair.1)?);
                self.on_board(p)?;
                self.on_board(q)?;
                let cells = self.plan.cells();
                let plan = self.plan;
                if cells > 512 {
                    return Err(Unsupported("distances on large boards"));
                }
                let all = move || (0..cells as u16).map(crate::game::cells::Cell);
                let table = all().flat_map(|p| all().map(move |q| (p, q)));
                let table = table.map(|(p, q)| plan.board().distance(p, q).unwrap_or(0) as u64).collect();
                let table = self.plan.tables.keep(table);
                let line = self.mul(p.word, Word::Known(cells as i64));
                let index = self.add(line, q.word);
                Ok(Int::between(self.load_at(table, index), 0, cells as i64))
            }
            IntExpr::Groups(set) => {
                let set = self.cells(set)?;
                self.groups(&set)
            }
            IntExpr::Ply => {
                let ply = self.load(self.plan.native.ply);
                Ok(Int::between(ply, 0, MOST))
            }
            IntExpr::Repeated(form) => self.repeated(*form),
        }
    }

    /// A fault if a cell is `off`.
    fn on_board(&mut self, cell: super::word::Spot) -> Gets<()> {
        let on = self.is_on_board(cell);
        if on == ZERO {
            return Err(Unsupported("a number of `off`"));
        }
        let off = self.not(on);
        self.fault_if(off);
        Ok(())
    }

    fn by_dir(&mut self, dir: Word, of: impl Fn(Dir) -> i64) -> Int {
        let word = match dir {
            Word::Known(dir) => Word::Known(of(Dir(dir as u8))),
            Word::Made(_) => {
                let table = (0..self.plan.board().dirs()).map(|dir| of(Dir(dir as u8)) as u64).collect();
                let table = self.plan.tables.keep(table);
                self.load_at(table, dir)
            }
        };
        Int::between(word, -1, 1)
    }

    /// A number that may not fit into 32 bits: a fault then.
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

    /// Division rounds down, and the remainder has the divisor's sign.
    fn divided(&mut self, op: Arith, a: Int, b: Int) -> Gets<Int> {
        if let (Word::Known(x), Word::Known(y)) = (a.word, b.word)
            && y != 0
        {
            let floor = x.div_euclid(y) - i64::from(y < 0 && x.rem_euclid(y) != 0);
            return Ok(Int::known(if op == Arith::Div { floor } else { x - floor * y }));
        }
        let none = self.same(b.word, ZERO);
        if none == ONE {
            return Err(Unsupported("a division by zero"));
        }
        self.fault_if(none);
        let (x, y) = (self.value(a.word), self.value(b.word));
        let quotient = Word::Made(self.b.ins().sdiv(x, y));
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
        Ok(match set {
            SetExpr::Cells(cells) => {
                let cells = self.cells(cells)?;
                Int::between(self.size(&cells), 0, self.plan.cells() as i64)
            }
            SetExpr::Dirs(e) => {
                let mask = self.some_dirs(e)?;
                Int::between(self.bits(mask), 0, 64)
            }
            SetExpr::Players(e) => {
                let mask = self.some_players(e)?;
                Int::between(self.bits(mask), 0, 64)
            }
            SetExpr::Kinds(e) => {
                let mask = self.some_kinds(e)?;
                Int::between(self.bits(mask), 0, 64)
            }
            SetExpr::Ints(e) => match self.ints(e)? {
                Numbers::List(list) => Int::known(list.len() as i64),
                Numbers::One(_) => Int::known(1),
                Numbers::Range(a, b) => {
                    let width = self.sub(b.word, a.word);
                    let width = self.add(width, ONE);
                    let word = self.extreme(true, width, ZERO);
                    Int::between(word, 0, MOST)
                }
            },
        })
    }

    pub(crate) fn ints(&mut self, expr: &IntsExpr) -> Gets<Numbers> {
        Ok(match expr {
            IntsExpr::Common(common) => self.common(common)?,
            IntsExpr::Range(ends, _) => {
                let (a, b) = (self.int(&ends.0)?, self.int(&ends.1)?);
                match (a.word, b.word) {
                    (Word::Known(a), Word::Known(b)) if b - a < 1000 => {
                        Numbers::List((a..=b).map(|n| n as i32).collect())
                    }
                    _ => {
                        // More than 100 000 numbers are a fault, which the other engine names.
                        let width = self.sub(b.word, a.word);
                        let many = self.compare(IntCC::SignedGreaterThanOrEqual, width, Word::Known(100_000));
                        self.fault_if(many);
                        Numbers::Range(a, b)
                    }
                }
            }
            IntsExpr::List(numbers) => {
                let mut all = Vec::new();
                for n in numbers {
                    let n = self.int(n)?;
                    match n.word {
                        Word::Known(n) => all.push(n as i32),
                        Word::Made(_) if numbers.len() == 1 => return Ok(Numbers::One(n)),
                        Word::Made(_) => return Err(Unsupported("a list of numbers that are not known")),
                    }
                }
                all.sort_unstable();
                all.dedup();
                Numbers::List(all)
            }
            IntsExpr::Op(op, pair) => match (self.ints(&pair.0)?, self.ints(&pair.1)?) {
                (Numbers::List(a), Numbers::List(b)) => {
                    let mut all: Vec<i32> = match op {
                        SetOp::And => a.into_iter().filter(|n| b.contains(n)).collect(),
                        SetOp::Or => a.into_iter().chain(b).collect(),
                        SetOp::Except => a.into_iter().filter(|n| !b.contains(n)).collect(),
                    };
                    all.sort_unstable();
                    all.dedup();
                    Numbers::List(all)
                }
                _ => return Err(Unsupported("sets of numbers that are not known")),
            },
            IntsExpr::Union(_) => return Err(Unsupported("a union of numbers")),
            IntsExpr::Filter(filter) => {
                let Numbers::List(over) = self.ints(&filter.over)? else {
                    return Err(Unsupported("sets of numbers that are not known"));
                };
                let mut kept = Vec::new();
                for n in over {
                    self.locals.bind(filter.slot, Word::Known(i64::from(n)), false);
                    match self.truth(&filter.keep)? {
                        Word::Known(0) => {}
                        Word::Known(_) => kept.push(n),
                        Word::Made(_) => return Err(Unsupported("sets of numbers that are not known")),
                    }
                }
                Numbers::List(kept)
            }
        })
    }

    /// Whether a number is in a set.
    pub(crate) fn int_in(&mut self, n: Int, set: &IntsExpr) -> Gets<Word> {
        Ok(match self.ints(set)? {
            Numbers::One(other) => self.same(n.word, other.word),
            Numbers::Range(a, b) => {
                let low = self.compare(IntCC::SignedGreaterThanOrEqual, n.word, a.word);
                let high = self.compare(IntCC::SignedLessThanOrEqual, n.word, b.word);
                self.and(low, high)
            }
            Numbers::List(list) => match (list.first(), list.last()) {
                (Some(first), Some(last)) if (last - first) as usize + 1 == list.len() => {
                    let from = self.sub(n.word, Word::Known(i64::from(*first)));
                    self.below(from, Word::Known(list.len() as i64))
                }
                _ => {
                    let mut found = ZERO;
                    for one in list {
                        let is_it = self.same(n.word, Word::Known(i64::from(one)));
                        found = self.or(found, is_it);
                    }
                    found
                }
            },
        })
    }

    /// Runs something for each element of a set, which is put into a local, until this is enough. Whether it was.
    pub(crate) fn each_element(
        &mut self,
        set: &SetExpr,
        slot: Slot,
        run: &mut dyn FnMut(&mut Self) -> Gets<Word>,
    ) -> Gets<Word> {
        let mut with = |make: &mut Self, word: Word| {
            make.locals.bind(slot, word, false);
            run(make)
        };
        let mask = match set {
            SetExpr::Cells(cells) => {
                let cells = self.cells(cells)?;
                return self.each_cell(&cells, &mut |make, cell| {
                    make.locals.bind(slot, cell.word, true);
                    run(make)
                });
            }
            SetExpr::Ints(ints) => {
                return match self.ints(ints)? {
                    Numbers::One(n) => with(self, n.word),
                    Numbers::List(list) if list.len() <= 16 => {
                        let words: Vec<Word> = list.iter().map(|n| Word::Known(i64::from(*n))).collect();
                        self.each_known(&words, &mut with)
                    }
                    Numbers::List(list) => {
                        let (first, last) = (list[0], list[list.len() - 1]);
                        if (last - first) as usize + 1 != list.len() {
                            return Err(Unsupported("long lists of numbers"));
                        }
                        self.each_number(Word::Known(i64::from(first)), Word::Known(i64::from(last)), &mut with)
                    }
                    Numbers::Range(a, b) => self.each_number(a.word, b.word, &mut with),
                };
            }
            SetExpr::Dirs(dirs) => self.some_dirs(dirs)?,
            SetExpr::Players(players) => self.some_players(players)?,
            SetExpr::Kinds(kinds) => self.some_kinds(kinds)?,
        };
        self.each_bit(mask, &mut with)
    }

    /// Runs something for each number from the first to the last.
    fn each_number(
        &mut self,
        first: Word,
        last: Word,
        run: &mut dyn FnMut(&mut Self, Word) -> Gets<Word>,
    ) -> Gets<Word> {
        let n = self.variable(first);
        let enough = self.variable(ZERO);
        self.repeat(
            |make| {
                let n = make.read(n);
                let goes_on = make.compare(IntCC::SignedLessThanOrEqual, n, last);
                let stopped = make.read(enough);
                Ok(make.and_not(goes_on, stopped))
            },
            |make| {
                make.spend();
                let now = make.read(n);
                let next = make.add(now, ONE);
                make.assign(n, next);
                let stop = run(make, now)?;
                make.assign(enough, stop);
                Ok(())
            },
        )?;
        Ok(self.read(enough))
    }
}
