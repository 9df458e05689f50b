//! [`FrameFacts`]: what is known at an expression's place in the rules.

use super::domain::{AbstractValue, Interval};
use crate::game::expr::*;
use crate::game::part::AsPart;
use crate::game::rules::Clause;
use crate::source::Span;
use std::rc::Rc;

/// A known fact, and the place in the rules that it follows from.
#[derive(Clone, Debug)]
pub(crate) struct Assumption {
    what: AssumptionKind,
    from: Span,
}

#[derive(Clone, Debug)]
enum AssumptionKind {
    /// The value of the local in this slot.
    Local(Class, Slot, Rc<AbstractValue>),
    /// The condition holds, or does not.
    Condition(Rc<BoolExpr>, bool),
    /// The number lies in this interval.
    Number(Rc<IntExpr>, Interval),
}

/// The known facts, the latest last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Assumptions(Vec<Assumption>);

impl Assumptions {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Forgets all facts after the first `known`.
    pub(crate) fn truncate(&mut self, known: usize) {
        self.0.truncate(known);
    }

    /// Assumes the value of a local.
    pub(crate) fn push_local(&mut self, class: Class, slot: Slot, value: AbstractValue, from: Span) {
        self.0.push(Assumption { what: AssumptionKind::Local(class, slot, Rc::new(value)), from });
    }

    /// Assumes the value of a local that fits one word.
    pub(crate) fn push(&mut self, slot: Slot, value: AbstractValue) {
        self.push_local(Class::Word, slot, value, Span::default());
    }

    /// Assumes that a condition holds, or that it does not.
    pub(super) fn push_condition(&mut self, condition: &BoolExpr, holds: bool, from: Span) {
        self.0.push(Assumption { what: AssumptionKind::Condition(Rc::new(condition.clone()), holds), from });
    }

    /// Assumes that a number lies between two others.
    pub(crate) fn push_number(&mut self, number: &IntExpr, range: Interval, from: Span) {
        self.0.push(Assumption { what: AssumptionKind::Number(Rc::new(number.clone()), range), from });
    }

    pub(crate) fn local(&self, class: Class, slot: Slot) -> Option<&AbstractValue> {
        self.0.iter().rev().find_map(|one| match &one.what {
            AssumptionKind::Local(in_class, at, value) if (*in_class, *at) == (class, slot) => Some(value.as_ref()),
            _ => None,
        })
    }

    pub(super) fn condition(&self, wanted: &BoolExpr) -> Option<bool> {
        self.0.iter().find_map(|one| match &one.what {
            AssumptionKind::Condition(condition, holds) if **condition == *wanted => Some(*holds),
            _ => None,
        })
    }

    /// Returns whether some condition is known to hold that is as wanted.
    pub(super) fn says(&self, is_wanted: impl Fn(&BoolExpr) -> bool) -> bool {
        self.0.iter().any(|one| matches!(&one.what, AssumptionKind::Condition(condition, true) if is_wanted(condition)))
    }

    pub(super) fn number(&self, wanted: &IntExpr) -> Option<Interval> {
        let ranges = self.0.iter().filter_map(|one| match &one.what {
            AssumptionKind::Number(number, range) if **number == *wanted => Some(*range),
            _ => None,
        });
        ranges.reduce(Interval::meet)
    }

    /// Returns the locals that hold a single cell in the facts after the first `known`.
    pub(super) fn cells_after(&self, known: usize) -> Vec<Slot> {
        let mut slots: Vec<Slot> = Vec::new();
        for one in &self.0[known..] {
            if let AssumptionKind::Local(Class::Word, slot, value) = &one.what
                && matches!(**value, AbstractValue::Cell(_))
                && !slots.contains(slot)
            {
                slots.push(*slot);
            }
        }
        slots
    }

    /// Returns the places in the rules that the facts follow from.
    pub(crate) fn places(&self) -> Vec<Span> {
        let mut places: Vec<Span> = self.0.iter().map(|one| one.from).filter(|span| !span.is_empty()).collect();
        places.dedup();
        places
    }

    /// Returns the facts that follow from one place.
    pub(crate) fn only_from(&self, place: Span) -> Assumptions {
        Assumptions(self.0.iter().filter(|one| one.from == place).cloned().collect())
    }

    /// Returns only the values of locals.
    pub(super) fn locals(&self) -> Assumptions {
        Assumptions(self.0.iter().filter(|one| matches!(one.what, AssumptionKind::Local(..))).cloned().collect())
    }

    /// Keeps only what stays true when the position changes: where cells lie, but not what stands there.
    pub(crate) fn outlast(&mut self, everywhere: &super::area::Area) {
        self.0.retain_mut(|one| match &mut one.what {
            AssumptionKind::Local(_, _, value) => Rc::make_mut(value).outlast(everywhere),
            AssumptionKind::Condition(..) | AssumptionKind::Number(..) => false,
        });
    }
}

/// The known facts about a frame's locals, and the sources of their values.
#[derive(Clone, Debug, Default)]
pub(crate) struct FrameFacts<'e> {
    /// What is known.
    pub known: Assumptions,
    /// The clauses that give further locals their values, which never change afterwards.
    pub clauses: &'e [Clause],
    /// Whether the expression is evaluated later than the clauses, when the position may be another one.
    pub is_later: bool,
    /// The `where` values of a def.
    pub lazies: &'e [(Slot, AnyExpr)],
    /// How many calls of defs lead to it.
    pub depth: u32,
}

impl<'e> FrameFacts<'e> {
    /// Makes a scope in which only these clauses are known.
    pub(crate) fn of(clauses: &'e [Clause]) -> FrameFacts<'e> {
        FrameFacts { clauses, ..FrameFacts::default() }
    }

    /// Returns the expression that a clause gives a local as its value.
    pub(super) fn given(&self, class: Class, slot: Slot) -> Option<&'e AnyExpr> {
        self.clauses.iter().find_map(|clause| match clause {
            Clause::Let(other, value) if *other == slot && value.part().class() == class => Some(value),
            _ => None,
        })
    }

    /// Returns the local that this one is an alias of: `q` for `r` after `let r = q`.
    pub(crate) fn original(&self, slot: Slot) -> Slot {
        match self.given(Class::Word, slot) {
            Some(AnyExpr::Cell(CellExpr::Common(common))) => match **common {
                Common::Local(first) => first,
                _ => slot,
            },
            _ => slot,
        }
    }
}
