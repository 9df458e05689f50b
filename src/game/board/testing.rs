//! Short ways to write boards and cells in tests.

use super::*;

fn build(shape: Shape, without: &str, links: Option<&[&str]>, wraps: bool) -> Board {
    let without = without.split_whitespace().map(str::to_string).collect();
    let links = links.map(|links| links.iter().map(|word| word.to_string()).collect());
    Blueprint { without, links, wraps_columns: wraps, ..Blueprint::plain(shape) }.build().unwrap()
}

pub fn square(width: u32, height: u32) -> Board {
    build(Shape::Square(width, height), "", None, false)
}

pub fn square_without(width: u32, height: u32, cells: &str) -> Board {
    build(Shape::Square(width, height), cells, None, false)
}

pub fn square_linked(width: u32, height: u32, links: &[&str]) -> Board {
    build(Shape::Square(width, height), "", Some(links), false)
}

/// Squares whose East and West edges meet.
pub fn wrapped(width: u32, height: u32) -> Board {
    build(Shape::Square(width, height), "", None, true)
}

pub fn hex(width: u32, height: u32) -> Board {
    build(Shape::Rhombus(width, height), "", None, false)
}

pub fn hexagon(side: u32) -> Board {
    build(Shape::Hexagon(side), "", None, false)
}

pub fn triangle(side: u32) -> Board {
    build(Shape::Triangle(side), "", None, false)
}

pub fn star(rows: u32) -> Board {
    build(Shape::Star(rows), "", None, false)
}

/// Chains as rule files write them: the directions such as `E/W`, then the chains such as `a1 b1, a2 b2`.
pub fn chains(all: &[(&str, &str)]) -> Vec<Chains> {
    let words = |chain: &str| chain.split_whitespace().map(str::to_string).collect();
    all.iter()
        .map(|(dirs, chains)| {
            let (forth, back) = dirs.split_once('/').map_or((*dirs, None), |(forth, back)| (forth, Some(back)));
            let chains = chains.split(',').map(words).collect();
            Chains { forth: forth.to_string(), back: back.map(str::to_string), chains }
        })
        .collect()
}

pub fn graph(all: &[(&str, &str)]) -> Board {
    build(Shape::Graph(chains(all)), "", None, false)
}

/// Returns the board of nine men's morris.
pub fn morris() -> Board {
    graph(&[
        ("E/W", "a7 d7 g7, b6 d6 f6, c5 d5 e5, a4 b4 c4, e4 f4 g4, c3 d3 e3, b2 d2 f2, a1 d1 g1"),
        ("N/S", "a1 a4 a7, b2 b4 b6, c3 c4 c5, d1 d2 d3, d5 d6 d7, e3 e4 e5, f2 f4 f6, g1 g4 g7"),
    ])
}

pub fn cell(board: &Board, name: &str) -> Cell {
    board.cell(name).unwrap()
}

pub fn set(board: &Board, names: &str) -> Set<2> {
    names.split_whitespace().map(|name| cell(board, name)).collect()
}

pub fn dirs(board: &Board, words: &str) -> u64 {
    words.split_whitespace().map(|word| board.dir_word(word).unwrap()).fold(0, |mask, dirs| mask | dirs)
}

pub fn list(board: &Board, cells: Set<2>) -> String {
    cells.iter().map(|cell| board.name(cell)).collect::<Vec<_>>().join(" ")
}
