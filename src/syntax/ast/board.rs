//! Equipment: boards, players, legends, and setups.

use super::{Expr, Name};
use crate::source::{Span, Spanned};
use std::collections::BTreeMap;

/// `board SHAPE` and its options: `without CELLS`, `links DIRS`, `numbered CELLS` and so on.
#[derive(Clone, Debug)]
pub struct Board {
    /// From `board` to the end.
    pub span: Span,
    /// Its shape.
    pub shape: Shape,
    /// Cells that are left out.
    pub without: Option<Expr>,
    /// The directions in which cells adjoin.
    pub links: Option<Expr>,
    /// The pairs of directions with connected edges: a step over one edge enters at the other.
    pub wraps: Vec<(Name, Name)>,
    /// Whether cells hold stacks.
    pub stacks: Option<Stacks>,
    /// The letters of the columns, from the West.
    pub columns: Option<Name>,
    /// The names of the cells.
    pub names: Option<CellNames>,
    /// What the board is drawn as.
    pub drawn: Option<DrawnAs>,
}

/// `stacks of 24`.
#[derive(Clone, Debug)]
pub struct Stacks {
    /// From `stacks` to the end.
    pub span: Span,
    /// The most pieces on a cell.
    pub most: Option<Expr>,
}

/// Names of cells.
#[derive(Clone, Debug)]
pub enum CellNames {
    /// `numbered CELLS from SE`: numbers from 1, row by row from a corner.
    Numbers(Expr, Option<Name>),
    /// `named { .. }`: one word per cell, North row first, West to East; `.` for no name.
    Words(Vec<Name>, Span),
}

/// `drawn as WORD { LINES }`.
#[derive(Clone, Debug)]
pub struct DrawnAs {
    /// What the board is drawn as.
    pub word: Name,
    /// The cells along each line, if lines are listed.
    pub lines: Option<Vec<Vec<Name>>>,
}

/// The shapes of boards.
#[derive(Clone, Debug)]
pub enum Shape {
    /// `square W x H`.
    Square(Expr, Expr),
    /// `hex W x H`: a rhombus.
    Rhombus(Expr, Expr),
    /// `hex side n`: a hexagon.
    Hexagon(Expr),
    /// `hex triangle n`.
    Triangle(Expr),
    /// `hex star n`.
    Star(Expr),
    /// `graph { .. }`.
    Graph(Vec<Chains>),
}

/// `E/W: a1 b1 c1, a2 b2`: the chains of one pair of directions.
#[derive(Clone, Debug)]
pub struct Chains {
    /// The direction in which each chain is walked as written.
    pub forth: Name,
    /// The opposite direction, if it is named.
    pub back: Option<Name>,
    /// The chains; each has two cells or more.
    pub chains: Vec<Vec<Name>>,
}

/// `White going N`.
#[derive(Clone, Debug)]
pub struct PlayerName {
    /// The player's name.
    pub name: Name,
    /// The direction of `forward`.
    pub going: Option<Name>,
}

/// `w k = man king of White` or `x = arrow`.
#[derive(Clone, Debug)]
pub struct Legend {
    /// The characters.
    pub symbols: Vec<Spanned<char>>,
    /// The kinds, one for each character.
    pub kinds: Vec<Name>,
    /// The owner, or `None` for neutral pieces.
    pub owner: Option<Name>,
}

/// `map w = river, x = trap { .. }`, `map color: O = orange, B = blue { .. }`: a picture with a word for each cell. Each of its
/// regions, or the table, is a [`Def`](super::Def) whose body is this picture.
#[derive(Clone, Debug)]
pub struct Map {
    /// The characters, with the names of regions or the values of the table.
    pub symbols: Vec<(Spanned<char>, Expr)>,
    /// One word per cell, North row first, West to East.
    pub words: Vec<Name>,
    /// The span of the picture with its braces.
    pub span: Span,
}

impl Map {
    /// The name of a table's parameter.
    pub const CELL: &str = "p";

    /// Returns the places in the picture of the n-th symbol.
    pub fn places(&self, n: usize) -> Vec<usize> {
        let symbol = self.symbols.get(n).map(|(symbol, _)| symbol.node.to_string());
        let words = self.words.iter().enumerate();
        words.filter(|(_, word)| Some(&word.node) == symbol.as_ref()).map(|(at, _)| at).collect()
    }

    /// Returns the numbers that stand for themselves, in their order, with their places in the picture.
    pub fn numbers(&self) -> BTreeMap<i32, Vec<usize>> {
        let mut numbers: BTreeMap<i32, Vec<usize>> = BTreeMap::new();
        for (at, word) in self.words.iter().enumerate().filter(|(_, word)| !self.has_symbol(&word.node)) {
            if let Ok(n) = word.node.parse() {
                numbers.entry(n).or_default().push(at);
            }
        }
        numbers
    }

    /// Returns whether a word of the picture is one of the symbols.
    pub fn has_symbol(&self, word: &str) -> bool {
        self.symbols.iter().any(|(symbol, _)| word == symbol.node.encode_utf8(&mut [0; 4]))
    }
}

/// The contents of `setup` and `position`.
#[derive(Clone, Debug)]
pub struct PieceLayout {
    /// The span with the braces.
    pub span: Span,
    /// The contents.
    pub node: LayoutNode,
}

/// A picture or placements.
#[derive(Clone, Debug)]
pub enum LayoutNode {
    /// One character per cell, or several for a stack, from the bottom up. North row first, West to East.
    Picture(Vec<Name>),
    /// `man of White at rows(1..2)`; empty braces are an empty list.
    Placements(Vec<Placement>),
}

/// `KIND of OWNER at CELLS`.
#[derive(Clone, Debug)]
pub struct Placement {
    /// The kind's name.
    pub kind: Name,
    /// The owner, or `None` for neutral pieces.
    pub owner: Option<Name>,
    /// Where.
    pub at: Expr,
}
