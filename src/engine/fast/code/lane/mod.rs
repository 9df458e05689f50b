//! Conditions on a cell, evaluated for all cells at once.
//!
//! A local that stands for every cell of the board is a *lane*. What depends on it has one value for each cell: a cell is a
//! [`Map`] (the cell that each cell maps to, known when the code is generated), a truth value is a set (the cells for
//! which it holds), a number is a few sets (its binary digits), and a set of cells is a family of maps, each with the
//! cells for which it is valid. So `some(neighbors(p) & enemy)` takes a few shifts of the enemy's set, whatever the
//! number of cells.

mod backward;
mod count;
mod dirs;
mod fixed;
mod groups;
mod ints;
mod lines;
mod many;
mod sets;
mod truth;

use super::locals::{Local, LocalSet, Locals, slots};
use super::set::Words;
use super::sort::{Held, Sort};
use super::word::{Spot, Word};
use super::{Gen, Gets};
use crate::engine::fast::maps::Map;
use crate::game::cells::Cell;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Part, Shared};
use crate::types::Type;
pub(super) use backward::Goal;
pub(crate) use count::Digits;
pub(crate) use fixed::{FEW_STEPS, FreeLocal, free_locals};
pub(crate) use many::Many;

/// A lane gives up if its code would become longer than this many instructions.
const LONGEST: usize = 12_000;

/// The most ways to go on from a cell in `reach` that are followed for all cells at once.
const WAYS_ON: usize = 32;

/// A lane gives up if more maps than this would have to be compared.
const MOST_WORK: usize = 50_000;

/// One value for each cell.
#[derive(Clone, Debug)]
pub(crate) enum Lane {
    /// A cell.
    Cell(Map),
    /// A truth value: the cells for which it holds.
    Truth(Words),
    /// A number.
    Int(Digits),
    /// A set of cells.
    Cells(Many),
}

/// A type of expressions that can be evaluated for all cells at once.
pub(crate) trait Lifted: Sort {
    /// One value for each cell.
    type Lane;

    /// Returns the lane of this type.
    fn from_lane(lane: &Lane) -> Option<Self::Lane>;

    /// Returns the same value for all cells.
    fn spread(make: &mut Gen<'_, '_>, value: Self::Value) -> Lifts<Self::Lane>;

    /// Evaluates a form of this type alone.
    fn lift(&self, make: &mut Gen<'_, '_>) -> Lifts<Self::Lane>;

    /// Evaluates an operator.
    fn lift_operator(make: &mut Gen<'_, '_>, op: Op, args: &[AnyExpr]) -> Lifts<Self::Lane>;

    /// Evaluates an expression that has no other form, if it is the same in all positions.
    fn fixed(&self, _: &mut Gen<'_, '_>) -> Option<Self::Lane> {
        None
    }

    /// Adds the value for some cells to the values for the cells before them.
    fn join(
        make: &mut Gen<'_, '_>,
        before: Option<Self::Lane>,
        value: Self::Lane,
        side: TruthSide<'_>,
    ) -> Lifts<Self::Lane>;
}

/// The cells for which a condition holds, or those for which it does not.
#[derive(Clone, Copy)]
pub(crate) struct TruthSide<'w> {
    pub holds: &'w Words,
    pub wanted: bool,
}

/// A value for all cells at once, or `None` if there is no such form.
pub(crate) type Lifts<T> = Gets<Option<T>>;

/// Unwraps a value for all cells, or gives up.
macro_rules! lift {
    ($value:expr) => {
        match $value? {
            Some(value) => value,
            None => return Ok(None),
        }
    };
}
pub(crate) use lift;

