//! The tree of a search: its nodes, the choice of the next one to visit, and what comes back from it.

use super::bounds::Bounds;
use super::later::Later;
use crate::game::rules::ActionId;
use crate::moves::{Move, Values};
use crate::rng::Rng;
use smallvec::SmallVec;

/// The root of every tree.
pub(super) const ROOT: u32 = 0;

/// What is known of a move from playing it out.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stats {
    /// How often it has been visited, with visits that are under way.
    pub visits: u32,
    /// The sum of the results for the player who makes it; a visit that is under way counts as lost.
    pub sum: f32,
    /// How often a game that passed its parent had this move later, made by the same player.
    pub later: u32,
    /// The sum of the results of these games for that player.
    pub later_sum: f32,
}

/// A position of the tree.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// Where its children begin.
    first: u32,
    /// How many there are; 0 if they are not known yet.
    count: u32,
    /// Who is to move, once the children are known.
    mover: u8,
}

/// How a tree is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selection {
    /// How much rarely visited moves are preferred.
    pub explore: f32,
    /// How much less than its siblings an unvisited move is worth.
    pub first_play: f32,
    /// How many visits the results of the same move made later are worth; 0 if they are not used.
    pub later: f32,
    /// How many visits a node needs so that its own results of moves made later are used, not those of a node above it.
    pub reference: u32,
}

/// The positions visited so far.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    stats: Vec<Stats>,
    /// The move that leads to each node.
    moves: Vec<Move>,
    /// A number for each move that equal moves share.
    keys: Vec<u32>,
    pub bounds: Bounds,
}

/// The children of a node that has been looked at.
pub(super) struct Grown<'g> {
    pub mover: u8,
    pub moves: &'g [Move],
    /// The results of those children that end the game.
    pub ends: &'g [(u32, SmallVec<[f32; 4]>)],
}

impl Tree {
    pub(super) fn new(players: usize) -> Tree {
        let mut tree = Tree {
            nodes: Vec::new(),
            stats: Vec::new(),
            moves: Vec::new(),
            keys: Vec::new(),
            bounds: Bounds::new(players),
        };
        tree.add(&[Move { action: ActionId(0), values: Values::new() }]);
        tree
    }

    /// Adds nodes for these moves.
    fn add(&mut self, moves: &[Move]) {
        self.moves.extend_from_slice(moves);
        self.keys.extend(moves.iter().map(key));
        self.nodes.resize(self.moves.len(), Node::default());
        self.stats.resize(self.moves.len(), Stats::default());
        self.bounds.grow(self.moves.len());
    }

    /// Returns the number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns how many bytes a node takes.
    pub(super) fn node_bytes(players: usize) -> usize {
        size_of::<Node>() + size_of::<Stats>() + size_of::<Move>() + size_of::<u32>() + Bounds::bytes(players)
    }

    pub(super) fn stats(&self, node: u32) -> &Stats {
        &self.stats[node as usize]
    }

    pub(super) fn move_to(&self, node: u32) -> &Move {
        &self.moves[node as usize]
    }

    /// Returns the children, none if they are not known yet.
    pub(super) fn children(&self, node: u32) -> std::ops::Range<u32> {
        let Node { first, count, .. } = self.nodes[node as usize];
        first..first + count
    }

    pub(super) fn is_grown(&self, node: u32) -> bool {
        self.nodes[node as usize].count > 0
    }

    /// Returns who is to move in a grown node.
    pub(super) fn mover(&self, node: u32) -> usize {
        usize::from(self.nodes[node as usize].mover)
    }

    /// Adds the children of a node, unless another thread was faster.
    pub(super) fn grow(&mut self, node: u32, grown: &Grown<'_>) {
        if self.is_grown(node) || grown.moves.is_empty() {
            return;
        }
        let first = self.nodes.len() as u32;
        self.add(grown.moves);
        self.nodes[node as usize] = Node { first, count: grown.moves.len() as u32, mover: grown.mover };
        for (index, returns) in grown.ends {
            self.bounds.set(first + index, returns);
        }
    }

