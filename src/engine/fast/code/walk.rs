//! Cell by cell over the board: rays that may go around it, and on wide boards small groups and conditions on a few
//! cells. Where few cells are met, that is less work than steps of whole sets.

use super::set::Words;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::analysis::{Analysis, Limits};
use crate::engine::fast::maps::Map;
use crate::game::expr::{CellsExpr, Filter};
use crate::game::part::AsPart;
use crate::game::piece::Dir;
use cranelift_codegen::ir::condcodes::IntCC;

/// Sets of fewer words are always handled as a whole.
pub(super) const WIDE: usize = 4;

/// How many steps of a whole set it takes to collect a group, as a guess.
const STEPS: usize = 8;

/// The most cells whose conditions are evaluated one by one instead of for all cells at once.
const FEW: i64 = 8;

/// A condition lighter than this is evaluated for all cells at once.
const LIGHT: usize = 12;

/// The most expressions analyzed for the size of a set.
const FUEL: u32 = 500;

impl Gen<'_, '_> {
    /// Returns the first cell of a set on a walk from a cell, which may go around the board, or `off`.
    pub(super) fn first_on_walk(&mut self, cell: Spot, dir: Dir, of: &Words) -> Gets<Spot> {
        let off = Word::Known(self.plan.cells() as i64);
        let of = self.put_in_memory(of);
        let further = |make: &mut Self, from: Word| make.further_on_walk(cell, dir, from);
        let first = further(self, cell.word);
        // No walk is longer than the number of cells: it may lead into a circle without the cell.
        let (here, left) = (self.variable(first), self.variable(off));
        self.repeat(
            |make| {
                let (now, left) = (make.read(here), make.read(left));
                let (word, _) = make.word_of_cell(of, now);
                let bit = make.right(word, now);
                let is_in = make.and(bit, ONE);
                let more = make.compare(IntCC::UnsignedGreaterThan, left, ONE);
                let on = make.compare(IntCC::NotEqual, now, off);
                let more = make.and(more, on);
                Ok(make.and_not(more, is_in))
            },
            |make| {
                let now = make.read(here);
                let next = further(make, now);
                make.assign(here, next);
                let fewer = make.read(left);
                let fewer = make.sub(fewer, ONE);
                make.assign(left, fewer);
                Ok(())
            },
        )?;
        let (met, left) = (self.read(here), self.read(left));
        let some = self.compare(IntCC::UnsignedGreaterThan, left, ONE);
        Ok(Spot { word: self.select(some, met, off), sure: false })
    }

    /// Returns the next cell of a walk from a cell, or `off` where it is back at that cell.
    fn further_on_walk(&mut self, start: Spot, dir: Dir, from: Word) -> Word {
        let off = Word::Known(self.plan.cells() as i64);
        let next = self.load_at(self.plan.steps(dir, 1), from);
        let around = self.same(next, start.word);
        self.select(around, off, next)
    }

    /// Returns the cells of a walk from a cell, which may go around the board, as far as all of them are in a set.
    pub(super) fn ray_on_walk(&mut self, cell: Spot, dir: Dir, through: &Words) -> Gets<Words> {
        let off = Word::Known(self.plan.cells() as i64);
        // Without those that have been passed: the walk may lead into a circle.
        let left = self.put_in_memory(through);
        let further = |make: &mut Self, from: Word| make.further_on_walk(cell, dir, from);
        let first = further(self, cell.word);
        let here = self.variable(first);
        self.repeat(
            |make| {
                let now = make.read(here);
                let (word, _) = make.word_of_cell(left, now);
                let bit = make.right(word, now);
                let is_in = make.and(bit, ONE);
                let on = make.compare(IntCC::NotEqual, now, off);
                Ok(make.and(is_in, on))
            },
            |make| {
                let now = make.read(here);
                let (word, place) = make.word_of_cell(left, now);
                let bit = make.left(ONE, now);
                let rest = make.and_not(word, bit);
                make.store_at(place, 0, rest);
                let next = further(make, now);
                make.assign(here, next);
                Ok(())
            },
        )?;
        let left = self.words_at(left);
        Ok(self.set_except(through, &left))
    }

