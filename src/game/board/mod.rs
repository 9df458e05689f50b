//! Boards: cells, directions and how they relate. Topology only: no pieces, no rules.
//!
//! A [`Board`] is built once by [`Blueprint::build`]; steps and neighborhoods are tables from then on.

mod blueprint;
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

pub use blueprint::{Blueprint, BoardError, Chains, Corner, Shape, Stretch};

use super::cells::{Cell, Set};
use compass::Compass;
use group::Adjacency;
use names::BoardNames;
use region::Regions;
use shift::Shift;
use std::sync::OnceLock;

/// A board with its tables. Cells are in the language's order: by row from the South, then by column from the West.
///
/// See [`Board::cells`] for an example.
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
    /// The most cells of a ray, counted when first needed.
    longest_ray: OnceLock<usize>,
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

    /// Returns whether two cells have a common side on paper. Points that are next to each other count.
    pub fn has_side_between(&self, a: Cell, b: Cell) -> bool {
        let (Some(a), Some(b)) = (self.position(a), self.position(b)) else { return false };
        let distance = (a.0 - b.0).hypot(a.1 - b.1);
        (0.5..1.01).contains(&distance)
    }

    /// Returns the center of a cell on paper, in units of the distance between neighboring cells, y upward, or `None` for
    /// [`Cell::OFF`]. Squares and points lie at column and row; rows of hexes are closer, each half a cell further East.
    pub fn position(&self, cell: Cell) -> Option<(f64, f64)> {
        let (column, row) = *self.places.get(cell.0 as usize)?;
        let (column, row) = (f64::from(column), f64::from(row));
        Some(if self.is_hex() { (column + row / 2.0, row * 0.75f64.sqrt()) } else { (column, row) })
    }
}
