//! Actions: their candidates, and what making a move does.

use super::locals::Locals;
use super::stmt::{Way, status};
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets, Moment, Perspective};
use crate::game::expr::{AnyExpr, Slot};
use crate::game::part::AsPart;
use crate::game::rules::{Action, Clause};
use cranelift_codegen::ir::{Block, InstBuilder, Value};

/// A function that handles a candidate: it takes the values of the binders, and returns whether to stop.
pub(crate) type Take<'t, 'p, 'b> = &'t mut dyn FnMut(&mut Gen<'p, 'b>, &[Word]) -> Gets<Word>;

impl<'p, 'b> Gen<'p, 'b> {
    /// Looks at the position as the player to move.
    pub(crate) fn look_before(&mut self, mover: Word) {
        self.seen = Perspective::before(mover, Word::Known(super::pieces::NONE));
    }

    /// Runs a function for each candidate of an action (values of its binders for which all conditions hold), in the
    /// language's order, until it returns to stop. Returns whether it did.
    pub(crate) fn candidates(&mut self, action: &'p Action, take: Take<'_, 'p, 'b>) -> Gets<Word> {
        let levels = self.plan.levels(action);
        let locals = Locals::of(action.frame, &[]);
        self.inside(locals, |make| make.clauses(action, &levels, 0, 0, &mut Vec::new(), take))
    }

    /// Evaluates the clauses from the n-th on that need no more than `bound` binders, then goes on to the next binder.
    fn clauses(
        &mut self,
        action: &'p Action,
        levels: &[usize],
        bound: usize,
        n: usize,
        values: &mut Vec<Word>,
        take: Take<'_, 'p, 'b>,
    ) -> Gets<Word> {
        let Some(clause) = action.clauses.get(n) else {
            return self.binder(action, levels, bound, values, take);
        };
        if levels[n] != bound {
            return self.clauses(action, levels, bound, n + 1, values, take);
        }
        match clause {
            Clause::Let(slot, value) => {
                self.bind_let(*slot, value)?;
                self.clauses(action, levels, bound, n + 1, values, take)
            }
            Clause::When(condition) => {
                let holds = self.truth(&condition.holds)?;
                self.and_then(holds, |make| make.clauses(action, levels, bound, n + 1, values, take))
            }
        }
    }

    /// Puts the value of a `let` into its slot.
    pub(crate) fn bind_let(&mut self, slot: Slot, value: &AnyExpr) -> Gets<()> {
        let value = self.thing(value.part())?;
        self.locals.bind_thing(slot, value);
        Ok(())
    }

    fn binder(
        &mut self,
        action: &'p Action,
        levels: &[usize],
        bound: usize,
        values: &mut Vec<Word>,
        take: Take<'_, 'p, 'b>,
    ) -> Gets<Word> {
        let Some(binder) = action.binders.get(bound) else { return take(self, values) };
        let slot = binder.slot;
        self.restoring(|make| {
            make.each_element(&binder.over, slot, &mut |make| {
                values.push(make.local(slot)?.0);
                let enough = make.restoring(|make| make.clauses(action, levels, bound + 1, 0, values, take))?;
                values.pop();
                Ok(enough)
            })
        })
    }

    /// Makes the function that counts the candidates of an action.
    pub(crate) fn make_count(&mut self, action: &'p Action) -> Gets<()> {
        let count = match self.slices(action, None)? {
            Some((slices, _)) => {
                let mut count = ZERO;
                for slice in &slices {
                    let size = self.slice_size(slice);
                    count = self.add(count, size);
                }
                count
            }
            None => self.counted(action)?,
        };
        self.give_back(count);
        Ok(())
    }

    /// Makes the function that tests whether an action has a candidate.
    pub(crate) fn make_any(&mut self, action: &'p Action) -> Gets<()> {
        let found = match self.slices(action, None)? {
            Some((slices, _)) => self.slices_any(&slices),
            None => self.candidates(action, &mut |_, _| Ok(ONE))?,
        };
        self.give_back(found);
        Ok(())
    }

    /// Makes the function that makes a move as far as `do` goes, and tests what must hold afterwards.
    pub(crate) fn make_do(&mut self, action: &'p Action) -> Gets<()> {
        let plan = self.plan;
        let mover = self.seen.mover;
        let locals = Locals::of(action.frame, &[]);
        self.inside(locals, |make| {
            for (n, binder) in action.binders.iter().enumerate() {
                let value = make.args_word(n);
                let is_cell = matches!(binder.over, crate::game::expr::SetExpr::Cells(_));
                make.locals.bind(binder.slot, value, is_cell);
                make.note(value, &binder.over);
            }
            for clause in &action.clauses {
                if let Clause::Let(slot, value) = clause {
                    make.bind_let(*slot, value)?;
                }
            }
            let script = make.b.ins().iadd_imm_u(make.args, (action.binders.len() * 8) as i64);
            let refused = make.b.create_block();
            make.store(plan.native.used, ZERO);
            make.carry_out(action, script, refused)?;
            if let Some(value) = &action.maximize {
                let score = make.int(value)?;
                make.store(plan.native.score, score.word);
            }
            make.give_back(Word::Known(status::MADE));
            make.b.switch_to_block(refused);
            make.give_back(Word::Known(status::REFUSED));
            Ok(())
        })?;
        self.look_before(mover);
        Ok(())
    }

    /// Makes a move whose binders and `let`s are known, and tests what must hold afterwards.
    pub(crate) fn carry_out(&mut self, action: &'p Action, script: Value, refused: Block) -> Gets<()> {
        let plan = self.plan;
        self.seen.moment = Moment::After;
        if plan.says_again() {
            self.store(plan.native.again, ZERO);
        }
        let exit = self.b.create_block();
        self.open_locals(&action.body)?;
        if plan.has_recursion() {
            self.store(plan.native.depth, ZERO);
        }
        self.block(&action.body, Way { exit, script })?;
        self.b.ins().jump(exit, &[]);
        self.b.switch_to_block(exit);
        for ensure in &action.ensures {
            let holds = self.truth(&ensure.holds)?;
            self.refuse_unless(holds, refused);
        }
        for always in &plan.game.always {
            let locals = Locals::of(always.frame, &[]);
            let holds = self.inside(locals, |make| make.truth(&always.condition.holds))?;
            self.refuse_unless(holds, refused);
        }
        Ok(())
    }

    pub(crate) fn refuse_unless(&mut self, holds: Word, refused: Block) {
        if holds == ONE {
            return;
        }
        let on = self.b.create_block();
        let holds = self.value(holds);
        self.b.ins().brif(holds, on, &[], refused, &[]);
        self.b.switch_to_block(on);
    }

    /// Writes the n-th value that the function returns through its arguments.
    pub(crate) fn args_put(&mut self, n: usize, word: Word) {
        self.store_at(self.args, n, word);
    }
}
