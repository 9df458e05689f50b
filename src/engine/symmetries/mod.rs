//! Symmetries of a game: ways to turn and mirror the board after which every rule says the same.
//!
//! They are found on the board's links alone ([`board`]), and kept if each constant of the rules is its own image and every operator goes
//! along ([`rules`]); defs that go by columns and rows are evaluated for all cells and directions ([`values`]).
//! A position and its images have the same value and as many sequences of plies, so that a proof or a count of one is one of all.

mod board;
mod rules;
mod values;

use super::Engine;
use super::distinct::{self, SameTexts};
use crate::game::Game;
use crate::game::cells::{Cell, CellSet};
use crate::game::piece::Dir;
use crate::game::rules::Var;
use crate::game::value::Value;
use crate::types::Type;

/// A way to map the board onto itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The image of each cell.
    cells: Vec<Cell>,
    /// The image of each direction.
    dirs: Vec<Dir>,
    /// The words of the image of each set of cells among four that follow each other: searches map a position for every key.
    nibbles: Vec<u64>,
}

impl Symmetry {
    fn new(cells: Vec<Cell>, dirs: Vec<Dir>) -> Symmetry {
        let words = cells.len().div_ceil(64).max(1);
        let mut nibbles = vec![0; cells.len().div_ceil(4) * 16 * words];
        for (entry, image) in nibbles.chunks_mut(words).enumerate() {
            for (n, to) in cells.iter().enumerate().skip(entry / 16 * 4).take(4) {
                if entry >> (n % 4) & 1 == 1 {
                    image[usize::from(to.0) / 64] |= 1 << (to.0 % 64);
                }
            }
        }
        Symmetry { cells, dirs, nibbles }
    }

    /// Returns the image of a cell.
    pub fn cell(&self, cell: Cell) -> Cell {
        cell.index().and_then(|n| self.cells.get(n)).copied().unwrap_or(cell)
    }

    /// Returns the image of a set of cells.
    pub fn set(&self, set: &CellSet) -> CellSet {
        set.iter().map(|cell| self.cell(cell)).collect()
    }

    fn dir(&self, dir: Dir) -> Dir {
        self.dirs.get(usize::from(dir.0)).copied().unwrap_or(dir)
    }

    fn mask(&self, mask: u64) -> u64 {
        (0..64).filter(|n| mask >> n & 1 == 1).fold(0, |image, n| image | 1 << self.dir(Dir(n)).0)
    }

    /// Returns the image of a value.
    fn value(&self, value: &Value) -> Value {
        match value {
            Value::Cell(cell) => Value::Cell(self.cell(*cell)),
            Value::Cells(set) => Value::Cells(self.set(set)),
            Value::Dir(dir) => Value::Dir(self.dir(*dir)),
            Value::Dirs(mask) => Value::Dirs(self.mask(*mask)),
            other => other.clone(),
        }
    }

    /// Writes the words of a position's image.
    pub fn map_words(&self, game: &Game, words: &[u64], image: &mut Vec<u64>) {
        let layout = &game.layout;
        image.clear();
        image.extend_from_slice(words);
        let players = (0..layout.players).map(|player| layout.player(player));
        let kinds = (0..layout.kinds).map(|kind| layout.kind(kind));
        let vars = game.vars.iter().zip(&layout.vars).filter(|(var, _)| var.ty == Type::Cells);
        for at in players.chain(kinds).chain(vars.map(|(_, place)| place.offset)) {
            let sets = at..at + layout.set_words;
            image[sets.clone()].fill(0);
            for (n, word) in words[sets.clone()].iter().enumerate() {
                let (mut left, mut entry) = (*word, 16 * n * 16);
                while left != 0 {
                    let from = (entry + (left & 15) as usize) * layout.set_words;
                    let of = &self.nibbles[from..from + layout.set_words];
                    image[sets.clone()].iter_mut().zip(of).for_each(|(image, of)| *image |= of);
                    (left, entry) = (left >> 4, entry + 16);
                }
            }
        }
    }
}

/// Returns the symmetries of a game but the one that changes nothing; none if that cannot be seen from the rules.
///
/// ```
/// use boardwright::internals::symmetries;
///
/// let count = |name: &str| symmetries(&*boardwright::load_bundled(name, &[]).unwrap()).len();
/// assert_eq!((count("tic-tac-toe"), count("connect-four"), count("tiger")), (7, 1, 3));
/// ```
pub fn symmetries(engine: &dyn Engine) -> Vec<Symmetry> {
    let game = engine.game();
    if !game.vars.iter().all(has_an_image) {
        return Vec::new();
    }
    let values = values::Values::new(engine);
    let is_identity = |symmetry: &Symmetry| symmetry.cells.iter().enumerate().all(|(n, cell)| cell.index() == Some(n));
    let mut all = board::all(&game.board);
    all.retain(|symmetry| !is_identity(symmetry) && rules::say_the_same(&values, symmetry));
    // A text that can be read in two ways may belong to two moves, while those of their images differ.
    let are_readable = || match distinct::alike(game) {
        SameTexts::Pairs(pairs) => pairs.iter().all(|pair| pair.is_readable),
        SameTexts::Faulty(_) => false,
    };
    if all.is_empty() || are_readable() { all } else { Vec::new() }
}

/// Returns whether [`Symmetry::map_words`] maps the values of a variable.
fn has_an_image(var: &Var) -> bool {
    match var.ty {
        Type::Cells => var.indexes.is_empty(),
        ty => !is_of_the_board(ty) && !var.indexes.iter().any(|index| is_of_the_board(index.ty())),
    }
}

/// Returns whether values of a type stand for parts of the board.
fn is_of_the_board(ty: Type) -> bool {
    matches!(ty, Type::Cell | Type::Cells | Type::Dir | Type::Dirs)
}
