//! Regions: edges, corners, the middle, colors, sides, rows and columns.

use super::compass::bits;
use super::{Board, shape};
use crate::game::cells::{Cell, CellSet, MAX_WORDS, Set};

/// The regions that have words of their own.
#[derive(Clone, Debug, Default)]
pub(super) struct Regions {
    edge: CellSet,
    corner: CellSet,
    center: CellSet,
    dark: CellSet,
    light: CellSet,
    sides: Vec<CellSet>,
    rows: Vec<CellSet>,
    columns: Vec<CellSet>,
    /// The cells at which a step leads off the board, by direction.
    off: Vec<CellSet>,
}

impl Regions {
    /// Finds the regions of a board whose steps are known.
    pub(super) fn of(board: &Board) -> Regions {
        let on_edge = |column: i32, row: i32| (column == 1 || column == board.width, row == 1 || row == board.height);
        let shade = |rest: i32| match board.is_square() {
            true => board.where_place(|column, row| (column + row) % 2 == rest),
            false => Set::EMPTY,
        };
        // A graph's edge is its frame; elsewhere the edge consists of the cells at which a step leads off.
        let (edge, corner) = if board.is_graph() {
            let edge = board.where_place(|column, row| on_edge(column, row).0 || on_edge(column, row).1);
            (edge, board.where_place(|column, row| on_edge(column, row) == (true, true)))
        } else {
            let off = |cell| bits(board.orthogonal()).filter(move |dir| board.step(cell, *dir).is_off());
            let edge = board.all_cells::<16>().iter().filter(|cell| off(*cell).next().is_some()).collect();
            let corner = board.all_cells::<16>().iter().filter(|cell| match board.is_hex() {
                true => off(*cell).count() >= 3,
                false => off(*cell).any(|dir| board.dx(dir) != 0) && off(*cell).any(|dir| board.dy(dir) != 0),
            });
            (edge, corner.collect())
        };
        let sides = shape::sides(&board.blueprint.shape, board.width, board.height);
        let leads_off = |dir| board.all_cells::<16>().iter().filter(|cell| board.step(*cell, dir).is_off()).collect();
        Regions {
            edge,
            corner,
            center: center(board),
            dark: shade(0),
            light: shade(1),
            sides: sides.iter().map(|side| board.where_place(side)).collect(),
            rows: (1..=board.height).map(|n| board.where_place(|_, row| row == n)).collect(),
            columns: (1..=board.width).map(|n| board.where_place(|column, _| column == n)).collect(),
            off: bits(board.all_dirs()).map(leads_off).collect(),
        }
    }
}

/// Returns the cells nearest to the middle of the full shape, except those left out of the board.
fn center(board: &Board) -> CellSet {
    let places: Vec<(i32, i32)> = match board.is_graph() {
        true => vec![(1, 1), (board.width, board.height)],
        false => grid(board).filter(|(x, y)| shape::has(&board.blueprint.shape, *x, *y)).collect(),
    };
    let (n, sum) = places.iter().fold((0, (0, 0)), |(n, sum), (x, y)| (n + 1, (sum.0 + x, sum.1 + y)));
    let distance = |column: i32, row: i32| {
        let (x, y) = (i64::from(n * column - sum.0), i64::from(n * row - sum.1));
        x * x + y * y + if board.is_hex() { x * y } else { 0 }
    };
    let nearest = match board.is_graph() {
        true => grid(board).map(|(x, y)| distance(x, y)).min(),
        false => places.iter().map(|(x, y)| distance(*x, *y)).min(),
    };
    board.where_place(|column, row| Some(distance(column, row)) == nearest)
}

/// Returns the n-th set, counted from 1.
fn numbered<const W: usize>(sets: &[CellSet], n: i32) -> Set<W> {
    let at = usize::try_from(i64::from(n) - 1).ok();
    at.and_then(|at| sets.get(at)).map_or(Set::EMPTY, CellSet::resized)
}

fn grid(board: &Board) -> impl Iterator<Item = (i32, i32)> {
    let (width, height) = (board.width, board.height);
    (1..=height).flat_map(move |row| (1..=width).map(move |column| (column, row)))
}

