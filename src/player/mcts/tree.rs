//! The tree of a search: its nodes, the choice of the next one to visit, and what comes back from it.

use super::bounds::Bounds;
use super::later::Later;
use super::moves::Moves;
use crate::moves::Move;
use crate::rng::Rng;
use smallvec::SmallVec;

/// At most this many moves keep their numbers in another tree, though some are not needed any more.
const KEPT_MOVES: usize = 1 << 12;

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

/// A position of the tree: half a line of the processor's cache, because most of the time goes into reading nodes.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(32))]
struct Node {
    stats: Stats,
    /// Where its children begin.
    first: u32,
    /// How many there are; 0 if they are not known yet.
    count: u32,
    /// The number of the move that leads to it.
    mv: u32,
    /// Who is to move, once the children are known.
    mover: u8,
    /// Whether something is certain about it: only then its bounds need to be read.
    is_bounded: bool,
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
    moves: Moves,
    bounds: Bounds,
}

/// The children of a node that has been looked at.
pub(super) struct Grown<'g> {
    pub mover: u8,
    pub moves: &'g [Move],
    /// The results of those children that end the game.
    pub ends: &'g [(u32, SmallVec<[f32; 4]>)],
}

impl Tree {
    /// A tree of more bytes may have more nodes than there are numbers.
    pub(super) const MOST_BYTES: usize = (u32::MAX as usize / 2).saturating_mul(size_of::<Node>());

    pub(super) fn new(players: usize) -> Tree {
        let mut tree = Tree { nodes: Vec::new(), moves: Moves::default(), bounds: Bounds::new(players) };
        tree.add([0]);
        tree
    }

    /// Adds nodes for the moves with these numbers.
    fn add(&mut self, moves: impl IntoIterator<Item = u32>) {
        self.nodes.extend(moves.into_iter().map(|mv| Node { mv, ..Node::default() }));
        self.bounds.grow(self.nodes.len());
    }

