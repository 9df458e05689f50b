//! The constructs that all types share: locals, variables, `if`, `match`, calls of defs and operators.

use super::domain::{AbstractValue, Truth};
use super::scope::FrameFacts;
use super::{Analysis, DEPTH};
use crate::game::expr::*;
use crate::game::part::{AsPart, Expression};
use crate::game::rules::Def;
use crate::types::Type;

impl<'e> Analysis<'e> {
    pub(super) fn common<E: Expression + 'e>(&mut self, common: &Common<E>) -> AbstractValue {
        match common {
            Common::Local(slot) => self.local(E::TYPE, *slot),
            Common::Lazy(n) => {
                // The analysis does not track whether it has been evaluated already.
                self.may_exceed = true;
                match self.scope.lazies.get(usize::from(*n)) {
                    Some((_, value)) => self.value(value.part()),
                    None => {
                        self.may_fault = true;
                        self.anything(E::TYPE)
                    }
                }
            }
            Common::Var(var) => {
                var.indexes.iter().for_each(|index| self.index(index));
                self.anything(E::TYPE)
            }
            Common::If(condition, yes, no) => match self.truth(condition).known() {
                Some(true) => self.value(yes.part()),
                Some(false) => self.value(no.part()),
                None => {
                    let (yes, no) = (self.value(yes.part()), self.value(no.part()));
                    self.join::<E>(Some(yes), no)
                }
            },
            Common::Match(one) => self.matched(one),
            Common::Call(call) => match E::defs(self.defs).get(usize::from(call.def)) {
                Some(def) if self.scope.depth < DEPTH && !self.open.contains(&(E::TYPE, call.def)) => {
                    let scope = self.called(def, call);
                    self.inside(scope, |inner| inner.value(def.body.part()))
                }
                _ => {
                    self.may_fault = true;
                    self.anything(E::TYPE)
                }
            },
            Common::Apply(apply) => {
                let args: Vec<AbstractValue> = apply.args.iter().map(|arg| self.value(arg.part())).collect();
                self.apply(apply.op, &args)
            }
        }
    }

    /// Notes whether a value may not be an index of a variable. The ranges of numbers are not known here.
    fn index(&mut self, index: &AnyExpr) {
        self.may_fault |= match self.value(index.part()) {
            AbstractValue::Cell(cell) => cell.off,
            AbstractValue::Dir(one) | AbstractValue::Player(one) | AbstractValue::Kind(one) => one.none,
            _ => true,
        };
    }

    fn join<E: Expression>(&self, one: Option<AbstractValue>, other: AbstractValue) -> AbstractValue {
        let Some(one) = one else { return other };
        one.join(&other).unwrap_or_else(|| self.anything(E::TYPE))
    }

    fn matched<E: Expression>(&mut self, one: &Match<E>) -> AbstractValue {
        let mut all: Option<AbstractValue> = None;
        let mut is_found = false;
        let mut subject = self.value(one.subject.part());
        for (value, result) in &one.arms {
            let value = self.value(value.part());
            let same = subject.compare_equal(&value);
            if same.yes {
                let result = self.value(result.part());
                all = Some(self.join::<E>(all, result));
            }
            if !same.no {
                is_found = true;
                break;
            }
            subject.exclude(&value);
        }
        if let Some(other) = one.otherwise.as_ref().filter(|_| !is_found) {
            let other = self.value(other.part());
            all = Some(self.join::<E>(all, other));
        }
        // A `match` without a matching arm is a fault and has no value.
        self.may_fault |= !is_found && one.otherwise.is_none() && !subject.is_covered();
        all.unwrap_or_else(|| self.anything(E::TYPE))
    }

    /// Returns whether two single values of one type can be equal, and whether they can differ.
    pub(crate) fn compare_equal(&mut self, one: &AnyExpr, other: &AnyExpr) -> Truth {
        let (one, other) = (self.value(one.part()), self.value(other.part()));
        one.compare_equal(&other)
    }

    /// Makes the scope of a def's body, in which only the arguments are known.
    fn called<E>(&mut self, def: &'e Def<E>, call: &Call) -> FrameFacts<'e> {
        let mut inner = FrameFacts { lazies: &def.lazies, depth: self.scope.depth + 1, ..FrameFacts::default() };
        let mut slots = [0; 3];
        for (class, arg) in def.parameters.iter().zip(&call.args) {
            let value = self.value(arg.part());
            let slot = &mut slots[*class as usize];
            inner.known.push_local(*class, Slot(*slot), value, call.at.span);
            *slot += 1;
        }
        inner
    }

    fn local(&mut self, ty: Type, slot: Slot) -> AbstractValue {
        let class = Class::of(ty);
        if let Some(value) = self.scope.known.local(class, slot) {
            return value.clone();
        }
        let Some(value) = self.scope.given(class, slot) else { return self.anything(ty) };
        if !self.scope.is_later {
            return self.value(value.part());
        }
        // Neither the numbers nor the pieces at the time when the clause was evaluated are known.
        let FrameFacts { clauses, lazies, depth, .. } = self.scope;
        let scope = FrameFacts { known: self.scope.known.locals(), clauses, is_later: false, lazies, depth };
        let mut value = self.inside(scope, |then| then.value(value.part()));
        if value.outlast(&self.everywhere) { value } else { self.anything(ty) }
    }
}
