//! Boards as characters.

use super::canvas::{Canvas, columns, ending_at, faint};
use super::contents::{self, StyledLine, length};
use super::legend::below;
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
    let mut canvas = TextBoard::new(game, &scene, style).draw().canvas;
    for (n, line) in below(game, &scene).into_iter().enumerate() {
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

/// The contents of each cell.
pub(super) struct TextBoard<'g> {
    board: &'g Board,
    cells: Vec<StyledLine>,
    /// Columns of the widest cell.
    width: usize,
    last: CellSet,
    color: bool,
    /// How far apart the cells are drawn, if they are not joined by lines: 1 is usual.
    spread: usize,
    strokes: Strokes,
}

impl<'g> TextBoard<'g> {
    pub(super) fn new(game: &'g Game, scene: &Scene, style: &TextStyle) -> TextBoard<'g> {
        let cells = contents::cells(game, scene);
        let width = cells.iter().map(length).max().unwrap_or(1);
        let last = style.last.unwrap_or_default();
        let strokes = Strokes::new(&game.board, &scene.joints);
        TextBoard { board: &game.board, cells, width, last, color: style.color, spread: 1, strokes }
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

    /// Writes a cell, marked if it belongs to the last move.
    fn cell(&self, drawn: &mut DrawnBoard, cell: Cell, x: usize, y: usize) {
        let DrawnBoard { canvas, places } = drawn;
        places.insert(cell, (x, y));
        let Some(line) = self.cells.get(cell.0 as usize) else { return };
        let marked = self.last.contains(cell);
        let blank = self.width - length(line);
        let mut at = x + blank;
        for (part, style) in line {
            canvas.put(at, y, part, if marked { style.invert() } else { *style });
            at += columns(part);
        }
        if marked && !self.color {
            let left = x.saturating_sub(1);
            let open = if canvas.at(left, y) == ']' { "|" } else { "[" };
            canvas.put(left, y, open, Style::new());
            // no line between the bracket and the number, where it would look like a minus
            canvas.put(x, y, &" ".repeat(blank), Style::new());
            canvas.put(x + self.width, y, "]", Style::new());
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
        let pitch = (self.width.max(self.column_labels()) + 1) * self.spread;
        let x = |column: i32| self.gutter() + (column - 1) as usize * pitch;
        // Rows that are apart have free lines between them.
        let lines = |row: i32| if self.spread > 1 { 0 } else { self.strokes.lines_above(row) };
        let y = |row: i32| (self.board.height() - row) as usize * self.spread + lines(row);
        (1..=self.board.height()).for_each(|row| self.row_label(&mut drawn.canvas, row, y(row)));
        self.places().for_each(|(cell, column, row)| self.cell(&mut drawn, cell, x(column), y(row)));
        self.strokes.draw(&mut drawn.canvas, &Grid { x: &x, y: &y, width: self.width });
        // Numbers align by their last digits, everything else by its first character.
        let first = self.cells.iter().all(|line| length(line) == self.width);
        let width = if first { 0 } else { self.width };
        for column in 1..=self.board.width() {
            if let Some(label) = self.board.column_label(column) {
                drawn.canvas.put(x(column), y(1) + 1, &ending_at(width, label), faint());
            }
        }
        drawn
    }

    /// Draws rows shifted by half a cell each. A column's label is at its Southwest end, with a stroke toward it.
    fn hexes(&self) -> DrawnBoard {
        let mut drawn = DrawnBoard::default();
        let half = self.width.max(self.column_labels()).div_ceil(2) * self.spread;
        let mut lowest: BTreeMap<i32, i32> = BTreeMap::new();
        for (_, column, row) in self.places() {
            lowest.entry(column).or_insert(row);
        }
        let halves = |column: i32, row: i32| 2 * column + row;
        let below = i32::from(self.column_labels() > 0);
        let west = lowest.iter().map(|(column, row)| halves(*column, row - below)).min().unwrap_or(0);
        let x = |column: i32, row: i32| self.gutter() + (halves(column, row) - west).unsigned_abs() as usize * half;
        let y = |row: i32| (self.board.height() - row) as usize * self.spread;
        (1..=self.board.height()).for_each(|row| self.row_label(&mut drawn.canvas, row, y(row)));
        for (column, row) in &lowest {
            if let Some(label) = self.board.column_label(*column) {
                drawn.canvas.put(x(*column, row - 1), y(row - 1), &format!("{label}/"), faint());
            }
        }
        self.places().for_each(|(cell, column, row)| self.cell(&mut drawn, cell, x(column, row), y(row)));
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
        self.places().for_each(|(cell, column, row)| self.cell(&mut drawn, cell, x(column), y(row)));
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

#[cfg(test)]
mod tests {
    use super::super::{pieces, testing};
    use super::*;
    use crate::game::board::{Corner, Shape};
    use crate::game::rules::IndexType;
    use crate::types::Type;

    fn show(game: &Game, pieces: &str, last: &str) -> String {
        let style = TextStyle { color: false, last: Some(testing::cells(game, last)) };
        text(game, &testing::position(game, pieces), &style)
    }

    /// Returns the lines of a picture in a test, which follow a `|`.
    fn lines(picture: &str) -> String {
        picture.lines().filter_map(|line| Some(format!("{}\n", line.trim_start().strip_prefix('|')?))).collect()
    }

    #[test]
    fn squares_with_circles_for_black_and_white() {
        let game = testing::game("Rush", Shape::Square(5, 3), "Black White", "stone");
        let expected = "
            |3 . ● . . .
            |2[○]. . . .
            |1 .[.|●]. .
            |  a b c d e
            |
            |● Black  ○ White";
        assert_eq!(show(&game, "Black stone: b3 c1; White stone: a2", "a2 b1 c1"), lines(expected));
    }

    #[test]
    fn letters_distinguish_kinds_of_one_color() {
        let game = testing::game("Kings", Shape::Square(3, 2), "Gold Silver", "man king rock!");
        let game = testing::var(game, "hand", &[IndexType::Player], Type::Int);
        let mut position = testing::position(&game, "Gold man: a1; Silver king: c2; rock: b1");
        testing::set(&game, &mut position, 0, 1, -3);
        let expected = "
            |2 . . k
            |1 M r .
            |  a b c
            |
            |Gold: M man  K king
            |Silver: m man  k king
            |r rock
            |hand: Gold 0, Silver -3";
        assert_eq!(text(&game, &position, &TextStyle::default()), lines(expected));
    }

    #[test]
    fn the_legend_overrides_signs() {
        let mut game = testing::game("Signs", Shape::Square(3, 1), "Gold Silver", "knight king=K prince=+P post!=#");
        let all = || pieces::symbols(&game).into_iter().map(|(_, symbol)| symbol).collect::<String>();
        assert_eq!(all(), "NKPnkp#");
        let king = pieces::all(&game)[1];
        game.legend.push(crate::game::rules::PictureSymbol { symbol: 'N', piece: king });
        let all = || pieces::symbols(&game).into_iter().map(|(_, symbol)| symbol).collect::<String>();
        assert_eq!(all(), "KNPnkp#");
    }

    #[test]
    fn a_sign_of_the_only_kind_is_shown() {
        let game = testing::game("Men", Shape::Square(3, 1), "Black White", "man=M");
        let all: String = pieces::symbols(&game).into_iter().map(|(_, symbol)| symbol).collect();
        assert_eq!(all, "Mm");
    }

    #[test]
    fn tables_show_changed_values() {
        let game = testing::game("Hands", Shape::Square(2, 1), "Gold Silver", "man king");
        let game = testing::var(game, "hand", &[IndexType::Player, IndexType::Kind], Type::Int);
        let game = testing::var(game, "under", &[IndexType::Cell, IndexType::Range(0, 2)], Type::Bool);
        let game = testing::var(game, "deck", &[IndexType::Range(1, 4)], Type::Int);
        let mut position = testing::position(&game, "");
        testing::set(&game, &mut position, 0, 3, 2);
        testing::set(&game, &mut position, 1, 3, 1);
        testing::set(&game, &mut position, 1, 5, 1);
        let expected = "
            |1 . .
            |  a b
            |
            |hand: Gold none, Silver (king 2)
            |under: b1 (0, 2)
            |deck: none";
        let shown = text(&game, &position, &TextStyle::default());
        assert!(shown.ends_with(lines(expected).split_once("\n\n").unwrap().1), "{shown}");
    }

    #[test]
    fn hexes_match_the_language_reference() {
        let rhombus = testing::game("Hex", Shape::Rhombus(4, 3), "Red Blue", "stone");
        let expected = "
            |3    . . . .
            |2   .[r]b .
            |1  . . . .
            |  a/b/c/d/
            |
            |r Red  b Blue";
        assert_eq!(show(&rhombus, "Red stone: b2; Blue stone: c2", "b2"), lines(expected));
        let hexagon = testing::game("Y", Shape::Hexagon(3), "Red Blue", "stone");
        let expected = "
            |5    . . .
            |4   . . . .
            |3  . . . . .
            |2 a/. . . .
            |1  b/. . .
            |    c/d/e/
            |
            |r Red  b Blue";
        assert_eq!(show(&hexagon, "", ""), lines(expected));
    }

    #[test]
    fn points_and_lines() {
        let game = testing::game("Morris", testing::morris(), "White Black", "man");
        let expected = "
            |7 ○-----------+-----------+
            |  |           |           |
            |6 |   +-------+-------+   |
            |  |   |       |       |   |
            |5 |   |   +---●---+   |   |
            |  |   |   |       |   |   |
            |4 +---+---+       +---+---+
            |  |   |   |       |   |   |
            |3 |   |   +---+---+   |   |
            |  |   |       |       |   |
            |2 |   +-------+-------+   |
            |  |           |           |
            |1 +-----------+-----------+
            |  a   b   c   d   e   f   g
            |
            |○ White  ● Black";
        assert_eq!(show(&game, "White man: a7; Black man: d5", ""), lines(expected));
        let slants = testing::graph(&[("NE/SW", "a1 b2 c3"), ("NW/SE", "c1 b2 a3"), ("N/S", "a1 a3")]);
        let game = testing::game("Slants", slants, "White Black", "man");
        let expected = "
            |3 +       +
            |  | \\   /
            |2 |   +
            |  | /   \\
            |1 +       +
            |  a   b   c
            |
            |○ White  ● Black";
        assert_eq!(show(&game, "", ""), lines(expected));
    }

    #[test]
    fn names_are_in_the_cells_unless_the_edges_show_them() {
        let mut game = testing::game("Draughts", Shape::Square(4, 3), "Black White", "man");
        game.board.number_cells(&game.board.dark(), Corner::NORTH_WEST);
        let expected = "
            | ○1 .  ○2 .
            | .   3 .   4
            | ●5 . [ 6].
            |
            |● Black  ○ White";
        assert_eq!(show(&game, "Black man: a1; White man: a3 c3", "c1"), lines(expected));
        let names = [("a1", "2b"), ("b1", "1b"), ("a2", "2a"), ("b2", "1a")];
        let mut game = testing::game("Shogi", Shape::Square(2, 2), "Black White", "man");
        let names = names.map(|(cell, name)| (game.board.cell(cell).unwrap(), name.to_string()));
        game.board.name_cells(&names.into());
        let expected = "
            |a . .
            |b ● .
            |  2 1
            |
            |● Black  ○ White";
        assert_eq!(show(&game, "Black man: a1", ""), lines(expected));
    }

    #[test]
    fn numbers_are_in_the_cells_of_a_game_without_pieces() {
        let (game, position) = testing::oware();
        let expected = "
            |2  5--12---4---0---5--12
            |   |                   |
            |1  4---0---5--12---4---0
            |   a   b   c   d   e   f
            |
            |store: South 0, North 7";
        let plain = text(&game, &position, &TextStyle::default());
        assert_eq!(plain, lines(expected));
        let style = TextStyle { color: false, last: Some(testing::cells(&game, "b2 c2")) };
        let marked = text(&game, &position, &style);
        assert_eq!(marked.lines().next(), Some("2  5-[12][ 4]--0---5--12"));
    }

    #[test]
    fn colors_end_with_their_line() {
        let game = testing::game("Rush", Shape::Square(2, 1), "Black White", "stone");
        let style = TextStyle { color: true, last: Some(testing::cells(&game, "a1")) };
        let picture = text(&game, &testing::position(&game, "Black stone: a1"), &style);
        assert!(picture.contains("\u{1b}[7m") && !picture.contains("[●"));
        assert!(picture.lines().take(2).all(|line| line.ends_with("\u{1b}[0m")), "{picture:?}");
    }
}
