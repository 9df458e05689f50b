//! Numbers for which a condition of an action asks, and its `do` again, although they cannot have changed: how many neighbors of a
//! cell are in some set, before and after a piece is put on that cell.

use super::watch::local;
use super::word::Int;
use super::{Gen, Gets};
use crate::game::cells::CellSet;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression, Part};
use crate::game::rules::{Action, Clause};
use crate::game::stmt::Stmt;

/// A number of neighbors that is known.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    number: IntExpr,
    /// Whose neighbors are counted.
    center: Slot,
    value: Int,
}

impl Gen<'_, '_> {
    /// Computes the numbers that the conditions of an action and its `do` share. The binders have values.
    pub(super) fn count_once(&mut self, action: &Action) -> Gets<()> {
        let mut shared: Vec<(&IntExpr, Slot)> = Vec::new();
        for statement in &action.body {
            for part in statement.parts() {
                part.contains(&mut |part| {
                    if let Part::Int(number) = part
                        && let Some(center) = self.center(number)
                        && action.binders.iter().any(|binder| binder.slot == center)
                        && is_asked(action, number)
                        && !shared.contains(&(number, center))
                    {
                        shared.push((number, center));
                    }
                    false
                });
            }
            if !is_harmless(statement) && put_on(statement).is_none() {
                break;
            }
        }
        for (number, center) in shared {
            let value = self.int(number)?;
            self.locals.counted.push(Counted { number: number.clone(), center, value });
        }
        Ok(())
    }

    /// Returns the value of a number, if it is known.
    pub(super) fn known_count(&self, number: &IntExpr) -> Option<Int> {
        self.locals.counted.iter().find(|counted| counted.number == *number).map(|counted| counted.value)
    }

    /// Forgets the numbers that a statement may have changed.
    pub(super) fn recount_after(&mut self, statement: &Stmt) {
        if !is_harmless(statement) {
            let center = put_on(statement);
            self.locals.counted.retain(|counted| Some(counted.center) == center);
        }
    }

    /// Returns the local whose neighbors in a set a number counts, if what stands on its cell does not matter.
    fn center(&self, number: &IntExpr) -> Option<Slot> {
        let game = &self.plan.game;
        let (center, dirs) = match number {
            IntExpr::Count(set) => counted_around(set)?,
            IntExpr::Common(common) => match &**common {
                Common::Call(call) => {
                    let [AnyExpr::Cell(cell)] = call.args.as_slice() else { return None };
                    let IntExpr::Count(set) = &IntExpr::defs(&game.defs)[usize::from(call.def)].body else {
                        return None;
                    };
                    let (_, dirs) = counted_around(set)?;
                    (local(cell)?, dirs)
                }
                _ => return None,
            },
            _ => return None,
        };
        let is_beside_itself = |cell| game.board.neighbors(&CellSet::of(cell), dirs).contains(cell);
        (!game.board.cells().any(is_beside_itself)).then_some(center)
    }
}

/// Returns p and D if a set is `neighbors(p, D) & S`, and S depends on nothing but which pieces stand where.
fn counted_around(set: &SetExpr) -> Option<(Slot, u64)> {
    let SetExpr::Cells(CellsExpr::Op(SetOp::And, pair)) = set else { return None };
    let neighbors = |set: &CellsExpr| match set.applied()? {
        (Op::Neighbors, [AnyExpr::Cells(CellsExpr::One(cell)), AnyExpr::Dirs(DirsExpr::Const(dirs))]) => {
            local(cell).map(|center| (center, *dirs))
        }
        _ => None,
    };
    let (center, other) = match (neighbors(&pair.0), neighbors(&pair.1)) {
        (Some(center), None) => (center, &pair.1),
        (None, Some(center)) => (center, &pair.0),
        _ => return None,
    };
    is_of_pieces(other).then_some(center)
}

fn is_of_pieces(set: &CellsExpr) -> bool {
    match set {
        CellsExpr::Const(_)
        | CellsExpr::Empty
        | CellsExpr::Occupied
        | CellsExpr::Pieces
        | CellsExpr::Enemy
        | CellsExpr::OfKind(_) => true,
        CellsExpr::OfPlayer(player) => player.is_steady(),
        CellsExpr::Op(_, pair) => is_of_pieces(&pair.0) && is_of_pieces(&pair.1),
        _ => false,
    }
}

/// Returns whether a condition of an action asks for a number.
fn is_asked(action: &Action, number: &IntExpr) -> bool {
    action.clauses.iter().any(|clause| match clause {
        Clause::When(condition) => {
            condition.holds.part().contains(&mut |part| matches!(part, Part::Int(other) if other == number))
        }
        Clause::Let(..) => false,
    })
}

/// Returns whether a statement leaves all pieces where they are.
fn is_harmless(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Let(..) | Stmt::Set { .. } | Stmt::Again | Stmt::Reached(_))
}

/// Returns the local on whose cell alone a statement puts a piece.
fn put_on(statement: &Stmt) -> Option<Slot> {
    match statement {
        Stmt::PutKind { at: CellsExpr::One(cell), .. } => local(cell),
        _ => None,
    }
}
