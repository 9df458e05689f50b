//! A random ply in one function: a candidate is drawn from a set that holds all of them and is quickly had, what is left of
//! its conditions is asked for it alone, and another one is drawn if it is not legal. So each legal move is as likely as the
//! others, and most plies never work out which moves are legal.

use super::action::levels;
use super::locals::Locals;
use super::slice::Slice;
use super::stmt::status;
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::machine::Task;
use crate::game::expr::SetExpr;
use crate::game::rules::{Action, Clause};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, StackSlotData, StackSlotKind};
use cranelift_frontend::Variable;

/// How often a candidate is drawn from the wider set, and then how often from the candidates themselves.
const DRAWS: i64 = 24;

/// What the code may do in one ply before it gives up.
const FUEL: i64 = 90_000;

/// The most words of a position that are kept for the case that a move turns out not to be legal.
const KEPT: usize = 256;

/// Conditions heavier than this are not worked out for all cells, but for the candidate that has been drawn.
const LIGHT: usize = 40;

/// Candidates of an action to draw from.
struct Offer {
    action: usize,
    slice: Slice,
    size: Word,
}

/// Where an action's move is tried.
struct Trial {
    action: usize,
    block: Block,
    /// The clauses that the candidates do not answer for, in the order in which they are asked.
    late: Vec<usize>,
}

