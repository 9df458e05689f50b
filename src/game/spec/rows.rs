//! The board of a line: `rnbqkbnr/8/[rock]7`, the rows from the top.

use super::cursor::Cursor;
use super::error::SpecError;
use super::fields;
use super::names::PositionNames;
use super::parse::LineError;
use crate::game::cells::Cell;
use crate::game::piece::Piece;
use std::ops::Range;

/// A row as it is written.
#[derive(Default)]
struct Row {
    range: Range<usize>,
    /// How many cells it has.
    cells: usize,
    /// The pieces, each with its cell in the row.
    pieces: Vec<(usize, Piece)>,
}

/// Reads the board at the beginning of a text, after `start`. Returns the pieces, and where the board ends.
pub(super) fn read(
    names: &PositionNames<'_>,
    text: &str,
    start: usize,
) -> Result<(Vec<(Cell, Piece)>, usize), LineError> {
    let (rows, end) = split(names, text, start)?;
    let board = names.rows();
    let written = |wanted: &Vec<Cell>, row: &Row| {
        let name = |cell: Option<&Cell>| cell.map_or_else(String::new, |cell| names.board.coordinate(*cell).to_owned());
        let cells = (name(wanted.first()), name(wanted.last()));
        let error = SpecError::Row { cells, wanted: wanted.len(), given: row.cells };
        LineError { range: row.range.clone(), error }
    };
    if rows.len() != board.len() {
        let error = SpecError::Rows { wanted: board.len(), given: rows.len() };
        return Err(LineError { range: start..end, error });
    }
    let mut pieces = Vec::new();
    for (row, cells) in rows.iter().zip(&board) {
        if row.cells != cells.len() {
            return Err(written(cells, row));
        }
        pieces.extend(row.pieces.iter().filter_map(|(at, piece)| Some((*cells.get(*at)?, *piece))));
    }
    Ok((pieces, end))
}

/// Reads what is in brackets: a piece by its name, or a stack from the bottom up, by characters or with `+` between the pieces.
/// Returns the pieces, and where the text goes on after the bracket.
fn bracket(names: &PositionNames<'_>, text: &str, start: usize) -> Result<(Vec<Piece>, usize), LineError> {
    // A bracket does not go over the end of a row.
    let inside = text.get(start..).and_then(|rest| rest.split_once([']', '/', '[']));
    let Some((symbols, _)) =
        inside.filter(|(symbols, _)| text.get(start + symbols.len()..).is_some_and(|rest| rest.starts_with(']')))
    else {
        return Err(LineError { range: start.saturating_sub(1)..start, error: SpecError::Unclosed { bracket: '[' } });
    };
    if names.kind(symbols).is_err()
        && let Some(pieces) = names.pieces_of(symbols).filter(|pieces| pieces.len() > 1)
    {
        return Ok((pieces, start + symbols.len() + 1));
    }
    let mut cursor = Cursor::new(text, start..text.len());
    let mut pieces = Vec::new();
    loop {
        let mut one = cursor.clone();
        let symbol = one.next().filter(|_| one.peek().is_some_and(|next| matches!(next.text, "+" | "]")));
        let named = symbol.filter(|token| names.kind(token.text).is_err());
        match named.and_then(|token| names.pieces_of(token.text)).as_deref() {
            Some([piece]) => {
                pieces.push(*piece);
                cursor = one;
            }
            _ => pieces.push(fields::piece(names, &mut cursor)?),
        }
        if cursor.take("+").is_none() {
            return Ok((pieces, cursor.need("]")?.range.end));
        }
    }
}

/// Reads the rows, however many they are and however long.
fn split(names: &PositionNames<'_>, text: &str, start: usize) -> Result<(Vec<Row>, usize), LineError> {
    let (mut rows, mut at) = (Vec::new(), start);
    let mut row = Row { range: start..start, ..Row::default() };
    while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()).filter(|c| !c.is_whitespace()) {
        let mut end = at + c.len_utf8();
        match c {
            '/' => {
                row.range.end = at;
                rows.push(std::mem::replace(&mut row, Row { range: end..end, ..Row::default() }));
            }
            '.' => row.cells = row.cells.saturating_add(1),
            '0'..='9' => {
                let digits = text.get(at..).unwrap_or("");
                let digits = digits.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                end = text.len() - digits;
                let count = text.get(at..end).and_then(|digits| digits.parse().ok()).unwrap_or(usize::MAX);
                row.cells = row.cells.saturating_add(count);
            }
            _ => {
                let stack = if c == '[' {
                    let (stack, after) = bracket(names, text, end)?;
                    end = after;
                    stack
                } else {
                    vec![names.piece_of(c).map_err(|error| LineError { range: at..end, error })?]
                };
                row.pieces.extend(stack.into_iter().map(|piece| (row.cells, piece)));
                row.cells = row.cells.saturating_add(1);
            }
        }
        at = end;
    }
    row.range.end = at;
    rows.push(row);
    Ok((rows, at))
}
