//! The tree of a search: its nodes, the choice of the next one to visit, and what comes back from it.

use super::bounds::Bounds;
use super::later::{Made, was_made};
use super::moves::Moves;
use crate::game::rules::ActionId;
use crate::moves::Move;
use smallvec::SmallVec;
use std::ops::Range;

/// At most this many moves keep their numbers in another tree, though some are not needed any more.
const KEPT_MOVES: usize = 1 << 12;

/// Results are added in this part of a win, as whole numbers, which are exact however many there are.
const PART: f32 = 1.0 / 256.0;

/// What a win adds.
const WON: i32 = 256;

/// After this many visits of siblings, all their numbers are halved: sums have room for twice as many.
const MOST_VISITS: u32 = 1 << 22;

/// The root of every tree.
pub(super) const ROOT: u32 = 0;

/// What is known of a position: a quarter of a line of the processor's cache, because most of the time goes into reading nodes.
///
/// Before siblings, there is a node that stands for all of them, see [`Node::head`]: what they have in common is read without them.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(16))]
pub(super) struct Node {
    /// How often it has been visited, with visits that are under way; half as often, or less, if its siblings have had very many visits.
    pub visits: u32,
    /// The sum of the results for the player who moves to it, see [`Node::sum`]; a visit that is under way counts as lost.
    sum: i32,
    /// Where its children begin; 0 if they are not known yet. In a head, how often all siblings have been visited.
    first: u32,
    /// The number of the move that leads to it, and [`BOUNDED`] if something is certain about it: only then its bounds need to be
    /// read.
    mv: u32,
}

const BOUNDED: u32 = 1 << 31;

impl Node {
    fn to(mv: u32) -> Node {
        Node { mv, ..Node::default() }
    }

    /// Stands before siblings: keeps how many there are, who moves to them, what their visits have brought together, and whether something is
    /// certain about one of them.
    fn head(count: usize, mover: u8) -> Node {
        Node { visits: count as u32, mv: mover.into(), ..Node::default() }
    }

    /// The sum of the results for the player who moves to it.
    #[inline(always)]
    pub(super) fn sum(&self) -> f32 {
        self.sum as f32 * PART
    }

    /// Creates a node for tests.
    #[cfg(test)]
    pub(super) fn of(visits: u32, sum: f32) -> Node {
        Node { visits, sum: parts(sum), ..Node::default() }
    }

    fn halve(&mut self) {
        (self.visits, self.sum) = (self.visits / 2, self.sum / 2);
    }

    pub(super) fn is_bounded(&self) -> bool {
        self.mv & BOUNDED != 0
    }

    /// The number of the move; in a head, the player.
    pub(super) fn move_number(&self) -> u32 {
        self.mv & !BOUNDED
    }
}

fn parts(result: f32) -> i32 {
    (result / PART).round() as i32
}

/// What games have brought that passed a position's parent and had the position's move later, made by the same player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LaterGames {
    pub count: f32,
    /// The sum of the results for that player.
    pub sum: f32,
}

