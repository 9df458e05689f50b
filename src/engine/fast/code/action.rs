//! Actions: their candidates, and what making a move does.

use super::locals::Locals;
use super::set::Words;
use super::sort::Thing;
use super::stmt::{Way, status, uses_word};
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets, Moment, Perspective};
use crate::engine::fast::calls::Task;
use crate::engine::fast::order::Due;
use crate::engine::fast::slow::SlowKind;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression, Part};
use crate::game::piece::Dir;
use crate::game::rules::{Action, Always, Binder, Clause};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};

/// For how many directions a move may be made by code of their own.
const WAYS: u32 = 4;

/// Returns the set of which nothing may lie between a cell on rays and their start, if this is the condition.
fn blocking<'e>(rays: &CellsExpr, slot: Slot, holds: &'e BoolExpr) -> Option<&'e CellsExpr> {
    let (Op::Ray, [AnyExpr::Cells(CellsExpr::One(start)), ..]) = rays.applied()? else { return None };
    let BoolExpr::Not(some) = holds else { return None };
    let BoolExpr::Some(set) = &**some else { return None };
    let SetExpr::Cells(CellsExpr::Op(SetOp::And, pair)) = &**set else { return None };
    let is_between = |set: &CellsExpr| match set.applied() {
        Some((Op::Between, [AnyExpr::Cell(from), AnyExpr::Cell(to)])) => {
            let to = if let CellExpr::Common(to) = to { &**to } else { return false };
            from == &**start && matches!(to, Common::Local(other) if *other == slot)
        }
        _ => false,
    };
    match &**pair {
        (between, other) | (other, between) if is_between(between) => Some(other),
        _ => None,
    }
}

/// A function that handles a candidate: it takes the values of the binders, and returns whether to stop.
pub(crate) type Take<'t, 'p, 'b> = &'t mut dyn FnMut(&mut Gen<'p, 'b>, &[Word]) -> Gets<Word>;

/// A function that handles a set of candidates: it takes the values of all binders but the last, and those of the last.
pub(crate) type TakeSet<'t, 'p, 'b> = &'t mut dyn FnMut(&mut Gen<'p, 'b>, &[Word], &Words) -> Gets<()>;

/// Values that some binders of an action must have.
pub(crate) struct Wanted {
    /// A bit for each binder that must have its value.
    pub which: Word,
    pub values: Vec<Word>,
}

/// Which binders of an action get values.
struct Binding<'p, 'w> {
    action: &'p Action,
    /// How many.
    until: usize,
    wanted: Option<&'w Wanted>,
}

impl<'p, 'b> Gen<'p, 'b> {
    /// Looks at the position as the player to move.
    pub(crate) fn look_before(&mut self, mover: Word) {
        self.seen = Perspective::before(mover, Word::Known(super::pieces::NONE));
    }

    /// Runs a function for each candidate of an action (values of its binders for which all conditions hold), in the
    /// language's order, until it returns to stop. Returns whether it did.
    pub(crate) fn candidates(&mut self, action: &'p Action, take: Take<'_, 'p, 'b>) -> Gets<Word> {
        self.prefixes(action, action.binders.len(), None, take)
    }

    /// As [`Gen::candidates`], for those with the wanted values.
    pub(crate) fn wanted_candidates(
        &mut self,
        action: &'p Action,
        wanted: &Wanted,
        take: Take<'_, 'p, 'b>,
    ) -> Gets<Word> {
        self.prefixes(action, action.binders.len(), Some(wanted), take)
    }

    /// Runs a function for all values of the first `until` binders for which the conditions on them hold.
    fn prefixes(
        &mut self,
        action: &'p Action,
        until: usize,
        wanted: Option<&Wanted>,
        take: Take<'_, 'p, 'b>,
    ) -> Gets<Word> {
        let order = self.plan.order(action);
        let locals = Locals::of(action.frame, &[]);
        self.at_place(action.span, |make| {
            make.hoisting_closed(action, |make| {
                let binding = Binding { action, until, wanted };
                make.inside(locals, |make| make.clauses(&binding, &order, &mut Vec::new(), take))
            })
        })
    }

    /// Runs a function for each set of candidates that differ only in the value of the last binder. Returns
    /// `None` if its candidates do not form such sets.
    pub(crate) fn candidate_sets(&mut self, action: &'p Action, take: TakeSet<'_, 'p, 'b>) -> Gets<Option<()>> {
        let arity = action.binders.len();
        let Some((Binder { over: SetExpr::Cells(cells), slot, span, .. }, _)) = action.binders.split_last() else {
            return Ok(None);
        };
        let order = self.plan.order(action);
        let last = order.iter().filter(|due| due.level == arity).map(|due| &action.clauses[due.clause]);
        let conditions: Option<Vec<_>> =
            last.map(|clause| if let Clause::When(condition) = clause { Some(condition) } else { None }).collect();
        let Some(conditions) = conditions else { return Ok(None) };
        self.prefixes(action, arity - 1, None, &mut |make, values| {
            let mut set = make.at_place(*span, |make| make.cells(cells))?;
            for condition in &conditions {
                set = make.at_place(condition.span, |make| make.kept_on_rays(&set, cells, *slot, &condition.holds))?;
            }
            take(make, values, &set)?;
            Ok(ZERO)
        })?;
        Ok(Some(()))
    }

