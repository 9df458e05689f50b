//! Straight lines and groups: rays, first cells, rows, and connected cells.

use super::set::Words;
use super::sort::Thing;
use super::word::{Int, ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::maps::Map;
use crate::game::cells::CellSet;
use crate::game::expr::CellsExpr;
use crate::game::operator::Op;
use crate::game::piece::Dir;
use cranelift_frontend::Variable;
use smallvec::SmallVec;

/// Returns the arguments of `ray` and `first`.
fn sets_along(from: &Words, along: Word, other: &Words) -> [Thing; 3] {
    [Thing::Cells(from.clone()), Thing::Word(along, false), Thing::Cells(other.clone())]
}

/// Returns the arguments of `lines`.
fn rows_of(of: &Words, least: Word, most: Word, along: Word) -> [Thing; 4] {
    [Thing::Cells(of.clone()), Thing::Word(least, false), Thing::Word(most, false), Thing::Word(along, false)]
}

impl Gen<'_, '_> {
    /// Returns the rays from cells, as far as all cells are in a set.
    pub(crate) fn rays(&mut self, from: &CellsExpr, dirs: Word, through: &Words) -> Gets<Words> {
        let single = self.single(from)?;
        if let Some(cell) = single {
            return self.each_way(dirs, |make, dir| make.ray_of(cell, dir, through));
        }
        let from = self.cells(from)?;
        self.each_way(dirs, |make, dir| {
            if make.plan.is_tangled(dir) {
                return make.found_from_each(&from, |make, cell| make.ray_on_walk(cell, dir, through));
            }
            // Go on as long as there are new cells.
            let map = Map::steps(make.plan.board(), dir, 1);
            let front = make.pushed(&map, &from);
            let front = make.set_and(&front, through);
            make.spread(&front, |make, front| {
                let next = make.pushed(&map, front);
                Ok(make.set_and(&next, through))
            })
        })
    }

    /// Returns the first cells of a set on the rays from cells.
    pub(crate) fn firsts(&mut self, from: &CellsExpr, dirs: Word, of: &Words) -> Gets<Words> {
        let single = self.single(from)?;
        if let Some(cell) = single {
            return self.each_way(dirs, |make, dir| {
                let first = make.first_met(cell, dir, of)?;
                Ok(make.just(first))
            });
        }
        let from = self.cells(from)?;
        self.each_way(dirs, |make, dir| {
            if make.plan.is_tangled(dir) {
                return make.found_from_each(&from, |make, cell| {
                    let met = make.first_on_walk(cell, dir, of)?;
                    Ok(make.just(met))
                });
            }
            let map = Map::steps(make.plan.board(), dir, 1);
            let front = make.pushed(&map, &from);
            let passed = make.spread(&front, |make, front| {
                let through = make.set_except(front, of);
                Ok(make.pushed(&map, &through))
            })?;
            Ok(make.set_and(&passed, of))
        })
    }

    /// Returns the union of what is found from each cell.
    fn found_from_each(&mut self, from: &Words, find: impl Fn(&mut Self, Spot) -> Gets<Words>) -> Gets<Words> {
        let none = self.no_cells();
        let all = self.set_variable(&none);
        self.each_cell(from, &mut |make, cell| {
            let found = find(make, cell)?;
            make.join_to(&all, &found);
            Ok(ZERO)
        })?;
        Ok(self.read_set(&all))
    }

    /// Returns the union of what is found in each direction.
    fn each_way(&mut self, dirs: Word, mut find: impl FnMut(&mut Self, Dir) -> Gets<Words>) -> Gets<Words> {
        let mut all = self.no_cells();
        for dir in self.plan.dirs() {
            let bit = self.has_bit(dirs, usize::from(dir.0));
            if bit == ZERO {
                continue;
            }
            let none = self.no_cells();
            let found = self.either(bit, |make| find(make, dir), |_| Ok(none))?;
            all = self.set_or(&all, &found);
        }
        Ok(all)
    }

    /// All that is reached by going on from a front until nothing is new.
    pub(super) fn spread(&mut self, front: &Words, step: impl FnOnce(&mut Self, &Words) -> Gets<Words>) -> Gets<Words> {
        let (front, all) = (self.set_variable(front), self.set_variable(front));
        self.repeat(
            |make| {
                let front = make.read_set(&front);
                Ok(make.is_some(&front))
            },
            |make| {
                let now = make.read_set(&front);
                let next = step(make, &now)?;
                let known = make.read_set(&all);
                let new = make.set_except(&next, &known);
                make.assign_set(&front, &new);
                make.join_to(&all, &next);
                Ok(())
            },
        )?;
        Ok(self.read_set(&all))
    }

    /// Returns the ray from one cell.
    pub(crate) fn ray_of(&mut self, cell: Spot, dir: Dir, through: &Words) -> Gets<Words> {
        let ray = self.line_of(cell, dir);
        if self.as_known(through).is_some_and(|set| set == self.plan.board().all_cells()) {
            return Ok(ray);
        }
        let Some(upward) = self.plan.line_order(dir) else {
            if self.as_known(through).is_none() {
                return self.ray_on_walk(cell, dir, through);
            }
            let from = self.just(cell);
            return self.operate_cells(Op::Ray, &sets_along(&from, Word::Known(1 << dir.0), through));
        };
        Ok(self.until(&ray, through, Word::truth(upward), |make, first| make.line_of(first, dir)))
    }

    /// Returns the ray from one cell in one direction that is not known before play. All directions must have a
    /// [line order](crate::engine::fast::plan::Plan::line_order).
    pub(crate) fn ray_along(&mut self, cell: Spot, dir: Word, through: &Words) -> Words {
        let ray = self.line_along(cell, dir);
        let upward = self.is_upward(dir);
        self.until(&ray, through, upward, |make, first| make.line_along(first, dir))
    }

    /// Returns the cells of a ray before the first one that is not in a set. The ray runs in the order of cells, or against it; `behind`
    /// returns the ray from one of its cells.
    fn until(
        &mut self,
        ray: &Words,
        through: &Words,
        upward: Word,
        behind: impl FnOnce(&mut Self, Spot) -> Words,
    ) -> Words {
        let stops = self.set_except(ray, through);
        if let [stops] = stops[..] {
            let (lower, higher) = (self.below_lowest(stops), self.above_highest(stops));
            let before = self.select(upward, lower, higher);
            return self.set_and(ray, &SmallVec::from_elem(before, 1));
        }
        let first = self.end_along(&stops, upward);
        let behind = behind(self, first);
        let there = self.just(first);
        let clear = self.set_except(ray, &behind);
        self.set_except(&clear, &there)
    }

    /// Returns the first cell of a set, or the last, or `off`.
    fn end_along(&mut self, set: &Words, upward: Word) -> Spot {
        match upward {
            ZERO => self.last_of(set),
            Word::Known(_) => self.first_of(set),
            Word::Made(_) => {
                let (first, last) = (self.first_of(set).word, self.last_of(set).word);
                Spot { word: self.select(upward, first, last), sure: false }
            }
        }
    }

    /// Returns the first cell of a set on the ray from one cell, or `off`.
    pub(crate) fn first_met(&mut self, cell: Spot, dir: Dir, of: &Words) -> Gets<Spot> {
        let Some(upward) = self.plan.line_order(dir) else {
            if self.as_known(of).is_none() {
                return self.first_on_walk(cell, dir, of);
            }
            let from = self.just(cell);
            let met = self.operate_cells(Op::First, &sets_along(&from, Word::Known(1 << dir.0), of))?;
            return Ok(self.first_of(&met));
        };
        let ray = self.line_of(cell, dir);
        let met = self.set_and(&ray, of);
        Ok(self.end_along(&met, Word::truth(upward)))
    }

    /// Returns the first cell of a set on the ray from one cell in one direction that is not known before play, or `off`. All directions
    /// must have a [line order](crate::engine::fast::plan::Plan::line_order).
    pub(crate) fn first_along(&mut self, cell: Spot, dir: Word, of: &Words) -> Spot {
        let ray = self.line_along(cell, dir);
        let met = self.set_and(&ray, of);
        let upward = self.is_upward(dir);
        self.end_along(&met, upward)
    }

    /// Returns the ray to the edge from a cell in a direction that is not known before play; empty for `off`, or without a direction.
    fn line_along(&mut self, cell: Spot, dir: Word) -> Words {
        let plan = self.plan;
        let off = Word::Known(plan.cells() as i64);
        let is_some = self.below(dir, Word::Known(plan.dirs().count() as i64));
        let (dir, cell) = (self.select(is_some, dir, ZERO), self.select(is_some, cell.word, off));
        let line = self.mul(dir, Word::Known(plan.cells() as i64 + 1));
        let at = self.add(line, cell);
        self.load_set_at(plan.all_rays(), at)
    }

    /// Returns whether the lines of a direction that is not known before play run in the order of cells.
    fn is_upward(&mut self, dir: Word) -> Word {
        let plan = self.plan;
        let upward =
            plan.dirs().filter(|dir| plan.line_order(*dir) == Some(true)).fold(0, |mask, dir| mask | 1 << dir.0);
        let is_upward = self.right(Word::Known(upward), dir);
        self.and(is_upward, ONE)
    }

    /// Returns the ray to the edge from a cell; empty for `off`.
    fn line_of(&mut self, cell: Spot, dir: Dir) -> Words {
        if let Some(known) = cell.word.known() {
            let all: CellSet = self.plan.board().all_cells();
            let cell = self.plan.cell(known);
            return self.known_set(&self.plan.board().ray_from(cell, dir, &all));
        }
        let table = self.plan.rays(dir);
        self.load_set_at(table, cell.word)
    }

    /// Returns the cells in rows of `least` to `most` cells.
    pub(crate) fn lines(&mut self, of: &Words, least: Word, most: Word, along: Word) -> Gets<Words> {
        let board = self.plan.board();
        let (Some(least), Some(most)) = (least.known(), most.known()) else {
            return self.operate_cells(Op::Lines, &rows_of(of, least, most, along));
        };
        let any_length = most == i64::from(i32::MAX);
        self.each_way(along, |make, dir| {
            let back = board.opposite(dir).filter(|back| *back < dir);
            // A row is the same in both directions.
            if let (Some(back), Some(along)) = (back, along.known())
                && along >> back.0 & 1 == 1
            {
                return Ok(make.no_cells());
            }
            if make.plan.shorter_rings(dir, least).is_none() {
                let along = Word::Known(1 << dir.0);
                return make.operate_cells(Op::Lines, &rows_of(of, Word::Known(least), Word::Known(most), along));
            }
            let rows = make.rows_along(of, dir, least);
            Ok(if any_length {
                rows
            } else if most < least {
                make.no_cells()
            } else {
                let longer = make.rows_along(of, dir, most + 1);
                make.set_except(&rows, &longer)
            })
        })
    }

    /// Returns the cells where rows of at least `least` cells along a direction begin.
    pub(super) fn row_starts(&mut self, of: &Words, dir: Dir, least: i64) -> Words {
        let board = self.plan.board();
        if least > board.len() as i64 {
            return self.no_cells();
        }
        // Double the length while possible, then add the remainder.
        let (mut length, mut starts) = (1, of.clone());
        while length < least {
            let more = length.min(least - length);
            let map = Map::steps(board, dir, more as i32);
            let further = self.pulled(&map, &starts);
            starts = self.set_and(&starts, &further);
            length += more;
        }
        // The length of a closed row is the number of its cells.
        let short = self.plan.shorter_rings(dir, least).unwrap_or(CellSet::EMPTY);
        if !short.is_empty() {
            let short = self.known_set(&short);
            starts = self.set_except(&starts, &short);
        }
        starts
    }

    /// Returns the cells in rows of at least `least` cells along a direction.
    fn rows_along(&mut self, of: &Words, dir: Dir, least: i64) -> Words {
        let board = self.plan.board();
        // Collect all cells of the rows, from where they begin.
        let (mut length, mut rows) = (1, self.row_starts(of, dir, least));
        while length < least.min(board.len() as i64) {
            let more = length.min(least - length);
            let map = Map::steps(board, dir, more as i32);
            let further = self.pushed(&map, &rows);
            rows = self.set_or(&rows, &further);
            length += more;
        }
        rows
    }

    /// Returns the cells that are connected to some cells, step by step for all of them.
    pub(super) fn group_at_once(&mut self, from: &Words, through: &Words) -> Gets<Words> {
        let first = self.set_and(from, through);
        let others = self.set_except(through, &first);
        let (front, left) = (self.set_variable(&first), self.set_variable(&others));
        self.repeat(
            |make| {
                let (front, left) = (make.read_set(&front), make.read_set(&left));
                let (grows, may_grow) = (make.is_some(&front), make.is_some(&left));
                Ok(make.and(grows, may_grow))
            },
            |make| {
                let (now, unreached) = (make.read_set(&front), make.read_set(&left));
                let next = make.adjacent(&now);
                let new = make.set_and(&next, &unreached);
                let rest = make.set_except(&unreached, &new);
                make.assign_set(&front, &new);
                make.assign_set(&left, &rest);
                Ok(())
            },
        )?;
        let left = self.read_set(&left);
        Ok(self.set_except(through, &left))
    }

    /// Returns the cells one step along the board's links, either way.
    fn adjacent(&mut self, from: &Words) -> Words {
        let board = self.plan.board();
        let mut all = self.no_cells();
        for dir in self.plan.dirs_in(board.links()) {
            let map = Map::steps(board, dir, 1);
            let there = self.pushed(&map, from);
            all = self.set_or(&all, &there);
            if board.opposite(dir).is_none_or(|back| board.links() >> back.0 & 1 == 0) {
                let back = self.pulled(&map, from);
                all = self.set_or(&all, &back);
            }
        }
        all
    }

    /// Returns the number of separate groups.
    pub(crate) fn groups(&mut self, of: &Words) -> Gets<Int> {
        let count = self.variable(ZERO);
        self.each_group(of, of, None, |make, _| {
            make.add_to(count, ONE);
            Ok(())
        })?;
        Ok(Int::between(self.read(count), 0, self.plan.cells() as i64))
    }

    /// Returns whether some group has cells in each of these sets.
    pub(crate) fn connects(&mut self, of: &Words, ends: &[Words]) -> Gets<Word> {
        let Some((first, others)) = ends.split_first() else { return Ok(self.is_some(of)) };
        let mut all_met = ONE;
        for end in ends {
            let met = self.meets_all(of, std::slice::from_ref(end));
            all_met = self.and(all_met, met);
        }
        self.and_then(all_met, |make| {
            if let [other] = others {
                let group = make.group(first, of)?;
                return Ok(make.meets_all(&group, std::slice::from_ref(other)));
            }
            let starts = make.set_and(first, of);
            let found = make.variable(ZERO);
            make.each_group(&starts, of, Some(found), |make, group| {
                let all = make.meets_all(group, others);
                make.assign(found, all);
                Ok(())
            })?;
            Ok(make.read(found))
        })
    }

    /// Returns whether a set has cells in each of these.
    pub(crate) fn meets_all(&mut self, set: &Words, ends: &[Words]) -> Word {
        ends.iter().fold(ONE, |all, end| {
            let met = self.set_and(set, end);
            let met = self.is_some(&met);
            self.and(all, met)
        })
    }

    /// Runs something for each group of a set that has some of these cells, until a variable says that this is enough.
    pub(super) fn each_group(
        &mut self,
        starts: &Words,
        of: &Words,
        enough: Option<Variable>,
        run: impl FnOnce(&mut Self, &Words) -> Gets<()>,
    ) -> Gets<()> {
        let left = self.set_variable(starts);
        self.repeat(
            |make| {
                let left = make.read_set(&left);
                let some = make.is_some(&left);
                let enough = enough.map_or(ZERO, |enough| make.read(enough));
                Ok(make.and_not(some, enough))
            },
            |make| {
                let now = make.read_set(&left);
                let first = make.first_of(&now);
                let first = make.just(Spot { sure: true, ..first });
                let group = make.group(&first, of)?;
                run(make, &group)?;
                let rest = make.set_except(&now, &group);
                make.assign_set(&left, &rest);
                Ok(())
            },
        )
    }
}
