//! Boards as characters.

#[cfg(test)]
mod tests;

use super::canvas::{Canvas, columns, ending_at, faint};
use super::contents::{self, Contents};
use super::legend::below;
use super::rims::Rims;
use super::scene::Scene;
use super::strokes::{Grid, Strokes};
use crate::game::Game;
use crate::game::board::Board;
use crate::game::cells::{Cell, CellSet};
use crate::game::piece::Dir;
use crate::position::Position;
use anstyle::Style;
use std::collections::BTreeMap;

/// The style of [`text()`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TextStyle {
    /// Whether to use the colors of terminals.
    pub color: bool,
    /// The cells of the last move, to mark them; see [`super::cells_of`].
    pub last: Option<CellSet>,
}

/// Draws the board as lines of characters, with coordinates, a legend, and the variables.
pub fn text(game: &Game, position: &Position, style: &TextStyle) -> String {
    let scene = Scene::new(game, position);
    let rims = Rims::new(game, &scene);
    let below = below(game, &scene, &rims);
    let mut canvas = TextBoard::new(game, &scene, style, rims).draw().canvas;
    for (n, line) in below.into_iter().enumerate() {
        let y = canvas.height() + usize::from(n == 0);
        let mut x = 0;
        for (part, style) in line {
            canvas.put(x, y, &part, style);
            x += columns(&part);
        }
    }
    canvas.text(style.color)
}

/// A board as it was drawn.
#[derive(Default)]
pub(super) struct DrawnBoard {
    pub canvas: Canvas,
    /// Column and line of each cell's first character.
    pub places: BTreeMap<Cell, (usize, usize)>,
}

/// A board with the contents of its cells and what is around them.
pub(super) struct TextBoard<'g> {
    board: &'g Board,
    cells: Vec<Contents>,
    /// Columns of the widest cell.
    width: usize,
    /// Whether contents begin in the first column of their cell; otherwise they end in the last one.
    begin_left: bool,
    last: CellSet,
    color: bool,
    /// Whether there is a free column between hexes.
    is_apart: bool,
    /// How far apart the cells are drawn, if they are not joined by lines: 1 is usual.
    spread: usize,
    strokes: Strokes,
    rims: Rims,
}

impl<'g> TextBoard<'g> {
    pub(super) fn new(game: &'g Game, scene: &Scene, style: &TextStyle, rims: Rims) -> TextBoard<'g> {
        let (cells, width) = contents::cells(game, scene);
        let begin_left = !game.board.is_graph() && !contents::has_numbers(scene);
        let last = style.last.unwrap_or_default();
        let strokes = Strokes::new(&game.board, scene);
        TextBoard {
            board: &game.board,
            cells,
            width,
            begin_left,
            last,
            color: style.color,
            is_apart: contents::hexes_are_apart(game),
            spread: 1,
            strokes,
            rims,
        }
    }

    /// Draws the cells further apart.
    pub(super) fn spread(self, spread: usize) -> TextBoard<'g> {
        TextBoard { spread, ..self }
    }

    /// Draws the board with its coordinates.
    pub(super) fn draw(&self) -> DrawnBoard {
        if self.board.is_graph() {
            self.points()
        } else if self.board.is_hex() {
            self.hexes()
        } else {
            self.squares()
        }
    }

    /// Returns the columns of the widest cell.
    pub(super) fn cell_width(&self) -> usize {
        self.width
    }

    /// Returns whether the last line has the labels of the columns.
    pub(super) fn has_foot(&self) -> bool {
        self.column_labels() > 0 && !self.board.is_hex()
    }

    /// Writes a cell, marked if it belongs to the last move. Its neighbors begin this many columns further on.
    fn cell(&self, drawn: &mut DrawnBoard, cell: Cell, (x, y): (usize, usize), pitch: usize) {
        let DrawnBoard { canvas, places } = drawn;
        places.insert(cell, (x, y));
        let Some(contents) = self.cells.get(usize::from(cell.0)) else { return };
        let style = |style: Style| if self.last.contains(cell) { style.invert() } else { style };
        let blank = self.width - contents.columns();
        let mut at = if self.begin_left { x } else { x + blank };
        for (part, part_style) in &contents.line {
            canvas.put(at, y, part, style(*part_style));
            at += columns(part);
        }
        if self.begin_left {
            canvas.put(at, y, &" ".repeat(blank), style(Style::new()));
        }
        if let Some((sign, sign_style)) = contents.ground.as_ref().filter(|_| at < x + pitch) {
            let is_inside = at < x + self.width;
            canvas.put(at, y, sign, if is_inside { style(*sign_style) } else { *sign_style });
        }
    }

