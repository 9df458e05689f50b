//! How a board looks in a picture.

use super::board::Board;
use super::cells::{Cell, CellSet};

/// The options of a rule file for the drawing of its board.
#[derive(Clone, Debug)]
pub struct BoardDrawing {
    /// What it is drawn as.
    pub drawing: Drawing,
    /// The cells along each line, if the lines do not follow the links.
    pub lines: Option<Vec<Vec<Cell>>>,
}

/// Cells that the rule file tells apart: a region of a `map`, the cells with one value of its table, or a `def` that is always the
/// same small part of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapArea {
    /// The name of the table, or `None` for a region.
    pub table: Option<String>,
    /// The name of the region, or the value in the table as it is written.
    pub name: String,
    /// Its character in the map, or `None` for a number that stands for itself and for a `def`.
    pub symbol: Option<char>,
    /// The cells.
    pub cells: CellSet,
}

/// The ways to draw a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// Lines that cross, or join points: pieces stand where they meet.
    Lines,
    /// Squares in one color.
    Squares,
    /// Squares in two colors.
    Checkered,
    /// Hexes.
    Hexes,
    /// Round holes.
    Holes,
}

/// All of them, each with its word.
const WORDS: [(&str, Drawing); 5] = [
    ("lines", Drawing::Lines),
    ("squares", Drawing::Squares),
    ("checkered", Drawing::Checkered),
    ("hexes", Drawing::Hexes),
    ("holes", Drawing::Holes),
];

impl Drawing {
    /// Returns the drawing that a word names.
    pub fn named(word: &str) -> Option<Drawing> {
        WORDS.iter().find(|(known, _)| *known == word).map(|(_, drawing)| *drawing)
    }

    /// Returns whether a board can be drawn this way.
    pub fn suits(self, board: &Board) -> bool {
        match self {
            Drawing::Lines | Drawing::Holes => true,
            Drawing::Squares | Drawing::Checkered => board.is_square(),
            Drawing::Hexes => board.is_hex(),
        }
    }

    /// Returns the words for the drawings that suit a board.
    pub fn words_for(board: &Board) -> impl Iterator<Item = &'static str> {
        WORDS.iter().filter(|(_, drawing)| drawing.suits(board)).map(|(word, _)| *word)
    }
}
