//! The empty board on paper: squares, lines, hexes, or points.

use super::xml::{Xml, number};
use super::{INK, SMALL};
use crate::game::Game;
use crate::game::board::{Board, Shape};
use crate::game::cells::{Cell, CellSet};
use crate::game::drawing::Drawing;
use crate::game::piece::Dir;
use crate::render::scene::{Layer, Scene, Side, corners};
use std::collections::BTreeMap;

/// The geometry of the picture.
pub(super) struct Geometry<'g> {
    board: &'g Board,
    /// The lines, if they differ from the links.
    lines: Option<&'g [Vec<Cell>]>,
    /// The style of the board.
    pub ground: Drawing,
    /// The width of the picture without the text under the board.
    pub width: f64,
    /// The height of the picture without the text under the board.
    pub height: f64,
    /// The size of a cell's contents.
    pub size: f64,
    unit: f64,
    /// The cells that are drawn: those around the pieces on a board without edges, otherwise all.
    shown: CellSet,
    /// The smallest column and the largest row on paper.
    west: f64,
    north: f64,
}

/// Room for coordinates, and a margin.
const LEFT: f64 = 34.0;
const BOTTOM: f64 = 32.0;
const TOP: f64 = 14.0;

/// The colors of a board without squares or hexes, and of its holes.
const WOOD: &str = "#ecd0a0";
const RIM: &str = "#a98a5c";

const HOLE: &str = "#f7e9cd";

/// The cells of the last move.
pub(super) const LAST: &str = "#f7c766";

