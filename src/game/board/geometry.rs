//! The board as data, for those who draw it: its cells, their neighbors, and its regions by name.

use super::Board;
use crate::game::cells::{Cell, CellSet};

impl Board {
    /// Returns all cells, in the language's order: by row from the South, then by column from the West.
    ///
    /// ```
    /// use boardwright::game::cells::CellSet;
    /// use boardwright::game::piece::Dir;
    ///
    /// let hex = boardwright::load_bundled("hex", &[("size", "3")])?;
    /// let board = &hex.game().board;
    /// let centers: Vec<(&str, (f64, f64))> =
    ///     board.cells().map(|cell| (board.name(cell), board.position(cell).unwrap())).collect();
    /// assert_eq!((centers.len(), centers[0].0), (9, "a1"));
    ///
    /// let b2 = board.cell("b2").unwrap();
    /// let around: CellSet = (0..6).map(|dir| board.step(b2, Dir(dir))).collect();
    /// assert_eq!((board.adjacent(b2), around.len()), (around, 6));
    /// let edge = board.region("edge").unwrap();
    /// assert_eq!(board.all_cells().except(&edge), CellSet::of(b2));
    /// # Ok::<(), boardwright::LoadError>(())
    /// ```
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.len()).map(|cell| Cell(cell as u16))
    }

    /// Returns the neighbors of a cell along the links of the board.
    pub fn adjacent(&self, cell: Cell) -> CellSet {
        self.neighbors(&CellSet::of(cell), self.links())
    }

    /// Returns the region that a word of the language names, or `None` if there is no such region. Rows, columns and sides have
    /// numbers: see [`Board::row_cells`], [`Board::column_cells`] and [`Board::side`].
    pub fn region(&self, name: &str) -> Option<CellSet> {
        Some(match name {
            "board" => self.all_cells(),
            "edge" => self.edge(),
            "corner" => self.corner(),
            "center" => self.center(),
            "dark" => self.dark(),
            "light" => self.light(),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{morris, square};

    #[test]
    fn cells_neighbors_and_regions() {
        let board = square(3, 2);
        let names: Vec<&str> = board.cells().map(|cell| board.name(cell)).collect();
        assert_eq!(names, ["a1", "b1", "c1", "a2", "b2", "c2"]);
        assert_eq!(
            board.adjacent(board.cell("a1").unwrap()).iter().map(|cell| board.name(cell)).collect::<String>(),
            "b1a2"
        );
        assert_eq!(board.region("corner").map(|cells| cells.len()), Some(4));
        assert_eq!(board.region("board").map(|cells| cells.len()), Some(6));
        assert_eq!(board.region("middle"), None);
        assert_eq!(morris().cells().map(|cell| morris().adjacent(cell).len()).max(), Some(4));
    }
}
