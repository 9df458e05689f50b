//! Connected groups as a forest (union-find; R. Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm",
//! 1975), used while pieces are only added: each piece joins the adjacent groups, and each group knows its cells.

use super::flow::Variables;
use super::goal::{Atom, Goal};
use super::set::Words;
use super::word::{Spot, Word, ZERO};
use super::{Gen, Gets};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_frontend::Variable;

/// The group of a new piece, in variables that the code sets.
#[derive(Clone, Debug)]
pub(crate) struct NewGroup {
    /// Its cells.
    pub members: Variables,
    /// Whether the piece has closed a ring, if that decides something, see [`super::cut`].
    pub closes: Option<Variable>,
}

impl<'p> Gen<'p, '_> {
    /// Returns variables for the group of the new piece, if groups are kept for these conditions.
    pub(crate) fn groups_for(&mut self, atoms: &[Atom<'p>]) -> Gets<Option<NewGroup>> {
        let is_kept =
            self.plan.native.groups.is_some() && self.plan.only_kind().is_some() && self.plan.is_linked_both_ways();
        let (mut asks, mut closes) = (false, false);
        for atom in atoms {
            match atom.goal {
                Goal::Group(_) => asks = true,
                Goal::Cut(goal) if is_kept => closes = closes || self.needs_ring(goal)?,
                _ => {}
            }
        }
        if !is_kept || !(asks || closes) {
            return Ok(None);
        }
        let none = self.no_cells();
        let closes = closes.then(|| self.variable(ZERO));
        Ok(Some(NewGroup { members: self.set_variable(&none), closes }))
    }

    /// Joins a cell to the adjacent groups of the mover's pieces, or only to those before it in the language's order. Sets the
    /// variables of the result. The forest holds each cell's parent, and for each root the cells of its group.
    pub(crate) fn join(&mut self, cell: Word, group: &NewGroup, before: bool) -> Gets<()> {
        let members = &group.members;
        let closes = group.closes.filter(|_| !before);
        let plan = self.plan;
        let Some(groups) = plan.native.groups else { return Ok(()) };
        let members_at = groups + plan.cells() + 1;
        let width = Word::Known(self.width() as i64);
        let Some(mover) = self.seen.mover.known() else { return Ok(()) };
        let own = plan.game.layout.player(mover as usize);
        self.store_word(groups, cell, cell);
        let first = self.just(Spot { word: cell, sure: true });
        self.assign_set(members, &first);
        let top = self.variable(cell);
        let (joined, mut mask) = (self.variable(ZERO), ZERO);
        for (n, dir) in plan.dirs_in(plan.board().links()).enumerate() {
            let other = self.load_at(plan.steps(dir, 1), cell);
            let is_own = self.stored_contains(own, Spot { word: other, sure: false });
            if closes.is_some() {
                let bit = self.left_by(is_own, n as u32);
                mask = self.or(mask, bit);
            }
            let joins = if before {
                let earlier = self.below(other, cell);
                self.and(is_own, earlier)
            } else {
                is_own
            };
            self.only_if(joins, |make| {
                let found = make.top_of(groups, other)?;
                let row = make.mul(found, width);
                let theirs: Words = (0..make.width()).map(|n| make.load_word(members_at + n, row)).collect();
                make.join_to(members, &theirs);
                // The first adjacent group takes in the cell; the other groups become children of that group.
                let now = make.read(top);
                let alone = make.same(now, cell);
                if closes.is_some() {
                    let is_other = make.compare(IntCC::NotEqual, now, found);
                    make.add_to(joined, is_other);
                }
                let below = make.select(alone, cell, found);
                let above = make.select(alone, found, now);
                make.store_word(groups, below, above);
                make.assign(top, above);
                Ok(())
            })?;
        }
        if let Some(closes) = closes {
            let (arcs, joined) = (self.arcs(cell, mask), self.read(joined));
            let is_closed = self.compare(IntCC::SignedGreaterThan, arcs, joined);
            self.assign(closes, is_closed);
        }
        let top = self.read(top);
        let row = self.mul(top, width);
        for (n, member) in members.iter().enumerate() {
            let word = self.read(*member);
            self.store_word(members_at + n, row, word);
        }
        Ok(())
    }

    /// Returns the root of a cell's group. On the way, each cell's parent becomes its grandparent.
    fn top_of(&mut self, groups: usize, cell: Word) -> Gets<Word> {
        let here = self.variable(cell);
        let first = self.load_word(groups, cell);
        let above = self.variable(first);
        self.repeat(
            |make| {
                let (here, above) = (make.read(here), make.read(above));
                Ok(make.compare(IntCC::NotEqual, here, above))
            },
            |make| {
                let (below, up) = (make.read(here), make.read(above));
                let higher = make.load_word(groups, up);
                make.store_word(groups, below, higher);
                make.assign(here, higher);
                let next = make.load_word(groups, higher);
                make.assign(above, next);
                Ok(())
            },
        )?;
        Ok(self.read(here))
    }
}
