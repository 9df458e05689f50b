//! [`Picking`]: a move chosen by its cells, one after the other.
//!
//! Each legal move has a path: the cells of its binders and choices, in the order of its text. Picked cells narrow the moves until one
//! is left.

use super::spelled;
use boardwright::engine::Engine;
use boardwright::game::cells::{Cell, CellSet};
use boardwright::game::piece::Dir;
use boardwright::game::value::Value;
use boardwright::internals::types::Type;
use boardwright::moves::{Change, Move, MoveDetails};
use boardwright::outcome::Fault;
use boardwright::position::Position;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// With more moves than this, it is not asked what each of them changes.
const FEW: usize = 200;

/// The legal moves of a position, and the cells picked so far.
pub struct Picking {
    engine: Arc<dyn Engine>,
    position: Position,
    moves: Vec<Move>,
    /// The path of each move.
    paths: Vec<Vec<Cell>>,
    picked: Vec<Cell>,
    details: RefCell<BTreeMap<usize, Option<MoveDetails>>>,
}

/// A move that the picked cells leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The index of the move.
    pub index: usize,
    /// The cells that are still to be picked.
    pub rest: Vec<Cell>,
}

/// What picking a cell leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picked {
    /// This move is chosen.
    Move(usize),
    /// More cells are to be picked.
    More,
    /// These moves have the same cells.
    Several(Vec<usize>),
    /// No move continues with this cell.
    Nothing,
}

impl Picking {
    /// Lists the legal moves of a position with their paths.
    pub fn new(engine: &Arc<dyn Engine>, position: &Position) -> Result<Picking, Fault> {
        let moves = engine.legal_moves(position)?;
        let (engine, position) = (engine.clone(), position.clone());
        let mut picking =
            Picking { engine, position, moves, paths: Vec::new(), picked: Vec::new(), details: RefCell::default() };
        let in_order = |index: usize| {
            let path = picking.path(index);
            let is_open = path.len() > 1 && path.iter().any(|cell| *cell != path[0]);
            is_open
                .then(|| spelled::order(picking.engine.game(), &picking.text(index), &path))
                .flatten()
                .unwrap_or(path)
        };
        let paths = (0..picking.moves.len()).map(in_order).collect();
        picking.paths = paths;
        Ok(picking)
    }

    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    pub fn picked(&self) -> &[Cell] {
        &self.picked
    }

    /// Returns the cells that lead to a move.
    pub fn path_of(&self, index: usize) -> &[Cell] {
        self.paths.get(index).map_or(&[], Vec::as_slice)
    }

    /// Returns the cells of a move in the order of its parts. Where a direction comes last, it leads to a cell.
    fn path(&self, index: usize) -> Vec<Cell> {
        let Some(mv) = self.moves.get(index) else { return Vec::new() };
        let game = self.engine.game();
        let binders = game.actions.get(usize::from(mv.action.0)).map_or(&[][..], |action| &action.binders);
        let mut values: Vec<Value> = binders
            .iter()
            .zip(&mv.values)
            .map(|(binder, code)| Value::of_word(binder.over.element(), i64::from(*code)))
            .collect();
        if mv.values.len() > binders.len()
            && let Some(details) = self.details(index)
        {
            values.extend(details.choices.into_iter().filter_map(|(_, value)| value));
        }
        let mut path: Vec<Cell> = Vec::new();
        let mut dirs: Vec<Dir> = Vec::new();
        for value in &values {
            match value {
                Value::Cell(cell) if !cell.is_off() => {
                    path.push(*cell);
                    dirs.clear();
                }
                Value::Dir(dir) => dirs.push(*dir),
                _ => {}
            }
        }
        let (Some(last), Some(dir)) = (path.last().copied(), dirs.first()) else { return path };
        let steps_only = dirs.len() == 1 && !values.iter().any(|value| value.ty() == Type::Int);
        let moved = self.details(index).and_then(|details| details.from_to()).filter(|(from, _)| *from == last);
        let next = match moved {
            Some((_, to)) => to,
            None if steps_only => game.board.step(last, *dir),
            None => Cell::OFF,
        };
        if !next.is_off() {
            path.push(next);
        }
        path
    }

