//! The locals of a def, effect or action while code is generated.

use super::lane::Lane;
use super::set::Words;
use super::word::{Int, Spot, Word};
use super::{Gen, Gets, Unsupported};
use crate::game::expr::{AnyExpr, Frame, Slot};
use cranelift_codegen::ir::types::I64;
use cranelift_frontend::Variable;
use smallvec::SmallVec;

/// A set of numbers.
#[derive(Clone, Debug)]
pub(crate) enum Numbers {
    /// Known numbers, sorted and without repetition.
    List(Vec<i32>),
    /// Those of these numbers whose condition holds, in no particular order; some may be equal.
    Some(Vec<(Int, Word)>),
    /// The numbers from the first to the second.
    Range(Int, Int),
}

/// A local of one word.
#[derive(Clone, Debug)]
pub(crate) enum Local {
    /// Not set yet.
    Unset,
    /// A value; for a cell, whether it is certainly not `off`.
    Word(Word, bool),
    /// A variable that statements may assign.
    Var(Variable),
    /// One value for each cell of the lane.
    Lane(Lane),
}

/// A local that holds a set of cells.
#[derive(Clone, Debug)]
pub(crate) enum LocalSet {
    /// Not set yet.
    Unset,
    /// A set.
    Set(Words),
    /// Variables that statements may assign.
    Var(SmallVec<[Variable; 6]>),
    /// One set for each cell of the lane.
    Lane(Lane),
}

/// The locals of one frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct Locals<'p> {
    pub words: Vec<Local>,
    pub cells: Vec<LocalSet>,
    pub ints: Vec<Option<Numbers>>,
    /// The `where` values of the def.
    pub lazies: &'p [(Slot, AnyExpr)],
}

impl<'p> Locals<'p> {
    /// Makes a frame in which nothing is set.
    pub(crate) fn of(frame: Frame, lazies: &'p [(Slot, AnyExpr)]) -> Locals<'p> {
        Locals {
            words: vec![Local::Unset; frame.words as usize],
            cells: vec![LocalSet::Unset; frame.cells as usize],
            ints: vec![None; frame.ints as usize],
            lazies,
        }
    }

    /// Puts a value into a slot that is assigned once.
    pub(crate) fn bind(&mut self, slot: Slot, word: Word, sure: bool) {
        self.put(slot, Local::Word(word, sure));
    }

    pub(crate) fn put(&mut self, slot: Slot, local: Local) {
        let at = slot.0 as usize;
        if self.words.len() <= at {
            self.words.resize(at + 1, Local::Unset);
        }
        self.words[at] = local;
    }

    pub(crate) fn put_cells(&mut self, slot: Slot, local: LocalSet) {
        let at = slot.0 as usize;
        if self.cells.len() <= at {
            self.cells.resize(at + 1, LocalSet::Unset);
        }
        self.cells[at] = local;
    }

    pub(crate) fn put_ints(&mut self, slot: Slot, numbers: Numbers) {
        let at = slot.0 as usize;
        if self.ints.len() <= at {
            self.ints.resize(at + 1, None);
        }
        self.ints[at] = Some(numbers);
    }
}

impl Gen<'_, '_> {
    /// Returns the value of a local of one word, and whether it is a cell that is certainly on the board.
    pub(crate) fn local(&mut self, slot: Slot) -> Gets<(Word, bool)> {
        match self.locals.words.get(slot.0 as usize) {
            Some(Local::Word(word, sure)) => Ok((*word, *sure)),
            Some(Local::Var(variable)) => {
                let variable = *variable;
                Ok((Word::Made(self.b.use_var(variable)), false))
            }
            Some(Local::Lane(_)) => Err(Unsupported("a lane as a single value")),
            Some(Local::Unset) | None => Ok((Word::Known(0), false)),
        }
    }

    /// Returns the value of a local set of cells.
    pub(crate) fn local_cells(&mut self, slot: Slot) -> Gets<Words> {
        match self.locals.cells.get(slot.0 as usize) {
            Some(LocalSet::Set(words)) => Ok(words.clone()),
            Some(LocalSet::Var(variables)) => {
                let variables = variables.clone();
                Ok(variables.iter().map(|variable| Word::Made(self.b.use_var(*variable))).collect())
            }
            Some(LocalSet::Lane(_)) => Err(Unsupported("a lane as a single set")),
            Some(LocalSet::Unset) | None => Ok(self.no_cells()),
        }
    }

    pub(crate) fn local_ints(&mut self, slot: Slot) -> Gets<Numbers> {
        let numbers = self.locals.ints.get(slot.0 as usize).cloned().flatten();
        Ok(numbers.unwrap_or(Numbers::List(Vec::new())))
    }

    /// Returns the value of a local cell.
    pub(crate) fn local_spot(&mut self, slot: Slot) -> Gets<Spot> {
        let (word, sure) = self.local(slot)?;
        Ok(Spot { word, sure })
    }

    /// Makes a slot that statements may assign repeatedly.
    pub(crate) fn open_word(&mut self, slot: Slot) {
        let variable = self.b.declare_var(I64);
        let zero = self.value(Word::Known(0));
        self.b.def_var(variable, zero);
        self.locals.put(slot, Local::Var(variable));
    }

    /// Makes a slot for a set of cells that statements may assign repeatedly.
    pub(crate) fn open_cells(&mut self, slot: Slot) {
        let zero = self.value(Word::Known(0));
        let variables = (0..self.width())
            .map(|_| {
                let variable = self.b.declare_var(I64);
                self.b.def_var(variable, zero);
                variable
            })
            .collect();
        self.locals.put_cells(slot, LocalSet::Var(variables));
    }

    /// Assigns a local of one word.
    pub(crate) fn set_local(&mut self, slot: Slot, word: Word) {
        if let Some(Local::Var(variable)) = self.locals.words.get(slot.0 as usize) {
            let variable = *variable;
            let value = self.value(word);
            self.b.def_var(variable, value);
        } else {
            self.locals.bind(slot, word, false);
        }
    }

    /// Assigns a local set of cells.
    pub(crate) fn set_local_cells(&mut self, slot: Slot, words: Words) {
        if let Some(LocalSet::Var(variables)) = self.locals.cells.get(slot.0 as usize) {
            let variables = variables.clone();
            for (variable, word) in variables.into_iter().zip(words) {
                let value = self.value(word);
                self.b.def_var(variable, value);
            }
        } else {
            self.locals.put_cells(slot, LocalSet::Set(words));
        }
    }
}