    /// Writes brackets around the cells of the last move, where no color marks them. Without a column between cells, they stand only
    /// where they hide nothing.
    fn brackets(&self, drawn: &mut DrawnBoard, pitch: usize) {
        let DrawnBoard { canvas, places } = drawn;
        for (cell, (x, y)) in places.iter().filter(|(cell, _)| !self.color && self.last.contains(**cell)) {
            let Some(contents) = self.cells.get(usize::from(cell.0)) else { continue };
            let left = x.saturating_sub(1);
            let open = if canvas.at(left, *y) == ']' { "|" } else { "[" };
            if pitch > self.width || matches!(canvas.at(left, *y), ' ' | ']') {
                canvas.put(left, *y, open, Style::new());
            }
            if !self.begin_left {
                // no line between the bracket and the number, where it would look like a minus
                canvas.put(*x, *y, &" ".repeat(self.width - contents.columns()), Style::new());
            }
            let written = if self.begin_left { contents.columns() } else { self.width };
            let sign = contents.ground.as_ref().map_or(0, |(sign, _)| columns(sign));
            let close = x + self.width.max(written + sign).min(pitch - 1);
            if close >= x + contents.columns() {
                canvas.put(close, *y, "]", Style::new());
            }
        }
    }

    /// Writes the signs of the edges.
    fn draw_rims(&self, canvas: &mut Canvas, x: &dyn Fn(i32, i32) -> usize, y: &dyn Fn(i32) -> usize) {
        for ((column, row), (sign, style)) in self.rims.signs() {
            canvas.put(x(*column, *row), y(*row), sign.encode_utf8(&mut [0; 4]), *style);
        }
    }

    /// Returns the columns of the widest row label, or 0 if the edges do not show the names of cells.
    fn row_labels(&self) -> usize {
        let labels = (1..=self.board.height()).filter_map(|row| self.board.row_label(row));
        labels.map(columns).max().unwrap_or(0)
    }

    fn column_labels(&self) -> usize {
        let labels = (1..=self.board.width()).filter_map(|column| self.board.column_label(column));
        labels.map(columns).max().unwrap_or(0)
    }

    /// Returns the columns for row labels and a bracket.
    pub(super) fn gutter(&self) -> usize {
        self.row_labels() + 1
    }

    fn row_label(&self, canvas: &mut Canvas, row: i32, y: usize) {
        let label = self.board.row_label(row).unwrap_or("");
        canvas.put(0, y, &ending_at(self.row_labels(), label), faint());
    }

    /// Iterates over the cells in order, with column and row.
    fn places(&self) -> impl Iterator<Item = (Cell, i32, i32)> {
        let cells = (0..self.board.len()).map(|cell| Cell(cell as u16));
        cells.filter_map(|cell| Some((cell, self.board.column(cell)?, self.board.row(cell)?)))
    }

    fn squares(&self) -> DrawnBoard {
        let mut drawn = DrawnBoard::default();
        let height = self.board.height();
        let pitch = (self.width.max(self.column_labels()) + 1) * self.spread;
        let first = self.rims.first_column().min(1);
        let x = |column: i32| self.gutter() + (column - first) as usize * pitch;
        // Rows that are apart have free lines between them.
        let lines = |row: i32| match self.spread {
            1 => self.strokes.lines_above(row),
            _ => self.strokes.lines_above(height).min(1),
        };
        let top = self.rims.last_row().max(height);
        let y = |row: i32| (top - row) as usize * self.spread + lines(row);
        (1..=height).for_each(|row| self.row_label(&mut drawn.canvas, row, y(row)));
        self.places().for_each(|(cell, column, row)| self.cell(&mut drawn, cell, (x(column), y(row)), pitch));
        self.strokes.draw(&mut drawn.canvas, &Grid { x: &x, y: &y, width: self.width });
        self.draw_rims(&mut drawn.canvas, &|column, _| x(column), &y);
        self.brackets(&mut drawn, pitch);
        // Numbers align by their last digits, everything else by its first character.
        let first = self.begin_left || self.cells.iter().all(|contents| contents.columns() == self.width);
        let width = if first { 0 } else { self.width };
        let foot = drawn.canvas.height();
        for column in 1..=self.board.width() {
            if let Some(label) = self.board.column_label(column) {
                drawn.canvas.put(x(column), foot, &ending_at(width, label), faint());
            }
        }
        drawn
    }

