//! The empty board on paper: squares, lines, hexes, or points.

use super::xml::{Xml, number};
use super::{INK, SMALL};
use crate::game::cells::{Cell, CellSet};
use crate::game::drawing::Drawing;
use crate::render::scene::{Layer, Point, Scene, SceneCell, Side};

/// The geometry of the picture.
pub(super) struct Geometry<'s> {
    scene: &'s Scene,
    /// The width of the board with its coordinates.
    pub width: f64,
    /// The height of the board with its coordinates.
    pub height: f64,
    /// The size of a cell's contents.
    pub size: f64,
    /// The size of letters beside and below the board: large boards, which are shown smaller, have larger ones.
    pub small: f64,
    unit: f64,
    /// The scene's x and y of the picture's upper left corner.
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

/// The size on a page that pictures have if they are not small, and the smallest letters there.
pub(super) const PAGE: f64 = 520.0;
const LEGIBLE: f64 = 11.0;

impl<'s> Geometry<'s> {
    pub(super) fn new(scene: &'s Scene, unit: f64) -> Geometry<'s> {
        let extent = &scene.extent;
        let is_hex = is_hex(scene);
        let (left, right, bottom) = match (scene.coordinates.is_empty(), is_hex) {
            (true, _) => (TOP, TOP, TOP),
            // Columns of hexes have labels below and to the left.
            (_, true) => (LEFT + 12.0, LEFT, BOTTOM - 2.0),
            (_, false) => (LEFT, TOP + 4.0, BOTTOM),
        };
        let width = (extent.east - extent.west) * unit + left + right;
        let height = (extent.north - extent.south) * unit + TOP + bottom;
        Geometry {
            scene,
            width,
            height,
            size: unit
                * match scene.drawing {
                    Drawing::Lines if is_graph(scene) => 0.9,
                    Drawing::Lines if !is_hex => 1.1,
                    // what is in the corners must be visible
                    _ if has_texts(scene, is_hex) => 0.92,
                    _ => 1.0,
                },
            small: SMALL.max(LEGIBLE * width.max(height) / PAGE),
            unit,
            west: extent.west - left / unit,
            north: extent.north + TOP / unit,
        }
    }

    /// Returns the center of a cell in the picture.
    pub(super) fn place(&self, cell: Cell) -> Option<Point> {
        self.scene.cell(cell)?.center.map(|center| self.on_paper(center))
    }

    fn on_paper(&self, (x, y): Point) -> Point {
        ((x - self.west) * self.unit, (self.north - y) * self.unit)
    }

    /// Returns the cells of the picture, each with what it shows and its center.
    pub(super) fn cells(&self) -> impl Iterator<Item = (Cell, &'s SceneCell, Point)> {
        let cells = self.scene.cells.iter().enumerate();
        cells.filter_map(|(at, shown)| Some((Cell(at as u16), shown, self.on_paper(shown.center?))))
    }

    /// Draws the board with the layers of colored cells, and the cells of the last move in another color.
    pub(super) fn draw(&self, xml: &mut Xml, marked: &CellSet) {
        let areas = &self.scene.layers;
        match self.scene.drawing {
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
        if !self.scene.coordinates.is_empty() {
            xml.open("g", &format!("fill=\"{INK}\""));
            for label in &self.scene.coordinates {
                let (x, y) = self.on_paper(label.at);
                xml.label(x, y, self.small, "", &label.text);
            }
            xml.close();
        }
    }

    /// Returns the length of the side of a square or hex; of a point's surroundings, about as much.
    pub(super) fn side_length(&self) -> f64 {
        match self.scene.cells.iter().find_map(|cell| cell.outline.first_chunk()) {
            Some([from, to]) => (to.0 - from.0).hypot(to.1 - from.1) * self.unit,
            None => 0.6 * self.unit,
        }
    }

    /// Returns some sides of cells as a path.
    pub(super) fn sides<'a>(&self, sides: impl Iterator<Item = &'a Side>) -> String {
        let point = |end: (f64, f64)| {
            let (x, y) = self.on_paper(end);
            format!("{} {}", number(x), number(y))
        };
        sides.map(|side| format!("M{}L{}", point(side.ends[0]), point(side.ends[1]))).collect()
    }

    /// Returns the squares or hexes of some cells as a path.
    fn shapes(&self, wanted: impl Fn(Cell, &SceneCell) -> bool) -> String {
        let written = |point: &Point| {
            let (x, y) = self.on_paper(*point);
            format!("{} {}", number(x), number(y))
        };
        let side = number(self.unit);
        let shape = |(_, shown, _): (Cell, &SceneCell, Point)| match shown.outline.as_slice() {
            [corner, _, _, _] => format!("M{}h{side}v{side}h-{side}z", written(corner)),
            corners => format!("M{}z", corners.iter().map(written).collect::<Vec<_>>().join("L")),
        };
        self.cells().filter(|(cell, shown, _)| wanted(*cell, shown)).map(shape).collect()
    }

    /// Fills the layers, except for the marked cells, which keep their color. A higher layer hides a lower one.
    fn areas(&self, xml: &mut Xml, areas: &[Layer], marked: &CellSet) {
        for (n, area) in areas.iter().enumerate() {
            let above = areas.get(n + 1..).unwrap_or(&[]);
            let is_seen = |cell: Cell| !marked.contains(cell) && !above.iter().any(|area| area.cells.contains(cell));
            let shapes = match is_graph(self.scene) {
                true => self.spots(|cell| area.cells.contains(cell) && is_seen(cell)),
                false => self.shapes(|cell, _| area.cells.contains(cell) && is_seen(cell)),
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
        self.cells().filter(|(cell, ..)| wanted(*cell)).map(|(.., place)| spot(place)).collect()
    }

    /// Returns where the board ends above the labels of its columns.
    pub(super) fn bottom(&self) -> f64 {
        self.on_paper((0.0, self.scene.extent.south)).1
    }

    /// Returns whether the cells are hexes.
    pub(super) fn is_hex(&self) -> bool {
        is_hex(self.scene)
    }

    /// Returns how far the pieces of a stack may reach up and down from the center of their cell.
    pub(super) fn reach(&self) -> f64 {
        let has_texts = self.is_hex() && has_texts(self.scene, true);
        self.unit * if has_texts { 0.37 } else { 0.47 }
    }

    /// Returns whether cells have room for text beside their pieces.
    pub(super) fn has_corners(&self) -> bool {
        !matches!(self.scene.drawing, Drawing::Lines | Drawing::Holes)
    }

    /// Writes small text into the lower right corner of a cell, or bold into the upper right one; of a hex, at its ends.
    pub(super) fn corner(&self, xml: &mut Xml, (x, y): (f64, f64), upper: bool, text: &str) {
        // The corners of hexes are narrow.
        let (right, down, small) = if is_hex(self.scene) { (0.0, 0.445, 0.2) } else { (0.37, 0.36, 0.22) };
        let size = if upper { 0.25 } else { small } * self.unit;
        let down = if upper { -down } else { down };
        let bold = if upper { " font-weight=\"bold\"" } else { " fill-opacity=\"0.8\"" };
        let ink = format!("fill=\"{INK}\"{bold}");
        xml.label(x + right * self.unit, y + down * self.unit, size, &ink, text);
    }

    fn squares(&self, xml: &mut Xml, marked: &CellSet) {
        let light = if self.scene.drawing == Drawing::Checkered { "#f3e6cb" } else { "#f0dfbd" };
        for (fill, is_dark, last) in
            [(light, false, false), ("#dcbf92", true, false), (LAST, false, true), ("#ebb052", true, true)]
        {
            let squares = self.shapes(|cell, shown| shown.is_dark == is_dark && marked.contains(cell) == last);
            if !squares.is_empty() {
                xml.element("path", &format!("d=\"{squares}\" fill=\"{fill}\" stroke=\"{RIM}\" stroke-width=\"1\""));
            }
        }
    }

    fn hexes(&self, xml: &mut Xml, marked: &CellSet) {
        for (fill, last) in [("#f0dfbd", false), (LAST, true)] {
            let hexes = self.shapes(|cell, _| marked.contains(cell) == last);
            if !hexes.is_empty() {
                let look = format!("stroke=\"{RIM}\" stroke-width=\"1.2\" stroke-linejoin=\"round\"");
                xml.element("path", &format!("d=\"{hexes}\" fill=\"{fill}\" {look}"));
            }
        }
    }

    /// Draws the wood below lines and holes: the extent of the cells, or of the points of a graph.
    fn panel(&self, xml: &mut Xml) {
        let extent = &self.scene.extent;
        let (width, height) = (extent.east - extent.west, extent.north - extent.south);
        let is_whole = !is_hex(self.scene) && self.cells().count() as f64 >= width * height;
        if !is_whole && !is_graph(self.scene) {
            let cells = self.shapes(|_, _| true);
            for (color, thick) in [(RIM, 3), (WOOD, 1)] {
                let look = format!("stroke=\"{color}\" stroke-width=\"{thick}\" stroke-linejoin=\"round\"");
                xml.element("path", &format!("d=\"{cells}\" fill=\"{WOOD}\" {look}"));
            }
            return;
        }
        let corner = self.on_paper((extent.west, extent.north));
        let wood = format!(
            "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"{WOOD}\" stroke=\"{RIM}\"",
            number(corner.0),
            number(corner.1),
            number(width * self.unit),
            number(height * self.unit)
        );
        xml.element("rect", &wood);
    }

    fn holes(&self, xml: &mut Xml, marked: &CellSet) {
        xml.open("g", &format!("stroke=\"{RIM}\" stroke-width=\"1.2\""));
        for (cell, _, (x, y)) in self.cells() {
            let fill = if marked.contains(cell) { LAST } else { HOLE };
            xml.circle(x, y, 0.42 * self.unit, &format!("fill=\"{fill}\""));
        }
        xml.close();
    }

    /// Draws the lines of the board, and a point at each cell that is nothing else.
    fn lines(&self, xml: &mut Xml) {
        let (thick, thin) = match (is_graph(self.scene), is_hex(self.scene)) {
            (true, _) => (1.6, 1.6),
            (_, true) => (0.9, 0.9),
            _ => (1.1, 0.7),
        };
        for (slanted, thick) in [(true, thin), (false, thick)] {
            let lines: String = self
                .scene
                .grid
                .iter()
                .filter(|line| line.is_slanted == slanted)
                .map(|line| self.along(&line.points))
                .collect();
            if !lines.is_empty() {
                let look = format!("stroke-width=\"{thick}\" stroke-linecap=\"square\" stroke-linejoin=\"round\"");
                xml.element("path", &format!("d=\"{lines}\" fill=\"none\" stroke=\"#6b4f2a\" {look}"));
            }
        }
        if is_graph(self.scene) {
            xml.open("g", "fill=\"#6b4f2a\"");
            self.cells().for_each(|(.., (x, y))| xml.circle(x, y, 4.5, ""));
            xml.close();
        }
    }

    /// Returns the line through some points as a path.
    fn along(&self, points: &[Point]) -> String {
        let sign = |n: usize| if n == 0 { 'M' } else { 'L' };
        let points = points.iter().map(|point| self.on_paper(*point)).enumerate();
        points.map(|(n, (x, y))| format!("{}{} {}", sign(n), number(x), number(y))).collect()
    }

    /// Draws the name of a cell, small in its corner.
    pub(super) fn name(&self, xml: &mut Xml, (x, y): Point, name: &str) {
        let size = 0.21 * self.unit;
        let (x, y) = match is_hex(self.scene) {
            true => (x, y - 0.45 * self.unit),
            false => (x - 0.47 * self.unit + 0.28 * size * name.chars().count() as f64, y - 0.39 * self.unit),
        };
        xml.label(x, y, size, "fill=\"#654a22\"", name);
    }
}

/// Returns whether cells have names or, if they are hexes, letters, which pieces should not hide.
fn has_texts(scene: &Scene, is_hex: bool) -> bool {
    scene.cells.iter().any(|cell| cell.name.is_some() || is_hex && !cell.printed.is_empty())
}

/// Returns whether the cells are points.
fn is_graph(scene: &Scene) -> bool {
    scene.cells.iter().all(|cell| cell.outline.is_empty())
}

fn is_hex(scene: &Scene) -> bool {
    scene.cells.iter().any(|cell| cell.outline.len() == 6)
}