    fn details(&self, index: usize) -> Option<MoveDetails> {
        let details = || self.engine.details(&self.position, self.moves.get(index)?).ok();
        self.details.borrow_mut().entry(index).or_insert_with(details).clone()
    }

    /// Returns the cell where a move ends for people: where the picked piece stands afterwards, or the first one that moves.
    fn end(&self, index: usize) -> Option<Cell> {
        self.end_from(index, self.picked.first())
    }

    /// Does the same if `first` is the picked cell.
    fn end_from(&self, index: usize, first: Option<&Cell>) -> Option<Cell> {
        let details = self.details(index)?;
        let moved = |is_wanted: &dyn Fn(&Cell) -> bool| {
            details.changes.iter().find_map(|change| match change {
                Change::Moved { from, to, .. } if is_wanted(from) => Some(*to),
                _ => None,
            })
        };
        moved(&|from| Some(from) == first).or_else(|| moved(&|_| true)).or_else(|| {
            details.changes.iter().find_map(|change| match change {
                Change::Put { cell, .. } => Some(*cell),
                _ => None,
            })
        })
    }

    /// Returns the moves that the picked cells leave.
    pub fn candidates(&self) -> Vec<Candidate> {
        let all = self.paths.iter().enumerate().map(|(index, path)| Candidate { index, rest: path.clone() }).collect();
        self.picked.iter().fold(all, |candidates, cell| self.narrow(&candidates, *cell, true))
    }

    /// Keeps the moves that go on with a cell: as their next one, or else as their last one, or else as any of them.
    fn narrow(&self, candidates: &[Candidate], cell: Cell, is_later: bool) -> Vec<Candidate> {
        let after = |candidate: &Candidate, at: usize| {
            let mut rest = candidate.rest.clone();
            rest.remove(at);
            Candidate { index: candidate.index, rest }
        };
        let next: Vec<Candidate> = candidates
            .iter()
            .filter(|candidate| candidate.rest.first() == Some(&cell))
            .map(|candidate| after(candidate, 0))
            .collect();
        if !next.is_empty() {
            return next;
        }
        let ends = |candidate: &&Candidate| {
            candidate.rest.last() == Some(&cell) && is_later && !self.picked.is_empty()
                || candidates.len() <= FEW && !self.picked.is_empty() && self.end(candidate.index) == Some(cell)
        };
        let ended: Vec<Candidate> = candidates
            .iter()
            .filter(ends)
            .map(|candidate| Candidate { index: candidate.index, rest: Vec::new() })
            .collect();
        if !ended.is_empty() {
            return ended;
        }
        let any = candidates.iter().filter_map(|candidate| {
            let at = candidate.rest.iter().position(|rest| *rest == cell)?;
            Some(after(candidate, at))
        });
        any.collect()
    }

    /// Picks a cell.
    pub fn pick(&mut self, cell: Cell) -> Picked {
        let candidates = self.candidates();
        if self.picked.last() == Some(&cell) {
            let complete = indexes(candidates.iter().filter(|candidate| candidate.rest.is_empty()));
            if let Some(picked) = choose(&complete) {
                return picked;
            }
        }
        let narrowed = self.narrow(&candidates, cell, true);
        if narrowed.is_empty() {
            return Picked::Nothing;
        }
        self.picked.push(cell);
        // Where no choice of a cell is left, it is decided.
        match narrowed.iter().all(|candidate| candidate.rest.is_empty()) {
            true => choose(&indexes(narrowed.iter())).unwrap_or(Picked::Nothing),
            false => Picked::More,
        }
    }

