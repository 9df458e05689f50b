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

/// One random game.
#[derive(Default)]
struct Walk {
    positions: u64,
    differing: u64,
    /// The plies before the first difference.
    first: Option<u32>,
    found: Vec<DifferingLine>,
    /// Whether the budget stopped it.
    left: bool,
}

impl Games<'_> {
    /// Plays random games of common moves. Calls `say` after each game.
    pub(super) fn walks(
        &self,
        start: &Two<Position>,
        strict: bool,
        budget: &Budget,
        say: &(dyn Fn() + Sync),
    ) -> (Walks, Vec<DifferingLine>) {
        let most = budget.moves / budget.games.max(1);
        let walks: Vec<Walk> = (0..budget.games)
            .into_par_iter()
            .map(|n| {
                let walk = self.walk(start.clone(), strict, &mut Rng::for_game(budget.seed, n), (budget.plies, most));
                say();
                walk
            })
            .collect();
        let mut sum = Walks { games: budget.games, ..Walks::default() };
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
        found.sort_by_key(|(_, line)| line.len());
        let mut kept = Vec::new();
        found.into_iter().for_each(|line| keep(&mut kept, line));
        (sum, kept)
    }

    /// Plays until the two positions differ, one game is over, or enough moves were listed.
    fn walk(&self, mut at: Two<Position>, strict: bool, rng: &mut Rng, (plies, most): (u32, u64)) -> Walk {
        let (mut walk, mut line, mut listed) = (Walk::default(), Vec::new(), 0);
        while at.a.outcome.is_none() && (line.len() as u64) < u64::from(plies) && listed < most {
            let mut step = self.step(&at);
            listed += step.listed as u64;
            walk.positions += 1;
            let mut differs = step.differs.is_some();
            if let Some(what) = step.differs {
                keep(&mut walk.found, (what, line.clone()));
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
                    After::Apart(what) => {
                        differs = true;
                        keep(&mut walk.found, (what, line.clone()));
                    }
                }
            }
            walk.differing += u64::from(differs);
            walk.first = walk.first.or(differs.then_some(ply));
            match next {
                Some(after) => at = after,
                None => return walk,
            }
        }
        walk.left = at.a.outcome.is_none();
        walk
    }
}
