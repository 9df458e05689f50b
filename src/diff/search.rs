//! [`Search`]: a breadth-first search through the common lines of two games.

use super::step::{After, Sort};
use super::{Budget, DifferenceKind, Games, Two};
use crate::engine::Engine;
use crate::game::Game;
use crate::position::Position;
use crate::zobrist::fold;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::{HashSet, VecDeque};

/// The extent of the breadth-first search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Search {
    /// The number of positions examined.
    pub examined: u64,
    /// How many of them differ.
    pub differing: u64,
    /// The depth to which all positions were examined, in plies.
    pub plies: u32,
    /// Whether no common positions remain.
    pub all: bool,
}

/// A difference, with the moves that lead to it.
#[derive(Clone, Debug)]
pub(super) struct DifferingLine {
    pub(super) sort: Sort,
    /// The index of the position that the moves begin with.
    pub(super) root: usize,
    pub(super) line: Vec<String>,
    /// Whether no shorter line exists.
    pub(super) shortest: bool,
}

/// Positions examined in parallel.
const CHUNK: usize = 64;

/// The number of differences of one kind that are kept, if they do not look alike.
pub(super) const KEPT: usize = 4;

/// The predecessor of a position and the move that leads from it.
struct LineNode {
    from: usize,
    text: Box<str>,
}

/// A position to examine.
struct Waiting {
    root: usize,
    node: usize,
    ply: u32,
    at: Two<Position>,
}

/// The result of examining a position.
struct Looked {
    listed: usize,
    differs: Vec<(Sort, Option<String>)>,
    next: Vec<(String, Two<Position>, (u64, u64))>,
}

impl Games<'_> {
    /// Searches the common lines from these positions breadth first; the roots are numbered from `first`. Skips positions that occurred before, unless `repeated` could distinguish them by
    /// their history. Calls `say` with the number of positions examined.
    pub(super) fn search(
        &self,
        roots: &[Two<Position>],
        first: usize,
        strict: bool,
        budget: &Budget,
        say: &(dyn Fn(u64) + Sync),
    ) -> (Search, Vec<DifferingLine>) {
        let (mut search, mut found, mut listed) = (Search::default(), Vec::new(), 0);
        let mut nodes = vec![LineNode { from: 0, text: "".into() }];
        let (mut seen, mut queue) = (HashSet::new(), VecDeque::new());
        for (n, at) in roots.iter().enumerate() {
            if seen.insert(self.keys(at)) {
                queue.push_back(Waiting { root: first + n, node: 0, ply: 0, at: at.clone() });
            }
        }
        // The first ply with positions that were not examined.
        let mut missing = None;
        // Every root is examined, whatever the budget.
        let all = roots.len() as u64;
        let positions = budget.positions.max(all);
        let spent = |examined: u64, listed: u64| examined >= positions || examined >= all && listed >= budget.moves;
        while !queue.is_empty() && !spent(search.examined, listed) {
            let chunk: Vec<Waiting> = queue.drain(..queue.len().min(CHUNK)).collect();
            let looked: Vec<Looked> = chunk.par_iter().map(|waiting| self.look(&waiting.at, strict)).collect();
            for (waiting, looked) in chunk.into_iter().zip(looked) {
                if spent(search.examined, listed) {
                    missing = missing.or(Some(waiting.ply));
                    break;
                }
                search.examined += 1;
                search.plies = waiting.ply;
                listed += looked.listed as u64;
                search.differing += u64::from(!looked.differs.is_empty());
                for (sort, text) in looked.differs {
                    let line = line(&nodes, waiting.node, text);
                    keep(&mut found, DifferingLine { sort, root: waiting.root, line, shortest: true });
                }
                for (text, at, keys) in looked.next {
                    // Beyond the budget, positions need not be kept.
                    if search.examined + queue.len() as u64 >= positions {
                        missing = missing.or((!seen.contains(&keys)).then_some(waiting.ply + 1));
                    } else if seen.insert(keys) {
                        nodes.push(LineNode { from: waiting.node, text: text.into() });
                        queue.push_back(Waiting {
                            root: waiting.root,
                            node: nodes.len() - 1,
                            ply: waiting.ply + 1,
                            at,
                        });
                    }
                }
            }
            say(search.examined);
        }
        missing = missing.into_iter().chain(queue.front().map(|waiting| waiting.ply)).min();
        search.all = missing.is_none();
        search.plies = missing.map_or(search.plies, |missing| search.plies.min(missing.saturating_sub(1)));
        (search, found)
    }

    /// Returns keys that identify the position and its history in both games.
    fn keys(&self, at: &Two<Position>) -> (u64, u64) {
        let key = |engine: &dyn Engine, at: &Position| fold(engine.zobrist_hash(at), past(engine.game(), at));
        (key(self.engines.a, &at.a), key(self.engines.b, &at.b))
    }

    /// Examines a position with all common moves.
    fn look(&self, at: &Two<Position>, strict: bool) -> Looked {
        let step = self.step(at);
        let mut looked = Looked { listed: step.listed, differs: Vec::new(), next: Vec::new() };
        looked.differs.extend(step.differs.map(|sort| (sort, None)));
        for (text, mv) in step.common {
            match self.after(at, &mv, strict) {
                After::Same(next) if next.a.outcome.is_none() => {
                    let keys = self.keys(&next);
                    looked.next.push((text, next, keys));
                }
                After::Same(_) | After::Fault => {}
                After::Apart(sort) if looked.differs.iter().any(|(known, _)| *known == sort) => {}
                After::Apart(sort) => looked.differs.push((sort, Some(text))),
            }
        }
        looked
    }
}

/// Hashes what `repeated` can observe of a position's history: how often each key occurred, in any order. Without such rules
/// the hash is the same for all positions.
fn past(game: &Game, at: &Position) -> u64 {
    let forms = game.repetitions.len().max(1);
    let came = at.history.iter().enumerate().map(|(n, key)| fold((n % forms) as u64, *key));
    came.fold(0, u64::wrapping_add)
}

/// Keeps a difference, unless one that looks alike is known or there are enough of its kind.
pub(super) fn keep(found: &mut Vec<DifferingLine>, line: DifferingLine) {
    let known = found.iter().any(|other| other.sort == line.sort);
    let kind: DifferenceKind = line.sort.0;
    if !known && found.iter().filter(|other| other.sort.0 == kind).count() < KEPT {
        found.push(line);
    }
}

/// Returns the moves that lead to a node, and one more.
fn line(nodes: &[LineNode], mut node: usize, last: Option<String>) -> Vec<String> {
    let mut moves: Vec<String> = last.into_iter().collect();
    while node > 0
        && let Some(LineNode { from, text }) = nodes.get(node)
    {
        moves.push(text.to_string());
        node = *from;
    }
    moves.reverse();
    moves
}
