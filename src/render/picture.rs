//! [`Picture`]: a board as styled characters, with the places of its cells: for programs that draw it on a screen.

use super::contents::StyledLine;
use super::legend::below;
use super::rims::Rims;
use super::scene::Scene;
use super::text::{TextBoard, TextStyle};
use crate::game::Game;
use crate::game::cells::Cell;
use crate::position::Position;
use std::collections::BTreeMap;

/// A board as styled characters, as [`text()`](super::text()) draws it, and where its cells are.
///
/// ```
/// use boardwright::render::Picture;
///
/// let rush = boardwright::load_bundled("rush", &[("size", "5")])?;
/// let picture = Picture::new(rush.game(), &rush.start()?, 1);
/// let c3 = rush.game().board.named("c3").unwrap();
/// let (x, y) = picture.cells[&c3];
/// assert_eq!((x, y, picture.rows[y][x].0.as_str()), (6, 2, "."));
/// assert_eq!(picture.at(6, 2), Some(c3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Picture {
    /// The rows of the board with its coordinates. Each place has a character and its style; the second place of a wide
    /// character is empty.
    pub rows: Vec<StyledLine>,
    /// Column and row of each cell's first place.
    pub cells: BTreeMap<Cell, (usize, usize)>,
    /// The number of places of each cell.
    pub cell_width: usize,
    /// The number of columns on the left that hold the labels of the rows.
    pub gutter: usize,
    /// The number of rows at the end that hold the labels of the columns.
    pub foot: usize,
    /// The lines below the board: the legend and the variables.
    pub below: Vec<StyledLine>,
}

/// The most rows of a board that has signs of edges above and below it: more would not fit a screen of 24 lines.
const MOST_ROWS: i32 = 17;

impl Picture {
    /// Draws a board. With a `spread` of 2 its cells are twice as far apart, unless lines join them.
    pub fn new(game: &Game, position: &Position, spread: usize) -> Picture {
        let style = TextStyle { color: true, last: None };
        let scene = Scene::new(game, position);
        let rims = Rims::new(game, &scene).within(game, MOST_ROWS);
        let below = below(game, &scene, &rims);
        let board = TextBoard::new(game, &scene, &style, rims).spread(spread.max(1));
        let (cell_width, gutter, foot) = (board.cell_width(), board.gutter(), usize::from(board.has_foot()));
        let drawn = board.draw();
        let (rows, cells) = (drawn.canvas.into_rows(), drawn.places);
        Picture { rows, cells, cell_width, gutter, foot, below }
    }

    /// Returns the number of columns.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Returns the cell at a place: the nearest one, at most one column before or after it.
    pub fn at(&self, x: usize, y: usize) -> Option<Cell> {
        let distance = |left: usize| (left.saturating_sub(x)).max((x + 1).saturating_sub(left + self.cell_width));
        let row = self.cells.iter().filter(|(_, (_, row))| *row == y).map(|(cell, (left, _))| (distance(*left), *cell));
        row.filter(|(distance, _)| *distance <= 1).min().map(|(_, cell)| cell)
    }
}
