//! How two games differ at the end of a line of play, in full.

use super::positions::{Difference, DifferenceKind, Positions, RefusedMove};
use super::roots::Root;
use super::search::{DifferingLine, Search};
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
use crate::render::{self, Arrow, ArrowMark};
use std::collections::HashSet;

/// The maximum number of conditions reported as refusing moves.
const REASONS: usize = 3;

/// The maximum number of cells that are ringed after a move.
const RINGS: usize = 6;

/// The maximum number of moves whose refusal is explained.
const ASKED: usize = 40;

impl Games<'_> {
    /// Reports that one of the games, or neither, can begin.
    pub(super) fn no_start(&self, a: Option<Fault>, b: Option<Fault>) -> Positions {
        let fault = Two { a, b };
        let found = Difference { what: DifferenceKind::Fault, shortest: true, fault, ..Difference::default() };
        let search = Search { examined: 1, differing: 1, plies: 0, all: false };
        Positions { search, elsewhere: None, walks: Walks::default(), found: vec![found], is_reordered: false }
    }

    /// Plays the moves of a line in both games and describes how they differ then. Returns `None` if the line cannot be played, which
    /// would be an internal error of the search.
    pub(super) fn tell(&self, root: &Root, line: &DifferingLine) -> Option<Difference> {
        let DifferingLine { sort: (what, _), line: moves, shortest, .. } = line.clone();
        let (at, origin) = (root.at.clone().map(Some), root.origin.clone());
        let mut found = Difference { what, origin, line: moves, shortest, at, ..Difference::default() };
        for text in &line.line {
            found.before = std::mem::take(&mut found.at);
            let next = self.engines.zip(found.before.each()).map(|(engine, before)| {
                match notation::play(engine, before.as_ref()?, text) {
                    Ok(after) => Some((Some(after), None)),
                    Err(NotPlayed::Fault(fault)) => Some((None, Some(fault))),
                    Err(NotPlayed::Illegal { .. }) => None,
                }
            });
            (found.at, found.fault) = Two { a: next.a?, b: next.b? }.unzip();
        }
        self.compare_moves(&mut found);
        Some(found)
    }

    /// Compares the legal moves of both games at the end of a line.
    fn compare_moves(&self, found: &mut Difference) {
        let ends = self.engines.zip(found.at.each());
        let legal = ends.zip(found.fault.each_mut()).map(|((engine, at), fault)| {
            let moves = texts(engine, at.as_ref()?);
            moves.map_err(|new| *fault = fault.take().or(Some(new))).ok()
        });
        if let (DifferenceKind::Start | DifferenceKind::Effect, Two { a: Some(a), b: Some(b) }) =
            (found.what, &found.at)
        {
            let games = self.engines.map(|engine| engine.game());
            let cells = (0..games.a.board.len().max(games.b.board.len())).map(|cell| Cell(cell as u16));
            let named = |game: &Game, at: &Position, cell| -> Vec<String> {
                at.stack(game, cell).into_iter().map(|piece| game.piece_name(piece)).collect()
            };
            let differ: CellSet = cells.filter(|cell| named(games.a, a, *cell) != named(games.b, b, *cell)).collect();
            found.marks = Two { a: differ, b: differ };
        }
        if let (DifferenceKind::Result | DifferenceKind::Turn | DifferenceKind::Effect, Some(last)) =
            (found.what, found.line.last())
        {
            let shown = ends.zip(found.before.each()).map(|((engine, at), before)| {
                let (Some(before), Some(at)) = (before, at) else { return (CellSet::EMPTY, Vec::new()) };
                let arrows = Arrow::last(engine, before, last);
                let cells = render::cells_of(engine.game(), before, at);
                // Where nothing moves, what was put, turned or removed is ringed.
                let ring = |to| Arrow { from: None, to, mark: ArrowMark::Last };
                let arrows = if arrows.is_empty() { cells.iter().take(RINGS).map(ring).collect() } else { arrows };
                (cells, arrows)
            });
            let (marks, arrows) = shown.unzip();
            found.arrows = arrows;
            if found.what != DifferenceKind::Effect {
                found.marks = marks;
            }
        }
        let Two { a: Some(in_a), b: Some(in_b) } = legal else { return };
        found.moves = Two { a: in_a.len(), b: in_b.len() };
        let only = |these: &[(String, _)], others: &[(String, _)]| -> Vec<String> {
            let others: HashSet<&str> = others.iter().map(|(text, _)| text.as_str()).collect();
            these.iter().map(|(text, _)| text).filter(|text| !others.contains(text.as_str())).cloned().collect()
        };
        if found.what == DifferenceKind::Moves {
            found.only = Two { a: only(&in_a, &in_b), b: only(&in_b, &in_a) };
            let Two { a, b } = found.only.each();
            let shown = ends.zip(Two { a: (a, &in_a), b: (b, &in_b) });
            let shown = shown.map(|((engine, at), (only, legal))| marked(engine, at, only, legal));
            (found.marks, found.arrows) = shown.unzip();
            if self.is_comparable() {
                // What only one game allows is crossed out in the other.
                let crossed = |arrows: &[Arrow]| -> Vec<Arrow> {
                    arrows.iter().map(|arrow| Arrow { mark: ArrowMark::Illegal, ..*arrow }).collect()
                };
                let (in_a, in_b) = (crossed(&found.arrows.b), crossed(&found.arrows.a));
                found.arrows.a.extend(in_a);
                found.arrows.b.extend(in_b);
            }
            let others = ends.zip(Two { a: b, b: a });
            found.refused = others.map(|((engine, at), others)| refusals(engine, at, others));
        }
    }
}