    /// Takes the last cell back; returns whether there was one.
    pub fn unpick(&mut self) -> bool {
        self.picked.pop().is_some()
    }

    /// Takes all cells back; returns whether there were any.
    pub fn clear(&mut self) -> bool {
        let had = !self.picked.is_empty();
        self.picked.clear();
        had
    }

    /// Returns the cells that can be picked next.
    pub fn targets(&self) -> CellSet {
        let candidates = self.candidates();
        let mut targets: CellSet = candidates.iter().filter_map(|candidate| candidate.rest.first().copied()).collect();
        if !self.picked.is_empty() && candidates.len() <= FEW {
            let is_open = |candidate: &&Candidate| !candidate.rest.is_empty();
            let ends = candidates.iter().filter(is_open).filter_map(|candidate| self.end(candidate.index));
            ends.filter(|cell| !self.picked.contains(cell)).for_each(|cell| targets.insert(cell));
        }
        targets
    }

    /// Returns the moves whose cells are these; or else, for two cells, those that lead from the first to the second one.
    pub fn with_path(&self, cells: &[Cell]) -> Vec<usize> {
        let exact: Vec<usize> = (0..self.paths.len()).filter(|index| self.paths[*index] == cells).collect();
        let [first, last] = cells else { return exact };
        if !exact.is_empty() {
            return exact;
        }
        let begun = self.beginning_with(&[*first]);
        if begun.len() > FEW {
            return Vec::new();
        }
        begun.into_iter().filter(|index| self.end_from(*index, Some(first)) == Some(*last)).collect()
    }

    /// Returns the moves whose first cells are these.
    pub fn beginning_with(&self, cells: &[Cell]) -> Vec<usize> {
        (0..self.paths.len()).filter(|index| self.paths[*index].starts_with(cells)).collect()
    }

    /// Returns texts of moves as they would be with these cells, to ask why none of them is legal.
    pub fn forms(&self, cells: &[Cell]) -> Vec<String> {
        let fits = self.paths.iter().enumerate().filter(|(_, path)| path.len() == cells.len());
        self.rewrite(fits.map(|(index, _)| index), cells)
    }

    /// Returns texts of the moves that the picked cells leave, as they would be with this cell next, to ask why none is legal.
    pub fn texts_with(&self, cell: Cell) -> Vec<String> {
        let cells = [&self.picked[..], &[cell]].concat();
        self.rewrite(self.candidates().into_iter().map(|candidate| candidate.index), &cells)
    }

    /// Writes moves with other cells at the beginning of their paths, each text once; those with a shorter path are left out.
    fn rewrite(&self, moves: impl Iterator<Item = usize>, cells: &[Cell]) -> Vec<String> {
        let board = &self.engine.game().board;
        let wanted: Vec<&str> = cells.iter().map(|cell| board.name(*cell)).collect();
        let mut texts: Vec<String> = Vec::new();
        let paths = moves.filter_map(|index| Some((index, self.paths.get(index)?)));
        let fits = paths.filter(|(_, path)| !cells.is_empty() && path.len() >= cells.len());
        for (index, path) in fits.take(FEW) {
            let text = replaced(&self.text(index), path.iter().map(|cell| board.name(*cell)), &wanted);
            texts.extend(text.filter(|text| !texts.contains(text)));
        }
        texts
    }

    /// Returns the moves that need no more cells.
    pub fn complete(&self) -> Vec<usize> {
        indexes(self.candidates().iter().filter(|candidate| candidate.rest.is_empty()))
    }

    /// Returns the text of a move.
    pub fn text(&self, index: usize) -> String {
        let text = self.moves.get(index).and_then(|mv| self.engine.text(&self.position, mv).ok());
        text.unwrap_or_default()
    }
}

