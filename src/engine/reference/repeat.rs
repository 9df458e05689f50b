//! `repeated`: a key of each position for each form of it, and how often a key has come before.

use super::run::{Context, Moment, Run, Turn};
use super::value::{Ran, Value, Word};
use crate::game::expr::AnyExpr;
use crate::game::rules::{RepetitionId, RepetitionPart};
use crate::zobrist::fold;

impl<const W: usize> Run<'_, W> {
    /// Adds the keys of the position after a ply to the history.
    pub(super) fn record(&mut self, turn: Turn) -> Ran<()> {
        if self.game.repetitions.is_empty() {
            return Ok(());
        }
        let seen = self.context;
        self.context = Context::end(self.state.mover, turn);
        for form in 0..self.game.repetitions.len() {
            let key = self.repetition_key(form)?;
            self.history.push(key);
        }
        self.context = seen;
        Ok(())
    }

    /// Takes the keys of the last position out of the history.
    pub(super) fn forget(&mut self) {
        let left = self.history.len().saturating_sub(self.game.repetitions.len());
        self.history.truncate(left);
    }

    /// How many earlier positions have the key of this one.
    pub(super) fn repeated(&mut self, id: RepetitionId) -> Ran<i32> {
        let forms = self.game.repetitions.len();
        let form = id.0 as usize;
        let (key, earlier) = if self.context.moment == Moment::After {
            let seen = self.context;
            self.context.mover = self.state.mover;
            self.context.next = self.after(self.state.mover);
            let key = self.repetition_key(form)?;
            self.context = seen;
            (key, self.history.len())
        } else {
            let earlier = self.history.len().saturating_sub(forms);
            (self.history.get(earlier + form).copied().unwrap_or(0), earlier)
        };
        let keys = self.history.iter().take(earlier).skip(form).step_by(forms.max(1));
        Ok(keys.filter(|other| **other == key).count() as i32)
    }

    /// The key of the position that is seen, for a form of `repeated`.
    fn repetition_key(&mut self, form: usize) -> Ran<u64> {
        let game = self.game;
        let mut key = self.state.key;
        let Some(form) = game.repetitions.get(form) else { return Ok(key) };
        for part in &form.with {
            match part {
                RepetitionPart::Value(value) => key = self.fold_value(key, value)?,
                RepetitionPart::Table(var) => {
                    if let Some(place) = game.layout.vars.get(var.0 as usize) {
                        key = self.state.table(*place).iter().fold(key, |key, word| fold(key, *word));
                    }
                }
            }
        }
        Ok(key)
    }

    fn fold_value(&mut self, key: u64, value: &AnyExpr) -> Ran<u64> {
        Ok(match self.any(value)? {
            Value::Word(word) => fold(key, word as u64),
            Value::Cells(cells) => cells.0.iter().fold(key, |key, word| fold(key, *word)),
            Value::Ints(ints) => ints.iter().fold(key, |key, n| fold(key, n.code() as u64)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::*;

    const WALK: &str = "board square 3 x 1 players A, B piece stone
        setup { stone of A at a1; stone of B at c1 }
        action step(p: own, q: neighbors(p) & empty) do move p to q";

    #[test]
    fn positions_are_counted_with_what_is_asked_for() {
        let engine = game(&format!(
            "{WALK} action stay() do {{}} end {{ when repeated(next) >= 2: draw when stuck(next): next loses }}"
        ));
        assert_eq!(result(&*engine, &after(&*engine, "stay stay stay").unwrap()), "");
        assert_eq!(result(&*engine, &after(&*engine, "stay stay stay stay").unwrap()), "draw");
        let pieces = game(&format!(
            "{WALK} action stay() do {{}} end {{ when repeated >= 2: draw when stuck(next): next loses }}"
        ));
        assert_eq!(result(&*pieces, &after(&*pieces, "stay stay").unwrap()), "draw");
    }

    #[test]
    fn a_move_may_not_bring_a_position_back() {
        let engine = game(&format!("{WALK} ensure repeated == 0 end {{ when stuck(next): next loses }}"));
        let start = engine.start().unwrap();
        assert_eq!(moves(&*engine, &start), "a1-b1");
        // B cannot move, and A may not go back: with B gone, A would be stuck too.
        assert_eq!(result(&*engine, &after(&*engine, "a1-b1").unwrap()), "A");
    }
}
