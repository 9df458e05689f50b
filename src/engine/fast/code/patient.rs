//! Random plies of players who wait with moves beside their own pieces alone that nobody else could make: they draw another move.

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
use crate::game::rules::ActionId;
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

    /// Waits with the move that is to be made if there are only the player's own pieces beside, and the other player could not make it. It
    /// need not be legal: that would cost another trial, and is rarely in doubt there. The position before it is kept.
    pub(super) fn wait_with(&mut self, trial: &Trial, kept: Kept, left: Variable) -> Gets<()> {
        let (Some(patience), Some(mover)) = (self.patience, self.seen.mover.known()) else { return Ok(()) };
        let (plan, native) = (self.plan, &self.plan.native);
        let own = self.load_set(plan.game.layout.player(mover as usize));
        let (mut is_enclosed, mut script) = (ONE, Vec::new());
        for binder in &plan.game.actions[trial.action].binders {
            let (value, _) = self.local(binder.slot)?;
            script.push(value);
            if matches!(binder.over, SetExpr::Cells(_)) {
                let near = self.neighbors_back(Spot { word: value, sure: false }, plan.board().links());
                let beside = self.set_except(&near, &own);
                let has_others = self.is_some(&beside);
                let has_none = self.not(has_others);
                is_enclosed = self.and(is_enclosed, has_none);
            }
        }
        script.push(ZERO);
        self.only_if(is_enclosed, |make| {
            let (_, args) = make.on_stack(&script, 0);
            let other = 1 - mover as usize;
            make.store(native.mover, Word::Known(other as i64));
            make.store(native.fuel, Word::Known(FUEL as i64));
            let said = make.call_number(make.calls.number(other, Task::Do(trial.action)), args);
            make.put_position_back(kept);
            make.store(native.mover, Word::Known(mover));
            let could = make.same(said, Word::Known(status::MADE));
            let goes_on = make.b.create_block();
            make.jump_if(could, goes_on);
            if let Some(untried) = &trial.untried {
                make.leave_out(untried, left, script[0])?;
            }
            make.b.ins().jump(patience.block, &[]);
            make.b.switch_to_block(goes_on);
            Ok(())
        })
    }
}
