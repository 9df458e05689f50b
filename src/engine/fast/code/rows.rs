//! Rows through one cell, found by walking from it.

use super::set::Words;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::Expression;
use crate::game::piece::Dir;
use cranelift_codegen::ir::condcodes::IntCC;

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

/// A condition on rows or connections, which can come to hold when pieces are added.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal<'e> {
    /// `some(lines(..))`.
    Rows(Rows<'e>),
    /// `connects(T, A, B, ..)`: the set, and the ends.
    Connection(&'e CellsExpr, &'e [AnyExpr]),
}

impl<'e> Goal<'e> {
    /// Returns the condition as a goal, if it is one.
    pub(crate) fn new(condition: &'e BoolExpr) -> Option<Goal<'e>> {
        if let BoolExpr::Some(set) = condition {
            let SetExpr::Cells(set) = &**set else { return None };
            return Rows::of(set).map(Goal::Rows);
        }
        match condition.applied()? {
            (Op::Connects, [AnyExpr::Cells(of), ends @ ..]) => Some(Goal::Connection(of, ends)),
            _ => None,
        }
    }

    /// Returns the cells that it consists of.
    pub(crate) fn made_of(self) -> &'e CellsExpr {
        match self {
            Goal::Rows(rows) => rows.of,
            Goal::Connection(of, _) => of,
        }
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

    /// Returns whether a row of the wanted length goes through a cell.
    pub(crate) fn rows_through(&mut self, cell: Spot, of: &Words, rows: Rows<'_>) -> Gets<Word> {
        let plan = self.plan;
        let least = self.int(rows.least)?.word.known().unwrap_or(i64::MAX);
        let most = self.int(rows.most)?.word.known().unwrap_or(0);
        let along = self.mask_of(rows.along)?.known().unwrap_or(0) as u64;
        let board = plan.board();
        let dirs: Vec<Dir> = plan.dirs_in(along).collect();
        let mut found = ZERO;
        for dir in &dirs {
            let back = board.opposite(*dir);
            if back.is_some_and(|back| back < *dir && dirs.contains(&back)) {
                continue;
            }
            // Walk no further than matters.
            let far = if most >= plan.cells() as i64 { least - 1 } else { most };
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

    /// Counts the consecutive cells of a set that follow a cell, up to `far`.
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
