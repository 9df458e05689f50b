//! Boards: cells, directions and how they relate. Topology only: no pieces, no rules.
//!
//! A [`Board`] is built once by [`Blueprint::build`]; steps and neighborhoods are tables from then on.

mod build;
mod compass;
mod coordinates;
mod distance;
mod geometry;
mod graph;
mod group;
mod lines;
mod names;
mod region;
mod shape;
mod shift;
#[cfg(test)]
mod testing;
mod walk;

use super::cells::{Cell, Set};
use compass::Compass;
use group::Adjacency;
use names::BoardNames;
pub use names::Corner;
use region::Regions;
use shift::Shift;
use std::sync::OnceLock;

/// The board of a rule file, in numbers.
///
/// See [`Game`](crate::game::Game) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blueprint {
    /// The shape.
    pub shape: Shape,
    /// The letters of the columns from the West, one for each; by default `a`, `b` and so on.
    pub columns: Option<String>,
    /// Coordinates of the cells that are left out; all of them exist in the full shape.
    pub without: Vec<String>,
    /// The directions in which cells are neighbors, by name (`orthogonal`, `diagonal` and `all` too); by default the
    /// shape's own.
    pub links: Option<Vec<String>>,
    /// Whether a step over the East or West edge comes in on the opposite side.
    pub wraps_columns: bool,
    /// Whether a step over the North or South edge comes in on the opposite side.
    pub wraps_rows: bool,
}

/// The shapes of boards.
///
/// See [`Game`](crate::game::Game) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Columns and rows of squares.
    Square(u32, u32),
    /// Columns and rows of hexes.
    Rhombus(u32, u32),
    /// A hexagon with this many hexes on each side.
    Hexagon(u32),
    /// A triangle with this many hexes on each side.
    Triangle(u32),
    /// A six-pointed star: a hexagon whose sides carry triangles with this many rows.
    Star(u32),
    /// Points joined by chains.
    Graph(Vec<Chains>),
}

/// The chains for one direction and its opposite.
///
/// See [`Game`](crate::game::Game) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chains {
    /// The direction from each point to the next one as written.
    pub forth: String,
    /// The direction back; without one the chains go one way only.
    pub back: Option<String>,
    /// The chains; a chain that ends with its first point is closed.
    pub chains: Vec<Vec<String>>,
}

/// Adjacent points in a chain: the [`Chains`], the chain in it, and the first and last of the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Which chains of the graph.
    pub chains: usize,
    /// Which chain of them.
    pub chain: usize,
    /// The first point.
    pub first: usize,
    /// The last one.
    pub last: usize,
}

/// The reason why a board cannot be built, in a sentence without a full stop.
///
/// See [`Game`](crate::game::Game) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// It would have no cell, or more than [`super::cells::MAX_CELLS`].
    Size(String),
    /// The letters do not fit the columns.
    Columns(String),
    /// A chain contradicts itself or another one, or a name cannot name a cell: where, and what it contradicts.
    Chain(String, Vec<Stretch>),
    /// Links that do not go both ways, unknown directions, too many directions, wraps on a board that has none.
    Links(String),
}

/// A board with its tables. Cells are in the language's order: by row from the South, then by column from the West.
///
/// See [`Game`](crate::game::Game) for an example.
#[derive(Clone, Debug)]
pub struct Board {
    blueprint: Blueprint,
    width: i32,
    height: i32,
    /// The column and row of each cell.
    places: Vec<(i32, i32)>,
    /// The cell at each place of the grid, by row.
    grid: Vec<Cell>,
    /// The coordinates of each cell, as rules write them.
    coordinates: Vec<String>,
    /// The name of each cell, as people write it.
    names: BoardNames,
    compass: Compass,
    links: u64,
    /// The cell that a step leads to, by cell, then direction.
    steps: Vec<Cell>,
    /// The steps of whole sets, by direction.
    shifts: Vec<Vec<Shift>>,
    adjacency: Adjacency,
    regions: Regions,
    /// The number of steps between all cells, counted when first needed.
    distances: OnceLock<Vec<u16>>,
}

impl Board {
    /// Returns the number of cells.
    #[allow(clippy::len_without_is_empty)] // there is no board without cells
    #[inline]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Returns the blueprint that the board was built from.
    pub fn blueprint(&self) -> &Blueprint {
        &self.blueprint
    }

    /// Returns whether its cells are squares in columns and rows.
    #[inline]
    pub fn is_square(&self) -> bool {
        matches!(self.blueprint.shape, Shape::Square(..))
    }

    /// Returns whether its cells are points joined by chains.
    pub fn is_graph(&self) -> bool {
        matches!(self.blueprint.shape, Shape::Graph(_))
    }

    /// Returns whether its cells are hexes.
    pub fn is_hex(&self) -> bool {
        !self.is_square() && !self.is_graph()
    }

    /// Returns all cells.
    pub fn all_cells<const W: usize>(&self) -> Set<W> {
        Set::first_cells(self.len())
    }

    /// Returns the greatest column number.
    #[inline]
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Returns the greatest row number.
    #[inline]
    pub fn height(&self) -> i32 {
        self.height
    }

    /// Returns the cell with these coordinates, as rules write them; see also [`Board::named`].
    pub fn cell(&self, coordinates: &str) -> Option<Cell> {
        let (column, row) = coordinates::parse(self.blueprint.columns.as_deref(), coordinates)?;
        Some(self.at(column, row)).filter(|cell| !cell.is_off())
    }

    /// Returns the coordinates of a cell as rules write them; "off" for [`Cell::OFF`] and for a cell of another board.
    /// See also [`Board::name`], the name that people use.
    pub fn coordinate(&self, cell: Cell) -> &str {
        self.coordinates.get(cell.0 as usize).map_or("off", String::as_str)
    }

    /// Returns the cell at a column and row, both from 1, or [`Cell::OFF`].
    #[inline]
    pub fn at(&self, column: i32, row: i32) -> Cell {
        if !(1..=self.width).contains(&column) || !(1..=self.height).contains(&row) {
            return Cell::OFF;
        }
        self.grid.get(((row - 1) * self.width + column - 1) as usize).copied().unwrap_or(Cell::OFF)
    }

    /// Returns the column of a cell, from 1, or `None` for [`Cell::OFF`].
    #[inline]
    pub fn column(&self, cell: Cell) -> Option<i32> {
        self.places.get(cell.0 as usize).map(|place| place.0)
    }

    /// Returns the row of a cell, from 1, or `None` for [`Cell::OFF`].
    #[inline]
    pub fn row(&self, cell: Cell) -> Option<i32> {
        self.places.get(cell.0 as usize).map(|place| place.1)
    }

    /// Returns the center of a cell on paper, in units of the distance between neighboring cells, y upward, or `None` for
    /// [`Cell::OFF`]. Squares and points lie at column and row; rows of hexes are closer, each half a cell further East.
    pub fn position(&self, cell: Cell) -> Option<(f64, f64)> {
        let (column, row) = *self.places.get(cell.0 as usize)?;
        let (column, row) = (f64::from(column), f64::from(row));
        Some(if self.is_hex() { (column + row / 2.0, row * 0.75f64.sqrt()) } else { (column, row) })
    }
}
