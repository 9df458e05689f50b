//! Bounds for the arms of a branch: `q: match kind(p) { ... }` has few values where `p` is a pawn, and many where it is a queen.
//! Each arm gets candidates of its own, so that few numbers are drawn in vain; where that is not possible, the number is compared with the
//! bound of the arm once the other binders have values.

use super::bounds::{self, Given, Since};
use super::lane::{Lane, Lifts, lift};
use super::locals::{Local, LocalSet, Locals};
use super::set::Words;
use super::slice::Slice;
use super::word::Word;
use super::{Gen, Gets};
use crate::game::Game;
use crate::game::expr::*;
use crate::game::part::{AsPart, Part, Shared};
use crate::game::rules::Action;

/// How deep branches in defs are followed.
const DEFS: u32 = 6;

/// More than the size of any set.
const NO_BOUND: i64 = 1 << 40;

/// Cells of a slice, and an upper bound of how many values the next binder has for each of them.
type Arm = (Words, Word);

impl<'p> Gen<'p, '_> {
    /// Splits a slice whose candidates lack the value of the last binder by the arms of the branch that this is drawn from. Returns
    /// `None` if there is no such branch.
    pub(crate) fn by_arms(&mut self, action: &'p Action, slice: &Slice) -> Lifts<Vec<(Slice, Word)>> {
        let Some((last, known)) = action.binders.split_last().filter(|(_, known)| known.len() == slice.tail) else {
            return Ok(None);
        };
        let (SetExpr::Cells(over), Some(cells)) = (&last.over, slice.cells()) else { return Ok(None) };
        if !is_branch(&self.plan.game, over, DEFS) {
            return Ok(None);
        }
        let cells = cells.clone();
        let arms = self.inside(Locals::of(action.frame, &[]), |make| {
            for (binder, value) in known.iter().zip(slice.leads()) {
                match value {
                    Ok(word) => make.locals.bind(binder.slot, word, true),
                    Err(map) => make.locals.put(binder.slot, Local::Lane(Lane::Cell(map))),
                }
            }
            let mut arms = Vec::new();
            lift!(make.within_lane(|make| make.arms_of(over, &cells, &mut arms, DEFS)));
            Ok(Some(arms))
        });
        Ok(arms?.map(|arms| arms.into_iter().map(|(cells, bound)| (slice.with_cells(cells), bound)).collect()))
    }

    /// Adds the arms that some cells take. `None` means that an arm has no bound.
    fn arms_of(&mut self, cells: &'p CellsExpr, here: &Words, arms: &mut Vec<Arm>, depth: u32) -> Lifts<()> {
        let plan = self.plan;
        match cells {
            CellsExpr::Op(SetOp::Except, pair) => return self.arms_of(&pair.0, here, arms, depth),
            CellsExpr::Common(common) => match &**common {
                Common::If(condition, yes, no) => {
                    if !self.is_set(condition.part()) {
                        return Ok(None);
                    }
                    let holds = lift!(self.lane(condition));
                    let (there, elsewhere) = (self.set_and(here, &holds), self.set_except(here, &holds));
                    lift!(self.arms_of(yes, &there, arms, depth));
                    return self.arms_of(no, &elsewhere, arms, depth);
                }
                Common::Match(one) => {
                    if !self.is_set(AsPart::part(&one.subject)) {
                        return Ok(None);
                    }
                    let every = lift!(self.lane_arms(one));
                    for (holds, arm) in every.taken {
                        let there = self.set_and(here, &holds);
                        lift!(self.arms_of(arm, &there, arms, depth));
                    }
                    if let Some(left) = every.left {
                        // To draw one of these is a fault.
                        let there = self.set_and(here, &left);
                        self.add_arm(arms, there, Word::Known(1));
                    }
                    return Ok(Some(()));
                }
                Common::Call(call) if depth > 0 && is_branch(&plan.game, cells, depth) => {
                    if plan.is_recursive(cells.part()) || !call.args.iter().all(|arg| self.is_set(AsPart::part(arg))) {
                        return Ok(None);
                    }
                    let run = |make: &mut Self, body: &'p CellsExpr| make.arms_of(body, here, arms, depth - 1);
                    return self.lane_in_def::<CellsExpr, _>(call, run);
                }
                _ => {}
            },
            _ => {}
        }
        let Some(bound) = self.most_cells(cells, Given::NOTHING, Since::Now, bounds::DEFS) else { return Ok(None) };
        self.add_arm(arms, here.clone(), bound);
        Ok(Some(()))
    }

    /// Returns an upper bound of the size of a set, given the arm that its `match` takes here, or `None` if that does not
    /// improve the bound.
    pub(crate) fn bound_here(&mut self, cells: &'p CellsExpr, depth: u32) -> Gets<Option<Word>> {
        let plan = self.plan;
        let CellsExpr::Common(common) = cells else {
            return match cells {
                CellsExpr::Op(SetOp::Except, pair) => self.bound_here(&pair.0, depth),
                _ => Ok(None),
            };
        };
        match &**common {
            Common::If(condition, yes, no) => {
                let (a, b) = (self.bound_of(yes, depth)?, self.bound_of(no, depth)?);
                let (Some(a), Some(b)) = (a, b) else { return Ok(None) };
                if condition.part().weight(&plan.game, 8) > super::ply::LIGHT {
                    return Ok(Some(self.extreme(true, a, b)));
                }
                let holds = self.truth(condition)?;
                Ok(Some(self.select(holds, a, b)))
            }
            Common::Match(one) => {
                let subject = self.word(one.subject.part())?;
                let mut bound = match &one.otherwise {
                    Some(other) => self.bound_of(other, depth)?,
                    // A `match` without a matching arm is a fault: it is left to the set itself.
                    None => Some(Word::Known(NO_BOUND)),
                };
                for (value, result) in one.arms.iter().rev() {
                    let (value, arm) = (self.word(value.part())?, self.bound_of(result, depth)?);
                    let (Some(arm), Some(other)) = (arm, bound) else { return Ok(None) };
                    let is_it = self.same(subject, value);
                    bound = Some(self.select(is_it, arm, other));
                }
                Ok(bound)
            }
            Common::Call(call) if depth > 0 => {
                let Some(def) = plan.game.defs.cells.get(call.def as usize) else { return Ok(None) };
                if plan.is_recursive(cells.part()) || !is_branch(&plan.game, &def.body, depth - 1) {
                    return Ok(None);
                }
                let args = self.arguments(&call.args)?;
                let locals = Locals::with(def.frame, &def.lazies, args);
                self.inside(locals, |make| make.bound_here(&def.body, depth - 1))
            }
            _ => Ok(None),
        }
    }

    fn bound_of(&mut self, cells: &'p CellsExpr, depth: u32) -> Gets<Option<Word>> {
        match self.bound_here(cells, depth)? {
            Some(bound) => Ok(Some(bound)),
            None => Ok(self.most_cells(cells, Given::NOTHING, Since::Now, bounds::DEFS)),
        }
    }

    /// Adds an arm, or joins it with the one that has the same bound.
    fn add_arm(&mut self, arms: &mut Vec<Arm>, cells: Words, bound: Word) {
        match arms.iter_mut().find(|(_, other)| *other == bound) {
            Some((known, _)) => *known = self.set_or(known, &cells),
            None => arms.push((cells, bound)),
        }
    }

    /// Returns whether all locals of a part have values.
    fn is_set(&self, part: Part<'_>) -> bool {
        let is_unset = |part: Part<'_>| {
            let Some(Shared::Local(slot)) = part.shared() else { return false };
            let at = usize::from(slot.0);
            match part.class() {
                Class::Word => matches!(self.locals.words.get(at), None | Some(Local::Unset)),
                Class::Cells => matches!(self.locals.cells.get(at), None | Some(LocalSet::Unset)),
                Class::Ints => self.locals.ints.get(at).is_none_or(Option::is_none),
            }
        };
        !part.contains(&mut { is_unset })
    }
}

/// Returns whether a set is an `if` or a `match`, or a call of a def that is.
fn is_branch(game: &Game, cells: &CellsExpr, depth: u32) -> bool {
    match cells {
        CellsExpr::Op(SetOp::Except, pair) => is_branch(game, &pair.0, depth),
        CellsExpr::Common(common) => match &**common {
            Common::Call(call) if depth > 0 => {
                game.defs.cells.get(call.def as usize).is_some_and(|def| is_branch(game, &def.body, depth - 1))
            }
            branch => matches!(branch, Common::If(..) | Common::Match(_)),
        },
        _ => false,
    }
}