impl Board {
    /// Returns `edge`: on squares and hexes the cells at which some orthogonal step leads off, on graphs the points on the frame
    /// (in the first or last column or row).
    pub fn edge<const W: usize>(&self) -> Set<W> {
        self.regions.edge.resized()
    }

    /// Returns `corner`: squares from which steps lead off both along rows and columns, hexes with at most three neighbors, corners
    /// of a graph's frame.
    pub fn corner<const W: usize>(&self) -> Set<W> {
        self.regions.corner.resized()
    }

    /// Returns `center`: the cell in the middle of the full shape, or those around it; on a graph the middle of its frame.
    pub fn center<const W: usize>(&self) -> Set<W> {
        self.regions.center.resized()
    }

    /// Returns `dark`: squares colored like a1; none on other boards.
    pub fn dark<const W: usize>(&self) -> Set<W> {
        self.regions.dark.resized()
    }

    /// Returns `light`: the other squares.
    pub fn light<const W: usize>(&self) -> Set<W> {
        self.regions.light.resized()
    }

    /// Returns `edge(D)`: the cells at which every step in these directions leads off.
    pub fn edge_of<const W: usize>(&self, dirs: u64) -> Set<W> {
        let off = bits(dirs).filter_map(|dir| self.regions.off.get(dir.0 as usize));
        off.fold(self.all_cells(), |cells, off| cells.and(&off.resized()))
    }

    /// Returns `side(n)`: the n-th side of the full shape, clockwise from North, modulo the number of sides; on a star the n-th
    /// point. A graph's sides are those of its frame.
    pub fn side<const W: usize>(&self, n: i32) -> Set<W> {
        let sides = &self.regions.sides;
        let at = i64::from(n).wrapping_sub(1).rem_euclid(sides.len().max(1) as i64);
        sides.get(at as usize).map_or(Set::EMPTY, CellSet::resized)
    }

    /// Returns the number of sides for [`Board::side`].
    pub fn sides(&self) -> usize {
        self.regions.sides.len()
    }

    /// Returns the cells of a row; none if there is no such row.
    pub fn row_cells<const W: usize>(&self, n: i32) -> Set<W> {
        numbered(&self.regions.rows, n)
    }

    /// Returns the cells in the order of pictures: the North row first, each row from West to East.
    pub fn rows_from_north(&self) -> Vec<Vec<Cell>> {
        let rows = (1..=self.height()).rev().map(|row| self.row_cells::<MAX_WORDS>(row).iter().collect());
        rows.filter(|row: &Vec<Cell>| !row.is_empty()).collect()
    }

    /// Returns the cells at these places of a picture, each an index into the cells of [`Board::rows_from_north`].
    pub fn cells_at(&self, places: &[usize]) -> Vec<Cell> {
        let cells: Vec<Cell> = self.rows_from_north().into_iter().flatten().collect();
        places.iter().filter_map(|place| cells.get(*place).copied()).collect()
    }

    /// Returns the cells of a column; none if there is no such column.
    pub fn column_cells<const W: usize>(&self, n: i32) -> Set<W> {
        numbered(&self.regions.columns, n)
    }

