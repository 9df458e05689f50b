//! [`Blueprint`]: what a board is built from, as a rule file describes it.

/// The board of a rule file, in numbers.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// It would have no cell, or more than [`MAX_CELLS`](crate::game::cells::MAX_CELLS).
    Size(String),
    /// The letters do not fit the columns.
    Columns(String),
    /// A chain contradicts itself or another one, or a name cannot name a cell: where, and what it contradicts.
    Chain(String, Vec<Stretch>),
    /// Links that do not go both ways, unknown directions, too many directions, wraps on a board that has none.
    Links(String),
}

/// The corner at which the numbers begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner {
    /// Whether it is in the North; otherwise in the South.
    pub north: bool,
    /// Whether it is in the East; otherwise in the West.
    pub east: bool,
}

impl Corner {
    /// The corner at which reading begins.
    pub const NORTH_WEST: Corner = Corner { north: true, east: false };

    /// Returns the corner that a word names.
    pub fn named(word: &str) -> Option<Corner> {
        let at = ["SW", "SE", "NW", "NE"].iter().position(|corner| *corner == word)?;
        Some(Corner { north: at >= 2, east: at % 2 == 1 })
    }
}
