//! Calls from the code to its own functions, and to those of the engine.

use super::word::{Word, ZERO};
use super::{Gen, Gets, Moment, Unsupported};
use crate::engine::fast::calls::Task;
use crate::engine::fast::machine::HELPERS;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{FuncRef, InstBuilder, Value};

/// The functions that one function can call: those of the code, and those of the engine.
#[derive(Clone)]
pub(crate) struct Refs {
    pub own: Vec<FuncRef>,
    pub helpers: [FuncRef; HELPERS.len()],
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
        let answer = self.either_word(
            passed,
            |make| Ok(make.call_helper(3, &which, true)),
            |make| Ok(if checks { make.call_helper(2, &which, true) } else { make.call_number(number, make.args) }),
        )?;
        self.refuse_faults(answer);
        Ok(answer)
    }

    fn call_number(&mut self, number: usize, args: Value) -> Word {
        let call = self.b.ins().call(self.refs.own[number], &[self.context, self.state, args]);
        Word::Made(self.b.inst_results(call)[0])
    }

    /// Faults if the result of a function is a fault.
    fn refuse_faults(&mut self, said: Word) {
        let wrong = self.compare(IntCC::SignedLessThan, said, ZERO);
        self.fault_if(wrong);
    }

    /// Calls another function of the same player.
    pub(crate) fn call_own(&mut self, task: Task, args: Value) -> Gets<Word> {
        let Some(player) = self.seen.mover.known() else { return Err(Unsupported("an effect without a player")) };
        let number = self.calls.number(player as usize, task);
        Ok(self.call_number(number, args))
    }

    fn call_helper(&mut self, n: usize, args: &[Word], with_state: bool) -> Word {
        let mut values = vec![self.context];
        if with_state {
            values.push(self.state);
        }
        for arg in args {
            values.push(self.value(*arg));
        }
        let call = self.b.ins().call(self.refs.helpers[n], &values);
        Word::Made(self.b.inst_results(call)[0])
    }

    /// Returns whether a player to move has a legal move after which the condition of a site holds.
    pub(crate) fn ask_then(&mut self, site: usize, player: Word, begins: Word, args: Value) -> Gets<Word> {
        let args = [Word::Known(site as i64), player, begins, Word::Made(args)];
        let answer = self.call_helper(4, &args, true);
        self.refuse_faults(answer);
        Ok(answer)
    }

    /// Records a key.
    pub(crate) fn call_record(&mut self, key: Word) {
        self.call_helper(0, &[key], false);
    }

    /// Returns how many earlier positions have a key, for a form of `repeated`.
    pub(crate) fn call_repeated(&mut self, form: u16, key: Word) -> Word {
        self.call_helper(1, &[Word::Known(i64::from(form)), key], false)
    }

    /// Returns how many earlier positions have the newest key.
    pub(crate) fn call_came(&mut self, form: u16) -> Word {
        self.call_helper(5, &[Word::Known(i64::from(form))], false)
    }

    /// Removes the newest keys.
    pub(crate) fn call_forget(&mut self) {
        self.call_helper(6, &[], false);
    }

    /// Records the keys of the position in which a player begins, with or without the turn having passed.
    pub(crate) fn call_begun(&mut self, player: Word, passed: Word) {
        let said = self.call_helper(7, &[player, passed], true);
        self.refuse_faults(said);
    }

    /// Returns how many earlier positions equal the one that the ply leads to.
    pub(crate) fn call_arising(&mut self, actor: Word, form: u16) -> Word {
        let said = self.call_helper(8, &[actor, Word::Known(i64::from(form))], true);
        self.refuse_faults(said);
        said
    }

    /// Returns who moves after the ply, and in the lowest bit whether that player has a move.
    pub(crate) fn call_after(&mut self, actor: Word, task: Task) -> Word {
        let task = self.calls.number(0, task);
        let said = self.call_helper(9, &[actor, Word::Known(task as i64)], true);
        self.refuse_faults(said);
        said
    }

    /// Evaluates an operator: of these words, in whose place the value is written. Less than 0 if it has none.
    pub(crate) fn call_operators(&mut self, op: i64, words: Value, len: usize) -> Word {
        self.call_helper(10, &[Word::Known(op), Word::Made(words), Word::Known(len as i64)], false)
    }
}
