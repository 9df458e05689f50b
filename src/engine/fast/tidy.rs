//! Rules as they are compiled: they mean the same, and conditions stand where they save most.
//!
//! `when A and B` becomes two conditions, each evaluated as early as [`super::order`] allows. Then, where that is directly after a binder
//! has its value, `q: board` and `when q in S` become `q: board & S`, so that S is evaluated once and not for each value of q.

use super::code::stmt::uses_word;
use super::order::find_order;
use crate::game::Game;
use crate::game::expr::*;
use crate::game::part::AsPart;
use crate::game::rules::{Action, Clause, Condition};

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
        let Some((op, set)) = left[due.clause].as_ref().and_then(|clause| membership(clause, slot)) else { continue };
        let SetExpr::Cells(over) = &merged.binders[n].over else { continue };
        let is_whole = op == SetOp::And && matches!(over, CellsExpr::Const(all) if **all == game.board.all_cells());
        let over = match is_whole {
            true => set.clone(),
            false => CellsExpr::Op(op, Box::new((over.clone(), set.clone()))),
        };
        merged.binders[n].over = SetExpr::Cells(over);
        left[due.clause] = None;
    }
    merged.clauses = left.into_iter().flatten().collect();
    merged
}

/// Returns the set of a condition that says that a local is in a set, or not, which does not depend on the local.
fn membership(clause: &Clause, slot: Slot) -> Option<(SetOp, &CellsExpr)> {
    let Clause::When(condition) = clause else { return None };
    let (op, holds) = match &condition.holds {
        BoolExpr::Not(other) => (SetOp::Except, &**other),
        holds => (SetOp::And, holds),
    };
    let BoolExpr::In(pair) = holds else { return None };
    let (AnyExpr::Cell(CellExpr::Common(cell)), SetExpr::Cells(set)) = &**pair else { return None };
    (matches!(**cell, Common::Local(other) if other == slot) && !uses_word(set.part(), slot)).then_some((op, set))
}