impl<'p> Gen<'p, '_> {
    /// Returns whether a part depends on a lane.
    pub(crate) fn has_lane(&self, part: Part<'_>) -> bool {
        part.contains(&mut |part| match part.shared() {
            Some(Shared::Local(slot)) => match part.class() {
                Class::Word => matches!(self.locals.words.get(slot.0 as usize), Some(Local::Lane(_))),
                Class::Cells => matches!(self.locals.cells.get(slot.0 as usize), Some(LocalSet::Lane(_))),
                Class::Ints => false,
            },
            Some(Shared::Lazy(n)) => {
                self.locals.lazies.get(n as usize).is_some_and(|(_, value)| self.has_lane(AsPart::part(value)))
            }
            _ => false,
        })
    }

    /// Runs a function with a local that stands for every cell, and restores the locals afterwards.
    pub(crate) fn along<R>(&mut self, slot: Slot, run: impl FnOnce(&mut Self) -> Lifts<R>) -> Lifts<R> {
        self.restoring(|make| {
            make.locals.put(slot, Local::Lane(Lane::Cell(Map::identity(make.plan.board()))));
            make.within_lane(run)
        })
    }

    /// Runs a function for all cells; returns `None` if the code becomes too long.
    pub(crate) fn within_lane<R>(&mut self, run: impl FnOnce(&mut Self) -> Lifts<R>) -> Lifts<R> {
        let outer = self.lane_end;
        if outer == usize::MAX {
            self.lane_work = 0;
        }
        self.lane_end = outer.min(self.b.func.dfg.num_insts() + LONGEST);
        let value = run(self);
        let fits = self.goes_on();
        self.lane_end = outer;
        Ok(value?.filter(|_| fits))
    }

    /// Returns whether the lane is not too long yet.
    pub(crate) fn goes_on(&self) -> bool {
        self.b.func.dfg.num_insts() <= self.lane_end && self.lane_work <= MOST_WORK
    }

    /// Returns the cells of a set for which a condition holds, if it can be evaluated for all at once.
    pub(crate) fn lanes_of(&mut self, slot: Slot, over: &Words, keep: &BoolExpr) -> Lifts<Words> {
        match self.along(slot, |make| make.lane(keep))? {
            Some(holds) => Ok(Some(self.set_and(over, &holds))),
            None => self.fixed_cells(over, slot, keep),
        }
    }

    /// Returns the elements of a generator over cells for which its condition holds, if it can be evaluated for all at
    /// once.
    fn chosen(&mut self, each: &Generator<BoolExpr>) -> Lifts<Words> {
        let SetExpr::Cells(over) = &each.over else { return Ok(None) };
        if self.has_lane(over.part()) || self.single(over)?.is_some() {
            return Ok(None);
        }
        let over = self.cells(over)?;
        self.lanes_of(each.slot, &over, &each.body)
    }

    /// Returns whether the condition is `wanted` for some element, if it can be evaluated for all at once.
    pub(crate) fn search_lanes(&mut self, each: &Generator<BoolExpr>, wanted: bool) -> Lifts<Word> {
        let chosen = lift!(self.chosen(each));
        if wanted {
            return Ok(Some(self.is_some(&chosen)));
        }
        let SetExpr::Cells(over) = &each.over else { return Ok(None) };
        let over = self.cells(over)?;
        let left = self.set_except(&over, &chosen);
        Ok(Some(self.is_some(&left)))
    }

    /// Counts the elements for which a condition holds, if it can be evaluated for all at once.
    pub(crate) fn count_lanes(&mut self, each: &Generator<BoolExpr>) -> Lifts<Word> {
        let chosen = lift!(self.chosen(each));
        Ok(Some(self.size(&chosen)))
    }

    /// Returns the union of sets over cells, if they can be evaluated for all at once.
    pub(crate) fn union_lanes(&mut self, each: &Generator<CellsExpr>) -> Lifts<Words> {
        let SetExpr::Cells(over) = &each.over else { return Ok(None) };
        if self.has_lane(over.part()) {
            return Ok(None);
        }
        let over = self.cells(over)?;
        let entries = lift!(self.along(each.slot, |make| make.lane_entries(&each.body)));
        let mut all = self.no_cells();
        for (map, cells) in entries {
            let from = self.set_and(&over, &cells);
            let to = self.pushed(&map, &from);
            all = self.set_or(&all, &to);
        }
        Ok(Some(all))
    }

    /// Returns the cells that are reached from some cells, where all of them can go on at once.
    pub(crate) fn reach_lanes(&mut self, reach: &Reach) -> Lifts<Words> {
        // One piece rarely hops far: the ways of all cells would take longer.
        let hops = |part: Part<'_>| part.applied().is_some_and(|(op, _)| op == Op::Hop);
        if matches!(reach.from, CellsExpr::One(_)) && reach.to.part().contains(&mut { hops }) {
            return Ok(None);
        }
        let entries = lift!(self.along(reach.slot, |make| make.lane_entries(&reach.to)));
        if entries.len() > WAYS_ON {
            return Ok(None);
        }
        let from = self.cells(&reach.from)?;
        let reached = self.followed(&from, |make, last| {
            let mut to = make.no_cells();
            for (map, cells) in &entries {
                let from = make.set_and(last, cells);
                let there = make.pushed(map, &from);
                to = make.set_or(&to, &there);
            }
            Ok((make.no_cells(), to))
        })?;
        Ok(Some(reached))
    }

    /// Puts an argument or `let` that may depend on a lane into the locals.
    pub(crate) fn bind_any(&mut self, locals: &mut Locals<'p>, slot: Slot, value: &AnyExpr) -> Lifts<()> {
        if !self.has_lane(AsPart::part(value)) {
            let value = self.thing(value.part())?;
            locals.bind_thing(slot, value);
            return Ok(Some(()));
        }
        let lane = match value {
            AnyExpr::Cell(cell) => Lane::Cell(lift!(self.lane(cell))),
            AnyExpr::Bool(truth) => Lane::Truth(lift!(self.lane(truth))),
            AnyExpr::Int(n) => Lane::Int(lift!(self.lane(n))),
            AnyExpr::Cells(cells) => Lane::Cells(lift!(self.lane(cells))),
            _ => return Ok(None),
        };
        match lane {
            Lane::Cells(_) => locals.put_cells(slot, LocalSet::Lane(lane)),
            _ => locals.put(slot, Local::Lane(lane)),
        }
        Ok(Some(()))
    }

    /// Runs a function with the body of a def that is called with arguments that may depend on a lane.
    pub(super) fn lane_in_def<E: Sort, R>(
        &mut self,
        call: &Call,
        run: impl FnOnce(&mut Self, &'p E) -> Lifts<R>,
    ) -> Lifts<R> {
        let plan = self.plan;
        let def = &E::defs(&plan.game.defs)[call.def as usize];
        let mut locals = Locals::of(def.frame, &def.lazies);
        for (slot, arg) in slots(call.args.iter().map(|arg| arg.part().class())).zip(&call.args) {
            lift!(self.bind_any(&mut locals, slot, arg));
        }
        self.inside(locals, |make| run(make, &def.body))
    }

    /// Evaluates an expression for all cells.
    pub(crate) fn lane<E: Lifted>(&mut self, expr: &E) -> Lifts<E::Lane> {
        if !self.has_lane(expr.part()) {
            let value = expr.make(self)?;
            return E::spread(self, value);
        }
        if self.plan.is_recursive(expr.part()) || !self.goes_on() {
            return Ok(None);
        }
        let lane = match expr.common() {
            Some(common) => self.lane_common(common)?,
            None => expr.lift(self)?,
        };
        Ok(lane.or_else(|| expr.fixed(self)))
    }

    fn lane_common<E: Lifted>(&mut self, common: &Common<E>) -> Lifts<E::Lane> {
        match common {
            Common::Local(slot) => {
                let lane = match (self.locals.words.get(slot.0 as usize), self.locals.cells.get(slot.0 as usize)) {
                    (_, Some(LocalSet::Lane(lane))) if E::Value::CLASS == Class::Cells => lane,
                    (Some(Local::Lane(lane)), _) if E::Value::CLASS == Class::Word => lane,
                    _ => return Ok(None),
                };
                Ok(E::from_lane(lane))
            }
            Common::Lazy(n) => {
                let value = self.locals.lazies.get(*n as usize).and_then(|(_, value)| E::from_any(value.clone()));
                value.map_or(Ok(None), |value| self.lane(&value))
            }
            Common::Call(call) => self.lane_in_def::<E, _>(call, |make, body| make.lane(body)),
            Common::If(condition, yes, no) => {
                let holds = lift!(self.lane(condition));
                match self.as_known(&holds) {
                    Some(cells) if cells.is_empty() => return self.lane(no),
                    Some(cells) if cells == self.plan.board().all_cells() => return self.lane(yes),
                    _ if !self.may_select::<E>(&holds) => return Ok(None),
                    _ => {}
                }
                let (yes, no) = (lift!(self.lane(yes)), lift!(self.lane(no)));
                let first = lift!(E::join(self, None, yes, TruthSide { holds: &holds, wanted: true }));
                E::join(self, Some(first), no, TruthSide { holds: &holds, wanted: false })
            }
            Common::Match(one) => {
                let arms = lift!(self.lane_arms(one));
                if arms.left.is_some() {
                    // A cell without an arm faults, if it is evaluated.
                    return Ok(None);
                }
                let mut joined = None;
                for (holds, result) in arms.taken {
                    if !self.may_select::<E>(&holds) {
                        return Ok(None);
                    }
                    if self.as_known(&holds).is_some_and(|cells| cells.is_empty()) {
                        continue;
                    }
                    let value = lift!(self.lane(result));
                    joined = Some(lift!(E::join(self, joined, value, TruthSide { holds: &holds, wanted: true })));
                }
                Ok(joined)
            }
            Common::Apply(apply) => E::lift_operator(self, apply.op, &apply.args),
            Common::Var(_) => Ok(None),
        }
    }

    /// Returns whether values of a type can be selected by the cells for which a condition holds: maps are constant, so that these must be known.
    fn may_select<E: Lifted>(&self, holds: &Words) -> bool {
        E::TYPE != Type::Cell || self.as_known(holds).is_some()
    }

    /// Returns those of some cells that are on a side of a condition.
    fn on_side(&mut self, cells: &Words, side: TruthSide<'_>) -> Words {
        if side.wanted { self.set_and(cells, side.holds) } else { self.set_except(cells, side.holds) }
    }
}

