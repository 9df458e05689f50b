//! Sets of cells, one at a time.

use super::locals::{LocalSet, Numbers};
use super::set::Words;
use super::word::{Int, ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::maps::Map;
use crate::engine::fast::plan::Name;
use crate::game::cells::{Cell, CellSet};
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::piece::Dir;

/// The most words of a table for pairs of cells.
const PAIRS: usize = 1 << 17;

impl Gen<'_, '_> {
    pub(crate) fn cells(&mut self, expr: &CellsExpr) -> Gets<Words> {
        self.has_room()?;
        Ok(match expr {
            CellsExpr::Const(set) => self.known_set(set),
            CellsExpr::Common(common) => self.common(common)?,
            CellsExpr::One(cell) => {
                let cell = self.cell(cell)?;
                self.just(cell)
            }
            CellsExpr::Op(op, pair) => {
                let (a, b) = (self.cells(&pair.0)?, self.cells(&pair.1)?);
                match op {
                    SetOp::And => self.set_and(&a, &b),
                    SetOp::Or => self.set_or(&a, &b),
                    SetOp::Except => self.set_except(&a, &b),
                }
            }
            CellsExpr::Empty => self.empty(),
            CellsExpr::Occupied => self.occupied(),
            CellsExpr::Pieces => self.of_others(Word::Known(super::pieces::NONE)),
            CellsExpr::Enemy => self.of_others(self.seen.mover),
            CellsExpr::OfPlayer(player) => {
                let player = self.player(player)?;
                self.of_player(player)
            }
            CellsExpr::OfKind(kind) => self.of_kind(*kind),
            CellsExpr::Union(each) => {
                if let Some(all) = self.union_lanes(each)? {
                    return Ok(all);
                }
                let all: Vec<_> = (0..self.width()).map(|_| self.variable(ZERO)).collect();
                self.each_element(&each.over, each.slot, &mut |make| {
                    let more = make.cells(&each.body)?;
                    for (variable, word) in all.iter().zip(more) {
                        let old = make.read(*variable);
                        let new = make.or(old, word);
                        make.assign(*variable, new);
                    }
                    Ok(ZERO)
                })?;
                all.into_iter().map(|variable| self.read(variable)).collect()
            }
            CellsExpr::Reach(reach) => self.reach(reach)?,
            CellsExpr::Filter(filter) => {
                let over = self.cells(&filter.over)?;
                self.kept(&over, filter.slot, &filter.keep)?
            }
        })
    }

    /// Emits instructions for operators whose value is a set of cells.
    pub(crate) fn lower_cells(&mut self, op: Op, args: &[AnyExpr]) -> Gets<Option<Words>> {
        let board = self.plan.board();
        Ok(Some(match (op, args) {
            (Op::Rows, [AnyExpr::Ints(ints)]) => self.by_numbers(ints, |n| board.row_cells(n), board.height())?,
            (Op::Columns, [AnyExpr::Ints(ints)]) => self.by_numbers(ints, |n| board.column_cells(n), board.width())?,
            (Op::CellsNumbered, [AnyExpr::Ints(ints)]) => {
                let cells = |n| CellSet::of(board.numbered(n));
                self.by_numbers(ints, cells, board.len() as i32)?
            }
            (Op::Side, [AnyExpr::Int(n)]) => {
                let n = self.int(n)?;
                match n.word {
                    Word::Known(n) => self.known_set(&board.side(n as i32)),
                    Word::Made(_) => self.side(n)?,
                }
            }
            (Op::EdgeOf, [AnyExpr::Dirs(dirs)]) => {
                let dirs = self.some_dirs(dirs)?;
                self.edge_of(dirs)
            }
            (Op::Neighbors, [AnyExpr::Cells(from), AnyExpr::Dirs(dirs)]) => {
                let dirs = self.some_dirs(dirs)?;
                self.neighbors(from, dirs)?
            }
            (Op::Ray, [AnyExpr::Cells(from), AnyExpr::Dirs(dirs), AnyExpr::Cells(through)]) => {
                let through = self.cells(through)?;
                let dirs = self.some_dirs(dirs)?;
                self.rays(from, dirs, &through)?
            }
            (Op::First, [AnyExpr::Cells(from), AnyExpr::Dirs(dirs), AnyExpr::Cells(of)]) => {
                let (dirs, of) = (self.some_dirs(dirs)?, self.cells(of)?);
                self.firsts(from, dirs, &of)?
            }
            (Op::Hop, [AnyExpr::Cells(from), AnyExpr::Dirs(dirs), AnyExpr::Cells(over)]) => {
                let (dirs, over) = (self.some_dirs(dirs)?, self.cells(over)?);
                self.hops(from, dirs, &over)?
            }
            (Op::Leap, [AnyExpr::Cells(from), AnyExpr::Int(m), AnyExpr::Int(n)]) => {
                let (Word::Known(m), Word::Known(n)) = (self.int(m)?.word, self.int(n)?.word) else { return Ok(None) };
                self.leaps(from, m as i32, n as i32)?
            }
            (Op::Between, [AnyExpr::Cell(p), AnyExpr::Cell(q)]) => {
                let (p, q) = (self.cell(p)?, self.cell(q)?);
                self.between(p, q)?
            }
            (Op::Group, [AnyExpr::Cells(from), AnyExpr::Cells(through)]) => {
                let (from, through) = (self.cells(from)?, self.cells(through)?);
                self.group(&from, &through)?
            }
            (Op::Lines, [AnyExpr::Cells(of), AnyExpr::Int(least), AnyExpr::Int(most), AnyExpr::Dirs(along)]) => {
                let of = self.cells(of)?;
                let (least, most) = (self.int(least)?.word, self.int(most)?.word);
                let along = self.some_dirs(along)?;
                self.lines(&of, least, most, along)?
            }
            _ => return Ok(None),
        }))
    }

    /// Returns the cells at which a step leads off in each of some directions.
    fn edge_of(&mut self, dirs: Word) -> Words {
        if let Word::Known(dirs) = dirs {
            return self.known_set(&self.plan.board().edge_of(dirs as u64));
        }
        let mut all = self.all_cells();
        for dir in 0..self.plan.board().dirs() {
            let bit = self.right_by(dirs, dir as u32);
            let bit = self.and(bit, ONE);
            let edge = self.known_set(&self.plan.board().edge_of(1 << dir));
            let both = self.set_and(&all, &edge);
            all = self.set_select(bit, &both, &all);
        }
        let some = self.compare(cranelift_codegen::ir::condcodes::IntCC::NotEqual, dirs, ZERO);
        let none = self.known_set(&self.plan.board().edge_of(0));
        self.set_select(some, &all, &none)
    }

    /// Returns the cells of a set for which a condition holds.
    pub(crate) fn kept(&mut self, over: &Words, slot: Slot, keep: &BoolExpr) -> Gets<Words> {
        if let Some(lane) = self.lanes_of(slot, over, keep)? {
            return Ok(lane);
        }
        let kept: Vec<_> = (0..self.width()).map(|_| self.variable(ZERO)).collect();
        self.each_cell(over, &mut |make, cell| {
            make.locals.bind(slot, cell.word, true);
            let holds = make.truth(keep)?;
            let one = make.just(cell);
            let one = make.set_if(holds, &one);
            for (variable, word) in kept.iter().zip(one) {
                let old = make.read(*variable);
                let new = make.or(old, word);
                make.assign(*variable, new);
            }
            Ok(ZERO)
        })?;
        Ok(kept.into_iter().map(|variable| self.read(variable)).collect())
    }

    /// Returns whole rows, or columns, by their numbers.
    fn by_numbers(&mut self, ints: &IntsExpr, cells: impl Fn(i32) -> CellSet, last: i32) -> Gets<Words> {
        let width = self.width();
        Ok(match self.ints(ints)? {
            Numbers::List(list) => {
                let all = list.into_iter().fold(CellSet::EMPTY, |all, n| all.or(&cells(n)));
                self.known_set(&all)
            }
            Numbers::Some(some) => {
                let table = (0..=last).flat_map(|n| cells(n).0.into_iter().take(width)).collect();
                let table = self.plan.tables.keep(table);
                let mut all = self.no_cells();
                for (n, is_in) in some {
                    let fits = self.below(n.word, Word::Known(i64::from(last) + 1));
                    let index = self.select(fits, n.word, ZERO);
                    let row = self.load_set_at(table, index);
                    let row = self.set_if(is_in, &row);
                    all = self.set_or(&all, &row);
                }
                all
            }
            Numbers::Range(a, b) => {
                // All up to the last one, without those before the first one.
                let mut all = CellSet::EMPTY;
                let mut table = Vec::new();
                for n in 0..=last {
                    all = all.or(&cells(n));
                    table.extend(all.0.into_iter().take(width));
                }
                let table = self.plan.tables.keep(table);
                let up_to = |make: &mut Self, n: Word| {
                    let n = make.extreme(true, n, ZERO);
                    let n = make.extreme(false, n, Word::Known(i64::from(last)));
                    make.load_set_at(table, n)
                };
                let to = up_to(self, b.word);
                let before = self.sub(a.word, ONE);
                let before = up_to(self, before);
                self.set_except(&to, &before)
            }
        })
    }

    /// Returns a side whose number is known only at run time, modulo the number of sides.
    fn side(&mut self, n: Int) -> Gets<Words> {
        let (board, width) = (self.plan.board(), self.width());
        let sides = board.sides();
        if sides == 0 {
            return Ok(self.no_cells());
        }
        let table = (1..=sides as i32).flat_map(|n| board.side::<16>(n).0.into_iter().take(width)).collect();
        let table = self.plan.tables.keep(table);
        let word = self.sub(n.word, ONE);
        let from = Int::between(word, n.low - 1, n.high - 1);
        let index = self.divided(Arith::Rem, from, Int::known(sides as i64))?;
        Ok(self.load_set_at(table, index.word))
    }

    /// Returns the cell, if the set is written as a single cell.
    pub(crate) fn single(&mut self, set: &CellsExpr) -> Gets<Option<Spot>> {
        Ok(match set {
            CellsExpr::One(cell) => Some(self.cell(cell)?),
            CellsExpr::Common(_) | CellsExpr::Const(_) => None,
            _ => None,
        })
    }

    fn neighbors(&mut self, from: &CellsExpr, dirs: Word) -> Gets<Words> {
        if let Some(cell) = self.single(from)? {
            return self.neighbors_of(cell, dirs);
        }
        let from = self.cells(from)?;
        self.neighbor_set(&from, dirs)
    }

    fn neighbors_of(&mut self, cell: Spot, dirs: Word) -> Gets<Words> {
        if let Word::Known(dirs) = dirs {
            if let Some(known) = cell.word.known() {
                let from = CellSet::of(self.plan.cell(known));
                return Ok(self.known_set(&self.plan.board().neighbors(&from, dirs as u64)));
            }
            let table = self.plan.neighbors(dirs as u64);
            return Ok(self.load_set_at(table, cell.word));
        }
        let mut all = self.no_cells();
        for dir in 0..self.plan.board().dirs() {
            let bit = self.right_by(dirs, dir as u32);
            let bit = self.and(bit, ONE);
            let to = self.stepped(cell, Word::Known(dir as i64), ONE)?;
            let to = self.just(to);
            let to = self.set_if(bit, &to);
            all = self.set_or(&all, &to);
        }
        Ok(all)
    }

    /// Returns the cells one step from the cells of a set in these directions.
    pub(crate) fn neighbor_set(&mut self, from: &Words, dirs: Word) -> Gets<Words> {
        let mut all = self.no_cells();
        for dir in 0..self.plan.board().dirs() {
            let bit = self.right_by(dirs, dir as u32);
            let bit = self.and(bit, ONE);
            if bit == ZERO {
                continue;
            }
            let map = Map::steps(self.plan.board(), Dir(dir as u8), 1);
            let to = self.pushed(&map, from);
            let to = self.set_if(bit, &to);
            all = self.set_or(&all, &to);
        }
        Ok(all)
    }

    fn hops(&mut self, from: &CellsExpr, dirs: Word, over: &Words) -> Gets<Words> {
        let single = self.single(from)?;
        let set = match single {
            Some(_) => self.no_cells(),
            None => self.cells(from)?,
        };
        let mut all = self.no_cells();
        for dir in 0..self.plan.board().dirs() {
            let bit = self.right_by(dirs, dir as u32);
            let bit = self.and(bit, ONE);
            if bit == ZERO {
                continue;
            }
            let to = match single {
                Some(cell) => {
                    let dir = Word::Known(dir as i64);
                    let middle = self.stepped(cell, dir, ONE)?;
                    let jumped = self.contains(over, middle);
                    let to = self.stepped(middle, dir, ONE)?;
                    let to = self.just(to);
                    self.set_if(jumped, &to)
                }
                None => {
                    let map = Map::steps(self.plan.board(), Dir(dir as u8), 1);
                    let middle = self.pushed(&map, &set);
                    let middle = self.set_and(&middle, over);
                    self.pushed(&map, &middle)
                }
            };
            let to = self.set_if(bit, &to);
            all = self.set_or(&all, &to);
        }
        Ok(all)
    }

    fn leaps(&mut self, from: &CellsExpr, m: i32, n: i32) -> Gets<Words> {
        let board = self.plan.board();
        let leap = |cell: Cell| board.leap(&CellSet::of(cell), m, n);
        if let Some(cell) = self.single(from)? {
            if let Some(known) = cell.word.known() {
                return Ok(self.known_set(&leap(self.plan.cell(known))));
            }
            let table = self.plan.sets(Name::Leap(m, n), leap);
            return Ok(self.load_set_at(table, cell.word));
        }
        let from = self.cells(from)?;
        let mut all = self.no_cells();
        for map in self.plan.leap_maps(m, n) {
            let to = self.pushed(&map, &from);
            all = self.set_or(&all, &to);
        }
        Ok(all)
    }

    fn between(&mut self, p: Spot, q: Spot) -> Gets<Words> {
        let plan = self.plan;
        let board = plan.board();
        if let (Some(p), Some(q)) = (p.word.known(), q.word.known()) {
            return Ok(self.known_set(&board.between(plan.cell(p), plan.cell(q))));
        }
        let rows = plan.cells() + 1;
        if rows * rows * self.width() > PAIRS {
            return self.operate_cells(Op::Between, &[p.into(), q.into()]);
        }
        let width = self.width();
        let all = move || (0..rows as i64).map(move |cell| plan.cell(cell));
        let pairs = all().flat_map(|p| all().map(move |q| (p, q)));
        let table = plan.pairs(Name::Between, || {
            pairs.flat_map(|(p, q)| board.between::<16>(p, q).0.into_iter().take(width)).collect()
        });
        let line = self.mul(p.word, Word::Known(rows as i64));
        let index = self.add(line, q.word);
        Ok(self.load_set_at(table, index))
    }

    /// Returns the directions from one cell to another.
    pub(crate) fn toward(&mut self, p: Spot, q: Spot) -> Gets<Word> {
        let plan = self.plan;
        let board = plan.board();
        if let (Some(p), Some(q)) = (p.word.known(), q.word.known()) {
            return Ok(Word::Known(board.toward(plan.cell(p), plan.cell(q)) as i64));
        }
        let rows = plan.cells() + 1;
        if rows * rows > PAIRS {
            return self.operate_word(Op::Toward, &[p.into(), q.into()]);
        }
        let all = move || (0..rows as i64).map(move |cell| plan.cell(cell));
        let pairs = all().flat_map(|p| all().map(move |q| (p, q)));
        let table = plan.pairs(Name::Toward, || pairs.map(|(p, q)| board.toward(p, q)).collect());
        let line = self.mul(p.word, Word::Known(rows as i64));
        let index = self.add(line, q.word);
        Ok(self.load_at(table, index))
    }

    fn reach(&mut self, reach: &Reach) -> Gets<Words> {
        let from = self.cells(&reach.from)?;
        let all: Vec<_> = from.iter().map(|word| self.variable(*word)).collect();
        let fresh: Vec<_> = from.iter().map(|word| self.variable(*word)).collect();
        self.repeat(
            |make| {
                let fresh: Words = fresh.iter().map(|variable| make.read(*variable)).collect();
                Ok(make.is_some(&fresh))
            },
            |make| {
                make.spend();
                let set: Words = fresh.iter().map(|variable| make.read(*variable)).collect();
                let cell = make.first_of(&set);
                let cell = Spot { sure: true, ..cell };
                make.locals.bind(reach.slot, cell.word, true);
                let to = make.cells(&reach.to)?;
                let one = make.just(cell);
                for (i, to) in to.iter().enumerate() {
                    let known = make.read(all[i]);
                    let left = make.read(fresh[i]);
                    let left = make.and_not(left, one[i]);
                    let new = make.and_not(*to, known);
                    let left = make.or(left, new);
                    make.assign(fresh[i], left);
                    let known = make.or(known, *to);
                    make.assign(all[i], known);
                }
                Ok(())
            },
        )?;
        Ok(all.into_iter().map(|variable| self.read(variable)).collect())
    }

    /// Maps the cells of a set.
    pub(crate) fn pushed(&mut self, map: &Map, from: &Words) -> Words {
        let shifts = self.plan.shifts(map);
        let mut all = self.no_cells();
        for shift in shifts.iter() {
            let mask = self.known_set(&shift.from);
            let some = self.set_and(from, &mask);
            let moved = self.shifted(&some, shift.by);
            all = self.set_or(&all, &moved);
        }
        all
    }

    /// Returns the cells that a map sends into a set.
    pub(crate) fn pulled(&mut self, map: &Map, into: &Words) -> Words {
        if map.is_identity() {
            return into.clone();
        }
        let shifts = self.plan.shifts(map);
        let mut all = self.no_cells();
        for shift in shifts.iter() {
            let moved = self.shifted(into, -shift.by);
            // Cells that the shift moves over an edge do not belong to it.
            let mask = self.known_set(&shift.from);
            let some = self.set_and(&moved, &mask);
            all = self.set_or(&all, &some);
        }
        all
    }

    /// Moves all cells by `by` in the order of cells.
    fn shifted(&mut self, set: &Words, by: i32) -> Words {
        let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
        let width = self.width();
        let word = |at: Option<usize>| at.filter(|at| *at < width).map_or(ZERO, |at| set[at]);
        (0..width)
            .map(|i| {
                if by >= 0 {
                    let low = i.checked_sub(words);
                    let main = self.left_by(word(low), bits);
                    let carry = self.right_by(word(low.and_then(|low| low.checked_sub(1))), 64 - bits);
                    self.or(main, carry)
                } else {
                    let main = self.right_by(word(Some(i + words)), bits);
                    let carry = self.left_by(word(Some(i + words + 1)), 64 - bits);
                    self.or(main, carry)
                }
            })
            .collect()
    }

    /// Puts a set into a local that is assigned once.
    pub(crate) fn bind_cells(&mut self, slot: Slot, set: Words) {
        self.locals.put_cells(slot, LocalSet::Set(set));
    }
}
