//! Defs without parameters, such as `best` in `row(p) == best`, are the same for all candidates, and for all elements of a loop within an
//! expression. They are evaluated where the first one needs their value.

use super::sort::{Held, Sort, Thing};
use super::word::{ONE, ZERO};
use super::{Gen, Gets};
use crate::game::expr::{BoolExpr, Call, Class};
use crate::game::part::{Part, Shared};
use cranelift_frontend::Variable;

/// Defs at least this heavy are evaluated once. Where a value is a set, cells are asked for rather than the set if it is light.
const LEAST: usize = 16;

/// The most such defs in one place, and the most words of a set that are kept.
const MOST: usize = 4;
const WORDS: usize = 8;

/// The reason for sets of numbers, which have no words.
const NUMBERS: &str = "a set of numbers that is evaluated once";

/// A call of a def without parameters.
#[derive(Clone, Debug)]
pub(crate) struct DefOnce {
    /// The address of the call.
    call: *const Call,
    /// Whether the value is known.
    is_known: Variable,
    /// The words of the value, once it is known.
    value: Vec<Variable>,
}

impl<'p> Gen<'p, '_> {
    /// Returns variables for the defs without parameters that parts call; nothing is known yet.
    pub(super) fn defs_once<'e>(&mut self, parts: impl IntoIterator<Item = Part<'e>>) -> Vec<DefOnce>
    where
        'p: 'e,
    {
        let mut calls: Vec<(&Call, Class)> = Vec::new();
        for part in parts {
            // After another move the position is another one.
            if part.contains(&mut |inner| matches!(inner, Part::Bool(BoolExpr::SomeMoveThen(_)))) {
                continue;
            }
            part.contains(&mut |inner| {
                if let Some(Shared::Call(call)) = inner.shared()
                    && self.is_once(call, inner)
                {
                    calls.push((call, inner.class()));
                }
                false
            });
        }
        calls.truncate(MOST);
        let width = self.width();
        let once = |make: &mut Self, (call, class): (&Call, Class)| DefOnce {
            call,
            is_known: make.variable(ZERO),
            value: (0..if class == Class::Cells { width } else { 1 }).map(|_| make.variable(ZERO)).collect(),
        };
        calls.into_iter().map(|call| once(self, call)).collect()
    }

    fn is_once(&self, call: &Call, part: Part<'_>) -> bool {
        let has_words = match part.class() {
            Class::Word => true,
            Class::Cells => self.width() <= WORDS,
            Class::Ints => false,
        };
        has_words
            && call.args.is_empty()
            && self.plan.recursive_def(part.ty(), call.def).is_none()
            && part.weight(&self.plan.game, 8) >= LEAST
            && !self.once.iter().any(|once| std::ptr::eq(once.call, call))
    }

    /// Compiles code in which the position does not change, with these defs evaluated once.
    pub(super) fn with_defs_once<R>(
        &mut self,
        defs: Vec<DefOnce>,
        compile: impl FnOnce(&mut Self) -> Gets<R>,
    ) -> Gets<R> {
        let known = self.once.len();
        self.once.extend(defs);
        let compiled = compile(self);
        self.once.truncate(known);
        compiled
    }

    /// Returns whether a def is evaluated once here.
    pub(super) fn once_of(&self, call: &Call) -> Option<DefOnce> {
        self.once.iter().find(|once| std::ptr::eq(once.call, call)).cloned()
    }

    /// Returns the value of a def that is evaluated once: if it is not known yet, it is evaluated.
    pub(super) fn value_once<E: Sort>(
        &mut self,
        once: &DefOnce,
        evaluate: impl FnOnce(&mut Self) -> Gets<E::Value>,
    ) -> Gets<E::Value> {
        let is_known = self.read(once.is_known);
        let mut first = None;
        let words = self.either(
            is_known,
            |make| Ok(make.read_set(&once.value)),
            |make| {
                let value = evaluate(make)?;
                first = Some(value.clone());
                let words = value.into_thing().words(NUMBERS)?;
                make.assign_set(&once.value, &words);
                make.assign(once.is_known, ONE);
                Ok(words)
            },
        )?;
        let value = Thing::from_words(E::Value::CLASS, words, NUMBERS)?;
        match first {
            Some(first) => first.joined(&first, value),
            None => E::Value::from_thing(value),
        }
    }
}
