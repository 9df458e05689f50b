//! Rows through one cell, found by walking from it.

use super::set::Words;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::maps::Map;
use crate::game::cells::{Cell, CellSet};
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::Expression;
use crate::game::piece::Dir;
use cranelift_codegen::ir::StackSlot;
use cranelift_codegen::ir::condcodes::IntCC;

/// The most shifts of words to find rows for all cells at once.
const FEW_STEPS: i64 = 16;

/// The most rows through one cell that are read from a table.
const FEW_ROWS: usize = 4;

/// `lines(T, n..m, D)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows<'e> {
    pub of: &'e CellsExpr,
    pub least: &'e IntExpr,
    pub most: &'e IntExpr,
    pub along: &'e DirsExpr,
}

impl<'e> Rows<'e> {
    /// Returns the rows that a set consists of, or `None` if it is not `lines`.
    pub(crate) fn of(set: &'e CellsExpr) -> Option<Rows<'e>> {
        match set.applied()? {
            (Op::Lines, [AnyExpr::Cells(of), AnyExpr::Int(least), AnyExpr::Int(most), AnyExpr::Dirs(along)]) => {
                Some(Rows { of, least, most, along })
            }
            _ => None,
        }
    }

    /// Returns whether the rows may have any length from the least on.
    pub(crate) fn is_open(self) -> bool {
        matches!(self.most, IntExpr::Const(i32::MAX))
    }
}

/// Returns the arguments that are sets of cells.
pub(crate) fn sets(args: &[AnyExpr]) -> impl Iterator<Item = &CellsExpr> {
    args.iter().filter_map(|arg| if let AnyExpr::Cells(set) = arg { Some(set) } else { None })
}

impl<'p> Gen<'p, '_> {
    /// Returns whether a cell is in `lines(T, n..m, D)`, or `None` if the lengths or directions are not known, or lines
    /// are tangled.
    pub(crate) fn is_in_row(&mut self, cell: Spot, rows: Rows<'_>) -> Gets<Option<Word>> {
        if !self.has_fixed_rows(rows)? || !self.has_open_lines() {
            return Ok(None);
        }
        let of = self.cells(rows.of)?;
        let there = self.contains(&of, cell);
        let cell = Spot { sure: true, ..cell };
        self.and_then(there, |make| make.rows_through(cell, &of, rows)).map(Some)
    }

    /// Returns whether the lengths and directions of rows never change.
    pub(crate) fn has_fixed_rows(&mut self, rows: Rows<'_>) -> Gets<bool> {
        let (least, most) = (self.int(rows.least)?.word.known(), self.int(rows.most)?.word.known());
        let along = self.mask_of(rows.along)?.known();
        Ok(least.is_some_and(|least| least >= 1) && most.is_some() && along.is_some())
    }

    pub(crate) fn has_open_lines(&self) -> bool {
        let board = self.plan.board();
        self.plan.dirs().all(|dir| board.opposite(dir).is_some() && !self.plan.is_tangled(dir))
    }

    /// Returns whether there is a row of the wanted length, for all cells at once and without branches; `None` if it takes fewer
    /// instructions to walk from one cell.
    pub(super) fn has_row(&mut self, of: &Words, rows: Rows<'_>) -> Gets<Option<Word>> {
        let Some(least) = self.int(rows.least)?.word.known() else { return Ok(None) };
        let dirs = self.row_dirs(rows)?;
        let steps = i64::from((least.max(1) as u64).next_power_of_two().ilog2()) * dirs.len() as i64;
        let shifts = |dir: &Dir| self.plan.shifts(&Map::steps(self.plan.board(), *dir, 1)).len();
        if !rows.is_open() || steps * self.width() as i64 > FEW_STEPS || dirs.iter().any(|dir| shifts(dir) > 1) {
            return Ok(None);
        }
        let mut starts = self.no_cells();
        for dir in dirs {
            let found = self.row_starts(of, dir, least);
            starts = self.set_or(&starts, &found);
        }
        Ok(Some(self.is_some(&starts)))
    }

    /// Returns the directions of rows, one of each two opposite ones.
    pub(super) fn row_dirs(&mut self, rows: Rows<'_>) -> Gets<Vec<Dir>> {
        let along = self.mask_of(rows.along)?.known().unwrap_or(0) as u64;
        let (board, dirs) = (self.plan.board(), self.plan.dirs_in(along).collect::<Vec<Dir>>());
        let is_second = |dir: &Dir| board.opposite(*dir).is_some_and(|back| back < *dir && dirs.contains(&back));
        Ok(dirs.iter().copied().filter(|dir| !is_second(dir)).collect())
    }

