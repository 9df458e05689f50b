//! Constant tables of words that the code reads.

use crate::game::cells::CellSet;
use crate::game::piece::Piece;
use std::cell::RefCell;
use std::collections::HashMap;

/// The contents of a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TableId {
    Step(u8, i32),
    Neighbors(u64),
    /// The cells of which a cell is a neighbor.
    Back(u64),
    Ray(u8),
    /// The cells from which a ray leads to a cell.
    RayTo(u8),
    AllRays,
    Keys(Piece),
    AllKeys,
    NthBits,
    Ways(u64),
    Paths(u64),
    Leap(i32, i32),
    Grid,
    Lines(bool),
    /// For the lines of a direction, the number of each cell's line, or its bit there.
    Line(u8, bool),
    Around,
    /// The neighbors of each cell: their bits in the n-th word of a set from [`Self::WindowWord`] on.
    Window(u8),
    /// From which word of a set on there are the neighbors of each cell.
    WindowWord,
    /// See [`super::code::cut`].
    Whole(Box<CellSet>),
    /// See [`super::code::cut`].
    Arcs,
}

/// Tables that the code reads; they must live as long as it does.
#[derive(Default)]
pub(crate) struct Tables {
    all: RefCell<Vec<Box<[u64]>>>,
    named: RefCell<HashMap<TableId, usize>>,
    known: RefCell<HashMap<Vec<u64>, usize>>,
}

impl Tables {
    /// Returns the address of a table with these words.
    pub(crate) fn keep(&self, words: Vec<u64>) -> *const u64 {
        if let Some(at) = self.known.borrow().get(&words) {
            return self.address(*at);
        }
        let at = self.add(words.clone());
        self.known.borrow_mut().insert(words, at);
        self.address(at)
    }

    /// Returns the address of the table of this name.
    pub(crate) fn named(&self, name: TableId, words: impl FnOnce() -> Vec<u64>) -> *const u64 {
        if let Some(at) = self.named.borrow().get(&name) {
            return self.address(*at);
        }
        let at = self.add(words());
        self.named.borrow_mut().insert(name, at);
        self.address(at)
    }

    fn add(&self, words: Vec<u64>) -> usize {
        let mut all = self.all.borrow_mut();
        all.push(words.into_boxed_slice());
        all.len() - 1
    }

    fn address(&self, at: usize) -> *const u64 {
        self.all.borrow()[at].as_ptr()
    }

    /// Returns all tables, for the code to keep.
    pub(crate) fn all(&self) -> Vec<Box<[u64]>> {
        std::mem::take(&mut self.all.borrow_mut())
    }
}
