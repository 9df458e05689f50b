//! Moves with a choice in random plies. A candidate is drawn with a number below the most moves that it can become, and
//! the number selects the choice; if there are fewer choices, another candidate is drawn. So all moves stay equally
//! likely.

use super::bounds::{Given, Since};
use super::choose::offer;
use super::slice::Slice;
use super::stmt::each_let;
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets};
use crate::game::cells::CellSet;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression, Part, Shared};
use crate::game::rules::Action;
use crate::game::stmt::{Choose, Stmt};
use crate::moves::Move;
use cranelift_codegen::ir::condcodes::IntCC;

/// A choice of an action. Of several, at most one is made: they are in different branches.
pub(crate) struct Weighed<'p> {
    choose: &'p Choose,
    /// The conditions of the action without which there is no choice.
    guards: Vec<&'p BoolExpr>,
    /// The `let`s of the effect that contains it.
    lets: Vec<(Slot, &'p AnyExpr)>,
}

/// Partly known candidates, and the number of moves that each of them may become.
pub(crate) struct Load {
    pub slice: Slice,
    /// How many moves each candidate may become.
    pub weight: Word,
    /// How many values each binder has that is drawn later.
    pub bounds: Vec<Word>,
    /// How many choices there may be.
    pub choices: Word,
    /// The values of the last binder, drawn with the choice, for which there is a choice; the others count once.
    pub region: Option<CellSet>,
    /// Whether the bound of the last binder is that of the arm that the candidates take.
    pub is_arm: bool,
}

impl Load {
    /// Makes the load of complete candidates without choices.
    pub(crate) fn all(tail: usize) -> Load {
        let slice = Slice::empty(tail);
        Load { slice, weight: ONE, bounds: Vec::new(), choices: ONE, region: None, is_arm: false }
    }
}

/// The most moves of a candidate that are drawn; if there may be more, all moves are listed.
pub(crate) const MOST: i64 = 64;

