//! What the rules settle by themselves: what a set can hold, between which bounds a number lies, and so which conditions
//! always come out the same.
//!
//! Everything here is an upper bound: a set has no other cells, a number no other values. What is not known is taken for
//! anything.

mod area;
mod cells;
mod facts;
mod numbers;
mod single;
mod truth;

pub(super) use area::Area;
pub(super) use cells::operands;
pub(super) use facts::Facts;
use facts::{Fact, Known, What};

use crate::game::board::Board;
use crate::game::expr::*;
use crate::game::rules::{Def, Defs, KindInfo};
use crate::syntax::ast::Type;
use std::cell::Cell as Counter;
use std::rc::Rc;

/// So many expressions are looked at for all questions about one item.
const FUEL: u32 = 20_000;

/// How much is still to be looked at.
pub type Fuel = Rc<Counter<u32>>;

/// The fuel for one item.
pub fn fuel() -> Fuel {
    Rc::new(Counter::new(FUEL))
}

/// So deep defs are looked into.
const DEEP: u32 = 6;

/// Answers questions about expressions at one place of the rules.
#[derive(Debug)]
pub(super) struct Prover<'a> {
    /// The board.
    pub board: &'a Board,
    /// Whether the board is the same with all settings.
    pub fixed: bool,
    /// The defs, as far as they have been read.
    pub defs: &'a Defs,
    /// Those that have not.
    pub open: Vec<(Type, u16)>,
    /// The kinds of pieces.
    pub kinds: &'a [KindInfo],
    /// How many players there are.
    pub players: usize,
    /// What is known at the place.
    pub facts: Facts,
    depth: u32,
    fuel: Fuel,
}

impl<'a> Prover<'a> {
    /// For a place of which nothing is known yet.
    pub fn new(
        board: &'a Board,
        fixed: bool,
        defs: &'a Defs,
        kinds: &'a [KindInfo],
        players: usize,
        fuel: Fuel,
    ) -> Prover<'a> {
        let (open, facts) = (Vec::new(), Facts::default());
        Prover { board, fixed, defs, open, kinds, players, facts, depth: 0, fuel }
    }

    /// Another one with these facts.
    pub fn with(&self, facts: Facts) -> Prover<'a> {
        Prover { facts, open: self.open.clone(), fuel: self.fuel.clone(), ..*self }
    }

    /// Whether there is no going on: an expression is looked at.
    fn tired(&self) -> bool {
        let left = self.fuel.get();
        self.fuel.set(left.saturating_sub(1));
        left == 0
    }

    /// The shape of an expression, by which it is known again. A long one takes more fuel.
    fn shape(&self, expr: &impl std::fmt::Debug) -> Option<Rc<str>> {
        if self.tired() {
            return None;
        }
        let shape = facts::shape(expr);
        let length = shape.as_ref().map_or(facts::LONGEST, |shape| shape.len());
        self.fuel.set(self.fuel.get().saturating_sub(length as u32 / 256));
        shape.map(Rc::from)
    }

    /// The kinds that belong to nobody.
    fn neutral(&self) -> u64 {
        let each = self.kinds.iter().take(64).enumerate();
        each.filter(|(_, kind)| kind.neutral).fold(0, |mask, (at, _)| mask | 1 << at)
    }

    /// All kinds.
    fn all_kinds(&self) -> u64 {
        mask(self.kinds.len())
    }

    /// All players.
    fn all_players(&self) -> u64 {
        mask(self.players)
    }

    /// All cells of the board, whatever stands there.
    pub fn everywhere(&self) -> Area {
        let cells = self.board.all_cells();
        let area = Area { cells, whose: area::ANY, owners: self.all_players(), kinds: self.all_kinds() };
        area.tidy(self.neutral())
    }

    /// Looks into a def that is used here: with what is known of its arguments, and nothing else.
    fn within_def<E, R>(
        &self,
        ty: Type,
        call: &Call,
        def: Option<&Def<E>>,
        look: impl FnOnce(&Prover, &E) -> R,
    ) -> Option<R> {
        let def = def?;
        if self.depth >= DEEP || self.open.contains(&(ty, call.def)) {
            return None;
        }
        let mut facts = Facts::default();
        let (mut words, mut sets) = (0, 0);
        for (arg, class) in call.args.iter().zip(&def.parameters) {
            let counter = match class {
                Class::Word => &mut words,
                Class::Cells => &mut sets,
                Class::Ints => continue,
            };
            let slot = Slot(*counter);
            *counter += 1;
            if let Some(known) = self.known(arg) {
                facts.0.push(Fact { what: What::Local(*class, slot, known), from: call.at.span });
            }
        }
        let mut inner = self.with(facts);
        inner.depth = self.depth + 1;
        Some(look(&inner, &def.body))
    }

    /// What is known of a value.
    pub fn known(&self, value: &AnyExpr) -> Option<Known> {
        Some(match value {
            AnyExpr::Cell(cell) => {
                let (area, off) = self.cell(cell);
                Known::Cell(area, off)
            }
            AnyExpr::Cells(cells) => Known::Cells(self.cells(cells)),
            AnyExpr::Int(number) => {
                let (low, high) = self.number(number);
                Known::Number(low, high)
            }
            AnyExpr::Player(player) => {
                let (whose, owners) = self.player(player);
                Known::Player(whose, owners)
            }
            AnyExpr::Kind(kind) => {
                let (kinds, nothing) = self.kind(kind);
                Known::Kind(kinds, nothing)
            }
            _ => return None,
        })
    }

    /// What is known of an element of a set.
    pub fn element(&self, set: &SetExpr) -> Option<Known> {
        Some(match set {
            SetExpr::Cells(cells) => Known::Cell(self.cells(cells), false),
            SetExpr::Ints(ints) => {
                let (low, high) = self.numbers(ints);
                Known::Number(low, high)
            }
            SetExpr::Kinds(MaskExpr::Const(kinds)) => Known::Kind(*kinds, false),
            SetExpr::Players(MaskExpr::Const(owners)) => Known::Player(area::OWNED, *owners),
            SetExpr::Players(_) => Known::Player(area::OWNED, self.all_players()),
            SetExpr::Dirs(_) | SetExpr::Kinds(_) => return None,
        })
    }

    /// The same with an element known.
    fn with_element(&self, slot: Slot, over: &SetExpr) -> Prover<'a> {
        let mut facts = self.facts.clone();
        if let Some(known) = self.element(over) {
            facts.0.push(Fact { what: What::Local(Class::Word, slot, known), from: Default::default() });
        }
        self.with(facts)
    }
}

/// The first `n` bits.
fn mask(n: usize) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}