    /// Returns whether a row of the wanted length goes through a cell.
    pub(crate) fn rows_through(&mut self, cell: Spot, of: &Words, rows: Rows<'_>) -> Gets<Word> {
        let (plan, board) = (self.plan, self.plan.board());
        let least = self.int(rows.least)?.word.known().unwrap_or(i64::MAX);
        let most = self.int(rows.most)?.word.known().unwrap_or(0);
        let dirs = self.row_dirs(rows)?;
        if rows.is_open()
            && let Some(found) = self.few_rows_through(cell, of, &dirs, least)
        {
            return Ok(found);
        }
        let walk = |make: &mut Self| {
            let memory = (of.len() > 1).then(|| make.put_in_memory(of));
            let mut found = ZERO;
            for dir in &dirs {
                // Walk no further than matters.
                let far = if most >= plan.cells() as i64 { least - 1 } else { most };
                let ahead = make.run_from(cell, (of, memory), plan.steps(*dir, 1), far)?;
                let behind = make.run_from(cell, (of, memory), plan.steps(*dir, -1), far)?;
                let run = make.add(ahead, behind);
                let run = make.add(run, ONE);
                let long = make.compare(IntCC::SignedGreaterThanOrEqual, run, Word::Known(least));
                let short = make.compare(IntCC::SignedLessThanOrEqual, run, Word::Known(most));
                let fits = make.and(long, short);
                found = make.or(found, fits);
            }
            Ok(found)
        };
        if least < 2 {
            return walk(self);
        }
        // Most cells have no neighbor that could be in the row.
        let ways = dirs.iter().flat_map(|dir| [Some(*dir), board.opposite(*dir)]).flatten();
        let neighbors = plan.neighbors(ways.fold(0, |ways, dir| ways | 1 << dir.0));
        let neighbors = self.load_set_at(neighbors, cell.word);
        let others = self.set_and(&neighbors, of);
        let some = self.is_some(&others);
        self.and_then(some, walk)
    }

    /// Returns whether a row of this length goes through a cell, from a table if the board has only a few such rows through each
    /// cell.
    fn few_rows_through(&mut self, cell: Spot, of: &Words, dirs: &[Dir], length: i64) -> Option<Word> {
        let (plan, board) = (self.plan, self.plan.board());
        let [of] = of[..] else { return None };
        let length = i32::try_from(length).ok().filter(|length| *length as usize <= board.len())?;
        let row = |first: Cell, dir: Dir| -> Option<CellSet> {
            let cells = (0..length).map(|n| board.steps(first, dir, n));
            cells.map(|cell| (!cell.is_off()).then_some(cell)).collect()
        };
        let rows_through = |cell: Cell| -> Vec<CellSet> {
            let firsts = dirs.iter().flat_map(|dir| (0..length).map(|n| (board.steps(cell, *dir, -n), *dir)));
            firsts.filter_map(|(first, dir)| row(first, dir)).collect()
        };
        let all: Vec<Vec<CellSet>> = plan.board_cells().map(rows_through).collect();
        let most = all.iter().map(Vec::len).max().filter(|most| *most <= FEW_ROWS)?;
        if all.iter().any(Vec::is_empty) {
            return None;
        }
        // A cell with fewer rows has one of them again.
        let words = all.iter().flat_map(|rows| rows.iter().cycle().take(most)).map(|row| row.0[0]);
        let table = plan.tables.keep(words.collect());
        let at = self.mul(cell.word, Word::Known(most as i64));
        let mut found = ZERO;
        for n in 0..most {
            let place = self.add(at, Word::Known(n as i64));
            let row = self.load_at(table, place);
            let missing = self.and_not(row, of);
            let whole = self.same(missing, ZERO);
            found = self.or(found, whole);
        }
        Some(found)
    }

    /// Counts the consecutive cells of a set that follow a cell, up to `far`. A set of several words is in memory, too.
    fn run_from(
        &mut self,
        cell: Spot,
        (of, memory): (&Words, Option<StackSlot>),
        steps: *const u64,
        far: i64,
    ) -> Gets<Word> {
        let next = self.load_at(steps, cell.word);
        let (here, count) = (self.variable(next), self.variable(ZERO));
        self.repeat(
            |make| {
                let (cell, n) = (make.read(here), make.read(count));
                let there = match memory {
                    Some(memory) => {
                        let (word, _) = make.word_of_cell(memory, cell);
                        let bit = make.right(word, cell);
                        make.and(bit, ONE)
                    }
                    None => make.contains(of, Spot { word: cell, sure: false }),
                };
                let near = make.compare(IntCC::SignedLessThan, n, Word::Known(far));
                Ok(make.and(there, near))
            },
            |make| {
                let cell = make.read(here);
                let next = make.load_at(steps, cell);
                make.assign(here, next);
                make.add_to(count, ONE);
                Ok(())
            },
        )?;
        Ok(self.read(count))
    }
}
