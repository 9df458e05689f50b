//! The bag of empty cells: where random plies only fill them, one by one, the empty cells are also kept in an array, in any
//! order. One of them is drawn with a load, and its place gets the last one. Only during random games.

use super::ply::LIGHT;
use super::watch::local;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::circles::effects_called;
use crate::engine::fast::native::FUEL;
use crate::game::Game;
use crate::game::expr::*;
use crate::game::part::AsPart;
use crate::game::rules::{Action, Clause};
use crate::game::stmt::Stmt;
use cranelift_codegen::ir::condcodes::IntCC;

/// How many calls of defs inside one another are followed.
const DEPTH: u32 = 8;

/// Returns whether there is only one action with binders, and each of its moves puts a piece on an empty cell, its only value, and
/// changes no other cell. Its cheap conditions are better evaluated for all cells at once: then there is no bag.
pub(crate) fn fills_empty_cells(game: &Game) -> bool {
    let mut bound = game.actions.iter().filter(|action| !action.binders.is_empty());
    let (Some(action), None) = (bound.next(), bound.next()) else { return false };
    let [binder] = action.binders.as_slice() else { return false };
    // The `let`s before a condition are part of its weight: it may read them.
    let mut named = 0;
    let mut is_heavy = |clause: &Clause| match clause {
        Clause::Let(_, value) => {
            named += AsPart::part(value).weight(game, DEPTH);
            true
        }
        Clause::When(condition) => named + condition.holds.part().weight(game, DEPTH) > LIGHT,
    };
    let draws_empty = matches!(&binder.over, SetExpr::Cells(CellsExpr::Empty));
    if action.chooses || action.maximize.is_some() || !draws_empty || !action.clauses.iter().all(&mut is_heavy) {
        return false;
    }
    let is_put = |statement: &Stmt| match statement {
        Stmt::PutKind { at: CellsExpr::One(cell), .. } => local(cell) == Some(binder.slot),
        _ => false,
    };
    let Some(at) = action.body.iter().position(is_put) else { return false };
    let (before, after) = (&action.body[..at], &action.body[at + 1..]);
    let goes_on = |statement: &Stmt| match statement {
        Stmt::Let(slot, value) => *slot != binder.slot || AsPart::part(value).class() != Class::Word,
        other => matches!(other, Stmt::Set { .. } | Stmt::Again | Stmt::Reached(_)),
    };
    before.iter().all(goes_on) && keeps_pieces(game, after)
}

/// Returns whether statements, and the effects that they call, leave all pieces where they are.
fn keeps_pieces(game: &Game, body: &[Stmt]) -> bool {
    fn keep(body: &[Stmt]) -> bool {
        body.iter().all(|statement| match statement {
            Stmt::Let(..) | Stmt::Set { .. } | Stmt::Again | Stmt::Return | Stmt::Reached(_) | Stmt::Call(..) => true,
            Stmt::If(..) | Stmt::For(..) | Stmt::While(..) | Stmt::Choose(_) => statement.blocks().all(keep),
            _ => false,
        })
    }
    keep(body) && effects_called(game, body).all(|effect| keep(&effect.body))
}

impl<'p> Gen<'p, '_> {
    /// Returns whether random plies by an action draw from the bag.
    pub(super) fn draws_from_bag(&self, action: usize) -> bool {
        self.bag_at.is_some() && !self.plan.game.actions[action].binders.is_empty()
    }

    /// Declares what a random ply needs to draw from the bag, if the game has one.
    pub(super) fn open_bag(&mut self) {
        if self.plan.native.bag.is_some() {
            self.bag_at = Some(self.variable(ZERO));
        }
    }

    /// Returns whether plies by an action keep the bag as it should be.
    pub(super) fn keeps_bag(&self, action: &Action) -> bool {
        let keeps = || !action.binders.is_empty() || keeps_pieces(&self.plan.game, &action.body);
        self.bag_at.is_none() || keeps()
    }

    /// Returns how many cells the bag has.
    pub(super) fn bag_size(&mut self) -> Option<Word> {
        self.bag_at?;
        self.plan.native.bag.map(|bag| self.load(bag))
    }

    /// Returns the cell at a place of the bag.
    pub(super) fn draw_from_bag(&mut self, place: Word) -> Word {
        let (Some(bag), Some(at)) = (self.plan.native.bag, self.bag_at) else { return ZERO };
        self.assign(at, place);
        self.load_word(bag + 1, place)
    }

    /// Returns the place of the cell that was drawn.
    pub(super) fn place_in_bag(&mut self) -> Option<Word> {
        self.bag_at.map(|at| self.read(at))
    }

    /// Swaps the cells at two places of the bag.
    pub(super) fn swap_in_bag(&mut self, one: Word, other: Word) {
        let Some(bag) = self.plan.native.bag else { return };
        let (first, second) = (self.load_word(bag + 1, one), self.load_word(bag + 1, other));
        self.store_word(bag + 1, one, second);
        self.store_word(bag + 1, other, first);
    }

    /// Finds a cell that is in the bag and that was not drawn from it.
    pub(super) fn find_in_bag(&mut self, cell: Word) -> Gets<()> {
        let (Some(bag), Some(at)) = (self.plan.native.bag, self.bag_at) else { return Ok(()) };
        self.assign(at, ZERO);
        let size = self.load(bag);
        let last = self.sub(size, ONE);
        self.repeat(
            |make| {
                let place = make.read(at);
                let other = make.load_word(bag + 1, place);
                let is_other = make.compare(IntCC::NotEqual, other, cell);
                let is_before = make.compare(IntCC::SignedLessThan, place, last);
                Ok(make.and(is_other, is_before))
            },
            |make| {
                make.spend();
                make.add_to(at, ONE);
                Ok(())
            },
        )
    }

    /// Takes the cell that was drawn out of the bag.
    pub(super) fn take_from_bag(&mut self) {
        let (Some(bag), Some(at)) = (self.plan.native.bag, self.bag_at) else { return };
        let size = self.load(bag);
        let less = self.sub(size, ONE);
        self.store(bag, less);
        let last = self.load_word(bag + 1, less);
        let place = self.read(at);
        self.store_word(bag + 1, place, last);
    }

    /// Puts all empty cells into the bag, if the game has one.
    pub(crate) fn fill_bag(&mut self) -> Gets<()> {
        let Some(bag) = self.plan.native.bag else { return Ok(()) };
        self.store(self.plan.native.fuel, Word::Known(FUEL as i64));
        let size = self.variable(ZERO);
        let empty = self.cells(&CellsExpr::Empty)?;
        self.each_cell(&empty, &mut |make, Spot { word, .. }| {
            let place = make.read(size);
            make.store_word(bag + 1, place, word);
            make.add_to(size, ONE);
            Ok(ZERO)
        })?;
        let size = self.read(size);
        self.store(bag, size);
        Ok(())
    }
}