impl<'p> Gen<'p, '_> {
    /// Returns the choices of an action, if at most one of them is made, outside of loops.
    pub(crate) fn weighed(&self, action: &'p Action) -> Option<Vec<Weighed<'p>>> {
        let found = self.find_choices(&action.body, &mut Vec::new(), &mut Vec::new(), 8)?;
        (!found.is_empty()).then_some(found)
    }

    /// Returns the choices of statements, or `None` if several of them may be made.
    fn find_choices(
        &self,
        body: &'p [Stmt],
        guards: &mut Vec<&'p BoolExpr>,
        lets: &mut Vec<(Slot, &'p AnyExpr)>,
        depth: u32,
    ) -> Option<Vec<Weighed<'p>>> {
        let plan = self.plan;
        let mut found = Vec::new();
        for statement in body {
            let own = match statement {
                Stmt::Let(slot, value) => {
                    lets.push((*slot, value));
                    continue;
                }
                Stmt::If(condition, yes, no) => {
                    guards.push(condition);
                    let either = self.find_choices(yes, guards, lets, depth);
                    guards.pop();
                    // What holds in one branch is not known in the other.
                    let mut either = either?;
                    either.extend(self.find_choices(no, guards, lets, depth)?);
                    either
                }
                Stmt::Choose(choose) if plan.has_choice(&choose.body) => return None,
                Stmt::Choose(choose) => vec![Weighed { choose, guards: guards.clone(), lets: lets.clone() }],
                Stmt::Call(effect, ..) if !plan.choosing[usize::from(effect.0)] => continue,
                Stmt::Call(effect, ..) => {
                    let effect = plan.game.effects.get(effect.0 as usize).filter(|_| depth > 0)?;
                    let own = self.find_choices(&effect.body, &mut Vec::new(), &mut Vec::new(), depth - 1)?;
                    // The effect's locals are not the action's.
                    own.into_iter().map(|weighed| Weighed { guards: Vec::new(), ..weighed }).collect()
                }
                Stmt::For(..) | Stmt::While(..) if statement.blocks().any(|body| plan.has_choice(body)) => {
                    return None;
                }
                Stmt::For(..) | Stmt::While(..) => {
                    // Locals that they assign have several values.
                    statement.blocks().for_each(|body| each_let(body, &mut |slot, value| lets.push((slot, value))));
                    continue;
                }
                _ => continue,
            };
            if !own.is_empty() && !found.is_empty() {
                return None;
            }
            found.extend(own);
        }
        Some(found)
    }

    /// Returns the slices of an action with the number of moves that each candidate may become; `None` if that is not
    /// known.
    pub(crate) fn loads(&mut self, action: &'p Action, slices: Vec<Slice>) -> Gets<Option<Vec<Load>>> {
        let mut choices = None;
        if action.chooses {
            let Some(weighed) = self.weighed(action) else { return Ok(None) };
            let since = if self.plan.conserves(action) { Since::Kept } else { Since::Grown };
            let mut most = ONE;
            let mut several = Vec::new();
            for one in &weighed {
                let Some(many) = self.most_choices(one, since)? else { return Ok(None) };
                let may = Word::Known(i64::from(one.choose.may));
                let many = self.add(many, may);
                most = self.extreme(true, most, many);
                if many.known().is_none_or(|many| many > 1) {
                    several.push(one);
                }
            }
            // Where the only choice with several values is made.
            let region = if let [one] = several[..] { self.region(action, one)? } else { None };
            choices = Some((most, region));
        }
        // Their total must fit 64 bits with room to spare.
        let cells = self.plan.cells() as u64 + 1;
        let tail = slices.iter().map(|slice| slice.tail).min().unwrap_or(0);
        let sizes = action.binders[tail..].iter().map(|binder| match &binder.over {
            SetExpr::Cells(_) => cells,
            // A number may be bounded by several counts of cells.
            SetExpr::Ints(_) => super::most_numbers::TERMS * (cells + 64),
            _ => 64,
        });
        let all = sizes.chain([cells, MOST as u64 * MOST as u64]).try_fold(1u64, |all, size| all.checked_mul(size));
        if all.is_none_or(|all| all > 1 << 50) {
            return Ok(None);
        }
        let mut loads = Vec::new();
        let mut split = Vec::new();
        for slice in slices {
            match self.by_arms(action, &slice)? {
                Some(arms) => split.extend(arms.into_iter().map(|(slice, bound)| (slice, Some(bound)))),
                None => split.push((slice, None)),
            }
        }
        for (slice, bound) in split {
            let (is_arm, first) = (bound.is_some(), loads.len());
            let mut bounds: Vec<Word> = bound.into_iter().collect();
            for binder in &action.binders[slice.tail + bounds.len()..] {
                let Some(most) = self.most_elements(action, &binder.over) else { return Ok(None) };
                bounds.push(most);
            }
            let last = action.binders.len().wrapping_sub(1);
            match &choices {
                None => loads.push(self.load_of(slice, bounds, None, None)),
                Some((most, Some((binder, region)))) if *binder < slice.tail => {
                    let (inside, outside) = self.split(&slice, *binder, region);
                    loads.push(self.load_of(outside, bounds.clone(), Some(ONE), None));
                    loads.push(self.load_of(inside, bounds, Some(*most), None));
                }
                Some((most, Some((binder, region)))) if *binder == last => {
                    loads.push(self.load_of(slice, bounds, Some(*most), Some(*region)));
                }
                Some((most, _)) => loads.push(self.load_of(slice, bounds, Some(*most), None)),
            }
            loads[first..].iter_mut().for_each(|load| load.is_arm = is_arm);
        }
        Ok(Some(loads))
    }

    fn load_of(&mut self, slice: Slice, bounds: Vec<Word>, choices: Option<Word>, region: Option<CellSet>) -> Load {
        let mut weight = bounds.iter().fold(ONE, |weight, bound| self.mul(weight, *bound));
        let choices = choices.unwrap_or(ONE);
        match (&region, bounds.split_last()) {
            (Some(region), Some((last, others))) => {
                // The last binder's values, and those in the region once more for each further choice.
                let inside = self.extreme(false, *last, Word::Known(region.len() as i64));
                let more = self.sub(choices, ONE);
                let more = self.mul(inside, more);
                let all = self.add(*last, more);
                weight = others.iter().fold(all, |weight, bound| self.mul(weight, *bound));
            }
            _ => weight = self.mul(weight, choices),
        }
        Load { slice, weight, bounds, choices, region, is_arm: false }
    }

    /// Returns where the value of a binder must be for a choice to exist, if that is known: the binder's index and the
    /// cells.
    fn region(&mut self, action: &Action, weighed: &Weighed<'p>) -> Gets<Option<(usize, CellSet)>> {
        let mut conditions: Vec<&BoolExpr> = weighed.guards.clone();
        let mut best: Option<(usize, CellSet)> = None;
        while let Some(condition) = conditions.pop() {
            match condition {
                BoolExpr::And(pair) => conditions.extend([&pair.0, &pair.1]),
                BoolExpr::In(membership) => {
                    let (AnyExpr::Cell(CellExpr::Common(cell)), SetExpr::Cells(set)) = &**membership else { continue };
                    let Common::Local(slot) = **cell else { continue };
                    let Some(binder) = action.binders.iter().position(|binder| binder.slot == slot) else { continue };
                    if let Some(region) = self.fixed_part(set)?
                        && best.as_ref().is_none_or(|(_, other)| region.len() < other.len())
                    {
                        best = Some((binder, region));
                    }
                }
                _ => {}
            }
        }
        Ok(best)
    }

    /// Returns a constant set that contains a set.
    fn fixed_part(&mut self, set: &CellsExpr) -> Gets<Option<CellSet>> {
        Ok(match set {
            CellsExpr::Const(set) => Some(**set),
            CellsExpr::Op(SetOp::And, pair) => match self.fixed_part(&pair.0)? {
                Some(set) => Some(set),
                None => self.fixed_part(&pair.1)?,
            },
            CellsExpr::Op(SetOp::Except, pair) => self.fixed_part(&pair.0)?,
            set => match set.applied() {
                Some((Op::EdgeOf | Op::Rows | Op::Columns, _)) if !self.has_locals(set.part()) => {
                    let set = self.cells(set)?;
                    self.as_known(&set)
                }
                _ => None,
            },
        })
    }

    pub(crate) fn has_locals(&self, part: Part<'_>) -> bool {
        let is_local = |part: Part<'_>| matches!(part.shared(), Some(Shared::Local(_) | Shared::Lazy(_)));
        part.mentions(&self.plan.game, 8, &is_local)
    }

    /// Returns an upper bound of the number of choices, as seen before the move.
    fn most_choices(&mut self, weighed: &Weighed<'p>, since: Since) -> Gets<Option<Word>> {
        Ok(match &weighed.choose.over {
            SetExpr::Kinds(kinds) => Some(Word::Known(self.most_kinds(kinds, 8))),
            SetExpr::Cells(cells) => self.most_cells(cells, Given::lets(&weighed.lets), since, 8),
            other => self.plan.elements(other).map(Word::Known),
        }
        .filter(|most| most.known().is_none_or(|most| most <= MOST)))
    }

    /// Makes the choice that was drawn, see [`super::DrawnChoice`].
    pub(crate) fn choose_drawn(
        &mut self,
        choose: &'p Choose,
        way: super::stmt::Way,
        drawn: super::DrawnChoice,
    ) -> Gets<()> {
        let (on_offer, some) = self.on_offer(&choose.over)?;
        let size = self.offered_size(&on_offer);
        let locals = self.locals.clone();
        self.only_if(some, |make| {
            let number = make.read(drawn.number);
            let all = if choose.may { make.add(size, ONE) } else { size };
            let fits = make.below(number, all);
            make.refuse_unless(fits, drawn.refused);
            make.assign(drawn.number, ZERO);
            let n = if choose.may { make.sub(number, ONE) } else { number };
            let go_on = |make: &mut Self| -> Gets<()> {
                let chosen = make.nth_offered(&on_offer, n);
                make.args_put(drawn.place, chosen);
                make.locals.bind(choose.slot, chosen, on_offer.tag == offer::CELLS);
                make.block(&choose.body, way)
            };
            make.args_put(super::drawn::CHOICES, ONE);
            if choose.may {
                make.args_put(drawn.place, Word::Known(i64::from(Move::LEFT)));
                let taken = make.compare(IntCC::NotEqual, number, ZERO);
                make.only_if(taken, go_on)
            } else {
                go_on(make)
            }
        })?;
        self.locals = locals;
        Ok(())
    }
}
