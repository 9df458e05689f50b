//! `repeated`: a key of each position for each form of it, and how often a key has occurred before.

use super::run::{Moment, Run, Turn};
use super::value::Ran;
use crate::game::expr::AnyExpr;
use crate::game::operator::{Coded, Raw};
use crate::game::part::AsPart;
use crate::game::rules::{RepetitionId, RepetitionPart};
use crate::zobrist::fold;

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
                    if let Some(place) = game.layout.vars.get(var.0 as usize) {
                        key = self.state.table(*place).iter().fold(key, |key, word| fold(key, *word));
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
    fn positions_are_compared_as_the_player_to_move_sees_them() {
        // The first position recurs after two plies of each player, whatever is compared, in `ensure` and in `end`.
        let walk = "board square 5 x 1 players A, B piece stone var n = 0 each turn var m = 0
            setup { stone of A at a1; stone of B at e1 }
            action step(p: own, q: neighbors(p) & empty) do { move p to q; n = 1; m = 1 - m }";
        for same in ["mover", "next", "rival(mover)", "own", "ply % 2", "n", "ply % 2, m"] {
            let forbidden =
                game(&format!("{walk} ensure repeated({same}) == 0 end {{ when stuck(next): next loses }}"));
            let back = after(&*forbidden, "a1-b1 e1-d1 b1-a1").unwrap();
            assert_eq!(moves(&*forbidden, &back), "d1-c1", "{same}");
            let counted =
                game(&format!("{walk} end {{ when repeated({same}) == 1: draw when stuck(next): next loses }}"));
            let back = after(&*counted, "a1-b1 e1-d1 b1-a1 d1-e1").unwrap();
            assert_eq!(result(&*counted, &back), "draw", "{same}");
        }
    }

    #[test]
    fn what_is_compared_may_have_binders() {
        // A sees none of his own stones there, and B sees one: the first position recurs only with A to move.
        let engine = game(&format!(
            "{WALK} action stay() do {{}}
             end {{ when repeated({{ p in own: column(p) > 1 }}) == 1: draw when stuck(next): next loses }}"
        ));
        assert_eq!(result(&*engine, &after(&*engine, "stay").unwrap()), "");
        assert_eq!(result(&*engine, &after(&*engine, "stay stay").unwrap()), "draw");
    }

    #[test]
    fn who_goes_on_is_part_of_what_arises() {
        // A's second step would lead to the first position, but with B to move: that is a different one.
        let engine = game(
            "board square 4 x 1 players A, B piece stone var n = 0 each turn
             setup { stone of A at a1; stone of B at d1 }
             action step(p: own, q: neighbors(p) & empty)
               do { move p to q; n += 1; if n < 2 { again } }
               ensure repeated(mover) == 0
             action stay() do { n += 1; if n < 2 { again } } ensure repeated(mover) == 0
             end { when stuck(next): next loses }",
        );
        assert_eq!(moves(&*engine, &engine.start().unwrap()), "a1-b1");
        assert_eq!(moves(&*engine, &after(&*engine, "a1-b1").unwrap()), "b1-a1 b1-c1 stay");
    }

    #[test]
    fn a_move_may_not_bring_a_position_back() {
        let engine = game(&format!("{WALK} ensure repeated == 0 end {{ when stuck(next): next loses }}"));
        let start = engine.start().unwrap();
        assert_eq!(moves(&*engine, &start), "a1-b1");
        // B cannot move, and A may not go back: with B out of the game, A would be stuck too.
        assert_eq!(result(&*engine, &after(&*engine, "a1-b1").unwrap()), "A");
    }
}
