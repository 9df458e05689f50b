//! [`Search`]: all lines of play that both games have, the shortest first.

use super::step::After;
use super::{Budget, Games, Two, What};
use crate::engine::Engine;
use crate::game::Game;
use crate::position::Position;
use crate::zobrist::fold;
use rayon::prelude::*;
use serde::Serialize;
use std::collections::{HashSet, VecDeque};

/// What the search through all lines has seen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Search {
    /// Positions that were examined.
    pub examined: u64,
    /// Those of them in which the games differ.
    pub differing: u64,
    /// All positions after so many plies, and fewer, were examined.
    pub plies: u32,
    /// Whether there are no further ones that both games come to.
    pub all: bool,
}

/// A difference, with the moves that lead to it.
pub(super) type Line = (What, Vec<String>);

/// Positions that are examined at once.
const CHUNK: usize = 64;

/// Of positions with other legal moves so many are kept; of other differences the first of each sort.
pub(super) const KEPT: usize = 4;

/// How a position was reached: from which other one, by which move.
struct Node {
    from: usize,
    text: Box<str>,
}

/// A position that is to be examined.
struct Waiting {
    node: usize,
    ply: u32,
    at: Two<Position>,
}

/// What comes of a position.
struct Looked {
    listed: usize,
    differs: Vec<(What, Option<String>)>,
    next: Vec<(String, Two<Position>, (u64, u64))>,
}

impl Games<'_> {
    /// Breadth first through the lines that both games have; positions that come again are left out, unless `repeated` could
    /// tell them apart by what came before. `say` is told how many have been examined.
    pub(super) fn search(
        &self,
        start: Two<Position>,
        strict: bool,
        budget: &Budget,
        say: &(dyn Fn(u64) + Sync),
    ) -> (Search, Vec<Line>) {
        let (mut search, mut found, mut listed) = (Search::default(), Vec::new(), 0);
        let mut nodes = vec![Node { from: 0, text: "".into() }];
        let mut seen = HashSet::from([self.keys(&start)]);
        let mut queue = VecDeque::from([Waiting { node: 0, ply: 0, at: start }]);
        // After so many plies positions are missing.
        let mut missing = None;
        while !queue.is_empty() && search.examined < budget.positions && listed < budget.moves {
            let chunk: Vec<Waiting> = queue.drain(..queue.len().min(CHUNK)).collect();
            let looked: Vec<Looked> = chunk.par_iter().map(|waiting| self.look(&waiting.at, strict)).collect();
            for (waiting, looked) in chunk.into_iter().zip(looked) {
                if search.examined >= budget.positions || listed >= budget.moves {
                    missing = missing.or(Some(waiting.ply));
                    break;
                }
                search.examined += 1;
                search.plies = waiting.ply;
                listed += looked.listed as u64;
                search.differing += u64::from(!looked.differs.is_empty());
                for (what, text) in looked.differs {
                    keep(&mut found, (what, line(&nodes, waiting.node, text)));
                }
                for (text, at, keys) in looked.next {
                    // What will not be examined any more need not be kept.
                    if search.examined + queue.len() as u64 >= budget.positions {
                        missing = missing.or((!seen.contains(&keys)).then_some(waiting.ply + 1));
                    } else if seen.insert(keys) {
                        nodes.push(Node { from: waiting.node, text: text.into() });
                        queue.push_back(Waiting { node: nodes.len() - 1, ply: waiting.ply + 1, at });
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

    /// What tells positions apart, in both games: what they are, and what they have behind them.
    fn keys(&self, at: &Two<Position>) -> (u64, u64) {
        let key = |engine: &dyn Engine, at: &Position| fold(engine.zobrist_hash(at), past(engine.game(), at));
        (key(self.engines.a, &at.a), key(self.engines.b, &at.b))
    }

    /// Examines a position, with all moves that both games have there.
    fn look(&self, at: &Two<Position>, strict: bool) -> Looked {
        let step = self.step(at);
        let mut looked = Looked { listed: step.listed, differs: Vec::new(), next: Vec::new() };
        looked.differs.extend(step.differs.map(|what| (what, None)));
        for (text, mv) in step.common {
            match self.after(at, &mv, strict) {
                After::Same(next) if next.a.outcome.is_none() => {
                    let keys = self.keys(&next);
                    looked.next.push((text, next, keys));
                }
                After::Same(_) | After::Fault => {}
                After::Apart(what) if looked.differs.iter().any(|(known, _)| *known == what) => {}
                After::Apart(what) => looked.differs.push((what, Some(text))),
            }
        }
        looked
    }
}

/// What `repeated` can ask about the past of a position: how often each key came, in whatever order. Without such rules it is
/// the same for all positions.
fn past(game: &Game, at: &Position) -> u64 {
    let forms = game.repetitions.len().max(1);
    let came = at.history.iter().enumerate().map(|(n, key)| fold((n % forms) as u64, *key));
    came.fold(0, u64::wrapping_add)
}

/// Keeps a difference, unless there are enough of its sort.
pub(super) fn keep(found: &mut Vec<Line>, line: Line) {
    let known = found.iter().filter(|(what, _)| *what == line.0).count();
    if known == 0 || line.0 == What::Moves && known < KEPT {
        found.push(line);
    }
}

/// The moves that lead to a node, and one more.
fn line(nodes: &[Node], mut node: usize, last: Option<String>) -> Vec<String> {
    let mut moves: Vec<String> = last.into_iter().collect();
    while node > 0
        && let Some(Node { from, text }) = nodes.get(node)
    {
        moves.push(text.to_string());
        node = *from;
    }
    moves.reverse();
    moves
}
