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

/// Cells that the rule file tells apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// The name of the region or `def`, or the value in a table as it is written.
    pub name: String,
    /// What in the rule file tells the cells apart.
    pub source: AreaSource,
    /// The cells.
    pub cells: CellSet,
}

/// What in a rule file tells an [`Area`] from other cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AreaSource {
    /// A region of a `map`, with its character there.
    Region(char),
    /// A value in the table of a `map`, with its character there.
    Value(char),
    /// A number in the table of a `map`, which stands for itself.
    Number,
    /// A `def` that is always the same small part of the board.
    Def,
}

impl AreaSource {
    /// Returns the character of the area in its map.
    pub fn symbol(self) -> Option<char> {
        match self {
            AreaSource::Region(symbol) | AreaSource::Value(symbol) => Some(symbol),
            AreaSource::Number | AreaSource::Def => None,
        }
    }
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

    /// Returns its word.
    pub fn word(self) -> &'static str {
        WORDS.iter().find(|(_, drawing)| *drawing == self).map_or("", |(word, _)| word)
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
