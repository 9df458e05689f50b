//! What a player remembers from one move to the next.

use super::order::Order;
use super::table::Table;
use crate::game::Game;
use crate::game::past::History;
use crate::session::PositionWords;

/// What a player remembers from one move to the next.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    pub table: Table,
    pub order: Order,
    pub words: PositionWords,
    /// Whether what is proved about a position holds on one way there only.
    pub past_matters: bool,
    /// The keys of positions that have been there in this game.
    pub seen: Vec<u64>,
    /// The ply of the last position searched.
    ply: u32,
}

/// How many positions of the game are remembered.
const SEEN: usize = 64;

impl Memory {
    pub(super) fn new(game: &Game, bytes: usize) -> Memory {
        let (table, order, words) = (Table::new(bytes), Order::new(game), PositionWords::new(game));
        let past_matters = History::of(game) == History::Matters;
        Memory { table, order, words, past_matters, seen: Vec::new(), ply: 0 }
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.table.forget();
        self.order.forget();
        self.seen.clear();
        self.ply = 0;
    }

    /// Begins the search of a position at this ply.
    pub(super) fn begin(&mut self, ply: u32) {
        if ply <= self.ply {
            self.seen.clear();
        }
        self.ply = ply;
        self.table.begin();
        self.order.begin();
    }

    /// Adds a position of the game.
    pub(super) fn add_seen(&mut self, key: u64) {
        if self.seen.len() == SEEN {
            self.seen.remove(0);
        }
        self.seen.push(key);
    }
}
