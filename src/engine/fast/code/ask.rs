//! Calls from the code to its own functions, and to those of the engine.

use super::word::{Word, ZERO};
use super::{Gen, Gets, Moment, Unsupported};
use crate::engine::fast::assemble::index_of;
use crate::engine::fast::calls::Task;
use crate::engine::fast::machine::{HELPERS, Helper};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{ExtFuncData, ExternalName, FuncRef, InstBuilder, Signature, UserExternalName, Value};
use std::collections::BTreeMap;

/// The functions that one function calls: those of the code, and those of the engine.
pub(crate) struct Refs {
    own: Signature,
    helpers: [Signature; HELPERS.len()],
    /// Those that are called so far, by their indices.
    called: BTreeMap<u32, FuncRef>,
}

impl Refs {
    /// Creates the functions to call from the signature of the code's functions, and those of the engine's.
    pub(crate) fn new(own: Signature, helpers: [Signature; HELPERS.len()]) -> Refs {
        Refs { own, helpers, called: BTreeMap::new() }
    }
}

impl Gen<'_, '_> {
    /// Returns whether a player to move has a legal move, by this action if one is given, before or after the turn passes.
    pub(crate) fn ask_any(&mut self, player: Word, action: Option<usize>) -> Gets<Word> {
        let players = self.plan.game.players.len();
        let Word::Known(player) = player else {
            let mut found = ZERO;
            for p in 0..players {
                let is_it = self.same(player, Word::Known(p as i64));
                found = self.either_word(is_it, |make| make.ask_any(Word::Known(p as i64), action), |_| Ok(found))?;
            }
            return Ok(found);
        };
        let player = usize::try_from(player).ok().filter(|player| *player < players);
        let Some(player) = player else {
            self.fault_if(super::word::ONE);
            return Ok(ZERO);
        };
        let number = self.calls.number(player, action.map_or(Task::AnyAll, Task::Any));
        let renews = self.plan.game.vars.iter().any(|var| var.each_turn);
        let passed = if self.seen.moment == Moment::End && renews { self.seen.passed } else { ZERO };
        let checks = action.is_some_and(|action| self.plan.checks_after(&self.plan.game.actions[action]));
        let which = [Word::Known(number as i64)];
        self.either_word(
            passed,
            |make| Ok(make.engine(Helper::Ahead, &which)),
            |make| {
                if checks {
                    return Ok(make.engine(Helper::Explore, &which));
                }
                let answer = make.call_number(number, make.args);
                make.refuse_faults(answer);
                Ok(answer)
            },
        )
    }

    /// Returns the function that code calls by this index.
    fn callee(&mut self, index: u32) -> FuncRef {
        if let Some(known) = self.refs.called.get(&index) {
            return *known;
        }
        // Helpers come first; they are not in the memory of the code.
        let helper = self.refs.helpers.get(index as usize);
        let (signature, colocated) = (helper.unwrap_or(&self.refs.own).clone(), helper.is_none());
        let function = &mut self.b.func;
        let signature = function.import_signature(signature);
        let name = function.declare_imported_user_function(UserExternalName { namespace: 0, index });
        let name = ExternalName::user(name);
        let callee = function.import_function(ExtFuncData { name, signature, colocated, patchable: false });
        self.refs.called.insert(index, callee);
        callee
    }

    pub(super) fn call_number(&mut self, number: usize, args: Value) -> Word {
        let callee = self.callee(index_of(number));
        let call = self.b.ins().call(callee, &[self.context, self.state, args]);
        Word::Made(self.b.inst_results(call)[0])
    }

    /// Faults if the result of a function is a fault.
    pub(crate) fn refuse_faults(&mut self, said: Word) {
        let wrong = self.compare(IntCC::SignedLessThan, said, ZERO);
        self.pass_fault_if(wrong);
    }

    /// Calls another function of the same player.
    pub(crate) fn call_own(&mut self, task: Task, args: Value) -> Gets<Word> {
        let Some(player) = self.seen.mover.known() else { return Err(Unsupported("an effect without a player")) };
        let number = self.calls.number(player as usize, task);
        Ok(self.call_number(number, args))
    }

    /// Calls a function of the engine.
    pub(crate) fn engine(&mut self, helper: Helper, args: &[Word]) -> Word {
        self.count_call(helper);
        let has_position = helper >= Helper::Explore;
        let mut values = vec![self.context];
        values.extend(has_position.then_some(self.state));
        for arg in args {
            values.push(self.value(*arg));
        }
        let callee = self.callee(helper as u32);
        let call = self.b.ins().call(callee, &values);
        let said = Word::Made(self.b.inst_results(call)[0]);
        if has_position {
            self.refuse_faults(said);
        }
        said
    }
}
