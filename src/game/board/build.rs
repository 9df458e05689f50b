//! Builds a [`Board`] from a [`Blueprint`].

use super::compass::Compass;
use super::group::Adjacency;
use super::names::BoardNames;
use super::region::Regions;
use super::shift::Shift;
use super::{Blueprint, Board, BoardError, Shape, coordinates, graph, shape};
use crate::game::cells::{Cell, MAX_CELLS};
use crate::game::piece::Dir;
use std::sync::OnceLock;

impl Blueprint {
    /// Returns the blueprint of a shape without options.
    pub fn plain(shape: Shape) -> Blueprint {
        let (columns, without, links) = (None, Vec::new(), None);
        Blueprint { shape, columns, without, links, wraps_columns: false, wraps_rows: false }
    }

    /// Builds the board.
    pub fn build(&self) -> Result<Board, BoardError> {
        let is_square = matches!(self.shape, Shape::Square(..));
        if (self.wraps_columns || self.wraps_rows) && !matches!(self.shape, Shape::Square(..) | Shape::Rhombus(..)) {
            return Err(BoardError::Links("only squares and rhombuses wrap".into()));
        }
        if let Shape::Graph(chains) = &self.shape {
            if self.columns.is_some() {
                return Err(BoardError::Columns("a graph names its own points, so it cannot have `columns`".into()));
            }
            let graph = graph::read(chains)?;
            let (width, height) =
                graph.places.iter().fold((0, 0), |(width, height), (x, y)| (width.max(*x), height.max(*y)));
            let steps = graph.steps;
            return self.assemble((width, height), graph.places, graph.compass, |_, place, dir| {
                steps.get(&(place, dir)).map(|(to, _)| *to)
            });
        }
        let (width, height) = self.size()?;
        if let Some(message) = self.columns.as_ref().and_then(|letters| coordinates::refuse(letters, width)) {
            return Err(BoardError::Columns(message));
        }
        let places = (1..=height).flat_map(|row| (1..=width).map(move |column| (column, row)));
        let places = places.filter(|(column, row)| shape::has(&self.shape, *column, *row)).collect();
        let compass = if is_square { Compass::square() } else { Compass::hex() };
        let wrap = |n: i32, size: i32, wraps: bool| if wraps { (n - 1).rem_euclid(size) + 1 } else { n };
        self.assemble((width, height), places, compass, |compass, (column, row), dir| {
            let (dx, dy) = compass.vectors[dir.0 as usize];
            Some((wrap(column + dx, width, self.wraps_columns), wrap(row + dy, height, self.wraps_rows)))
        })
    }

    /// Returns the numbers of columns and rows. Errors if there are too many of them, or too many cells.
    fn size(&self) -> Result<(i32, i32), BoardError> {
        refuse_too_many(shape::count(&self.shape))?;
        let (width, height) = shape::grid(&self.shape);
        let last = coordinates::LAST as u64;
        if width <= last && height <= last {
            return Ok((width as i32, height as i32));
        }
        let message = format!("{width} columns and {height} rows are too many: a board has at most {last} of each");
        Err(BoardError::Size(message))
    }

    /// Builds the board from these places, except those in `without`; `step` returns the place a step leads to.
    fn assemble(
        &self,
        (width, height): (i32, i32),
        mut places: Vec<(i32, i32)>,
        compass: Compass,
        step: impl Fn(&Compass, (i32, i32), Dir) -> Option<(i32, i32)>,
    ) -> Result<Board, BoardError> {
        refuse_too_many(places.len() as u128)?;
        let letters = self.columns.as_deref();
        let holes: Vec<_> = self.without.iter().filter_map(|name| coordinates::parse(letters, name)).collect();
        places.retain(|place| !holes.contains(place));
        if places.is_empty() {
            return Err(BoardError::Size("the board has no cells".into()));
        }
        let mut grid = vec![Cell::OFF; (width * height) as usize];
        for (index, (column, row)) in places.iter().enumerate() {
            grid[((row - 1) * width + column - 1) as usize] = Cell(index as u16);
        }
        let links = self.links_of(&compass)?;
        let mut board = Board {
            blueprint: self.clone(),
            width,
            height,
            coordinates: places.iter().map(|(x, y)| coordinates::cell_name(letters, *x, *y)).collect(),
            names: BoardNames::default(),
            places,
            grid,
            compass,
            links,
            steps: Vec::new(),
            shifts: Vec::new(),
            adjacency: Adjacency::default(),
            regions: Regions::default(),
            distances: OnceLock::new(),
            longest_ray: OnceLock::new(),
        };
        let dirs = || (0..board.dirs()).map(|dir| Dir(dir as u8));
        let next = |place, dir| step(&board.compass, place, dir).map_or(Cell::OFF, |(x, y)| board.at(x, y));
        let steps = board.places.iter().flat_map(|place| dirs().map(|dir| next(*place, dir))).collect();
        board.steps = steps;
        board.shifts = Shift::all(&board);
        board.adjacency = Adjacency::of(&board);
        board.regions = Regions::of(&board);
        board.names = BoardNames::coordinates(&board);
        Ok(board)
    }