    /// Chooses the child of a grown node to visit next; `later` has the node whose results of moves made later count.
    pub(super) fn select(&self, node: u32, later: &Later, by: &Selection, rng: &mut Rng) -> u32 {
        let mover = self.mover(node);
        let children = self.children(node);
        let parent = &self.stats[node as usize];
        let (worst, _) = self.bounds.of(node, mover);
        let log = (parent.visits.max(1) as f32).ln();
        let (mut seen, mut seen_sum) = (0, 0.0);
        for child in children.clone() {
            let stats = &self.stats[child as usize];
            seen += stats.visits;
            seen_sum += stats.sum;
        }
        let first_play = if seen > 0 { seen_sum / seen as f32 - by.first_play } else { 0.0 };
        let offset = rng.below(children.len()) as u32;
        let (mut best, mut best_value) = (children.start + offset, f32::NEG_INFINITY);
        for n in (offset..children.len() as u32).chain(0..offset) {
            let child = children.start + n;
            let (least, most) = self.bounds.of(child, mover);
            // A visit can only teach something where more than what is certain may be reached.
            if most <= worst || least == most {
                continue;
            }
            let stats = &self.stats[child as usize];
            let mut value = match stats.visits {
                0 => first_play,
                visits => stats.sum / visits as f32,
            };
            if by.later > 0.0 {
                let other =
                    if later.node() == node { Some(child) } else { later.find(self, self.keys[child as usize]) };
                if let Some(other) = other.map(|other| &self.stats[other as usize]).filter(|other| other.later > 0) {
                    let (visits, others) = (stats.visits as f32, other.later as f32);
                    let share = others / (others + visits + others * visits / by.later);
                    value = (1.0 - share) * value + share * other.later_sum / others;
                }
            }
            let value = value.clamp(least, most);
            let value = value + by.explore * (log / stats.visits.max(1) as f32).sqrt();
            if value > best_value {
                (best, best_value) = (child, value);
            }
        }
        best
    }

    /// Returns the number that this node's move shares with equal moves.
    pub(super) fn key(&self, node: u32) -> u32 {
        self.keys[node as usize]
    }

    /// Counts a visit that is under way: until it is back, it counts as lost.
    pub(super) fn enter(&mut self, node: u32) {
        let stats = &mut self.stats[node as usize];
        stats.visits += 1;
        stats.sum -= 1.0;
    }

    /// Brings the result of a visit back to a node; `result` is for the player who moved to it.
    pub(super) fn back_up(&mut self, node: u32, result: f32) {
        self.stats[node as usize].sum += 1.0 + result;
    }

    /// Brings a result to those children whose moves were made later by the same player.
    pub(super) fn back_up_later(&mut self, node: u32, result: f32, made: impl Fn(u32) -> bool) {
        for child in self.children(node) {
            if made(self.keys[child as usize]) {
                let stats = &mut self.stats[child as usize];
                stats.later += 1;
                stats.later_sum += result;
            }
        }
    }

    /// Returns the tree below a node, without the children of nodes that have been visited less often than `least`.
    pub(super) fn below(&self, root: u32, least: u32) -> Tree {
        let mut tree = Tree::new(self.bounds.players());
        let mut open = vec![(root, ROOT)];
        while let Some((from, to)) = open.pop() {
            tree.stats[to as usize] = self.stats[from as usize];
            tree.bounds.copy(to, &self.bounds, from);
            let children = self.children(from);
            if children.is_empty() || from != root && self.stats[from as usize].visits < least {
                continue;
            }
            let (start, end) = (children.start as usize, children.end as usize);
            let first = tree.nodes.len() as u32;
            tree.add(&self.moves[start..end]);
            tree.nodes[to as usize] = Node { first, ..self.nodes[from as usize] };
            open.extend(children.enumerate().map(|(n, child)| (child, first + n as u32)));
        }
        tree
    }
}

/// Returns a number for a move that equal moves share.
pub(super) fn key(mv: &Move) -> u32 {
    let fold = |key: u64, value: i32| (key ^ value as u32 as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let key = mv.values.iter().fold(u64::from(mv.action.0) + 1, |key, value| fold(key, *value));
    (key ^ key >> 32) as u32
}
