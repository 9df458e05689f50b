//! The empty board: where its cells are, its lines, and its coordinates.

use super::SceneCell;
use super::sides::corners;
use crate::game::Game;
use crate::game::board::{Board, Shape};
use crate::game::cells::{Cell, CellSet};
use crate::game::drawing::Drawing;
use crate::game::piece::Dir;
use std::collections::BTreeMap;

/// A place in a [`Scene`](super::Scene): x grows to the East and y to the North, in distances of neighboring cells.
pub type Point = (f64, f64);

/// The rectangle around the cells of a [`Scene`](super::Scene), or around the surroundings of points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Extent {
    /// The smallest x.
    pub west: f64,
    /// The greatest x.
    pub east: f64,
    /// The smallest y.
    pub south: f64,
    /// The greatest y.
    pub north: f64,
}

/// A line of the empty board of a [`Scene`](super::Scene).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GridLine {
    /// Its ends, and the places between them where it turns.
    pub points: Vec<Point>,
    /// Whether it runs neither along a row nor along a column.
    pub is_slanted: bool,
}

/// The label of a column or row of a [`Scene`](super::Scene).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Coordinate {
    /// The label.
    pub text: String,
    /// Its middle.
    pub at: Point,
}

impl Extent {
    /// Returns the rectangle around the cells with these centers.
    pub(super) fn around(cells: &[SceneCell]) -> Extent {
        let mut centers = cells.iter().filter_map(|cell| cell.center);
        let Some((x, y)) = centers.next() else { return Extent::default() };
        let first = Extent { west: x - 0.5, east: x + 0.5, south: y - 0.5, north: y + 0.5 };
        centers.fold(first, |Extent { west, east, south, north }, (x, y)| Extent {
            west: west.min(x - 0.5),
            east: east.max(x + 0.5),
            south: south.min(y - 0.5),
            north: north.max(y + 0.5),
        })
    }
}

/// Adds the places of the cells that the picture has.
pub(super) fn add_places(board: &Board, drawing: Drawing, cells: &mut [SceneCell]) {
    let (shown, dark, corners) = (shown_cells(board, cells), board.dark::<16>(), corners(board));
    for (at, shape) in board.cells().zip(cells) {
        shape.is_dark = drawing == Drawing::Checkered && dark.contains(at);
        shape.center = board.position(at).filter(|_| shown.contains(at));
        let (x, y) = shape.center.unwrap_or_default();
        if shape.center.is_some() {
            shape.outline = corners.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
        }
    }
}

/// How far the board is drawn around the pieces, if it has no edges.
const AROUND: f64 = 2.1;

/// The most cells of a board that is drawn whole.
const LARGE: usize = 200;

/// Returns the cells around the pieces of a large board without edges; otherwise, or where these are many, all.
fn shown_cells(board: &Board, cells: &[SceneCell]) -> CellSet {
    let is_endless = !board.is_graph() && board.edge::<16>().is_empty();
    let taken = board.cells().zip(cells).filter(|(_, shown)| !shown.pieces.is_empty());
    let taken: Vec<Point> = taken.filter_map(|(cell, _)| board.position(cell)).collect();
    if !is_endless || taken.is_empty() {
        return board.all_cells();
    }
    let is_near = |place: Point| taken.iter().any(|at| distance(*at, place) < AROUND);
    let near: CellSet = board.cells().filter(|cell| board.position(*cell).is_some_and(is_near)).collect();
    if board.len() > LARGE && near.len() * 2 < board.len() { near } else { board.all_cells() }
}

/// Returns how a board is drawn: as the file says, or in the usual style. Squares have two colors if there are pieces in the first
/// position, but not below the colors of maps.
pub(super) fn drawing(game: &Game) -> Drawing {
    match &game.drawn {
        Some(drawn) => drawn.drawing,
        None if game.board.is_graph() => Drawing::Lines,
        None if game.board.is_hex() => Drawing::Hexes,
        None if game.setup.is_empty() || game.areas.iter().any(|area| area.source.symbol().is_some()) => {
            Drawing::Squares
        }
        None => Drawing::Checkered,
    }
}