    /// Returns how many cells a set has at most for its groups to be collected cell by cell.
    fn most_walked(&self) -> usize {
        let board = self.plan.board();
        let dirs: Vec<Dir> = self.plan.dirs_in(board.links()).collect();
        let has_back = |dir: &Dir| board.opposite(*dir).is_some_and(|back| board.links() >> back.0 & 1 == 1);
        if self.width() < WIDE || self.plan.is_compact || dirs.is_empty() || !dirs.iter().all(has_back) {
            return 0;
        }
        let shifts: usize = dirs.iter().map(|dir| self.plan.shifts(&Map::steps(board, *dir, 1)).len()).sum();
        // To go to a neighbor takes about twice as many instructions as to shift one word.
        STEPS * shifts * self.width() / (2 * dirs.len())
    }

    /// Returns the cells that are connected to some cells: cell by cell if there are few, otherwise all at once.
    pub(crate) fn group(&mut self, from: &Words, through: &Words) -> Gets<Words> {
        let most = self.most_walked();
        if most == 0 {
            return self.group_at_once(from, through);
        }
        if most >= self.plan.cells() {
            return self.group_by_cells(from, through);
        }
        let size = self.size(through);
        let few = self.compare(IntCC::UnsignedLessThan, size, Word::Known(most as i64));
        let found = self.either(
            few,
            |make| Ok(make.group_by_cells(from, through)?.into_iter().collect()),
            |make| Ok(make.group_at_once(from, through)?.into_iter().collect()),
        )?;
        Ok(found.into_iter().collect())
    }

    fn group_by_cells(&mut self, from: &Words, through: &Words) -> Gets<Words> {
        let plan = self.plan;
        let first = self.set_and(from, through);
        let others = self.set_except(through, &first);
        let left = self.put_in_memory(&others);
        let open = self.begin_walk();
        self.each_cell(&first, &mut |make, cell| {
            make.open_cell(&open, cell.word);
            Ok(ZERO)
        })?;
        self.each_open(&open, |make, cell| {
            for dir in plan.dirs_in(plan.board().links()) {
                let next = make.load_at(plan.steps(dir, 1), cell);
                let (word, place) = make.word_of_cell(left, next);
                let bit = make.left(ONE, next);
                let there = make.and(word, bit);
                let is_there = make.compare(IntCC::NotEqual, there, ZERO);
                make.only_if(is_there, |make| {
                    let rest = make.and_not(word, bit);
                    make.store_at(place, 0, rest);
                    make.open_cell(&open, next);
                    Ok(())
                })?;
            }
            Ok(())
        })?;
        let left = self.words_at(left);
        Ok(self.set_except(through, &left))
    }

    /// Returns whether a set is a single group, and whether it is empty.
    pub(super) fn is_one_group(&mut self, of: &Words) -> Gets<(Word, Word)> {
        let some = self.is_some(of);
        let one = self.and_then(some, |make| {
            let first = make.first_of(of);
            let first = make.just(Spot { sure: true, ..first });
            let group = make.group(&first, of)?;
            Ok(make.set_same(&group, of))
        })?;
        let none = self.not(some);
        Ok((one, none))
    }

    /// Returns whether a condition on the cells of a set is evaluated one by one, though all at once is possible.
    pub(super) fn is_narrow(&self, filter: &Filter<CellsExpr>) -> bool {
        let is_heavy = || filter.keep.part().weight(&self.plan.game, 8) > LIGHT;
        self.width() >= WIDE && is_heavy() && self.are_few(&filter.over)
    }

    /// Returns whether a set has so few cells that they are asked one by one.
    pub(super) fn are_few(&self, cells: &CellsExpr) -> bool {
        Analysis::of(&self.plan.game, Limits::new(FUEL)).cells(cells).count <= FEW
    }
}
