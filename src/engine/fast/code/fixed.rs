//! What the board alone decides: cells by their column and row, rows and columns by their number, and conditions on two cells.

use super::lane::FreeLocal;
use super::locals::{Local, Numbers};
use super::set::Words;
use super::word::{Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::tables::TableId;
use crate::game::cells::CellSet;
use crate::game::expr::*;
use crate::game::part::AsPart;
use crate::types::Type;

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
        let Some(other) = self.other_cell(keep, slot).filter(|_| self.plan.cells() <= MOST_CELLS) else {
            return Ok(None);
        };
        if !matches!(self.locals.words.get(usize::from(other.0)), Some(Local::Word(..))) {
            return Ok(None);
        }
        let (word, is_sure) = self.local(other)?;
        let mut sets = Vec::new();
        for cell in self.plan.all_cells().filter(|cell| !(is_sure && cell.is_off())) {
            let set = self.along(slot, |make| {
                make.locals.bind(other, Word::Known(make.plan.code(cell)), !cell.is_off());
                Ok(make.fixed_lane(keep))
            })?;
            let Some(set) = set else { return Ok(None) };
            sets.extend(set.0.into_iter().take(self.plan.width()));
        }
        let table = self.plan.tables.keep(sets);
        let fixed = self.load_set_at(table, word);
        Ok(Some(self.set_and(over, &fixed)))
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

/// The most cells of a board for which a condition on two cells is evaluated beforehand.
pub(crate) const MOST_CELLS: usize = 144;
