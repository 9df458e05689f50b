//! Where everything lies in a flat [`crate::position::Position`]: one bitset per player and per kind, then the variables.

use super::board::Board;
use super::rules::{IndexType, Var, VarType};

/// The plan of a position's words. All offsets and lengths are in words of 64 bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Cells of the board.
    pub cells: usize,
    /// Words of one set of cells.
    pub set_words: usize,
    /// Players; player p's set is at `p * set_words`.
    pub players: usize,
    /// Kinds; kind k's set is at `(players + k) * set_words`.
    pub kinds: usize,
    /// Where each variable lies.
    pub vars: Vec<Place>,
    /// Words of a position.
    pub len: usize,
}

/// Where a variable's values lie: value i at `offset + i * stride`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The first value.
    pub offset: usize,
    /// Words of one value.
    pub stride: usize,
    /// How many values.
    pub count: usize,
}

impl Layout {
    /// The plan for a board with so many players and kinds, and these variables.
    pub fn new(board: &Board, players: usize, kinds: usize, vars: &[Var]) -> Layout {
        let cells = board.len();
        let set_words = cells.div_ceil(64).max(1);
        let mut len = (players + kinds) * set_words;
        let vars = vars
            .iter()
            .map(|var| {
                let count = match var.index {
                    None => 1,
                    Some(IndexType::Cell) => cells,
                    Some(IndexType::Player) => players,
                    Some(IndexType::Dir) => board.dirs(),
                    Some(IndexType::Kind) => kinds,
                };
                let stride = if var.ty == VarType::Cells { set_words } else { 1 };
                let place = Place { offset: len, stride, count };
                len += count * stride;
                place
            })
            .collect();
        Layout { cells, set_words, players, kinds, vars, len }
    }

    /// Where the set of a player's pieces begins.
    pub fn player(&self, player: usize) -> usize {
        player * self.set_words
    }

    /// Where the set of a kind begins.
    pub fn kind(&self, kind: usize) -> usize {
        (self.players + kind) * self.set_words
    }
}
