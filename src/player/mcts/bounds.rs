//! What is certain about the nodes of a tree: the least and the most that each player can reach.
//!
//! With score bounds (Cazenave, Saffidine: "Score Bounded Monte-Carlo Tree Search", 2010) a search sees not only wins, but
//! any result that best play leads to. Of two players, whose results add up to nothing, only the first one's bounds are
//! kept. Of more, each player's are: of the moves that are not certainly worse for the others than another one, they may make those
//! that do him the most harm or good. Who can win alone does so.

use std::ops::Range;

/// The bounds of all nodes.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    players: usize,
    /// The least and the most, for each node and player.
    known: Vec<(f32, f32)>,
}

impl Bounds {
    /// The least and the most of a node of which nothing is known.
    pub(super) const NONE: (f32, f32) = (-1.0, 1.0);

    pub(super) fn new(players: usize) -> Bounds {
        Bounds { players, known: Vec::new() }
    }

    pub(super) fn players(&self) -> usize {
        self.players
    }

    /// Returns for how many players bounds are kept.
    fn kept(players: usize) -> usize {
        if players == 2 { 1 } else { players }
    }

    /// Returns how many bytes a node takes.
    pub(super) fn bytes(players: usize) -> usize {
        Bounds::kept(players) * size_of::<(f32, f32)>()
    }

    /// Makes room for this many nodes, of which nothing is known yet.
    pub(super) fn grow(&mut self, nodes: usize) {
        self.known.resize(nodes * Bounds::kept(self.players), Bounds::NONE);
    }

    /// Returns the least and the most that a player can reach from a node.
    #[inline]
    pub(super) fn of(&self, node: u32, player: usize) -> (f32, f32) {
        match (self.players, player) {
            (2, 0) => self.known[node as usize],
            (2, _) => {
                let (least, most) = self.known[node as usize];
                (-most, -least)
            }
            (players, player) => self.known[node as usize * players + player],
        }
    }

    /// Returns whether it is known what a player reaches.
    fn is_decided(&self, node: u32, player: usize) -> bool {
        let (least, most) = self.of(node, player);
        least == most
    }

    /// Returns whether it is known what every player reaches.
    pub(super) fn is_closed(&self, node: u32) -> bool {
        (0..Bounds::kept(self.players)).all(|player| self.is_decided(node, player))
    }

    /// Sets the result of a node in which the game is over.
    pub(super) fn set(&mut self, node: u32, returns: &[f32]) {
        let kept = Bounds::kept(self.players);
        for (player, result) in returns.iter().enumerate().take(kept) {
            self.known[node as usize * kept + player] = (*result, *result);
        }
    }

    /// Copies the bounds of another tree's node.
    pub(super) fn copy(&mut self, to: u32, from: &Bounds, node: u32) {
        let kept = Bounds::kept(self.players);
        let (to, from_at) = (to as usize * kept, node as usize * kept);
        self.known[to..to + kept].copy_from_slice(&from.known[from_at..from_at + kept]);
    }

    /// Works out the bounds of a node from its children's; returns whether they became narrower.
    pub(super) fn narrow(&mut self, node: u32, children: Range<u32>, mover: usize) -> bool {
        let players = self.players;
        let kept = Bounds::kept(players);
        // Of two players, one's best is the other's worst.
        let certain = match players {
            2 => Bounds::NONE.0,
            _ => children.clone().map(|child| self.of(child, mover).0).fold(Bounds::NONE.0, f32::max),
        };
        let mut is_narrower = false;
        for player in 0..kept {
            let chosen = children.clone().filter(|child| self.of(*child, mover).1 >= certain);
            let all = chosen.map(|child| self.of(child, player));
            let one = |pick: fn(f32, f32) -> f32, other: fn(f32, f32) -> f32| {
                all.reduce(|(least, most), (low, high)| (pick(least, low), other(most, high)))
            };
            let found = match player == mover {
                true => one(f32::max, f32::max),
                false if players == 2 => one(f32::min, f32::min),
                false if certain == Bounds::NONE.1 => {
                    let lost = (-1.0 / (players - 1) as f64) as f32;
                    Some((lost, lost))
                }
                false => one(f32::min, f32::max),
            };
            let Some(found) = found else { continue };
            let known = &mut self.known[node as usize * kept + player];
            is_narrower |= *known != found;
            *known = found;
        }
        is_narrower
    }
}