/// Replaces the first names in a text by others; `None` if the text does not have them in order.
fn replaced<'a>(text: &str, names: impl Iterator<Item = &'a str>, by: &[&str]) -> Option<String> {
    let (mut done, mut rest) = (String::new(), text);
    for (name, by) in names.zip(by) {
        let at = rest.find(name)?;
        done += &rest[..at];
        done += by;
        rest = &rest[at + name.len()..];
    }
    Some(done + rest)
}

fn indexes<'c>(candidates: impl Iterator<Item = &'c Candidate>) -> Vec<usize> {
    candidates.map(|candidate| candidate.index).collect()
}

/// Returns the decision between moves, or `None` if there are none.
fn choose(moves: &[usize]) -> Option<Picked> {
    match moves {
        [] => None,
        [only] => Some(Picked::Move(*only)),
        several => Some(Picked::Several(several.to_vec())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picking(game: &str, settings: &[(&str, &str)], moves: &[&str]) -> (Picking, Arc<dyn Engine>) {
        let engine = boardwright::load_bundled(game, settings).unwrap();
        let start = engine.start().unwrap();
        let positions = boardwright::notation::play_all(&*engine, &start, moves.iter().copied()).unwrap();
        (Picking::new(&engine, positions.last().unwrap_or(&start)).unwrap(), engine)
    }

    fn pick(picking: &mut Picking, engine: &Arc<dyn Engine>, cells: &str) -> String {
        let mut last = Picked::Nothing;
        for cell in cells.split(' ') {
            last = picking.pick(engine.game().board.named(cell).unwrap());
        }
        match last {
            Picked::Move(index) => picking.text(index),
            Picked::Several(moves) => moves.iter().map(|index| picking.text(*index)).collect::<Vec<_>>().join(" or "),
            Picked::More => "more".to_owned(),
            Picked::Nothing => "nothing".to_owned(),
        }
    }

    #[test]
    fn cells_narrow_the_moves_until_one_is_left() {
        let (mut rush, engine) = picking("rush", &[("size", "5")], &[]);
        assert_eq!(pick(&mut rush, &engine, "c3"), "c3");
        let (mut jostle, engine) = picking("jostle", &[], &[]);
        assert_eq!(pick(&mut jostle, &engine, "d3"), "more");
        assert_eq!(pick(&mut jostle, &engine, "d4"), "nothing");
        assert_eq!(pick(&mut jostle, &engine, "d2"), "d3-d2");
        assert!(jostle.clear() && jostle.picked().is_empty());
    }

    #[test]
    fn directions_lead_to_cells() {
        let (mut push, engine) = picking("push", &[], &[]);
        assert_eq!(pick(&mut push, &engine, "a2 a3"), "a2-a3");
    }

    #[test]
    fn castling_is_the_king_to_its_target_or_to_the_rook() {
        let moves = ["g1-f3", "g8-f6", "g2-g3", "g7-g6", "f1-g2", "f8-g7"];
        let (mut chess, engine) = picking("chess", &[], &moves);
        let castled = pick(&mut chess, &engine, "e1 g1");
        chess.clear();
        assert_eq!(pick(&mut chess, &engine, "e1 h1"), castled);
        assert_ne!(castled, "nothing");
    }

    #[test]
    fn moves_with_the_same_cells_are_chosen_from_a_list() {
        let engine = boardwright::load_bundled("chess", &[]).unwrap();
        let line = "4k3/P7/8/8/8/8/8/4K3 White";
        let position = boardwright::position_line::parse(&*engine, line).unwrap();
        let mut promotion = Picking::new(&engine, &position).unwrap();
        assert_eq!(pick(&mut promotion, &engine, "a7 a8").matches(" or ").count(), 3);
    }

    #[test]
    fn a_cell_that_cannot_be_picked_gives_texts_to_ask_about() {
        let (mut jostle, engine) = picking("jostle", &[], &[]);
        let cell = |name: &str| engine.game().board.named(name).unwrap();
        jostle.pick(cell("d3"));
        assert!(jostle.texts_with(cell("d4")).contains(&"d3-d4".to_owned()));
    }
}
