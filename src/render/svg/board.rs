//! The empty board on paper: squares, lines, hexes, or points.

use super::xml::{Xml, number};
use super::{INK, SMALL};
use crate::game::Game;
use crate::game::board::{Board, Shape};
use crate::game::cells::{Cell, CellSet};
use crate::game::piece::Dir;
use std::collections::BTreeMap;

/// What a board is drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ground {
    /// Squares in two colours.
    Checkered,
    /// Squares in one colour.
    Plain,
    /// Hexes.
    Hexes,
    /// Lines that cross, or join points: pieces stand where they meet.
    Lines,
}

/// Where everything is drawn.
pub(super) struct Plan<'g> {
    board: &'g Board,
    /// What the board is drawn as.
    pub ground: Ground,
    /// The picture without what stands under the board.
    pub width: f64,
    /// Likewise.
    pub height: f64,
    /// The size of a cell's contents.
    pub size: f64,
    unit: f64,
    /// The least column and the greatest row on paper.
    west: f64,
    north: f64,
}

/// Room for coordinates and a margin.
const LEFT: f64 = 34.0;
const TOP: f64 = 14.0;

impl<'g> Plan<'g> {
    pub(super) fn new(game: &'g Game, unit: f64) -> Plan<'g> {
        let board = &game.board;
        let (mut west, mut east, mut south, mut north) = (f64::MAX, f64::MIN, f64::MAX, f64::MIN);
        for (x, y) in (0..board.len()).filter_map(|cell| board.position(Cell(cell as u16))) {
            (west, east, south, north) = (west.min(x), east.max(x), south.min(y), north.max(y));
        }
        let ground = ground(game);
        // Columns of hexes are named below and to the left.
        let (left, bottom) = if board.is_hex() { (LEFT + 12.0, 30.0) } else { (LEFT, 32.0) };
        Plan {
            board,
            ground,
            width: (east - west + 1.0) * unit + left + if board.is_hex() { LEFT } else { TOP + 4.0 },
            height: (north - south + 1.0) * unit + TOP + bottom,
            size: match ground {
                Ground::Lines if board.is_graph() => 0.9 * unit,
                Ground::Lines => 1.1 * unit,
                _ => unit,
            },
            unit,
            west: west - 0.5 - left / unit,
            north: north + 0.5 + TOP / unit,
        }
    }

    /// The middle of a cell in the picture.
    pub(super) fn place(&self, cell: Cell) -> Option<(f64, f64)> {
        self.board.position(cell).map(|place| self.on_paper(place))
    }

    fn on_paper(&self, (x, y): (f64, f64)) -> (f64, f64) {
        ((x - self.west) * self.unit, (self.north - y) * self.unit)
    }

    fn cells(&self) -> impl Iterator<Item = (Cell, (f64, f64))> {
        (0..self.board.len()).filter_map(|cell| Some((Cell(cell as u16), self.place(Cell(cell as u16))?)))
    }

    /// Draws the board, with the cells of the last move in another colour.
    pub(super) fn draw(&self, xml: &mut Xml, marked: &CellSet) {
        match self.ground {
            Ground::Checkered | Ground::Plain => self.squares(xml, marked),
            Ground::Hexes => self.hexes(xml, marked),
            Ground::Lines => self.lines(xml),
        }
        xml.open("g", &format!("fill=\"{INK}\""));
        self.coordinates(xml);
        xml.close();
    }

    fn squares(&self, xml: &mut Xml, marked: &CellSet) {
        let side = self.unit;
        let dark = self.board.dark::<16>();
        let path = |wanted: &dyn Fn(Cell) -> bool| {
            let square = |(x, y): (f64, f64)| {
                format!("M{} {}h{side}v{side}h-{side}z", number(x - side / 2.0), number(y - side / 2.0))
            };
            self.cells().filter(|(cell, _)| wanted(*cell)).map(|(_, place)| square(place)).collect::<String>()
        };
        let (light, shade) =
            if self.ground == Ground::Checkered { ("#f3e6cb", "#dcbf92") } else { ("#f0dfbd", "#f0dfbd") };
        let line = "stroke=\"#a98a5c\" stroke-width=\"1\"";
        for (fill, of_dark, last) in
            [(light, false, false), (shade, true, false), ("#f7c766", false, true), ("#ebb052", true, true)]
        {
            let squares = path(&|cell| dark.contains(cell) == of_dark && marked.contains(cell) == last);
            if !squares.is_empty() {
                xml.element("path", &format!("d=\"{squares}\" fill=\"{fill}\" {line}"));
            }
        }
    }

    fn hexes(&self, xml: &mut Xml, marked: &CellSet) {
        let path = |last: bool| {
            let (half, quarter) = (self.unit / 2.0, self.unit / 12f64.sqrt());
            let hex = |(x, y): (f64, f64)| {
                let corners = [(0.0, -2.0), (1.0, -1.0), (1.0, 1.0), (0.0, 2.0), (-1.0, 1.0), (-1.0, -1.0)];
                let corner = |(dx, dy): &(f64, f64)| format!("{} {}", number(x + dx * half), number(y + dy * quarter));
                format!("M{}z", corners.iter().map(corner).collect::<Vec<_>>().join("L"))
            };
            let cells = self.cells().filter(|(cell, _)| marked.contains(*cell) == last);
            cells.map(|(_, place)| hex(place)).collect::<String>()
        };
        for (fill, hexes) in [("#f0dfbd", path(false)), ("#f7c766", path(true))] {
            if !hexes.is_empty() {
                let look = "stroke=\"#a98a5c\" stroke-width=\"1.2\" stroke-linejoin=\"round\"";
                xml.element("path", &format!("d=\"{hexes}\" fill=\"{fill}\" {look}"));
            }
        }
    }

    /// Each link once, on wood; on a graph with a point at each end.
    fn lines(&self, xml: &mut Xml) {
        let (width, height) = (self.board.width(), self.board.height());
        let corner = self.on_paper((0.5, f64::from(height) + 0.5));
        let wood = format!(
            "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\" fill=\"#ecd0a0\" stroke=\"#a98a5c\"",
            number(corner.0),
            number(corner.1),
            number(f64::from(width) * self.unit),
            number(f64::from(height) * self.unit)
        );
        xml.element("rect", &wood);
        let (straight, slanted) = (self.links(true), self.links(false));
        let ink = "fill=\"none\" stroke=\"#6b4f2a\"";
        if !slanted.is_empty() {
            let thin = if self.board.is_graph() { "1.6" } else { "0.7" };
            xml.element("path", &format!("d=\"{slanted}\" {ink} stroke-width=\"{thin}\""));
        }
        let thick = if self.board.is_graph() { "1.6" } else { "1.1" };
        xml.element("path", &format!("d=\"{straight}\" {ink} stroke-width=\"{thick}\" stroke-linecap=\"square\""));
        if self.board.is_graph() {
            xml.open("g", "fill=\"#6b4f2a\"");
            self.cells().for_each(|(_, (x, y))| xml.circle(x, y, 4.5, ""));
            xml.close();
        }
    }

    /// The lines along rows and columns, or the others.
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

    fn coordinates(&self, xml: &mut Xml) {
        let mut columns: BTreeMap<i32, (f64, f64)> = BTreeMap::new();
        let mut rows: BTreeMap<i32, (f64, f64)> = BTreeMap::new();
        for (cell, place) in self.cells() {
            if let (Some(column), Some(row)) = (self.board.column(cell), self.board.row(cell)) {
                columns.entry(column).or_insert(place);
                let end = rows.entry(row).or_insert(place);
                // On hexagons the numbers stand at the Eastern ends: letters need the Western ones.
                if matches!(self.board.blueprint().shape, Shape::Hexagon(_)) {
                    *end = place;
                }
            }
        }
        let (bottom, left) = (self.height - 19.0, LEFT / 2.0);
        for (column, (x, y)) in columns {
            let (x, y) = if self.board.is_hex() { (x - 0.4 * self.unit, y + 0.7 * self.unit) } else { (x, bottom) };
            xml.label(x, y, SMALL, "", &self.board.column_name(column));
        }
        for (row, (x, y)) in rows {
            let x = match self.board.blueprint().shape {
                Shape::Hexagon(_) => x + 0.8 * self.unit,
                Shape::Rhombus(..) | Shape::Triangle(_) => x - 0.8 * self.unit,
                _ => left,
            };
            xml.label(x, y, SMALL, "", &row.to_string());
        }
    }
}

/// Stones that are set on an empty board of some size stand on crossings, as Go is played; pieces that stand ready at the
/// beginning on coloured squares, others on plain ones.
fn ground(game: &Game) -> Ground {
    let board = &game.board;
    let stones = game.kinds.len() == 1 && game.kinds.iter().all(|kind| kind.name == "stone" && !kind.neutral);
    if board.is_graph()
        || (board.is_square() && stones && game.setup.is_empty() && board.width().min(board.height()) >= 5)
    {
        Ground::Lines
    } else if board.is_hex() {
        Ground::Hexes
    } else if game.setup.is_empty() {
        Ground::Plain
    } else {
        Ground::Checkered
    }
}
