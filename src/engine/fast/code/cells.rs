//! Sets of cells, one at a time.

use super::set::Words;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::analysis::{AbstractCell, AbstractValue, Analysis, Limits};
use crate::engine::fast::maps::Map;
use crate::engine::fast::slow::SlowKind;
use crate::engine::fast::tables::TableId;
use crate::game::Game;
use crate::game::cells::{Cell, CellSet};
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression, Part};
use crate::game::piece::Dir;

impl Gen<'_, '_> {
    pub(crate) fn cells(&mut self, expr: &CellsExpr) -> Gets<Words> {
        self.has_room()?;
        if let Some(cells) = self.hoisted(expr) {
            return Ok(cells.clone());
        }
        if let Some(cells) = self.gathered(expr)? {
            return Ok(self.words_at(cells));
        }
        Ok(match expr {
            CellsExpr::Const(set) => self.known_set(set),
            CellsExpr::Common(common) => self.common(common)?,
            CellsExpr::One(cell) => {
                let cell = self.cell(cell)?;
                self.just(cell)
            }
            CellsExpr::Op(op, pair) => {
                let (a, b) = (self.cells(&pair.0)?, self.cells(&pair.1)?);
                self.set_op(*op, &a, &b)
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
                let none = self.no_cells();
                let all = self.set_variable(&none);
                self.each_unordered(&each.over, each.slot, &mut |make| {
                    make.count_step(SlowKind::Each("union"));
                    let more = make.cells(&each.body)?;
                    make.join_to(&all, &more);
                    Ok(ZERO)
                })?;
                self.read_set(&all)
            }
            CellsExpr::Reach(reach) => self.reach(reach)?,
            CellsExpr::Filter(filter) => {
                let Filter { slot, over, keep } = &**filter;
                if let Some(kept) = self.kept_by_group(*slot, over, keep, None)? {
                    return Ok(kept);
                }
                let over = self.cells(over)?;
                match self.is_narrow(filter) {
                    true => self.kept_one_by_one(&over, *slot, &[keep])?,
                    false => self.kept(&over, *slot, keep)?,
                }
            }
        })
    }

    /// Emits instructions for operators whose value is a set of cells.
    pub(crate) fn lower_cells(&mut self, op: Op, args: &[AnyExpr]) -> Gets<Option<Words>> {
        Ok(Some(match (op, args) {
            (Op::Neighbors, [AnyExpr::Cells(from), AnyExpr::Dirs(dirs)]) => {
                let dirs = self.mask_of(dirs)?;
                self.neighbors(from, dirs)?
            }
            (Op::Ray, [AnyExpr::Cells(from), AnyExpr::Dirs(dirs), AnyExpr::Cells(through)]) => {
                let through = self.cells(through)?;
                if let (CellsExpr::One(from), MaskExpr::One(dir)) = (from, dirs) {
                    let dir = self.dir(dir)?;
                    if dir.known().is_none() && self.plan.all_in_order() {
                        let from = self.cell(from)?;
                        return Ok(Some(self.ray_along(from, dir, &through)));
                    }
                }
                let dirs = self.mask_of(dirs)?;
                self.rays(from, dirs, &through)?
            }
            (Op::First, [AnyExpr::Cells(from), AnyExpr::Dirs(dirs), AnyExpr::Cells(of)]) => {
                if let Some(first) = self.one_along(op, args)? {
                    return Ok(Some(self.just(first)));
                }
                let (dirs, of) = (self.mask_of(dirs)?, self.cells(of)?);
                self.firsts(from, dirs, &of)?
            }
            (Op::Rows | Op::Columns, [AnyExpr::Ints(numbers)]) => {
                return self.lines_numbered(op == Op::Rows, numbers);
            }
            (Op::Hop, [AnyExpr::Cells(from), AnyExpr::Dirs(dirs), AnyExpr::Cells(over)]) => {
                let (dirs, over) = (self.mask_of(dirs)?, self.cells(over)?);
                self.hops(from, dirs, &over)?
            }
            (Op::Leap, [AnyExpr::Cells(from), AnyExpr::Int(m), AnyExpr::Int(n)]) => {
                let (Word::Known(m), Word::Known(n)) = (self.int(m)?.word, self.int(n)?.word) else { return Ok(None) };
                self.leaps(from, m as i32, n as i32)?
            }
            (Op::Group, [AnyExpr::Cells(from), AnyExpr::Cells(through)]) => {
                let (from, through) = (self.cells(from)?, self.cells(through)?);
                self.group(&from, &through)?
            }
            (Op::Lines, [AnyExpr::Cells(of), AnyExpr::Int(least), AnyExpr::Int(most), AnyExpr::Dirs(along)]) => {
                let of = self.cells(of)?;
                let (least, most) = (self.int(least)?.word, self.int(most)?.word);
                let along = self.mask_of(along)?;
                self.lines(&of, least, most, along)?
            }
            _ => return Ok(None),
        }))
    }

