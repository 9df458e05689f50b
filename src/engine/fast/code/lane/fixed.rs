//! Conditions that the board alone decides: they are evaluated for each cell while code is made.

use super::Lane;
use crate::engine::fast::code::Gen;
use crate::engine::fast::code::locals::Local;
use crate::engine::fast::code::word::Word;
use crate::game::Game;
use crate::game::cells::CellSet;
use crate::game::expr::*;
use crate::game::part::{AsPart, Part, Shared};
use crate::game::piece::Player;
use crate::game::value::Value;
use crate::types::Type;

/// The most steps of the evaluation for one cell, on average.
const STEPS: u64 = 2000;

/// How many steps each value of another cell may take on average, of which there are as many as cells.
pub(crate) const FEW_STEPS: u64 = 25;

/// How deep calls of defs are followed.
const DEFS: u32 = 8;

/// A local of one word that a part uses and does not bind.
pub(crate) struct FreeLocal {
    pub slot: Slot,
    pub ty: Type,
}

impl Gen<'_, '_> {
    /// Returns the locals on which the value of a part depends, see [`free_locals`].
    pub(crate) fn free_locals(&self, part: Part<'_>) -> Option<Vec<FreeLocal>> {
        free_locals(&self.plan.game, part, self.seen.mover.known().is_some())
    }

    /// Returns the cells for which a condition holds, if it does not depend on the position and cannot fault.
    pub(crate) fn fixed_lane(&self, condition: &BoolExpr) -> Option<CellSet> {
        self.fixed_lane_within(condition, STEPS)
    }

    /// Does what [`Self::fixed_lane`] does; the evaluation for one cell may take this many steps on average.
    pub(crate) fn fixed_lane_within(&self, condition: &BoolExpr, steps: u64) -> Option<CellSet> {
        let plan = self.plan;
        let locals = self.free_locals(condition.part())?;
        let mover = self.seen.mover.known().filter(|mover| (0..plan.game.players.len() as i64).contains(mover));
        let frame = self.locals.frame();
        let mut words = Vec::new();
        for FreeLocal { slot, ty } in &locals {
            match self.locals.words.get(usize::from(slot.0))? {
                Local::Lane(Lane::Cell(map)) => words.push((*slot, Some(map), 0)),
                Local::Word(Word::Known(word), _) => words.push((*slot, None, plan.value_of(*ty, *word)?.word())),
                _ => return None,
            }
        }
        let (mut values, mut holds) = (Vec::new(), Some(CellSet::EMPTY));
        let mover = Player(mover.map_or(0, |mover| mover as u8));
        plan.evaluator().on_board_alone(mover, frame, steps * plan.cells() as u64, &mut |evaluate| {
            for cell in plan.board_cells() {
                values.clear();
                values.extend(words.iter().map(|(slot, map, word)| {
                    let to = map.map(|map| Value::Cell(map.to(cell)).word());
                    (*slot, to.unwrap_or(*word))
                }));
                match evaluate(condition.part(), &values) {
                    Some(truth) if truth != 0 => holds.iter_mut().for_each(|holds| holds.insert(cell)),
                    Some(_) => {}
                    None => {
                        holds = None;
                        break;
                    }
                }
            }
        });
        holds
    }
}

/// Returns the locals on which the value of a part depends, or `None` if there are none, if it depends on the position as well, or if one
/// of them is a set of cells or of numbers: these are numbered apart.
pub(crate) fn free_locals(game: &Game, part: Part<'_>, is_mover_known: bool) -> Option<Vec<FreeLocal>> {
    let reads = |part: Part<'_>| part.reads_position() && !(is_mover_known && part.is_mover());
    let mut found = Vec::new();
    let is_known = !part.mentions(game, DEFS, &reads) && add_free(part, &mut Vec::new(), &mut found);
    (is_known && !found.is_empty()).then_some(found)
}

/// Adds the locals that a part uses and does not bind; returns whether each of them is one word.
fn add_free(part: Part<'_>, bound: &mut Vec<Slot>, found: &mut Vec<FreeLocal>) -> bool {
    if let Some(Shared::Local(slot)) = part.shared() {
        if part.class() != Class::Word {
            return false;
        }
        if !bound.contains(&slot) && !found.iter().any(|local| local.slot == slot) {
            found.push(FreeLocal { slot, ty: part.ty() });
        }
    }
    let binds = part.binds();
    bound.extend(binds);
    let mut are_words = true;
    part.each(&mut |inner| are_words = are_words && add_free(inner, bound, found));
    bound.truncate(bound.len() - usize::from(binds.is_some()));
    are_words
}