    /// Returns about how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * (size_of::<Node>() + Bounds::bytes(self.players())) + self.moves.bytes()
    }

    /// Returns how many nodes [`Tree::below`] keeps.
    pub(super) fn count_below(&self, root: u32, least: u32) -> usize {
        let (mut count, mut open) = (1, vec![root]);
        while let Some(node) = open.pop() {
            if node == root || self.stats(node).visits >= least {
                let children = self.children(node);
                count += children.len();
                open.extend(children.filter(|child| self.is_grown(*child)));
            }
        }
        count
    }

    pub(super) fn stats(&self, node: u32) -> &Stats {
        &self.nodes[node as usize].stats
    }

    pub(super) fn move_to(&self, node: u32) -> &Move {
        self.moves.get(self.nodes[node as usize].mv)
    }

    fn children_of(&self, node: u32) -> &[Node] {
        let Node { first, count, .. } = self.nodes[node as usize];
        &self.nodes[first as usize..][..count as usize]
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
        let Tree { nodes, moves, bounds } = self;
        nodes.extend(grown.moves.iter().map(|mv| Node { mv: moves.number(mv), ..Node::default() }));
        bounds.grow(nodes.len());
        let grows = &mut self.nodes[node as usize];
        (grows.first, grows.count, grows.mover) = (first, grown.moves.len() as u32, grown.mover);
        for (index, returns) in grown.ends {
            self.decide(first + index, returns);
        }
    }

    /// Sets the result of a node in which the game is over.
    pub(super) fn decide(&mut self, node: u32, returns: &[f32]) {
        self.bounds.set(node, returns);
        self.nodes[node as usize].is_bounded = true;
    }

    /// Works out what is certain about a grown node from its children; returns whether that is more than before.
    pub(super) fn narrow(&mut self, node: u32) -> bool {
        let Node { mover, is_bounded, .. } = self.nodes[node as usize];
        let children = self.children(node);
        let range = children.start as usize..children.end as usize;
        if !is_bounded && !self.nodes[range].iter().any(|child| child.is_bounded) {
            return false;
        }
        let is_narrower = self.bounds.narrow(node, children, mover.into());
        self.nodes[node as usize].is_bounded |= is_narrower;
        is_narrower
    }

    /// Returns the least and the most that a player can reach from a node.
    #[inline]
    pub(super) fn bounds(&self, node: u32, player: usize) -> (f32, f32) {
        if self.nodes[node as usize].is_bounded { self.bounds.of(node, player) } else { Bounds::NONE }
    }

    /// Returns whether it is known what every player reaches from a node.
    #[inline]
    pub(super) fn is_closed(&self, node: u32) -> bool {
        self.nodes[node as usize].is_bounded && self.bounds.is_closed(node)
    }

    /// Returns the number of players.
    pub(super) fn players(&self) -> usize {
        self.bounds.players()
    }

    /// Chooses the child of a grown node to visit next; `later` has the node whose results of moves made later count.
    pub(super) fn select(&self, node: u32, later: &Later, by: &Selection, rng: &mut Rng) -> u32 {
        let mover = self.mover(node);
        let first = self.nodes[node as usize].first;
        let children = self.children_of(node);
        let (worst, _) = self.bounds(node, mover);
        let log = (self.stats(node).visits.max(1) as f32).ln();
        let unsure = by.explore * log.sqrt();
        let mut first_play = None;
        let offset = rng.below(children.len());
        let (before, after) = children.split_at(offset);
        let (mut best, mut best_value) = (first + offset as u32, f32::NEG_INFINITY);
        for (at, part) in [(offset, after), (0, before)] {
            for (n, child) in part.iter().enumerate() {
                let number = first + (at + n) as u32;
                let (least, most) = self.bounds(number, mover);
                // A visit can only teach something where more than what is certain may be reached.
                if most <= worst || least == most {
                    continue;
                }
                let Node { stats, mv, .. } = child;
                let (mut value, doubt) = match stats.visits {
                    0 => (*first_play.get_or_insert_with(|| mean(children) - by.first_play), 1.0),
                    visits => {
                        let doubt = 1.0 / (visits as f32).sqrt();
                        (stats.sum * doubt * doubt, doubt)
                    }
                };
                if by.later > 0.0 {
                    let other = if later.node() == node { Some(number) } else { later.find(*mv) };
                    if let Some(other) = other.map(|other| self.stats(other)).filter(|other| other.later > 0) {
                        let (visits, others) = (stats.visits as f32, other.later as f32);
                        let share = others / (others + visits + others * visits / by.later);
                        value = (1.0 - share) * value + share * other.later_sum / others;
                    }
                }
                let value = value.clamp(least, most) + unsure * doubt;
                if value > best_value {
                    (best, best_value) = (number, value);
                }
            }
        }
        best
    }

    /// Returns the number of the move that leads to a node; equal moves share it.
    pub(super) fn move_number(&self, node: u32) -> u32 {
        self.nodes[node as usize].mv
    }

    /// Returns the number of a move, if a node has it.
    pub(super) fn find_number(&self, mv: &Move) -> Option<u32> {
        self.moves.find(mv)
    }

    /// Counts a visit that is under way: until it is back, it counts as lost.
    pub(super) fn enter(&mut self, node: u32) {
        let stats = &mut self.nodes[node as usize].stats;
        stats.visits += 1;
        stats.sum -= 1.0;
    }

    /// Brings the result of a visit back to a node; `result` is for the player who moved to it.
    pub(super) fn back_up(&mut self, node: u32, result: f32) {
        self.nodes[node as usize].stats.sum += 1.0 + result;
    }

    /// Brings a result to those children whose moves were made later by the same player.
    pub(super) fn back_up_later(&mut self, node: u32, result: f32, made: impl Fn(u32) -> bool) {
        let children = self.children(node);
        for child in &mut self.nodes[children.start as usize..children.end as usize] {
            if made(child.mv) {
                child.stats.later += 1;
                child.stats.later_sum += result;
            }
        }
    }

    /// Returns the tree below a node, without the children of nodes that have been visited less often than `least`.
    pub(super) fn below(&self, root: u32, least: u32) -> Tree {
        let mut tree = Tree::new(self.bounds.players());
        let keeps_numbers = self.moves.len() <= KEPT_MOVES;
        if keeps_numbers {
            tree.moves = self.moves.clone();
        }
        let mut open = vec![(root, ROOT)];
        while let Some((from, to)) = open.pop() {
            let Node { stats, is_bounded, .. } = self.nodes[from as usize];
            let copy = &mut tree.nodes[to as usize];
            (copy.stats, copy.is_bounded) = (stats, is_bounded);
            tree.bounds.copy(to, &self.bounds, from);
            let children = self.children(from);
            if children.is_empty() || from != root && stats.visits < least {
                continue;
            }
            let first = tree.nodes.len() as u32;
            for child in children.clone() {
                let number = self.move_number(child);
                let number = if keeps_numbers { number } else { tree.moves.number(self.moves.get(number)) };
                tree.add([number]);
            }
            let Node { count, mover, .. } = self.nodes[from as usize];
            let copy = &mut tree.nodes[to as usize];
            (copy.first, copy.count, copy.mover) = (first, count, mover);
            open.extend(children.enumerate().map(|(n, child)| (child, first + n as u32)));
        }
        tree
    }
}

/// Returns what all visits of some siblings have brought on average.
fn mean(siblings: &[Node]) -> f32 {
    let visits: u32 = siblings.iter().map(|node| node.stats.visits).sum();
    let sum: f32 = siblings.iter().map(|node| node.stats.sum).sum();
    sum / visits.max(1) as f32
}
