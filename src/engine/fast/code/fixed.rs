//! What the board alone decides: cells by their column and row, rows and columns by their number, and conditions on two cells.

use super::lane::{FEW_STEPS, FreeLocal};
use super::locals::{Local, Numbers};
use super::set::Words;
use super::word::{Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::tables::TableId;
use crate::game::cells::CellSet;
use crate::game::expr::*;
use crate::game::part::AsPart;
use crate::types::Type;
use std::collections::HashMap;

impl Gen<'_, '_> {
    /// Returns `cell(column, row)`, which is `off` beyond the board.
    pub(crate) fn cell_at(&mut self, column: Word, row: Word) -> Spot {
        let board = self.plan.board();
        let (width, height) = (i64::from(board.width()), i64::from(board.height()));
        let (column, row) = (self.within(column, width + 1), self.within(row, height + 1));
        if let (Word::Known(column), Word::Known(row)) = (column, row) {
            return self.known_spot(board.at(column as i32, row as i32));
        }
        let table = self.plan.tables.named(TableId::Grid, || {
            let at = |n: i64| board.at((n % (width + 2)) as i32, (n / (width + 2)) as i32);
            (0..(width + 2) * (height + 2)).map(|n| self.plan.code(at(n)) as u64).collect()
        });
        let line = self.mul(row, Word::Known(width + 2));
        let place = self.add(line, column);
        Spot { word: self.load_at(table, place), sure: false }
    }

    /// Returns `rows(..)`, or `columns(..)`, if its numbers are written one by one.
    pub(crate) fn lines_numbered(&mut self, is_rows: bool, numbers: &IntsExpr) -> Gets<Option<Words>> {
        let numbers = self.ints(numbers)?;
        if !matches!(numbers, Numbers::Some(_) | Numbers::Written(_)) {
            return Ok(None);
        }
        let (board, cells) = (self.plan.board(), self.plan.width());
        let most = i64::from(if is_rows { board.height() } else { board.width() });
        let table = self.plan.tables.named(TableId::Lines(is_rows), || {
            let line =
                |n: i64| -> CellSet { if is_rows { board.row_cells(n as i32) } else { board.column_cells(n as i32) } };
            (0..most + 2).flat_map(|n| line(n).0.into_iter().take(cells)).collect()
        });
        let none = self.no_cells();
        let all = self.set_variable(&none);
        self.each_of(numbers, &mut |make, n| {
            let place = make.within(n, most + 1);
            let line = make.load_set_at(table, place);
            make.join_to(&all, &line);
            Ok(ZERO)
        })?;
        Ok(Some(self.read_set(&all)))
    }

    /// Returns a number, or the nearest of the numbers from 0 to `most`.
    fn within(&mut self, n: Word, most: i64) -> Word {
        let n = self.extreme(true, n, ZERO);
        self.extreme(false, n, Word::Known(most))
    }

    /// Returns the cells of a set for which a condition holds, if the condition depends on nothing but one other cell: then they are
    /// read from a table.
    pub(crate) fn fixed_cells(&mut self, over: &Words, slot: Slot, keep: &BoolExpr) -> Gets<Option<Words>> {
        let Some(other) = self.other_cell(keep, slot) else { return Ok(None) };
        if !matches!(self.locals.words.get(usize::from(other.0)), Some(Local::Word(..))) {
            return Ok(None);
        }
        let (word, is_sure) = self.local(other)?;
        let Some(pairs) = self.fixed_pairs(slot, other, keep)?.filter(|pairs| is_sure || pairs.has_off) else {
            return Ok(None);
        };
        let fixed = self.load_set_at(pairs.table, word);
        Ok(Some(self.set_and(over, &fixed)))
    }

    /// Returns for how many cells at most a condition holds that depends on nothing but one other cell.
    pub(crate) fn most_fixed(&mut self, slot: Slot, keep: &BoolExpr) -> Option<Word> {
        let other = self.other_cell(keep, slot)?;
        let pairs = self.fixed_pairs(slot, other, keep).ok()??;
        Some(Word::Known(pairs.most))
    }

    /// Finds the pairs of cells for which a condition holds that depends on nothing else.
    fn fixed_pairs(&mut self, slot: Slot, other: Slot, keep: &BoolExpr) -> Gets<Option<FixedPairs>> {
        if self.plan.cells() > MOST_CELLS {
            return Ok(None);
        }
        let mover = self.seen.mover.known();
        // A local whose value is known here has another one elsewhere.
        let is_alone = self.free_locals(keep.part()).is_some_and(|locals| locals.len() <= 2);
        let key = (keep.clone(), slot, other, mover);
        if let Some(known) = self.plan.fixed.borrow().get(&key).filter(|_| is_alone) {
            return Ok(*known);
        }
        let found = self.find_pairs(slot, other, keep)?;
        if is_alone {
            self.plan.fixed.borrow_mut().insert(key, found);
        }
        Ok(found)
    }

    fn find_pairs(&mut self, slot: Slot, other: Slot, keep: &BoolExpr) -> Gets<Option<FixedPairs>> {
        let (mut sets, mut most, mut has_off) = (Vec::new(), 0, true);
        for cell in self.plan.all_cells() {
            let set = self.along(slot, |make| {
                make.locals.bind(other, Word::Known(make.plan.code(cell)), !cell.is_off());
                Ok(make.fixed_lane_within(keep, FEW_STEPS))
            })?;
            let set = match set {
                Some(set) => set,
                None if cell.is_off() => {
                    has_off = false;
                    CellSet::EMPTY
                }
                None => return Ok(None),
            };
            most = most.max(set.len() as i64);
            sets.extend(set.0.into_iter().take(self.plan.width()));
        }
        Ok(Some(FixedPairs { table: self.plan.tables.keep(sets), most, has_off }))
    }

    /// Returns the unknown cell on which a condition depends besides the one in a slot, if it depends on nothing else.
    fn other_cell(&self, keep: &BoolExpr, slot: Slot) -> Option<Slot> {
        let is_unknown = |local: &FreeLocal| {
            let word = self.locals.words.get(usize::from(local.slot.0));
            local.slot != slot && !matches!(word, Some(Local::Word(Word::Known(_), _)))
        };
        let unknown: Vec<FreeLocal> = self.free_locals(keep.part())?.into_iter().filter(is_unknown).collect();
        match unknown[..] {
            [FreeLocal { slot, ty: Type::Cell }] => Some(slot),
            _ => None,
        }
    }
}

/// The cells for which a condition holds, for each value of another cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FixedPairs {
    /// One set for each value, the last one for `off`.
    table: *const u64,
    /// The most cells in one of the sets.
    most: i64,
    /// Whether the condition can be evaluated if the other cell is `off`.
    has_off: bool,
}

/// Pairs by the condition, the slots of its cells and who moves.
pub(crate) type KnownPairs = HashMap<(BoolExpr, Slot, Slot, Option<i64>), Option<FixedPairs>>;

/// The most cells of a board for which a condition on two cells is evaluated beforehand.
pub(crate) const MOST_CELLS: usize = 400;
