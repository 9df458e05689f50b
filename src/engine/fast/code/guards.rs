//! Conditions without which a choice is not made, as far as they are known before the move.

use super::locals::slots;
use super::piece_kinds::kinds_at;
use super::watch::local;
use crate::game::Game;
use crate::game::expr::*;
use crate::game::part::{AsPart, Expression};
use crate::game::rules::Action;

/// A condition under which a choice is made; also that there is something to choose from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Guard<'p> {
    /// The value of the action's local is in a set.
    In(Slot, &'p CellsExpr),
    /// It was in a set before the move.
    Before(Slot, &'p CellsExpr),
    /// A piece of one of these kinds was there before the move.
    Kinds(Slot, u64),
    /// There is a cell in a set.
    Some(&'p CellsExpr),
}

impl Guard<'_> {
    fn is(self, other: Guard<'_>) -> bool {
        match (self, other) {
            (Guard::In(slot, set), Guard::In(same, other)) | (Guard::Before(slot, set), Guard::Before(same, other)) => {
                slot == same && std::ptr::eq(set, other)
            }
            (Guard::Kinds(slot, kinds), Guard::Kinds(same, others)) => (slot, kinds) == (same, others),
            (Guard::Some(set), Guard::Some(other)) => std::ptr::eq(set, other),
            _ => false,
        }
    }
}

/// What is known about locals where a condition stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names<'p> {
    /// The slots of parameters of an effect or def, with the action's locals that are their values; `None` in the action itself.
    given: Option<Vec<(Slot, Slot)>>,
    /// The `let`s of the action's clauses: their values are those before the move.
    before: Vec<(Slot, &'p AnyExpr)>,
    /// The `let`s so far.
    lets: Vec<(Slot, &'p AnyExpr)>,
    /// How many of them have values from before the first change of the board.
    early: usize,
    /// Whether the board may have changed, and whether there may be other pieces than before, not only fewer.
    has_changed: bool,
    has_others: bool,
    /// If a piece stands on the second cell, it was on the first one before the move.
    moved: Option<(Slot, Slot)>,
}

impl<'p> Names<'p> {
    /// Returns the names at the beginning of a `do`.
    pub(crate) fn before(action: &'p Action) -> Names<'p> {
        Names { before: action.lets().collect(), ..Names::default() }
    }

    /// Returns all `let`s so far, also those before the move.
    pub(crate) fn all_lets(&self) -> Vec<(Slot, &'p AnyExpr)> {
        self.before.iter().chain(&self.lets).copied().collect()
    }

    /// Adds a `let`, or another value of a local.
    pub(crate) fn add(&mut self, slot: Slot, value: &'p AnyExpr) {
        self.lets.push((slot, value));
        self.moved = self.moved.filter(|(from, to)| !is_word(value) || ![*from, *to].contains(&slot));
        if !self.has_changed {
            self.early = self.lets.len();
        }
    }

    /// Notes that any cell may have another piece now.
    pub(crate) fn change(&mut self) {
        (self.has_changed, self.has_others, self.moved) = (true, true, None);
    }

    /// Notes that pieces may be gone, or may have other owners.
    pub(crate) fn lose(&mut self) {
        self.has_changed = true;
    }

    /// Notes the move of a piece.
    pub(crate) fn note_move(&mut self, from: &CellExpr, to: &CellExpr) {
        let moved = self.of(from).zip(self.of(to)).filter(|_| !self.has_others);
        self.change();
        self.moved = moved;
    }

    /// Returns the names after one of two branches that began with these, of which the other one ends with `other`.
    pub(crate) fn joined(&self, mut one: Names<'p>, other: &Names<'p>) -> Names<'p> {
        one.lets.extend(&other.lets[self.lets.len()..]);
        // What has got a value in a branch may also have the one from before.
        one.early = self.early;
        one.has_changed |= other.has_changed;
        one.has_others |= other.has_others;
        one.moved = one.moved.filter(|moved| other.moved == Some(*moved));
        one
    }

    /// Returns the condition whose value a local is, if it was evaluated before the board changed.
    fn early_condition(&self, condition: &BoolExpr) -> Option<&'p BoolExpr> {
        let Some(Common::Local(slot)) = condition.common() else { return None };
        let late = self.lets[self.early..].iter().any(|(other, value)| other == slot && is_word(value));
        let early = self.before.iter().chain(&self.lets[..self.early]);
        let mut values = early.filter(|(other, value)| other == slot && is_word(value));
        match (values.next(), values.next()) {
            (Some((_, AnyExpr::Bool(value))), None) if !late => Some(value),
            _ => None,
        }
    }

    /// Returns the action's local that is the value of a cell.
    fn of(&self, cell: &CellExpr) -> Option<Slot> {
        let slot = local(cell)?;
        match &self.given {
            Some(given) => given.iter().find(|(own, _)| *own == slot).map(|(_, outer)| *outer),
            None => Some(slot),
        }
    }

    /// Returns the names in an effect or def with these arguments.
    pub(crate) fn inside(&self, args: &[AnyExpr]) -> Names<'p> {
        let slots = slots(args.iter().map(|arg| arg.part().class()));
        let given = slots.zip(args).filter_map(|(slot, arg)| match arg {
            AnyExpr::Cell(cell) => Some((slot, self.of(cell)?)),
            _ => None,
        });
        let Names { has_changed, has_others, moved, .. } = *self;
        Names { given: Some(given.collect()), has_changed, has_others, moved, ..Names::default() }
    }

    /// Returns the set that a local was made with.
    pub(crate) fn written(&self, set: &'p CellsExpr) -> &'p CellsExpr {
        let Some(Common::Local(slot)) = set.common() else { return set };
        let mut values = self.lets.iter().filter(|(own, value)| own == slot && matches!(value, AnyExpr::Cells(_)));
        match (values.next(), values.next()) {
            (Some((_, AnyExpr::Cells(value))), None) => value,
            _ => set,
        }
    }
}

fn is_word(value: &AnyExpr) -> bool {
    value.part().class() == Class::Word
}

/// Adds the guards that a condition means if it is evaluated before the board changes.
fn add_early<'p>(condition: &'p BoolExpr, names: &Names<'p>, found: &mut Vec<Guard<'p>>) {
    if let BoolExpr::And(pair) = condition {
        add_early(&pair.0, names, found);
        add_early(&pair.1, names, found);
        return;
    }
    if let Some((cell, kinds)) = kinds_at(condition) {
        found.extend(names.of(cell).map(|slot| Guard::Kinds(slot, kinds)));
    }
    if let BoolExpr::In(membership) = condition
        && let (AnyExpr::Cell(cell), SetExpr::Cells(set)) = &**membership
    {
        found.extend(names.of(cell).map(|slot| Guard::Before(slot, set)));
    }
}

