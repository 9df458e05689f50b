//! What the board alone decides: cells by their column and row, rows and columns by their number, and conditions on cells that
//! are the same in all positions.

use super::locals::{Local, Numbers};
use super::set::Words;
use super::word::{Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::plan::TableId;
use crate::game::cells::CellSet;
use crate::game::expr::*;
use crate::game::part::{AsPart, Part, Shared};

impl Gen<'_, '_> {
    /// Returns `cell(column, row)`, which is `off` beyond the board.
    pub(crate) fn cell_at(&mut self, column: Word, row: Word) -> Spot {
        let board = self.plan.board();
        let (width, height) = (i64::from(board.width()), i64::from(board.height()));
        let table = self.plan.tables.named(TableId::Grid, || {
            let at = |n: i64| board.at((n % (width + 2)) as i32, (n / (width + 2)) as i32);
            (0..(width + 2) * (height + 2)).map(|n| self.plan.code(at(n)) as u64).collect()
        });
        let (column, row) = (self.within(column, width + 1), self.within(row, height + 1));
        if let (Word::Known(column), Word::Known(row)) = (column, row) {
            return self.known_spot(board.at(column as i32, row as i32));
        }
        let line = self.mul(row, Word::Known(width + 2));
        let place = self.add(line, column);
        Spot { word: self.load_at(table, place), sure: false }
    }

    /// Returns `rows(..)`, or `columns(..)`, if its numbers are written one by one.
    pub(crate) fn lines_numbered(&mut self, is_rows: bool, numbers: &IntsExpr) -> Gets<Option<Words>> {
        let Numbers::Some(some) = self.ints(numbers)? else { return Ok(None) };
        let (board, cells) = (self.plan.board(), self.plan.width());
        let most = i64::from(if is_rows { board.height() } else { board.width() });
        let table = self.plan.tables.named(TableId::Lines(is_rows), || {
            let line =
                |n: i64| -> CellSet { if is_rows { board.row_cells(n as i32) } else { board.column_cells(n as i32) } };
            (0..most + 2).flat_map(|n| line(n).0.into_iter().take(cells)).collect()
        });
        let mut all = self.no_cells();
        for (n, is_in) in some {
            let place = self.within(n.word, most + 1);
            let line = self.load_set_at(table, place);
            let line = self.set_if(is_in, &line);
            all = self.set_or(&all, &line);
        }
        Ok(Some(all))
    }

    /// Returns a number, or the nearest of the numbers from 0 to `most`.
    fn within(&mut self, n: Word, most: i64) -> Word {
        let n = self.extreme(true, n, ZERO);
        self.extreme(false, n, Word::Known(most))
    }

    /// Returns the cells of a known set for which a condition holds, if the condition is the same in all positions.
    pub(crate) fn fixed_cells(&mut self, over: &Words, slot: Slot, keep: &BoolExpr) -> Gets<Option<Words>> {
        let Some(known) = self.as_known(over) else { return Ok(None) };
        if !self.is_of_board(keep.part(), slot) {
            return Ok(None);
        }
        self.restoring(|make| {
            let mut kept = CellSet::EMPTY;
            for cell in known.iter() {
                make.locals.bind(slot, Word::Known(make.plan.code(cell)), true);
                match make.truth(keep)? {
                    Word::Known(0) => {}
                    Word::Known(_) => kept.insert(cell),
                    Word::Made(_) => return Ok(None),
                }
            }
            Ok(Some(make.known_set(&kept)))
        })
    }

    /// Returns whether a part depends on nothing but the board, known locals and the local in a slot.
    fn is_of_board(&self, part: Part<'_>, slot: Slot) -> bool {
        let is_known = |at: Slot| {
            at == slot || matches!(self.locals.words.get(usize::from(at.0)), Some(Local::Word(Word::Known(_), _)))
        };
        !part.contains(&mut |part| match part.shared() {
            Some(Shared::Local(at)) => part.class() != Class::Word || !is_known(at),
            Some(Shared::Var(_) | Shared::Lazy(_) | Shared::Call(_)) => true,
            Some(_) => false,
            None => is_of_position(part),
        })
    }
}

/// Returns whether a part depends on the position, or binds locals.
fn is_of_position(part: Part<'_>) -> bool {
    match part {
        Part::Int(int) => !matches!(int, IntExpr::Const(_) | IntExpr::Neg(..) | IntExpr::Arith(..) | IntExpr::Count(_)),
        Part::Ints(ints) => !matches!(ints, IntsExpr::Range(..) | IntsExpr::List(_)),
        Part::Bool(truth) => !matches!(
            truth,
            BoolExpr::Const(_)
                | BoolExpr::Not(_)
                | BoolExpr::And(_)
                | BoolExpr::Or(_)
                | BoolExpr::Compare(..)
                | BoolExpr::Same(_)
                | BoolExpr::SameSet(_)
                | BoolExpr::Within(_)
                | BoolExpr::In(_)
                | BoolExpr::Some(_)
        ),
        Part::Cell(CellExpr::Const(_)) | Part::Dir(DirExpr::Const(_)) => false,
        Part::Cells(cells) => !matches!(cells, CellsExpr::Const(_) | CellsExpr::One(_) | CellsExpr::Op(..)),
        Part::Dirs(dirs) => !matches!(dirs, MaskExpr::Const(_) | MaskExpr::One(_) | MaskExpr::Op(..)),
        _ => true,
    }
}
