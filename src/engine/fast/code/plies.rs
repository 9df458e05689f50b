//! Random plies in a row: in games of two players, the end of a ply goes on with the next one in the same function, as long as plies
//! are wanted and nothing has to be found out first.

use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets, Perspective, drawn, pieces::NONE, stmt::status};
use crate::engine::fast::calls::Task;
use cranelift_codegen::ir::InstBuilder;

/// The most instructions of a ply that is made in one function with those of the other player: larger ones are compiled
/// side by side.
const TOGETHER: usize = 2_000;

impl Gen<'_, '_> {
    /// Makes the function of random plies from this player's on: as many as the word `wanted` says, which is how many are
    /// left when it returns. A ply that ends the game is not subtracted. `task` is that of the function.
    pub(crate) fn make_plies(&mut self, task: Task) -> Gets<()> {
        if self.plan.game.players.len() != 2 {
            self.starts = Some(Vec::new());
            return self.make_ply();
        }
        if self.seen.mover != ZERO {
            if self.together.borrow().contains(&task) {
                let said = self.call_number(self.calls.number(0, task), self.args);
                self.give_back(said);
                return Ok(());
            }
            self.starts = Some(Vec::new());
            return self.make_ply();
        }
        let starts = [self.b.create_block(), self.b.create_block()];
        self.starts = Some(starts.to_vec());
        let mover = self.load(self.plan.native.mover);
        self.jump_if(mover, starts[1]);
        self.b.ins().jump(starts[0], &[]);
        self.b.switch_to_block(starts[0]);
        self.make_ply()?;
        self.b.switch_to_block(starts[1]);
        let are_together = self.b.func.dfg.num_insts() <= TOGETHER;
        if are_together {
            self.together.borrow_mut().push(task);
        } else {
            self.give_back(Word::Known(status::MADE));
            return Ok(());
        }
        self.seen = Perspective::before(ONE, Word::Known(NONE));
        (self.watch, self.bag_at) = (None, None);
        self.facts.clear();
        self.hoisted.clear();
        self.copies.clear();
        self.known_possible.clear();
        self.make_ply()
    }

    /// Ends a ply after which the game goes on.
    pub(super) fn leave_for(&mut self, next: Word) {
        let Some(starts) = self.starts.clone() else { return self.leave(Word::Known(status::MADE)) };
        self.note_move();
        let wanted = self.plan.native.wanted;
        let before = self.load(wanted);
        let left = self.sub(before, ONE);
        self.store(wanted, left);
        let start = next.known().and_then(|next| starts.get(next as usize));
        if let Some(start) = start {
            self.jump_if(left, *start);
        }
        self.leave(Word::Known(status::MADE));
    }

    /// Notes the move of this ply among the arguments, if that is wanted: the next ply puts its own where this one is.
    fn note_move(&mut self) {
        let (noted, words) = (self.plan.native.noted, self.plan.native.note);
        if words == 0 {
            return;
        }
        let at = self.load(noted);
        let on = self.when(at);
        let to = self.address(self.args, at);
        for n in 0..words {
            let word = self.args_word(if n == 0 { drawn::ACTION } else { drawn::VALUES + n - 1 });
            self.store_at(to, n, word);
        }
        let next = self.add(at, Word::Known(words as i64));
        self.store(noted, next);
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(on);
    }
}
