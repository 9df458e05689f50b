//! [`Geometry`]: where the parts of the screen are, and which part of the board they show.

use boardwright::game::cells::Cell;
use boardwright::render::Picture;
use ratatui::layout::{Position, Rect};

/// The smallest screen.
pub const LEAST: (u16, u16) = (36, 12);

/// A screen with fewer columns is narrow: its panel is below the board, unless the board is small.
const NARROW: u16 = 60;

/// The columns of the panel beside the board at least, and on a narrow screen.
const PANEL: u16 = 28;
const NARROW_PANEL: u16 = 22;

/// Where the parts of the screen are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Geometry {
    /// The name of the game and whose turn it is.
    pub title: Rect,
    pub board: Rect,
    /// The players, values and moves.
    pub panel: Rect,
    pub message: Rect,
    /// Keys, or the line that is typed.
    pub foot: Rect,
    /// The columns and rows of the board that are scrolled away.
    pub scrolled: (usize, usize),
}

/// The lines of the message.
const MESSAGE: u16 = 2;

/// Returns the columns of the panel beside a picture of this width, or `None` if too few are left.
fn panel_beside(width: u16, columns: usize) -> Option<u16> {
    match width {
        NARROW.. => Some(PANEL),
        _ => (columns + 3 + usize::from(NARROW_PANEL) <= usize::from(width)).then_some(NARROW_PANEL),
    }
}

/// Returns the lines of a panel below the board.
fn panel_below(body: u16) -> u16 {
    (body / 3).max(3).min(body)
}

impl Geometry {
    /// Returns how many columns and rows there are for a board with a picture of this width.
    pub fn room(size: (u16, u16), columns: usize) -> (usize, usize) {
        let (width, body) = (size.0, size.1.saturating_sub(2 + MESSAGE));
        match panel_beside(width, columns) {
            Some(panel) => ((width - panel - 2).into(), body.into()),
            None => (width.into(), (body - panel_below(body)).into()),
        }
    }

    /// Returns whether the screen is too small for anything but a message.
    pub fn is_too_small(size: (u16, u16)) -> bool {
        size.0 < LEAST.0 || size.1 < LEAST.1
    }

    /// Divides a screen for a picture, with this cell in view.
    pub fn new(size: (u16, u16), picture: &Picture, cursor: Cell, before: &Geometry) -> Geometry {
        let (width, height) = size;
        let body = height.saturating_sub(2 + MESSAGE);
        // One column more, for the mark of the last cell.
        let columns = u16::try_from(picture.width() + 1).unwrap_or(u16::MAX);
        let rows = u16::try_from(picture.height()).unwrap_or(u16::MAX);
        let (board, panel) = match panel_beside(width, picture.width()) {
            Some(panel) => {
                let board = Rect::new(0, 1, columns.min(width - panel - 2), rows.min(body));
                (board, Rect::new(board.width + 2, 1, width - board.width - 2, body))
            }
            None => {
                let board = Rect::new(0, 1, columns.min(width), rows.min(body - panel_below(body)));
                (board, Rect::new(0, 1 + board.height, width, body - board.height))
            }
        };
        let mut geometry = Geometry {
            title: Rect::new(0, 0, width, 1),
            board,
            panel,
            message: Rect::new(0, height.saturating_sub(1 + MESSAGE), width, MESSAGE),
            foot: Rect::new(0, height.saturating_sub(1), width, 1),
            scrolled: before.scrolled,
        };
        geometry.show(picture, cursor);
        geometry
    }

    /// Scrolls so that a cell is in view.
    fn show(&mut self, picture: &Picture, cell: Cell) {
        let Some((x, y)) = picture.cells.get(&cell).copied() else { return };
        let (columns, rows) = self.inside(picture);
        let x = x.saturating_sub(picture.gutter);
        let across = (x.saturating_sub(1), x + picture.cell_width + 1);
        let all = (picture.width() + 1).saturating_sub(picture.gutter);
        self.scrolled.0 = scroll(self.scrolled.0, across, columns, all);
        self.scrolled.1 = scroll(self.scrolled.1, (y, y + 1), rows, picture.height() - picture.foot);
    }

    /// Returns the columns and rows for the board without the labels at its edges.
    fn inside(&self, picture: &Picture) -> (usize, usize) {
        let columns = usize::from(self.board.width).saturating_sub(picture.gutter);
        (columns, usize::from(self.board.height).saturating_sub(picture.foot))
    }

    /// Returns where a place of the picture is on the screen, if it is in view.
    pub fn place(&self, picture: &Picture, x: usize, y: usize) -> Option<Position> {
        let (columns, rows) = self.inside(picture);
        let labels = picture.height() - picture.foot;
        let column = match x.checked_sub(picture.gutter) {
            None => x,
            Some(x) => picture.gutter + x.checked_sub(self.scrolled.0).filter(|x| *x < columns)?,
        };
        let row = match y.checked_sub(labels) {
            None => y.checked_sub(self.scrolled.1).filter(|y| *y < rows)?,
            Some(label) => rows + label,
        };
        let at = Position::new(self.board.x + column as u16, self.board.y + row as u16);
        self.board.contains(at).then_some(at)
    }

    /// Returns the cell at a place of the screen.
    pub fn cell(&self, picture: &Picture, at: Position) -> Option<Cell> {
        if !self.board.contains(at) {
            return None;
        }
        let (x, y) = (usize::from(at.x - self.board.x), usize::from(at.y - self.board.y));
        let x = if x < picture.gutter { x } else { x + self.scrolled.0 };
        picture.at(x, y + self.scrolled.1)
    }
}

/// Returns the first of `seen` places out of `all`, so that those from `wanted.0` to `wanted.1` are among them.
fn scroll(first: usize, wanted: (usize, usize), seen: usize, all: usize) -> usize {
    let least = wanted.1.saturating_sub(seen);
    first.clamp(least.min(wanted.0), wanted.0).min(all.saturating_sub(seen))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(game: &str, settings: &[(&str, &str)], size: (u16, u16), cursor: &str) -> (Geometry, Picture, Cell) {
        let engine = boardwright::load_bundled(game, settings).unwrap();
        let picture = Picture::new(engine.game(), &engine.start().unwrap(), 1);
        let cell = engine.game().board.named(cursor).unwrap();
        (Geometry::new(size, &picture, cell, &Geometry::default()), picture, cell)
    }

    #[test]
    fn a_board_of_nineteen_fits_eighty_columns() {
        let (geometry, picture, _) = screen("rush", &[], (80, 24), "a1");
        assert_eq!(geometry.scrolled, (0, 0));
        assert_eq!(usize::from(geometry.board.height), picture.height());
        assert!(geometry.panel.width >= PANEL);
    }

    #[test]
    fn the_cursor_stays_in_view() {
        for cursor in ["a1", "s19", "j10"] {
            let (geometry, picture, cell) = screen("rush", &[], (40, 14), cursor);
            let (x, y) = picture.cells[&cell];
            let at = geometry.place(&picture, x, y).expect("in view");
            assert_eq!(geometry.cell(&picture, at), Some(cell), "{cursor}");
        }
    }
}
