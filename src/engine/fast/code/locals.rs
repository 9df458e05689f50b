//! The locals of a def, effect or action while code is generated.

use super::flow::Variables;
use super::lane::Lane;
use super::set::Words;
use super::sort::Thing;
use super::twice::Counted;
use super::word::{Int, Word, ZERO};
use super::{Gen, Gets, Unsupported};
use crate::game::expr::{AnyExpr, Class, Frame, Slot};
use cranelift_codegen::ir::StackSlot;
use cranelift_frontend::Variable;
use std::collections::HashMap;

/// A set of numbers.
#[derive(Clone, Debug)]
pub(crate) enum Numbers {
    /// Known numbers, sorted and without repetition.
    List(Vec<i32>),
    /// Those of these numbers whose condition holds, in no particular order; some may be equal.
    Some(Vec<(Int, Word)>),
    /// The numbers from the first to the second.
    Range(Int, Int),
    /// Numbers in memory, see [`super::written`].
    Written(StackSlot),
}

impl Numbers {
    /// Returns the least and the greatest number that may be in it, if they are known.
    pub(crate) fn range(&self) -> Option<(i64, i64)> {
        match self {
            Numbers::List(list) => {
                list.first().zip(list.last()).map(|(first, last)| (i64::from(*first), i64::from(*last)))
            }
            Numbers::Some(some) => {
                let low = some.iter().map(|(n, _)| n.low).min()?;
                Some((low, some.iter().map(|(n, _)| n.high).max()?))
            }
            Numbers::Range(first, last) => Some((first.low, last.high)),
            Numbers::Written(_) => None,
        }
    }
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
    /// What statements may set again.
    Var(Variables),
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
    /// Numbers that are known.
    pub counted: Vec<Counted>,
    /// The locals to which statements of the blocks around this place have given values.
    pub declared: Vec<(Class, Slot)>,
}

impl<'p> Locals<'p> {
    /// Returns how many locals there are.
    pub(crate) fn frame(&self) -> Frame {
        let [words, cells, ints] = [self.words.len(), self.cells.len(), self.ints.len()].map(|len| len as u16);
        Frame { words, cells, ints, lazies: 0 }
    }

    /// Makes a frame in which nothing is set.
    pub(crate) fn of(frame: Frame, lazies: &'p [(Slot, AnyExpr)]) -> Locals<'p> {
        Locals {
            words: vec![Local::Unset; frame.words as usize],
            cells: vec![LocalSet::Unset; frame.cells as usize],
            ints: vec![None; frame.ints as usize],
            lazies,
            counted: Vec::new(),
            declared: Vec::new(),
        }
    }

    /// Returns a frame with these arguments in the first locals of each class.
    pub(crate) fn with(frame: Frame, lazies: &'p [(Slot, AnyExpr)], args: Vec<Thing>) -> Locals<'p> {
        let mut locals = Locals::of(frame, lazies);
        let slots: Vec<Slot> = slots(args.iter().map(Thing::class)).collect();
        slots.into_iter().zip(args).for_each(|(slot, arg)| locals.bind_thing(slot, arg));
        locals
    }

    /// Puts a value of any type into a slot that is set once.
    pub(crate) fn bind_thing(&mut self, slot: Slot, value: Thing) {
        match value {
            Thing::Word(word, sure) => self.bind(slot, word, sure),
            Thing::Cells(cells) => self.put_cells(slot, LocalSet::Set(cells)),
            Thing::Ints(numbers) => put(&mut self.ints, slot, None, Some(numbers)),
        }
    }

    /// Puts a value into a slot that is assigned once.
    pub(crate) fn bind(&mut self, slot: Slot, word: Word, sure: bool) {
        self.put(slot, Local::Word(word, sure));
    }

    pub(crate) fn put(&mut self, slot: Slot, local: Local) {
        put(&mut self.words, slot, Local::Unset, local);
    }

    pub(crate) fn put_cells(&mut self, slot: Slot, local: LocalSet) {
        put(&mut self.cells, slot, LocalSet::Unset, local);
    }
}

fn put<T: Clone>(locals: &mut Vec<T>, slot: Slot, unset: T, local: T) {
    let at = slot.0 as usize;
    if locals.len() <= at {
        locals.resize(at + 1, unset);
    }
    locals[at] = local;
}

/// Returns the slots of arguments of these classes: each goes into the next one of its class.
pub(crate) fn slots(classes: impl Iterator<Item = Class>) -> impl Iterator<Item = Slot> {
    let mut used: HashMap<Class, u16> = HashMap::new();
    classes.map(move |class| {
        let next = used.entry(class).or_default();
        *next += 1;
        Slot(*next - 1)
    })
}

impl Gen<'_, '_> {
    /// Returns the value of a local of one word, and whether it is a cell that is certainly on the board.
    pub(crate) fn local(&mut self, slot: Slot) -> Gets<(Word, bool)> {
        match self.locals.words.get(slot.0 as usize) {
            Some(Local::Word(word, sure)) => Ok((*word, *sure)),
            Some(Local::Var(variable)) => {
                let variable = *variable;
                Ok((self.read(variable), false))
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
                Ok(self.read_set(&variables))
            }
            Some(LocalSet::Lane(_)) => Err(Unsupported("a lane as a single set")),
            Some(LocalSet::Unset) | None => Ok(self.no_cells()),
        }
    }

    pub(crate) fn local_ints(&self, slot: Slot) -> Numbers {
        let numbers = self.locals.ints.get(slot.0 as usize).cloned().flatten();
        numbers.unwrap_or(Numbers::List(Vec::new()))
    }

    /// Makes a slot that statements may assign repeatedly.
    pub(crate) fn open_word(&mut self, slot: Slot) {
        let variable = self.variable(ZERO);
        self.locals.put(slot, Local::Var(variable));
    }

    /// Makes a slot for a set of cells that statements may assign repeatedly.
    pub(crate) fn open_cells(&mut self, slot: Slot) {
        let none = self.no_cells();
        let variables = self.set_variable(&none);
        self.locals.put_cells(slot, LocalSet::Var(variables));
    }

    /// Sets a local.
    pub(crate) fn set_local(&mut self, slot: Slot, value: Thing) {
        let at = slot.0 as usize;
        match (value, self.locals.words.get(at), self.locals.cells.get(at)) {
            (Thing::Word(word, _), Some(Local::Var(variable)), _) => self.assign(*variable, word),
            (Thing::Cells(cells), _, Some(LocalSet::Var(variables))) => self.assign_set(&variables.clone(), &cells),
            (value, ..) => self.locals.bind_thing(slot, value),
        }
    }
}
