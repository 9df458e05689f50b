//! What an expression can come to, whatever stands on the board and whatever the variables hold.
//!
//! Values are bounded from outside: a single value by all that it may be, a set by what is surely in it and what may be in
//! it. Some locals may be known, such as binders of which all values are gone through. A bound that is too wide is no
//! mistake, one that leaves a value out is.

mod cells;
mod common;
mod ints;
mod masks;
mod truth;

pub(super) use truth::Truth;

use crate::game::Game;
use crate::game::cells::{Cell, CellSet, MAX_WORDS};
use crate::game::expr::*;
use crate::game::rules::Clause;
use common::Bounded;

/// How deep defs may be used inside one another before nothing is known of them.
const DEPTH: usize = 12;

/// The most elements of a set that are gone through one by one.
const ELEMENTS: usize = 1100;

/// A single cell: those that it may be, and whether it may be `off`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spot {
    pub on: CellSet,
    pub off: bool,
}

impl Spot {
    fn of(cell: Cell) -> Spot {
        Spot { on: CellSet::of(cell), off: cell.is_off() }
    }

    /// The cell, if it can be but one.
    fn known(&self) -> Option<Cell> {
        match (self.on.len(), self.off) {
            (1, false) => self.on.first(),
            (0, true) => Some(Cell::OFF),
            _ => None,
        }
    }
}

/// A set: what is surely in it, and what may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Between<S> {
    pub least: S,
    pub most: S,
}

/// Numbers, or a set of them: none is below the first or above the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    pub from: i64,
    pub to: i64,
    /// Of a set: whether all numbers between are surely in it.
    pub full: bool,
}

/// A bound of any type.
#[derive(Clone, Debug)]
pub(super) enum Bound {
    Int(Span),
    Ints(Span),
    Truth(Truth),
    Cell(Spot),
    Cells(Between<CellSet>),
    /// A single direction, player or kind: those that it may be. Bit 63 stands for none of them.
    Word(u64),
    /// A set of such.
    Words(Between<u64>),
    Anything,
}

/// Nobody and `nothing` among players and kinds.
pub(super) const NONE: u64 = 1 << 63;

/// What is known of the locals of a frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Known<'g> {
    words: Vec<(Slot, Bound)>,
    cells: Vec<(Slot, Bound)>,
    ints: Vec<(Slot, Bound)>,
    /// Variables of which the value is taken for known, where they are asked for.
    vars: Vec<(&'g VarRef, Bound)>,
    /// The clauses in which further locals are given their values, once and for all.
    clauses: &'g [Clause],
    /// The `where` values of a def.
    lazies: &'g [(Slot, AnyExpr)],
    depth: usize,
}

impl<'g> Known<'g> {
    /// Nothing but what these clauses say.
    pub(super) fn by(clauses: &'g [Clause]) -> Known<'g> {
        Known { clauses, ..Known::default() }
    }

    /// Lets a local of one word have a value of which this is known, until [`Known::pop`].
    pub(super) fn push(&mut self, slot: Slot, bound: Bound) {
        self.words.push((slot, bound));
    }

    /// Forgets what was pushed last.
    pub(super) fn pop(&mut self) {
        self.words.pop();
    }

    /// Lets a variable have a value of which this is known where it is asked for, until [`Known::pop_var`].
    pub(super) fn push_var(&mut self, var: &'g VarRef, bound: Bound) {
        self.vars.push((var, bound));
    }

    /// Forgets the last variable.
    pub(super) fn pop_var(&mut self) {
        self.vars.pop();
    }

    fn find(&self, class: Class, slot: Slot) -> Option<&Bound> {
        let locals = match class {
            Class::Word => &self.words,
            Class::Cells => &self.cells,
            Class::Ints => &self.ints,
        };
        locals.iter().rev().find(|(other, _)| *other == slot).map(|(_, bound)| bound)
    }
}

/// Works out bounds for the rules of a game.
pub(super) struct Bounds<'g> {
    pub game: &'g Game,
    all: CellSet,
    /// How much may still be worked out before nothing is known of anything.
    fuel: u32,
}

