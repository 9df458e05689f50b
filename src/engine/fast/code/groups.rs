//! Connected groups as a forest (union-find; R. Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm",
//! 1975), used while pieces are only added: each piece joins the adjacent groups, and each group knows which ends it
//! reaches.

use super::rows::{Goal, sets};
use super::watch::LightEnd;
use super::word::{Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::game::expr::*;
use crate::game::operator::Op;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_frontend::Variable;

/// The ends of connections, as bits.
#[derive(Clone, Debug)]
pub(crate) struct Ends {
    /// All ends of each connection.
    bits: Vec<(BoolExpr, u64)>,
    /// A table of the ends that each cell is in.
    marks: *const u64,
}

impl Ends {
    /// Returns the ends of a connection.
    pub(crate) fn of(&self, connection: &BoolExpr) -> Option<u64> {
        self.bits.iter().find(|(other, _)| other == connection).map(|(_, ends)| *ends)
    }
}

/// The groups while a ply is made.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    /// The ends that the group of the new piece reaches.
    pub reached: Variable,
    pub ends: Ends,
}

impl<'p> Gen<'p, '_> {
    /// Returns the ends of these connections, or `None` if none of them is a connection, or groups cannot be kept.
    pub(crate) fn ends(&mut self, atoms: &[&BoolExpr]) -> Gets<Option<Ends>> {
        let board = self.plan.board();
        let has_back = |dir| board.opposite(dir).is_some_and(|back| board.links() >> back.0 & 1 == 1);
        let both_ways = self.plan.dirs_in(board.links()).all(has_back);
        if self.plan.only_kind().is_none() || self.plan.native.groups.is_none() || !both_ways {
            return Ok(None);
        }
        let (mut bits, mut next) = (Vec::new(), 0);
        let mut marks = vec![0u64; self.plan.cells() + 1];
        for atom in atoms {
            let Some(Goal::Connection(_, ends)) = Goal::new(atom) else { continue };
            let mut own = 0;
            for end in sets(ends) {
                let end = self.cells(end)?;
                let (Some(end), true) = (self.as_known(&end), next < 64) else { return Ok(None) };
                end.iter().for_each(|cell| marks[cell.0 as usize] |= 1 << next);
                own |= 1 << next;
                next += 1;
            }
            bits.push(((*atom).clone(), own));
        }
        Ok((!bits.is_empty()).then(|| Ends { bits, marks: self.plan.tables.keep(marks) }))
    }

    /// Joins a new piece of the mover to the adjacent groups, if groups are kept.
    pub(crate) fn join_groups(&mut self) -> Gets<()> {
        let Some(LightEnd { cell, groups: Some(groups), .. }) = self.watch.clone() else { return Ok(()) };
        let cell = self.read(cell);
        // An action may not have put the piece that it could put.
        let Some(mover) = self.seen.mover.known() else { return Ok(()) };
        let own = self.plan.game.layout.player(mover as usize);
        let there = self.stored_contains(own, Spot { word: cell, sure: false });
        self.only_if(there, |make| {
            let reached = make.join(cell, &groups.ends, false)?;
            make.assign(groups.reached, reached);
            Ok(())
        })
    }

    /// Joins a cell to the adjacent groups of the mover's pieces, or only to those before it in the language's order.
    /// Returns the ends that the result reaches. The forest holds each cell's parent, and for each root the ends of its
    /// group.
    pub(crate) fn join(&mut self, cell: Word, ends: &Ends, before: bool) -> Gets<Word> {
        let plan = self.plan;
        let Some(groups) = plan.native.groups else { return Ok(ZERO) };
        let reached_at = groups + plan.cells() + 1;
        let Some(mover) = self.seen.mover.known() else { return Ok(ZERO) };
        let own = plan.game.layout.player(mover as usize);
        self.store_word(groups, cell, cell);
        let first = self.load_at(ends.marks, cell);
        let (top, reached) = (self.variable(cell), self.variable(first));
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
                let theirs = make.load_word(reached_at, found);
                let ours = make.read(reached);
                let both = make.or(ours, theirs);
                make.assign(reached, both);
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
        let (top, reached) = (self.read(top), self.read(reached));
        self.store_word(reached_at, top, reached);
        Ok(reached)
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

/// Returns whether a connection may end the game, so that room is needed for a forest of groups.
pub(crate) fn has_connections(game: &crate::game::Game) -> bool {
    use crate::game::part::{AsPart, Part};
    let is_connection = |part: Part<'_>| matches!(part.applied(), Some((Op::Connects, _)));
    game.end.iter().any(|ending| ending.condition.holds.part().mentions(game, 8, &is_connection))
}
