//! How early the clauses of an action can be evaluated, while its binders are given values one after the other.
//!
//! A clause is evaluated as soon as the binders that it needs have values, and a `when` as soon as the `let`s that it needs
//! have theirs, so that a false one saves the binders and `let`s after them. By the language's rules all binders have values before the first clause is evaluated, and the clauses follow from
//! top to bottom. So a `when` must not be evaluated before anything that may fault and that these rules evaluate earlier:
//! if it were false, the fault would be missed. A fault that is found too early does no harm, because the reference engine
//! repeats the evaluation.

use super::plan::Plan;
use crate::analysis::{Analysis, FrameFacts, Limits};
use crate::game::Game;
use crate::game::expr::{Class, Slot};
use crate::game::part::{AsPart, Part, Shared};
use crate::game::rules::{Action, Clause};
use crate::source::Span;
use std::collections::HashMap;
use std::rc::Rc;

/// The most expressions of an action that are analyzed; what comes after them may fault.
const FUEL: u32 = 4000;

/// When a clause is evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Due {
    /// How many binders must have values.
    pub level: usize,
    /// It comes after the `let`s among this many clauses, as they are written; a `let` counts itself.
    pub after: usize,
    /// Which clause it is.
    pub clause: usize,
}

impl Plan {
    /// Returns the clauses of an action in the order of their evaluation.
    pub(crate) fn order(&self, action: &Action) -> Rc<[Due]> {
        if let Some(known) = self.orders.borrow().get(&action.name) {
            return known.clone();
        }
        let order: Rc<[Due]> = find_order(&self.game, action).into();
        self.orders.borrow_mut().insert(action.name.clone(), order.clone());
        order
    }
}

/// Returns the clauses of an action in the order of their evaluation.
pub(super) fn find_order(game: &Game, action: &Action) -> Vec<Due> {
    let mut analysis = Analysis::of(game, Limits::new(FUEL));
    analysis.scope = FrameFacts::of(&action.clauses);
    let mut known: HashMap<(Class, Slot), Due> = HashMap::new();
    // When everything so far that may fault has been evaluated, and the conditions so far: what cannot fault, cannot
    // because of them.
    let (mut safe, mut tested) = (Due::default(), 0);
    for (n, binder) in action.binders.iter().enumerate() {
        known.insert((Class::Word, binder.slot), Due { level: n + 1, ..Due::default() });
        let element = analysis.element(&binder.over);
        if std::mem::take(&mut analysis.may_fault) {
            safe.level = n + 1;
        }
        analysis.scope.known.push(binder.slot, element);
    }
    let mut order = Vec::new();
    for (clause, written) in action.clauses.iter().enumerate() {
        let part = written.part();
        let mut due = Due { clause, ..needed(part, &known) };
        match written {
            Clause::Let(..) => due.after = clause + 1,
            Clause::When(_) => {
                due.level = due.level.max(safe.level);
                due.after = due.after.max(safe.after).max(tested);
                tested = due.after;
            }
        }
        let value = analysis.value(part);
        if std::mem::take(&mut analysis.may_fault) {
            safe = Due { level: safe.level.max(due.level), after: clause + 1, ..safe };
        }
        match written {
            Clause::Let(slot, _) => {
                known.insert((part.class(), *slot), due);
                analysis.scope.known.push_local(part.class(), *slot, value, Span::default());
            }
            Clause::When(condition) => analysis.suppose(&condition.holds, true, Span::default()),
        }
        order.push(due);
    }
    order.sort();
    order
}

impl Clause {
    /// Returns what the clause evaluates.
    pub(crate) fn part(&self) -> Part<'_> {
        match self {
            Clause::Let(_, value) => value.part(),
            Clause::When(condition) => condition.holds.part(),
        }
    }
}

/// Returns when all locals in an expression are known.
fn needed(part: Part<'_>, known: &HashMap<(Class, Slot), Due>) -> Due {
    let mut due = match part.shared() {
        Some(Shared::Local(slot)) => known.get(&(part.class(), slot)).copied().unwrap_or_default(),
        _ => Due::default(),
    };
    part.each(&mut |inner| {
        let inner = needed(inner, known);
        due = Due { level: due.level.max(inner.level), after: due.after.max(inner.after), ..due };
    });
    due
}