impl Lifted for CellExpr {
    type Lane = Map;

    fn from_lane(lane: &Lane) -> Option<Map> {
        if let Lane::Cell(map) = lane { Some(map.clone()) } else { None }
    }

    fn spread(make: &mut Gen<'_, '_>, cell: Spot) -> Lifts<Map> {
        let cell = cell.word.known().map(|cell| make.plan.cell(cell));
        Ok(cell.map(|cell| Map::of(make.plan.board(), |_| cell)))
    }

    fn lift(&self, _: &mut Gen<'_, '_>) -> Lifts<Map> {
        Ok(None)
    }

    fn lift_operator(make: &mut Gen<'_, '_>, op: Op, args: &[AnyExpr]) -> Lifts<Map> {
        let (Op::Step, [AnyExpr::Cell(from), AnyExpr::Dir(dir), AnyExpr::Int(n)]) = (op, args) else { return Ok(None) };
        if make.has_lane(dir.part()) || make.has_lane(n.part()) {
            return Ok(None);
        }
        let from = lift!(make.lane(from));
        let (Word::Known(dir), Word::Known(n)) = (make.dir(dir)?, make.int(n)?.word) else { return Ok(None) };
        let n = i32::try_from(n).unwrap_or(i32::MAX);
        let steps = Map::steps(make.plan.board(), crate::game::piece::Dir(dir as u8), n);
        Ok(Some(from.then(&steps)))
    }

    fn join(make: &mut Gen<'_, '_>, before: Option<Map>, value: Map, side: TruthSide<'_>) -> Lifts<Map> {
        let Some(before) = before else { return Ok(Some(value)) };
        let Some(holds) = make.as_known(side.holds) else { return Ok(None) };
        let to = |cell: Cell| if holds.contains(cell) == side.wanted { value.to(cell) } else { before.to(cell) };
        Ok(Some(Map::of(make.plan.board(), to)))
    }
}
