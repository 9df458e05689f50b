//! [`Positions`]: positions in which two games differ, and the play that leads to them.

use super::search::{KEPT, Line, Search, keep};
use super::step::texts;
use super::walks::Walks;
use super::{Games, Two};
use crate::engine::{Engine, Reason};
use crate::game::Game;
use crate::game::cells::{Cell, CellSet};
use crate::moves::Move;
use crate::notation::{self, NotPlayed};
use crate::outcome::Fault;
use crate::position::Position;
use crate::refusal;
use crate::render;
use crate::threads::Threads;
use serde::Serialize;
use std::collections::HashSet;
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

/// The most conditions of which is said what they refuse.
const REASONS: usize = 3;

/// The most moves that are asked why they are refused.
const ASKED: usize = 40;

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
            let all = budget.positions + budget.games;
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

    /// One of the games cannot begin, or none.
    fn no_start(&self, a: Option<Fault>, b: Option<Fault>) -> Positions {
        let fault = Two { a, b };
        let found = Found {
            what: What::Fault,
            line: Vec::new(),
            shortest: true,
            at: Two::default(),
            before: Two::default(),
            moves: Two::default(),
            only: Two::default(),
            marks: Two::default(),
            refused: Two::default(),
            fault,
        };
        let search = Search { examined: 1, differing: 1, plies: 0, all: false };
        Positions { search, walks: Walks::default(), found: vec![found] }
    }

    /// Plays the moves of a line in both games, and says how these differ then. None if it cannot be played, which would be a
    /// mistake of the search.
    fn tell(&self, start: &Two<Position>, what: What, line: &[String], shortest: bool) -> Option<Found> {
        let mut found = Found {
            what,
            line: line.to_vec(),
            shortest,
            at: start.clone().map(Some),
            before: Two::default(),
            fault: Two::default(),
            moves: Two::default(),
            only: Two::default(),
            marks: Two::default(),
            refused: Two::default(),
        };
        for text in line {
            let at = std::mem::take(&mut found.at);
            let after = |engine: &dyn Engine, at: &Option<Position>| match notation::play(engine, at.as_ref()?, text) {
                Ok(after) => Some((Some(after), None)),
                Err(NotPlayed::Fault(fault)) => Some((None, Some(fault))),
                Err(NotPlayed::Illegal { .. }) => None,
            };
            let (next_a, fault_a) = after(self.engines.a, &at.a)?;
            let (next_b, fault_b) = after(self.engines.b, &at.b)?;
            found.before = at;
            found.at = Two { a: next_a, b: next_b };
            found.fault = Two { a: fault_a, b: fault_b };
        }
        self.compare_moves(&mut found);
        Some(found)
    }

    /// Which moves each game allows where a line ends.
    fn compare_moves(&self, found: &mut Found) {
        let legal = |engine: &dyn Engine, at: &Option<Position>, fault: &mut Option<Fault>| {
            let moves = texts(engine, at.as_ref()?);
            moves.map_err(|new| *fault = fault.take().or(Some(new))).ok()
        };
        let in_a = legal(self.engines.a, &found.at.a, &mut found.fault.a);
        let in_b = legal(self.engines.b, &found.at.b, &mut found.fault.b);
        if let (What::Start | What::Effect, Two { a: Some(a), b: Some(b) }) = (found.what, &found.at) {
            let games = self.engines.map(|engine| engine.game());
            let cells = (0..games.a.board.len().max(games.b.board.len())).map(|cell| Cell(cell as u16));
            let named = |game: &Game, at: &Position, cell| game.piece_name(at.at(game, cell));
            let differ: CellSet = cells.filter(|cell| named(games.a, a, *cell) != named(games.b, b, *cell)).collect();
            found.marks = Two { a: differ, b: differ };
        }
        if let What::Result | What::Turn = found.what {
            let changed = |engine: &dyn Engine, before: &Option<Position>, at: &Option<Position>| {
                let (Some(before), Some(at)) = (before, at) else { return CellSet::EMPTY };
                render::cells_of(engine.game(), before, at)
            };
            found.marks = Two {
                a: changed(self.engines.a, &found.before.a, &found.at.a),
                b: changed(self.engines.b, &found.before.b, &found.at.b),
            };
        }
        let (Some(in_a), Some(in_b)) = (in_a, in_b) else { return };
        found.moves = Two { a: in_a.len(), b: in_b.len() };
        let only = |these: &[(String, _)], others: &[(String, _)]| -> Vec<String> {
            let others: HashSet<&str> = others.iter().map(|(text, _)| text.as_str()).collect();
            these.iter().map(|(text, _)| text).filter(|text| !others.contains(text.as_str())).cloned().collect()
        };
        if found.what == What::Moves {
            found.only = Two { a: only(&in_a, &in_b), b: only(&in_b, &in_a) };
            found.marks = Two {
                a: touched(self.engines.a, &found.at.a, &found.only.a, &in_a),
                b: touched(self.engines.b, &found.at.b, &found.only.b, &in_b),
            };
            found.refused = Two {
                a: refusals(self.engines.a, &found.at.a, &found.only.b),
                b: refusals(self.engines.b, &found.at.b, &found.only.a),
            };
        }
    }
}

/// The cells that these moves change, of all legal ones.
fn touched(engine: &dyn Engine, at: &Option<Position>, texts: &[String], legal: &[(String, Move)]) -> CellSet {
    let Some(position) = at else { return CellSet::EMPTY };
    let texts: HashSet<&String> = texts.iter().take(ASKED).collect();
    let mut cells = CellSet::EMPTY;
    for (_, mv) in legal.iter().filter(|(text, _)| texts.contains(text)) {
        let mut after = position.clone();
        if engine.play_unchecked(&mut after, mv).is_ok() {
            cells = cells.iter().chain(render::cells_of(engine.game(), position, &after).iter()).collect();
        }
    }
    cells
}

/// Why a game refuses these moves: one of them for each condition that refuses some.
pub(super) fn refusals(engine: &dyn Engine, at: &Option<Position>, texts: &[String]) -> Vec<Refused> {
    let Some(position) = at else { return Vec::new() };
    let mut known = HashSet::new();
    let mut refused = Vec::new();
    for text in texts.iter().take(ASKED) {
        let Ok(refusal) = engine.why_not(position, text) else { continue };
        let place = match &refusal.reason {
            Reason::NotInSet { span, .. } | Reason::Fails { span, .. } | Reason::NoChoice { span, .. } => {
                (0, span.start, span.end)
            }
            Reason::Legal => continue,
            Reason::Over => (1, 0, 0),
            Reason::NoSuchText(_) => (2, 0, 0),
            Reason::NotGreatest(..) => (3, 0, 0),
            Reason::Choices(_) => (4, 0, 0),
        };
        if known.insert(place) {
            refused.push(Refused { text: text.clone(), why: refusal::sentence(engine.game(), text, &refusal) });
        }
        if refused.len() == REASONS {
            break;
        }
    }
    refused
}

#[cfg(test)]
mod tests {
    use super::*;
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
