//! Straight lines and groups: rays, first cells, rows, and connected cells.

use super::common::Thing;
use super::flow::Left;
use super::set::Words;
use super::word::{Int, ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::maps::Map;
use crate::game::cells::CellSet;
use crate::game::expr::CellsExpr;
use crate::game::operator::Op;
use crate::game::piece::Dir;
use cranelift_codegen::ir::condcodes::IntCC;

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
                let along = Word::Known(1 << dir.0);
                return make.operate_cells(Op::Ray, &sets_along(&from, along, through));
            }
            // Go on as long as there are new cells.
            let map = Map::steps(make.plan.board(), dir, 1);
            let front = make.pushed(&map, &from);
            let front = make.set_and(&front, through);
            let first = front.clone();
            make.spread(front, first, |make, front| {
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
                let along = Word::Known(1 << dir.0);
                return make.operate_cells(Op::First, &sets_along(&from, along, of));
            }
            let map = Map::steps(make.plan.board(), dir, 1);
            let front = make.pushed(&map, &from);
            let first = front.clone();
            let passed = make.spread(front, first, |make, front| {
                let through = make.set_except(front, of);
                Ok(make.pushed(&map, &through))
            })?;
            Ok(make.set_and(&passed, of))
        })
    }

    /// Returns the union of what is found in each direction.
    fn each_way(&mut self, dirs: Word, mut find: impl FnMut(&mut Self, Dir) -> Gets<Words>) -> Gets<Words> {
        let mut all = self.no_cells();
        for dir in 0..self.plan.board().dirs() {
            let bit = self.right_by(dirs, dir as u32);
            let bit = self.and(bit, ONE);
            if bit == ZERO {
                continue;
            }
            let found = if bit == ONE {
                find(self, Dir(dir as u8))?
            } else {
                let none: Left = self.no_cells();
                self.either(bit, |make| find(make, Dir(dir as u8)), |_| Ok(none))?
            };
            all = self.set_or(&all, &found);
        }
        Ok(all)
    }

    /// Returns all that is reached by repeating a step until nothing is new.
    fn spread(&mut self, front: Words, all: Words, step: impl FnOnce(&mut Self, &Words) -> Gets<Words>) -> Gets<Words> {
        let front: Vec<_> = front.iter().map(|word| self.variable(*word)).collect();
        let all: Vec<_> = all.iter().map(|word| self.variable(*word)).collect();
        self.repeat(
            |make| {
                let front: Words = front.iter().map(|variable| make.read(*variable)).collect();
                Ok(make.is_some(&front))
            },
            |make| {
                let now: Words = front.iter().map(|variable| make.read(*variable)).collect();
                let next = step(make, &now)?;
                for (i, word) in next.iter().enumerate() {
                    let known = make.read(all[i]);
                    let new = make.and_not(*word, known);
                    make.assign(front[i], new);
                    let known = make.or(known, *word);
                    make.assign(all[i], known);
                }
                Ok(())
            },
        )?;
        Ok(all.into_iter().map(|variable| self.read(variable)).collect())
    }

    /// Returns the ray from one cell.
    pub(crate) fn ray_of(&mut self, cell: Spot, dir: Dir, through: &Words) -> Gets<Words> {
        let ray = self.line_of(cell, dir);
        if self.as_known(through).is_some_and(|set| set == self.plan.board().all_cells()) {
            return Ok(ray);
        }
        match self.plan.line_order(dir) {
            Some(upward) => {
                let stops = self.set_except(&ray, through);
                let first = if upward { self.first_of(&stops) } else { self.last_of(&stops) };
                let behind = self.line_of(first, dir);
                let there = self.just(first);
                let clear = self.set_except(&ray, &behind);
                Ok(self.set_except(&clear, &there))
            }
            None => self.walk(cell, dir, |make, here| make.contains(through, here), false),
        }
    }

    /// Returns the first cell of a set on the ray from one cell, or `off`.
    pub(crate) fn first_met(&mut self, cell: Spot, dir: Dir, of: &Words) -> Gets<Spot> {
        match self.plan.line_order(dir) {
            Some(upward) => {
                let ray = self.line_of(cell, dir);
                let met = self.set_and(&ray, of);
                Ok(if upward { self.first_of(&met) } else { self.last_of(&met) })
            }
            None => {
                let passed = self.walk(
                    cell,
                    dir,
                    |make, here| {
                        let met = make.contains(of, here);
                        make.not(met)
                    },
                    true,
                )?;
                let met = self.set_and(&passed, of);
                Ok(self.first_of(&met))
            }
        }
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

    /// Walks cell by cell, for lines that do not follow the order of cells. With `with_last` the cell where it ends is
    /// included.
    fn walk(
        &mut self,
        cell: Spot,
        dir: Dir,
        goes_on: impl FnOnce(&mut Self, Spot) -> Word,
        with_last: bool,
    ) -> Gets<Words> {
        let off = Word::Known(self.plan.cells() as i64);
        let first = self.stepped(cell, Word::Known(i64::from(dir.0)), ONE)?;
        let here = self.variable(first.word);
        let found: Vec<_> = (0..self.width()).map(|_| self.variable(ZERO)).collect();
        self.repeat(
            |make| {
                let now = make.read(here);
                let on = make.compare(IntCC::NotEqual, now, off);
                let apart = make.compare(IntCC::NotEqual, now, cell.word);
                Ok(make.and(on, apart))
            },
            |make| {
                let now = Spot { word: make.read(here), sure: true };
                let set: Words = found.iter().map(|variable| make.read(*variable)).collect();
                let seen = make.contains(&set, now);
                let on = goes_on(make, now);
                let on = make.and_not(on, seen);
                let one = make.just(now);
                let kept = if with_last { make.not(seen) } else { on };
                let one = make.set_if(kept, &one);
                for (variable, (old, new)) in found.iter().zip(set.into_iter().zip(one)) {
                    let both = make.or(old, new);
                    make.assign(*variable, both);
                }
                let next = make.stepped(now, Word::Known(i64::from(dir.0)), ONE)?;
                let next = make.select(on, next.word, off);
                make.assign(here, next);
                Ok(())
            },
        )?;
        Ok(found.into_iter().map(|variable| self.read(variable)).collect())
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
            if make.plan.is_tangled(dir) {
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

    /// Returns the cells in rows of at least `least` cells along a direction.
    fn rows_along(&mut self, of: &Words, dir: Dir, least: i64) -> Words {
        let board = self.plan.board();
        if least <= 1 {
            return of.clone();
        }
        if least > board.len() as i64 {
            return self.no_cells();
        }
        // Find where rows of this length begin: double the length while possible, then add the remainder.
        let (mut length, mut starts) = (1, of.clone());
        while length < least {
            let more = length.min(least - length);
            let map = Map::steps(board, dir, more as i32);
            let further = self.pulled(&map, &starts);
            starts = self.set_and(&starts, &further);
            length += more;
        }
        // Then collect all cells of these rows.
        let (mut length, mut rows) = (1, starts);
        while length < least {
            let more = length.min(least - length);
            let map = Map::steps(board, dir, more as i32);
            let further = self.pushed(&map, &rows);
            rows = self.set_or(&rows, &further);
            length += more;
        }
        rows
    }

    /// Returns the cells that are connected to some cells.
    pub(crate) fn group(&mut self, from: &Words, through: &Words) -> Gets<Words> {
        let front = self.set_and(from, through);
        let first = front.clone();
        self.spread(front, first, |make, front| {
            let next = make.adjacent(front);
            Ok(make.set_and(&next, through))
        })
    }

    /// Returns the cells one step along the board's links, either way.
    fn adjacent(&mut self, from: &Words) -> Words {
        let board = self.plan.board();
        let mut all = self.no_cells();
        for dir in (0..board.dirs()).filter(|dir| board.links() >> dir & 1 == 1).map(|dir| Dir(dir as u8)) {
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
        let left: Vec<_> = of.iter().map(|word| self.variable(*word)).collect();
        let count = self.variable(ZERO);
        self.repeat(
            |make| {
                let left: Words = left.iter().map(|variable| make.read(*variable)).collect();
                Ok(make.is_some(&left))
            },
            |make| {
                let now: Words = left.iter().map(|variable| make.read(*variable)).collect();
                let first = make.first_of(&now);
                let first = make.just(Spot { sure: true, ..first });
                let group = make.group(&first, &now)?;
                for (variable, (old, gone)) in left.iter().zip(now.into_iter().zip(group)) {
                    let rest = make.and_not(old, gone);
                    make.assign(*variable, rest);
                }
                let old = make.read(count);
                let new = make.add(old, ONE);
                make.assign(count, new);
                Ok(())
            },
        )?;
        Ok(Int::between(self.read(count), 0, self.plan.cells() as i64))
    }

    /// Returns whether some group has cells in each of these sets.
    pub(crate) fn connects(&mut self, of: &Words, ends: &[Words]) -> Gets<Word> {
        let Some((first, others)) = ends.split_first() else { return Ok(self.is_some(of)) };
        let mut all_met = ONE;
        for end in ends {
            let met = self.set_and(end, of);
            let met = self.is_some(&met);
            all_met = self.and(all_met, met);
        }
        let left = self.either(
            all_met,
            |make| {
                if let [other] = others {
                    let group = make.group(first, of)?;
                    let met = make.set_and(&group, other);
                    return Ok(Left::from_slice(&[make.is_some(&met)]));
                }
                let starts = make.set_and(first, of);
                let left: Vec<_> = starts.iter().map(|word| make.variable(*word)).collect();
                let found = make.variable(ZERO);
                make.repeat(
                    |make| {
                        let left: Words = left.iter().map(|variable| make.read(*variable)).collect();
                        let some = make.is_some(&left);
                        let found = make.read(found);
                        Ok(make.and_not(some, found))
                    },
                    |make| {
                        let now: Words = left.iter().map(|variable| make.read(*variable)).collect();
                        let start = make.first_of(&now);
                        let start = make.just(Spot { sure: true, ..start });
                        let group = make.group(&start, of)?;
                        let mut all = ONE;
                        for other in others {
                            let met = make.set_and(&group, other);
                            let met = make.is_some(&met);
                            all = make.and(all, met);
                        }
                        make.assign(found, all);
                        for (variable, (old, gone)) in left.iter().zip(now.into_iter().zip(group)) {
                            let rest = make.and_not(old, gone);
                            make.assign(*variable, rest);
                        }
                        Ok(())
                    },
                )?;
                Ok(Left::from_slice(&[make.read(found)]))
            },
            |_| Ok(Left::from_slice(&[ZERO])),
        )?;
        Ok(left[0])
    }
}
