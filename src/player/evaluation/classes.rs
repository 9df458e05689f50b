//! Classes of cells: those that are alike for a player, so that training tells what a piece is worth there.

use super::places::Place;
use crate::game::Game;
use std::collections::BTreeMap;

/// The most features that classes may make.
const MOST: usize = 1500;

/// The classes of the cells of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Classes {
    /// For each player and cell, its class; empty if there are no classes.
    of: Vec<Vec<u16>>,
    /// For each class, a cell of it.
    names: Vec<String>,
}

impl Classes {
    /// Puts cells that are as far ahead and as far from the center into one class: those are alike by symmetry, and few others.
    pub(super) fn new(game: &Game, places: &[Vec<Place>]) -> Classes {
        let key = |place: &Place| [place[1], place[2], place[3]].map(|value| (value * 1000.0).round() as i32);
        let (mut known, mut names) = (BTreeMap::new(), Vec::new());
        let mut of = Vec::new();
        for cells in places {
            let class = |(cell, place): (crate::game::cells::Cell, &Place)| {
                let next = names.len() as u16;
                *known.entry(key(place)).or_insert_with(|| {
                    names.push(game.board.name(cell).to_string());
                    next
                })
            };
            of.push(game.board.cells().zip(cells).map(class).collect());
        }
        let is_useful = names.len() > 1 && names.len() * game.kinds.len() <= MOST;
        if is_useful { Classes { of, names } } else { Classes::default() }
    }

    /// Returns the number of classes.
    pub(super) fn count(&self) -> usize {
        self.names.len()
    }

    /// Returns the name of the feature of each class, for a kind of piece.
    pub(super) fn names(&self, kind: &str) -> impl Iterator<Item = String> {
        self.names.iter().map(move |cell| format!("{kind} on cells like {cell}"))
    }

    /// Returns the class of a player's cell, if there are classes.
    pub(super) fn class(&self, player: usize, cell: usize) -> Option<usize> {
        self.of.get(player).and_then(|cells| cells.get(cell)).map(|class| usize::from(*class))
    }
}
