//! [`Positions`]: positions in which two games differ, and the play that leads to them.

use super::search::{KEPT, Line, Search, keep};
use super::walks::Walks;
use super::{Games, Two};
use crate::game::cells::CellSet;
use crate::outcome::Fault;
use crate::position::Position;
use crate::threads::Threads;
use serde::Serialize;
use std::sync::atomic::{AtomicU64, Ordering};

/// In what two games differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    /// Other pieces stand on the board at the beginning, or variables have other values. Then what moves change is not compared.
    Start,
    /// The legal moves of a position.
    Moves,
    /// The result after a move: the game is over in one of them, or somebody else has won.
    Result,
    /// Who is to move after a move.
    Turn,
    /// What a move changes.
    Effect,
    /// One of them runs into a fault.
    Fault,
}

/// How far positions are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Positions of the search through all lines.
    pub positions: u64,
    /// Legal moves that this search, and again all random games together, may list.
    pub moves: u64,
    /// Matched random games.
    pub games: u64,
    /// Plies of one such game.
    pub plies: u32,
    /// The seed of these games.
    pub seed: u64,
}

impl Budget {
    /// What takes a second or two for most games.
    pub fn new(seed: u64, plies: u32) -> Budget {
        Budget { positions: 4000, moves: 150_000, games: 60, plies, seed }
    }
}

/// A move that one game refuses, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// The move.
    pub text: String,
    /// Which condition of which rule refuses it, as a sentence.
    pub why: String,
}

/// A position in which two games differ.
#[derive(Clone, Debug)]
pub struct Found {
    /// In what.
    pub what: What,
    /// The moves that lead to it in both games.
    pub line: Vec<String>,
    /// Whether no line is shorter: not if random games came to it.
    pub shortest: bool,
    /// The position in each; none if it could not be reached for a fault.
    pub at: Two<Option<Position>>,
    /// The position before the last move.
    pub before: Two<Option<Position>>,
    /// The fault that each runs into.
    pub fault: Two<Option<Fault>>,
    /// Legal moves of each in this position.
    pub moves: Two<usize>,
    /// Moves that only one of them allows, where that is what differs.
    pub only: Two<Vec<String>>,
    /// The cells that tell the two apart: those that moves which only this one allows
    /// would change, those with something else on them, or those of the last move.
    pub marks: Two<CellSet>,
    /// Why each refuses some of the moves that the other one allows: one for each condition that does.
    pub refused: Two<Vec<Refused>>,
}

/// What was found of positions in which two games differ.
#[derive(Clone, Debug)]
pub struct Positions {
    /// The search through all lines, the shortest first.
    pub search: Search,
    /// Matched random games.
    pub walks: Walks,
    /// The first difference of each sort, and a few more of legal moves; those with the shortest lines first.
    pub found: Vec<Found>,
}

