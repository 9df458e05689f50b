//! Moves that were made later: what a move is worth if it is made at some time is a first guess at what it is worth now.
//!
//! RAVE (Gelly, Silver: "Combining Online and Offline Knowledge in UCT", 2007) keeps the results of these moves for each node,
//! GRAVE (Cazenave: "Generalized Rapid Action Value Estimation", 2015) takes those of a node above it as long as there are
//! few.

use super::tree::Tree;

/// The moves of one player in one game, and the node whose results of moves made later are used.
pub(super) struct Later {
    node: u32,
    /// The node whose children are known, and when they were noted.
    known: u32,
    noted: u32,
    /// For the last digits of a move's number, the child of that node by that move: when it was noted, the number, the child.
    children: Vec<(u32, u32, u32)>,
    /// For the last digits of a move's number, for each player, 1 if that player made it first in this game, else 0.
    made: Vec<Made>,
    /// The players and the digits for which there is a 1.
    noted_moves: Vec<(usize, usize)>,
}

/// For the last digits of a move's number, 1 or 0: adding it takes no branch.
pub(super) type Made = Box<[f32; 1 << DIGITS]>;

/// How many last digits of a number, in base 2, tell moves apart. Two moves that share them share their results.
const DIGITS: u32 = 12;

const NONE: u32 = u32::MAX;

/// Returns the last digits of a move's number.
fn digits(number: u32) -> usize {
    (number & ((1 << DIGITS) - 1)) as usize
}

impl Later {
    pub(super) fn new(players: usize) -> Later {
        let made = (0..players).map(|_| Box::new([0.0; 1 << DIGITS])).collect();
        let (children, noted_moves) = (vec![(0, 0, 0); 1 << DIGITS], Vec::new());
        Later { node: NONE, known: NONE, noted: 0, children, made, noted_moves }
    }

    /// Returns the node whose results are used.
    pub(super) fn node(&self) -> u32 {
        self.node
    }

    /// Uses the results of a grown node.
    pub(super) fn look_at(&mut self, node: u32) {
        self.node = node;
    }

    /// Prepares to find children of the node.
    pub(super) fn prepare(&mut self, tree: &Tree) {
        if self.known == self.node {
            return;
        }
        self.known = self.node;
        self.noted += 1;
        for child in tree.children(self.node) {
            let number = tree.move_number(child);
            self.children[digits(number)] = (self.noted, number, child);
        }
    }

    /// Uses the results of no node: their numbers have changed.
    pub(super) fn forget(&mut self) {
        (self.node, self.known) = (NONE, NONE);
    }

    /// Returns the node's child by the move with this number, after [`Later::prepare`].
    pub(super) fn find(&self, number: u32) -> Option<u32> {
        let (noted, other, child) = self.children[digits(number)];
        (noted == self.noted && other == number).then_some(child)
    }

    /// Begins another game.
    pub(super) fn begin(&mut self) {
        for (player, digits) in self.noted_moves.drain(..) {
            self.made[player][digits] = 0.0;
        }
    }

    /// Notes that a player made the move with this number before all that are noted. Where a place is taken and filled again, as in Go, the move
    /// counts for the player who made it first.
    pub(super) fn note_before(&mut self, player: usize, number: u32) {
        self.made.iter_mut().for_each(|made| made[digits(number)] = 0.0);
        self.made[player][digits(number)] = 1.0;
        self.noted_moves.push((player, digits(number)));
    }

    /// Notes that a player made the move with this number after all that are noted.
    pub(super) fn note_after(&mut self, player: usize, number: u32) {
        if self.made.iter().all(|made| made[digits(number)] == 0.0) {
            self.made[player][digits(number)] = 1.0;
            self.noted_moves.push((player, digits(number)));
        }
    }

    /// Returns which moves a player made before anybody else in this game; [`was_made`] reads it.
    pub(super) fn made(&self, player: usize) -> &Made {
        &self.made[player]
    }
}

/// Returns 1 if the move with this number was made, else 0.
pub(super) fn was_made(made: &Made, number: u32) -> f32 {
    made[digits(number)]
}
