//! A random ply in one function: draw a candidate from a set that contains all candidates and is cheap to compute,
//! evaluate the remaining conditions for this candidate alone, and draw another one if it is not legal. So all legal
//! moves are equally likely, and most plies never compute the set of legal moves.

use super::ask_once::Asked;
use super::choiceless::Choiceless;
use super::def_once::DefOnce;
use super::draw_limits::{DRAWS, Wide};
use super::kept::Kept;
use super::locals::Locals;
use super::set::Words;
use super::stmt::status;
use super::untried::Untried;
use super::watch::LightEnd;
use super::weigh::Load;
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets, drawn};
use crate::engine::fast::calls::Task;
use crate::engine::fast::native::FUEL;
use crate::engine::fast::slow::SlowKind;
use crate::game::expr::SetExpr;
use crate::game::limits::MOVES;
use crate::game::part::AsPart;
use crate::game::rules::{Action, Clause};
use crate::source::Span;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder};
use cranelift_frontend::Variable;

/// Conditions heavier than this are not evaluated for all cells, but for the candidate that was drawn.
pub(crate) const LIGHT: usize = 40;

/// Candidates of an action to draw from.
pub(crate) struct Offer {
    pub load: Load,
    /// How many moves all of them may become together.
    pub size: Word,
    /// The number of the trial.
    pub trial: usize,
    /// Whether the cell is drawn from the bag.
    pub from_bag: bool,
    /// How many candidates are in the offers before this one, if they are noted that have no choice.
    pub first: Option<Word>,
}

/// Where an action's moves are tried: with the values of its first binders, and one number that selects the rest.
pub(crate) struct Trial {
    pub action: usize,
    pub block: Block,
    /// The clauses that the candidates may not satisfy, in the order of their evaluation.
    pub late: Vec<usize>,
    /// Those of them that ask for other moves and are evaluated once.
    asked: Vec<(usize, Asked)>,
    /// The defs in what is evaluated for a candidate that are evaluated once.
    once: Vec<DefOnce>,
    /// How many binders have values.
    pub tail: usize,
    /// How many values each of the other binders has.
    pub bounds: Vec<Word>,
    /// How many choices there may be.
    pub choices: Word,
    /// See [`Load::region`].
    pub region: Option<Words>,
    /// See [`Load::is_arm`].
    pub is_arm: bool,
    /// The candidates that have not been refused in this ply, if these are kept.
    pub untried: Option<Untried>,
}

