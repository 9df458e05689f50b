//! Boards: cells, directions and what they say about each other. Topology only: no pieces, no rules.
//!
//! A [`Board`] is built once by [`Blueprint::build`]; steps and neighborhoods are tables from then on.

mod build;
mod compass;
mod coordinates;
mod distance;
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
pub use names::Corner;
use names::Names;
use region::Regions;
use shift::Shift;
use std::sync::OnceLock;

/// What a rule file says about its board, resolved to numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blueprint {
    /// The shape.
    pub shape: Shape,
    /// The letters of the columns from the West, one for each; none: `a`, `b` and on.
    pub columns: Option<String>,
    /// Coordinates of cells that are left out; all of them exist in the full shape.
    pub without: Vec<String>,
    /// The directions in which cells adjoin, by name (`orthogonal`, `diagonal` and `all` too); none: the shape's own.
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
    /// The direction back; without one the chains go one way only.
    pub back: Option<String>,
    /// The chains; a cell that comes twice closes it.
    pub chains: Vec<Vec<String>>,
}

/// Some points side by side in a chain: which [`Chains`], which of its chains, the first and the last of the points.
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

/// Why a board cannot be built, in a sentence without a full stop.
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

/// A board, ready to be asked. Cells are in the language's order: by row from the South, then by column from the West.
#[derive(Clone, Debug)]
pub struct Board {
    blueprint: Blueprint,
    width: i32,
    height: i32,
    /// Column and row of each cell.
    places: Vec<(i32, i32)>,
    /// The cell at each place of the grid, by row.
    grid: Vec<Cell>,
    /// What rules call each cell.
    coordinates: Vec<String>,
    /// What people call it.
    names: Names,
    compass: Compass,
    links: u64,
    /// Where a step leads, by cell, then direction.
    steps: Vec<Cell>,
    /// The same for whole sets, by direction.
    shifts: Vec<Vec<Shift>>,
    adjacency: Adjacency,
    regions: Regions,
    /// Steps from each cell to each cell, counted when first asked for.
    distances: OnceLock<Vec<u16>>,
}

impl Board {
    /// Number of cells.
    #[allow(clippy::len_without_is_empty)] // there is no board without cells
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The blueprint it was built from.
    pub fn blueprint(&self) -> &Blueprint {
        &self.blueprint
    }

    /// Returns whether its cells are squares in columns and rows.
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

    /// All cells.
    pub fn all_cells<const W: usize>(&self) -> Set<W> {
        Set::first_cells(self.len())
    }

    /// Greatest column number.
    pub fn width(&self) -> i32 {
        self.width
    }

    /// Greatest row number.
    pub fn height(&self) -> i32 {
        self.height
    }

    /// The cell with these coordinates, which is how rules write cells; see also [`Board::named`].
    pub fn cell(&self, coordinates: &str) -> Option<Cell> {
        let (column, row) = coordinates::parse(self.blueprint.columns.as_deref(), coordinates)?;
        Some(self.at(column, row)).filter(|cell| !cell.is_off())
    }

    /// The coordinates of a cell, as rules write it; "off" for [`Cell::OFF`] and for what is no cell of this board. What
    /// people call it is [`Board::name`].
    pub fn coordinate(&self, cell: Cell) -> &str {
        self.coordinates.get(cell.0 as usize).map_or("off", String::as_str)
    }

    /// The cell at a column and row, both from 1; [`Cell::OFF`] if there is none.
    pub fn at(&self, column: i32, row: i32) -> Cell {
        if !(1..=self.width).contains(&column) || !(1..=self.height).contains(&row) {
            return Cell::OFF;
        }
        self.grid.get(((row - 1) * self.width + column - 1) as usize).copied().unwrap_or(Cell::OFF)
    }

    /// Column of a cell, from 1; none for [`Cell::OFF`].
    pub fn column(&self, cell: Cell) -> Option<i32> {
        self.places.get(cell.0 as usize).map(|place| place.0)
    }

    /// Row of a cell, from 1; none for [`Cell::OFF`].
    pub fn row(&self, cell: Cell) -> Option<i32> {
        self.places.get(cell.0 as usize).map(|place| place.1)
    }

    /// Where the middle of a cell lies on paper, in units of the distance between neighboring cells, y upwards; none for
    /// [`Cell::OFF`]. Squares and points lie at column and row; rows of hexes are closer, each half a cell further East.
    pub fn position(&self, cell: Cell) -> Option<(f64, f64)> {
        let (column, row) = *self.places.get(cell.0 as usize)?;
        let (column, row) = (f64::from(column), f64::from(row));
        Some(if self.is_hex() { (column + row / 2.0, row * 0.75f64.sqrt()) } else { (column, row) })
    }
}