/// Adds the guards without one of which a condition does not hold.
pub(crate) fn add_guards<'p>(
    game: &'p Game,
    condition: &'p BoolExpr,
    names: &Names<'p>,
    depth: u32,
    found: &mut Vec<Guard<'p>>,
) {
    if let Some(early) = names.early_condition(condition) {
        return add_early(early, names, found);
    }
    if !names.has_changed && !matches!(condition, BoolExpr::And(_)) {
        add_early(condition, names, found);
    }
    if let (Some((from, to)), Some((cell, kinds))) = (names.moved, kinds_at(condition))
        && names.of(cell) == Some(to)
    {
        found.push(Guard::Kinds(from, kinds));
    }
    match condition {
        BoolExpr::And(pair) => {
            add_guards(game, &pair.0, names, depth, found);
            add_guards(game, &pair.1, names, depth, found);
        }
        BoolExpr::In(membership) => {
            if let (AnyExpr::Cell(cell), SetExpr::Cells(set)) = &**membership {
                found.extend(names.of(cell).map(|slot| Guard::In(slot, names.written(set))));
            }
        }
        BoolExpr::Some(set) => {
            if let SetExpr::Cells(set) = &**set {
                found.push(Guard::Some(names.written(set)));
            }
        }
        condition => {
            if let (Some(Common::Call(call)), 1..) = (condition.common(), depth) {
                let def = &BoolExpr::defs(&game.defs)[usize::from(call.def)];
                add_guards(game, &def.body, &names.inside(&call.args), depth - 1, found);
            }
        }
    }
}

/// Returns the guards that all choices have in common.
pub(crate) fn common<'p>(several: &[Vec<Guard<'p>>]) -> Vec<Guard<'p>> {
    let Some((first, others)) = several.split_first() else { return Vec::new() };
    let is_common = |guard: &Guard<'p>| others.iter().all(|other| other.iter().any(|one| one.is(*guard)));
    first.iter().copied().filter(is_common).collect()
}