impl<'p> Gen<'p, '_> {
    /// Makes the function of a random ply, which ends lightly if the rules allow. It returns [`status::LISTED`] if the
    /// moves have to be listed, and [`status::NONE`] if there are none; the position is then unchanged.
    pub(crate) fn make_ply(&mut self) -> Gets<()> {
        let plan = self.plan;
        self.store(plan.native.fuel, Word::Known(FUEL as i64));
        let watch = self.ply_watch()?;
        self.open_bag();
        let (mut drawn, mut chosen) = (Vec::new(), Vec::new());
        for (n, action) in plan.game.actions.iter().enumerate() {
            let is_watched = (watch.is_none() || self.growth(action).is_some()) && self.keeps_bag(action);
            if self.is_drawn(action) && is_watched {
                drawn.push((n, action));
            } else if self.may_weigh(action) && is_watched {
                chosen.push((n, action));
            } else {
                self.leave_if_any(n)?;
            }
        }
        let (mut offers, mut trials, mut total) = (Vec::new(), Vec::new(), ZERO);
        let (mut most_choices, mut candidates) = (ONE, ZERO);
        let mut one_by_one = false;
        for (n, action) in chosen.iter().chain(&drawn) {
            if self.draws_from_bag(*n)
                && let Some(size) = self.bag_size()
            {
                (total, candidates) = (self.add(total, size), self.add(candidates, size));
                let load = Load::all(action.binders.len());
                let is_condition = |n: &usize| matches!(action.clauses[*n], Clause::When(_));
                let late = (0..action.clauses.len()).filter(is_condition).collect();
                let trial = trials.len();
                trials.push(self.trial(*n, action, late, &load));
                offers.push(Offer { load, size, trial, from_bag: true, first: None });
                continue;
            }
            let Some((loads, late)) = self.offered(action)? else {
                if action.chooses {
                    self.leave_if_any(*n)?;
                    continue;
                }
                // These candidates are drawn by the function that counts them one by one.
                one_by_one = true;
                break;
            };
            let size = |load: &Load| {
                let size = self.slice_size(&load.slice);
                self.mul(size, load.weight)
            };
            let sizes: Vec<Word> = loads.iter().map(size).collect();
            let (gate, late) = self.ask_once(action, &sizes, late)?;
            for (load, size) in loads.into_iter().zip(sizes) {
                // One number is that of the candidate and its choice, if no more than one value is drawn later.
                let is_single = load.region.is_none() && load.bounds.len() <= 1;
                let is_numbered = action.chooses && load.choices != ONE && is_single;
                let first = is_numbered.then_some(candidates);
                let all = load.bounds.iter().fold(self.slice_size(&load.slice), |all, bound| self.mul(all, *bound));
                candidates = self.add(candidates, all);
                if action.chooses {
                    let many = self.compare(IntCC::SignedGreaterThan, load.choices, Word::Known(super::weigh::MOST));
                    self.at_place(action.span, |make| make.list_if(many));
                    most_choices = self.extreme(true, most_choices, load.choices);
                }
                if size == ZERO {
                    continue;
                }
                let size = self.select(gate, size, ZERO);
                total = self.add(total, size);
                let same = |trial: &Trial| {
                    let alike = trial.tail == load.slice.tail && trial.choices == load.choices;
                    trial.action == *n && alike && trial.region == load.region && trial.is_arm == load.is_arm
                };
                let trial = trials.iter().position(same).unwrap_or(trials.len());
                if trial == trials.len() {
                    trials.push(self.trial(*n, action, late.clone(), &load));
                }
                offers.push(Offer { load, size, trial, from_bag: false, first });
            }
        }
        if one_by_one {
            offers.clear();
            trials.clear();
            for (n, _) in &chosen {
                self.leave_if_any(*n)?;
            }
            for (n, action) in &drawn {
                let tail = action.binders.len();
                let load = Load::all(tail);
                trials.push(self.trial(*n, action, Vec::new(), &load));
            }
        }
        if trials.is_empty() || (total == ZERO && !one_by_one) {
            self.give_back(Word::Known(status::NONE));
            return Ok(());
        }
        if !one_by_one {
            let none = self.same(total, ZERO);
            self.give_back_if(none, Word::Known(status::NONE));
            self.list_if_too_many(total);
        }
        let tries = self.variable(ZERO);
        // How many moves all candidates may become that are left to draw from.
        let left = self.variable(total);
        if !one_by_one {
            self.keep_untried(&offers, &mut trials);
        }
        self.patience = self.patience();
        let wide = (!one_by_one).then_some(Wide { total, candidates, most_choices });
        let limits = self.draw_limits(&trials, wide);
        let choiceless = offers.iter().any(|offer| offer.first.is_some()).then(|| self.no_choiceless());
        let (again, exact, finish) = (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(exact);
        self.b.ins().jump(again, &[]);
        self.b.switch_to_block(again);
        let before = self.read(tries);
        let now = self.add(before, ONE);
        self.assign(tries, now);
        self.try_last_resort(&trials, (now, DRAWS));
        let total = self.read(left);
        self.leave_if_all_tried(&trials, total);
        let over = self.compare(IntCC::SignedGreaterThan, now, limits.wide);
        self.jump_if(over, exact);
        let no_move = self.vain(again);
        self.draw_from(&offers, &trials, choiceless, (total, no_move))?;
        self.b.switch_to_block(exact);
        if trials.iter().any(|trial| plan.game.actions[trial.action].chooses) {
            self.list_moves();
        } else {
            let mut whole = Vec::new();
            for (n, action) in &drawn {
                let arity = action.binders.len();
                let known = trials.iter().position(|trial| trial.action == *n && trial.tail == arity);
                whole.push(known.unwrap_or(trials.len()));
                if known.is_none() {
                    trials.push(self.trial(*n, action, Vec::new(), &Load::all(arity)));
                }
            }
            let whole: Vec<&Trial> = whole.into_iter().map(|n| &trials[n]).collect();
            let most = self.add(limits.wide, Word::Known(limits.exact));
            self.draw_exactly(&whole, tries, most, again)?;
        }
        self.watch = watch;
        let kept = self.keeps(&trials);
        for trial in &trials {
            let vain = self.vain(again);
            let refused = if trial.untried.is_some() { self.b.create_block() } else { vain };
            self.try_move(trial, (kept, choiceless, left), refused, finish)?;
            if let Some(untried) = &trial.untried {
                self.b.switch_to_block(refused);
                let cell = Word::Made(self.b.block_params(trial.block)[0]);
                self.leave_out(untried, left, cell)?;
                self.b.ins().jump(vain, &[]);
            }
            self.count_vain(vain, again, plan.game.actions[trial.action].span)?;
        }
        self.count_vain(no_move, again, Span::default())?;
        if let Some(patience) = self.patience {
            self.wait(patience, tries, again);
        }
        self.b.switch_to_block(finish);
        let mover = self.seen.mover;
        self.look_before(mover);
        self.keep_watch()?;
        self.make_finish(plan.may_end_lightly())
    }

    /// Returns where a draw in vain leads: to the next draw, or to a block of its own if these are counted.
    fn vain(&mut self, again: Block) -> Block {
        if self.plan.steps.is_some() { self.b.create_block() } else { again }
    }

    /// Counts draws in vain at a place, if they are counted, and goes on with the next draw.
    fn count_vain(&mut self, vain: Block, again: Block, place: Span) -> Gets<()> {
        if vain != again {
            self.b.switch_to_block(vain);
            self.at_place(place, |make| {
                make.count_step(SlowKind::Vain);
                Ok(())
            })?;
            self.b.ins().jump(again, &[]);
        }
        Ok(())
    }

    /// Returns from the function if there may be more legal moves than a position can have, so that they are listed.
    pub(crate) fn list_if_too_many(&mut self, candidates: Word) {
        if self.plan.may_have_too_many_moves() {
            let too_many = self.compare(IntCC::SignedGreaterThan, candidates, Word::Known(MOVES as i64));
            self.give_back_if(too_many, Word::Known(status::LISTED));
        }
    }

    /// Returns what is watched in random plies. Every action that is drawn may add at most one piece, on a binder's
    /// cell; other actions, which have no binders, are rare.
    pub(crate) fn ply_watch(&mut self) -> Gets<Option<LightEnd<'p>>> {
        let mut growths = Vec::new();
        let seen = self.seen;
        // This must hold for every mover: the other players' moves must not add to this player's pieces either.
        for mover in 0..self.plan.game.players.len() {
            self.look_before(Word::Known(mover as i64));
            for action in &self.plan.game.actions {
                match self.growth(action) {
                    Some(growth) if self.is_watched(action) => growths.push(growth),
                    None if !action.binders.is_empty() => {
                        self.seen = seen;
                        return Ok(None);
                    }
                    _ => {}
                }
            }
        }
        self.seen = seen;
        if growths.iter().all(|growth| growth.slot.is_none()) { Ok(None) } else { self.watch(&growths) }
    }

    /// Returns from the function, so that the moves are listed.
    fn list_moves(&mut self) {
        self.count_step(SlowKind::Lists);
        self.give_back(Word::Known(status::LISTED));
    }

    /// Returns from the function if this holds, so that the moves are listed.
    pub(super) fn list_if(&mut self, truth: Word) {
        if truth == ZERO {
            return;
        }
        let on = self.when(truth);
        self.list_moves();
        self.b.switch_to_block(on);
    }

    /// Returns from the function if an action has a candidate, so that the moves are listed.
    fn leave_if_any(&mut self, action: usize) -> Gets<()> {
        let rules = &self.plan.game.actions[action];
        self.at_place(rules.span, |make| make.leave_if_candidate(action, rules))
    }

    fn leave_if_candidate(&mut self, action: usize, rules: &'p Action) -> Gets<()> {
        if rules.binders.is_empty()
            && let Some((slices, _)) = self.slices(rules, None)?
        {
            let some = self.slices_any(&slices);
            self.list_if(some);
            return Ok(());
        }
        let args = self.args;
        let some = self.call_own(Task::Any(action), args)?;
        self.list_if(some);
        Ok(())
    }

    /// Returns whether the moves of an action with a choice may be drawn.
    fn may_weigh(&self, action: &'p Action) -> bool {
        let fits = self.plan.native.keeps_position() && action.maximize.is_none();
        action.chooses && fits && self.choices_of(action).is_some()
    }

    /// Returns whether plies of an action may be watched: the piece that it may add is known when it is made.
    pub(crate) fn is_watched(&self, action: &'p Action) -> bool {
        self.growth(action).is_some() && (self.is_drawn(action) || self.may_weigh(action))
    }

    /// Returns whether the moves of an action are drawn.
    pub(crate) fn is_drawn(&self, action: &Action) -> bool {
        let fits = !self.plan.checks_after(action) || self.plan.native.keeps_position();
        !action.chooses && fits && (action.maximize.is_none() || self.finds_best(action))
    }

    /// Returns a set that contains the candidates of an action, with the clauses that have not been evaluated; nothing if slices cannot
    /// represent it, or if candidates have to be compared with one another.
    fn offered(&mut self, action: &'p Action) -> Gets<Option<(Vec<Load>, Vec<usize>)>> {
        if action.maximize.is_some() {
            return Ok(None);
        }
        let Some((slices, late)) = self.slices(action, Some(LIGHT))? else { return Ok(None) };
        let loads = self.loads(action, slices)?;
        Ok(loads.map(|loads| (loads, late)))
    }

    fn trial(&mut self, n: usize, action: &Action, late: Vec<usize>, load: &Load) -> Trial {
        let block = self.b.create_block();
        let tail = load.slice.tail;
        // The number that selects the rest, and that of the candidate.
        let numbers = usize::from(action.chooses || tail < action.binders.len()) + usize::from(action.chooses);
        for _ in 0..tail + numbers {
            self.b.append_block_param(block, I64);
        }
        let (bounds, choices, region) = (load.bounds.clone(), load.choices, load.region.clone());
        let asked = self.asked_once(action, &late);
        let sets = action.binders.iter().skip(tail).map(|binder| binder.over.part());
        let once = self.defs_once(sets.chain(late.iter().map(|clause| action.clauses[*clause].part())));
        Trial { action: n, block, late, asked, once, tail, bounds, choices, region, is_arm: load.is_arm, untried: None }
    }

    /// Returns whether a move may turn out to be illegal after it has been made.
    pub(super) fn may_be_refused(&self, trial: &Trial) -> bool {
        let action = &self.plan.game.actions[trial.action];
        action.chooses || self.plan.checks_after(action)
    }

    /// Reserves memory for the position before a move that may turn out to be illegal, if there is such a move.
    fn keeps(&mut self, trials: &[Trial]) -> Option<Kept> {
        let may_be_refused = trials.iter().any(|trial| self.may_be_refused(trial));
        may_be_refused.then(|| self.room_for_position())
    }

    /// Evaluates the remaining conditions of a candidate, makes the move, and tests what must hold afterwards.
    fn try_move(
        &mut self,
        trial: &Trial,
        (kept, choiceless, left): (Option<Kept>, Option<Choiceless>, Variable),
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
        self.facts.clear();
        self.inside(locals, |make| {
            let mut number = values.get(trial.tail).map_or(ZERO, |number| Word::Made(*number));
            let order = plan.order(action);
            make.with_defs_once(trial.once.clone(), |make| {
                for level in 0..=action.binders.len() {
                    if let Some((n, binder)) = level.checked_sub(1).map(|n| (n, &action.binders[n])) {
                        let value = if n < trial.tail {
                            Word::Made(values[n])
                        } else {
                            let drawn = make.at_place(binder.span, |make| make.drawn_value(trial, n, number, again));
                            let (value, rest) = drawn?;
                            number = rest;
                            value
                        };
                        make.locals.bind(binder.slot, value, matches!(binder.over, SetExpr::Cells(_)));
                        make.note(value, &binder.over);
                    }
                    if level == action.binders.len() {
                        make.count_once(action)?;
                    }
                    for n in order.iter().filter(|due| due.level == level).map(|due| due.clause) {
                        match &action.clauses[n] {
                            Clause::Let(slot, value) => make.bind_let(*slot, value)?,
                            Clause::When(condition) if level > trial.tail || trial.late.contains(&n) => {
                                let ask = |make: &mut Self| make.truth(&condition.holds);
                                let asked = trial.asked.iter().find(|(clause, _)| *clause == n);
                                let holds = make.at_place(condition.span, |make| match asked {
                                    Some((_, asked)) => make.holds_once(*asked, ask),
                                    None => ask(make),
                                })?;
                                make.refuse_unless(holds, again);
                            }
                            Clause::When(_) => {}
                        }
                    }
                }
                Ok(())
            })?;
            if let Some(watch) = &make.watch {
                let cell = watch.cell;
                let to = match make.growth(action).and_then(|growth| growth.slot) {
                    Some(slot) => make.local(slot)?.0,
                    None => Word::Known(plan.cells() as i64),
                };
                make.assign(cell, to);
            }
            make.args_put(drawn::ACTION, Word::Known(trial.action as i64));
            make.args_put(drawn::CHOICES, ZERO);
            for (n, binder) in action.binders.iter().enumerate() {
                let (value, _) = make.local(binder.slot)?;
                make.args_put(drawn::VALUES + n, value);
            }
            if let Some(patience) = make.patience.filter(|patience| patience.pass == trial.action) {
                make.b.ins().jump(patience.block, &[]);
                let never = make.b.create_block();
                make.b.switch_to_block(never);
                return Ok(());
            }
            let script = make.args;
            let Some(kept) = kept.filter(|_| make.may_be_refused(trial)) else {
                make.carry_out(action, script, again)?;
                if make.draws_from_bag(trial.action) {
                    make.take_from_bag();
                }
                return Ok(());
            };
            let noted = choiceless.zip(values.get(trial.tail + 1).map(|candidate| Word::Made(*candidate)));
            make.keep_position(kept);
            make.wait_with(trial, kept, left)?;
            // A move that is refused has spent some.
            make.store(plan.native.fuel, Word::Known(FUEL as i64));
            let refused = make.b.create_block();
            let place = drawn::VALUES + action.binders.len();
            let is_only = make.choices_of(action) == Some(1);
            let drawn =
                action.chooses.then(|| super::DrawnChoice { number: make.variable(number), is_only, refused, place });
            make.drawn = drawn;
            make.carry_out(action, script, refused)?;
            make.drawn = None;
            if let Some(drawn) = drawn {
                // If the number was not used for a choice, there is no such move.
                let left = make.read(drawn.number);
                let none = make.same(left, ZERO);
                if let Some((noted, candidate)) = noted {
                    let choices = make.args_word(drawn::CHOICES);
                    let any = make.or(none, choices);
                    let is_choiceless = make.same(any, ZERO);
                    make.only_if(is_choiceless, |make| make.note_choiceless(noted, candidate))?;
                }
                make.refuse_unless(none, refused);
            }
            if make.draws_from_bag(trial.action) {
                make.take_from_bag();
            }
            make.b.ins().jump(finish, &[]);
            make.b.switch_to_block(refused);
            make.put_position_back(kept);
            make.b.ins().jump(again, &[]);
            let never = make.b.create_block();
            make.b.switch_to_block(never);
            Ok(())
        })?;
        self.b.ins().jump(finish, &[]);
        Ok(())
    }
}
