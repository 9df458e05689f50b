//! Random plies of players who wait with moves that nobody else could make, unless they take something or there is an empty cell
//! beside: they draw another move.

use super::kept::Kept;
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

    /// Returns whether a player waits with a move unless it takes something: its cell has no empty neighbor, and the other player could
    /// not make the move now. The position is kept, and as before.
    pub(super) fn waits_with(&mut self, number: usize, action: &Action, kept: Kept) -> Gets<Word> {
        let (mut script, mut is_enclosed) = (Vec::new(), ONE);
        let empty = self.empty();
        for binder in &action.binders {
            let (value, _) = self.local(binder.slot)?;
            if matches!(binder.over, SetExpr::Cells(_)) {
                let near = self.neighbors_back(Spot { word: value, sure: false }, self.plan.board().links());
                let beside = self.set_and(&near, &empty);
                let has_empty = self.is_some(&beside);
                let has_none = self.not(has_empty);
                is_enclosed = self.and(is_enclosed, has_none);
            }
            script.push(value);
        }
        script.push(ZERO);
        self.and_then(is_enclosed, |make| {
            let (_, args) = make.on_stack(&script, 0);
            let (native, mover) = (&make.plan.native, make.seen.mover);
            let other = make.other_player();
            make.store(native.mover, Word::Known(other as i64));
            make.store(native.fuel, Word::Known(FUEL as i64));
            let said = make.call_number(make.calls.number(other, Task::Do(number)), args);
            make.put_position_back(kept);
            make.store(native.mover, mover);
            Ok(make.compare(IntCC::NotEqual, said, Word::Known(status::MADE)))
        })
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