    /// Draws rows shifted by half a cell each. A column's label is at its Southwest end, with a stroke toward it.
    fn hexes(&self) -> DrawnBoard {
        let mut drawn = DrawnBoard::default();
        let half = (self.width + usize::from(self.is_apart)).max(self.column_labels()).div_ceil(2) * self.spread;
        // The row below the lowest cell of each column, or below the edge there.
        let mut feet: BTreeMap<i32, i32> = BTreeMap::new();
        for (_, column, row) in self.places() {
            let is_edge = self.rims.has_sign(column, row - 1);
            feet.entry(column).or_insert(if is_edge { row - 2 } else { row - 1 });
        }
        if self.column_labels() == 0 {
            feet.clear();
        }
        let halves = |column: i32, row: i32| 2 * column + row;
        let around = feet.iter().map(|(column, row)| (*column, *row)).chain(self.rims.places());
        let cells = self.places().map(|(_, column, row)| (column, row));
        let west = around.chain(cells).map(|(column, row)| halves(column, row)).min().unwrap_or(0);
        let x = |column: i32, row: i32| self.gutter() + (halves(column, row) - west).unsigned_abs() as usize * half;
        let top = self.rims.last_row().max(self.board.height());
        let y = |row: i32| (top - row) as usize * self.spread;
        (1..=self.board.height()).for_each(|row| self.row_label(&mut drawn.canvas, row, y(row)));
        for (column, row) in &feet {
            if let Some(label) = self.board.column_label(*column) {
                drawn.canvas.put(x(*column, *row), y(*row), &format!("{label}/"), faint());
            }
        }
        self.draw_rims(&mut drawn.canvas, &x, &y);
        self.places().for_each(|(cell, column, row)| self.cell(&mut drawn, cell, (x(column, row), y(row)), 2 * half));
        self.brackets(&mut drawn, 2 * half);
        drawn
    }

    /// Draws points joined by lines, where their columns and rows allow straight ones.
    fn points(&self) -> DrawnBoard {
        let mut drawn = DrawnBoard::default();
        let pitch = 4.max(2 * self.width);
        let x = |column: i32| self.gutter() + (column - 1) as usize * pitch;
        // Lines meet the last character of a number.
        let joint = |column: i32| x(column) + self.width - 1;
        let y = |row: i32| 2 * (self.board.height() - row) as usize;
        for (cell, column, row) in self.places() {
            for dir in (0..self.board.dirs()).map(|dir| Dir(dir as u8)) {
                let to = self.board.step(cell, dir);
                if let (Some(to_column), Some(to_row)) = (self.board.column(to), self.board.row(to)) {
                    self.line(&mut drawn.canvas, (joint(column), y(row)), (joint(to_column), y(to_row)), pitch / 2);
                }
            }
        }
        (1..=self.board.height()).for_each(|row| self.row_label(&mut drawn.canvas, row, y(row)));
        self.places().for_each(|(cell, column, row)| self.cell(&mut drawn, cell, (x(column), y(row)), pitch));
        self.brackets(&mut drawn, pitch);
        let bottom = drawn.canvas.height();
        for column in 1..=self.board.width() {
            if let Some(label) = self.board.column_label(column) {
                drawn.canvas.put(joint(column), bottom, label, faint());
            }
        }
        drawn
    }

    /// Draws a straight line; a diagonal one moves `slant` characters sideways per line.
    fn line(&self, canvas: &mut Canvas, from: (usize, usize), to: (usize, usize), slant: usize) {
        let (left, right) = if from.0 <= to.0 { (from, to) } else { (to, from) };
        let (dx, dy) = (right.0 - left.0, left.1.abs_diff(right.1));
        let (strokes, sign): (Vec<(usize, usize)>, char) = if dy == 0 {
            ((left.0 + 1..right.0).map(|x| (x, left.1)).collect(), '-')
        } else if dx == 0 {
            ((left.1.min(right.1) + 1..left.1.max(right.1)).map(|y| (left.0, y)).collect(), '|')
        } else if dx == dy * slant {
            let down = left.1 < right.1;
            let y = |n: usize| if down { left.1 + n } else { left.1 - n };
            ((1..dy).map(|n| (left.0 + n * slant, y(n))).collect(), if down { '\\' } else { '/' })
        } else {
            return;
        };
        for (x, y) in strokes {
            let crossed = match (canvas.at(x, y), sign) {
                (' ', sign) => sign,
                (other, sign) if other == sign => sign,
                ('/', '\\') | ('\\', '/') => 'X',
                _ => '+',
            };
            canvas.put(x, y, crossed.encode_utf8(&mut [0; 4]), faint());
        }
    }
}