impl Games<'_> {
    /// Looks for positions in which the two games differ: breadth first through all lines that both have, and in random games of
    /// moves that both have. `news` is told how much of how much is done. What comes of it does not depend on the threads.
    pub fn positions(&self, budget: &Budget, threads: &Threads, news: &mut dyn FnMut(u64, u64)) -> Positions {
        let start = self.engines.map(|engine| engine.start());
        let (a, b) = match (start.a, start.b) {
            (Ok(a), Ok(b)) => (a, b),
            (a, b) => return self.no_start(a.err(), b.err()),
        };
        let start = Two { a, b };
        let same_start = self.alike.same(&start.a, &start.b);
        let mut lines: Vec<(Line, bool)> = Vec::new();
        let (mut search, mut walks) = (Search::default(), Walks::default());
        if self.comparable() {
            let done = &AtomicU64::new(0);
            let all = budget.positions.saturating_add(budget.games);
            let (mut by_search, mut by_walks) = (Vec::new(), Vec::new());
            threads.run(
                |say| {
                    (search, by_search) = self.search(start.clone(), same_start, budget, &|examined| {
                        done.store(examined, Ordering::Relaxed);
                        say();
                    });
                    done.store(budget.positions, Ordering::Relaxed);
                    if !search.all {
                        (walks, by_walks) = self.walks(&start, same_start, budget, &|| {
                            done.fetch_add(1, Ordering::Relaxed);
                            say();
                        });
                    }
                },
                &mut || news(done.load(Ordering::Relaxed).min(all), all),
            );
            let mut kept = by_search.clone();
            lines.extend(by_search.into_iter().map(|line| (line, true)));
            for line in by_walks {
                let before = kept.len();
                keep(&mut kept, line.clone());
                let known = lines.iter().any(|((what, moves), _)| *what == line.0 && *moves == line.1);
                if kept.len() > before && !known {
                    // All lines of fewer plies than the search has seen have been tried.
                    let reach = search.plies as usize + usize::from(line.0 != What::Moves);
                    let shortest = line.1.len() <= reach;
                    lines.push((line, shortest));
                }
            }
            lines.sort_by_key(|((what, moves), _)| (moves.len(), *what));
        } else {
            let differs = self.step(&start).differs;
            search = Search { examined: 1, differing: differs.iter().len() as u64, plies: 0, all: false };
            lines.extend(differs.map(|what| ((what, Vec::new()), true)));
        }
        let mut found: Vec<Found> = Vec::new();
        if self.comparable() && !same_start {
            found.extend(self.tell(&start, What::Start, &[], true));
        }
        found.extend(lines.iter().filter_map(|((what, line), shortest)| self.tell(&start, *what, line, *shortest)));
        found.truncate(KEPT + 5);
        Positions { search, walks, found }
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
    fn the_first_position_with_other_moves() {
        let old = text("jostle");
        let found =
            compared(&old, &old.replace("when value(q, own except p) >", "when value(q, own except p) >="), SMALL, 2);
        let first = &found.found[0];
        assert_eq!((first.what, first.line.len(), first.shortest), (What::Moves, 1, true));
        assert!(first.only.a.is_empty() && first.only.b.len() == first.moves.b - first.moves.a);
        assert!(first.marks.a.is_empty() && !first.marks.b.is_empty());
        assert!(first.refused.a[0].why.contains("but here it is"), "{:?}", first.refused);
        assert_eq!((found.search.examined, found.search.all), (120, false));
    }

    #[test]
    fn every_position_of_a_small_game() {
        let old = text("tic-tac-toe");
        let budget = Budget { positions: 10_000, moves: 1_000_000, ..SMALL };
        let same = compared(&old, &old, budget, 2);
        assert!(same.search.all && same.found.is_empty() && same.search.differing == 0);
        assert_eq!(same.search.examined, 4520, "positions that are not over");
    }

    #[test]
    fn how_often_a_position_came_tells_it_apart() {
        let game = |times| {
            format!(
                "game \"X\" board square 3 x 1 players A, B piece stone setup {{ stone of A at a1; stone of B at c1 }}
                 action step(p: own, q: neighbors(p) & empty) do move p to q action stay() do {{}}
                 end {{ when repeated(next) >= {times}: draw }}"
            )
        };
        let found = compared(&game(2), &game(3), Budget { positions: 5000, ..SMALL }, 1);
        let first = &found.found[0];
        assert_eq!((first.what, first.line.len(), first.shortest), (What::Result, 4, true));
        assert_eq!(first.line, ["stay"; 4]);
        // Where the search does not come so far, random games may.
        let late = compared(&game(2), &game(3), Budget { positions: 6, ..SMALL }, 1);
        assert!(!late.search.all && late.search.differing == 0 && late.walks.touched > 0);
        let same = compared(&game(2), &game(2), Budget { positions: 100_000, moves: 1_000_000, ..SMALL }, 2);
        assert!(same.search.all && same.found.is_empty() && same.search.examined > 6, "{:?}", same.search);
    }

    #[test]
    fn results_turns_and_effects_are_told_apart() {
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
        assert_eq!(what(game("put stone at p", "when ply == 3: mover wins")), (What::Result, 3, true));
        assert_eq!(what(game("put stone at p if p in corner { again }", "")), (What::Turn, 1, true));
        assert_eq!(what(game("put stone at p if ply == 2 { remove a1 }", "")), (What::Effect, 3, true));
        assert_eq!(
            what(game("put stone at p if ply == 1 and p == b2 { put stone at cell(9 / (ply - 1), 1) }", "")),
            (What::Fault, 2, true)
        );
    }

    #[test]
    fn what_comes_late_is_found_in_random_games() {
        let old = text("breakthrough");
        let new = old.replace("end {\n", "end {\n  when ply == 20: draw\n");
        let found = compared(&old, &new, Budget { positions: 30, ..SMALL }, 2);
        let first = &found.found[0];
        assert_eq!((first.what, first.line.len(), first.shortest), (What::Result, 20, false));
        assert_eq!((found.walks.touched, found.walks.median), (6, Some(19)));
    }

    #[test]
    fn what_is_found_does_not_depend_on_the_threads() {
        let (a, b) = (load_bundled("tiger", &[]).unwrap(), load_bundled("tiger", &[("gravity", "2")]).unwrap());
        let told = |threads| {
            let found = Games::new(&*a, &*b).positions(&SMALL, &Threads::new(threads).unwrap(), &mut |_, _| ());
            let lines: Vec<Vec<String>> = found.found.iter().map(|found| found.line.clone()).collect();
            (found.search, found.walks, lines)
        };
        assert_eq!(told(1), told(3));
    }

    #[test]
    fn games_that_begin_otherwise_are_compared_by_their_moves() {
        let old = text("breakthrough");
        let new = old.replace("pawn of White at rows(1..2)", "pawn of White at rows(1..2) except a1");
        assert_ne!(old, new);
        let found = compared(&old, &new, SMALL, 2);
        let sorts: Vec<What> = found.found.iter().map(|found| found.what).collect();
        assert_eq!(sorts[0], What::Start);
        assert!(!sorts.contains(&What::Effect), "{sorts:?}");
    }

    #[test]
    fn boards_of_other_sizes_are_compared_at_the_beginning() {
        let of = |size| load_bundled("rush", &[("size", size)]).unwrap();
        let (a, b) = (of("3"), of("5"));
        let games = Games::new(&*a, &*b);
        let found = games.positions(&SMALL, &Threads::new(1).unwrap(), &mut |_, _| ());
        assert_eq!(found.found[0].only.b[..4], ["d1", "e1", "d2", "e2"]);
        assert!(!games.comparable() && games.remarks()[0].contains("9 in A, 25 in B"));
    }
}