/// A value as its code, or an element of a set of any type.
pub(super) type Code = i64;

impl<'g> Bounds<'g> {
    pub(super) fn new(game: &'g Game, fuel: u32) -> Bounds<'g> {
        Bounds { game, all: game.board.all_cells::<MAX_WORDS>(), fuel }
    }

    /// The bounds of single cells, each one of them and `off`.
    pub(super) fn all_cells(game: &Game) -> Vec<Bound> {
        let cells = (0..game.board.len()).map(|cell| Cell(cell as u16));
        cells.chain([Cell::OFF]).map(|cell| Bound::Cell(Spot::of(cell))).collect()
    }

    /// The bounds of numbers of steps: each one that leads further on the board, and those that lead beyond it.
    pub(super) fn all_steps(game: &Game) -> Vec<Bound> {
        let furthest = i64::from(game.board.width().max(game.board.height()));
        let beyond = [(i64::from(i32::MIN), -furthest - 1), (furthest + 1, i64::from(i32::MAX))];
        let near = (-furthest..=furthest).map(Span::of);
        near.chain(beyond.map(|(from, to)| Span { from, to, full: false })).map(Bound::Int).collect()
    }

    /// Whether nothing more can be found out.
    pub(super) fn is_spent(&self) -> bool {
        self.fuel == 0
    }

    /// Counts a step; whether it may be made.
    fn may_go_on(&mut self) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        self.fuel > 0
    }

    /// The bound of a value of any type.
    pub(super) fn any(&mut self, expr: &'g AnyExpr, known: &mut Known<'g>) -> Bound {
        match expr {
            AnyExpr::Int(e) => Bound::Int(e.bound(self, known)),
            AnyExpr::Ints(e) => Bound::Ints(e.bound(self, known)),
            AnyExpr::Bool(e) => Bound::Truth(e.bound(self, known)),
            AnyExpr::Cell(e) => Bound::Cell(e.bound(self, known)),
            AnyExpr::Cells(e) => Bound::Cells(e.bound(self, known)),
            AnyExpr::Dir(e) => Bound::Word(e.bound(self, known)),
            AnyExpr::Dirs(e) => Bound::Words(e.bound(self, known)),
            AnyExpr::Player(e) => Bound::Word(e.bound(self, known)),
            AnyExpr::Players(e) => Bound::Words(e.bound(self, known)),
            AnyExpr::Kind(e) => Bound::Word(e.bound(self, known)),
            AnyExpr::Kinds(e) => Bound::Words(e.bound(self, known)),
            AnyExpr::Piece(_) => Bound::Anything,
        }
    }

    /// The bound of a single value.
    pub(super) fn scalar(&mut self, expr: &'g Scalar, known: &mut Known<'g>) -> Bound {
        match expr {
            Scalar::Int(e) => Bound::Int(e.bound(self, known)),
            Scalar::Bool(e) => Bound::Truth(e.bound(self, known)),
            Scalar::Cell(e) => Bound::Cell(e.bound(self, known)),
            Scalar::Dir(e) => Bound::Word(e.bound(self, known)),
            Scalar::Player(e) => Bound::Word(e.bound(self, known)),
            Scalar::Kind(e) => Bound::Word(e.bound(self, known)),
            Scalar::Piece(_) => Bound::Anything,
        }
    }

    /// Whether a condition can hold and can fail.
    pub(super) fn truth(&mut self, condition: &'g BoolExpr, known: &mut Known<'g>) -> Truth {
        condition.bound(self, known)
    }

    /// All that may be in a set of cells.
    pub(super) fn most(&mut self, set: &'g CellsExpr, known: &mut Known<'g>) -> CellSet {
        set.bound(self, known).most
    }

    /// Takes a cell away, if it is known which.
    pub(super) fn exclude(&mut self, cell: &'g CellExpr, known: &mut Known<'g>, from: &mut Spot) {
        if let Some(cell) = cell.bound(self, known).known() {
            from.on.remove(cell);
            from.off &= !cell.is_off();
        }
    }