impl<'p> Gen<'p, '_> {
    /// The code of a random ply, ended lightly if the rules allow. It gives back [`status::LISTED`] if the moves have to be
    /// listed, and [`status::NONE`] if there are none; the position is as before then.
    pub(crate) fn make_ply(&mut self) -> Gets<()> {
        let plan = self.plan;
        self.store(plan.native.fuel, Word::Known(FUEL));
        let mut drawn = Vec::new();
        for (n, action) in plan.game.actions.iter().enumerate() {
            if self.is_drawn(action) {
                drawn.push((n, action));
            } else {
                let args = self.args;
                let some = self.call_own(Task::Any(n), args)?;
                self.leave_if(some, status::LISTED)?;
            }
        }
        let (mut offers, mut trials, mut total) = (Vec::new(), Vec::new(), ZERO);
        for (n, action) in drawn {
            let Some((slices, late)) = self.wider_slices(action, &levels(action), LIGHT)? else {
                // What cannot be had in slices is drawn by the function that counts one by one.
                offers.clear();
                trials.clear();
                break;
            };
            for slice in slices {
                let size = self.slice_size(&slice);
                total = self.add(total, size);
                offers.push(Offer { action: n, slice, size });
            }
            trials.push(self.trial(n, action, late));
        }
        let one_by_one = trials.is_empty();
        if one_by_one {
            for (n, action) in plan.game.actions.iter().enumerate() {
                if self.is_drawn(action) {
                    trials.push(self.trial(n, action, Vec::new()));
                }
            }
        }
        if trials.is_empty() || (total == ZERO && !one_by_one) {
            self.give_back(Word::Known(status::NONE));
            return Ok(());
        }
        if !one_by_one {
            let none = self.same(total, ZERO);
            self.leave_if(none, status::NONE)?;
        }
        let tries = self.variable(ZERO);
        let (again, wide, exact, finish) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(exact);
        self.b.ins().jump(again, &[]);
        self.b.switch_to_block(again);
        let before = self.read(tries);
        let now = self.add(before, ONE);
        self.assign(tries, now);
        let last = Word::Known(if one_by_one { 0 } else { DRAWS });
        let over = self.compare(IntCC::SignedGreaterThan, now, last);
        let over = self.value(over);
        self.b.ins().brif(over, exact, &[], wide, &[]);
        self.b.switch_to_block(wide);
        self.draw_from(&offers, &trials, total, again)?;
        self.b.switch_to_block(exact);
        self.draw_exactly(&trials, tries, again)?;
        let kept = self.keeps(&trials);
        for trial in &trials {
            self.try_move(trial, kept, again, finish)?;
        }
        self.b.switch_to_block(finish);
        let mover = self.seen.mover;
        self.look_before(mover);
        self.make_finish(plan.may_end_lightly())
    }

    /// Whether the moves of an action are drawn.
    pub(crate) fn is_drawn(&self, action: &Action) -> bool {
        let fits = !self.plan.checks_after(action) || self.plan.native.position <= KEPT;
        !action.chooses && action.maximize.is_none() && fits
    }

    fn leave_if(&mut self, truth: Word, said: i64) -> Gets<()> {
        self.only_if(truth, |make| {
            make.give_back(Word::Known(said));
            let never = make.b.create_block();
            make.b.switch_to_block(never);
            Ok(())
        })
    }

    fn trial(&mut self, n: usize, action: &Action, late: Vec<usize>) -> Trial {
        let block = self.b.create_block();
        for _ in &action.binders {
            self.b.append_block_param(block, I64);
        }
        Trial { action: n, block, late }
    }

    /// The next random bits; [`crate::rng::Rng::next_u64`].
    fn random(&mut self) -> Word {
        let at = self.plan.native.random;
        let state = self.load(at);
        let bits = self.mixed(state);
        let next = self.add(state, Word::Known(0x9e37_79b9_7f4a_7c15_u64 as i64));
        self.store(at, next);
        bits
    }

    /// Draws one of the offers' candidates, and tries it.
    fn draw_from(&mut self, offers: &[Offer], trials: &[Trial], total: Word, again: Block) -> Gets<()> {
        let random = self.random();
        let mut left = self.below_total(random, total, again);
        for (n, offer) in offers.iter().enumerate() {
            let Some(trial) = trials.iter().find(|trial| trial.action == offer.action) else { continue };
            let on = (n + 1 < offers.len()).then(|| self.b.create_block());
            if let Some(on) = on {
                let here = self.b.create_block();
                let is_here = self.below(left, offer.size);
                let is_here = self.value(is_here);
                self.b.ins().brif(is_here, here, &[], on, &[]);
                self.b.switch_to_block(here);
            }
            let values = self.slice_values(&offer.slice, left);
            let args: Vec<BlockArg> = values.into_iter().map(|word| BlockArg::Value(self.value(word))).collect();
            self.b.ins().jump(trial.block, &args);
            if let Some(on) = on {
                self.b.switch_to_block(on);
                left = self.sub(left, offer.size);
            }
        }
        if offers.is_empty() {
            self.b.ins().jump(again, &[]);
        }
        Ok(())
    }

    /// A number below a total, from random bits; other bits are taken if these would not be fair (D. Lemire, "Fast random
    /// integer generation", 2019).
    fn below_total(&mut self, random: Word, total: Word, again: Block) -> Word {
        let (bits, count) = (self.value(random), self.value(total));
        let (high, low) = (self.b.ins().umulhi(bits, count), self.b.ins().imul(bits, count));
        let close = self.below(Word::Made(low), total);
        let (unsure, fair) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(unsure);
        let close = self.value(close);
        self.b.ins().brif(close, unsure, &[], fair, &[]);
        self.b.switch_to_block(unsure);
        let negative = self.sub(ZERO, total);
        let negative = self.value(negative);
        let rest = Word::Made(self.b.ins().urem(negative, count));
        let unfair = self.below(Word::Made(low), rest);
        let unfair = self.value(unfair);
        self.b.ins().brif(unfair, again, &[], fair, &[]);
        self.b.switch_to_block(fair);
        Word::Made(high)
    }

    /// Draws one of the candidates themselves, and tries it.
    fn draw_exactly(&mut self, trials: &[Trial], tries: Variable, again: Block) -> Gets<()> {
        let tried = self.read(tries);
        let over = self.compare(IntCC::SignedGreaterThan, tried, Word::Known(2 * DRAWS));
        self.leave_if(over, status::LISTED)?;
        let random = self.random();
        self.args_put(0, random);
        let args = self.args;
        let total = self.call_own(Task::Draw, args)?;
        let unfair = self.same(total, Word::Known(status::AGAIN));
        let (unfair, fair) = (self.value(unfair), self.b.create_block());
        self.b.ins().brif(unfair, again, &[], fair, &[]);
        self.b.switch_to_block(fair);
        let wrong = self.compare(IntCC::SignedLessThan, total, ZERO);
        self.fault_if(wrong);
        let none = self.same(total, ZERO);
        self.leave_if(none, status::NONE)?;
        let action = self.args_word(0);
        for trial in trials {
            let (here, on) = (self.b.create_block(), self.b.create_block());
            let is_it = self.same(action, Word::Known(trial.action as i64));
            let is_it = self.value(is_it);
            self.b.ins().brif(is_it, here, &[], on, &[]);
            self.b.switch_to_block(here);
            let arity = self.plan.game.actions[trial.action].binders.len();
            let args: Vec<BlockArg> = (0..arity)
                .map(|n| {
                    let word = self.args_word(1 + n);
                    BlockArg::Value(self.value(word))
                })
                .collect();
            self.b.ins().jump(trial.block, &args);
            self.b.switch_to_block(on);
        }
        self.give_back(Word::Known(crate::engine::fast::machine::FAULT));
        Ok(())
    }

    /// Memory for the position before a move that may turn out not to be legal, if there is such a move.
    fn keeps(&mut self, trials: &[Trial]) -> Option<cranelift_codegen::ir::StackSlot> {
        let plan = self.plan;
        if !trials.iter().any(|trial| plan.checks_after(&plan.game.actions[trial.action])) {
            return None;
        }
        let size = (plan.native.position + 1) * 8;
        Some(self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, size as u32, 3)))
    }

    /// Asks what is left to ask of a candidate, makes it, and asks what must hold afterwards.
    fn try_move(
        &mut self,
        trial: &Trial,
        kept: Option<cranelift_codegen::ir::StackSlot>,
        again: Block,
        finish: Block,
    ) -> Gets<()> {
        let plan = self.plan;
        let action = &plan.game.actions[trial.action];
        self.b.switch_to_block(trial.block);
        let mover = self.seen.mover;
        self.look_before(mover);
        let values = self.b.block_params(trial.block).to_vec();
        let locals = Locals::of(action.frame, &[]);
        self.inside(locals, |make| {
            for (binder, value) in action.binders.iter().zip(values) {
                let is_cell = matches!(binder.over, SetExpr::Cells(_));
                make.locals.bind(binder.slot, Word::Made(value), is_cell);
            }
            let levels = levels(action);
            for level in 0..=action.binders.len() {
                for (n, clause) in action.clauses.iter().enumerate().filter(|(n, _)| levels[*n] == level) {
                    match clause {
                        Clause::Let(slot, value) => make.bind_let(*slot, value)?,
                        Clause::When(condition) if trial.late.contains(&n) => {
                            let holds = make.truth(&condition.holds)?;
                            make.refuse_unless(holds, again);
                        }
                        Clause::When(_) => {}
                    }
                }
            }
            let script = make.args;
            let Some(kept) = kept.filter(|_| plan.checks_after(action)) else {
                return make.carry_out(action, script, again);
            };
            let words = plan.native.position + usize::from(plan.native.keyed);
            for n in 0..words {
                let word = make.load(n);
                let word = make.value(word);
                make.b.ins().stack_store(I64, word, kept, (n * 8) as i32);
            }
            let refused = make.b.create_block();
            make.carry_out(action, script, refused)?;
            make.b.ins().jump(finish, &[]);
            make.b.switch_to_block(refused);
            for n in 0..words {
                let word = make.b.ins().stack_load(I64, I64, kept, (n * 8) as i32);
                make.store(n, Word::Made(word));
            }
            make.b.ins().jump(again, &[]);
            let never = make.b.create_block();
            make.b.switch_to_block(never);
            Ok(())
        })?;
        self.b.ins().jump(finish, &[]);
        Ok(())
    }
}