impl<'g> Geometry<'g> {
    pub(super) fn new(game: &'g Game, scene: &Scene, unit: f64) -> Geometry<'g> {
        let board = &game.board;
        let shown = shown_cells(board, scene);
        let (mut west, mut east, mut south, mut north) = (f64::MAX, f64::MIN, f64::MAX, f64::MIN);
        for (x, y) in shown.iter().filter_map(|cell| board.position(cell)) {
            (west, east, south, north) = (west.min(x), east.max(x), south.min(y), north.max(y));
        }
        let ground = game.drawn.as_ref().map_or_else(|| usual(game), |drawn| drawn.drawing);
        let lines = game.drawn.as_ref().and_then(|drawn| drawn.lines.as_deref());
        let named = (0..board.len())
            .any(|cell| board.has_own_name(Cell(cell as u16)) && board.cell_label(Cell(cell as u16)).is_some());
        let labeled = board.column_label(1).is_some();
        let (left, right, bottom) = match (labeled, board.is_hex()) {
            // Columns of hexes have labels below and to the left.
            (true, true) => (LEFT + 12.0, LEFT, BOTTOM - 2.0),
            (true, false) => (LEFT, TOP + 4.0, BOTTOM),
            (false, _) => (TOP, TOP, TOP),
        };
        Geometry {
            board,
            lines,
            ground,
            width: (east - west + 1.0) * unit + left + right,
            height: (north - south + 1.0) * unit + TOP + bottom,
            size: unit
                * match ground {
                    Drawing::Lines if board.is_graph() => 0.9,
                    Drawing::Lines if board.is_square() => 1.1,
                    // names in the corners must be visible
                    _ if named => 0.92,
                    _ => 1.0,
                },
            unit,
            shown,
            west: west - 0.5 - left / unit,
            north: north + 0.5 + TOP / unit,
        }
    }

    /// Returns the center of a cell in the picture.
    pub(super) fn place(&self, cell: Cell) -> Option<(f64, f64)> {
        self.board.position(cell).filter(|_| self.shown.contains(cell)).map(|place| self.on_paper(place))
    }

    fn on_paper(&self, (x, y): (f64, f64)) -> (f64, f64) {
        ((x - self.west) * self.unit, (self.north - y) * self.unit)
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = (Cell, (f64, f64))> {
        (0..self.board.len()).filter_map(|cell| Some((Cell(cell as u16), self.place(Cell(cell as u16))?)))
    }

    /// Draws the board with the layers of colored cells, and the cells of the last move in another color.
    pub(super) fn draw(&self, xml: &mut Xml, scene: &Scene, marked: &CellSet) {
        let areas = &scene.layers;
        match self.ground {
            Drawing::Checkered | Drawing::Squares => {
                self.squares(xml, marked);
                self.areas(xml, areas, marked);
            }
            Drawing::Hexes => {
                self.hexes(xml, marked);
                self.areas(xml, areas, marked);
            }
            Drawing::Lines => {
                self.panel(xml);
                self.areas(xml, areas, &CellSet::EMPTY);
                self.lines(xml);
            }
            Drawing::Holes => {
                self.panel(xml);
                self.areas(xml, areas, &CellSet::EMPTY);
                self.holes(xml, marked);
            }
        }
        if self.board.column_label(1).is_some() {
            xml.open("g", &format!("fill=\"{INK}\""));
            self.coordinates(xml);
            xml.close();
        }
    }

    /// Returns the corners of each square or hex, from its center, one after the other.
    fn corners(&self) -> Vec<(f64, f64)> {
        corners(self.board).into_iter().map(|(x, y)| (x * self.unit, -y * self.unit)).collect()
    }

    /// Returns the length of the side of a square or hex; of a point's surroundings, about as much.
    pub(super) fn side_length(&self) -> f64 {
        match self.corners()[..] {
            [from, to, ..] => (to.0 - from.0).hypot(to.1 - from.1),
            _ => 0.6 * self.unit,
        }
    }

    /// Returns some sides of cells as a path.
    pub(super) fn sides<'s>(&self, sides: impl Iterator<Item = &'s Side>) -> String {
        let point = |end: (f64, f64)| {
            let (x, y) = self.on_paper(end);
            format!("{} {}", number(x), number(y))
        };
        sides.map(|side| format!("M{}L{}", point(side.ends[0]), point(side.ends[1]))).collect()
    }

    /// Returns the squares or hexes of some cells as a path.
    fn shapes(&self, wanted: impl Fn(Cell) -> bool) -> String {
        let (side, half, corners) = (self.unit, self.unit / 2.0, self.corners());
        let square = |(x, y): (f64, f64)| format!("M{} {}h{side}v{side}h-{side}z", number(x - half), number(y - half));
        let hex = |(x, y): (f64, f64)| {
            let corner = |(dx, dy): &(f64, f64)| format!("{} {}", number(x + dx), number(y + dy));
            format!("M{}z", corners.iter().map(corner).collect::<Vec<_>>().join("L"))
        };
        let places = self.cells().filter(|(cell, _)| wanted(*cell)).map(|(_, place)| place);
        if self.board.is_hex() { places.map(hex).collect() } else { places.map(square).collect() }
    }

    /// Fills the layers, except for the marked cells, which keep their color. A higher layer hides a lower one.
    fn areas(&self, xml: &mut Xml, areas: &[Layer], marked: &CellSet) {
        for (n, area) in areas.iter().enumerate() {
            let above = areas.get(n + 1..).unwrap_or(&[]);
            let is_seen = |cell: Cell| !marked.contains(cell) && !above.iter().any(|area| area.cells.contains(cell));
            let shapes = match self.board.is_graph() {
                true => self.spots(|cell| area.cells.contains(cell) && is_seen(cell)),
                false => self.shapes(|cell| area.cells.contains(cell) && is_seen(cell)),
            };
            if !shapes.is_empty() {
                let look = format!("fill=\"{}\" fill-opacity=\"{}\"", area.paint.fill, area.strength);
                xml.element("path", &format!("d=\"{shapes}\" {look}"));
            }
        }
    }

    /// Returns discs around some points as a path.
    fn spots(&self, wanted: impl Fn(Cell) -> bool) -> String {
        let radius = number(0.4 * self.unit);
        let spot = |(x, y): (f64, f64)| {
            let (west, y, far) = (number(x - 0.4 * self.unit), number(y), number(0.8 * self.unit));
            format!("M{west} {y}a{radius} {radius} 0 1 0 {far} 0a{radius} {radius} 0 1 0 -{far} 0z")
        };
        self.cells().filter(|(cell, _)| wanted(*cell)).map(|(_, place)| spot(place)).collect()
    }

    /// Returns whether cells have room for text beside their pieces.
    pub(super) fn has_corners(&self) -> bool {
        !matches!(self.ground, Drawing::Lines | Drawing::Holes)
    }

    /// Writes small text into the lower right corner of a cell, or bold into the upper right one; of a hex, at its ends.
    pub(super) fn corner(&self, xml: &mut Xml, (x, y): (f64, f64), upper: bool, text: &str) {
        let size = if upper { 0.25 } else { 0.22 } * self.unit;
        let (right, down) = if self.board.is_hex() { (0.0, 0.42) } else { (0.37, 0.36) };
        let down = if upper { -down } else { down };
        let bold = if upper { " font-weight=\"bold\"" } else { " fill-opacity=\"0.8\"" };
        let ink = format!("fill=\"{INK}\"{bold}");
        xml.label(x + right * self.unit, y + down * self.unit, size, &ink, text);
    }

    fn squares(&self, xml: &mut Xml, marked: &CellSet) {
        let dark = self.board.dark::<16>();
        let (light, shade) = match self.ground {
            Drawing::Checkered => ("#f3e6cb", "#dcbf92"),
            _ => ("#f0dfbd", "#f0dfbd"),
        };
        for (fill, of_dark, last) in
            [(light, false, false), (shade, true, false), (LAST, false, true), ("#ebb052", true, true)]
        {
            let squares = self.shapes(|cell| dark.contains(cell) == of_dark && marked.contains(cell) == last);
            if !squares.is_empty() {
                xml.element("path", &format!("d=\"{squares}\" fill=\"{fill}\" stroke=\"{RIM}\" stroke-width=\"1\""));
            }
        }
    }

    fn hexes(&self, xml: &mut Xml, marked: &CellSet) {
        for (fill, last) in [("#f0dfbd", false), (LAST, true)] {
            let hexes = self.shapes(|cell| marked.contains(cell) == last);
            if !hexes.is_empty() {
                let look = format!("stroke=\"{RIM}\" stroke-width=\"1.2\" stroke-linejoin=\"round\"");
                xml.element("path", &format!("d=\"{hexes}\" fill=\"{fill}\" {look}"));
            }
        }
    }

    /// Draws the wood below lines and holes: the extent of the cells, or of the points of a graph.
    fn panel(&self, xml: &mut Xml) {
        let (width, height) = (self.board.width(), self.board.height());
        let whole = self.board.is_square() && self.board.len() as i32 == width * height;
        if !whole && !self.board.is_graph() {
            let cells = self.shapes(|_| true);
            for (color, thick) in [(RIM, 3), (WOOD, 1)] {
                let look = format!("stroke=\"{color}\" stroke-width=\"{thick}\" stroke-linejoin=\"round\"");
                xml.element("path", &format!("d=\"{cells}\" fill=\"{WOOD}\" {look}"));
            }
            return;
        }
        let corner = self.on_paper((0.5, f64::from(height) + 0.5));
        let wood = format!(
            "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"{WOOD}\" stroke=\"{RIM}\"",
            number(corner.0),
            number(corner.1),
            number(f64::from(width) * self.unit),
            number(f64::from(height) * self.unit)
        );
        xml.element("rect", &wood);
    }

    fn holes(&self, xml: &mut Xml, marked: &CellSet) {
        xml.open("g", &format!("stroke=\"{RIM}\" stroke-width=\"1.2\""));
        for (cell, (x, y)) in self.cells() {
            let fill = if marked.contains(cell) { LAST } else { HOLE };
            xml.circle(x, y, 0.42 * self.unit, &format!("fill=\"{fill}\""));
        }
        xml.close();
    }

    /// Draws the lines that the file lists, or each link once; on a graph with a point at each end.
    fn lines(&self, xml: &mut Xml) {
        let (straight, slanted) = match self.lines {
            Some(lines) => (lines.iter().map(|line| self.along(line)).collect(), String::new()),
            None => (self.links(true), self.links(false)),
        };
        let (thick, thin) = match (self.board.is_graph(), self.board.is_hex()) {
            (true, _) => (1.6, 1.6),
            (_, true) => (0.9, 0.9),
            _ => (1.1, 0.7),
        };
        let ink = "fill=\"none\" stroke=\"#6b4f2a\"";
        if !slanted.is_empty() {
            xml.element("path", &format!("d=\"{slanted}\" {ink} stroke-width=\"{thin}\""));
        }
        if !straight.is_empty() {
            let look = format!("stroke-width=\"{thick}\" stroke-linecap=\"square\"");
            xml.element("path", &format!("d=\"{straight}\" {ink} {look}"));
        }
        if self.board.is_graph() {
            xml.open("g", "fill=\"#6b4f2a\"");
            self.cells().for_each(|(_, (x, y))| xml.circle(x, y, 4.5, ""));
            xml.close();
        }
    }

    /// Draws the line through some cells.
    fn along(&self, cells: &[Cell]) -> String {
        let places = cells.iter().filter_map(|cell| self.place(*cell)).enumerate();
        let sign = |n: usize| if n == 0 { 'M' } else { 'L' };
        places.map(|(n, (x, y))| format!("{}{} {}", sign(n), number(x), number(y))).collect()
    }

    /// Draws the lines along rows and columns, or the others.
    fn links(&self, straight: bool) -> String {
        let mut out = String::new();
        for (cell, (x, y)) in self.cells() {
            for dir in (0..self.board.dirs()).filter(|dir| self.board.links() >> dir & 1 == 1) {
                let dir = Dir(dir as u8);
                let to = self.board.step(cell, dir);
                // The way back is the same line.
                let drawn = self.board.opposite(dir).is_some() && to < cell;
                let Some((to_x, to_y)) = self.place(to).filter(|_| !drawn) else { continue };
                let (dx, dy) = (to_x - x, to_y - y);
                if (dx.abs() < 0.01 || dy.abs() < 0.01) == straight {
                    out.push_str(&format!("M{} {}l{} {}", number(x), number(y), number(dx), number(dy)));
                }
            }
        }
        out
    }

    /// Draws the name of a cell, small in its corner.
    pub(super) fn name(&self, xml: &mut Xml, cell: Cell, name: &str) {
        let Some((x, y)) = self.place(cell) else { return };
        let size = 0.21 * self.unit;
        let (x, y) = match self.board.is_hex() {
            true => (x, y - 0.45 * self.unit),
            false => (x - 0.47 * self.unit + 0.28 * size * name.chars().count() as f64, y - 0.39 * self.unit),
        };
        xml.label(x, y, size, "fill=\"#654a22\"", name);
    }

    fn coordinates(&self, xml: &mut Xml) {
        let mut columns: BTreeMap<i32, (f64, f64)> = BTreeMap::new();
        let mut rows: BTreeMap<i32, (f64, f64)> = BTreeMap::new();
        for (cell, place) in self.cells() {
            if let (Some(column), Some(row)) = (self.board.column(cell), self.board.row(cell)) {
                columns.entry(column).or_insert(place);
                let end = rows.entry(row).or_insert(place);
                // On hexagons, the numbers are at the Eastern ends, because letters need the Western ones.
                if matches!(self.board.blueprint().shape, Shape::Hexagon(_)) {
                    *end = place;
                }
            }
        }
        let (bottom, left) = (self.height - 19.0, LEFT / 2.0);
        for (column, (x, y)) in columns {
            let (x, y) = if self.board.is_hex() { (x - 0.4 * self.unit, y + 0.7 * self.unit) } else { (x, bottom) };
            xml.label(x, y, SMALL, "", self.board.column_label(column).unwrap_or(""));
        }
        for (row, (x, y)) in rows {
            let x = match self.board.blueprint().shape {
                Shape::Hexagon(_) => x + 0.8 * self.unit,
                Shape::Rhombus(..) | Shape::Triangle(_) => x - 0.8 * self.unit,
                _ => left,
            };
            xml.label(x, y, SMALL, "", self.board.row_label(row).unwrap_or(""));
        }
    }
}

/// How far the board is drawn around the pieces, if it has no edges.
const AROUND: f64 = 2.1;

/// The most cells of a board that is drawn whole.
const LARGE: usize = 200;

/// Returns the cells around the pieces of a large board without edges; otherwise, or where these are many, all.
fn shown_cells(board: &Board, scene: &Scene) -> CellSet {
    let cells = || board.cells().zip(&scene.cells);
    let is_endless = !board.is_graph() && board.edge::<16>().is_empty();
    let taken = cells().filter(|(_, shown)| !shown.pieces.is_empty()).filter_map(|(cell, _)| board.position(cell));
    let taken: Vec<(f64, f64)> = taken.collect();
    if !is_endless || taken.is_empty() {
        return board.all_cells();
    }
    let is_near = |(x, y): (f64, f64)| taken.iter().any(|at| (at.0 - x).hypot(at.1 - y) < AROUND);
    let near: CellSet = board.cells().filter(|cell| board.position(*cell).is_some_and(is_near)).collect();
    if board.len() > LARGE && near.len() * 2 < board.len() { near } else { board.all_cells() }
}

/// Returns the default style of a board: squares in two colors if there are pieces in the first position, otherwise plain ones, also
/// below the colors of maps.
fn usual(game: &Game) -> Drawing {
    if game.board.is_graph() {
        Drawing::Lines
    } else if game.board.is_hex() {
        Drawing::Hexes
    } else if game.setup.is_empty() || game.areas.iter().any(|area| area.source.symbol().is_some()) {
        Drawing::Squares
    } else {
        Drawing::Checkered
    }
}
