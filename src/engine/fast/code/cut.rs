//! Cells that are cut off from others by a new piece. This is rare: as long as the cells around the piece are connected with one
//! another, every way through its cell can go around it.
//!
//! On a board that is a disc of triangles, what cuts cells off from its whole edge is a ring of pieces. The new piece closes one where
//! it has two neighbors of the same group between which there is another cell on either side: where the runs of pieces around it are
//! more than the groups that it joins.

use super::goal::CutGoal;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::tables::TableId;
use crate::game::board::Board;
use crate::game::cells::{Cell, CellSet};
use crate::game::piece::Dir;
use smallvec::SmallVec;

/// The most directions of links: there is a bit for each set of them.
const MOST_DIRS: usize = 8;

/// The bits of a number of runs.
const COUNT_BITS: usize = 4;

impl<'p> Gen<'p, '_> {
    /// Returns the cells that all others must be connected with, or `None` if cells have too many links or the sets are not known
    /// before play.
    pub(crate) fn cut_from(&mut self, goal: CutGoal<'_>) -> Gets<Option<CellSet>> {
        let (from, all) = (self.cells(goal.from)?, self.cells(goal.all)?);
        let is_known = self.as_known(&all).is_some() && self.links().len() <= MOST_DIRS;
        Ok(self.as_known(&from).filter(|_| is_known && self.plan.is_linked_both_ways()))
    }

    fn links(&self) -> Vec<Dir> {
        self.plan.dirs_in(self.plan.board().links()).collect()
    }

    /// Returns a table with a bit for each cell and each set of directions: whether the cells there stay connected without the
    /// cell.
    fn whole_without(&self, from: &CellSet) -> *const u64 {
        let (plan, dirs) = (self.plan, self.links());
        plan.tables.named(TableId::Whole(Box::new(*from)), || {
            let words = words_of(&dirs);
            let mut whole = vec![0; words * plan.cells()];
            for cell in plan.board_cells() {
                let around = Surroundings::of(plan.board(), cell, &dirs, from);
                for mask in (0..1usize << dirs.len()).filter(|mask| around.stay_whole(*mask)) {
                    whole[words * usize::from(cell.0) + mask / 64] |= 1 << (mask % 64);
                }
            }
            whole
        })
    }

    /// Returns whether only a ring of pieces cuts cells off, if groups are kept.
    pub(super) fn needs_ring(&mut self, goal: CutGoal<'p>) -> Gets<bool> {
        let plan = self.plan;
        let Some(edge) = plan.native.disc_edge.as_deref() else { return Ok(false) };
        let all = self.cells(goal.all)?;
        let is_whole = self.as_known(&all) == Some(plan.board().all_cells());
        Ok(is_whole && self.cut_from(goal)?.as_ref() == Some(edge))
    }

    /// Returns how many runs of pieces there are around a cell, one after the other with their neighbors, from the directions in
    /// which there are pieces.
    pub(super) fn arcs(&mut self, cell: Word, mask: Word) -> Word {
        let (plan, dirs) = (self.plan, self.links());
        let words = words_of(&dirs) * COUNT_BITS;
        let table = plan.tables.named(TableId::Arcs, || {
            let mut arcs = vec![0; words * plan.cells()];
            for cell in plan.board_cells() {
                let around = Surroundings::of(plan.board(), cell, &dirs, &CellSet::EMPTY);
                for mask in 0..1usize << dirs.len() {
                    let bit = COUNT_BITS * mask;
                    arcs[words * usize::from(cell.0) + bit / 64] |= around.arcs(mask) << (bit % 64);
                }
            }
            arcs
        });
        let row = self.mul(cell, Word::Known(words as i64));
        let bit = self.mul(mask, Word::Known(COUNT_BITS as i64));
        let far = self.right_by(bit, 6);
        let place = self.add(row, far);
        let word = self.load_at(table, place);
        let counts = self.right(word, bit);
        self.and(counts, Word::Known((1 << COUNT_BITS) - 1))
    }

    /// Returns whether a new piece may have cut cells off: not if those around it are connected.
    pub(crate) fn may_cut(&mut self, cell: Word, goal: CutGoal<'p>) -> Gets<Word> {
        let plan = self.plan;
        let Some(from) = self.cut_from(goal)? else { return Ok(ONE) };
        let dirs = self.links();
        let rest = self.cells(goal.rest)?;
        let mut mask = ZERO;
        for (n, dir) in dirs.iter().enumerate() {
            let there = self.load_at(plan.steps(*dir, 1), cell);
            let is_there = self.contains(&rest, Spot { word: there, sure: false });
            let bit = self.left_by(is_there, n as u32);
            mask = self.or(mask, bit);
        }
        let words = words_of(&dirs);
        let row = self.mul(cell, Word::Known(words as i64));
        let far = self.right_by(mask, 6);
        let place = self.add(row, far);
        let table = self.whole_without(&from);
        let word = self.load_at(table, place);
        let bit = self.right(word, mask);
        let is_whole = self.and(bit, ONE);
        Ok(self.not(is_whole))
    }
}

/// The neighbors of a cell, each known by its direction.
struct Surroundings {
    /// For each neighbor those that are linked with it or are the same cell, as a mask.
    linked: SmallVec<[usize; MOST_DIRS]>,
    /// Those in the set that all cells must be connected with, if the cell is in it: ways that end in the cell can end there.
    ends: Option<usize>,
}

impl Surroundings {
    fn of(board: &Board, cell: Cell, dirs: &[Dir], from: &CellSet) -> Surroundings {
        let near: SmallVec<[Cell; MOST_DIRS]> = dirs.iter().map(|dir| board.steps(cell, *dir, 1)).collect();
        let mask = |holds: &dyn Fn(Cell) -> bool| {
            let bits = near.iter().enumerate().filter(|(_, other)| !other.is_off() && holds(**other));
            bits.fold(0, |mask, (n, _)| mask | 1 << n)
        };
        let beside =
            |here: Cell, there: Cell| here == there || dirs.iter().any(|dir| board.steps(here, *dir, 1) == there);
        let linked = near.iter().map(|here| mask(&|there| beside(*here, there))).collect();
        Surroundings { linked, ends: from.contains(cell).then(|| mask(&|there| from.contains(there))) }
    }

    /// Returns those neighbors of a mask that are connected with the first one.
    fn first_run(&self, mask: usize) -> usize {
        let mut reached = mask & mask.wrapping_neg();
        loop {
            let linked = (0..self.linked.len()).filter(|n| reached >> n & 1 == 1).map(|n| self.linked[n]);
            let more = (reached | linked.fold(0, |all, one| all | one)) & mask;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// Returns whether the neighbors of a mask are connected with one another, so that all ways through the cell can go around it.
    fn stay_whole(&self, mask: usize) -> bool {
        self.first_run(mask) == mask && (mask == 0 || self.ends.is_none_or(|ends| mask & ends != 0))
    }

    /// Returns how many parts the neighbors of a mask have that are not connected with one another.
    fn arcs(&self, mut mask: usize) -> u64 {
        let mut arcs = 0;
        while mask != 0 {
            mask &= !self.first_run(mask);
            arcs += 1;
        }
        arcs
    }
}

/// Returns how many words have a bit for each set of directions.
fn words_of(dirs: &[Dir]) -> usize {
    (1usize << dirs.len()).div_ceil(64)
}
