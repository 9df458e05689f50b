//! Rules as they are compiled: they mean the same, and conditions stand where they save most.
//!
//! `when A and B` becomes two conditions, each evaluated as early as [`super::order`] allows. Then, where that is directly after a binder
//! has its value, `q: board` and `when q in S` become `q: board & S`, so that S is evaluated once and not for each value of q. So does
//! a condition that the board alone decides, such as `distance(p, q) == 2`, if it holds for few cells: these are read from a table.

use super::code::fixed::MOST_CELLS;
use super::code::lane::{ELEMENTS, FUEL, free_locals};
use super::order::find_order;
use crate::analysis::{AbstractValue, Analysis, Limits};
use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::expr::*;
use crate::game::part::AsPart;
use crate::game::rules::{Action, Binder, Clause, Condition};
use crate::types::Type;

/// Returns the rules of a game in this form.
pub(crate) fn tidied(game: &Game) -> Game {
    let mut tidy = game.clone();
    for n in 0..tidy.actions.len() {
        let clauses = std::mem::take(&mut tidy.actions[n].clauses);
        tidy.actions[n].clauses = clauses.into_iter().flat_map(split).collect();
        let merged = merged(game, &tidy.actions[n]);
        tidy.actions[n] = merged;
    }
    tidy
}

/// Splits a `when` into the conditions that all have to hold.
fn split(clause: Clause) -> Vec<Clause> {
    match clause {
        Clause::When(Condition { holds: BoolExpr::And(pair), span }) => {
            let (a, b) = *pair;
            [a, b].into_iter().flat_map(|holds| split(Clause::When(Condition { holds, span }))).collect()
        }
        other => vec![other],
    }
}

/// Returns an action whose binders take over the conditions that say in which sets their values are.
fn merged(game: &Game, action: &Action) -> Action {
    let mut merged = action.clone();
    let order = find_order(game, action);
    let mut left: Vec<Option<Clause>> = action.clauses.iter().cloned().map(Some).collect();
    for due in &order {
        let Some(n) = due.level.checked_sub(1).filter(|_| due.after == 0) else { continue };
        let slot = action.binders[n].slot;
        let clause = left[due.clause].as_ref();
        let found = clause.and_then(|clause| membership(clause, slot).or_else(|| selected(game, action, n, clause)));
        let Some((op, set)) = found else { continue };
        let SetExpr::Cells(over) = &merged.binders[n].over else { continue };
        let is_whole = op == SetOp::And && matches!(over, CellsExpr::Const(all) if **all == game.board.all_cells());
        let over = match is_whole {
            true => set,
            false => CellsExpr::Op(op, Box::new((over.clone(), set))),
        };
        merged.binders[n].over = SetExpr::Cells(over);
        left[due.clause] = None;
    }
    merged.clauses = left.into_iter().flatten().collect();
    merged
}

/// Returns the set of a condition that says that a local is in a set, or not, which does not depend on the local.
fn membership(clause: &Clause, slot: Slot) -> Option<(SetOp, CellsExpr)> {
    let Clause::When(condition) = clause else { return None };
    let (op, holds) = match &condition.holds {
        BoolExpr::Not(other) => (SetOp::Except, &**other),
        holds => (SetOp::And, holds),
    };
    holds.membership(slot).map(|set| (op, set.clone()))
}

/// A condition is read from a table if it holds for at most one cell in this many.
const FEW: usize = 4;

/// For how many cells the others are counted.
const SAMPLES: usize = 8;

/// Returns the cells for which a condition on a binder holds, if these are few, and depend on nothing but one binder before it.
fn selected(game: &Game, action: &Action, n: usize, clause: &Clause) -> Option<(SetOp, CellsExpr)> {
    let Clause::When(condition) = clause else { return None };
    let slot = action.binders[n].slot;
    let locals = free_locals(game, condition.holds.part(), true)?;
    let others: Vec<Slot> = locals.iter().map(|local| local.slot).filter(|other| *other != slot).collect();
    let is_cell = |binder: &Binder| matches!(binder.over, SetExpr::Cells(_));
    let are_cells = locals.iter().all(|local| {
        local.ty == Type::Cell && action.binders[..=n].iter().any(|binder| binder.slot == local.slot && is_cell(binder))
    });
    if !are_cells || others.len() == locals.len() || others.len() > 1 || game.board.len() > MOST_CELLS {
        return None;
    }
    let limits = Limits { elements: ELEMENTS, ..Limits::new(FUEL) };
    let fuel = limits.fuel.clone();
    let mut analysis = Analysis::of(game, limits);
    let cells: Vec<Cell> = game.board.cells().collect();
    let (mut found, mut asked) = (0, 0);
    for first in cells.iter().step_by(cells.len().div_ceil(SAMPLES)) {
        for cell in &cells {
            fuel.set(FUEL);
            let other = others.first().map(|other| (*other, *first));
            for (slot, cell) in other.into_iter().chain([(slot, *cell)]) {
                let value = analysis.known_cell(cell);
                analysis.scope.known.push(slot, AbstractValue::Cell(value));
            }
            let holds = analysis.truth(&condition.holds).known()?;
            if analysis.may_fault {
                return None;
            }
            analysis.scope.known.truncate(0);
            (found, asked) = (found + usize::from(holds), asked + 1);
        }
    }
    let over = CellsExpr::Const(Box::new(game.board.all_cells()));
    let set = CellsExpr::Filter(Box::new(Filter { slot, over, keep: condition.holds.clone() }));
    (found * FEW <= asked).then_some((SetOp::And, set))
}
