//! Conditions on a cell, evaluated for all cells at once.
//!
//! A local that stands for every cell of the board is a *lane*. What depends on it has one value for each cell: a cell is a
//! [`Map`] (the cell that each cell maps to, known when the code is generated), a truth value is a set (the cells for
//! which it holds), a number is a few sets (its binary digits), and a set of cells is a family of maps, each with the
//! cells for which it is valid. So `some(neighbors(p) & enemy)` takes a few shifts of the enemy's set, whatever the
//! number of cells.

mod count;
mod dirs;
mod ints;
mod sets;
mod truth;

use super::locals::{Local, LocalSet, Locals};
use super::set::Words;
use super::word::Word;
use super::{Gen, Gets};
use crate::engine::fast::maps::Map;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Part, Shared};
pub(crate) use count::Digits;
pub(crate) use sets::Many;

/// A lane gives up if its code would become longer than this many instructions.
const LONGEST: usize = 12_000;

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
        let own = match part.shared() {
            Some(Shared::Local(slot)) => match part.class() {
                Class::Word => matches!(self.locals.words.get(slot.0 as usize), Some(Local::Lane(_))),
                Class::Cells => matches!(self.locals.cells.get(slot.0 as usize), Some(LocalSet::Lane(_))),
                Class::Ints => false,
            },
            Some(Shared::Lazy(n)) => {
                self.locals.lazies.get(n as usize).is_some_and(|(_, value)| self.has_lane(AsPart::part(value)))
            }
            _ => false,
        };
        let mut found = own;
        part.each(&mut |inner| found = found || self.has_lane(inner));
        found
    }

    /// Runs a function with a local that stands for every cell, and restores the locals afterwards.
    fn along<R>(&mut self, slot: Slot, run: impl FnOnce(&mut Self) -> Lifts<R>) -> Lifts<R> {
        let before = self.locals.clone();
        self.locals.put(slot, Local::Lane(Lane::Cell(Map::identity(self.plan.board()))));
        let value = self.within_lane(run);
        self.locals = before;
        value
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
        let holds = lift!(self.along(slot, |make| make.lane_truth(keep)));
        Ok(Some(self.set_and(over, &holds)))
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
        let many = lift!(self.along(each.slot, |make| make.lane_cells(&each.body)));
        let Many::Each(entries) = many else { return Ok(None) };
        let mut all = self.no_cells();
        for (map, cells) in entries {
            let from = self.set_and(&over, &cells);
            let to = self.pushed(&map, &from);
            all = self.set_or(&all, &to);
        }
        Ok(Some(all))
    }

    /// Puts an argument or `let` that may depend on a lane into the locals.
    pub(crate) fn bind_any(&mut self, locals: &mut Locals<'p>, slot: Slot, value: &AnyExpr) -> Lifts<()> {
        use super::common::Thing;
        if !self.has_lane(AsPart::part(value)) {
            match self.any(value)? {
                Thing::Word(word, sure) => locals.bind(slot, word, sure),
                Thing::Cells(cells) => locals.put_cells(slot, LocalSet::Set(cells)),
                Thing::Ints(ints) => locals.put_ints(slot, ints),
            }
            return Ok(Some(()));
        }
        let lane = match value {
            AnyExpr::Cell(cell) => Lane::Cell(lift!(self.lane_cell(cell))),
            AnyExpr::Bool(truth) => Lane::Truth(lift!(self.lane_truth(truth))),
            AnyExpr::Int(n) => Lane::Int(lift!(self.lane_int(n))),
            AnyExpr::Cells(cells) => {
                let many = lift!(self.lane_cells(cells));
                locals.put_cells(slot, LocalSet::Lane(Lane::Cells(many)));
                return Ok(Some(()));
            }
            _ => return Ok(None),
        };
        locals.put(slot, Local::Lane(lane));
        Ok(Some(()))
    }

    /// Makes the locals of a def called with arguments that may depend on a lane.
    fn lane_locals(&mut self, call: &Call, frame: Frame, lazies: &'p [(Slot, AnyExpr)]) -> Lifts<Locals<'p>> {
        let mut locals = Locals::of(frame, lazies);
        let (mut words, mut cells, mut ints) = (0, 0, 0);
        for arg in &call.args {
            let next = match AsPart::part(arg).class() {
                Class::Word => &mut words,
                Class::Cells => &mut cells,
                Class::Ints => &mut ints,
            };
            let slot = Slot(*next);
            *next += 1;
            lift!(self.bind_any(&mut locals, slot, arg));
        }
        Ok(Some(locals))
    }

    /// Returns the cell that each cell maps to.
    pub(crate) fn lane_cell(&mut self, expr: &CellExpr) -> Lifts<Map> {
        if self.plan.is_recursive(expr.part()) || !self.goes_on() {
            return Ok(None);
        }
        match expr {
            CellExpr::Const(cell) => {
                let cell = *cell;
                Ok(Some(Map::of(self.plan.board(), |_| cell)))
            }
            CellExpr::Common(common) => match &**common {
                Common::Local(slot) => Ok(match self.locals.words.get(slot.0 as usize) {
                    Some(Local::Lane(Lane::Cell(map))) => Some(map.clone()),
                    Some(Local::Word(Word::Known(cell), _)) => {
                        let cell = self.plan.cell(*cell);
                        Some(Map::of(self.plan.board(), |_| cell))
                    }
                    _ => None,
                }),
                Common::Call(call) => {
                    let plan = self.plan;
                    let def = &plan.game.defs.cell[call.def as usize];
                    let locals = lift!(self.lane_locals(call, def.frame, &def.lazies));
                    self.inside(locals, |make| make.lane_cell(&def.body))
                }
                Common::Apply(apply) => match (apply.op, apply.args.as_slice()) {
                    (Op::Step, [AnyExpr::Cell(from), AnyExpr::Dir(dir), AnyExpr::Int(n)]) => {
                        if self.has_lane(dir.part()) || self.has_lane(n.part()) {
                            return Ok(None);
                        }
                        let from = lift!(self.lane_cell(from));
                        let (dir, n) = (self.dir(dir)?, self.int(n)?.word);
                        let (Word::Known(dir), Word::Known(n)) = (dir, n) else { return Ok(None) };
                        let n = i32::try_from(n).unwrap_or(i32::MAX);
                        let steps = Map::steps(self.plan.board(), crate::game::piece::Dir(dir as u8), n);
                        Ok(Some(from.then(&steps)))
                    }
                    _ => Ok(None),
                },
                _ => Ok(None),
            },
        }
    }
}