/// Returns the cells that these moves change, and an arrow for each.
fn marked(
    engine: &dyn Engine,
    at: &Option<Position>,
    texts: &[String],
    legal: &[(String, Move)],
) -> (CellSet, Vec<Arrow>) {
    let (mut cells, mut arrows) = (CellSet::EMPTY, Vec::new());
    let Some(position) = at else { return (cells, arrows) };
    let texts: HashSet<&String> = texts.iter().take(ASKED).collect();
    for (_, mv) in legal.iter().filter(|(text, _)| texts.contains(text)) {
        let mut after = position.clone();
        if engine.play_unchecked(&mut after, mv).is_ok() {
            cells = cells.iter().chain(render::cells_of(engine.game(), position, &after).iter()).collect();
        }
        let details = engine.details(position, mv).ok();
        arrows.extend(details.and_then(|details| Arrow::first(&details, ArrowMark::Legal)));
    }
    (cells, arrows)
}

/// Explains why a game refuses these moves, with one move for each condition that refuses some.
pub(super) fn refusals(engine: &dyn Engine, at: &Option<Position>, texts: &[String]) -> Vec<RefusedMove> {
    let Some(position) = at else { return Vec::new() };
    let mut known = HashSet::new();
    let mut refused = Vec::new();
    for text in texts.iter().take(ASKED) {
        let Ok(refusal) = engine.why_not(position, text) else { continue };
        let place = match &refusal.reason {
            Reason::NotInSet { span, .. }
            | Reason::Fails { span, .. }
            | Reason::NoChoice { span, .. }
            | Reason::Ends { span, .. } => (0, span.start, span.end),
            Reason::Legal => continue,
            Reason::Over => (1, 0, 0),
            Reason::NoSuchText(_) => (2, 0, 0),
            Reason::NotGreatest(..) => (3, 0, 0),
            Reason::Choices(_) => (4, 0, 0),
        };
        if known.insert(place) {
            refused.push(RefusedMove { text: text.clone(), why: refusal::sentence(engine.game(), text, &refusal) });
        }
        if refused.len() == REASONS {
            break;
        }
    }
    refused
}
