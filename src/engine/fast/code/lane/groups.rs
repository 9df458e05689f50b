//! Conditions on the groups of all cells at once: the group of a cell meets a set if it is reached from there, over the cells that groups
//! consist of.

use super::{Lifts, lift};
use crate::engine::fast::code::by_group::body_of;
use crate::engine::fast::code::locals::Local;
use crate::engine::fast::code::set::Words;
use crate::engine::fast::code::stmt::{is_word, uses_word};
use crate::engine::fast::code::word::Word;
use crate::engine::fast::code::{Gen, Gets};
use crate::engine::fast::maps::Map;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression, Part, Shared};

/// How deep calls of defs are followed.
const DEFS: u32 = 4;

/// A step inwards, from a set to the group of a cell that it is made of.
enum Step<'e> {
    /// The set has those cells that are also in this one, or that are not.
    And(&'e CellsExpr),
    Except(&'e CellsExpr),
    /// It consists of the neighbors in these directions.
    Neighbors(u64),
    /// A def returns it, or the number of its cells.
    Def(&'e Call),
    NumberDef(&'e Call),
    /// It is the group of a cell, in a set.
    Group(&'e CellExpr, &'e CellsExpr),
}

/// Returns whether a part may depend on the cell in a slot.
fn depends(part: Part<'_>, slot: Slot) -> bool {
    uses_word(part, slot) || part.contains(&mut |part| matches!(part.shared(), Some(Shared::Lazy(_))))
}

/// Returns the number in a comparison that only asks whether it is 0, as numbers of elements are not negative, and what the comparison
/// says then.
fn asks_for_none(sign: Compare, pair: &(IntExpr, IntExpr)) -> Option<(&IntExpr, bool)> {
    let (number, IntExpr::Const(n)) = pair else { return None };
    let [none, one, many] = [0, 1, i32::MAX].map(|number| sign.holds(number, *n));
    (none != one && one == many).then_some((number, none))
}

/// Returns whether a set consists of the pieces of the owner of a cell.
fn is_of_owner(set: &CellsExpr, cell: &CellExpr) -> bool {
    let CellsExpr::OfPlayer(owner) = set else { return false };
    matches!(owner.applied(), Some((Op::Owner, [AnyExpr::Piece(PieceExpr::At(other))])) if **other == *cell)
}

impl<'p> Gen<'p, '_> {
    /// Returns whether a condition on many cells asks of their groups no more than whether these, or their neighbors, meet a set.
    pub(in crate::engine::fast::code) fn asks_to_meet(
        &self,
        slot: Slot,
        over: &CellsExpr,
        condition: &BoolExpr,
    ) -> bool {
        self.is_about_meeting(condition, slot, DEFS) && !self.are_few(over)
    }

    fn is_about_meeting(&self, condition: &BoolExpr, slot: Slot, depth: u32) -> bool {
        if !depends(condition.part(), slot) {
            return true;
        }
        let is_made = |set: &CellsExpr| self.add_steps(set, slot, depth, &mut Vec::new());
        match condition {
            BoolExpr::And(pair) | BoolExpr::Or(pair) => {
                self.is_about_meeting(&pair.0, slot, depth) && self.is_about_meeting(&pair.1, slot, depth)
            }
            BoolExpr::Not(inner) | BoolExpr::Watched(_, inner) => self.is_about_meeting(inner, slot, depth),
            BoolExpr::Some(set) => matches!(&**set, SetExpr::Cells(set) if is_made(set)),
            BoolExpr::Within(pair) => match &**pair {
                (SetExpr::Cells(a), SetExpr::Cells(b)) => !depends(b.part(), slot) && is_made(a),
                _ => false,
            },
            BoolExpr::Compare(sign, pair) => asks_for_none(*sign, pair)
                .is_some_and(|(number, _)| self.add_steps_to_counted(number, slot, depth, &mut Vec::new())),
            BoolExpr::Common(common) => self
                .called_with(common, condition.part(), slot, depth)
                .is_some_and(|(_, body, slot)| self.is_about_meeting(body, slot, depth - 1)),
            _ => false,
        }
    }

    /// Returns the call of a def with the cell in a slot, its body, and where the cell is there.
    fn called_with<'e, E: Expression>(
        &self,
        common: &'e Common<E>,
        part: Part<'_>,
        slot: Slot,
        depth: u32,
    ) -> Option<(&'e Call, &'p E, Slot)> {
        let Common::Call(call) = common else { return None };
        let plan = self.plan;
        let (parameter, _) = body_of(&plan.game, part, slot).filter(|_| depth > 0)?;
        let others = call.args.iter().filter(|arg| !is_word(AsPart::part(*arg), slot));
        let is_alone = others.into_iter().all(|arg| !depends(AsPart::part(arg), slot));
        is_alone.then(|| (call, &E::defs(&plan.game.defs)[usize::from(call.def)].body, parameter))
    }

    /// Adds the steps from a set whose elements are counted; returns whether that is all that the number says.
    fn add_steps_to_counted<'e>(&self, number: &'e IntExpr, slot: Slot, depth: u32, steps: &mut Vec<Step<'e>>) -> bool
    where
        'p: 'e,
    {
        match number {
            IntExpr::Count(set) => matches!(&**set, SetExpr::Cells(set) if self.add_steps(set, slot, depth, steps)),
            IntExpr::Common(common) => {
                let Some((call, body, slot)) = self.called_with(common, number.part(), slot, depth) else {
                    return false;
                };
                steps.push(Step::NumberDef(call));
                self.add_steps_to_counted(body, slot, depth - 1, steps)
            }
            _ => false,
        }
    }

    /// Adds the steps from a set to the group of the cell in a slot; returns whether the set is made of it.
    fn add_steps<'e>(&self, set: &'e CellsExpr, slot: Slot, depth: u32, steps: &mut Vec<Step<'e>>) -> bool
    where
        'p: 'e,
    {
        let (step, inner) = match set {
            CellsExpr::Op(SetOp::And, pair) if !depends(pair.0.part(), slot) => (Step::And(&pair.0), &pair.1),
            CellsExpr::Op(SetOp::And, pair) if !depends(pair.1.part(), slot) => (Step::And(&pair.1), &pair.0),
            CellsExpr::Op(SetOp::Except, pair) if !depends(pair.1.part(), slot) => (Step::Except(&pair.1), &pair.0),
            _ => match set.applied() {
                Some((Op::Neighbors, [AnyExpr::Cells(from), AnyExpr::Dirs(DirsExpr::Const(dirs))])) => {
                    (Step::Neighbors(*dirs), from)
                }
                Some((Op::Group, [AnyExpr::Cells(CellsExpr::One(cell)), AnyExpr::Cells(of)])) => {
                    steps.push(Step::Group(cell, of));
                    return is_word(cell.part(), slot) && (!depends(of.part(), slot) || is_of_owner(of, cell));
                }
                _ => {
                    let called = set.common().and_then(|common| self.called_with(common, set.part(), slot, depth));
                    let Some((call, body, slot)) = called else { return false };
                    steps.push(Step::Def(call));
                    return self.add_steps(body, slot, depth - 1, steps);
                }
            },
        };
        steps.push(step);
        self.add_steps(inner, slot, depth, steps)
    }

    /// Returns the only local of a part that stands for all cells.
    fn lane_slot(&self, part: Part<'_>) -> Option<Slot> {
        let mut found: Vec<Slot> = Vec::new();
        part.contains(&mut |part| {
            if let Some(Shared::Local(slot)) = part.shared()
                && self.has_lane(part)
                && !found.contains(&slot)
            {
                found.push(slot);
            }
            false
        });
        let is_cell = |slot: Slot| matches!(self.locals.words.get(usize::from(slot.0)), Some(Local::Lane(_)));
        if let [slot] = found[..] { Some(slot).filter(|slot| is_cell(*slot)) } else { None }
    }

    /// Returns the cells for which a set, made of the group of a cell, has some of the cells of another one, which is evaluated only if the
    /// set is made so.
    pub(super) fn lane_group_meets(
        &mut self,
        set: &CellsExpr,
        with: impl FnOnce(&mut Self) -> Gets<Words>,
    ) -> Lifts<Words> {
        let mut steps = Vec::new();
        let slot = self.lane_slot(set.part()).filter(|_| self.plan.is_linked_both_ways());
        if !slot.is_some_and(|slot| self.add_steps(set, slot, DEFS, &mut steps)) {
            return Ok(None);
        }
        let with = with(self)?;
        self.lane_meets(&steps, &with)
    }

    /// Returns the cells for which a comparison holds that asks whether a set, made of the group of a cell, has elements.
    pub(super) fn lane_counts_group(&mut self, sign: Compare, pair: &(IntExpr, IntExpr)) -> Lifts<Words> {
        let Some((number, wants_none)) = asks_for_none(sign, pair) else { return Ok(None) };
        let mut steps = Vec::new();
        let slot = self.lane_slot(number.part()).filter(|_| self.plan.is_linked_both_ways());
        if !slot.is_some_and(|slot| self.add_steps_to_counted(number, slot, DEFS, &mut steps)) {
            return Ok(None);
        }
        let all = self.all_cells();
        let some = lift!(self.lane_meets(&steps, &all));
        Ok(Some(if wants_none { self.set_not(&some) } else { some }))
    }

    /// Returns the cells for which a set, to which these steps lead, has some of these cells.
    fn lane_meets(&mut self, steps: &[Step<'_>], with: &Words) -> Lifts<Words> {
        let [step, steps @ ..] = steps else { return Ok(None) };
        let with = match step {
            Step::And(other) => {
                let other = self.cells(other)?;
                self.set_and(with, &other)
            }
            Step::Except(other) => {
                let other = self.cells(other)?;
                self.set_except(with, &other)
            }
            Step::Neighbors(dirs) => {
                let mut beside = self.no_cells();
                for dir in self.plan.dirs_in(*dirs) {
                    let step = Map::steps(self.plan.board(), dir, 1);
                    let there = self.pulled(&step, with);
                    beside = self.set_or(&beside, &there);
                }
                beside
            }
            Step::Def(call) => {
                return self.lane_in_def::<CellsExpr, _>(call, |make, _| make.lane_meets(steps, with));
            }
            Step::NumberDef(call) => {
                return self.lane_in_def::<IntExpr, _>(call, |make, _| make.lane_meets(steps, with));
            }
            Step::Group(cell, of) => {
                let map = lift!(self.lane(*cell));
                let reached = self.reached_groups(of, with)?;
                return Ok(Some(self.pulled(&map, &reached)));
            }
        };
        self.lane_meets(steps, &with)
    }

    /// Returns the cells of the groups that have some of these cells. The groups consist of one set, or of the pieces of each cell's owner.
    fn reached_groups(&mut self, of: &CellsExpr, with: &Words) -> Gets<Words> {
        if !self.has_lane(of.part()) {
            let of = self.cells(of)?;
            return self.group(with, &of);
        }
        let mut reached = self.no_cells();
        for player in 0..self.plan.game.players.len() {
            let theirs = self.of_player(Word::Known(player as i64));
            let groups = self.group(with, &theirs)?;
            reached = self.set_or(&reached, &groups);
        }
        Ok(reached)
    }
}
