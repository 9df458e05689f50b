//! Shapes: which columns and rows they have, and where their sides are.
//!
//! On hexagonal boards a column runs Southwest to Northeast. So column + row grows toward the Northeast on all shapes,
//! and is constant along a line from Northwest to Southeast.

use super::Shape;

/// A test whether a column and row are on a side.
pub(super) type OnSide = Box<dyn Fn(i32, i32) -> bool>;

/// Returns the columns and rows of the smallest grid around a shape; a graph has none before its chains are read.
pub(super) fn grid(shape: &Shape) -> (u64, u64) {
    let (width, height) = match *shape {
        Shape::Square(width, height) | Shape::Rhombus(width, height) => (width.into(), height.into()),
        Shape::Hexagon(n) => ((2 * u64::from(n)).saturating_sub(1), (2 * u64::from(n)).saturating_sub(1)),
        Shape::Triangle(n) => (n.into(), n.into()),
        Shape::Star(0) | Shape::Graph(_) => (0, 0),
        Shape::Star(n) => (4 * u64::from(n) + 1, 4 * u64::from(n) + 1),
    };
    (width, height)
}

/// Returns the number of cells of a shape of any size; a graph has none before its chains are read.
pub(super) fn count(shape: &Shape) -> u128 {
    let n = |n: u32| u128::from(n);
    match *shape {
        Shape::Square(width, height) | Shape::Rhombus(width, height) => n(width) * n(height),
        Shape::Hexagon(0) | Shape::Star(0) | Shape::Graph(_) => 0,
        Shape::Hexagon(side) => 3 * n(side) * (n(side) - 1) + 1,
        Shape::Triangle(side) => n(side) * (n(side) + 1) / 2,
        Shape::Star(rows) => 6 * n(rows) * (n(rows) + 1) + 1,
    }
}

/// Returns whether a shape has the cell at a column and row of its grid.
pub(super) fn has(shape: &Shape, column: i32, row: i32) -> bool {
    match *shape {
        Shape::Hexagon(n) => (n as i32 + 1..3 * n as i32).contains(&(column + row)),
        Shape::Triangle(n) => column + row <= n as i32 + 1,
        Shape::Star(n) => {
            // Two triangles, one upright and one upside down; the distances x, y and z from the middle add up to 0.
            let n = n as i32;
            let (x, y) = (column - 2 * n - 1, row - 2 * n - 1);
            let xyz = [x, y, -x - y];
            xyz.iter().all(|k| *k >= -n) || xyz.iter().all(|k| *k <= n)
        }
        _ => true,
    }
}

/// Returns the sides of a shape in a grid of this size, clockwise from North; for a star its points.
pub(super) fn sides(shape: &Shape, width: i32, height: i32) -> Vec<OnSide> {
    match *shape {
        Shape::Hexagon(n) => {
            let n = n as i32;
            vec![
                Box::new(move |_, row| row == height),
                Box::new(move |column, row| column + row == 3 * n - 1),
                Box::new(move |column, _| column == width),
                Box::new(|_, row| row == 1),
                Box::new(move |column, row| column + row == n + 1),
                Box::new(|column, _| column == 1),
            ]
        }
        Shape::Triangle(n) => vec![
            Box::new(move |column, row| column + row == n as i32 + 1),
            Box::new(|_, row| row == 1),
            Box::new(|column, _| column == 1),
        ],
        Shape::Star(n) => {
            let n = n as i32;
            let middle = 2 * n + 1;
            vec![
                Box::new(move |_, row| row - middle > n),
                Box::new(move |column, row| column + row - 2 * middle > n),
                Box::new(move |column, _| column - middle > n),
                Box::new(move |_, row| row - middle < -n),
                Box::new(move |column, row| column + row - 2 * middle < -n),
                Box::new(move |column, _| column - middle < -n),
            ]
        }
        _ => vec![
            Box::new(move |_, row| row == height),
            Box::new(move |column, _| column == width),
            Box::new(|_, row| row == 1),
            Box::new(|column, _| column == 1),
        ],
    }
}
