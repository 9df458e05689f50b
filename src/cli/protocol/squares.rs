//! Cells as other programs write them.

use super::form::Form;
use boardwright::game::board::Board;
use boardwright::game::cells::Cell;

/// The letters of columns in GTP, which has no I.
const GTP_COLUMNS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// Returns whether the cells of a board form a full rectangle.
pub fn is_rectangle(board: &Board) -> bool {
    !board.is_graph() && !board.is_hex() && board.len() as i32 == board.width() * board.height()
}

fn place(board: &Board, cell: Cell) -> Option<(i32, i32)> {
    Some((board.column(cell)?, board.row(cell)?)).filter(|_| !board.is_graph())
}

/// Returns the n-th letter from 1.
fn letter(n: i32) -> Option<char> {
    u8::try_from(n).ok().filter(|n| (1..=26).contains(n)).map(|n| char::from(b'a' + n - 1))
}

fn letter_number(c: char) -> Option<i32> {
    c.is_ascii_lowercase().then(|| c as i32 - 'a' as i32 + 1)
}

/// Returns the cell of a column and a row, if there is one.
fn cell_at(board: &Board, column: i32, row: i32) -> Option<Cell> {
    let is_inside = (1..=board.width()).contains(&column) && (1..=board.height()).contains(&row);
    let cell = if is_inside { board.at(column, row) } else { Cell::OFF };
    (cell != Cell::OFF).then_some(cell)
}

/// Reads a number without sign and leading zeros.
fn number(text: &str) -> Option<i32> {
    let is_plain = !text.starts_with('0') && text.chars().all(|c| c.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

/// Writes a cell: `e4` in UCI, `5f` in USI.
pub fn write(board: &Board, form: Form, cell: Cell) -> Option<String> {
    let (column, row) = place(board, cell)?;
    match form {
        Form::Uci => Some(format!("{}{row}", letter(column)?)),
        Form::Usi => Some(format!("{}{}", board.width() + 1 - column, letter(board.height() + 1 - row)?)),
    }
}

/// Reads a cell at the beginning of a text; returns it with the rest.
pub fn read<'t>(board: &Board, form: Form, text: &'t str) -> Option<(Cell, &'t str)> {
    match form {
        Form::Uci => {
            let column = letter_number(text.chars().next()?)?;
            let end = text[1..].find(|c: char| !c.is_ascii_digit()).map_or(text.len(), |end| end + 1);
            let cell = cell_at(board, column, number(text.get(1..end)?)?)?;
            Some((cell, &text[end..]))
        }
        Form::Usi => {
            let end = text.find(|c: char| !c.is_ascii_digit())?;
            let column = number(text.get(..end)?)?;
            let row = letter_number(text[end..].chars().next()?)?;
            let cell = cell_at(board, board.width() + 1 - column, board.height() + 1 - row)?;
            Some((cell, &text[end + 1..]))
        }
    }
}

/// Writes a cell as a vertex of GTP: `J9`.
pub fn write_vertex(board: &Board, cell: Cell) -> Option<String> {
    let (column, row) = place(board, cell)?;
    let letter = GTP_COLUMNS.chars().nth(usize::try_from(column - 1).ok()?)?;
    Some(format!("{letter}{row}"))
}

/// Reads a vertex of GTP.
pub fn read_vertex(board: &Board, text: &str) -> Option<Cell> {
    let text = text.to_ascii_uppercase();
    let column = GTP_COLUMNS.find(text.chars().next()?)? as i32 + 1;
    cell_at(board, column, number(&text[1..])?)
}
