//! What a search tells about its root.

use super::bounds::Bounds;
use super::search::Shared;
use super::tree::{ROOT, Tree};
use crate::player::{Judgment, Line};
use std::cmp::Reverse;

/// The most moves in a line.
const LINE: usize = 12;

/// Returns what the visits of a node and what is certain about it say that it is worth to the player who moves to it. One more game counts
/// as drawn: a few games do not make a result certain.
fn value(tree: &Tree, node: u32, mover: usize) -> f32 {
    let (least, most) = tree.bounds(node, mover);
    let mean = tree.sum(node) / (tree.visits(node) + 1) as f32;
    mean.clamp(least, most)
}

/// Returns the children of a grown node, best first: what is certain if nothing else promises more, then by visits.
pub(super) fn best_first(tree: &Tree, node: u32) -> Vec<u32> {
    let mover = tree.mover(node);
    let mut children: Vec<u32> = tree.children(node).collect();
    let (certain, _) = tree.bounds(node, mover);
    let is_open = |child: &&u32| tree.bounds(**child, mover).1 > certain;
    let open = children.iter().filter(is_open).max_by_key(|child| tree.visits(**child));
    // A certain loss is never better than what is open.
    let is_surpassed = open.is_some_and(|open| certain <= Bounds::NONE.0 || value(tree, *open, mover) > certain);
    let rank = |child: u32| {
        let (least, most) = tree.bounds(child, mover);
        let class = match (least >= certain, most > certain) {
            (false, false) => 0,
            (true, _) if !is_surpassed => 3,
            (_, true) => 2,
            (true, false) => 1,
        };
        (class, tree.visits(child), tree.sum(child))
    };
    children.sort_by(|one, other| {
        let (one, other) = (rank(*one), rank(*other));
        (other.0, other.1).cmp(&(one.0, one.1)).then(other.2.total_cmp(&one.2))
    });
    children
}

/// Returns the children of the root, best first. Where all moves of one of two players lose for certain, those that hold out longest come
/// first, and it says for how many plies that is.
fn root_best_first(tree: &Tree) -> Vec<(u32, Option<u32>)> {
    let (children, mover) = (best_first(tree, ROOT), tree.mover(ROOT));
    let is_lost = tree.players() == 2 && tree.bounds(ROOT, mover).1 <= Bounds::NONE.0 && !tree.has_gaps();
    let plies = |child: u32| is_lost.then(|| 1 + plies_to_win(tree, child, 1 - mover));
    let mut children: Vec<_> = children.into_iter().map(|child| (child, plies(child))).collect();
    children.sort_by_key(|(_, plies)| Reverse(*plies));
    children
}

/// Returns what the search thinks of its root, and the best child of it.
pub(super) fn judgment(shared: &Shared) -> (Judgment, u32) {
    let tree = &shared.tree;
    let (players, mover) = (tree.players(), tree.mover(ROOT));
    let value = |child: u32| f64::from(value(tree, child, mover));
    let is_certain = |node: u32| {
        let (least, most) = tree.bounds(node, mover);
        least == most
    };
    let children = root_best_first(tree);
    let line = |(child, plies): (u32, Option<u32>)| {
        let (mut moves, mut node) = (vec![tree.move_to(child).clone()], child);
        while tree.is_grown(node) && tree.visits(node) > 0 && moves.len() < LINE {
            node = best_first(tree, node)[0];
            moves.push(tree.move_to(node).clone());
        }
        let (is_proven, work) = (is_certain(child), u64::from(tree.visits(child)));
        Line { moves, value: value(child), is_proven, work, plies }
    };
    let mut lines: Vec<Line> = children.iter().map(|child| line(*child)).collect();
    let (best, _) = children[0];
    if players == 2 && lines[0].is_proven && lines[0].value >= 1.0 && !tree.has_gaps() {
        lines[0].plies = Some(1 + plies_to_win(tree, best, mover));
    }
    // Of more than two players, one may be certain of a loss, but not of who wins.
    let is_proven = if players > 2 { tree.is_closed(ROOT) } else { is_certain(ROOT) };
    let share = |player: usize| match (players, player == mover) {
        (_, true) => value(best),
        (2, false) => -value(best),
        (_, false) if is_proven => f64::from(tree.bounds(ROOT, player).0),
        (others, false) => -value(best) / (others - 1) as f64,
    };
    let returns = (0..players).map(share).collect();
    (Judgment { returns, is_proven, lines, work: shared.visits, depth: shared.depth }, best)
}

/// Returns in how many plies a player wins from a node of which that is certain, if the other one holds out as long as the tree knows.
fn plies_to_win(tree: &Tree, node: u32, winner: usize) -> u32 {
    if !tree.is_grown(node) {
        return 0;
    }
    let won = tree.children(node).filter(|child| tree.bounds(*child, winner).0 >= 1.0);
    let plies = won.map(|child| 1 + plies_to_win(tree, child, winner));
    let least_or_most = if tree.mover(node) == winner { plies.min() } else { plies.max() };
    least_or_most.unwrap_or(0)
}