/// The positions visited so far.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// For each node, if these are used; nodes at the end may be missing.
    later: Vec<LaterGames>,
    moves: Moves,
    bounds: Bounds,
    /// Whether children of nodes have been dropped.
    has_gaps: bool,
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
        let (later, moves, bounds) = (Vec::new(), Moves::default(), Bounds::new(players));
        let mut tree = Tree { nodes: vec![Node::default()], later, moves, bounds, has_gaps: false };
        tree.bounds.grow(1);
        tree
    }

    /// Adds the children of a node, whose moves have these numbers.
    fn add(&mut self, node: u32, mover: u8, moves: impl ExactSizeIterator<Item = u32>) {
        self.nodes.push(Node::head(moves.len(), mover));
        self.nodes[node as usize].first = self.nodes.len() as u32;
        self.nodes.extend(moves.map(Node::to));
        self.bounds.grow(self.nodes.len());
    }

    /// Returns about how many bytes it takes.
    pub(super) fn bytes(&self) -> usize {
        let later = self.later.len() * size_of::<LaterGames>();
        self.nodes.len() * (size_of::<Node>() + Bounds::bytes(self.players())) + later + self.moves.bytes()
    }

    /// Returns how many nodes [`Tree::below`] keeps.
    pub(super) fn count_below(&self, root: u32, least: u32) -> usize {
        let (mut count, mut open) = (1, vec![root]);
        while let Some(node) = open.pop() {
            if node == root || self.visits(node) >= least {
                let children = self.children(node);
                count += children.len();
                open.extend(children.filter(|child| self.is_grown(*child)));
            }
        }
        count
    }

    /// Returns how often a node has been visited, with visits that are under way.
    pub(super) fn visits(&self, node: u32) -> u32 {
        self.nodes[node as usize].visits
    }

    /// Returns what the visits of a node have brought to the player who moves to it.
    pub(super) fn sum(&self, node: u32) -> f32 {
        self.nodes[node as usize].sum()
    }

    pub(super) fn move_to(&self, node: u32) -> &Move {
        self.moves.get(self.move_number(node))
    }

    /// Returns the head of the children, if they are known.
    fn family(&self, node: u32) -> Option<&Node> {
        self.nodes[node as usize].first.checked_sub(1).map(|head| &self.nodes[head as usize])
    }

    fn family_mut(&mut self, node: u32) -> Option<&mut Node> {
        self.nodes[node as usize].first.checked_sub(1).map(|head| &mut self.nodes[head as usize])
    }

    /// Returns the children, none if they are not known yet.
    pub(super) fn children(&self, node: u32) -> Range<u32> {
        let first = self.nodes[node as usize].first;
        first..first + self.family(node).map_or(0, |head| head.visits)
    }

    /// Returns what all visits of a grown node's children have brought on average, and whether something is certain about one of them.
    pub(super) fn survey(&self, node: u32) -> (f32, bool) {
        self.family(node).map_or((0.0, false), |head| (head.sum() / head.first.max(1) as f32, head.is_bounded()))
    }

    /// Returns the nodes of the children.
    pub(super) fn siblings(&self, node: u32) -> &[Node] {
        let children = self.children(node);
        &self.nodes[children.start as usize..children.end as usize]
    }

    /// Returns the results of moves made later for these nodes, if all of them have room for some.
    pub(super) fn later_of(&self, nodes: Range<u32>) -> Option<&[LaterGames]> {
        self.later.get(nodes.start as usize..nodes.end as usize)
    }

    /// Returns the results of moves made later for a node.
    pub(super) fn later(&self, node: u32) -> LaterGames {
        self.later.get(node as usize).copied().unwrap_or_default()
    }

    pub(super) fn is_grown(&self, node: u32) -> bool {
        self.nodes[node as usize].first > 0
    }

    /// Returns who is to move in a grown node.
    pub(super) fn mover(&self, node: u32) -> usize {
        self.family(node).map_or(0, |head| head.move_number() as usize)
    }

    /// Adds the children of a node, unless another thread was faster.
    pub(super) fn grow(&mut self, node: u32, grown: &Grown<'_>) {
        if self.is_grown(node) || grown.moves.is_empty() {
            return;
        }
        let mut moves = std::mem::take(&mut self.moves);
        self.add(node, grown.mover, grown.moves.iter().map(|mv| moves.number(mv)));
        self.moves = moves;
        let first = self.children(node).start;
        for (index, returns) in grown.ends {
            self.decide(first + index, returns);
        }
    }

    /// Sets the result of a node in which the game is over.
    pub(super) fn decide(&mut self, node: u32, returns: &[f32]) {
        self.bounds.set(node, returns);
        self.nodes[node as usize].mv |= BOUNDED;
    }

    /// Works out what is certain about a grown node from its children; returns whether that is more than before.
    pub(super) fn narrow(&mut self, node: u32) -> bool {
        let (children, mover) = (self.children(node), self.mover(node));
        let any = self.siblings(node).iter().any(Node::is_bounded);
        if !self.nodes[node as usize].is_bounded() && !any {
            return false;
        }
        if any {
            self.nodes[children.start as usize - 1].mv |= BOUNDED;
        }
        let is_narrower = self.bounds.narrow(node, children, mover);
        if is_narrower {
            self.nodes[node as usize].mv |= BOUNDED;
        }
        is_narrower
    }

    /// Returns the least and the most that a player can reach from a node.
    #[inline]
    pub(super) fn bounds(&self, node: u32, player: usize) -> (f32, f32) {
        if self.nodes[node as usize].is_bounded() { self.bounds.of(node, player) } else { Bounds::NONE }
    }

    /// Returns whether a decided node without children may be one whose children were dropped.
    pub(super) fn has_gaps(&self) -> bool {
        self.has_gaps
    }

    /// Returns whether it is known what every player reaches from a node.
    #[inline]
    pub(super) fn is_closed(&self, node: u32) -> bool {
        self.nodes[node as usize].is_bounded() && self.bounds.is_closed(node)
    }

    /// Returns the number of players.
    pub(super) fn players(&self) -> usize {
        self.bounds.players()
    }

    /// Returns the number of the move that leads to a node; equal moves share it.
    pub(super) fn move_number(&self, node: u32) -> u32 {
        self.nodes[node as usize].move_number()
    }

    /// Returns the number of a move, if a node has it.
    pub(super) fn find_number(&self, action: ActionId, values: &[i32]) -> Option<u32> {
        self.moves.find(action, values)
    }

    /// Counts a visit of a node below another one that is under way: until it is back, it counts as lost.
    pub(super) fn enter(&mut self, above: Option<u32>, node: u32) {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        node.sum -= WON;
        match above {
            Some(above) => {
                let Some(head) = self.family_mut(above) else { return };
                head.first += 1;
                head.sum -= WON;
                if head.first >= MOST_VISITS {
                    self.halve_children(above);
                }
            }
            None if node.visits >= MOST_VISITS => node.halve(),
            None => {}
        }
    }

    /// Halves what the visits of the children have brought together: their values and their shares of the visits stay as they are.
    #[cold]
    fn halve_children(&mut self, node: u32) {
        let children = self.children(node);
        let (from, to) = (children.start as usize, children.end as usize);
        self.nodes[from..to].iter_mut().for_each(Node::halve);
        for games in self.later.iter_mut().take(to).skip(from) {
            (games.count, games.sum) = (games.count / 2.0, games.sum / 2.0);
        }
        let visits = self.siblings(node).iter().map(|child| child.visits).sum();
        let sum = self.siblings(node).iter().map(|child| child.sum).sum();
        if let Some(head) = self.family_mut(node) {
            (head.first, head.sum) = (visits, sum);
        }
    }

    /// Brings the result of a visit back to a node below another one; `result` is for the player who moved to it.
    pub(super) fn back_up(&mut self, above: Option<u32>, node: u32, result: f32) {
        let more = WON + parts(result);
        self.nodes[node as usize].sum += more;
        if let Some(head) = above.and_then(|above| self.family_mut(above)) {
            head.sum += more;
        }
    }

    /// Brings a result to those children whose moves were made later by the same player.
    pub(super) fn back_up_later(&mut self, node: u32, result: f32, made: &Made) {
        let children = self.children(node);
        let (from, to) = (children.start as usize, children.end as usize);
        if self.later.len() < to {
            self.later.resize(self.nodes.len(), LaterGames::default());
        }
        for (games, child) in self.later[from..to].iter_mut().zip(&self.nodes[from..to]) {
            let was_made = was_made(made, child.move_number());
            games.count += was_made;
            games.sum += result * was_made;
        }
    }

    /// Returns the tree below a node, without the children of nodes that have been visited less often than `least`.
    pub(super) fn below(&self, root: u32, least: u32) -> Tree {
        let mut tree = Tree { has_gaps: self.has_gaps, ..Tree::new(self.bounds.players()) };
        let keeps_numbers = self.moves.len() <= KEPT_MOVES;
        if keeps_numbers {
            tree.moves = self.moves.clone();
        }
        let mut open = vec![(root, ROOT)];
        while let Some((from, to)) = open.pop() {
            let node = self.nodes[from as usize];
            let copy = &mut tree.nodes[to as usize];
            (copy.visits, copy.sum, copy.mv) = (node.visits, node.sum, copy.mv | node.mv & BOUNDED);
            if let Some(games) = self.later.get(from as usize) {
                tree.later.resize(tree.nodes.len(), LaterGames::default());
                tree.later[to as usize] = *games;
            }
            tree.bounds.copy(to, &self.bounds, from);
            let children = self.children(from);
            if children.is_empty() {
                continue;
            }
            if from != root && node.visits < least {
                tree.has_gaps = true;
                continue;
            }
            let mut moves = std::mem::take(&mut tree.moves);
            let numbers = children.clone().map(|child| match self.move_number(child) {
                number if keeps_numbers => number,
                number => moves.number(self.moves.get(number)),
            });
            tree.add(to, self.mover(from) as u8, numbers);
            if let (Some(head), Some(copy)) = (self.family(from), tree.family_mut(to)) {
                *copy = *head;
            }
            tree.moves = moves;
            open.extend(children.zip(tree.children(to)));
        }
        tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// One move always wins, another one brings nothing on average.
    #[test]
    fn very_many_visits_do_not_wear_values_out() {
        let moves: Vec<Move> =
            (0..2).map(|n| Move { action: ActionId(0), values: [n].into_iter().collect() }).collect();
        let mut tree = Tree::new(2);
        tree.grow(ROOT, &Grown { mover: 0, moves: &moves, ends: &[] });
        let first = tree.children(ROOT).start;
        for n in 0..5 * MOST_VISITS {
            let (child, result) =
                if n % 4 == 3 { (first + 1, if n % 8 == 3 { 0.75 } else { -0.75 }) } else { (first, 1.0) };
            tree.enter(None, ROOT);
            tree.enter(Some(ROOT), child);
            tree.back_up(Some(ROOT), child, result);
            tree.back_up(None, ROOT, -result);
        }
        let [one, other] =
            [first, first + 1].map(|child| (tree.sum(child) / tree.visits(child) as f32, tree.visits(child) as f32));
        assert!((one.0 - 1.0).abs() < 1e-5 && other.0.abs() < 1e-5, "{one:?} {other:?}");
        assert!((one.1 / other.1 - 3.0).abs() < 1e-3 && tree.visits(ROOT) <= MOST_VISITS);
        assert!((tree.survey(ROOT).0 - 0.75).abs() < 1e-5);
    }

    #[test]
    fn heads_have_what_their_siblings_have_together() {
        let moves: Vec<Move> =
            (0..5).map(|n| Move { action: ActionId(0), values: [n].into_iter().collect() }).collect();
        let (mut tree, mut rng) = (Tree::new(2), Rng::new(1));
        for _ in 0..400 {
            let (mut way, mut node) = (vec![], ROOT);
            while tree.is_grown(node) {
                way.push(node);
                node = tree.children(node).start + rng.below(moves.len()) as u32;
            }
            tree.grow(node, &Grown { mover: (way.len() % 2) as u8, moves: &moves, ends: &[] });
            way.push(node);
            let result = rng.below(3) as f32 - 1.0;
            for (n, node) in way.iter().enumerate() {
                let above = n.checked_sub(1).map(|above| way[above]);
                tree.enter(above, *node);
                tree.back_up(above, *node, if n % 2 == 0 { -result } else { result });
            }
        }
        let leaf = tree.children(ROOT).start;
        tree.decide(leaf, &[1.0, -1.0]);
        assert!(tree.narrow(ROOT));
        for tree in [tree.below(ROOT, 0), tree] {
            let mut open = vec![ROOT];
            while let Some(node) = open.pop() {
                let of = tree.siblings(node);
                let visits: u32 = of.iter().map(|child| child.visits).sum();
                let sum: f32 = of.iter().map(Node::sum).sum();
                assert_eq!(tree.survey(node), (sum / visits.max(1) as f32, node == ROOT));
                open.extend(tree.children(node).filter(|child| tree.is_grown(*child)));
            }
        }
    }
}
