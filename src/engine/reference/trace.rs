//! What a move changes: the statements of its `do` tell which piece is which.
//!
//! The positions before and after a move say what stands where, but not whether a piece moved or was replaced by one of its
//! kind. So the pieces are followed through the statements: each cell holds a piece from before the move, or a new one.

use super::piles;
use super::run::Run;
use super::value::Ran;
use crate::details::{Change, MoveDetails};
use crate::game::Game;
use crate::game::cells::{Cell, CellSet, Set};
use crate::game::piece::Piece;
use crate::game::value::Value;
use crate::moves::Move;
use crate::position::Position;
use crate::types::Type;

/// A record of a `do` while it runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Trace {
    steps: Vec<TraceStep>,
    choices: Vec<(String, Option<Value>)>,
}

#[derive(Clone, Debug)]
enum TraceStep {
    Put(CellSet),
    Removed(CellSet),
    /// All at once.
    Moved(Vec<(Cell, Cell)>),
}

/// The piece on a cell, followed through the statements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Content {
    #[default]
    Nothing,
    /// The piece that stood there before the move.
    From(Cell),
    /// A piece that this step put on the board.
    New(usize),
    /// A piece that this step put where that one was removed: a promotion, if both have the same owner.
    InPlaceOf(Cell, usize),
}

impl<const W: usize> Run<'_, W> {
    /// Records that pieces are put on cells; a piece there becomes the new one.
    pub(super) fn trace_put(&mut self, at: &Set<W>) {
        self.trace.iter_mut().for_each(|trace| trace.steps.push(TraceStep::Put(at.resized())));
    }

    pub(super) fn trace_removed(&mut self, at: &Set<W>) {
        self.trace.iter_mut().for_each(|trace| trace.steps.push(TraceStep::Removed(at.resized())));
    }

    /// Records that pieces move from the first cells to the second ones, all at once.
    pub(super) fn trace_moved(&mut self, moved: impl Iterator<Item = (Cell, Cell)>) {
        if let Some(trace) = &mut self.trace {
            trace.steps.push(TraceStep::Moved(moved.collect()));
        }
    }

    pub(super) fn trace_choice(&mut self, name: &str, ty: Type, chosen: i32) {
        if let Some(trace) = &mut self.trace {
            let value = (chosen != Move::LEFT).then(|| Value::of_word(ty, i64::from(chosen)));
            trace.choices.push((name.to_owned(), value));
        }
    }

    /// Runs the `do` of a move, and returns its details but for the changes of variables.
    pub(super) fn details(&mut self, before: &Position, mv: &Move) -> Ran<MoveDetails> {
        let game = self.game;
        self.trace = Some(Trace::default());
        self.make(mv)?;
        let trace = self.trace.take().unwrap_or_default();
        let mut after = before.clone();
        self.store(&mut after);
        let binders = game.actions.get(usize::from(mv.action.0)).map_or(&[][..], |action| &action.binders);
        let value = |(binder, code): (&crate::game::rules::Binder, &i32)| {
            (binder.name.clone(), Value::of_word(binder.over.element(), i64::from(*code)))
        };
        Ok(MoveDetails {
            action: mv.action,
            binders: binders.iter().zip(&mv.values).map(value).collect(),
            choices: trace.choices,
            changes: pieces(game, before, &after, &trace.steps),
        })
    }
}

