//! The pieces on the board: as a picture if the legend has symbols for all of them, otherwise by name.

use crate::game::Game;
use crate::game::cells::{Cell, CellSet};
use crate::game::piece::Piece;
use crate::game::rules::Placement;
use crate::position::Position;
use std::fmt::Write;

/// Appends `position { .. }`.
pub(super) fn position(text: &mut String, game: &Game, position: &Position) {
    let rows = picture(game, position);
    let is_picture = rows.is_some();
    let placed = || sets(game, position).iter().map(|(piece, set)| placement(game, *piece, set)).collect();
    let lines: Vec<String> = rows.unwrap_or_else(placed);
    let _ = match lines.as_slice() {
        [] => writeln!(text, "  position {{ }}"),
        few if !is_picture && few.iter().map(String::len).sum::<usize>() < super::WIDTH - 20 => {
            writeln!(text, "  position {{ {} }}", few.join("; "))
        }
        many => writeln!(text, "  position {{\n    {}\n  }}", many.join("\n    ")),
    };
}

/// Returns the rows from North to South, or `None` if the legend lacks a piece.
fn picture(game: &Game, position: &Position) -> Option<Vec<String>> {
    let board = &game.board;
    if game.legend.is_empty() {
        return None;
    }
    let symbol = |cell: Cell| match position.at(game, cell) {
        piece if piece.is_nothing() => Some('.'),
        piece => game.legend.iter().find(|symbol| symbol.piece == piece).map(|symbol| symbol.symbol),
    };
    let mut rows: Vec<String> = Vec::new();
    for row in (1..=board.height()).rev() {
        let cells = board.row_cells::<{ crate::game::cells::MAX_WORDS }>(row);
        let symbols: Option<Vec<String>> = cells.iter().map(|cell| symbol(cell).map(String::from)).collect();
        rows.push(symbols?.join(" "));
    }
    if board.is_hex() {
        slant(&mut rows);
    }
    Some(rows)
}

/// Indents the rows of a hexagonal board so that neighbors are adjacent: rows of equal length each a little further
/// to the West than the one above it, others around a common middle.
fn slant(rows: &mut [String]) {
    let longest = rows.iter().map(String::len).max().unwrap_or(0);
    let count = rows.len();
    let even = rows.iter().all(|row| row.len() == longest);
    for (n, row) in rows.iter_mut().enumerate() {
        let shift = if even { count - 1 - n } else { (longest - row.len()) / 2 };
        *row = format!("{}{row}", " ".repeat(shift));
    }
}

/// Returns each piece on the board with its cells.
pub(crate) fn sets(game: &Game, position: &Position) -> Vec<(Piece, CellSet)> {
    let mut sets: Vec<(Piece, CellSet)> = Vec::new();
    for (cell, piece) in position.pieces(game) {
        match sets.iter_mut().find(|(known, _)| *known == piece) {
            Some((_, set)) => set.insert(cell),
            None => sets.push((piece, CellSet::of(cell))),
        }
    }
    sets
}

/// Returns the same pieces as placements.
pub(crate) fn placements(game: &Game, position: &Position) -> Vec<Placement> {
    sets(game, position).into_iter().map(Placement::of_set).collect()
}

/// Writes `stone of Black at {a1 b2}`.
pub(crate) fn placement(game: &Game, piece: Piece, set: &CellSet) -> String {
    format!("{} at {}", game.piece_name(piece), cells(game, set))
}

/// Writes `{a1 b2}`, `a1`, `{}`.
pub(crate) fn cells(game: &Game, set: &CellSet) -> String {
    let names: Vec<&str> = set.iter().map(|cell| game.board.coordinate(cell)).collect();
    match names.as_slice() {
        [one] => (*one).to_owned(),
        names => format!("{{{}}}", names.join(" ")),
    }
}
