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
    /// For the last digits of a move's number, for each player, when it was seen last.
    seen: Vec<Vec<u32>>,
    now: u32,
}

/// How many last digits of a number, in base 2, tell moves apart. Two moves that share them share their results.
const DIGITS: u32 = 12;

const NONE: u32 = u32::MAX;

/// Returns the last digits of a move's number.
fn digits(number: u32) -> usize {
    (number & ((1 << DIGITS) - 1)) as usize
}

impl Later {
    pub(super) fn new(players: usize) -> Later {
        let seen = vec![vec![0; 1 << DIGITS]; players];
        Later { node: NONE, known: NONE, noted: 0, children: vec![(0, 0, 0); 1 << DIGITS], seen, now: 0 }
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
        self.now += 1;
    }

    /// Notes that a player made the move with this number.
    pub(super) fn note(&mut self, player: usize, number: u32) {
        self.seen[player][digits(number)] = self.now;
    }

    /// Returns whether the player made the move with this number in this game.
    pub(super) fn has(&self, player: usize, number: u32) -> bool {
        self.seen[player][digits(number)] == self.now
    }
}
