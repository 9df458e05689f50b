//! x
use super::*;
/// A board, ready to be asked.
#[derive(Clone, Debug)]
pub struct Board {}
#[allow(unused_variables)]
impl Board {
    /// Number of cells.
    pub fn len(&self) -> usize {
        todo!()
    }
    /// The blueprint it was built from.
    pub fn blueprint(&self) -> &Blueprint {
        todo!()
    }
    /// Number of directions (bits of a direction mask).
    pub fn dirs(&self) -> usize {
        todo!()
    }
    /// All cells.
    pub fn all_cells<const W: usize>(&self) -> Set<W> {
        todo!()
    }
    /// Greatest column / row number.
    pub fn width(&self) -> i32 {
        todo!()
    }
    /// x
    pub fn height(&self) -> i32 {
        todo!()
    }
    /// The cell of a name.
    pub fn cell(&self, name: &str) -> Option<Cell> {
        todo!()
    }
    /// Name of a cell; "off" for OFF (and for foreign indices).
    pub fn name(&self, cell: Cell) -> &str {
        todo!()
    }
    /// Cell at column, row (from 1), OFF if none.
    pub fn at(&self, column: i32, row: i32) -> Cell {
        todo!()
    }
    /// Column and row from 1; None for OFF.
    pub fn column(&self, cell: Cell) -> Option<i32> {
        todo!()
    }
    /// x
    pub fn row(&self, cell: Cell) -> Option<i32> {
        todo!()
    }
    /// What a direction word names: one direction (`N` on squares, `sow` on a graph) or several (`N` on hexes = NW|NE): the mask.
    pub fn dir_word(&self, name: &str) -> Option<u64> {
        todo!()
    }
    /// All words `dir_word` knows (for suggestions).
    pub fn dir_words(&self) -> Vec<&str> {
        todo!()
    }
    /// Name of a direction.
    pub fn dir_name(&self, dir: Dir) -> &str {
        todo!()
    }
    /// Masks of the built-in words. On hexes `orthogonal` is all six and `diagonal` none; a graph: all, none.
    pub fn orthogonal(&self) -> u64 {
        todo!()
    }
    /// x
    pub fn diagonal(&self) -> u64 {
        todo!()
    }
    /// x
    pub fn all_dirs(&self) -> u64 {
        todo!()
    }
    /// The board's links.
    pub fn links(&self) -> u64 {
        todo!()
    }
    /// The opposite direction.
    pub fn opposite(&self, dir: Dir) -> Option<Dir> {
        todo!()
    }
    /// dx, dy of a direction, -1..=1
    pub fn dx(&self, dir: Dir) -> i32 {
        todo!()
    }
    /// x
    pub fn dy(&self, dir: Dir) -> i32 {
        todo!()
    }
    /// Inverse of dx, dy.
    pub fn dir_of(&self, dx: i32, dy: i32) -> Option<Dir> {
        todo!()
    }
    /// For a player going `going`: forward / backward / sideways masks, and the one direction straight ahead.
    pub fn forward(&self, going: Dir) -> u64 {
        todo!()
    }
    /// x
    pub fn backward(&self, going: Dir) -> u64 {
        todo!()
    }
    /// x
    pub fn sideways(&self, going: Dir) -> u64 {
        todo!()
    }
    /// One step; OFF over the edge or from OFF.
    pub fn step(&self, cell: Cell, dir: Dir) -> Cell {
        todo!()
    }
    /// n steps, negative n back.
    pub fn steps(&self, cell: Cell, dir: Dir, n: i32) -> Cell {
        todo!()
    }
    /// Sets of the built-in words.
    pub fn edge<const W: usize>(&self) -> Set<W> {
        todo!()
    }
    /// x
    pub fn corner<const W: usize>(&self) -> Set<W> {
        todo!()
    }
    /// x
    pub fn center<const W: usize>(&self) -> Set<W> {
        todo!()
    }
    /// x
    pub fn dark<const W: usize>(&self) -> Set<W> {
        todo!()
    }
    /// x
    pub fn light<const W: usize>(&self) -> Set<W> {
        todo!()
    }
    /// edge(D): cells from which every step in D leads off.
    pub fn edge_of<const W: usize>(&self, dirs: u64) -> Set<W> {
        todo!()
    }
    /// side(n)
    pub fn side<const W: usize>(&self, n: i32) -> Set<W> {
        todo!()
    }
    /// Cells of a row / column (empty set if there is none).
    pub fn row_cells<const W: usize>(&self, n: i32) -> Set<W> {
        todo!()
    }
    /// x
    pub fn column_cells<const W: usize>(&self, n: i32) -> Set<W> {
        todo!()
    }
    /// neighbors(S, D); with `links()` it is neighbors(S).
    pub fn neighbors<const W: usize>(&self, from: &Set<W>, dirs: u64) -> Set<W> {
        todo!()
    }
    /// ray(S, D, T) (without T: all_cells)
    pub fn ray<const W: usize>(&self, from: &Set<W>, dirs: u64, through: &Set<W>) -> Set<W> {
        todo!()
    }
    /// first(S, D, T)
    pub fn first<const W: usize>(&self, from: &Set<W>, dirs: u64, of: &Set<W>) -> Set<W> {
        todo!()
    }
    /// hop(S, D, T)
    pub fn hop<const W: usize>(&self, from: &Set<W>, dirs: u64, over: &Set<W>) -> Set<W> {
        todo!()
    }
    /// leap(S, m, n)
    pub fn leap<const W: usize>(&self, from: &Set<W>, m: i32, n: i32) -> Set<W> {
        todo!()
    }
    /// between(p, q)
    pub fn between<const W: usize>(&self, p: Cell, q: Cell) -> Set<W> {
        todo!()
    }
    /// toward(p, q): mask
    pub fn toward(&self, p: Cell, q: Cell) -> u64 {
        todo!()
    }
    /// distance(p, q): number of steps in all directions; None if one is off; board.len() if there is no way
    pub fn distance(&self, p: Cell, q: Cell) -> Option<i32> {
        todo!()
    }
    /// group(S, T)
    pub fn group<const W: usize>(&self, from: &Set<W>, through: &Set<W>) -> Set<W> {
        todo!()
    }
    /// groups(T)
    pub fn groups<const W: usize>(&self, of: &Set<W>) -> i32 {
        todo!()
    }
    /// connects(T, ends..): some group of T has cells in each end
    pub fn connects<const W: usize>(&self, of: &Set<W>, ends: &[Set<W>]) -> bool {
        todo!()
    }
    /// lines(T, least..most, D)
    pub fn lines<const W: usize>(&self, of: &Set<W>, least: i32, most: Option<i32>, along: u64) -> Set<W> {
        todo!()
    }
}
impl Blueprint {
    /// Builds the board.
    pub fn build(&self) -> Result<Board, BoardError> {
        todo!()
    }
}