    /// Returns the cells of a set for which a condition holds. If they lie on rays from a cell, and the condition is that nothing of
    /// another set lies between, then all of them are left if nothing of that set lies on the rays.
    fn kept_on_rays(&mut self, set: &Words, rays: &CellsExpr, slot: Slot, holds: &BoolExpr) -> Gets<Words> {
        let blocking = blocking(rays, slot, holds).and_then(|blocking| self.hoisted(blocking).cloned());
        let Some(blocking) = blocking else { return self.kept(set, slot, holds) };
        let met = self.set_and(set, &blocking);
        let met = self.any_word(&met);
        let some = self.compare(IntCC::NotEqual, met, ZERO);
        self.either(some, |make| make.kept(set, slot, holds), |_| Ok(set.clone()))
    }

    /// Evaluates the clauses that need no more binders than have values, then goes on to the next binder. `order` are the
    /// clauses that are left.
    fn clauses(
        &mut self,
        binding: &Binding<'p, '_>,
        order: &[Due],
        values: &mut Vec<Word>,
        take: Take<'_, 'p, 'b>,
    ) -> Gets<Word> {
        let Some((due, later)) = order.split_first().filter(|(due, _)| due.level == values.len()) else {
            return self.binder(binding, order, values, take);
        };
        match &binding.action.clauses[due.clause] {
            Clause::Let(slot, value) => {
                self.bind_let(*slot, value)?;
                self.clauses(binding, later, values, take)
            }
            Clause::When(condition) => {
                let holds = self.at_place(condition.span, |make| make.truth(&condition.holds))?;
                self.and_then(holds, |make| make.clauses(binding, later, values, take))
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
        binding: &Binding<'p, '_>,
        order: &[Due],
        values: &mut Vec<Word>,
        take: Take<'_, 'p, 'b>,
    ) -> Gets<Word> {
        let next = binding.action.binders.get(values.len()).filter(|_| values.len() < binding.until);
        let Some(binder) = next else { return take(self, values) };
        let slot = binder.slot;
        self.restoring(|make| {
            make.at_place(binder.span, |make| {
                make.each_element(&binder.over, slot, &mut |make| {
                    make.count_step(SlowKind::Candidates);
                    let (value, _) = make.local(slot)?;
                    let is_other = match binding.wanted {
                        None => ZERO,
                        Some(wanted) => {
                            let is_wanted = make.has_bit(wanted.which, values.len());
                            let same = make.same(value, wanted.values[values.len()]);
                            make.and_not(is_wanted, same)
                        }
                    };
                    values.push(value);
                    let is_candidate = make.not(is_other);
                    let enough = make.and_then(is_candidate, |make| {
                        make.restoring(|make| make.clauses(binding, order, values, take))
                    })?;
                    values.pop();
                    Ok(enough)
                })
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
        let locals = Locals::of(action.frame, &[]);
        self.inside(locals, |make| {
            make.bind_args(action);
            let Some((slot, dirs)) = make.turning(action)? else { return make.do_bound(action) };
            let dir = make.local(slot)?.0;
            for known in dirs {
                let known = Word::Known(i64::from(known.0));
                let is_this = make.compare(IntCC::Equal, dir, known);
                let others = make.when(is_this);
                let facts = make.facts.clone();
                make.restoring(|make| {
                    make.locals.bind(slot, known, false);
                    make.do_bound(action)
                })?;
                make.facts = facts;
                make.b.switch_to_block(others);
            }
            make.impossible();
            make.give_back(Word::Known(status::REFUSED));
            Ok(())
        })
    }

    /// Returns the binder of a direction and its directions, if code for each of them pays: the `let`s follow rays.
    pub(crate) fn turning(&mut self, action: &'p Action) -> Gets<Option<(Slot, Vec<Dir>)>> {
        for binder in &action.binders {
            let SetExpr::Dirs(dirs) = &binder.over else { continue };
            let follows = |part: Part<'_>| match part.applied() {
                Some((Op::Ray, [_, along, _])) => uses_word(along.part(), binder.slot),
                _ => false,
            };
            let follows = action.clauses.iter().any(|clause| match clause {
                Clause::Let(_, value) => value.part().contains(&mut { follows }),
                Clause::When(_) => false,
            });
            if follows
                && let Thing::Word(Word::Known(mask), _) = self.thing(dirs.part())?
                && mask.count_ones() <= WAYS
            {
                return Ok(Some((binder.slot, self.plan.dirs_in(mask as u64).collect())));
            }
        }
        Ok(None)
    }

    /// Makes a move without choices whose binders have values, as far as `do` goes; a refused move is a fault.
    pub(crate) fn do_here(&mut self, action: &'p Action) -> Gets<()> {
        let (mover, locals) = (self.seen.mover, Locals::of(action.frame, &[]));
        self.inside(locals, |make| {
            make.bind_args(action);
            let refused = make.fault;
            make.do_with_lets(action, refused)
        })?;
        self.facts.clear();
        self.look_before(mover);
        Ok(())
    }

    /// Gives an action's binders the values of the arguments.
    fn bind_args(&mut self, action: &'p Action) {
        for (n, binder) in action.binders.iter().enumerate() {
            let value = self.args_word(n);
            let is_cell = matches!(binder.over, SetExpr::Cells(_));
            self.locals.bind(binder.slot, value, is_cell);
            self.note(value, &binder.over);
        }
    }

    /// Gives an action's binders and `let`s the values of a move.
    pub(crate) fn bind_move(&mut self, action: &'p Action) -> Gets<()> {
        self.bind_args(action);
        self.bind_lets(action)
    }

    fn bind_lets(&mut self, action: &'p Action) -> Gets<()> {
        for clause in &action.clauses {
            if let Clause::Let(slot, value) = clause {
                self.bind_let(*slot, value)?;
            }
        }
        Ok(())
    }

    /// Makes a move whose binders have values, as far as `do` goes.
    fn do_with_lets(&mut self, action: &'p Action, refused: Block) -> Gets<()> {
        self.bind_lets(action)?;
        let script = self.b.ins().iadd_imm_u(self.args, (action.binders.len() * 8) as i64);
        self.carry_out(action, script, refused)
    }

    /// Makes a move whose binders have values, as far as `do` goes, and returns from the function.
    fn do_bound(&mut self, action: &'p Action) -> Gets<()> {
        let plan = self.plan;
        let mover = self.seen.mover;
        let refused = self.b.create_block();
        self.store(plan.native.used, ZERO);
        self.do_with_lets(action, refused)?;
        if let Some(value) = &action.maximize {
            let score = self.at_place(action.span, |make| make.int(value))?;
            self.store(plan.native.score, score.word);
        }
        self.give_back(Word::Known(status::MADE));
        self.b.switch_to_block(refused);
        self.give_back(Word::Known(status::REFUSED));
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
        if plan.has_functions() {
            self.store(plan.native.depth, ZERO);
        }
        self.at_place(action.span, |make| make.block(&action.body, Way { exit, script }))?;
        self.b.ins().jump(exit, &[]);
        self.b.switch_to_block(exit);
        self.locals.counted.clear();
        for ensure in &action.ensures {
            let holds = self.at_place(ensure.span, |make| make.truth(&ensure.holds))?;
            self.refuse_unless(holds, refused);
        }
        if plan.calls_always {
            let base = self.header(Vec::new());
            let holds = self.call_own(Task::Always, base)?;
            self.refuse_faults(holds);
            self.refuse_unless(holds, refused);
        } else {
            for always in &plan.game.always {
                let holds = self.holds_always(always)?;
                self.refuse_unless(holds, refused);
            }
        }
        Ok(())
    }

    /// Evaluates a condition that must hold after every move.
    fn holds_always(&mut self, always: &'p Always) -> Gets<Word> {
        let condition = &always.condition;
        let locals = Locals::of(always.frame, &[]);
        self.inside(locals, |make| make.at_place(condition.span, |make| make.truth(&condition.holds)))
    }

    /// Makes the function that tests what must hold after every move, if the plan calls it.
    pub(crate) fn make_always(&mut self) -> Gets<()> {
        let plan = self.plan;
        if plan.calls_always {
            self.see_header(self.seen.mover, Moment::After);
            for always in &plan.game.always {
                let holds = self.holds_always(always)?;
                let fails = self.not(holds);
                self.give_back_if(fails, ZERO);
            }
        }
        self.give_back(ONE);
        Ok(())
    }

    pub(crate) fn refuse_unless(&mut self, holds: Word, refused: Block) {
        if holds == ONE {
            return;
        }
        let on = self.b.create_block();
        self.continue_at(holds, on, refused);
        self.b.switch_to_block(on);
    }

    /// Writes the n-th value that the function returns through its arguments.
    pub(crate) fn args_put(&mut self, n: usize, word: Word) {
        self.store_at(self.args, n, word);
    }
}