    /// Returns the cells whose column and row are `wanted`.
    fn where_place(&self, wanted: impl Fn(i32, i32) -> bool) -> CellSet {
        self.all_cells::<16>()
            .iter()
            .filter(|cell| self.places.get(cell.0 as usize).is_some_and(|(column, row)| wanted(*column, *row)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::*;
    use super::*;

    fn sides(board: &Board) -> Vec<String> {
        (1..=board.sides() as i32).map(|n| list(board, board.side(n))).collect()
    }

    #[test]
    fn sides_of_squares_and_rhombus() {
        for board in [square(4, 3), hex(4, 3)] {
            assert_eq!(sides(&board), ["a3 b3 c3 d3", "d1 d2 d3", "a1 b1 c1 d1", "a1 a2 a3",]);
            assert_eq!((board.side::<1>(0), board.side::<1>(5)), (board.side(4), board.side(1)));
            assert_eq!(board.side::<1>(i32::MIN), board.side(4));
            let words = ["N", "E", "S", "W"].map(|word| list(&board, board.edge_of(dirs(&board, word))));
            assert_eq!(sides(&board), words);
        }
    }

    #[test]
    fn sides_of_hexagon_and_triangle() {
        let hexagon = hexagon(3);
        let expected = ["a5 b5 c5", "e3 d4 c5", "e1 e2 e3", "c1 d1 e1", "c1 b2 a3", "a3 a4 a5"];
        assert_eq!(sides(&hexagon), expected);
        assert_eq!(list(&hexagon, hexagon.corner()), "c1 e1 a3 e3 a5 c5");
        assert_eq!(list(&hexagon, hexagon.center()), "c3");
        assert_eq!(list(&hexagon, hexagon.edge_of(dirs(&hexagon, "N"))), "a5 b5 c5");
        let triangle = triangle(4);
        assert_eq!(sides(&triangle), ["d1 c2 b3 a4", "a1 b1 c1 d1", "a1 a2 a3 a4"]);
        assert_eq!(list(&triangle, triangle.corner()), "a1 d1 a4");
        assert_eq!(list(&triangle, triangle.center()), "b2");
    }

    #[test]
    fn points_of_the_star() {
        let star = star(4);
        let points: Vec<usize> = (1..=6).map(|n| star.side::<2>(n).len()).collect();
        assert_eq!((star.len(), points), (121, vec![10; 6]));
        assert_eq!(list(&star, star.corner()), "m1 e5 q5 a13 m13 e17");
        let tips: Vec<String> = (1..=6).map(|n| list(&star, star.side::<2>(n).and(&star.corner()))).collect();
        assert_eq!(tips, ["e17", "m13", "q5", "m1", "e5", "a13"]);
        assert_eq!(list(&star, star.center()), "i9");
    }

    #[test]
    fn edge_corner_center_and_colors_of_squares() {
        let board = square(8, 8);
        assert_eq!(board.edge::<1>().len(), 28);
        assert_eq!(list(&board, board.column_cells(8).and(&board.row_cells(2))), "h2");
        assert!([i32::MIN, 0, 9].iter().all(|n| board.row_cells::<1>(*n).is_empty()));
        assert_eq!(list(&board, board.corner()), "a1 h1 a8 h8");
        assert_eq!(list(&board, board.center().and(&board.light())), "e4 d5");
        assert_eq!(list(&board, board.center().and(&board.dark())), "d4 e5");
        assert_eq!(list(&square(9, 9), square(9, 9).center()), "e5");
        assert_eq!(list(&square(4, 3), square(4, 3).center()), "b2 c2");
        assert!(board.edge_of::<1>(0) == board.all_cells() && hex(3, 3).dark::<1>().is_empty());
    }

    #[test]
    fn holes_make_edges_and_wraps_unmake_them() {
        let cross = square_without(5, 5, "a1 b1 a2 b2 d1 e1 d2 e2 a4 b4 a5 b5 d4 e4 d5 e5");
        assert_eq!(list(&cross, cross.edge()), "c1 c2 a3 b3 d3 e3 c4 c5");
        assert_eq!(list(&cross, cross.corner()), "c1 a3 e3 c5");
        assert_eq!(list(&cross, cross.side(1)), "c5");
        let cylinder = wrapped(5, 3);
        assert_eq!(cylinder.edge::<1>(), cylinder.row_cells(1).or(&cylinder.row_cells(3)));
        assert!(cylinder.corner::<1>().is_empty());
    }

    #[test]
    fn a_graph_has_a_frame() {
        let board = morris();
        assert_eq!(list(&board, board.edge()), "a1 d1 g1 a4 g4 a7 d7 g7");
        assert_eq!(list(&board, board.corner()), "a1 g1 a7 g7");
        assert_eq!(list(&board, board.side(2)), "g1 g4 g7");
        assert_eq!(list(&board, board.center()), "");
    }
}
