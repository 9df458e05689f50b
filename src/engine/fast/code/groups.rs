//! Connected groups as a forest (union-find; R. Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm",
//! 1975), used while pieces are only added: each piece joins the adjacent groups, and each group knows which ends it
//! reaches, and its cells if they matter.

use super::flow::Variables;
use super::goal::{Atom, Goal};
use super::rows::sets;
use super::set::Words;
use super::watch::LightEnd;
use super::word::{Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::game::expr::*;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_frontend::Variable;

/// The ends of connections, as bits.
#[derive(Clone, Debug)]
pub(crate) struct Ends {
    /// All ends of each connection.
    bits: Vec<(*const BoolExpr, u64)>,
    /// A table of the ends that each cell is in.
    marks: *const u64,
}

impl Ends {
    /// Returns the ends of a connection.
    pub(crate) fn of(&self, connection: &BoolExpr) -> Option<u64> {
        self.bits.iter().find(|(other, _)| std::ptr::eq(*other, connection)).map(|(_, ends)| *ends)
    }
}

/// The groups while a ply is made.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    /// The ends that the group of the new piece reaches.
    pub reached: Variable,
    /// Its cells, if they are kept.
    pub members: Option<Variables>,
    pub ends: Ends,
}

impl<'p> Gen<'p, '_> {
    /// Returns whether two cells are linked in both directions or not at all.
    pub(crate) fn is_linked_both_ways(&self) -> bool {
        let board = self.plan.board();
        let has_back = |dir| board.opposite(dir).is_some_and(|back| board.links() >> back.0 & 1 == 1);
        self.plan.dirs_in(board.links()).all(has_back)
    }

    /// Returns the groups to keep for these conditions, or `None` if none of them asks for groups, or they cannot be kept.
    pub(crate) fn groups_for(&mut self, atoms: &[Atom<'p>]) -> Gets<Option<Groups>> {
        let Some(ends) = self.ends(atoms)? else { return Ok(None) };
        let asks = atoms.iter().any(|atom| matches!(atom.goal, Goal::Group(_))) && self.plan.native.members.is_some();
        if ends.bits.is_empty() && !asks {
            return Ok(None);
        }
        let none = self.no_cells();
        let members = asks.then(|| self.set_variable(&none));
        Ok(Some(Groups { reached: self.variable(ZERO), members, ends }))
    }

    /// Returns the ends of the connections among these conditions, or `None` if groups cannot be kept.
    fn ends(&mut self, atoms: &[Atom<'p>]) -> Gets<Option<Ends>> {
        if self.plan.only_kind().is_none() || self.plan.native.groups.is_none() || !self.is_linked_both_ways() {
            return Ok(None);
        }
        let (mut bits, mut next) = (Vec::new(), 0);
        let mut marks = vec![0u64; self.plan.cells() + 1];
        for atom in atoms {
            let Goal::Connection(_, ends) = atom.goal else { continue };
            let mut own = 0;
            for end in sets(ends) {
                let end = self.cells(end)?;
                let (Some(end), true) = (self.as_known(&end), next < 64) else { return Ok(None) };
                end.iter().for_each(|cell| marks[cell.0 as usize] |= 1 << next);
                own |= 1 << next;
                next += 1;
            }
            bits.push((std::ptr::from_ref(atom.condition), own));
        }
        Ok(Some(Ends { bits, marks: self.plan.tables.keep(marks) }))
    }

    /// Joins a new piece of the mover to the adjacent groups, if groups are kept.
    pub(crate) fn join_groups(&mut self) -> Gets<()> {
        let Some(LightEnd { cell, groups: Some(groups), .. }) = self.watch.clone() else { return Ok(()) };
        let cell = self.read(cell);
        // An action may not have put the piece that it could put.
        let Some(mover) = self.seen.mover.known() else { return Ok(()) };
        let own = self.plan.game.layout.player(mover as usize);
        let there = self.stored_contains(own, Spot { word: cell, sure: false });
        self.only_if(there, |make| make.join(cell, &groups, false))
    }

    /// Joins a cell to the adjacent groups of the mover's pieces, or only to those before it in the language's order.
    /// Says what the result reaches. The forest holds each cell's parent, and for each root the ends and the cells of its
    /// group.
    pub(crate) fn join(&mut self, cell: Word, kept: &Groups, before: bool) -> Gets<()> {
        let plan = self.plan;
        let Some(groups) = plan.native.groups else { return Ok(()) };
        let reached_at = groups + plan.cells() + 1;
        let Some(mover) = self.seen.mover.known() else { return Ok(()) };
        let own = plan.game.layout.player(mover as usize);
        self.store_word(groups, cell, cell);
        let has_ends = !kept.ends.bits.is_empty();
        if has_ends {
            let first = self.load_at(kept.ends.marks, cell);
            self.assign(kept.reached, first);
        }
        if let Some(members) = &kept.members {
            let first = self.just(Spot { word: cell, sure: true });
            self.assign_set(members, &first);
        }
        let top = self.variable(cell);
        for dir in plan.dirs_in(plan.board().links()) {
            let other = self.load_at(plan.steps(dir, 1), cell);
            let is_own = self.stored_contains(own, Spot { word: other, sure: false });
            let joins = if before {
                let earlier = self.below(other, cell);
                self.and(is_own, earlier)
            } else {
                is_own
            };
            self.only_if(joins, |make| {
                let found = make.top_of(groups, other)?;
                if has_ends {
                    let theirs = make.load_word(reached_at, found);
                    make.join_to(&[kept.reached], &[theirs]);
                }
                if let Some(members) = &kept.members {
                    let theirs = make.members_of(found);
                    make.join_to(members, &theirs);
                }
                // The first adjacent group takes in the cell; the other groups become children of that group.
                let now = make.read(top);
                let alone = make.same(now, cell);
                let below = make.select(alone, cell, found);
                let above = make.select(alone, found, now);
                make.store_word(groups, below, above);
                make.assign(top, above);
                Ok(())
            })?;
        }
        let top = self.read(top);
        if has_ends {
            let reached = self.read(kept.reached);
            self.store_word(reached_at, top, reached);
        }
        if let (Some(members), Some(at)) = (&kept.members, plan.native.members) {
            let row = self.mul(top, Word::Known(self.width() as i64));
            for (n, member) in members.iter().enumerate() {
                let word = self.read(*member);
                self.store_word(at + n, row, word);
            }
        }
        Ok(())
    }

    /// Returns the cells of a root's group.
    fn members_of(&mut self, root: Word) -> Words {
        let at = self.plan.native.members.unwrap_or(0);
        let row = self.mul(root, Word::Known(self.width() as i64));
        (0..self.width()).map(|n| self.load_word(at + n, row)).collect()
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
