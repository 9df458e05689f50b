//! The known facts about cells when a move begins: an `empty` cell need not be cleared before a piece is put there, and an `own`
//! piece is known to be in certain sets.

use super::Gen;
use super::word::Word;
use crate::analysis::{AbstractValue, Analysis, Limits, Stands};
use crate::engine::fast::plan::Plan;
use crate::game::Game;
use crate::game::expr::*;
use crate::game::piece::{Kind, Player};

/// The most expressions analyzed for a fact.
const FUEL: u32 = 1000;

/// The known facts about the contents of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fact {
    /// The cell is empty.
    pub vacant: bool,
    /// A piece of this player.
    pub owner: Option<u8>,
    /// A piece of this kind.
    pub kind: Option<Kind>,
}

/// Facts about sets of cells, each for a player to move, if that is known.
pub(crate) type KnownFacts = Vec<(CellsExpr, Option<Player>, Fact)>;

impl Gen<'_, '_> {
    /// Returns the facts about the cells of a set before a move.
    pub(crate) fn fact_of(&self, cells: &CellsExpr) -> Fact {
        let mover = self.seen.mover.known().and_then(|mover| u8::try_from(mover).ok());
        self.plan.fact_of(cells, mover.filter(|mover| usize::from(*mover) < self.plan.game.players.len()).map(Player))
    }

    /// Records the facts about the value of a binder.
    pub(crate) fn note(&mut self, value: Word, over: &SetExpr) {
        match over {
            SetExpr::Cells(cells) => {
                let fact = self.fact_of(cells);
                if fact != Fact::default() {
                    self.facts.push((value, fact));
                }
            }
            SetExpr::Ints(_) => {
                let element = Analysis::of(&self.plan.game, Limits::new(FUEL)).element(over);
                if let AbstractValue::Int(range) = element {
                    self.note_range(value, (range.least, range.most));
                }
            }
            _ => {}
        }
    }

    /// Records the least and the greatest number that a value can be.
    pub(crate) fn note_range(&mut self, value: Word, range: (i64, i64)) {
        if let Word::Made(value) = value {
            self.ranges.insert(value, range);
        }
    }

    /// Returns the facts about a cell.
    pub(crate) fn fact(&self, cell: Word) -> Fact {
        self.facts.iter().find(|(other, _)| *other == cell).map_or_else(Fact::default, |(_, fact)| *fact)
    }
}

impl Plan {
    /// Returns the facts about the cells of a set before a move of a player. The functions of a game ask for the same facts.
    fn fact_of(&self, cells: &CellsExpr, mover: Option<Player>) -> Fact {
        let mut facts = self.facts.borrow_mut();
        if let Some((.., fact)) = facts.iter().find(|(set, player, _)| *player == mover && set == cells) {
            return *fact;
        }
        let fact = find_fact(&self.game, cells, mover);
        facts.push((cells.clone(), mover, fact));
        fact
    }
}

fn find_fact(game: &Game, cells: &CellsExpr, mover: Option<Player>) -> Fact {
    let mut analysis = Analysis::of(game, Limits::new(FUEL));
    if let Some(mover) = mover {
        analysis = analysis.with_mover(mover);
    }
    let area = analysis.cells(cells).area;
    let one = |mask: u64| (mask.count_ones() == 1).then(|| mask.trailing_zeros() as u8);
    let is_owned = !area.stands.nothing && area.stands.neutral == 0;
    Fact {
        vacant: area.stands == Stands::EMPTY,
        owner: one(area.owners).filter(|_| is_owned),
        kind: one(area.stands.kinds()).filter(|_| !area.stands.nothing).map(Kind),
    }
}
