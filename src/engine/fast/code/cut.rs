//! Cells that are cut off from others by a new piece. Seldom: as long as the cells around the piece are connected with one
//! another, every way through its cell can go around it.

use super::goal::CutGoal;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::game::cells::{Cell, CellSet};
use crate::game::piece::Dir;

/// The most directions of links: there is a bit for each set of them.
const MOST_DIRS: usize = 8;

/// What is known of a cut before play.
pub(crate) struct Cut {
    dirs: Vec<Dir>,
    /// For each cell a bit for each set of directions: whether the cells there stay connected without the cell.
    whole: Vec<u64>,
}

impl<'p> Gen<'p, '_> {
    /// Returns what is known of a cut, or `None` if cells have too many links or the sets in it are not known.
    pub(crate) fn known_cut(&mut self, goal: CutGoal<'p>) -> Gets<Option<Cut>> {
        let plan = self.plan;
        let dirs: Vec<Dir> = plan.dirs_in(plan.board().links()).collect();
        let (from, all) = (self.cells(goal.from)?, self.cells(goal.all)?);
        let (Some(from), Some(_)) = (self.as_known(&from), self.as_known(&all)) else { return Ok(None) };
        if dirs.len() > MOST_DIRS || !self.is_linked_both_ways() {
            return Ok(None);
        }
        let words = words_of(&dirs);
        let mut whole = vec![0; words * plan.cells()];
        for cell in plan.board_cells() {
            for mask in 0..1usize << dirs.len() {
                if self.stays_whole(cell, &dirs, mask, &from) {
                    whole[words * usize::from(cell.0) + mask / 64] |= 1 << (mask % 64);
                }
            }
        }
        Ok(Some(Cut { dirs, whole }))
    }

    /// Returns whether all ways through a cell can go around it, and ways to the cell end beside it, if the set consists of the
    /// neighbors in these directions.
    fn stays_whole(&self, cell: Cell, dirs: &[Dir], mask: usize, from: &CellSet) -> bool {
        let board = self.plan.board();
        let near = |n: usize| board.steps(cell, dirs[n], 1);
        let around: Vec<Cell> = (0..dirs.len()).filter(|n| mask >> n & 1 == 1).map(near).collect();
        let Some(first) = around.first() else { return true };
        if around.contains(&cell) || around.iter().any(|cell| cell.is_off()) {
            return false;
        }
        let mut reached = vec![*first];
        let mut next = 0;
        while let Some(here) = reached.get(next).copied() {
            next += 1;
            for dir in dirs {
                let there = board.steps(here, *dir, 1);
                if around.contains(&there) && !reached.contains(&there) {
                    reached.push(there);
                }
            }
        }
        let is_whole = around.iter().all(|cell| reached.contains(cell));
        is_whole && (!from.contains(cell) || around.iter().any(|cell| from.contains(*cell)))
    }

    /// Returns whether a new piece may have cut cells off: not if those around it are connected.
    pub(crate) fn may_cut(&mut self, cell: Word, goal: CutGoal<'p>) -> Gets<Word> {
        let plan = self.plan;
        let Some(Cut { dirs, whole }) = self.known_cut(goal)? else { return Ok(ONE) };
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
        let table = plan.tables.keep(whole);
        let word = self.load_at(table, place);
        let bit = self.right(word, mask);
        let is_whole = self.and(bit, ONE);
        Ok(self.not(is_whole))
    }
}

/// Returns how many words have a bit for each set of directions.
fn words_of(dirs: &[Dir]) -> usize {
    (1usize << dirs.len()).div_ceil(64)
}
