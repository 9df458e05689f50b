//! [`Walks`]: random games of common moves, to find differences that only occur late.

use super::search::{DifferingLine, keep};
use super::step::After;
use super::{Budget, Games, Two};
use crate::position::Position;
use crate::rng::Rng;
use rayon::prelude::*;
use serde::Serialize;

/// The results of matched random games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Walks {
    /// The number of games, each with the same move in both games at every ply.
    pub games: u64,
    /// How many of them begin at a position of an example or a snapshot.
    pub elsewhere: u64,
    /// The number of their positions.
    pub positions: u64,
    /// The number of positions in which the legal moves, or the result of the move played, differ.
    pub differing: u64,
    /// The number of games that reached a difference.
    pub touched: u64,
    /// The number of games that were stopped because the budget was used up.
    pub left: u64,
    /// The median ply of the first difference in these games.
    pub median: Option<u32>,
}

/// Random games played in parallel, until their budget of moves is used up.
const CHUNK: u64 = 6;

/// One random game.
#[derive(Default)]
struct Walk {
    root: usize,
    listed: u64,
    positions: u64,
    differing: u64,
    /// The plies before the first difference.
    first: Option<u32>,
    found: Vec<DifferingLine>,
    /// Whether the budget stopped it.
    left: bool,
}

impl Games<'_> {
    /// Plays random games of common moves: from the first root, then half as many from the others. Calls `say` after each game.
    /// If the games are long and have many moves, there are fewer of them, so that they still come to their ends.
    pub(super) fn walks(
        &self,
        roots: &[Two<Position>],
        strict: bool,
        budget: &Budget,
        say: &(dyn Fn() + Sync),
    ) -> (Walks, Vec<DifferingLine>) {
        let most = budget.moves / 2;
        let others = roots.len().saturating_sub(1);
        let elsewhere = if others == 0 { 0 } else { budget.games / 2 };
        let mut sum = Walks::default();
        let mut walks: Vec<Walk> = Vec::new();
        for (games, moves) in
            [(0..budget.games, 2 * budget.moves), (budget.games..budget.games + elsewhere, budget.moves)]
        {
            let (mut listed, mut next) = (0, games.start);
            while next < games.end && listed < moves {
                let chunk = next..games.end.min(next + CHUNK);
                next = chunk.end;
                let played = chunk.into_par_iter().map(|n| {
                    let root = match n.checked_sub(budget.games) {
                        Some(n) => 1 + n as usize % others.max(1),
                        None => 0,
                    };
                    let mut walk = Walk { root, ..Walk::default() };
                    if let Some(start) = roots.get(root) {
                        self.walk(
                            start.clone(),
                            strict,
                            &mut Rng::for_game(budget.seed, n),
                            (budget.plies, most),
                            &mut walk,
                        );
                    }
                    say();
                    walk
                });
                let played: Vec<Walk> = played.collect();
                listed += played.iter().map(|walk| walk.listed).sum::<u64>();
                walks.extend(played);
            }
        }
        sum.games = walks.len() as u64;
        sum.elsewhere = walks.iter().filter(|walk| walk.root > 0).count() as u64;
        let (mut firsts, mut found): (Vec<u32>, Vec<DifferingLine>) = (Vec::new(), Vec::new());
        for walk in walks {
            sum.positions += walk.positions;
            sum.differing += walk.differing;
            sum.left += u64::from(walk.left);
            firsts.extend(walk.first);
            found.extend(walk.found);
        }
        firsts.sort_unstable();
        sum.touched = firsts.len() as u64;
        sum.median = firsts.get(firsts.len() / 2).copied();
        // The shortest lines of all games; among equal ones, the first.
        found.sort_by_key(|line| (line.root > 0, line.line.len()));
        let mut kept = Vec::new();
        found.into_iter().for_each(|line| keep(&mut kept, line));
        (sum, kept)
    }

    /// Plays until the two positions differ, one game is over, or enough moves were listed.
    fn walk(&self, mut at: Two<Position>, strict: bool, rng: &mut Rng, (plies, most): (u32, u64), walk: &mut Walk) {
        let (mut line, root): (Vec<String>, usize) = (Vec::new(), walk.root);
        let differing = |sort, line: &[String]| DifferingLine { sort, root, line: line.to_vec(), shortest: false };
        while at.a.outcome.is_none() && (line.len() as u64) < u64::from(plies) && walk.listed < most {
            let mut step = self.step(&at);
            walk.listed += step.listed as u64;
            walk.positions += 1;
            let mut differs = step.differs.is_some();
            if let Some(sort) = step.differs {
                keep(&mut walk.found, differing(sort, &line));
            }
            let ply = line.len() as u32;
            let chosen = rng.below(step.common.len());
            let mut next = None;
            if chosen < step.common.len() {
                let (text, mv) = step.common.swap_remove(chosen);
                line.push(text);
                match self.after(&at, &mv, strict) {
                    After::Same(after) => next = Some(after),
                    After::Fault => {}
                    After::Apart(sort) => {
                        differs = true;
                        keep(&mut walk.found, differing(sort, &line));
                    }
                }
            }
            walk.differing += u64::from(differs);
            walk.first = walk.first.or(differs.then_some(ply));
            match next {
                Some(after) => at = after,
                None => return,
            }
        }
        walk.left = at.a.outcome.is_none();
    }
}
