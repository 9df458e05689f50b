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

    /// Returns the cells of a set for which a condition holds, if the condition is the same in all positions, or depends on one
    /// other cell: then they are read from a table.
    pub(crate) fn fixed_cells(&mut self, over: &Words, slot: Slot, keep: &BoolExpr) -> Gets<Option<Words>> {
        let Some(unknown) = self.unknown_cells(keep.part(), slot) else { return Ok(None) };
        let fixed = match unknown[..] {
            [] => self.fixed_set(slot, keep)?.map(|set| self.known_set(&set)),
            [other] if self.plan.cells() <= MOST_CELLS => {
                let word = self.local(other)?.0;
                let Some(sets) = self.fixed_sets(slot, other, keep)? else { return Ok(None) };
                let width = self.plan.width();
                let table = self.plan.tables.keep(sets.iter().flat_map(|set| set.0.into_iter().take(width)).collect());
                Some(self.load_set_at(table, word))
            }
            _ => None,
        };
        Ok(fixed.map(|fixed| self.set_and(over, &fixed)))
    }

    /// Returns the cells of the board for which a fixed condition holds.
    fn fixed_set(&mut self, slot: Slot, keep: &BoolExpr) -> Gets<Option<CellSet>> {
        self.restoring(|make| {
            let mut kept = CellSet::EMPTY;
            for cell in make.plan.board_cells() {
                make.locals.bind(slot, Word::Known(make.plan.code(cell)), true);
                match make.truth(keep)? {
                    Word::Known(0) => {}
                    Word::Known(_) => kept.insert(cell),
                    Word::Made(_) => return Ok(None),
                }
            }
            Ok(Some(kept))
        })
    }

    /// Returns the same for each value of another cell: those of the board, and `off`.
    fn fixed_sets(&mut self, slot: Slot, other: Slot, keep: &BoolExpr) -> Gets<Option<Vec<CellSet>>> {
        self.restoring(|make| {
            let mut sets = Vec::new();
            for cell in make.plan.all_cells() {
                make.locals.bind(other, Word::Known(make.plan.code(cell)), !cell.is_off());
                let Some(set) = make.fixed_set(slot, keep)? else { return Ok(None) };
                sets.push(set);
            }
            Ok(Some(sets))
        })
    }

    /// Returns the unknown cells on which a part depends besides the local in a slot, or `None` if it depends on the position or may
    /// fault.
    fn unknown_cells(&self, part: Part<'_>, slot: Slot) -> Option<Vec<Slot>> {
        let mut unknown = Vec::new();
        let is_open = part.contains(&mut |part| match part.shared() {
            Some(Shared::Local(at)) if part.class() == Class::Word => match self.locals.words.get(usize::from(at.0)) {
                _ if at == slot => false,
                Some(Local::Word(Word::Known(_), _)) => false,
                Some(Local::Word(..)) if part.ty() == Type::Cell => {
                    if !unknown.contains(&at) {
                        unknown.push(at);
                    }
                    false
                }
                _ => true,
            },
            Some(Shared::Apply(apply)) => apply.op.form().may_fault,
            Some(Shared::Branch) => false,
            Some(_) => true,
            None => is_of_position(part),
        });
        (!is_open).then_some(unknown)
    }
}

/// The most cells of a board for which a condition on two cells is evaluated beforehand.
const MOST_CELLS: usize = 144;

/// Returns whether a part depends on the position, binds locals, or may fault.
fn is_of_position(part: Part<'_>) -> bool {
    match part {
        Part::Int(IntExpr::Arith(op, pair, _)) => {
            let divides = matches!(op, Arith::Div | Arith::Rem);
            divides && !matches!(pair.1, IntExpr::Const(n) if n != 0)
        }
        Part::Int(int) => !matches!(int, IntExpr::Const(_) | IntExpr::Neg(..) | IntExpr::Count(_)),
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
