//! Connections, while pieces are only added: the cells of an end are marked, and so are those beside pieces that are linked to it.
//! A piece on a cell that is not marked links nothing yet; one on a marked cell is linked, with all pieces that hang together
//! with it. Each cell is marked once in a game for each end and player.

use super::goal::{Atom, Goal};
use super::memory::OpenCells;
use super::rows::sets;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::tables::TableId;
use crate::game::cells::CellSet;
use crate::game::expr::BoolExpr;
use cranelift_frontend::Variable;

/// The most ends of a connection for which marks are kept.
const ENDS: usize = 4;

/// A connection that is watched while a ply is made.
#[derive(Clone, Debug)]
pub(crate) struct Linked {
    condition: *const BoolExpr,
    /// The ends from which cells are marked, and where the marks of each are.
    from: Vec<(CellSet, usize)>,
    /// The other one of two ends. It needs no marks: pieces that are linked to the first one meet it or not.
    to: Option<CellSet>,
    /// The linked pieces whose neighbors are not marked yet.
    open: OpenCells,
    /// Whether the new piece has linked all ends.
    holds: Variable,
}

impl Linked {
    /// Returns whether the new piece has just linked the ends, if this is the condition.
    pub(crate) fn of(links: &[Linked], condition: &BoolExpr) -> Option<Variable> {
        links.iter().find(|link| std::ptr::eq(link.condition, condition)).map(|link| link.holds)
    }
}

impl<'p> Gen<'p, '_> {
    /// Returns the connections of the mover among these conditions for which marks are kept.
    pub(crate) fn links_for(&mut self, atoms: &[Atom<'p>]) -> Gets<Vec<Linked>> {
        let (plan, mut links) = (self.plan, Vec::new());
        let Some(mover) = self.seen.mover.known() else { return Ok(links) };
        if plan.only_kind().is_none() || !self.plan.is_linked_both_ways() {
            return Ok(links);
        }
        let mut marks = plan.native.marks + mover as usize * plan.native.ends * self.width();
        let mut open = None;
        for atom in atoms {
            let Goal::Connection(of, ends) = atom.goal else { continue };
            let Some(player) = self.grower(of) else { continue };
            if self.player(player)?.known() != Some(mover) || Linked::of(&links, atom.condition).is_some() {
                continue;
            }
            let mut from = Vec::new();
            for end in sets(ends) {
                let end = self.cells(end)?;
                from.extend(self.as_known(&end).map(|end| (end, marks)));
                marks += self.width();
            }
            if (2..=ENDS).contains(&ends.len()) && from.len() == ends.len() {
                let to = if from.len() == 2 { from.pop().map(|(to, _)| to) } else { None };
                let open = *open.get_or_insert_with(|| self.begin_walk());
                links.push(Linked { condition: atom.condition, from, to, open, holds: self.variable(ZERO) });
            }
        }
        Ok(links)
    }

    /// Returns tables of the neighbors of each cell: from which word of a set on, and their bits in this word and in the following
    /// ones, of which there are as many for all cells.
    fn windows(&self) -> (*const u64, Vec<*const u64>) {
        let (plan, board, width) = (self.plan, self.plan.board(), self.width());
        let near: Vec<CellSet> = board.cells().map(|cell| board.neighbors(&CellSet::of(cell), board.links())).collect();
        let span = |near: &CellSet| {
            let has_some = |n: &usize| near.0[*n] != 0;
            let first = (0..width).find(has_some).unwrap_or(0);
            (first, (0..width).rfind(has_some).unwrap_or(0) + 1 - first)
        };
        let length = near.iter().map(|near| span(near).1).max().unwrap_or(1);
        let first = |near: &CellSet| span(near).0.min(width - length);
        let bits = |n: usize| {
            let words = || near.iter().map(|near| near.0[first(near) + n]).collect();
            plan.tables.named(TableId::Window(n as u8), words)
        };
        let words = plan.tables.named(TableId::WindowWord, || near.iter().map(|near| first(near) as u64).collect());
        (words, (0..length).map(bits).collect())
    }

    /// Links a piece to the ends, and says whether it links all of them; `own` is where the set of its player's pieces is.
    pub(super) fn link(&mut self, cell: Word, own: usize, link: &Linked) -> Gets<()> {
        let mut reaches_all = ONE;
        for (_, marks) in &link.from {
            let is_marked = self.stored_contains(*marks, Spot { word: cell, sure: true });
            self.only_if(is_marked, |make| make.link_on(cell, own, *marks, link))?;
            reaches_all = self.and(reaches_all, is_marked);
        }
        if link.to.is_none() {
            self.assign(link.holds, reaches_all);
        }
        Ok(())
    }

    /// Marks the cells beside a linked piece, and those beside the pieces that hang together with it.
    fn link_on(&mut self, cell: Word, own: usize, marks: usize, link: &Linked) -> Gets<()> {
        let (words, bits) = self.windows();
        let to = link.to.map(|to| self.known_set(&to));
        self.open_cell(&link.open, cell);
        self.each_open(&link.open, |make, cell| {
            if let Some(to) = &to {
                let ends = make.contains(to, Spot { word: cell, sure: true });
                make.join_to(&[link.holds], &[ends]);
            }
            let first = if make.width() > bits.len() { make.load_at(words, cell) } else { ZERO };
            for (n, bits) in bits.into_iter().enumerate() {
                let near = make.load_at(bits, cell);
                let marked = make.load_word(marks + n, first);
                let more = make.or(marked, near);
                make.store_word(marks + n, first, more);
                let new = make.and_not(near, marked);
                let pieces = make.load_word(own + n, first);
                let linked = make.and(new, pieces);
                make.each_bit(linked, &mut |make, bit| {
                    let from = make.left_by(first, 6);
                    let from = make.add(from, Word::Known(64 * n as i64));
                    let next = make.add(from, bit);
                    make.open_cell(&link.open, next);
                    Ok(ZERO)
                })?;
            }
            Ok(())
        })
    }

    /// Marks what is linked to the ends in a position.
    pub(crate) fn mark_links(&mut self, player: usize, links: &[Linked]) -> Gets<()> {
        let own = self.plan.game.layout.player(player);
        for (end, marks) in links.iter().flat_map(|link| &link.from) {
            let end = self.known_set(end);
            self.store_set(*marks, &end);
        }
        let pieces = self.load_set(own);
        self.each_cell(&pieces, &mut |make, cell| {
            links.iter().try_for_each(|link| make.link(cell.word, own, link))?;
            Ok(ZERO)
        })?;
        Ok(())
    }
}