    /// Returns the mask of the links, which must go both ways.
    fn links_of(&self, compass: &Compass) -> Result<u64, BoardError> {
        let Some(words) = &self.links else { return Ok(compass.orthogonal) };
        let mut links = 0;
        for word in words {
            links |= match word.as_str() {
                "all" => compass.all(),
                "orthogonal" => compass.orthogonal,
                "diagonal" => compass.diagonal,
                word => compass
                    .word(word)
                    .ok_or_else(|| BoardError::Links(format!("this board has no direction `{word}`")))?,
            };
        }
        for (dir, name) in compass.names.iter().enumerate().filter(|(dir, _)| links >> dir & 1 == 1) {
            match compass.opposite[dir] {
                Some(back) if links >> back.0 & 1 == 1 => {}
                Some(back) => {
                    let back = &compass.names[back.0 as usize];
                    let message = format!("the links contain {name}, but not its opposite {back}");
                    return Err(BoardError::Links(message));
                }
                None => return Err(BoardError::Links(format!("the links contain {name}, which has no opposite"))),
            }
        }
        Ok(links)
    }
}

fn refuse_too_many(cells: u128) -> Result<(), BoardError> {
    if cells <= MAX_CELLS as u128 {
        return Ok(());
    }
    Err(BoardError::Size(format!("the board has {cells} cells, more than {MAX_CELLS}")))
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    fn error(shape: Shape, links: Option<&[&str]>, wraps: bool) -> BoardError {
        let links = links.map(|links| links.iter().map(|word| word.to_string()).collect());
        let plan = Blueprint { wraps_rows: wraps, links, ..Blueprint::plain(shape) };
        plan.build().unwrap_err()
    }

    /// Returns the names row by row from the North, like pictures in rule files.
    fn picture(board: &Board) -> Vec<String> {
        (1..=board.height()).rev().map(|row| list(board, board.row_cells(row))).collect()
    }

    #[test]
    fn the_pictures_of_hexagonal_boards() {
        assert_eq!(picture(&hex(4, 3)), ["a3 b3 c3 d3", "a2 b2 c2 d2", "a1 b1 c1 d1"]);
        let rows = ["a5 b5 c5", "a4 b4 c4 d4", "a3 b3 c3 d3 e3", "b2 c2 d2 e2", "c1 d1 e1"];
        assert_eq!(picture(&hexagon(3)), rows);
        assert_eq!(picture(&triangle(4)), ["a4", "a3 b3", "a2 b2 c2", "a1 b1 c1 d1"]);
        let board = hexagon(3);
        let c3 = cell(&board, "c3");
        let around = ["NE", "E", "SE", "SW", "W", "NW"]
            .map(|word| board.name(board.step(c3, board.ahead(dirs(&board, word)).unwrap())));
        assert_eq!(around, ["c4", "d3", "d2", "c2", "b3", "b4"]);
        assert_eq!(board.position(c3).unwrap().0, board.position(cell(&board, "b5")).unwrap().0);
    }

    #[test]
    fn cells_in_order_names_and_places() {
        let board = square_without(3, 3, "b2");
        assert_eq!(list(&board, board.all_cells()), "a1 b1 c1 a2 c2 a3 b3 c3");
        let c2 = cell(&board, "c2");
        assert_eq!((board.column(c2), board.row(c2), board.at(3, 2)), (Some(3), Some(2), c2));
        assert_eq!((board.cell("b2"), board.cell("d1"), board.cell("a0")), (None, None, None));
        assert_eq!((board.name(Cell::OFF), board.at(0, 1), board.at(2, 2)), ("off", Cell::OFF, Cell::OFF));
        assert_eq!((board.column(Cell::OFF), board.position(Cell::OFF)), (None, None));
        assert_eq!(hexagon(18).len(), 919);
        assert_eq!((star(1).len(), triangle(1).len(), hexagon(1).len()), (13, 1, 1));
        assert_eq!(square(32, 32).len(), 1024);
        assert_eq!(square(99, 10).name(Cell(989)), "cu10");
    }

    #[test]
    fn boards_too_large_or_empty_are_refused_at_once() {
        for shape in [
            Shape::Square(10_000, 10_000),
            Shape::Square(33, 33),
            Shape::Square(100, 2),
            Shape::Rhombus(u32::MAX, 1),
            Shape::Hexagon(u32::MAX),
            Shape::Triangle(60),
            Shape::Star(u32::MAX),
            Shape::Square(0, 5),
            Shape::Hexagon(0),
            Shape::Star(0),
            Shape::Graph(Vec::new()),
        ] {
            assert!(matches!(error(shape.clone(), None, false), BoardError::Size(_)), "{shape:?}");
        }
        let message = "the board has 1089 cells, more than 1024".to_string();
        assert_eq!(error(Shape::Square(33, 33), None, false), BoardError::Size(message));
    }

    #[test]
    fn links_and_wraps_that_make_no_sense() {
        for (shape, links, wraps) in [
            (Shape::Square(5, 5), Some(&["orthogonal", "NE"][..]), false),
            (Shape::Square(5, 5), Some(&["left"][..]), false),
            (Shape::Rhombus(5, 5), Some(&["NE"][..]), false),
            (Shape::Hexagon(5), None, true),
            (Shape::Graph(chains(&[("E/E", "a1 b1")])), None, false),
            (Shape::Graph(chains(&[("E/W", "a1 b1"), ("E/S", "a2 b2")])), None, false),
        ] {
            let error = error(shape, links, wraps);
            assert!(matches!(error, BoardError::Links(_)), "{error:?}");
        }
        let slash = error(Shape::Square(5, 5), Some(&["orthogonal", "NE"]), false);
        assert_eq!(slash, BoardError::Links("the links contain NE, but not its opposite SW".into()));
    }

    #[test]
    fn chains_must_not_contradict_each_other() {
        let refused = |all: &[(&str, &str)]| match error(Shape::Graph(chains(all)), None, false) {
            BoardError::Chain(message, places) => {
                let all = chains(all);
                let cells = |at: &super::super::Stretch| all[at.chains].chains[at.chain][at.first..=at.last].join(" ");
                (message, places.iter().map(cells).collect::<Vec<_>>().join(", "))
            }
            other => panic!("{other:?}"),
        };
        let (message, cells) = refused(&[("E/W", "a1 b1 c1, b1 d1")]);
        assert_eq!(message, "in direction E, `b1` is followed by `c1` and by `d1`");
        assert_eq!(cells, "b1 d1, b1 c1");
        assert_eq!(refused(&[("E/W", "c1 d1, a1 c1, b1 c1")]).1, "b1 c1, a1 c1");
        assert_eq!(refused(&[("E/W", "a1 x0")]).1, "x0");
        assert_eq!(refused(&[("E/W", "a1 a1")]).1, "a1 a1");
        assert_eq!(refused(&[("E/W", "a1 zz1")]).1, "zz1");
        let again = graph(&[("E/W", "a1 b1"), ("W/E", "b1 a1, c1 b1")]);
        assert_eq!(list(&again, again.ray(&set(&again, "a1"), 1, &again.all_cells())), "b1 c1");
    }

    #[test]
    fn graphs_of_the_games() {
        let board = morris();
        assert_eq!((board.len(), board.width(), board.height()), (24, 7, 7));
        assert_eq!(list(&board, board.neighbors(&set(&board, "d2"), board.links())), "d1 b2 f2 d3");
        let ring = graph(&[("sow/back", "a1 b1 c1 d1 e1 f1 f2 e2 d2 c2 b2 a2 a1")]);
        let (sow, a1) = (Dir(0), cell(&ring, "a1"));
        assert_eq!((ring.step(a1, sow), ring.steps(a1, sow, -1)), (cell(&ring, "b1"), cell(&ring, "a2")));
        assert_eq!(ring.steps(a1, sow, 12), a1);
        assert_eq!((ring.steps(a1, sow, i32::MAX), i32::MAX % 12), (ring.steps(a1, sow, 7), 7));
        assert_eq!(ring.ray(&set(&ring, "a1"), 1, &ring.all_cells::<2>()).len(), 11);
        assert_eq!(ring.distance(a1, cell(&ring, "f2")), Some(6));
    }
}