/// Returns the lines of a board: those that the file lists, or its links.
pub(super) fn grid(game: &Game, cells: &[SceneCell]) -> Vec<GridLine> {
    let center = |cell: Cell| cells.get(usize::from(cell.0))?.center;
    match game.drawn.as_ref().and_then(|drawn| drawn.lines.as_ref()) {
        Some(lines) => {
            let line = |line: &Vec<Cell>| GridLine {
                points: line.iter().filter_map(|cell| center(*cell)).collect(),
                is_slanted: false,
            };
            lines.iter().map(line).collect()
        }
        None => links(&game.board, &center),
    }
}

/// Returns the links between neighbors, joined as far as they go the same way.
fn links(board: &Board, center: &dyn Fn(Cell) -> Option<Point>) -> Vec<GridLine> {
    // The way back is the same line.
    let is_first = |dir: Dir| board.links() >> dir.0 & 1 == 1 && board.opposite(dir).is_none_or(|back| dir <= back);
    let dirs = (0..board.dirs()).map(|dir| Dir(dir as u8)).filter(|dir| is_first(*dir));
    let lines = dirs.flat_map(|dir| {
        // Where a board wraps, the next cell is on its other side.
        let is_near = |from: Cell, to: Cell| match (center(from), center(to)) {
            (Some(from), Some(to)) => board.is_graph() || distance(from, to) < 1.5,
            _ => false,
        };
        let next = |from: Cell| Some(board.step(from, dir)).filter(|to| is_near(from, *to));
        let reached: CellSet = board.cells().filter_map(next).collect();
        let mut rest: CellSet = board.cells().filter(|cell| next(*cell).is_some()).collect();
        let mut lines: Vec<GridLine> = Vec::new();
        while let Some(start) = rest.except(&reached).first().or(rest.first()) {
            let mut chain = vec![start];
            let mut at = start;
            while rest.contains(at) {
                rest.remove(at);
                let Some(to) = next(at) else { break };
                chain.push(to);
                at = to;
            }
            lines.push(line(chain.into_iter().filter_map(center)));
        }
        lines
    });
    lines.collect()
}

/// Returns the line through these points, without those where it does not turn.
fn line(all: impl Iterator<Item = Point>) -> GridLine {
    let mut points: Vec<Point> = Vec::new();
    for (x, y) in all {
        if let [.., (ax, ay), (bx, by)] = points[..]
            && ((bx - ax) * (y - by) - (by - ay) * (x - bx)).abs() < 1e-6
            && (bx - ax) * (x - bx) + (by - ay) * (y - by) > 0.0
        {
            points.pop();
        }
        points.push((x, y));
    }
    let is_slanted = points.windows(2).any(|ends| match ends {
        [from, to] => (to.0 - from.0).abs() > 0.001 && (to.1 - from.1).abs() > 0.001,
        _ => false,
    });
    GridLine { points, is_slanted }
}

