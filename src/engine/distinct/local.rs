//! Locals in the values that texts show: which one is shown, what conditions say of it, and on what else it depends.

use super::bounds::{Bound, Bounds, Known, Spot};
use super::net::Wording;
use super::told::Choice;
use crate::game::expr::*;
use crate::game::rules::{Action, Clause};

/// The variables that say how many steps away a shown cell is, and have one value for all choices that show the same.
pub(super) fn vars<'g>(
    choice: &Choice<'g>,
    wordings: &[&Wording<'g>],
    shows: &dyn Fn(Slot) -> bool,
) -> Vec<&'g VarRef> {
    fn numbers<'g>(n: &'g IntExpr, found: &mut Vec<&'g VarRef>) {
        match n {
            IntExpr::Common(common) => {
                if let Common::Var(var) = &**common {
                    found.push(var)
                }
            }
            IntExpr::Arith(_, pair, _) => {
                numbers(&pair.0, found);
                numbers(&pair.1, found);
            }
            IntExpr::Neg(n, _) => numbers(n, found),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for value in wordings.iter().flat_map(|wording| &wording.values) {
        let Scalar::Cell(cell) = value else { continue };
        let slot = if let CellExpr::Common(common) = cell { local_of(common) } else { None };
        let given = choice.clauses.iter().find_map(|clause| match clause {
            Clause::Let(other, AnyExpr::Cell(cell)) if Some(*other) == slot => Some(cell),
            _ => None,
        });
        if let CellExpr::Step(triple) = given.unwrap_or(cell) {
            numbers(&triple.2, &mut found);
        }
    }
    let is_shown = |index: &Scalar| local(index, choice.clauses).is_some_and(shows);
    found.retain(|var| var.indexes.iter().all(is_shown));
    // More than one would be too many values.
    found.truncate(1);
    found
}

fn local_of<E>(common: &Common<E>) -> Option<Slot> {
    if let Common::Local(slot) = common { Some(*slot) } else { None }
}

/// The local that is shown, if it is nothing else.
pub(super) fn local(value: &Scalar, clauses: &[Clause]) -> Option<Slot> {
    let slot = match value {
        Scalar::Int(IntExpr::Common(common)) => local_of(common)?,
        Scalar::Cell(CellExpr::Common(common)) => local_of(common)?,
        Scalar::Dir(DirExpr::Common(common)) => local_of(common)?,
        Scalar::Player(PlayerExpr::Common(common)) => local_of(common)?,
        Scalar::Kind(KindExpr::Common(common)) => local_of(common)?,
        _ => return None,
    };
    let given = clauses.iter().find_map(|clause| match clause {
        Clause::Let(other, AnyExpr::Cell(CellExpr::Common(common))) if *other == slot => match **common {
            Common::Local(first) => Some(first),
            _ => None,
        },
        _ => None,
    });
    Some(given.unwrap_or(slot))
}

/// Takes away what a cell cannot be if a condition holds.
pub(super) fn narrow<'g>(
    bounds: &mut Bounds<'g>,
    condition: &'g BoolExpr,
    slot: Slot,
    known: &mut Known<'g>,
    spot: &mut Spot,
) {
    let is_it = |cell: &CellExpr| matches!(cell, CellExpr::Common(common) if matches!(**common, Common::Local(other) if other == slot));
    match condition {
        BoolExpr::Watched(_, one) => narrow(bounds, one, slot, known, spot),
        BoolExpr::And(pair) => {
            narrow(bounds, &pair.0, slot, known, spot);
            narrow(bounds, &pair.1, slot, known, spot);
        }
        BoolExpr::In(membership) => {
            if let Membership::Cell(cell, set) = &**membership
                && is_it(cell)
            {
                *spot = Spot { on: spot.on.and(&bounds.most(set, known)), off: false };
            }
        }
        BoolExpr::Not(one) => {
            if let BoolExpr::Same(pair) = &**one
                && let ScalarPair::Cell(a, b) = &**pair
                && (is_it(a) || is_it(b))
            {
                bounds.exclude(if is_it(a) { b } else { a }, known, spot);
            }
        }
        _ => {}
    }
}

/// The locals on which what a choice shows and runs over depends, each with all values that it may have; none if that cannot
/// be said.
pub(super) fn given<'g>(bounds: &Bounds<'g>, chosen: Slot, shown: &[&'g Scalar]) -> Option<Vec<(Slot, Vec<Bound>)>> {
    let mut found: Vec<(Slot, Vec<Bound>)> = Vec::new();
    let mut open: Vec<&Scalar> = shown.to_vec();
    let mut add = |slot: Slot, values: &dyn Fn() -> Vec<Bound>| {
        if slot != chosen && !found.iter().any(|(other, _)| *other == slot) {
            found.push((slot, values()));
        }
    };
    fn dir_of(dir: &DirExpr) -> Option<Option<Slot>> {
        match dir {
            DirExpr::Const(_) => Some(None),
            DirExpr::Opposite(dir) => dir_of(dir),
            DirExpr::Common(common) => {
                if let Common::Local(slot) = **common {
                    Some(Some(slot))
                } else {
                    None
                }
            }
            _ => None,
        }
    }
    fn cell_of(cell: &CellExpr, slots: &mut Vec<(Slot, bool)>) -> Option<()> {
        match cell {
            CellExpr::Const(_) => {}
            CellExpr::Common(common) => match **common {
                Common::Local(slot) => slots.push((slot, true)),
                _ => return None,
            },
            CellExpr::Step(triple) => {
                cell_of(&triple.0, slots)?;
                slots.extend(dir_of(&triple.1)?.map(|slot| (slot, false)));
                if !matches!(triple.2, IntExpr::Const(_)) {
                    return None;
                }
            }
            _ => return None,
        }
        Some(())
    }
    let game = bounds.game;
    while let Some(value) = open.pop() {
        let mut slots = Vec::new();
        match value {
            Scalar::Cell(cell) => cell_of(cell, &mut slots)?,
            Scalar::Dir(dir) => slots.extend(dir_of(dir)?.map(|slot| (slot, false))),
            _ => continue,
        }
        for (slot, is_cell) in slots {
            add(slot, &|| match is_cell {
                true => Bounds::all_cells(game),
                false => (0..game.board.dirs()).map(|dir| Bound::Word(1 << dir)).collect(),
            });
        }
    }
    Some(found)
}

/// What a binder of an action can be.
pub(super) fn bound<'g>(bounds: &mut Bounds<'g>, action: &'g Action, slot: Slot) -> Bound {
    let binder = action.binders.iter().find(|binder| binder.slot == slot);
    let mut known = Known::by(&action.clauses);
    binder.map_or(Bound::Anything, |binder| bounds.element(&binder.over, &mut known))
}
