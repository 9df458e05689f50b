//! Conditions on the groups of all cells at once: the group of a cell meets a set if it is reached from there, over the cells that groups
//! consist of.

use super::{Lifts, lift};
use crate::engine::fast::code::Gen;
use crate::engine::fast::code::set::Words;
use crate::engine::fast::code::word::Word;
use crate::engine::fast::maps::Map;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression, Part};
use crate::game::piece::Dir;

/// How deep calls of defs are followed.
const DEFS: u32 = 4;

fn is_group(part: Part<'_>) -> bool {
    matches!(part.applied(), Some((Op::Group, _)))
}

impl<'p> Gen<'p, '_> {
    /// Returns whether a condition may ask of groups no more than whether they, or their neighbors, meet a set: nothing is counted or gone
    /// through.
    pub(in crate::engine::fast::code) fn asks_to_meet(&self, condition: &BoolExpr) -> bool {
        self.asks_to_meet_in(condition, DEFS)
    }

    fn asks_to_meet_in(&self, condition: &BoolExpr, depth: u32) -> bool {
        match condition {
            BoolExpr::And(pair) | BoolExpr::Or(pair) => {
                self.asks_to_meet_in(&pair.0, depth) && self.asks_to_meet_in(&pair.1, depth)
            }
            BoolExpr::Not(inner) | BoolExpr::Watched(_, inner) => self.asks_to_meet_in(inner, depth),
            BoolExpr::Some(_) | BoolExpr::Within(_) | BoolExpr::Const(_) => true,
            BoolExpr::Common(common) => match &**common {
                Common::Call(call) if depth > 0 => {
                    let def = &BoolExpr::defs(&self.plan.game.defs)[usize::from(call.def)];
                    self.asks_to_meet_in(&def.body, depth - 1)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Returns the cells for which a set, made of the group of a cell, has some of these cells; `None` if it is not made so.
    pub(super) fn lane_group_meets(&mut self, set: &CellsExpr, with: &Words) -> Lifts<Words> {
        let has_group = set.part().mentions(&self.plan.game, DEFS, &is_group);
        if !has_group || !self.is_linked_both_ways() || self.plan.is_recursive(set.part()) {
            return Ok(None);
        }
        self.lane_meets(set, with)
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
                    (Op::Neighbors, [AnyExpr::Cells(from), AnyExpr::Dirs(dirs)]) if !self.has_lane(dirs.part()) => {
                        let Word::Known(dirs) = self.mask_of(dirs)? else { return Ok(None) };
                        let mut beside = self.no_cells();
                        for dir in (0..64).filter(|dir| dirs >> dir & 1 == 1) {
                            let step = Map::steps(self.plan.board(), Dir(dir), 1);
                            let there = self.pulled(&step, with);
                            beside = self.set_or(&beside, &there);
                        }
                        self.lane_meets(from, &beside)
                    }
                    (Op::Group, [AnyExpr::Cells(CellsExpr::One(cell)), AnyExpr::Cells(of)]) => {
                        let map = lift!(self.lane(&**cell));
                        let reached = lift!(self.reached_groups(cell, of, with));
                        Ok(Some(self.pulled(&map, &reached)))
                    }
                    _ => Ok(None),
                },
                _ => Ok(None),
            },
        }
    }

    /// Returns the cells of the groups that have some of these cells. The groups consist of one set, or of the pieces of the cell's owner.
    fn reached_groups(&mut self, cell: &CellExpr, of: &CellsExpr, with: &Words) -> Lifts<Words> {
        if !self.has_lane(of.part()) {
            let of = self.cells(of)?;
            return self.group(with, &of).map(Some);
        }
        let CellsExpr::OfPlayer(owner) = of else { return Ok(None) };
        match owner.applied() {
            Some((Op::Owner, [AnyExpr::Piece(PieceExpr::At(other))])) if **other == *cell => {}
            _ => return Ok(None),
        }
        let mut reached = self.no_cells();
        for player in 0..self.plan.game.players.len() {
            let theirs = self.of_player(Word::Known(player as i64));
            let groups = self.group(with, &theirs)?;
            reached = self.set_or(&reached, &groups);
        }
        Ok(Some(reached))
    }
}
