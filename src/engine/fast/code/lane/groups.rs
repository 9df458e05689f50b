//! Conditions on the groups of all cells at once: the group of a cell meets a set if it is reached from there, over the cells that groups
//! consist of.

use super::{Lifts, lift};
use crate::analysis::{Analysis, Limits};
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

/// The groups of so few cells are asked one by one.
const FEW: i64 = 6;

/// The most expressions that are analyzed to know how many cells there are.
const FUEL: u32 = 1000;

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
        let are_few = || {
            let over = SetExpr::Cells(over.clone());
            Analysis::of(&self.plan.game, Limits::new(FUEL)).count(&over) <= FEW
        };
        self.is_about_meeting(condition, slot, DEFS) && !are_few()
    }

    fn is_about_meeting(&self, condition: &BoolExpr, slot: Slot, depth: u32) -> bool {
        if !depends(condition.part(), slot) {
            return true;
        }
        match condition {
            BoolExpr::And(pair) | BoolExpr::Or(pair) => {
                self.is_about_meeting(&pair.0, slot, depth) && self.is_about_meeting(&pair.1, slot, depth)
            }
            BoolExpr::Not(inner) | BoolExpr::Watched(_, inner) => self.is_about_meeting(inner, slot, depth),
            BoolExpr::Some(set) => matches!(&**set, SetExpr::Cells(set) if self.is_made_of_group(set, slot, depth)),
            BoolExpr::Within(pair) => match &**pair {
                (SetExpr::Cells(a), SetExpr::Cells(b)) => {
                    !depends(b.part(), slot) && self.is_made_of_group(a, slot, depth)
                }
                _ => false,
            },
            BoolExpr::Compare(sign, pair) => {
                asks_for_none(*sign, pair).is_some_and(|(number, _)| self.counts_group(number, slot, depth))
            }
            BoolExpr::Common(common) => match self.called_with(common, condition.part(), slot, depth) {
                Some((body, slot)) => self.is_about_meeting(body, slot, depth - 1),
                None => false,
            },
            _ => false,
        }
    }

    /// Returns the body of the def that is called with the cell in a slot, and where the cell is there.
    fn called_with<E: Expression>(
        &self,
        common: &Common<E>,
        part: Part<'_>,
        slot: Slot,
        depth: u32,
    ) -> Option<(&'p E, Slot)> {
        let Common::Call(call) = common else { return None };
        let plan = self.plan;
        let (parameter, _) = body_of(&plan.game, part, slot).filter(|_| depth > 0)?;
        let others = call.args.iter().filter(|arg| !is_word(AsPart::part(*arg), slot));
        let is_alone = others.into_iter().all(|arg| !depends(AsPart::part(arg), slot));
        is_alone.then(|| (&E::defs(&plan.game.defs)[usize::from(call.def)].body, parameter))
    }

    /// Returns whether a number is that of the elements of a set that is made of the group of the cell in a slot.
    fn counts_group(&self, number: &IntExpr, slot: Slot, depth: u32) -> bool {
        match number {
            IntExpr::Count(set) => matches!(&**set, SetExpr::Cells(set) if self.is_made_of_group(set, slot, depth)),
            IntExpr::Common(common) => match self.called_with(common, number.part(), slot, depth) {
                Some((body, slot)) => self.counts_group(body, slot, depth - 1),
                None => false,
            },
            _ => false,
        }
    }

    /// Returns whether [`Gen::lane_meets`] has a form for a set that depends on the cell in a slot.
    fn is_made_of_group(&self, set: &CellsExpr, slot: Slot, depth: u32) -> bool {
        match set {
            CellsExpr::Op(SetOp::And, pair) if !depends(pair.0.part(), slot) => {
                self.is_made_of_group(&pair.1, slot, depth)
            }
            CellsExpr::Op(SetOp::And | SetOp::Except, pair) if !depends(pair.1.part(), slot) => {
                self.is_made_of_group(&pair.0, slot, depth)
            }
            _ => match set.common() {
                Some(common @ Common::Call(_)) => match self.called_with(common, set.part(), slot, depth) {
                    Some((body, slot)) => self.is_made_of_group(body, slot, depth - 1),
                    None => false,
                },
                Some(Common::Apply(apply)) => match (apply.op, apply.args.as_slice()) {
                    (Op::Neighbors, [AnyExpr::Cells(from), AnyExpr::Dirs(DirsExpr::Const(_))]) => {
                        self.is_made_of_group(from, slot, depth)
                    }
                    (Op::Group, [AnyExpr::Cells(CellsExpr::One(cell)), AnyExpr::Cells(of)]) => {
                        is_word(cell.part(), slot) && (!depends(of.part(), slot) || is_of_owner(of, cell))
                    }
                    _ => false,
                },
                _ => false,
            },
        }
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
        with: impl FnOnce(&mut Self) -> Lifts<Words>,
    ) -> Lifts<Words> {
        let is_made = self.is_linked_both_ways()
            && self.lane_slot(set.part()).is_some_and(|slot| self.is_made_of_group(set, slot, DEFS));
        if !is_made {
            return Ok(None);
        }
        let with = lift!(with(self));
        self.lane_meets(set, &with)
    }

    /// Returns the cells for which a comparison holds that asks whether a set, made of the group of a cell, has elements.
    pub(super) fn lane_counts_group(&mut self, sign: Compare, pair: &(IntExpr, IntExpr)) -> Lifts<Words> {
        let Some((number, wants_none)) = asks_for_none(sign, pair) else { return Ok(None) };
        let slot = self.lane_slot(number.part());
        if !slot.is_some_and(|slot| self.is_linked_both_ways() && self.counts_group(number, slot, DEFS)) {
            return Ok(None);
        }
        let some = lift!(self.lane_counted(number));
        Ok(Some(if wants_none { self.set_not(&some) } else { some }))
    }

    fn lane_counted(&mut self, number: &IntExpr) -> Lifts<Words> {
        match number {
            IntExpr::Count(set) => {
                let SetExpr::Cells(set) = &**set else { return Ok(None) };
                let all = self.all_cells();
                self.lane_meets(set, &all)
            }
            IntExpr::Common(common) => match &**common {
                Common::Call(call) => self.lane_in_def::<IntExpr, _>(call, |make, body| make.lane_counted(body)),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn lane_meets(&mut self, set: &CellsExpr, with: &Words) -> Lifts<Words> {
        match set {
            CellsExpr::Op(SetOp::And, pair) if !self.has_lane(pair.0.part()) => {
                let other = self.cells(&pair.0)?;
                let with = self.set_and(with, &other);
                self.lane_meets(&pair.1, &with)
            }
            CellsExpr::Op(op @ (SetOp::And | SetOp::Except), pair) if !self.has_lane(pair.1.part()) => {
                let other = self.cells(&pair.1)?;
                let with = if *op == SetOp::And { self.set_and(with, &other) } else { self.set_except(with, &other) };
                self.lane_meets(&pair.0, &with)
            }
            _ => match set.common() {
                Some(Common::Call(call)) => {
                    self.lane_in_def::<CellsExpr, _>(call, |make, body| make.lane_meets(body, with))
                }
                Some(Common::Apply(apply)) => match (apply.op, apply.args.as_slice()) {
                    (Op::Neighbors, [AnyExpr::Cells(from), AnyExpr::Dirs(DirsExpr::Const(dirs))]) => {
                        let mut beside = self.no_cells();
                        for dir in self.plan.dirs_in(*dirs) {
                            let step = Map::steps(self.plan.board(), dir, 1);
                            let there = self.pulled(&step, with);
                            beside = self.set_or(&beside, &there);
                        }
                        self.lane_meets(from, &beside)
                    }
                    (Op::Group, [AnyExpr::Cells(CellsExpr::One(cell)), AnyExpr::Cells(of)]) => {
                        let map = lift!(self.lane(&**cell));
                        let reached = self.reached_groups(of, with)?;
                        Ok(Some(self.pulled(&map, &reached)))
                    }
                    _ => Ok(None),
                },
                _ => Ok(None),
            },
        }
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
