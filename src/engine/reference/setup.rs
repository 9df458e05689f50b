//! The beginning of positions: setup, first values of variables, and what examples set.

use super::run::{Run, Turn};
use super::value::Ran;
use crate::game::expr::{AnyExpr, IntExpr, Slot, VarRef};
use crate::game::operator::Raw;
use crate::game::part::AsPart;
use crate::game::piece::Player;
use crate::game::rules::{Placement, Var, VarId};

impl<const W: usize> Run<'_, W> {
    /// Makes the position with these pieces, placed one after the other, before the first ply.
    pub(super) fn set_up(&mut self, pieces: &[Placement], mover: Player) -> Ran<()> {
        let game = self.game;
        self.begin();
        self.state.clear(&game.layout);
        self.state.mover = mover;
        self.look_from_here();
        for placement in pieces {
            for cell in self.in_frame(placement.frame, |run| run.cells(&placement.at))? {
                self.state.put(placement.piece, cell);
            }
        }
        for (n, var) in game.vars.iter().enumerate() {
            self.set_first(VarId(n as u16), var)?;
        }
        self.record_beginning()
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

#[cfg(test)]
mod tests {
    use super::super::tests::*;
    use crate::diagnostic::Code;

    const END: &str = "end { when stuck(next): draw }";

    #[test]
    fn every_combination_of_indexes_has_its_first_value() {
        let engine = game(&format!(
            "board square 3 x 1 players A, B piece man, king neutral rock param size = 2
             var worth(P: player, k: kind, n: -1..size) = number(P) * 100 + count(kinds) * 10 + n
             action act() when worth(A, man, -1) == 129 and worth(B, rock, size) == 232
               do {{ worth(B, king, 0) -= 7; if worth(B, king, 0) == 223 and worth(A, king, 0) == 130 {{ put man at a1 }} }}
             {END}"
        ));
        let acted = after(&*engine, "act").unwrap();
        assert!(!acted.at(engine.game(), crate::game::cells::Cell(0)).is_nothing());
    }

    #[test]
    fn what_is_placed_and_set_may_have_binders() {
        let engine = game(
            "board square 5 x 5 numbered board players A, B piece stone var hand(P: player) = 0
             setup { stone of A at { p in rows(2): column(p) % 2 == 1 }; stone of B at union(d in {N, E}: step(c3, d)) }
             action place(p: empty) do put stone at p end { when none(empty): draw }
             example \"setup\" { expect stone of A == {a2 c2 e2} expect stone of B == {c4 d3} }
             example \"position\" {
               position { stone of A at cells({ n in 1..25: n % 2 == 1 and n < 4 })
                          stone of B at reach(x in {e1}: step(x, N)) }
               set hand(the({ P in players: P != A })) = sum(n in 1..3: n)
               set ply = max(n in 1..4: n * n)
               expect stone of A == cells({1, 3})
               expect hand(A) == 0 and hand(B) == 6 and ply == 16
               expect enemy == columns(5) and none(p in own: column(p) > 3)
             }",
        );
        for example in &engine.game().examples {
            let failed: Vec<String> = crate::example::run(&*engine, example).iter().map(ToString::to_string).collect();
            assert_eq!(failed, [""; 0], "{}", example.title);
        }
    }

    #[test]
    fn there_is_no_value_outside_of_a_range() {
        let (code, message, place) = fault(&format!(
            "{SMALL} var deck(n: 0..4) = 0 var at_top = 5 action act() do {{ deck(at_top) = 1 }} {END}"
        ));
        assert_eq!((code, message.as_str(), place.as_str()), (Code::F06, "`deck` has no value for 5", "deck(at_top)"));
    }
}
