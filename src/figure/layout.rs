//! The pieces on the board: as a picture if the legend has symbols for all of them, otherwise by name.

use crate::game::Game;
use crate::game::cells::{Cell, CellSet};
use crate::game::piece::Piece;
use crate::game::rules::Placement;
use crate::game::stacks;
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
    let symbol = |cell: Cell| {
        let known = |piece: Piece| game.legend.iter().find(|symbol| symbol.piece == piece).map(|symbol| symbol.symbol);
        let stack: Option<String> = position.stack(game, cell).into_iter().map(known).collect();
        stack.map(|symbols| match symbols.chars().count() {
            0 => ".".to_owned(),
            1 => symbols,
            _ => format!("[{symbols}]"),
        })
    };
    let mut rows: Vec<Vec<String>> = Vec::new();
    for row in (1..=board.height()).rev() {
        let cells = board.row_cells::<{ crate::game::cells::MAX_WORDS }>(row);
        let symbols: Option<Vec<String>> = cells.iter().map(symbol).collect();
        rows.push(symbols?);
    }
    let mut rows: Vec<String> = align(&rows);
    if board.is_hex() {
        slant(&mut rows);
    }
    Some(rows)
}

/// Joins the words of each row, and makes all words as wide as the widest one.
fn align(rows: &[Vec<String>]) -> Vec<String> {
    let width = rows.iter().flatten().map(|word| word.chars().count()).max().unwrap_or(0);
    let join = |row: &Vec<String>| row.iter().map(|word| format!("{word:<width$}")).collect::<Vec<String>>().join(" ");
    rows.iter().map(|row| join(row).trim_end().to_owned()).collect()
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

/// Returns each piece on the board with its cells, the lower ones of stacks first.
pub(crate) fn sets(game: &Game, position: &Position) -> Vec<(Piece, CellSet)> {
    stacks::sets(position.stacked_pieces(game))
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
