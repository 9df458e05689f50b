//! What all types have in common: locals, `if`, `match` and defs.

use super::truth::Truth;
use super::{Bound, Bounds, DEPTH, Known};
use crate::game::Game;
use crate::game::expr::*;
use crate::game::rules::{Clause, Def};

/// A type of expressions, and how its values are bounded.
pub(in super::super) trait Bounded: Sized {
    type Bound: Clone;
    /// Where its locals live.
    const CLASS: Class = Class::Word;

    /// What its value can be.
    fn bound<'g>(&'g self, of: &mut Bounds<'g>, known: &mut Known<'g>) -> Self::Bound;

    /// Anything of this type.
    fn anything(of: &Bounds<'_>) -> Self::Bound;

    /// One or the other.
    fn either(one: &Self::Bound, other: &Self::Bound) -> Self::Bound;

    /// A bound of any type, if it is one of this.
    fn taken(bound: &Bound) -> Option<Self::Bound>;

    /// The defs of this type.
    fn defs(game: &Game) -> &[Def<Self>];
}

impl<'g> Bounds<'g> {
    pub(super) fn common<E: Bounded>(&mut self, common: &'g Common<E>, known: &mut Known<'g>) -> E::Bound {
        if !self.may_go_on() {
            return E::anything(self);
        }
        match common {
            Common::Local(slot) => self.local::<E>(*slot, known),
            Common::Lazy(n) => match known.lazies.get(*n as usize) {
                Some((_, value)) => {
                    let bound = self.any(value, known);
                    E::taken(&bound).unwrap_or_else(|| E::anything(self))
                }
                None => E::anything(self),
            },
            Common::Var(var) => {
                let taken = known.vars.iter().find(|(other, _)| std::ptr::eq(*other, var));
                taken.and_then(|(_, bound)| E::taken(bound)).unwrap_or_else(|| E::anything(self))
            }
            Common::If(condition, yes, no) => match self.truth(condition, known) {
                Truth { no: false, .. } => yes.bound(self, known),
                Truth { yes: false, .. } => no.bound(self, known),
                _ => E::either(&yes.bound(self, known), &no.bound(self, known)),
            },
            Common::Match(one) => {
                let mut all: Option<E::Bound> = None;
                let mut add = |bound: E::Bound| {
                    all = Some(all.as_ref().map_or_else(|| bound.clone(), |all| E::either(all, &bound)));
                };
                for (value, result) in &one.arms {
                    let same = self.same(&one.subject, value, known);
                    if same.yes {
                        add(result.bound(self, known));
                    }
                    if !same.no {
                        return all.unwrap_or_else(|| E::anything(self));
                    }
                }
                if let Some(other) = &one.otherwise {
                    add(other.bound(self, known));
                }
                // Without an arm that fits there is a fault, and no value.
                all.unwrap_or_else(|| E::anything(self))
            }
            Common::Apply(_) => E::anything(self),
            Common::Call(call) => match E::defs(self.game).get(call.def as usize) {
                Some(def) if known.depth < DEPTH => {
                    let mut inner = self.called(def, call, known);
                    def.body.bound(self, &mut inner)
                }
                _ => E::anything(self),
            },
        }
    }

    /// What is known inside a def that is used.
    pub(in super::super) fn called<E>(&mut self, def: &'g Def<E>, call: &'g Call, known: &mut Known<'g>) -> Known<'g> {
        let mut inner = Known { lazies: &def.lazies, depth: known.depth + 1, ..Known::default() };
        for (class, value) in def.parameters.iter().zip(&call.args) {
            let bound = self.any(value, known);
            let locals = match class {
                Class::Word => &mut inner.words,
                Class::Cells => &mut inner.cells,
                Class::Ints => &mut inner.ints,
            };
            locals.push((Slot(locals.len() as u16), bound));
        }
        inner
    }

    fn local<E: Bounded>(&mut self, slot: Slot, known: &mut Known<'g>) -> E::Bound {
        if let Some(bound) = known.find(E::CLASS, slot) {
            return E::taken(bound).unwrap_or_else(|| E::anything(self));
        }
        let clauses = known.clauses;
        for clause in clauses {
            if let Clause::Let(other, value) = clause
                && *other == slot
                && class(value) == E::CLASS
            {
                let bound = self.any(value, known);
                return E::taken(&bound).unwrap_or_else(|| E::anything(self));
            }
        }
        E::anything(self)
    }
}

/// Where a local of this value's type lives.
fn class(value: &AnyExpr) -> Class {
    match value {
        AnyExpr::Cells(_) => Class::Cells,
        AnyExpr::Ints(_) => Class::Ints,
        _ => Class::Word,
    }
}
