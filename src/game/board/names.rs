//! Names of cells for people: the coordinates, unless the board defines names.
//!
//! Moves are read and written with these names. Expressions of the rules use coordinates and cell numbers.

use super::{Board, Corner, coordinates};
use crate::game::cells::{Cell, CellSet};
use std::collections::BTreeMap;

/// The names of a board's cells, and where a picture of the board shows them.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardNames {
    /// The name of each cell.
    words: Vec<String>,
    cells: BTreeMap<String, Cell>,
    /// The number of each cell: its name if that is a number, otherwise 0.
    numbers: Vec<i32>,
    numbered: BTreeMap<i32, Cell>,
    /// The cells whose names are not their coordinates.
    own: CellSet,
    /// The labels of columns and rows at the edges of a picture.
    columns: Vec<String>,
    rows: Vec<String>,
}

impl BoardNames {
    /// Uses the coordinates as names, and labels the edges with them.
    pub(super) fn coordinates(board: &Board) -> BoardNames {
        BoardNames::new(board, &BTreeMap::new(), true)
    }

    /// Uses the given names, and the coordinates of all other cells; `edges` says whether pictures label these at the
    /// edges.
    fn new(board: &Board, given: &BTreeMap<Cell, String>, edges: bool) -> BoardNames {
        let all = || (0..board.len()).map(|cell| Cell(cell as u16));
        let word = |cell: Cell| given.get(&cell).map_or(board.coordinate(cell), String::as_str).to_string();
        let words: Vec<String> = all().map(word).collect();
        let number = |word: &String| word.parse::<i32>().ok().filter(|n| *n > 0 && n.to_string() == *word).unwrap_or(0);
        let numbers: Vec<i32> = words.iter().map(number).collect();
        let mut names = BoardNames {
            cells: words.iter().cloned().zip(all()).collect(),
            numbered: numbers.iter().copied().zip(all()).filter(|(number, _)| *number > 0).collect(),
            numbers,
            own: given
                .iter()
                .filter(|(cell, word)| board.coordinate(**cell) != **word)
                .map(|(cell, _)| *cell)
                .collect(),
            words,
            columns: Vec::new(),
            rows: Vec::new(),
        };
        if names.own.is_empty() || edges && names.own.len() < board.len() {
            let letters = board.blueprint.columns.as_deref();
            names.columns = (1..=board.width).map(|column| coordinates::column_name(letters, column)).collect();
            names.rows = (1..=board.height).map(|row| row.to_string()).collect();
        } else if let Some((columns, rows)) = names.grid(board) {
            (names.columns, names.rows) = (columns, rows);
        }
        names
    }

    /// Returns the labels of columns and rows, if each name is a column's label followed by a row's.
    fn grid(&self, board: &Board) -> Option<(Vec<String>, Vec<String>)> {
        let word = |cell: Cell| self.words.get(cell.0 as usize).map_or("", String::as_str);
        let ends: Vec<&str> = (1..=board.height)
            .map(|row| board.row_cells::<16>(row).iter().map(word).reduce(common_end).unwrap_or(""))
            .collect();
        let mut begins: Vec<Option<&str>> = vec![None; board.width as usize];
        for (at, (column, row)) in board.places.iter().enumerate() {
            let end = ends.get(*row as usize - 1).filter(|end| !end.is_empty())?;
            let begin = word(Cell(at as u16)).strip_suffix(*end).filter(|begin| !begin.is_empty())?;
            let known = begins.get_mut(*column as usize - 1)?.get_or_insert(begin);
            if *known != begin {
                return None;
            }
        }
        let columns = begins.iter().map(|begin| begin.unwrap_or("").to_string()).collect();
        Some((columns, ends.into_iter().map(str::to_string).collect()))
    }
}

/// Returns the longest common suffix of two words.
fn common_end<'w>(one: &'w str, other: &'w str) -> &'w str {
    let same = one.chars().rev().zip(other.chars().rev()).take_while(|(a, b)| a == b);
    let length: usize = same.map(|(a, _)| a.len_utf8()).sum();
    one.get(one.len() - length..).unwrap_or("")
}

impl Board {
    /// Gives cells these names; the others keep their coordinates as their names.
    pub fn name_cells(&mut self, given: &BTreeMap<Cell, String>) {
        self.names = BoardNames::new(self, given, true);
    }

    /// Gives these cells numbers as their names, from 1, row by row from a corner.
    pub fn number_cells(&mut self, cells: &CellSet, from: Corner) {
        let mut order: Vec<Cell> = cells.iter().collect();
        let sign = |n: Option<i32>, down: bool| n.map(|n| if down { -n } else { n });
        order.sort_by_key(|cell| (sign(self.row(*cell), from.north), sign(self.column(*cell), from.east)));
        let numbers = order.into_iter().zip(1..).map(|(cell, n): (Cell, i32)| (cell, n.to_string())).collect();
        self.names = BoardNames::new(self, &numbers, false);
    }

    /// Returns the name of a cell; "off" for [`Cell::OFF`] and for a cell of another board.
    pub fn name(&self, cell: Cell) -> &str {
        self.names.words.get(cell.0 as usize).map_or("off", String::as_str)
    }

    /// Returns the cell with this name.
    pub fn named(&self, name: &str) -> Option<Cell> {
        self.names.cells.get(name).copied()
    }

    /// Returns whether a cell has a name that is not its coordinates.
    pub fn has_own_name(&self, cell: Cell) -> bool {
        self.names.own.contains(cell)
    }

