//! Conditions that the board alone decides: they are evaluated for each cell while code is made.

use super::Lane;
use crate::analysis::{AbstractValue, Analysis, Interval, Limits, Single};
use crate::engine::fast::code::Gen;
use crate::engine::fast::code::locals::Local;
use crate::engine::fast::code::word::Word;
use crate::game::Game;
use crate::game::cells::CellSet;
use crate::game::expr::*;
use crate::game::part::{AsPart, Part, Shared};
use crate::game::piece::Player;
use crate::types::Type;

/// The most expressions that are analyzed for one cell.
pub(crate) const FUEL: u32 = 2000;

/// The most elements of a set that are analyzed one by one.
pub(crate) const ELEMENTS: usize = 1100;

/// How deep calls of defs are followed.
const DEFS: u32 = 8;

/// A local that a part uses and does not bind.
pub(crate) struct FreeLocal {
    pub slot: Slot,
    pub ty: Type,
}

impl Gen<'_, '_> {
    /// Returns the locals on which the value of a part depends, or `None` if it depends on the position as well.
    pub(crate) fn free_locals(&self, part: Part<'_>) -> Option<Vec<FreeLocal>> {
        free_locals(&self.plan.game, part, self.seen.mover.known().is_some())
    }

    /// Returns the cells for which a condition holds, if it does not depend on the position and cannot fault.
    pub(crate) fn fixed_lane(&self, condition: &BoolExpr) -> Option<CellSet> {
        let locals = self.free_locals(condition.part())?;
        let game = &self.plan.game;
        let limits = Limits { elements: ELEMENTS, ..Limits::new(FUEL) };
        let fuel = limits.fuel.clone();
        let mut analysis = Analysis::of(game, limits);
        if let Some(mover) = self.seen.mover.known().filter(|mover| (0..game.players.len() as i64).contains(mover)) {
            analysis = analysis.with_mover(Player(mover as u8));
        }
        let mut holds = CellSet::EMPTY;
        for cell in self.plan.board_cells() {
            for FreeLocal { slot, ty } in &locals {
                let value = match self.locals.words.get(usize::from(slot.0))? {
                    Local::Lane(Lane::Cell(map)) => AbstractValue::Cell(analysis.known_cell(map.to(cell))),
                    Local::Word(Word::Known(code), _) => match ty {
                        Type::Cell => AbstractValue::Cell(analysis.known_cell(self.plan.cell(*code))),
                        Type::Dir => AbstractValue::Dir(Single::of(*code as u8)),
                        Type::Int => AbstractValue::Int(Interval::of(*code)),
                        _ => return None,
                    },
                    _ => return None,
                };
                analysis.scope.known.push(*slot, value);
            }
            fuel.set(FUEL);
            if analysis.truth(condition).known()? {
                holds.insert(cell);
            }
            if analysis.may_fault {
                return None;
            }
            analysis.scope.known.truncate(0);
        }
        Some(holds)
    }
}

/// Returns the locals on which the value of a part depends, or `None` if there are none, or if it depends on the position as well.
pub(crate) fn free_locals(game: &Game, part: Part<'_>, is_mover_known: bool) -> Option<Vec<FreeLocal>> {
    let reads = |part: Part<'_>| reads_position(part) && !(is_mover_known && is_mover(part));
    let mut found = Vec::new();
    (!part.mentions(game, DEFS, &reads)).then(|| add_free(part, &mut Vec::new(), &mut found));
    (!found.is_empty()).then_some(found)
}

/// Adds the locals that a part uses and does not bind.
fn add_free(part: Part<'_>, bound: &mut Vec<Slot>, found: &mut Vec<FreeLocal>) {
    if let Some(Shared::Local(slot)) = part.shared()
        && !(part.class() == Class::Word && (bound.contains(&slot) || found.iter().any(|local| local.slot == slot)))
    {
        found.push(FreeLocal { slot, ty: part.ty() });
    }
    let binds = part.binds();
    bound.extend(binds);
    part.each(&mut |inner| add_free(inner, bound, found));
    bound.truncate(bound.len() - usize::from(binds.is_some()));
}

/// Returns whether a part is the player to move.
pub(crate) fn is_mover(part: Part<'_>) -> bool {
    matches!(part, Part::Player(PlayerExpr::Mover))
}

/// Returns whether the value of a part itself, not of its parts, depends on the position.
pub(crate) fn reads_position(part: Part<'_>) -> bool {
    match part.shared() {
        Some(Shared::Var(_) | Shared::Lazy(_)) => return true,
        Some(_) => return false,
        None => {}
    }
    matches!(
        part,
        Part::Int(IntExpr::Ply | IntExpr::Repeated(_))
            | Part::Piece(PieceExpr::At(_))
            | Part::Bool(
                BoolExpr::Stuck(_) | BoolExpr::Possible(_) | BoolExpr::SomeMoveThen(_) | BoolExpr::Watched(..)
            )
            | Part::Cells(
                CellsExpr::Empty
                    | CellsExpr::Occupied
                    | CellsExpr::Pieces
                    | CellsExpr::Enemy
                    | CellsExpr::OfPlayer(_)
                    | CellsExpr::OfKind(_)
            )
            | Part::Player(PlayerExpr::Mover | PlayerExpr::Next | PlayerExpr::After(_))
            | Part::Players(MaskExpr::Word(_))
    )
}
