//! [`Counts`]: the numbers of sequences of plies of two games, side by side.

use super::{Games, Two};
use crate::engine::Engine;
use crate::outcome::Fault;
use crate::perft::perft;
use crate::threads::Threads;
use serde::Serialize;

/// The number of sequences of a given depth in each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// The depth in plies.
    pub depth: u32,
    /// The first game's count, or `None` beyond its budget or after a fault.
    pub a: Option<u64>,
    /// The second game's count.
    pub b: Option<u64>,
}

impl Counts {
    /// Returns the second count divided by the first.
    pub fn ratio(&self) -> Option<f64> {
        match (self.a, self.b) {
            (Some(a @ 1..), Some(b)) => Some(b as f64 / a as f64),
            _ => None,
        }
    }
}

/// The counts, and the faults that stopped counting.
#[derive(Clone, Debug, Default)]
pub struct Counted {
    /// The counts from depth 1 on.
    pub counts: Vec<Counts>,
    /// The fault of each game.
    pub faults: Two<Option<Fault>>,
}

/// The budget of sequences in each game at the last depth, if no depth is requested.
const SEQUENCES: u64 = 3_000_000;

/// The maximum depth, if none is requested.
const DEEPEST: u32 = 12;

impl Games<'_> {
    /// Counts sequences of both games to this depth, or as deep as the budget allows. Stops where both games are over or have
    /// failed.
    pub fn counts(&self, depth: Option<u32>, threads: &Threads, news: &mut dyn FnMut(u64, u64)) -> Counted {
        let mut counted = Counted::default();
        let starts = self.starts();
        let a = starts.a.map_err(|fault| counted.faults.a = Some(fault)).ok();
        let b = starts.b.map_err(|fault| counted.faults.b = Some(fault)).ok();
        for ply in 1..=depth.unwrap_or(DEEPEST) {
            let allowed = |of: fn(&Counts) -> Option<u64>| depth.is_some() || fits(&counted.counts, of);
            if !allowed(|counts| counts.a) || !allowed(|counts| counts.b) {
                break;
            }
            let mut count = |engine: &dyn Engine, start: &Option<_>, fault: &mut Option<Fault>| {
                let start = start.as_ref().filter(|_| fault.is_none())?;
                perft(engine, start, ply, threads, news).map_err(|new| *fault = Some(new)).ok()
            };
            let nodes = Counts {
                depth: ply,
                a: count(self.engines.a, &a, &mut counted.faults.a),
                b: count(self.engines.b, &b, &mut counted.faults.b),
            };
            let over = nodes.a.unwrap_or(0) == 0 && nodes.b.unwrap_or(0) == 0;
            // If a depth is requested, report that there are none.
            if !over || depth.is_some() {
                counted.counts.push(nodes);
            }
            if over {
                break;
            }
        }
        counted
    }
}

/// Returns whether one more ply probably fits the budget, assuming the same growth as for the last ply.
fn fits(counts: &[Counts], of: fn(&Counts) -> Option<u64>) -> bool {
    let mut last = counts.iter().rev().map(|counts| of(counts).unwrap_or(0));
    let (now, before) = (last.next().unwrap_or(1), last.next().unwrap_or(1));
    now.saturating_mul(now) / before.max(1) <= SEQUENCES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{load_bundled, load_text};

    #[test]
    fn counting_stops_when_both_are_over() {
        let game = "game \"X\" board square 2 x 2 players A, B piece stone
            action place(p: empty) do put stone at p end { when none(empty): draw }";
        let game = load_text(game, &[]).unwrap();
        let games = Games::new(&*game, &*game);
        let depths = |depth| {
            let counted = games.counts(depth, &Threads::new(1).unwrap(), &mut |_, _| ());
            counted.counts.iter().map(|counts| (counts.depth, counts.a)).collect::<Vec<_>>()
        };
        let all = [(1, Some(4)), (2, Some(12)), (3, Some(24)), (4, Some(24)), (5, Some(0))];
        assert_eq!(depths(None), all[..4]);
        assert_eq!(depths(Some(u32::MAX)), all);
    }

    #[test]
    fn counting_stops_at_the_budget_of_the_larger_game() {
        let (a, b) = (load_bundled("push", &[]).unwrap(), load_bundled("push-whole", &[]).unwrap());
        let counted = Games::new(&*a, &*b).counts(Some(3), &Threads::new(2).unwrap(), &mut |_, _| ());
        let a: Vec<Option<u64>> = counted.counts.iter().map(|counts| counts.a).collect();
        assert_eq!(a, [Some(12), Some(144), Some(2874)]);
        let counts = [Counts { depth: 1, a: Some(1000), b: Some(20) }];
        assert!(fits(&counts, |counts| counts.a) && fits(&counts, |counts| counts.b));
        let counts = [counts[0], Counts { depth: 2, a: Some(900_000), b: Some(400) }];
        assert!(!fits(&counts, |counts| counts.a) && fits(&counts, |counts| counts.b));
    }
}
