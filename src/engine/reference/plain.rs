//! Answers to callers outside the engine: plain values, and what an action does before it is a legal move.

use super::run::{Run, unsaid};
use super::value::Ran;
use crate::game::expr::AnyExpr;
use crate::game::part::AsPart;
use crate::game::rules::ActionId;
use crate::game::value::Value;
use crate::position::Position;
use std::ops::ControlFlow;

impl<const W: usize> Run<'_, W> {
    /// Returns the value of an expression as plain data.
    pub(super) fn plain(&mut self, expr: &AnyExpr) -> Ran<Value> {
        self.begin();
        Ok(Value::of_raw(expr.ty(), self.value(expr.part())?))
    }

    /// Returns up to `most` moves of an action that are legal but for `maximize`, and their positions before the turn
    /// passes.
    pub(super) fn candidates(&mut self, action: ActionId, most: usize) -> Ran<Vec<(String, Position)>> {
        let game = self.game;
        let Some(action) = game.actions.get(action.0 as usize) else { return Err(unsaid(self.place)) };
        self.begin();
        self.texting = true;
        let mut found = Vec::new();
        let _ = self.each_move(action, true, &mut |run| {
            found.push((run.text.clone(), run.position()));
            Ok(if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        })?;
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use crate::check::{Meaning, Scope};
    use crate::load_bundled;

    /// Returns the value of an expression at the beginning of Jostle.
    fn value(text: &str) -> String {
        let engine = load_bundled("jostle", &[]).unwrap();
        let asked = Scope::new(engine.game()).unwrap().expression("line 1", text).unwrap();
        let Meaning::Value(expr) = &asked.meaning else { return String::new() };
        engine.value(&engine.start().unwrap(), expr, asked.frame).unwrap().text(engine.game())
    }

    #[test]
    fn values_of_every_type_come_out() {
        for (text, said) in [
            ("count(neighbors(d3) & enemy)", "3"),
            ("{ n in 1..9: n % 4 == 1 }", "{1, 5, 9}"),
            ("d3 in own", "true"),
            ("step(a1, W)", "off"),
            ("neighbors(d3) & enemy", "{c3 e3 d4}"),
            ("opposite(N)", "S"),
            ("N | E", "{N, E}"),
            ("rival(mover)", "Blue"),
            ("players", "{Red, Blue}"),
            ("kind(d3)", "checker"),
            ("kinds", "{checker}"),
            ("at(d3)", "checker of Red"),
            ("at(a1)", "nothing"),
            ("value(d3, own)", "-3"),
        ] {
            assert_eq!(value(text), said, "{text}");
        }
    }
}
