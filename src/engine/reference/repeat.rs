//! `repeated`: a key of each position for each form of it, and how often a key has occurred before.

use super::run::{Moment, Run, Turn};
use super::value::Ran;
use crate::game::expr::AnyExpr;
use crate::game::operator::{Coded, Raw};
use crate::game::part::AsPart;
use crate::game::rules::{RepetitionId, RepetitionPart};
use crate::game::value::Value;
use crate::zobrist::{fold, table_key};

impl<const W: usize> Run<'_, W> {
    /// Adds the keys of the position that `turn` begins in to the history.
    pub(super) fn record(&mut self, turn: Turn) -> Ran<()> {
        let forms = self.game.repetitions.len();
        if forms == 0 {
            return Ok(());
        }
        self.as_begun(turn, |run| {
            for form in 0..forms {
                let key = run.repetition_key(form)?;
                run.history.push(key);
            }
            Ok(())
        })
    }

    /// Runs a question with the view of the player to move at the beginning of the ply, which is how positions are always
    /// compared. `mover` and `next` both name that player.
    fn as_begun<R>(&mut self, turn: Turn, ask: impl FnOnce(&mut Self) -> Ran<R>) -> Ran<R> {
        let (seen, mover) = (self.context, self.state.mover);
        let renews = turn.passed && self.game.vars.iter().any(|var| var.each_turn);
        let before = renews.then(|| self.fork());
        self.begin_turn(turn)?;
        self.context.next = turn.to_move;
        let answer = ask(self)?;
        if let Some(before) = before {
            self.restore(before);
        }
        self.state.mover = mover;
        self.context = seen;
        Ok(answer)
    }

    /// Removes the keys of the last position from the history.
    pub(super) fn forget(&mut self) {
        let left = self.history.len().saturating_sub(self.game.repetitions.len());
        self.history.truncate(left);
    }

    /// Returns how many earlier positions have the key of this one; before the turn has passed, of the one that would
    /// arise.
    pub(super) fn repeated(&mut self, id: RepetitionId) -> Ran<i32> {
        let forms = self.game.repetitions.len();
        let form = id.0 as usize;
        let (key, earlier) = if self.context.moment == Moment::After {
            (self.arising_key(form)?, self.history.len())
        } else {
            (self.last_key(form), self.history.len().saturating_sub(forms))
        };
        let keys = self.history.iter().take(earlier).skip(form).step_by(forms.max(1));
        Ok(keys.filter(|other| **other == key).count() as i32)
    }

    /// Returns the key of the position that the `do` just run would lead to.
    fn arising_key(&mut self, form: usize) -> Ran<u64> {
        // The pieces alone do not depend on whose turn it is.
        if self.game.repetitions.get(form).is_none_or(|form| form.with.is_empty()) {
            return Ok(self.state.key);
        }
        self.ahead(|run| Ok(run.last_key(form)))
    }

    /// Returns the key of the last position in the history.
    fn last_key(&self, form: usize) -> u64 {
        let last = self.history.len().saturating_sub(self.game.repetitions.len());
        self.history.get(last + form).copied().unwrap_or(0)
    }

    /// Returns the key of the current position, for a form of `repeated`.
    fn repetition_key(&mut self, form: usize) -> Ran<u64> {
        let game = self.game;
        let mut key = self.state.key;
        let Some(form) = game.repetitions.get(form) else { return Ok(key) };
        for part in &form.with {
            match part {
                RepetitionPart::Value(value) => key = self.in_frame(form.frame, |run| run.fold_value(key, value))?,
                RepetitionPart::Table(var) => {
                    let var = var.0 as usize;
                    if let (Some(var), Some(place)) = (game.vars.get(var), game.layout.vars.get(var)) {
                        key = fold(key, table_key(self.state.table(*place), Value::nothing_word(var.ty)));
                    }
                }
            }
        }
        Ok(key)
    }

    fn fold_value(&mut self, key: u64, value: &AnyExpr) -> Ran<u64> {
        Ok(match self.value(value.part())? {
            Raw::Word(word) => fold(key, word as u64),
            Raw::Cells(cells) => cells.0.iter().fold(key, |key, word| fold(key, *word)),
            Raw::Ints(ints) => ints.iter().fold(key, |key, n| fold(key, n.code() as u64)),
        })
    }
}
