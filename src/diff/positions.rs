//! [`Positions`]: positions in which two games differ, and the moves that lead to them.

use super::roots::Origin;
use super::search::{DifferingLine, Search, keep};
use super::walks::Walks;
use super::{Games, Two};
use crate::game::cells::CellSet;
use crate::outcome::Fault;
use crate::position::Position;
use crate::render::Arrow;
use crate::threads::Threads;
use serde::Serialize;
use std::sync::atomic::{AtomicU64, Ordering};

/// The kind of a difference between two games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DifferenceKind {
    /// The pieces or variables of the first position. Then the effects of moves are not compared.
    #[default]
    Start,
    /// The legal moves of a position.
    Moves,
    /// The result after a move: the game is over in one of them only, or has another winner.
    Result,
    /// The player to move after a move.
    Turn,
    /// The effect of a move.
    Effect,
    /// A fault in one of them.
    Fault,
}

/// The limits of the search for positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Positions of the breadth-first search.
    pub positions: u64,
    /// Legal moves listed by this search, and again by all random games together.
    pub moves: u64,
    /// Matched random games.
    pub games: u64,
    /// Plies of one random game.
    pub plies: u32,
    /// The seed of the random games.
    pub seed: u64,
}

impl Budget {
    /// Takes a second or two for most games.
    pub fn new(seed: u64, plies: u32) -> Budget {
        Budget { positions: 4000, moves: 150_000, games: 60, plies, seed }
    }
}

/// A move that one game refuses, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefusedMove {
    /// The move.
    pub text: String,
    /// The rule and the condition that refuse it, as a sentence.
    pub why: String,
}

/// A position in which two games differ.
#[derive(Clone, Debug, Default)]
pub struct Difference {
    /// What they differ in.
    pub what: DifferenceKind,
    /// Where the moves begin.
    pub origin: Origin,
    /// The moves that lead to the position in both games.
    pub line: Vec<String>,
    /// Whether no shorter line exists; false if random games found it.
    pub shortest: bool,
    /// The position in each game, or `None` if a fault prevents it.
    pub at: Two<Option<Position>>,
    /// The position before the last move.
    pub before: Two<Option<Position>>,
    /// The fault in each game.
    pub fault: Two<Option<Fault>>,
    /// The number of legal moves of each game in this position.
    pub moves: Two<usize>,
    /// Moves that only one of them allows, if that is the difference.
    pub only: Two<Vec<String>>,
    /// The cells to mark: those that moves of this game alone would change, those with different contents,
    /// or those of the last move.
    pub marks: Two<CellSet>,
    /// Arrows for the moves that change these cells.
    pub arrows: Two<Vec<Arrow>>,
    /// Why each refuses moves that the other allows: one move for each condition.
    pub refused: Two<Vec<RefusedMove>>,
}

/// The positions in which two games differ.
#[derive(Clone, Debug)]
pub struct Positions {
    /// The breadth-first search through all lines of play.
    pub search: Search,
    /// The same from the positions of examples and snapshots, if there are any.
    pub elsewhere: Option<Search>,
    /// Matched random games.
    pub walks: Walks,
    /// Differences that do not look alike, shortest lines first; of those that begin at an example or a snapshot, only such as
    /// were not found in play from the first position.
    pub found: Vec<Difference>,
    /// Whether random games of one seed differ only because the same moves are listed in another order.
    pub is_reordered: bool,
}

/// The most differences that are told.
const MOST: usize = 9;

