//! Rows through one cell, found by walking from it.

use super::flow::Left;
use super::set::Words;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::game::expr::*;
use crate::game::piece::Dir;
use cranelift_codegen::ir::condcodes::IntCC;

impl<'p> Gen<'p, '_> {
    /// Whether a cell is in `lines(T, n..m, D)`; none if what the rows must be like is not known, or lines are tangled.
    pub(crate) fn is_in_row(&mut self, cell: Spot, lines: &CellsExpr) -> Gets<Option<Word>> {
        let CellsExpr::Lines { of, least, most, along } = lines else { return Ok(None) };
        if !self.has_fixed_rows(least, most.as_deref(), along.as_deref())? || !self.has_open_lines() {
            return Ok(None);
        }
        let of = self.cells(of)?;
        let there = self.contains(&of, cell);
        let cell = Spot { sure: true, ..cell };
        let left = self.either(
            there,
            |make| Ok(Left::from_slice(&[make.rows_through(cell, &of, least, most.as_deref(), along.as_deref())?])),
            |_| Ok(Left::from_slice(&[ZERO])),
        )?;
        Ok(Some(left[0]))
    }

    /// Whether the lengths and directions of rows never change.
    pub(crate) fn has_fixed_rows(
        &mut self,
        least: &IntExpr,
        most: Option<&IntExpr>,
        along: Option<&DirsExpr>,
    ) -> Gets<bool> {
        let least = self.int(least)?.word.known();
        let most = match most {
            Some(most) => self.int(most)?.word.known(),
            None => Some(0),
        };
        let along = match along {
            Some(dirs) => self.some_dirs(dirs)?.known(),
            None => Some(0),
        };
        Ok(least.is_some_and(|least| least >= 1) && most.is_some() && along.is_some())
    }

    pub(crate) fn has_open_lines(&self) -> bool {
        let board = self.plan.board();
        let mut dirs = (0..board.dirs()).map(|dir| Dir(dir as u8));
        dirs.all(|dir| board.opposite(dir).is_some() && !self.plan.is_tangled(dir))
    }

    /// Whether a row of the wanted length goes through a cell.
    pub(crate) fn rows_through(
        &mut self,
        cell: Spot,
        of: &Words,
        least: &IntExpr,
        most: Option<&IntExpr>,
        along: Option<&DirsExpr>,
    ) -> Gets<Word> {
        let plan = self.plan;
        let least = self.int(least)?.word.known().unwrap_or(i64::MAX);
        let most = match most {
            Some(most) => self.int(most)?.word.known().unwrap_or(0),
            None => i64::MAX,
        };
        let along = match along {
            Some(dirs) => self.some_dirs(dirs)?.known().unwrap_or(0) as u64,
            None => u64::MAX,
        };
        let board = plan.board();
        let wanted = |dir: &Dir| along >> dir.0 & 1 == 1;
        let dirs: Vec<Dir> = (0..board.dirs()).map(|dir| Dir(dir as u8)).filter(wanted).collect();
        let mut found = ZERO;
        for dir in &dirs {
            let back = board.opposite(*dir);
            if back.is_some_and(|back| back < *dir && dirs.contains(&back)) {
                continue;
            }
            // No more steps than matter.
            let far = if most == i64::MAX || most >= plan.cells() as i64 { least - 1 } else { most };
            let ahead = self.run_from(cell, of, plan.steps(*dir, 1), far)?;
            let behind = self.run_from(cell, of, plan.steps(*dir, -1), far)?;
            let run = self.add(ahead, behind);
            let run = self.add(run, ONE);
            let long = self.compare(IntCC::SignedGreaterThanOrEqual, run, Word::Known(least));
            let short = self.compare(IntCC::SignedLessThanOrEqual, run, Word::Known(most));
            let fits = self.and(long, short);
            found = self.or(found, fits);
        }
        Ok(found)
    }

    /// How many cells of a set follow one another from a cell on by a step, no more than so many.
    fn run_from(&mut self, cell: Spot, of: &Words, steps: *const u64, far: i64) -> Gets<Word> {
        let next = self.load_at(steps, cell.word);
        let (here, count) = (self.variable(next), self.variable(ZERO));
        self.repeat(
            |make| {
                let (cell, n) = (make.read(here), make.read(count));
                let there = make.contains(of, Spot { word: cell, sure: false });
                let near = make.compare(IntCC::SignedLessThan, n, Word::Known(far));
                Ok(make.and(there, near))
            },
            |make| {
                let (cell, n) = (make.read(here), make.read(count));
                let next = make.load_at(steps, cell);
                make.assign(here, next);
                let more = make.add(n, ONE);
                make.assign(count, more);
                Ok(())
            },
        )?;
        Ok(self.read(count))
    }
}
