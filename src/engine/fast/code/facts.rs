//! What is known of cells when a move begins: an `empty` cell need not be cleared before a piece is put there, and of an
//! `own` piece it is known which sets it is in.

use super::Gen;
use super::word::Word;
use crate::game::expr::*;
use crate::game::piece::Kind;

/// What stands on a cell, as far as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fact {
    /// Nothing.
    pub vacant: bool,
    /// A piece of this player.
    pub owner: Option<u8>,
    /// A piece of this kind.
    pub kind: Option<Kind>,
}

impl Fact {
    /// Both are known.
    fn and(self, other: Fact) -> Fact {
        Fact { vacant: self.vacant || other.vacant, owner: self.owner.or(other.owner), kind: self.kind.or(other.kind) }
    }

    /// What is known either way.
    fn or(self, other: Fact) -> Fact {
        Fact {
            vacant: self.vacant && other.vacant,
            owner: self.owner.filter(|_| self.owner == other.owner),
            kind: self.kind.filter(|_| self.kind == other.kind),
        }
    }
}

/// The most uses of defs inside one another that are looked into.
const DEPTH: u32 = 8;

impl Gen<'_, '_> {
    /// What is known of the cells of a set before a move.
    pub(crate) fn fact_of(&self, cells: &CellsExpr) -> Fact {
        let players = self.plan.game.players.len() as i64;
        let owned = |player: Option<i64>| Fact {
            owner: player.filter(|player| (0..players).contains(player)).map(|player| player as u8),
            ..Fact::default()
        };
        let fact = self.looked_into(cells, &owned, DEPTH);
        match self.plan.only_kind() {
            Some(kind) if fact.owner.is_some() => Fact { kind: Some(kind), ..fact },
            _ => fact,
        }
    }

    fn looked_into(&self, cells: &CellsExpr, owned: &dyn Fn(Option<i64>) -> Fact, depth: u32) -> Fact {
        let again = |cells: &CellsExpr| self.looked_into(cells, owned, depth);
        let mover = self.seen.mover.known();
        match cells {
            CellsExpr::Empty => Fact { vacant: true, ..Fact::default() },
            CellsExpr::Enemy => match (self.plan.game.players.len(), mover) {
                (2, Some(mover)) => owned(Some(1 - mover)),
                _ => Fact::default(),
            },
            CellsExpr::OfPlayer(player) => match &**player {
                PlayerExpr::Mover => owned(mover),
                PlayerExpr::Const(player) => owned(Some(i64::from(player.0))),
                _ => Fact::default(),
            },
            CellsExpr::OfKind(kind) => Fact { kind: Some(*kind), ..Fact::default() },
            CellsExpr::Op(SetOp::And, pair) => again(&pair.0).and(again(&pair.1)),
            CellsExpr::Op(SetOp::Or, pair) => again(&pair.0).or(again(&pair.1)),
            CellsExpr::Op(SetOp::Except, pair) => again(&pair.0),
            CellsExpr::Filter(filter) => again(&filter.over),
            CellsExpr::Ray(_, Some(through)) => again(through),
            CellsExpr::First(triple) => again(&triple.2),
            CellsExpr::Union(each) => again(&each.body),
            CellsExpr::Common(common) => match &**common {
                Common::If(_, yes, no) => again(yes).or(again(no)),
                Common::Call(call) if depth > 0 => match self.plan.game.defs.cells.get(call.def as usize) {
                    Some(def) => self.looked_into(&def.body, owned, depth - 1),
                    None => Fact::default(),
                },
                _ => Fact::default(),
            },
            _ => Fact::default(),
        }
    }

    /// Keeps in mind what is known of the value of a binder.
    pub(crate) fn note(&mut self, cell: Word, over: &SetExpr) {
        if let SetExpr::Cells(cells) = over {
            let fact = self.fact_of(cells);
            if fact != Fact::default() {
                self.facts.push((cell, fact));
            }
        }
    }

    /// What is known of a cell.
    pub(crate) fn fact(&self, cell: Word) -> Fact {
        self.facts.iter().find(|(other, _)| *other == cell).map_or_else(Fact::default, |(_, fact)| *fact)
    }
}
