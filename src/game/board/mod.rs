//! Boards: cells, directions and what they say about each other. Topology only: no pieces, no rules.
//!
//! A [`Board`] is built once by [`Blueprint::build`]; steps and neighbourhoods are tables from then on.

mod api_stub;
use super::cells::{Cell, Set};
use super::piece::Dir;
pub use api_stub::Board;

/// What a rule file says about its board, resolved to numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blueprint {
    /// The shape.
    pub shape: Shape,
    /// Names of cells that are left out; all of them exist in the full shape.
    pub without: Vec<String>,
    /// The directions in which cells adjoin, by name; none: the shape's own.
    pub links: Option<Vec<String>>,
    /// Whether a step over the East and West edges comes in on the other side.
    pub wraps_columns: bool,
    /// The same for North and South.
    pub wraps_rows: bool,
}

/// The shapes of boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Columns and rows of squares.
    Square(u32, u32),
    /// Columns and rows of hexes.
    Rhombus(u32, u32),
    /// A hexagon with so many hexes on each side.
    Hexagon(u32),
    /// A triangle with so many hexes on each side.
    Triangle(u32),
    /// A six-pointed star: a hexagon whose sides carry triangles of so many rows.
    Star(u32),
    /// Points joined by chains.
    Graph(Vec<Chains>),
}

/// The chains of a pair of directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chains {
    /// The direction in which chains are walked as written.
    pub forth: String,
    /// The direction back.
    pub back: Option<String>,
    /// The chains; a cell that comes twice closes it.
    pub chains: Vec<Vec<String>>,
}

/// Why a board cannot be built, in a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// It would have no cell, or more than [`super::cells::MAX_CELLS`].
    Size(String),
    /// A chain contradicts another one, or a name cannot name a cell; the names of the cells where it shows.
    Chain(String, Vec<String>),
    /// Links that do not go both ways, unknown directions, wraps on a board that has none.
    Links(String),
}
