//! The beginning of positions: setup, first values of variables, and what examples set.

use super::run::fault;
use super::run::{Run, Turn};
use super::value::Ran;
use crate::diagnostic::Code;
use crate::game::cells::Cell;
use crate::game::expr::{AnyExpr, IntExpr, Slot, VarRef};
use crate::game::operator::Raw;
use crate::game::part::AsPart;
use crate::game::piece::{Piece, Player};
use crate::game::rules::{Placement, Var, VarId};
use crate::game::value::Value;

impl<const W: usize> Run<'_, W> {
    /// Makes the position with these pieces, placed one after the other, before the first ply.
    pub(super) fn set_up(&mut self, pieces: &[Placement], mover: Player) -> Ran<()> {
        let game = self.game;
        self.begin();
        self.state.clear(&game.layout);
        self.state.mover = mover;
        self.look_from_here();
        let mut covered: Vec<(Cell, Piece)> = Vec::new();
        for placement in pieces {
            for cell in self.in_frame(placement.frame, |run| run.cells(&placement.at))? {
                if game.stacks.is_some() && self.state.occupied.contains(cell) {
                    covered.push((cell, self.state.at(cell)));
                }
                self.state.put(placement.piece, cell);
            }
        }
        for (n, var) in game.vars.iter().enumerate() {
            let id = VarId(n as u16);
            self.set_first(id, var)?;
            // The words of stacks come first, so that first values can depend on whole stacks.
            if game.stacks.is_some_and(|stacks| stacks.depth == id) {
                covered.iter().try_for_each(|(cell, piece)| self.lay_under(*cell, *piece))?;
            }
        }
        self.record_beginning()
    }

    /// Lays a piece under the top of a cell, on those that are there already.
    fn lay_under(&mut self, cell: Cell, piece: Piece) -> Ran<()> {
        let game = self.game;
        let Some(stacks) = game.stacks else { return Ok(()) };
        let (under, depth) = (stacks.under.0 as usize, stacks.depth.0 as usize);
        let (Some(under), Some(depth)) = (game.layout.vars.get(under), game.layout.vars.get(depth)) else {
            return Ok(());
        };
        let Some(at) = depth.number([i64::from(cell.0)]) else { return Ok(()) };
        let n = self.state.word(depth.offset + at) + 1;
        let Some(free) = under.number([i64::from(cell.0), n]) else {
            let name = game.board.name(cell);
            let message = format!("the stack on `{name}` has more than {} pieces", stacks.most);
            return Err(fault(Code::F10, self.place, message));
        };
        self.state.set_word(depth.offset + at, n);
        self.state.set_word(under.offset + free, Value::Piece(piece).word());
        Ok(())
    }

    /// Makes this the only position of the history.
    fn record_beginning(&mut self) -> Ran<()> {
        self.history.clear();
        self.record(Turn { to_move: self.state.mover, passed: false, stuck: None })
    }

    /// Resets the variables that last for a turn.
    pub(super) fn renew(&mut self) -> Ran<()> {
        let game = self.game;
        for (n, var) in game.vars.iter().enumerate() {
            if var.each_turn {
                self.set_first(VarId(n as u16), var)?;
            }
        }
        Ok(())
    }

    /// Gives a variable its first values.
    fn set_first(&mut self, id: VarId, var: &'_ Var) -> Ran<()> {
        let Some(place) = self.game.layout.vars.get(id.0 as usize).copied() else { return Ok(()) };
        self.place = var.span;
        let at = self.frames.heights();
        let outer = self.frames.enter(at, var.frame, &[]);
        for n in 0..place.count {
            self.step()?;
            for (slot, index) in place.indexes(n).into_iter().take(var.indexes.len()).enumerate() {
                self.frames.set_word(Slot(slot as u16), index);
            }
            let value = self.value(var.first.part())?;
            self.set_value(place.offset + n * place.stride, value);
        }
        self.frames.leave(at, outer);
        Ok(())
    }

    /// Puts a value into a variable.
    pub(super) fn set_value(&mut self, offset: usize, value: Raw<W>) {
        match value {
            Raw::Word(word) => self.state.set_word(offset, word),
            Raw::Cells(cells) => self.state.set_cells(offset, &cells),
            // No variable holds a set of numbers.
            Raw::Ints(_) => {}
        }
    }

    /// Sets a variable in a position before the first ply; without an index, all its values.
    pub(super) fn set_var(&mut self, target: &VarRef, value: &AnyExpr) -> Ran<()> {
        self.begin();
        let value = self.value(value.part())?;
        let offset = self.offset(target)?;
        match self.game.layout.vars.get(target.var.0 as usize) {
            Some(place) if target.indexes.is_empty() => {
                (0..place.count).for_each(|n| self.set_value(offset + n * place.stride, value.clone()));
            }
            _ => self.set_value(offset, value),
        }
        self.record_beginning()
    }

    /// Sets the number of plies made.
    pub(super) fn set_ply(&mut self, value: &IntExpr) -> Ran<()> {
        self.begin();
        let ply = self.int(value)?;
        self.state.ply = u32::try_from(ply).unwrap_or(0);
        self.record_beginning()
    }
}
