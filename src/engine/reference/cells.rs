//! Sets of cells.

use super::run::Run;
use super::value::Ran;
use crate::game::cells::{Cell, Set};
use crate::game::expr::*;
use crate::game::operator::{Op, bit};

impl<const W: usize> Run<'_, W> {
    /// Returns the value of a set of cells.
    #[inline(always)]
    pub(super) fn cells(&mut self, expr: &CellsExpr) -> Ran<Set<W>> {
        if let CellsExpr::Common(common) = expr
            && let Common::Local(slot) = **common
        {
            return Ok(self.frames.cells(slot));
        }
        self.other_cells(expr)
    }

    fn other_cells(&mut self, expr: &CellsExpr) -> Ran<Set<W>> {
        Ok(match expr {
            CellsExpr::Const(set) => set.resized(),
            CellsExpr::Common(common) => match &**common {
                Common::Apply(apply) => match self.walked(apply)? {
                    Some(cells) => cells,
                    None => self.common(common)?,
                },
                other => self.common(other)?,
            },
            CellsExpr::One(cell) => Set::of(self.cell(cell)?),
            CellsExpr::Op(op, pair) => {
                let (a, b) = (self.cells(&pair.0)?, self.cells(&pair.1)?);
                op.of_cells(&a, &b)
            }
            CellsExpr::Empty => self.all.except(&self.state.occupied),
            CellsExpr::Occupied => self.state.occupied,
            CellsExpr::Pieces => self.state.owned(),
            CellsExpr::Enemy => self.state.of_others(self.context.mover),
            CellsExpr::OfPlayer(player) => {
                let player = match **player {
                    PlayerExpr::Mover => self.context.mover,
                    _ => self.player(player)?,
                };
                self.state.of_player(player)
            }
            CellsExpr::OfKind(kind) => self.state.of_kind(*kind),
            CellsExpr::Union(each) => {
                let mut all = Set::EMPTY;
                for element in self.elements(&each.over)? {
                    all = all.or(&self.with(each.slot, element, |run| run.cells(&each.body))?);
                }
                all
            }
            CellsExpr::Reach(reach) => self.reach(reach)?,
            CellsExpr::Filter(filter) => {
                let mut kept = Set::EMPTY;
                for cell in self.cells(&filter.over)? {
                    if self.with(filter.slot, i64::from(cell.0), |run| run.bool(&filter.keep))? {
                        kept.insert(cell);
                    }
                }
                kept
            }
        })
    }

    /// Evaluates steps and rays from one cell, the most frequent operators, without making sets of starts and directions.
    #[inline]
    fn walked(&mut self, apply: &Apply) -> Ran<Option<Set<W>>> {
        let board = &self.game.board;
        Ok(match (apply.op, apply.args.as_slice()) {
            (Op::Neighbors, [AnyExpr::Cells(CellsExpr::One(cell)), AnyExpr::Dirs(MaskExpr::Const(dirs))])
                if *dirs == board.links() =>
            {
                let cell = self.cell(cell)?;
                Some(self.neighbors.get(cell.0 as usize).map_or(Set::EMPTY, |cells| cells.resized()))
            }
            (
                Op::Ray,
                [AnyExpr::Cells(CellsExpr::One(start)), AnyExpr::Dirs(MaskExpr::One(dir)), AnyExpr::Cells(through)],
            ) => {
                let (start, dir, through) = (self.cell(start)?, self.dir(dir)?, self.cells(through)?);
                self.step()?;
                Some(board.ray_from(start, dir, &through))
            }
            _ => None,
        })
    }

    fn reach(&mut self, reach: &Reach) -> Ran<Set<W>> {
        let mut all = self.cells(&reach.from)?;
        let mut fresh = all;
        while let Some(cell) = fresh.first() {
            fresh.remove(cell);
            let to = self.with(reach.slot, i64::from(cell.0), |run| run.cells(&reach.to))?;
            fresh = fresh.or(&to.except(&all));
            all = all.or(&to);
        }
        Ok(all)
    }

    /// Returns whether a cell is in a set, without computing the whole set where possible.
    pub(super) fn cell_in(&mut self, cell: Cell, set: &CellsExpr) -> Ran<bool> {
        Ok(match set {
            CellsExpr::Empty => self.all.contains(cell) && !self.state.occupied.contains(cell),
            CellsExpr::Occupied => self.state.occupied.contains(cell),
            CellsExpr::Enemy => {
                let owner = self.state.at(cell).owner;
                bit(owner.0) != 0 && owner != self.context.mover
            }
            other => self.cells(other)?.contains(cell),
        })
    }
}