    /// Whether two single values of one type can be equal, and can differ.
    pub(super) fn same(&mut self, one: &'g Scalar, other: &'g Scalar, known: &mut Known<'g>) -> Truth {
        let (one, other) = (self.scalar(one, known), self.scalar(other, known));
        equal(&one, &other)
    }

    /// An element of a set, as far as the set is known.
    pub(super) fn element(&mut self, set: &'g SetExpr, known: &mut Known<'g>) -> Bound {
        match set {
            SetExpr::Cells(e) => Bound::Cell(Spot { on: e.bound(self, known).most, off: false }),
            SetExpr::Dirs(e) => Bound::Word(e.bound(self, known).most),
            SetExpr::Players(e) => Bound::Word(e.bound(self, known).most),
            SetExpr::Kinds(e) => Bound::Word(e.bound(self, known).most),
            SetExpr::Ints(e) => Bound::Int(Span { full: false, ..e.bound(self, known) }),
        }
    }

    /// All that may be in a set, each with its bound, and whether it surely is; none if that is too much.
    pub(super) fn elements(&mut self, set: &'g SetExpr, known: &mut Known<'g>) -> Option<Vec<(Code, Bound, bool)>> {
        let words = |set: Between<u64>| {
            let bits = (0..63).filter(|n| set.most & (1 << n) != 0);
            bits.map(|n| (n, Bound::Word(1 << n), set.least & (1 << n) != 0)).collect()
        };
        Some(match set {
            SetExpr::Cells(e) => {
                let set = e.bound(self, known);
                let one = |cell: Cell| (Code::from(cell.0), Bound::Cell(Spot::of(cell)), set.least.contains(cell));
                set.most.iter().map(one).collect()
            }
            SetExpr::Dirs(e) => words(e.bound(self, known)),
            SetExpr::Players(e) => words(e.bound(self, known)),
            SetExpr::Kinds(e) => words(e.bound(self, known)),
            SetExpr::Ints(e) => {
                let set = e.bound(self, known);
                if set.to - set.from > ELEMENTS as i64 {
                    return None;
                }
                (set.from..=set.to).map(|n| (n, Bound::Int(Span::of(n)), set.full)).collect()
            }
        })
    }

    /// Goes through all that may be in a set, each as the value of a local; none if that is too much.
    fn each<R>(
        &mut self,
        set: &'g SetExpr,
        slot: Slot,
        known: &mut Known<'g>,
        mut see: impl FnMut(&mut Self, &mut Known<'g>, Code, bool) -> R,
    ) -> Option<Vec<R>> {
        let elements = self.elements(set, known)?;
        let mut seen = Vec::new();
        for (code, bound, surely) in elements {
            if !self.may_go_on() {
                return None;
            }
            known.push(slot, bound);
            seen.push(see(self, known, code, surely));
            known.pop();
        }
        Some(seen)
    }
}

/// Whether values with these bounds can be equal, and can differ.
pub(super) fn equal(one: &Bound, other: &Bound) -> Truth {
    match (one, other) {
        (Bound::Int(a), Bound::Int(b)) => {
            Truth { yes: a.from <= b.to && b.from <= a.to, no: a.from != a.to || b.from != b.to || a.from != b.from }
        }
        (Bound::Truth(a), Bound::Truth(b)) => {
            Truth { yes: a.yes && b.yes || a.no && b.no, no: a.yes && b.no || a.no && b.yes }
        }
        (Bound::Cell(a), Bound::Cell(b)) => {
            let same = a.known().is_some() && a.known() == b.known();
            Truth { yes: a.on.meets(&b.on) || a.off && b.off, no: !same }
        }
        (Bound::Word(a), Bound::Word(b)) => Truth { yes: a & b != 0, no: !(a == b && a.count_ones() == 1) },
        _ => Truth::EITHER,
    }
}
