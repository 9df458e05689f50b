//! Recursive defs: functions of their own, which find their arguments after the header and replace the arguments with their
//! value.

use super::ahead::header;
use super::locals::Locals;
use super::sort::{Held, Sort, Thing};
use super::stmt::status;
use super::word::{ONE, Word};
use super::{Gen, Gets, Moment, Unsupported};
use crate::engine::fast::calls::Task;
use crate::game::expr::*;
use crate::types::Type;
use cranelift_codegen::ir::condcodes::IntCC;

/// How many calls of defs and effects that are functions may be nested before the other engine takes over: the native stack is
/// finite. Those that keep much there may be nested less deeply.
pub(crate) const DEEPEST: i64 = 100;

/// The reason for a def that cannot be a function.
const NUMBERS: &str = "a recursive def whose value is a set of numbers";

impl Gen<'_, '_> {
    /// Calls the function of a def.
    pub(crate) fn call_def<E: Sort>(&mut self, n: usize, args: Vec<Thing>) -> Gets<E::Value> {
        let mut words = Vec::new();
        for arg in args {
            words.extend(arg.words("a recursive def with a set of numbers as argument")?);
        }
        let base = self.header(words);
        let said = self.call_own(Task::Def(n, self.seen.moment), base)?;
        self.refuse_faults(said);
        let len = if E::TYPE == Type::Cells { self.width() } else { 1 };
        let words = (0..len).map(|i| self.load_from(base, i)).collect();
        E::Value::from_thing(Thing::from_words(E::Value::CLASS, words, NUMBERS)?)
    }

    /// Makes the function of a def, evaluated at a moment.
    pub(crate) fn make_def(&mut self, n: usize, moment: Moment) -> Gets<()> {
        let Some((name, at)) = self.plan.recursive_defs.get(n).copied() else {
            return Err(Unsupported("an unknown def"));
        };
        self.make_def_of(name, at as usize, moment)
    }

    pub(crate) fn def_of<E: Sort>(&mut self, at: usize, moment: Moment) -> Gets<()> {
        let plan = self.plan;
        let def = &E::defs(&plan.game.defs)[at];
        let args = self.arguments_from(header::WORDS, &def.parameters)?;
        self.see_header(self.seen.mover, moment);
        let deep = self.enter_deeper(0)?;
        let locals = Locals::with(def.frame, &def.lazies, args);
        let value = self.at_place(def.span, |make| make.inside(locals, |make| def.body.make(make)))?;
        for (i, word) in value.into_thing().words(NUMBERS)?.into_iter().enumerate() {
            self.args_put(i, word);
        }
        self.store(plan.native.depth, deep);
        self.give_back(Word::Known(status::MADE));
        Ok(())
    }

    /// Goes one level deeper, where these statements run. Returns the depth to restore afterwards.
    pub(crate) fn enter_deeper(&mut self, statements: usize) -> Gets<Word> {
        let depth = self.plan.native.depth;
        self.spend_for(statements);
        let deep = self.load(depth);
        let too_deep = self.compare(IntCC::UnsignedGreaterThan, deep, Word::Known(self.max_depth));
        self.fault_if(too_deep);
        let deeper = self.add(deep, ONE);
        self.store(depth, deeper);
        Ok(deep)
    }

    /// Reads the arguments of a def or effect, from the n-th word of the function's arguments on.
    pub(crate) fn arguments_from(&mut self, first: usize, parameters: &[Class]) -> Gets<Vec<Thing>> {
        let (mut at, mut args) = (first, Vec::new());
        for class in parameters {
            let len = if *class == Class::Cells { self.width() } else { 1 };
            let words = (at..at + len).map(|n| self.args_word(n)).collect();
            args.push(Thing::from_words(*class, words, "a function with a set of numbers as argument")?);
            at += len;
        }
        Ok(args)
    }
}