    /// Returns the cells of a set for which a condition holds.
    pub(crate) fn kept(&mut self, over: &Words, slot: Slot, keep: &BoolExpr) -> Gets<Words> {
        if let Some(lane) = self.lanes_of(slot, over, keep)? {
            return Ok(lane);
        }
        let (over, rest) = self.narrowed(over, slot, keep)?;
        self.kept_one_by_one(&over, slot, &rest)
    }

    fn kept_one_by_one(&mut self, over: &Words, slot: Slot, conditions: &[&BoolExpr]) -> Gets<Words> {
        let none = self.no_cells();
        let kept = self.set_variable(&none);
        self.each_cell(over, &mut |make, cell| {
            make.count_step(SlowKind::Each("{ p in S: C }"));
            make.locals.bind(slot, cell.word, true);
            let holds = make.all_hold(conditions)?;
            let one = make.just(cell);
            let one = make.set_if(holds, &one);
            make.join_to(&kept, &one);
            Ok(ZERO)
        })?;
        Ok(self.read_set(&kept))
    }

    /// Returns the cells of a set for which those parts of a condition hold that can be evaluated for all cells at once, and the other
    /// parts. A part after one that may fault stays, because without it the fault would be missed.
    pub(crate) fn narrowed<'e>(
        &mut self,
        over: &Words,
        slot: Slot,
        keep: &'e BoolExpr,
    ) -> Gets<(Words, Vec<&'e BoolExpr>)> {
        let (mut left, mut rest) = (over.clone(), Vec::new());
        let parts = keep.conjuncts();
        if parts.len() == 1 {
            return Ok((left, parts));
        }
        let mut may_fault = false;
        for part in parts {
            let lane = if may_fault { None } else { self.lanes_of(slot, &left, part)? };
            match lane {
                Some(kept) => left = kept,
                None => {
                    may_fault = may_fault || self::may_fault(&self.plan.game, part.part(), [slot]);
                    rest.push(part);
                }
            }
        }
        Ok((left, rest))
    }

    /// Returns whether all of some conditions hold; none is evaluated after one that does not hold.
    pub(crate) fn all_hold(&mut self, conditions: &[&BoolExpr]) -> Gets<Word> {
        match conditions {
            [] => Ok(ONE),
            [condition] => self.truth(condition),
            [first, others @ ..] => {
                let holds = self.truth(first)?;
                self.and_then(holds, |make| make.all_hold(others))
            }
        }
    }

    /// Returns the cell, if the set is written as a single cell.
    pub(crate) fn single(&mut self, set: &CellsExpr) -> Gets<Option<Spot>> {
        Ok(match set {
            CellsExpr::One(cell) => Some(self.cell(cell)?),
            _ => None,
        })
    }

    /// Returns the cell, or `off`, if the set is written so that it has no more than one.
    pub(super) fn at_most_one(&mut self, set: &CellsExpr) -> Gets<Option<Spot>> {
        match set.applied() {
            Some((op, args)) if self.hoisted(set).is_none() => self.one_along(op, args),
            _ => self.single(set),
        }
    }

    /// Returns the cell that an operator finds from one cell in one direction, or `off`.
    fn one_along(&mut self, op: Op, args: &[AnyExpr]) -> Gets<Option<Spot>> {
        let [AnyExpr::Cells(CellsExpr::One(from)), AnyExpr::Dirs(dirs), others @ ..] = args else { return Ok(None) };
        let dir = match dirs {
            MaskExpr::Const(mask) if mask.count_ones() == 1 => Word::Known(i64::from(mask.trailing_zeros())),
            MaskExpr::One(dir) => self.dir(dir)?,
            _ => return Ok(None),
        };
        match (op, others) {
            (Op::Neighbors, []) => {
                let from = self.cell(from)?;
                self.stepped(from, dir, ONE).map(Some)
            }
            (Op::First, [AnyExpr::Cells(of)]) => {
                let known = self.plan.dirs().find(|known| dir == Word::Known(i64::from(known.0)));
                if known.is_none() && (dir.known().is_some() || !self.plan.all_in_order()) {
                    return Ok(None);
                }
                let (from, of) = (self.cell(from)?, self.cells(of)?);
                Ok(Some(match known {
                    Some(dir) => self.first_met(from, dir, &of)?,
                    None => self.first_along(from, dir, &of),
                }))
            }
            _ => Ok(None),
        }
    }

    fn neighbors(&mut self, from: &CellsExpr, dirs: Word) -> Gets<Words> {
        if let Some(cell) = self.single(from)? {
            return self.neighbors_of(cell, dirs);
        }
        let from = self.cells(from)?;
        self.neighbors_of_set(&from, dirs)
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
        self.each_dir(dirs, |make, dir| {
            let to = make.stepped(cell, Word::Known(i64::from(dir.0)), ONE)?;
            Ok(make.just(to))
        })
    }

    /// Returns the union of what is found in each of some directions, all of which are looked at.
    fn each_dir(&mut self, dirs: Word, mut find: impl FnMut(&mut Self, Dir) -> Gets<Words>) -> Gets<Words> {
        let mut all = self.no_cells();
        for dir in self.plan.dirs() {
            let bit = self.has_bit(dirs, usize::from(dir.0));
            if bit != ZERO {
                let found = find(self, dir)?;
                let found = self.set_if(bit, &found);
                all = self.set_or(&all, &found);
            }
        }
        Ok(all)
    }

    /// Returns the cells one step from the cells of a set in these directions.
    pub(crate) fn neighbor_set(&mut self, from: &Words, dirs: Word) -> Gets<Words> {
        self.each_dir(dirs, |make, dir| {
            let map = Map::steps(make.plan.board(), dir, 1);
            Ok(make.pushed(&map, from))
        })
    }

    fn hops(&mut self, from: &CellsExpr, dirs: Word, over: &Words) -> Gets<Words> {
        if let Some(cell) = self.single(from)? {
            return self.each_dir(dirs, |make, dir| {
                let dir = Word::Known(i64::from(dir.0));
                let middle = make.stepped(cell, dir, ONE)?;
                let jumped = make.contains(over, middle);
                let to = make.stepped(middle, dir, ONE)?;
                let to = make.just(to);
                Ok(make.set_if(jumped, &to))
            });
        }
        let from = self.cells(from)?;
        self.each_dir(dirs, |make, dir| {
            let map = Map::steps(make.plan.board(), dir, 1);
            let middle = make.pushed(&map, &from);
            let middle = make.set_and(&middle, over);
            Ok(make.pushed(&map, &middle))
        })
    }

    fn leaps(&mut self, from: &CellsExpr, m: i32, n: i32) -> Gets<Words> {
        let board = self.plan.board();
        let leap = |cell: Cell| board.leap(&CellSet::of(cell), m, n);
        if let Some(cell) = self.single(from)? {
            if let Some(known) = cell.word.known() {
                return Ok(self.known_set(&leap(self.plan.cell(known))));
            }
            let table = self.plan.sets(TableId::Leap(m, n), leap);
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

    fn reach(&mut self, reach: &Reach) -> Gets<Words> {
        if let Some(reached) = self.reach_lanes(reach)? {
            return Ok(reached);
        }
        let from = self.cells(&reach.from)?;
        self.followed(&from, |make, fresh| {
            make.count_step(SlowKind::Each("reach"));
            let cell = make.first_of(fresh);
            let cell = Spot { sure: true, ..cell };
            make.locals.bind(reach.slot, cell.word, true);
            let to = make.cells(&reach.to)?;
            let one = make.just(cell);
            Ok((make.set_except(fresh, &one), to))
        })
    }

    /// Returns all cells that some lead to. `next` follows some of those that have not been followed; it returns the rest of them, and where the
    /// others lead.
    pub(crate) fn followed(
        &mut self,
        from: &Words,
        next: impl FnOnce(&mut Self, &Words) -> Gets<(Words, Words)>,
    ) -> Gets<Words> {
        let (all, fresh) = (self.set_variable(from), self.set_variable(from));
        self.repeat(
            |make| {
                let fresh = make.read_set(&fresh);
                Ok(make.is_some(&fresh))
            },
            |make| {
                make.spend();
                let last = make.read_set(&fresh);
                let (left, to) = next(make, &last)?;
                let known = make.read_set(&all);
                let new = make.set_except(&to, &known);
                let left = make.set_or(&left, &new);
                make.assign_set(&fresh, &left);
                make.join_to(&all, &new);
                Ok(())
            },
        )?;
        Ok(self.read_set(&all))
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
}

/// The most expressions analyzed to find out whether a condition may fault.
const FUEL: u32 = 1000;

/// Returns whether a part may fault for some cells of the board in these slots.
pub(crate) fn may_fault(game: &Game, part: Part<'_>, slots: impl IntoIterator<Item = Slot>) -> bool {
    let mut analysis = Analysis::of(game, Limits::new(FUEL));
    let cell = AbstractCell { area: *analysis.everywhere(), off: false };
    for slot in slots {
        analysis.scope.known.push(slot, AbstractValue::Cell(cell));
    }
    analysis.value(part);
    analysis.may_fault || analysis.is_spent()
}
