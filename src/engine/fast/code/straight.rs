//! Conditions on the neighbors of a cell that are evaluated without branches, for all directions one after the other: from a table, if
//! what they depend on is a few bits.

use super::locals::Local;
use super::near::Near;
use super::watch::local;
use super::word::{Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::game::expr::*;

/// The most bits of what a set of neighbors depends on for it to be read from a table.
const TABLE_BITS: usize = 12;

/// The locals of a condition on the neighbors of a cell.
#[derive(Clone, Copy)]
pub(super) struct Names {
    pub center: Slot,
    pub neighbor: Slot,
}

impl Gen<'_, '_> {
    /// Returns the neighbors for which a condition holds that takes only a few instructions, from a table if there are few cases.
    pub(super) fn kept_at_once(&mut self, filter: &Filter<CellsExpr>) -> Gets<Option<Near>> {
        let Some(center) = self.center_of(&filter.over) else { return Ok(None) };
        let names = Names { center, neighbor: filter.slot };
        if !self.is_straight_set(&filter.over, None) || !self.is_straight(&filter.keep, names) {
            return Ok(None);
        }
        let (word, sure) = self.local(center)?;
        let mut draft = Near { center: word, mask: ZERO, ways: u64::MAX, faces: Vec::new(), is_draft: true };
        self.straight_kept(&mut draft, filter, names)?;
        let ways = self.around()?.dirs.len();
        let mut near = self.near_to(Spot { word, sure });
        if draft.faces.len() * ways > TABLE_BITS {
            near.mask = self.straight_kept(&mut near, filter, names)?;
            return Ok(Some(near));
        }
        let mut table = Vec::new();
        for case in 0..1_i64 << (draft.faces.len() * ways) {
            for (n, (_, face)) in draft.faces.iter_mut().enumerate() {
                *face = Word::Known(case >> (n * ways) & ((1 << ways) - 1));
            }
            let mask = self.straight_kept(&mut draft, filter, names)?;
            table.push(mask.known().unwrap_or(0) as u64);
        }
        let mut case = ZERO;
        for (n, (source, _)) in draft.faces.iter().enumerate() {
            let face = self.face(&mut near, *source);
            let face = self.left_by(face, (n * ways) as u32);
            case = self.or(case, face);
        }
        let table = self.plan.tables.keep(table);
        near.mask = self.load_at(table, case);
        if !sure {
            let on = self.is_on_board(Spot { word, sure });
            let on = self.mask(on);
            near.mask = self.and(near.mask, on);
        }
        Ok(Some(near))
    }

    fn straight_kept(&mut self, near: &mut Near, filter: &Filter<CellsExpr>, names: Names) -> Gets<Word> {
        let over = self.face_of(near, &filter.over, Some((names, 0)))?;
        let mut kept = ZERO;
        for way in 0..self.around()?.dirs.len() {
            let holds = self.straight_truth(near, &filter.keep, (names, way))?;
            let bit = self.left_by(holds, way as u32);
            kept = self.or(kept, bit);
        }
        Ok(self.and(kept, over))
    }

    /// Returns the local whose neighbors the cells of a set are.
    fn center_of(&self, set: &CellsExpr) -> Option<Slot> {
        match set {
            CellsExpr::Op(SetOp::And, pair) => self.center_of(&pair.0).or_else(|| self.center_of(&pair.1)),
            CellsExpr::Op(SetOp::Except, pair) => self.center_of(&pair.0),
            _ => self.neighbors_in(set).and_then(|(cell, _)| local(cell)),
        }
    }

    /// Returns whether a condition is evaluated without branches and faults for one direction after the other.
    fn is_straight(&self, condition: &BoolExpr, names: Names) -> bool {
        let is_number = |n: &IntExpr| match n {
            IntExpr::Const(_) => true,
            IntExpr::Count(set) => matches!(&**set, SetExpr::Cells(set) if self.is_masked(set, names)),
            _ => false,
        };
        match condition {
            BoolExpr::Const(_) => true,
            BoolExpr::Not(one) => self.is_straight(one, names),
            BoolExpr::And(pair) | BoolExpr::Or(pair) => {
                self.is_straight(&pair.0, names) && self.is_straight(&pair.1, names)
            }
            BoolExpr::Compare(_, pair) => is_number(&pair.0) && is_number(&pair.1),
            BoolExpr::Some(set) => matches!(&**set, SetExpr::Cells(set) if self.is_masked(set, names)),
            _ => false,
        }
    }

    /// Returns whether a set has only neighbors of the center, and takes only a few instructions.
    fn is_masked(&self, set: &CellsExpr, names: Names) -> bool {
        self.center_of(set) == Some(names.center) && self.is_straight_set(set, Some(names))
    }

    fn is_straight_set(&self, set: &CellsExpr, names: Option<Names>) -> bool {
        let is_known = |cell: &CellExpr| {
            matches!(cell, CellExpr::Const(_)) || local(cell).is_some_and(|slot| self.has_one_word(slot, names))
        };
        match set {
            CellsExpr::Const(_) | CellsExpr::Empty | CellsExpr::Occupied | CellsExpr::OfKind(_) => true,
            CellsExpr::OfPlayer(player) => match **player {
                PlayerExpr::Const(_) => true,
                PlayerExpr::Mover => self.seen.mover.known().is_some(),
                PlayerExpr::Next => self.seen.next.known().is_some(),
                _ => false,
            },
            CellsExpr::Op(_, pair) => self.is_straight_set(&pair.0, names) && self.is_straight_set(&pair.1, names),
            CellsExpr::One(cell) => is_known(cell),
            CellsExpr::Common(common) if matches!(**common, Common::Local(_)) => true,
            _ => self.neighbors_in(set).is_some_and(|(cell, dirs)| {
                let is_neighbor = names.is_some_and(|names| local(cell) == Some(names.neighbor));
                if is_neighbor { dirs == self.plan.board().links() } else { is_known(cell) }
            }),
        }
    }

    /// Returns whether a local has a value: it may be the neighbor, which has none here.
    fn has_one_word(&self, slot: Slot, names: Option<Names>) -> bool {
        let is_neighbor = names.is_some_and(|names| names.neighbor == slot);
        let has_value = matches!(self.locals.words.get(usize::from(slot.0)), Some(Local::Word(..) | Local::Var(_)));
        is_neighbor || has_value
    }

    fn straight_truth(&mut self, near: &mut Near, condition: &BoolExpr, at: (Names, usize)) -> Gets<Word> {
        Ok(match condition {
            BoolExpr::Const(truth) => Word::truth(*truth),
            BoolExpr::Not(one) => {
                let truth = self.straight_truth(near, one, at)?;
                self.not(truth)
            }
            BoolExpr::And(pair) | BoolExpr::Or(pair) => {
                let a = self.straight_truth(near, &pair.0, at)?;
                let b = self.straight_truth(near, &pair.1, at)?;
                if matches!(condition, BoolExpr::And(_)) { self.and(a, b) } else { self.or(a, b) }
            }
            BoolExpr::Compare(compare, pair) => {
                let (a, b) = (self.straight_int(near, &pair.0, at)?, self.straight_int(near, &pair.1, at)?);
                self.compare(super::bool::sign(*compare), a, b)
            }
            BoolExpr::Some(set) => {
                let mask = self.straight_set(near, set, at)?;
                let none = self.same(mask, ZERO);
                self.not(none)
            }
            _ => return Err(super::Unsupported("a condition with branches")),
        })
    }

    fn straight_set(&mut self, near: &mut Near, set: &SetExpr, at: (Names, usize)) -> Gets<Word> {
        match set {
            SetExpr::Cells(set) => self.face_of(near, set, Some(at)),
            _ => Err(super::Unsupported("another set than of cells")),
        }
    }

    fn straight_int(&mut self, near: &mut Near, n: &IntExpr, at: (Names, usize)) -> Gets<Word> {
        Ok(match n {
            IntExpr::Const(n) => Word::Known(i64::from(*n)),
            IntExpr::Count(set) => {
                let mask = self.straight_set(near, set, at)?;
                self.bits(mask)
            }
            _ => return Err(super::Unsupported("a number with branches")),
        })
    }
}