impl Games<'_> {
    /// Searches for positions in which the two games differ: breadth first through all common lines, then in random games of common
    /// moves. Calls `news` with the amounts done and planned. The result does not depend on the number of threads.
    pub fn positions(&self, budget: &Budget, threads: &Threads, news: &mut dyn FnMut(u64, u64)) -> Positions {
        let start = match self.starts().both() {
            Ok(start) => start,
            Err(faults) => return self.no_start(faults.a, faults.b),
        };
        let same_start = self.alike.same(&start.a, &start.b);
        let mut lines: Vec<DifferingLine> = Vec::new();
        let (mut search, mut walks, mut elsewhere) = (Search::default(), Walks::default(), None);
        let roots = self.roots(&start);
        let places: Vec<Two<Position>> = roots.iter().map(|root| root.at.clone()).collect();
        if self.is_comparable() {
            let done = &AtomicU64::new(0);
            let half = Budget { positions: budget.positions.div_ceil(2), moves: budget.moves / 2, ..*budget };
            let all = budget.positions.saturating_add(half.positions).saturating_add(budget.games + budget.games / 2);
            let (mut by_search, mut by_other, mut by_walks) = (Vec::new(), Vec::new(), Vec::new());
            threads.run(
                |say| {
                    (search, by_search) = self.search(&places[..1], 0, same_start, budget, &|examined| {
                        done.store(examined, Ordering::Relaxed);
                        say();
                    });
                    done.store(budget.positions, Ordering::Relaxed);
                    if !search.all && places.len() > 1 {
                        let (other, found) = self.search(&places[1..], 1, true, &half, &|examined| {
                            done.store(budget.positions + examined, Ordering::Relaxed);
                            say();
                        });
                        (elsewhere, by_other) = (Some(other), found);
                    }
                    done.store(budget.positions + half.positions, Ordering::Relaxed);
                    if !search.all {
                        (walks, by_walks) = self.walks(&places, same_start, budget, &|| {
                            done.fetch_add(1, Ordering::Relaxed);
                            say();
                        });
                    }
                },
                &mut || news(done.load(Ordering::Relaxed).min(all), all),
            );
            lines = by_search;
            let (walked, walked_elsewhere): (Vec<_>, Vec<_>) = by_walks.into_iter().partition(|line| line.root == 0);
            for line in walked.into_iter().chain(by_other).chain(walked_elsewhere) {
                // The search has tried all lines with fewer plies.
                let reach = search.plies as usize + usize::from(line.sort.0 != DifferenceKind::Moves);
                let shortest = line.root > 0 && line.shortest || line.root == 0 && line.line.len() <= reach;
                keep(&mut lines, DifferingLine { shortest, ..line });
            }
            lines.sort_by_key(|line| (line.root > 0, line.line.len(), line.sort.0));
        } else {
            let differs = self.step(&start).differs;
            search = Search { examined: 1, differing: differs.iter().len() as u64, plies: 0, all: false };
            lines.extend(differs.map(|sort| DifferingLine { sort, root: 0, line: Vec::new(), shortest: true }));
        }
        let mut found: Vec<Difference> = Vec::new();
        if self.is_comparable() && !same_start {
            let first = DifferingLine { sort: (DifferenceKind::Start, 0), root: 0, line: Vec::new(), shortest: true };
            found.extend(self.tell(&roots[0], &first));
        }
        found.extend(lines.iter().filter_map(|line| self.tell(roots.get(line.root)?, line)));
        found.truncate(MOST);
        Positions { search, elsewhere, walks, found, is_reordered: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::{bundled, load_bundled, load_text};
    use std::sync::Arc;

    fn compared(a: &str, b: &str, budget: Budget, threads: usize) -> Positions {
        let load = |text: &str| -> Arc<dyn Engine> { load_text(text, &[]).unwrap() };
        let (a, b) = (load(a), load(b));
        Games::new(&*a, &*b).positions(&budget, &Threads::new(threads).unwrap(), &mut |_, _| ())
    }

    fn text(name: &str) -> String {
        bundled::source(name).unwrap().text.to_string()
    }

    const SMALL: Budget = Budget { positions: 120, moves: 20_000, games: 6, plies: 60, seed: 1 };

    #[test]
    fn finds_the_first_position_with_different_moves() {
        let old = text("jostle");
        let found =
            compared(&old, &old.replace("when value(q, own except p) >", "when value(q, own except p) >="), SMALL, 2);
        let first = &found.found[0];
        assert_eq!((first.what, first.line.len(), first.shortest), (DifferenceKind::Moves, 1, true));
        assert!(first.only.a.is_empty() && first.only.b.len() == first.moves.b - first.moves.a);
        assert!(first.marks.a.is_empty() && !first.marks.b.is_empty());
        assert!(first.refused.a[0].why.contains("but here it is"), "{:?}", first.refused);
        assert_eq!((found.search.examined, found.search.all), (120, false));
    }

    #[test]
    fn examines_every_position_of_a_small_game() {
        let old = text("tic-tac-toe");
        let budget = Budget { positions: 10_000, moves: 1_000_000, ..SMALL };
        let same = compared(&old, &old, budget, 2);
        assert!(same.search.all && same.found.is_empty() && same.search.differing == 0);
        assert_eq!(same.search.examined, 4520, "positions that are not over");
    }

    #[test]
    fn repetitions_distinguish_positions() {
        let game = |times| {
            format!(
                "game \"X\" board square 3 x 1 players A, B piece stone setup {{ stone of A at a1; stone of B at c1 }}
                 action step(p: own, q: neighbors(p) & empty) do move p to q action stay() do {{}}
                 end {{ when repeated(next) >= {times}: draw }}"
            )
        };
        let found = compared(&game(2), &game(3), Budget { positions: 5000, ..SMALL }, 1);
        let first = &found.found[0];
        assert_eq!((first.what, first.line.len(), first.shortest), (DifferenceKind::Result, 4, true));
        assert_eq!(first.line, ["stay"; 4]);
        // Random games may go beyond the depth of the search.
        let late = compared(&game(2), &game(3), Budget { positions: 6, ..SMALL }, 1);
        assert!(!late.search.all && late.search.differing == 0 && late.walks.touched > 0);
        let same = compared(&game(2), &game(2), Budget { positions: 100_000, moves: 1_000_000, ..SMALL }, 2);
        assert!(same.search.all && same.found.is_empty() && same.search.examined > 6, "{:?}", same.search);
    }

    #[test]
    fn results_turns_and_effects_are_distinguished() {
        let game = |body: &str, end: &str| {
            format!(
                "game \"X\" board square 3 x 3 players Black, White piece stone
                 action place(p: empty) do {{ {body} }} end {{ {end} when none(empty): draw }}"
            )
        };
        let plain = game("put stone at p", "");
        let what = |other: String| {
            let found = compared(&plain, &other, SMALL, 1);
            let first = &found.found[0];
            (first.what, first.line.len(), first.shortest)
        };
        assert_eq!(what(game("put stone at p", "when ply == 3: mover wins")), (DifferenceKind::Result, 3, true));
        assert_eq!(what(game("put stone at p if p in corner { again }", "")), (DifferenceKind::Turn, 1, true));
        assert_eq!(what(game("put stone at p if ply == 2 { remove a1 }", "")), (DifferenceKind::Effect, 3, true));
        assert_eq!(
            what(game("put stone at p if ply == 1 and p == b2 { put stone at cell(9 / (ply - 1), 1) }", "")),
            (DifferenceKind::Fault, 2, true)
        );
    }

    #[test]
    fn random_games_find_late_differences() {
        let old = text("breakthrough");
        let new = old.replace("end {\n", "end {\n  when ply == 20: draw\n");
        let found = compared(&old, &new, Budget { positions: 30, ..SMALL }, 2);
        let first = &found.found[0];
        assert_eq!((first.what, first.line.len(), first.shortest), (DifferenceKind::Result, 20, false));
        assert_eq!((found.walks.touched, found.walks.median), (7, Some(19)));
    }

    #[test]
    fn results_do_not_depend_on_the_threads() {
        let (a, b) = (load_bundled("tiger", &[]).unwrap(), load_bundled("tiger", &[("gravity", "2")]).unwrap());
        let told = |threads| {
            let found = Games::new(&*a, &*b).positions(&SMALL, &Threads::new(threads).unwrap(), &mut |_, _| ());
            let lines: Vec<Vec<String>> = found.found.iter().map(|found| found.line.clone()).collect();
            (found.search, found.walks, lines)
        };
        assert_eq!(told(1), told(3));
    }

    #[test]
    fn games_with_different_setups_are_compared_by_moves() {
        let old = text("breakthrough");
        let new = old.replace("pawn of White at rows(1..2)", "pawn of White at rows(1..2) except a1");
        assert_ne!(old, new);
        let found = compared(&old, &new, SMALL, 2);
        let sorts: Vec<DifferenceKind> = found.found.iter().map(|found| found.what).collect();
        assert_eq!(sorts[0], DifferenceKind::Start);
        assert!(!sorts.contains(&DifferenceKind::Effect), "{sorts:?}");
    }

    #[test]
    fn boards_of_different_sizes_are_compared_at_the_start() {
        let of = |size| load_bundled("rush", &[("size", size)]).unwrap();
        let (a, b) = (of("3"), of("5"));
        let games = Games::new(&*a, &*b);
        let found = games.positions(&SMALL, &Threads::new(1).unwrap(), &mut |_, _| ());
        assert_eq!(found.found[0].only.b[..4], ["d1", "e1", "d2", "e2"]);
        assert!(!games.is_comparable() && games.remarks()[0].contains("9 in A, 25 in B"));
    }
}
