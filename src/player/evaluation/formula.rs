//! Formulas: numbers and sets of cells that are computed from the words of a position, without knowing whose turn it is.

use crate::game::Game;
use crate::game::board::Board;
use crate::game::cells::{CellSet, MAX_WORDS};
use crate::game::expr::{Arith, SetOp};
use crate::game::layout::Layout;

/// A set of cells in a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cells {
    /// The same in all positions.
    Const(Box<CellSet>),
    /// The words from this offset.
    Words(usize),
    /// The cells without a piece.
    Empty,
    /// The cells with a piece.
    Occupied,
    /// Both joined by an operator.
    Op(SetOp, Box<(Cells, Cells)>),
}

/// A number in a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Num {
    /// The same in all positions.
    Const(i64),
    /// A variable: the word at this offset.
    Word(usize),
    /// The number of cells of a set.
    Count(Box<Cells>),
    /// The number of groups of a set.
    Groups(Box<Cells>),
    /// The sum of all.
    Sum(Vec<Num>),
    /// Both joined by an operator.
    Op(Arith, Box<(Num, Num)>),
}

/// The words of a position, and what they mean.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words<'w> {
    pub words: &'w [u64],
    pub layout: &'w Layout,
    pub board: &'w Board,
}

impl<'w> Words<'w> {
    pub(super) fn new(game: &'w Game, words: &'w [u64]) -> Words<'w> {
        Words { words, layout: &game.layout, board: &game.board }
    }

    /// Returns the set at an offset.
    pub(super) fn set(&self, offset: usize) -> CellSet {
        let mut set = CellSet::EMPTY;
        let len = self.layout.set_words.min(MAX_WORDS);
        set.0[..len].copy_from_slice(&self.words[offset..offset + len]);
        set
    }

    /// Returns the cells with a piece.
    fn occupied(&self) -> CellSet {
        let mut set = CellSet::EMPTY;
        for kind in 0..self.layout.kinds {
            let words = &self.words[self.layout.kind(kind)..];
            for (to, from) in set.0[..self.layout.set_words].iter_mut().zip(words) {
                *to |= from;
            }
        }
        set
    }

    /// Returns the cells of a formula.
    pub(super) fn cells(&self, formula: &Cells) -> CellSet {
        match formula {
            Cells::Const(set) => **set,
            Cells::Words(offset) => self.set(*offset),
            Cells::Occupied => self.occupied(),
            Cells::Empty => CellSet::first_cells(self.layout.cells).except(&self.occupied()),
            Cells::Op(op, pair) => op.of_cells(&self.cells(&pair.0), &self.cells(&pair.1)),
        }
    }

    /// Returns the number of a formula.
    pub(super) fn num(&self, formula: &Num) -> i64 {
        match formula {
            Num::Const(n) => *n,
            Num::Word(at) => self.words[*at] as i64,
            Num::Count(set) => self.cells(set).len() as i64,
            Num::Groups(set) => i64::from(self.board.groups(&self.cells(set))),
            Num::Sum(all) => all.iter().map(|one| self.num(one)).sum(),
            Num::Op(op, pair) => {
                let (a, b) = (self.num(&pair.0), self.num(&pair.1));
                let narrow = |n: i64| n.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
                op.evaluate(narrow(a), narrow(b)).unwrap_or(0)
            }
        }
    }
}

impl Cells {
    /// Joins two formulas.
    pub(super) fn op(op: SetOp, a: Cells, b: Cells) -> Cells {
        match (&a, &b) {
            (Cells::Const(one), Cells::Const(other)) => Cells::Const(Box::new(op.of_cells(one, other))),
            _ => Cells::Op(op, Box::new((a, b))),
        }
    }

    /// Returns the set if it is the same in all positions.
    pub(super) fn known(&self) -> Option<&CellSet> {
        if let Cells::Const(set) = self { Some(set) } else { None }
    }
}
