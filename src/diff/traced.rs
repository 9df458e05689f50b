//! Differences in random games: the ply at which two games of one seed part.

use super::roots::{Origin, Root};
use super::search::{DifferingLine, keep};
use super::step::After;
use super::{DifferenceKind, Games, PlayoutExtent, Playouts, Positions, Two};
use crate::position::Position;
use crate::rng::Rng;

/// What became of a random game of the first game whose moves are made in the second one, too.
enum Traced {
    /// It differs after these moves.
    Parts(DifferingLine),
    /// All of its positions have the same moves and results.
    Alike,
}

impl Games<'_> {
    /// Adds the differences by which pairs of random games part, if they do not look like those found before.
    pub fn trace(&self, positions: &mut Positions, extent: &PlayoutExtent, played: &Playouts) {
        let Ok(start) = self.starts().both() else { return };
        if !self.is_comparable() {
            return;
        }
        let strict = self.alike.same(&start.a, &start.b);
        let mut lines: Vec<DifferingLine> = Vec::new();
        // the results of two games can be the same, and their moves not
        const MOST: u64 = 4;
        let some: Vec<u64> = (0..played.games.min(MOST)).collect();
        let pairs = if played.apart.is_empty() { &some } else { &played.apart };
        let mut is_reordered = !pairs.is_empty();
        for n in pairs {
            let traced = self.trace_pair(&start, strict, extent, *n);
            is_reordered &= matches!(traced, Some(Traced::Alike));
            if let Some(Traced::Parts(line)) = traced {
                keep(&mut lines, line);
            }
        }
        positions.is_reordered = is_reordered;
        lines.sort_by_key(|line| line.line.len());
        let root = Root { origin: Origin::Start, at: start };
        for line in lines {
            if positions.found.iter().any(|known| known.what == line.sort.0 && known.origin == root.origin) {
                continue;
            }
            positions.found.extend(self.tell(&root, &line));
        }
        positions.found.sort_by_key(|found| (found.what != DifferenceKind::Start, found.origin != root.origin));
    }

    /// Plays the n-th random game of the first game, and the same moves in the second one.
    /// Returns `None` if that fails.
    fn trace_pair(&self, start: &Two<Position>, strict: bool, extent: &PlayoutExtent, n: u64) -> Option<Traced> {
        let mut moves = Vec::new();
        let mut end = start.a.clone();
        self.engines.a.random_game(&mut end, &mut Rng::for_game(extent.seed, n), extent.max_plies, &mut moves).ok()?;
        let (mut at, mut line) = (start.clone(), Vec::new());
        let differing = |sort, line: &[String]| {
            Some(Traced::Parts(DifferingLine { sort, root: 0, line: line.to_vec(), shortest: false }))
        };
        for mv in moves {
            let step = self.step(&at);
            if let Some(sort) = step.differs {
                return differing(sort, &line);
            }
            let (text, both) = step.common.into_iter().find(|(_, both)| both.a == mv)?;
            line.push(text);
            match self.after(&at, &both, strict) {
                After::Same(next) => at = next,
                After::Apart(sort) => return differing(sort, &line),
                After::Fault => return None,
            }
        }
        Some(Traced::Alike)
    }
}