/// Returns what happened to the pieces.
fn pieces(game: &Game, before: &Position, after: &Position, steps: &[TraceStep]) -> Vec<Change> {
    let cells: Vec<Cell> = (0..game.board.len()).map(|cell| Cell(cell as u16)).collect();
    let old: Vec<Piece> = cells.iter().map(|cell| before.at(game, *cell)).collect();
    let mut contents: Vec<Content> = cells.iter().map(|cell| Content::From(*cell)).collect();
    // What was removed last from each cell.
    let mut gone = vec![Content::Nothing; cells.len()];
    // By which step the piece of each cell was removed.
    let mut removed_by = vec![usize::MAX; cells.len()];
    for (content, piece) in contents.iter_mut().zip(&old) {
        if piece.is_nothing() {
            *content = Content::Nothing;
        }
    }
    for (number, step) in steps.iter().enumerate() {
        match step {
            TraceStep::Put(at) => at.iter().for_each(|cell| {
                let removed = take(&mut gone, cell);
                if let Some(content @ Content::Nothing) = at_cell(&mut contents, cell) {
                    *content = match removed {
                        Content::From(was) | Content::InPlaceOf(was, _) => Content::InPlaceOf(was, number),
                        Content::Nothing | Content::New(_) => Content::New(number),
                    };
                }
            }),
            TraceStep::Removed(at) => at.iter().for_each(|cell| {
                let removed = take(&mut contents, cell);
                if let Content::From(was) | Content::InPlaceOf(was, _) = removed {
                    removed_by[usize::from(was.0)] = number;
                }
                if removed != Content::Nothing {
                    set(&mut gone, cell, removed);
                }
            }),
            TraceStep::Moved(moved) => {
                let taken: Vec<Content> = moved.iter().map(|(from, _)| take(&mut contents, *from)).collect();
                for ((_, to), content) in moved.iter().zip(taken) {
                    set(&mut contents, *to, content);
                    set(&mut gone, *to, Content::Nothing);
                }
            }
        }
    }
    for (cell, content) in cells.iter().zip(&mut contents) {
        if let Content::InPlaceOf(was, step) = *content {
            let is_promoted = old[usize::from(was.0)].owner == after.at(game, *cell).owner;
            *content = if is_promoted { Content::From(was) } else { Content::New(step) };
        }
    }
    let mut removed: CellSet = cells.iter().copied().filter(|cell| !old[usize::from(cell.0)].is_nothing()).collect();
    for content in &contents {
        if let Content::From(cell) = content {
            removed.remove(*cell);
        }
    }
    let is_new = |cell: &Cell| matches!(contents[usize::from(cell.0)], Content::New(_)) && !removed.contains(*cell);
    let new: Vec<(Piece, Cell)> =
        cells.iter().copied().filter(is_new).map(|cell| (after.at(game, cell), cell)).collect();
    let lost: Vec<(Piece, Cell)> = removed.iter().map(|cell| (old[usize::from(cell.0)], cell)).collect();
    for (piece, from) in &lost {
        // Where one piece is taken up, and then one like it is put down, it is the same one.
        if let (Some(_), Some(to)) = (only(&lost, *piece), only(&new, *piece))
            && matches!(contents[usize::from(to.0)], Content::New(step) if removed_by[usize::from(from.0)] < step)
        {
            set(&mut contents, to, Content::From(*from));
            removed.remove(*from);
        }
    }
    let (mut moved, mut turned, mut put) = (Vec::new(), Vec::new(), Vec::new());
    for (cell, content) in cells.iter().copied().zip(contents) {
        let piece = after.at(game, cell);
        let from = match content {
            Content::Nothing => continue,
            // Removed and put again.
            Content::New(_) if removed.contains(cell) => {
                removed.remove(cell);
                cell
            }
            Content::New(_) | Content::InPlaceOf(..) => {
                put.push(Change::Put { piece, cell });
                continue;
            }
            Content::From(from) => from,
        };
        let was = old[usize::from(from.0)];
        if from != cell {
            moved.push(Change::Moved { piece: was, from, to: cell });
        }
        if was != piece {
            turned.push(Change::Turned { cell, was, piece });
        }
    }
    let removed = removed.iter().map(|cell| Change::Removed { piece: old[usize::from(cell.0)], cell });
    let changes: Vec<Change> = moved.into_iter().chain(turned).chain(put).chain(removed).collect();
    // A top that is covered or comes to light is neither put nor removed.
    if game.stacks.is_some() { piles::changes(game, before, after, &changes) } else { changes }
}

/// Returns the cell of a piece, if there is only one like it.
fn only(pieces: &[(Piece, Cell)], piece: Piece) -> Option<Cell> {
    let mut like = pieces.iter().filter(|(other, _)| *other == piece).map(|(_, cell)| *cell);
    like.next().filter(|_| like.next().is_none())
}

fn at_cell(contents: &mut [Content], cell: Cell) -> Option<&mut Content> {
    contents.get_mut(usize::from(cell.0))
}

/// Takes what is on a cell.
fn take(contents: &mut [Content], cell: Cell) -> Content {
    at_cell(contents, cell).map(std::mem::take).unwrap_or_default()
}

/// A piece that leaves the board is forgotten.
fn set(contents: &mut [Content], cell: Cell, content: Content) {
    at_cell(contents, cell).into_iter().for_each(|at| *at = content);
}
