//! Random plies of players who wait with moves that nobody else could make, unless they take something or there is an empty cell
//! beside: they draw another move.

use super::kept::Kept;
use super::ply::Trial;
use super::stmt::status;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::calls::Task;
use crate::engine::fast::machine::FAULT;
use crate::engine::fast::native::FUEL;
use crate::engine::fast::waiting::DRAWS;
use crate::game::expr::SetExpr;
use crate::game::rules::{Action, ActionId};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder};
use cranelift_frontend::Variable;

/// How a player waits in the ply that is being compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// The action that passes.
    pub pass: usize,
    /// How many moves have been drawn in vain.
    waited: Variable,
    /// Where another move is drawn; the position is then the one before the move that was drawn.
    pub block: Block,
}

/// A move that a player may wait with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asks {
    /// Whether it is to be asked whether the other player could make it.
    asks: Variable,
    /// Where it is made.
    make: Block,
}

impl Gen<'_, '_> {
    /// As [`Gen::make_plies`]. A ply returns [`status::WAITED`] if all moves that were drawn are those that one waits with.
    pub(crate) fn make_patient_plies(&mut self, task: Task) -> Gets<()> {
        if self.plan.patient_pass().is_none() {
            self.give_back(Word::Known(FAULT));
            return Ok(());
        }
        self.is_patient = true;
        self.make_plies(task)
    }

    /// Begins a ply in which the player may wait.
    pub(super) fn patience(&mut self) -> Option<Patience> {
        let ActionId(pass) = self.plan.patient_pass().filter(|_| self.is_patient)?;
        let pass = usize::from(pass);
        Some(Patience { pass, waited: self.variable(ZERO), block: self.b.create_block() })
    }

    /// Draws another move as if it were the first one, unless that has been done too often. `tries` counts the draws.
    pub(super) fn wait(&mut self, patience: Patience, tries: Variable, again: Block) {
        self.b.switch_to_block(patience.block);
        let before = self.read(patience.waited);
        let now = self.add(before, ONE);
        self.assign(patience.waited, now);
        self.assign(tries, ZERO);
        let over = self.compare(IntCC::SignedGreaterThanOrEqual, now, Word::Known(DRAWS));
        self.give_back_if(over, Word::Known(status::WAITED));
        self.b.ins().jump(again, &[]);
    }

    /// Returns what a ply says when each candidate has been drawn.
    pub(super) fn nothing_left(&mut self) -> Word {
        let Some(patience) = self.patience else { return Word::Known(status::NONE) };
        let waited = self.read(patience.waited);
        let none = self.same(waited, ZERO);
        self.select(none, Word::Known(status::NONE), Word::Known(status::WAITED))
    }

    /// Begins to try a move with which a player may wait.
    pub(super) fn begin_to_wait(&mut self, action: &Action) -> Gets<Asks> {
        let (mut is_enclosed, empty) = (ONE, self.empty());
        for binder in &action.binders {
            let (value, _) = self.local(binder.slot)?;
            if matches!(binder.over, SetExpr::Cells(_)) {
                let near = self.neighbors_back(Spot { word: value, sure: false }, self.plan.board().links());
                let beside = self.set_and(&near, &empty);
                let has_empty = self.is_some(&beside);
                let has_none = self.not(has_empty);
                is_enclosed = self.and(is_enclosed, has_none);
            }
        }
        let asks = Asks { asks: self.variable(is_enclosed), make: self.b.create_block() };
        self.b.ins().jump(asks.make, &[]);
        self.b.switch_to_block(asks.make);
        Ok(asks)
    }

    /// Waits with the move that has been made, unless it takes something, there is an empty cell beside, or the other player could have made
    /// it: then it is made again. The position before it is kept.
    pub(super) fn wait_with(&mut self, trial: &Trial, asks: Asks, kept: Kept, left: Variable) -> Gets<()> {
        let Some(patience) = self.patience else { return Ok(()) };
        let (goes_on, takes) = (self.b.create_block(), self.takes_from_other(kept));
        self.jump_if(takes, goes_on);
        let enclosed = self.read(asks.asks);
        let is_open = self.not(enclosed);
        self.jump_if(is_open, goes_on);
        let binders = &self.plan.game.actions[trial.action].binders;
        let mut script = Vec::new();
        for binder in binders {
            script.push(self.local(binder.slot)?.0);
        }
        script.push(ZERO);
        self.put_position_back(kept);
        let (_, args) = self.on_stack(&script, 0);
        let (native, mover) = (&self.plan.native, self.seen.mover);
        let other = self.other_player();
        self.store(native.mover, Word::Known(other as i64));
        self.store(native.fuel, Word::Known(FUEL as i64));
        let said = self.call_number(self.calls.number(other, Task::Do(trial.action)), args);
        self.put_position_back(kept);
        self.store(native.mover, mover);
        self.assign(asks.asks, ZERO);
        let could = self.same(said, Word::Known(status::MADE));
        self.jump_if(could, asks.make);
        if let Some(untried) = &trial.untried {
            self.leave_out(untried, left, script[0])?;
        }
        self.b.ins().jump(patience.block, &[]);
        self.b.switch_to_block(goes_on);
        Ok(())
    }

    fn other_player(&self) -> usize {
        self.seen.mover.known().map_or(0, |mover| 1 - mover as usize)
    }

    /// Returns whether the other player has lost pieces since the position was kept: such a move leads to something.
    pub(super) fn takes_from_other(&mut self, kept: Kept) -> Word {
        let at = self.plan.game.layout.player(self.other_player());
        let taken = (at..at + self.width()).fold(ZERO, |taken, n| {
            let (before, now) = (self.kept_word(kept, n), self.load(n));
            let lost = self.and_not(before, now);
            self.or(taken, lost)
        });
        self.compare(IntCC::NotEqual, taken, ZERO)
    }
}
