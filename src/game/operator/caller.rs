//! [`Caller`]: where an operator gets its arguments from.

use super::{Coded, Ground, Ints, OpFault, Raw};
use crate::game::cells::{Cell, Set};
use crate::game::piece::{Dir, Piece, Player};

/// Evaluates the arguments of an operator in their order, and takes note of its cost.
///
/// An operator asks for arguments of its parameters' types, so that an engine needs no values of any type in between.
pub trait Caller<const W: usize> {
    /// The reason why there is no value.
    type Fault;

    /// Returns what is fixed before play.
    fn ground(&self) -> Ground<'_>;

    /// Returns how many arguments have not been evaluated yet.
    fn remaining(&self) -> usize;

    /// Evaluates the next argument, whose type fits a word.
    fn word(&mut self) -> Result<i64, Self::Fault>;

    /// Evaluates the next argument, a set of cells.
    fn cells(&mut self) -> Result<Set<W>, Self::Fault>;

    /// Evaluates the next argument, a set of numbers.
    fn ints(&mut self) -> Result<Ints, Self::Fault>;

    /// Evaluates the next argument, a number.
    fn int(&mut self) -> Result<i32, Self::Fault> {
        self.word().map(Coded::decode)
    }

    /// Evaluates the next argument, a cell.
    fn cell(&mut self) -> Result<Cell, Self::Fault> {
        self.word().map(Coded::decode)
    }

    /// Evaluates the next argument, a direction.
    fn dir(&mut self) -> Result<Dir, Self::Fault> {
        self.word().map(Coded::decode)
    }

    /// Evaluates the next argument, a player.
    fn player(&mut self) -> Result<Player, Self::Fault> {
        self.word().map(Coded::decode)
    }

    /// Evaluates the next argument, a piece.
    fn piece(&mut self) -> Result<Piece, Self::Fault> {
        self.word().map(Coded::decode)
    }

    /// Evaluates the next argument, a set of directions, players or kinds.
    fn mask(&mut self) -> Result<u64, Self::Fault> {
        self.word().map(Coded::decode)
    }

    /// Counts the steps of the budget that the operator takes for its arguments.
    fn spend(&mut self, steps: usize) -> Result<(), Self::Fault>;

    /// Returns the fault of the operator as one of the caller's.
    fn fault(&self, fault: OpFault) -> Self::Fault;
}

/// Arguments with known values, and no budget.
pub(super) struct Known<'a, const W: usize> {
    pub ground: &'a Ground<'a>,
    pub args: std::slice::Iter<'a, Raw<W>>,
}

impl<const W: usize> Caller<W> for Known<'_, W> {
    type Fault = OpFault;

    fn ground(&self) -> Ground<'_> {
        *self.ground
    }

    fn remaining(&self) -> usize {
        self.args.len()
    }

    fn word(&mut self) -> Result<i64, OpFault> {
        Ok(self.args.next().map_or(0, Raw::word))
    }

    fn cells(&mut self) -> Result<Set<W>, OpFault> {
        Ok(if let Some(Raw::Cells(cells)) = self.args.next() { *cells } else { Set::EMPTY })
    }

    fn ints(&mut self) -> Result<Ints, OpFault> {
        Ok(if let Some(Raw::Ints(ints)) = self.args.next() { ints.clone() } else { Ints::new() })
    }

    fn spend(&mut self, _: usize) -> Result<(), OpFault> {
        Ok(())
    }

    fn fault(&self, fault: OpFault) -> OpFault {
        fault
    }
}
