//! Sets of cells.

use super::run::Run;
use super::value::Ran;
use crate::game::cells::{Cell, Set};
use crate::game::expr::*;
use crate::game::operator::bit;

impl<const W: usize> Run<'_, W> {
    /// The value of a set of cells.
    #[inline]
    pub(super) fn cells(&mut self, expr: &CellsExpr) -> Ran<Set<W>> {
        match expr {
            CellsExpr::Common(common) => match **common {
                Common::Local(slot) => Ok(self.frames.cells(slot)),
                _ => self.common(common),
            },
            other => self.other_cells(other),
        }
    }

    fn other_cells(&mut self, expr: &CellsExpr) -> Ran<Set<W>> {
        Ok(match expr {
            CellsExpr::Const(set) => set.resized(),
            CellsExpr::Common(common) => self.common(common)?,
            CellsExpr::One(cell) => Set::of(self.cell(cell)?),
            CellsExpr::Op(op, pair) => {
                let (a, b) = (self.cells(&pair.0)?, self.cells(&pair.1)?);
                match op {
                    SetOp::And => a.and(&b),
                    SetOp::Or => a.or(&b),
                    SetOp::Except => a.except(&b),
                }
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
            CellsExpr::Ray(pair, through) => self.ray(pair, through.as_deref())?,
            CellsExpr::OfKind(kind) => self.state.of_kind(*kind),
            CellsExpr::Neighbors(from, dirs) => self.neighbors(from, dirs.as_deref())?,
            other => self.searched(other)?,
        })
    }

    /// Sets that the board is searched for, or that are put together element by element.
    fn searched(&mut self, expr: &CellsExpr) -> Ran<Set<W>> {
        let board = &self.game.board;
        Ok(match expr {
            CellsExpr::Rows(numbers) => {
                self.ints(numbers)?.iter().fold(Set::EMPTY, |all, n| all.or(&board.row_cells(*n)))
            }
            CellsExpr::Columns(numbers) => {
                self.ints(numbers)?.iter().fold(Set::EMPTY, |all, n| all.or(&board.column_cells(*n)))
            }
            CellsExpr::Numbered(numbers) => self.ints(numbers)?.iter().map(|n| board.numbered(*n)).collect(),
            CellsExpr::Side(n) => board.side(self.int(n)?),
            CellsExpr::EdgeOf(dirs) => board.edge_of(self.mask(dirs)?),
            CellsExpr::First(triple) => {
                let (from, dirs, of) = self.three_sets(triple)?;
                board.first(&from, dirs, &of)
            }
            CellsExpr::Hop(triple) => {
                let (from, dirs, over) = self.three_sets(triple)?;
                board.hop(&from, dirs, &over)
            }
            CellsExpr::Leap(triple) => {
                let from = self.cells(&triple.0)?;
                let (m, n) = (self.int(&triple.1)?, self.int(&triple.2)?);
                self.steps(from.len())?;
                board.leap(&from, m, n)
            }
            CellsExpr::Between(pair) => {
                let (p, q) = (self.cell(&pair.0)?, self.cell(&pair.1)?);
                board.between(p, q)
            }
            CellsExpr::Group(pair) => {
                let (from, through) = (self.cells(&pair.0)?, self.cells(&pair.1)?);
                self.steps(through.len() / 8)?;
                board.group(&from, &through)
            }
            CellsExpr::Lines { of, least, most, along } => {
                let (of, least) = (self.cells(of)?, self.int(least)?);
                let most = match most {
                    Some(most) => Some(self.int(most)?),
                    None => None,
                };
                let along = match along {
                    Some(along) => self.mask(along)?,
                    None => board.all_dirs(),
                };
                self.walks(&of, along)?;
                board.lines(&of, least, most, along)
            }
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
            CellsExpr::Const(_)
            | CellsExpr::Common(_)
            | CellsExpr::One(_)
            | CellsExpr::Op(..)
            | CellsExpr::Empty
            | CellsExpr::Occupied
            | CellsExpr::Pieces
            | CellsExpr::Enemy
            | CellsExpr::OfPlayer(_)
            | CellsExpr::OfKind(_)
            | CellsExpr::Ray(..)
            | CellsExpr::Neighbors(..) => self.other_cells(expr)?,
        })
    }

    fn neighbors(&mut self, from: &CellsExpr, dirs: Option<&DirsExpr>) -> Ran<Set<W>> {
        let board = &self.game.board;
        if let (CellsExpr::One(cell), None) = (from, dirs) {
            let cell = self.cell(cell)?;
            return Ok(self.neighbors.get(cell.0 as usize).map_or(Set::EMPTY, |cells| cells.resized()));
        }
        let from = self.cells(from)?;
        let dirs = match dirs {
            Some(dirs) => self.mask(dirs)?,
            None => board.links(),
        };
        self.steps(from.len() * dirs.count_ones() as usize / 16)?;
        Ok(board.neighbors(&from, dirs))
    }

    fn ray(&mut self, pair: &(CellsExpr, DirsExpr), through: Option<&CellsExpr>) -> Ran<Set<W>> {
        let board = &self.game.board;
        // One walk, the most frequent use, needs no sets of beginnings and directions.
        if let (CellsExpr::One(start), MaskExpr::One(dir)) = (&pair.0, &pair.1) {
            let (start, dir) = (self.cell(start)?, self.dir(dir)?);
            let through = match through {
                Some(through) => self.cells(through)?,
                None => self.all,
            };
            self.step()?;
            return Ok(board.ray_from(start, dir, &through));
        }
        let (from, dirs) = (self.cells(&pair.0)?, self.mask(&pair.1)?);
        let through = match through {
            Some(through) => self.cells(through)?,
            None => self.all,
        };
        self.walks(&from, dirs)?;
        Ok(board.ray(&from, dirs, &through))
    }

    /// The three arguments of `first` and `hop`.
    fn three_sets(&mut self, triple: &(CellsExpr, DirsExpr, CellsExpr)) -> Ran<(Set<W>, u64, Set<W>)> {
        let (from, dirs, of) = (self.cells(&triple.0)?, self.mask(&triple.1)?, self.cells(&triple.2)?);
        self.walks(&from, dirs)?;
        Ok((from, dirs, of))
    }

    /// Counts the walks from these cells in these directions.
    fn walks(&mut self, from: &Set<W>, dirs: u64) -> Ran<()> {
        self.steps(from.len() * dirs.count_ones() as usize)
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

    /// Whether a cell is in a set; the sets of the position need not be put together for this.
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
