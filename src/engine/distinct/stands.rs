//! What can stand on the cells of a set: pieces of the mover, of others, neutral ones, of which kinds, or nothing.

use super::local::local;
use crate::game::Game;
use crate::game::expr::*;
use crate::game::rules::{Action, Clause};

/// How deep defs may be used inside one another.
const DEPTH: usize = 8;

/// What can stand on a cell; the kinds as masks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stands {
    own: u64,
    others: u64,
    neutral: u64,
    nothing: bool,
}

impl Stands {
    const NEVER: Stands = Stands { own: 0, others: 0, neutral: 0, nothing: false };
    const EMPTY: Stands = Stands { nothing: true, ..Stands::NEVER };
    const OWNED: Stands = Stands { own: u64::MAX, others: u64::MAX, ..Stands::NEVER };
    const OCCUPIED: Stands = Stands { neutral: u64::MAX, ..Stands::OWNED };
    const ANY: Stands = Stands { nothing: true, ..Stands::OCCUPIED };

    fn and(self, other: Stands) -> Stands {
        Stands {
            own: self.own & other.own,
            others: self.others & other.others,
            neutral: self.neutral & other.neutral,
            nothing: self.nothing && other.nothing,
        }
    }

    fn or(self, other: Stands) -> Stands {
        Stands {
            own: self.own | other.own,
            others: self.others | other.others,
            neutral: self.neutral | other.neutral,
            nothing: self.nothing || other.nothing,
        }
    }

    fn not(self) -> Stands {
        Stands { own: !self.own, others: !self.others, neutral: !self.neutral, nothing: !self.nothing }
    }

    /// Whether no cell fits both.
    pub(super) fn excludes(self, other: Stands) -> bool {
        self.and(other) == Stands::NEVER
    }
}

/// What can stand on the cell that a local of an action is, when the action is possible.
pub(super) fn on(game: &Game, action: &Action, slot: Slot) -> Stands {
    let bound = action.binders.iter().find(|binder| binder.slot == slot).map(|binder| &binder.over);
    let set = if let Some(SetExpr::Cells(set)) = bound { of(game, set, DEPTH).0 } else { Stands::ANY };
    let whens = action.clauses.iter().filter_map(|clause| match clause {
        Clause::When(condition) => Some(&condition.holds),
        Clause::Let(..) => None,
    });
    whens.fold(set, |stands, when| stands.and(told_by(game, when, action, slot, true)))
}

/// What a condition says of a local if it holds, or if it does not.
fn told_by(game: &Game, condition: &BoolExpr, action: &Action, slot: Slot, holds: bool) -> Stands {
    let is_it = |cell: &CellExpr| local(&Scalar::Cell(cell.clone()), &action.clauses) == Some(slot);
    match condition {
        BoolExpr::Watched(_, one) => told_by(game, one, action, slot, holds),
        BoolExpr::Not(one) => told_by(game, one, action, slot, !holds),
        BoolExpr::And(pair) if holds => {
            told_by(game, &pair.0, action, slot, true).and(told_by(game, &pair.1, action, slot, true))
        }
        BoolExpr::Or(pair) if !holds => {
            told_by(game, &pair.0, action, slot, false).and(told_by(game, &pair.1, action, slot, false))
        }
        BoolExpr::Or(pair) => told_by(game, &pair.0, action, slot, true).or(told_by(game, &pair.1, action, slot, true)),
        BoolExpr::In(membership) => match &**membership {
            Membership::Cell(cell, set) if is_it(cell) => {
                let (stands, exact) = of(game, set, DEPTH);
                match (holds, exact) {
                    (true, _) => stands,
                    (false, true) => stands.not(),
                    (false, false) => Stands::ANY,
                }
            }
            _ => Stands::ANY,
        },
        BoolExpr::Same(pair) => match &**pair {
            ScalarPair::Kind(KindExpr::Of(piece), KindExpr::Const(kind)) if kind.0 < 64 => match &**piece {
                PieceExpr::At(cell) if is_it(cell) => {
                    let kinds = 1 << kind.0;
                    let stands = Stands { own: kinds, others: kinds, neutral: kinds, nothing: false };
                    if holds { stands } else { stands.not() }
                }
                _ => Stands::ANY,
            },
            _ => Stands::ANY,
        },
        _ => Stands::ANY,
    }
}

/// What can stand on the cells of a set, and whether all cells on which that stands are in it.
fn of(game: &Game, set: &CellsExpr, depth: usize) -> (Stands, bool) {
    let inner = |set: &CellsExpr| of(game, set, depth);
    match set {
        CellsExpr::Empty => (Stands::EMPTY, true),
        CellsExpr::Occupied => (Stands::OCCUPIED, true),
        CellsExpr::Pieces => (Stands::OWNED, true),
        CellsExpr::Enemy => (Stands { own: 0, ..Stands::OWNED }, true),
        CellsExpr::OfPlayer(player) => match **player {
            PlayerExpr::Mover => (Stands { others: 0, ..Stands::OWNED }, true),
            _ => (Stands::OWNED, false),
        },
        CellsExpr::OfKind(kind) if kind.0 < 64 => {
            let kinds = 1 << kind.0;
            (Stands { own: kinds, others: kinds, neutral: kinds, nothing: false }, true)
        }
        CellsExpr::Op(op, pair) => {
            let ((a, exact_a), (b, exact_b)) = (inner(&pair.0), inner(&pair.1));
            let both = exact_a && exact_b;
            match op {
                SetOp::And => (a.and(b), both),
                SetOp::Or => (a.or(b), both),
                SetOp::Except => (if exact_b { a.and(b.not()) } else { a }, both),
            }
        }
        CellsExpr::Ray(_, Some(through)) => (inner(through).0, false),
        CellsExpr::First(triple) => (inner(&triple.2).0, false),
        CellsExpr::Group(pair) => (inner(&pair.1).0, false),
        CellsExpr::Lines { of, .. } => (inner(of).0, false),
        CellsExpr::Filter(filter) => (inner(&filter.over).0, false),
        CellsExpr::Union(each) => (inner(&each.body).0, false),
        CellsExpr::Common(common) => match &**common {
            Common::If(_, yes, no) => (inner(yes).0.or(inner(no).0), false),
            Common::Match(one) => {
                let all = one.arms.iter().map(|(_, set)| set).chain(&one.otherwise);
                (all.fold(Stands::NEVER, |stands, set| stands.or(inner(set).0)), false)
            }
            Common::Call(call) if depth > 0 => match game.defs.cells.get(call.def as usize) {
                Some(def) => of(game, &def.body, depth - 1),
                None => (Stands::ANY, false),
            },
            _ => (Stands::ANY, false),
        },
        _ => (Stands::ANY, false),
    }
}
