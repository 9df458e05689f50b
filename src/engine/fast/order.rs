//! How early the clauses of an action can be evaluated, while its binders are given values one after the other.
//!
//! A clause is evaluated as soon as the binders that it needs have values, so that a false `when` saves the binders after
//! them. By the language's rules all binders have values before the first clause is evaluated, and the clauses follow from
//! top to bottom. So a `when` must not be evaluated before anything that may fault and that these rules evaluate earlier:
//! if it were false, the fault would be missed. A fault that is found too early does no harm, because the reference engine
//! repeats the evaluation.

use super::plan::Plan;
use crate::analysis::{Analysis, FrameFacts, Limits};
use crate::game::expr::{Class, Slot};
use crate::game::part::{AsPart, Part, Shared};
use crate::game::rules::{Action, Clause};
use crate::source::Span;
use std::collections::HashMap;
use std::rc::Rc;

/// The most expressions of an action that are analyzed; what comes after them may fault.
const FUEL: u32 = 4000;

impl Plan {
    /// Returns how many binders must have values before each clause of an action is evaluated.
    pub(crate) fn levels(&self, action: &Action) -> Rc<[usize]> {
        if let Some(known) = self.levels.borrow().get(&action.name) {
            return known.clone();
        }
        let levels: Rc<[usize]> = self.find_levels(action).into();
        self.levels.borrow_mut().insert(action.name.clone(), levels.clone());
        levels
    }

    fn find_levels(&self, action: &Action) -> Vec<usize> {
        let mut analysis = Analysis::of(&self.game, Limits::new(FUEL));
        analysis.scope = FrameFacts::of(&action.clauses);
        let mut levels_of: HashMap<(Class, Slot), usize> = HashMap::new();
        // The first level at which everything so far that may fault has been evaluated.
        let mut safe = 0;
        for (n, binder) in action.binders.iter().enumerate() {
            levels_of.insert((Class::Word, binder.slot), n + 1);
            let element = analysis.element(&binder.over);
            if std::mem::take(&mut analysis.may_fault) {
                safe = n + 1;
            }
            analysis.scope.known.push(binder.slot, element);
        }
        let mut levels = Vec::new();
        for clause in &action.clauses {
            let part = clause.part();
            let mut level = needed(part, &levels_of);
            if matches!(clause, Clause::When(_)) {
                level = level.max(safe);
            }
            let value = analysis.value(part);
            if std::mem::take(&mut analysis.may_fault) {
                safe = safe.max(level);
            }
            match clause {
                Clause::Let(slot, _) => {
                    levels_of.insert((part.class(), *slot), level);
                    analysis.scope.known.push_local(part.class(), *slot, value, Span::default());
                }
                Clause::When(condition) => analysis.suppose(&condition.holds, true, Span::default()),
            }
            levels.push(level);
        }
        levels
    }
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

/// Returns the highest level of the locals in an expression.
fn needed(part: Part<'_>, levels: &HashMap<(Class, Slot), usize>) -> usize {
    let mut level = match part.shared() {
        Some(Shared::Local(slot)) => levels.get(&(part.class(), slot)).copied().unwrap_or(0),
        _ => 0,
    };
    part.each(&mut |inner| level = level.max(needed(inner, levels)));
    level
}