/// Returns the labels of columns and rows that the picture has.
pub(super) fn coordinates(board: &Board, cells: &[SceneCell], extent: &Extent) -> Vec<Coordinate> {
    let mut columns: BTreeMap<i32, Point> = BTreeMap::new();
    let mut rows: BTreeMap<i32, (Point, Point)> = BTreeMap::new();
    for (cell, shown) in board.cells().zip(cells) {
        if let (Some(column), Some(row), Some(center)) = (board.column(cell), board.row(cell), shown.center) {
            columns.entry(column).or_insert(center);
            rows.entry(row).or_insert((center, center)).1 = center;
        }
    }
    let columns = columns.into_iter().filter_map(|(column, (x, y))| {
        // Columns of hexes have labels below and to the left.
        let at = if board.is_hex() { (x - 0.4, y - 0.7) } else { (x, extent.south - 0.325) };
        Some(Coordinate { text: board.column_label(column)?.to_owned(), at })
    });
    let mut all: Vec<Coordinate> = columns.collect();
    let at_west = |((x, y), _): &(Point, Point)| match board.blueprint().shape {
        Shape::Star(_) => (extent.west - 0.725, *y),
        _ if board.is_hex() => (x - 0.8, *y),
        _ => (extent.west - 0.425, *y),
    };
    // On hexagons and parts of boards, letters need the Western ends of rows.
    let is_taken = |place: Point| all.iter().any(|label| distance(label.at, place) < 0.5);
    let at_east = rows.values().any(|ends| is_taken(at_west(ends)));
    let rows = rows.into_iter().filter_map(|(row, ends)| {
        let (_, (x, y)) = ends;
        let at = if at_east { (x + 0.8, y) } else { at_west(&ends) };
        Some(Coordinate { text: board.row_label(row)?.to_owned(), at })
    });
    all.extend(rows.collect::<Vec<Coordinate>>());
    all
}

fn distance(a: Point, b: Point) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

#[cfg(test)]
mod tests {
    use crate::load::load_text;
    use crate::render::Scene;

    fn scene(board: &str) -> Scene {
        let text = format!(
            "game \"Lines\"\nboard {board}\nplayers Red, Blue\npiece stone\naction put(p: empty) do put stone at p\n\
             end {{ when none(empty): draw }}"
        );
        let engine = load_text(&text, &[]).unwrap_or_else(|error| panic!("{board}: {error:?}"));
        Scene::new(engine.game(), &engine.start().unwrap())
    }

    #[test]
    fn links_are_joined_to_lines_from_end_to_end() {
        let plain = scene("square 4 x 3 drawn as lines");
        assert_eq!(plain.grid.len(), 7);
        assert!(plain.grid.iter().all(|line| line.points.len() == 2 && !line.is_slanted), "{:?}", plain.grid);
        // 3 directions of 3 x 3 hexes: 3 rows, 3 columns, and 3 diagonals of two cells or more
        assert_eq!(scene("hex 3 x 3 drawn as lines").grid.len(), 9);
    }

    #[test]
    fn no_line_crosses_a_board_that_wraps() {
        let wrapped = scene("square 4 x 3 wraps E/W drawn as lines");
        let longest = |scene: &Scene| {
            let length = |line: &super::GridLine| super::distance(line.points[0], *line.points.last().unwrap());
            scene.grid.iter().map(length).fold(0.0, f64::max)
        };
        assert_eq!((wrapped.grid.len(), longest(&wrapped)), (7, 3.0));
    }

    #[test]
    fn cells_have_centers_and_outlines() {
        let squares = scene("square 3 x 2");
        assert_eq!((squares.cells[4].id.as_str(), squares.cells[4].center), ("b2", Some((2.0, 2.0))));
        assert_eq!(squares.cells[4].outline, [(1.5, 2.5), (2.5, 2.5), (2.5, 1.5), (1.5, 1.5)]);
        assert_eq!(scene("hex 3 x 3").cells[0].outline.len(), 6);
        assert_eq!((squares.extent.west, squares.extent.north), (0.5, 2.5));
        let labels: Vec<&str> = squares.coordinates.iter().map(|label| label.text.as_str()).collect();
        assert_eq!(labels, ["a", "b", "c", "1", "2"]);
    }

    #[test]
    fn no_label_lies_on_another() {
        for board in
            ["hex 5 x 5", "hex side 4", "hex triangle 5", "hex 11 x 5 without {a1 b1 a2 k4 j5 k5}", "square 3 x 2"]
        {
            let scene = scene(board);
            for (n, label) in scene.coordinates.iter().enumerate() {
                let near = scene.coordinates[n + 1..].iter().find(|other| super::distance(label.at, other.at) < 0.5);
                assert_eq!(near, None, "{board}: {label:?}");
            }
        }
    }
}