    /// Returns whether some cells have numbers.
    pub fn has_numbers(&self) -> bool {
        !self.names.numbered.is_empty()
    }

    /// Returns the cell with a number, or [`Cell::OFF`].
    pub fn numbered(&self, number: i32) -> Cell {
        self.names.numbered.get(&number).copied().unwrap_or(Cell::OFF)
    }

    /// Returns the number of a cell; 0 if it has none.
    pub fn number(&self, cell: Cell) -> i32 {
        self.names.numbers.get(cell.0 as usize).copied().unwrap_or(0)
    }

    /// Returns the label of a column in a picture, if its cells' names show there.
    pub fn column_label(&self, column: i32) -> Option<&str> {
        self.names.columns.get(usize::try_from(column - 1).ok()?).map(String::as_str)
    }

    /// Returns the label of a row in a picture, if its cells' names show there.
    pub fn row_label(&self, row: i32) -> Option<&str> {
        self.names.rows.get(usize::try_from(row - 1).ok()?).map(String::as_str)
    }

    /// Returns the label within a cell in a picture: its name, unless the edges show it.
    pub fn cell_label(&self, cell: Cell) -> Option<&str> {
        let name = self.names.words.get(cell.0 as usize)?;
        let (column, row) = (self.column(cell)?, self.row(cell)?);
        let seen = self.column_label(column).zip(self.row_label(row));
        Some(name.as_str()).filter(|name| seen.is_none_or(|(column, row)| format!("{column}{row}") != **name))
    }

    /// Replaces the coordinates of cells in a text by their names: what was meant by someone who wrote coordinates in a
    /// move.
    pub fn with_names(&self, text: &str) -> String {
        let mut out = String::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let letters = rest.bytes().take_while(u8::is_ascii_lowercase).count();
            let digits = rest.bytes().skip(letters).take_while(u8::is_ascii_digit).count();
            let (word, behind) = rest.split_at(letters + digits);
            let cell = self.cell(word).filter(|_| self.named(word).is_none());
            let (word, behind) = match cell {
                Some(cell) => (self.name(cell), behind),
                None => rest.split_at(first.len_utf8()),
            };
            out.push_str(word);
            rest = behind;
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    const SOUTH_EAST: Corner = Corner { north: false, east: true };

    fn numbered(mut board: Board, cells: CellSet, from: Corner) -> Board {
        board.number_cells(&cells, from);
        board
    }

    fn named(mut board: Board, rows: &[&str]) -> Board {
        let cells = (1..=board.height()).rev().flat_map(|row| board.row_cells::<16>(row).iter().collect::<Vec<_>>());
        let words = rows.iter().flat_map(|row| row.split(' '));
        let given = cells.zip(words).filter(|(_, word)| *word != ".").map(|(cell, word)| (cell, word.to_string()));
        let given = given.collect();
        board.name_cells(&given);
        board
    }

    fn names(board: &Board, coordinates: &str) -> String {
        coordinates.split(' ').map(|name| board.name(cell(board, name))).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn numbers_run_row_by_row_from_a_corner() {
        let plain = square(8, 8);
        let dark = plain.dark();
        let board = numbered(plain.clone(), dark, Corner::NORTH_WEST);
        assert_eq!(names(&board, "b8 h8 a7 g1 a8"), "1 4 5 32 a8");
        let board = numbered(plain, dark, SOUTH_EAST);
        assert_eq!(names(&board, "g1 a1 h2 c3 d4"), "1 4 5 11 15");
        assert_eq!((board.numbered(11), board.numbered(33)), (cell(&board, "c3"), Cell::OFF));
        assert_eq!((board.number(cell(&board, "c3")), board.number(cell(&board, "c4"))), (11, 0));
        assert_eq!((board.number(Cell::OFF), board.has_numbers(), square(2, 2).has_numbers()), (0, true, false));
        assert_eq!((board.cell("c3"), board.cell("11")), (board.named("11"), None));
        assert_eq!((board.column_label(1), board.cell_label(cell(&board, "c3"))), (None, Some("11")));
        assert_eq!(board.with_names("c3xe5xg7 c4 k9"), "11x18x25 c4 k9");
    }

    #[test]
    fn names_that_make_a_grid_stand_at_the_edges() {
        let shogi = named(square(2, 2), &["2a 1a", "2b 1b"]);
        assert_eq!((shogi.column_label(1), shogi.column_label(2)), (Some("2"), Some("1")));
        assert_eq!((shogi.row_label(2), shogi.row_label(1)), (Some("a"), Some("b")));
        assert!((0..4).all(|cell| shogi.cell_label(Cell(cell)).is_none()));
        let houses = named(square(2, 2), &["b a", "A B"]);
        assert_eq!((houses.row_label(1), houses.cell_label(Cell(0))), (None, Some("A")));
        assert_eq!((houses.named("b"), houses.named("a2")), (Some(Cell(2)), None));
        let snake = named(square(2, 2), &["4 3", "1 02"]);
        assert_eq!((snake.numbered(3), snake.number(Cell(2)), snake.number(Cell(1))), (Cell(3), 4, 0));
        let one = named(square(2, 2), &["home .", ". ."]);
        assert_eq!(
            (one.row_label(1), one.cell_label(Cell(2)), one.cell_label(Cell(0))),
            (Some("1"), Some("home"), None)
        );
    }
}
