//! Where steps lead: one cell a number of steps away, and all cells of a set one step away.

use super::set::Words;
use super::sort::Held;
use super::stmt::is_word;
use super::word::{Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::board::Walks;
use crate::game::expr::{AnyExpr, CellExpr, Common, DirExpr, IntExpr, Slot};
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression};
use cranelift_codegen::ir::condcodes::IntCC;
use smallvec::SmallVec;

/// How all cells of a set of one word are moved.
#[derive(Clone, Copy)]
pub(super) struct Rotation {
    /// The cells that have a cell to be moved to.
    from: Word,
    /// How far the word is rotated to the left.
    by: Word,
}

impl Gen<'_, '_> {
    /// Returns where `n` steps lead.
    pub(crate) fn stepped(&mut self, from: Spot, dir: Word, n: Word) -> Gets<Spot> {
        if n.known().is_some() {
            let (to, _) = self.operate(Op::Step, &[from.into(), dir.into(), n.into()])?;
            return Spot::from_thing(to);
        }
        match self.plan.walks() {
            Some(walks) => Ok(self.walked(walks, from, dir, n)),
            None => self.walked_one_by_one(from, dir, n),
        }
    }

    /// Returns where `n` steps lead, from a table of all walks.
    fn walked(&mut self, walks: Walks, from: Spot, dir: Word, n: Word) -> Spot {
        let dirs = self.plan.dirs().count() as i64;
        // The row after those of the directions is for none.
        let dir = self.extreme(false, dir, Word::Known(dirs));
        let row = self.mul(from.word, Word::Known(dirs + 1));
        let row = self.add(row, dir);
        let walk = self.load_at(walks.of_cells, row);
        let (length, back) = (self.right_by(walk, 48), self.right_by(walk, 32));
        let (back, start) = (self.and(back, Word::Known(0xffff)), self.and(walk, Word::Known(0xffff_ffff)));
        let at = self.add(back, n);
        let is_on = self.below(at, length);
        let at = self.select(is_on, at, length);
        let at = self.add(start, at);
        Spot { word: self.load_at(walks.cells, at), sure: false }
    }

    /// Walks forth or back, step by step.
    fn walked_one_by_one(&mut self, from: Spot, dir: Word, n: Word) -> Gets<Spot> {
        let off = Word::Known(self.plan.cells() as i64);
        let here = self.variable(from.word);
        let forth = self.compare(IntCC::SignedGreaterThanOrEqual, n, ZERO);
        let negative = self.sub(ZERO, n);
        let steps = self.select(forth, n, negative);
        let left = self.variable(steps);
        self.repeat(
            |make| {
                let (here, left) = (make.read(here), make.read(left));
                let on = make.compare(IntCC::NotEqual, here, off);
                let some = make.compare(IntCC::SignedGreaterThan, left, ZERO);
                Ok(make.and(on, some))
            },
            |make| {
                make.spend();
                let now = make.read(here);
                let spot = Spot { word: now, sure: true };
                let (a, b) = (make.stepped(spot, dir, Word::Known(1))?, make.stepped(spot, dir, Word::Known(-1))?);
                let next = make.select(forth, a.word, b.word);
                make.assign(here, next);
                let now = make.read(left);
                let fewer = make.sub(now, Word::Known(1));
                make.assign(left, fewer);
                Ok(())
            },
        )?;
        Ok(Spot { word: self.read(here), sure: false })
    }

    /// Returns how the pieces of sets are moved all at once, if `to` is a known number of steps from the cell in the slot in some
    /// direction, and no two cells lead to the same one.
    pub(super) fn rotation_to(&mut self, slot: Slot, to: &CellExpr) -> Gets<Option<Rotation>> {
        let plan = self.plan;
        let Some((Op::Step, [AnyExpr::Cell(from), AnyExpr::Dir(dir), AnyExpr::Int(IntExpr::Const(n))])) = to.applied()
        else {
            return Ok(None);
        };
        let is_light = matches!(dir, DirExpr::Const(_)) || matches!(dir.common(), Some(Common::Local(_)));
        if !is_word(from.part(), slot) || !is_light {
            return Ok(None);
        }
        let Some(rotations) = plan.rotations(*n) else { return Ok(None) };
        let dir = self.dir(dir)?;
        let row = self.extreme(false, dir, Word::Known(plan.dirs().count() as i64));
        let row = self.left_by(row, 1);
        let by = self.add(row, Word::Known(1));
        Ok(Some(Rotation { from: self.load_at(rotations, row), by: self.load_at(rotations, by) }))
    }

    /// Moves all cells of a set.
    pub(super) fn rotated_by(&mut self, rotation: Rotation, from: &Words) -> Words {
        let some = self.and(from[0], rotation.from);
        SmallVec::from_elem(self.rotated(some, rotation.by), 1)
    }
}
