//! Locals in the values that texts show: which one is shown, its possible values, and what else a value depends on.

use super::net::Wording;
use super::told::Choice;
use crate::analysis::{AbstractValue, Analysis, FrameFacts, Interval};
use crate::game::board::Board;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Part, Shared};
use crate::game::rules::{Action, Clause};

/// Returns the variables that determine how many steps away a shown cell is, and that have one value for all choices
/// showing the same cell.
pub(super) fn vars<'g>(
    choice: &Choice<'g>,
    wordings: &[&Wording<'g>],
    shows: &dyn Fn(Slot) -> bool,
) -> Vec<&'g IntExpr> {
    fn numbers<'g>(n: &'g IntExpr, found: &mut Vec<&'g IntExpr>) {
        match n {
            IntExpr::Common(common) if matches!(**common, Common::Var(_)) => found.push(n),
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
        let AnyExpr::Cell(_) = value else { continue };
        let shown = value.part();
        let slot = if let Some(Shared::Local(slot)) = shown.shared() { Some(slot) } else { None };
        let given = choice.clauses.iter().find_map(|clause| match clause {
            Clause::Let(other, AnyExpr::Cell(cell)) if Some(*other) == slot => Some(cell.part()),
            _ => None,
        });
        let value = given.unwrap_or(shown);
        if let Some((Op::Step, [_, _, AnyExpr::Int(n)])) = value.applied() {
            numbers(n, &mut found);
        }
    }
    found.retain(|number| {
        let Some(Shared::Var(var)) = number.part().shared() else { return false };
        var.indexes.iter().all(|index| local(index, choice.clauses).is_some_and(shows))
    });
    // More than one variable would give too many combinations.
    found.truncate(1);
    found
}

/// Returns the numbers of steps to distinguish: each one that stays on the board, and all that lead beyond it.
pub(super) fn all_steps(board: &Board) -> Vec<Interval> {
    let furthest = i64::from(board.width().max(board.height()));
    let beyond = [(i64::from(i32::MIN), -furthest - 1), (furthest + 1, i64::from(i32::MAX))];
    (-furthest..=furthest).map(Interval::of).chain(beyond.map(|(least, most)| Interval { least, most })).collect()
}

/// Returns the local that is shown, if the value is nothing but a local.
pub(super) fn local(value: &AnyExpr, clauses: &[Clause]) -> Option<Slot> {
    match (value, value.part().shared()?) {
        (AnyExpr::Bool(_) | AnyExpr::Piece(_), _) => None,
        (_, Shared::Local(slot)) => Some(FrameFacts::of(clauses).original(slot)),
        _ => None,
    }
}

/// Returns the locals that the shown values and sets of a choice depend on, each with all its possible values, or `None` if
/// these are not known.
pub(super) fn given(
    analysis: &Analysis<'_>,
    chosen: Slot,
    shown: &[&AnyExpr],
) -> Option<Vec<(Slot, Vec<AbstractValue>)>> {
    fn depends_on<'e>(part: Part<'e>, found: &mut Vec<(Slot, Part<'e>)>) -> Option<()> {
        match (part, part.shared()) {
            (Part::Cell(CellExpr::Const(_)) | Part::Dir(DirExpr::Const(_)) | Part::Int(IntExpr::Const(_)), _) => {
                Some(())
            }
            (Part::Cell(_) | Part::Dir(_), Some(Shared::Local(slot))) => {
                found.push((slot, part));
                Some(())
            }
            (_, Some(Shared::Apply(apply))) => apply.args.iter().try_for_each(|arg| depends_on(arg.part(), found)),
            _ => None,
        }
    }
    let mut slots = Vec::new();
    for value in shown.iter().rev() {
        if let AnyExpr::Cell(_) | AnyExpr::Dir(_) = value {
            depends_on(value.part(), &mut slots)?;
        }
    }
    let mut found: Vec<(Slot, Vec<AbstractValue>)> = Vec::new();
    for (slot, part) in slots {
        if slot != chosen && !found.iter().any(|(other, _)| *other == slot) {
            found.push((slot, analysis.all_of(part.ty())));
        }
    }
    Some(found)
}

/// Returns what a shown local of an action can be when the action is possible, perhaps with a given value of another one.
pub(super) fn shown<'g>(
    analysis: &mut Analysis<'g>,
    action: &'g Action,
    slot: Slot,
    given: Option<(Slot, &AbstractValue)>,
) -> Option<AbstractValue> {
    let binder = action.binders.iter().find(|binder| binder.slot == slot)?;
    analysis.inside(FrameFacts::of(&action.clauses), |inner| {
        if let Some((other, value)) = given.filter(|(other, _)| *other != slot) {
            inner.scope.known.push(other, value.clone());
        }
        let element = inner.element(&binder.over);
        inner.scope.known.push(slot, element);
        for clause in &action.clauses {
            if let Clause::When(condition) = clause {
                inner.suppose_about(&condition.holds, slot);
            }
        }
        inner.scope.known.local(Class::Word, slot).cloned()
    })
}
