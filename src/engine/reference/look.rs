//! Questions about other moves: `stuck`, `possible`, `some move then`.

use super::run::{Moment, Perspective, Run, Turn};
use super::value::Ran;
use crate::game::expr::BoolExpr;
use crate::game::operator::bit;
use crate::game::piece::Player;
use crate::game::rules::ActionId;
use std::ops::ControlFlow;

impl<const W: usize> Run<'_, W> {
    /// Returns whether the player to move has no legal move; false for any other player.
    pub(super) fn stuck(&mut self, who: Option<Player>) -> Ran<bool> {
        let Perspective { moment, turn, .. } = self.context;
        if moment == Moment::After {
            return self.ahead(|run| {
                let is_asked = who.is_none_or(|who| who == run.state.mover);
                Ok(is_asked && !run.has_move(None)?)
            });
        }
        if who.is_some_and(|who| who != turn.to_move) {
            return Ok(false);
        }
        if let Some(known) = turn.stuck {
            return Ok(known);
        }
        let stuck = self.ahead(|run| Ok(!run.has_move(None)?))?;
        self.context.turn.stuck = Some(stuck);
        Ok(stuck)
    }

    /// Returns whether the player to move has a legal move by an action.
    pub(super) fn possible(&mut self, action: ActionId) -> Ran<bool> {
        if self.context.known & bit(action.0) != 0 {
            return Ok(self.context.possible & bit(action.0) != 0);
        }
        let possible = self.ahead(|run| run.has_move(Some(action)))?;
        if self.context.moment != Moment::After {
            self.context.known |= bit(action.0);
            self.context.possible |= if possible { bit(action.0) } else { 0 };
        }
        Ok(possible)
    }

    /// Returns the text of the first legal move by an action.
    pub(super) fn first_text(&mut self, action: ActionId) -> Ran<Option<String>> {
        self.ahead(|run| {
            let game = run.game;
            let Some(action) = game.actions.get(action.0 as usize) else { return Ok(None) };
            let greatest = match &action.maximize {
                Some(value) => run.greatest(action, value)?,
                None => None,
            };
            let mut text = None;
            run.texting = true;
            let _ = run.each_move(action, true, &mut |run| {
                if let (Some(value), Some(greatest)) = (&action.maximize, greatest)
                    && run.int(value)? != greatest
                {
                    return Ok(ControlFlow::Continue(()));
                }
                text = Some(run.text.to_string());
                Ok(ControlFlow::Break(()))
            })?;
            Ok(text)
        })
    }

    /// Returns whether the player to move has a legal move after which the condition holds. In it `mover` and `next`
    /// name the same players as outside, and the locals have their values from outside.
    pub(super) fn some_move_then(&mut self, condition: &BoolExpr) -> Ran<bool> {
        let outside = self.context;
        let locals = self.frames.base();
        self.ahead(|run| {
            if run.state.outcome.is_some() {
                return Ok(false);
            }
            let game = run.game;
            for action in &game.actions {
                let greatest = match &action.maximize {
                    Some(value) => run.greatest(action, value)?,
                    None => None,
                };
                let found = run.each_move(action, true, &mut |run| {
                    if let (Some(value), Some(greatest)) = (&action.maximize, greatest)
                        && run.int(value)? != greatest
                    {
                        return Ok(ControlFlow::Continue(()));
                    }
                    let (inside, frame) = (run.context, run.frames.base());
                    run.context = Perspective { mover: outside.mover, next: outside.next, ..inside };
                    run.frames.see(locals);
                    let holds = run.bool(condition)?;
                    run.frames.see(frame);
                    run.context = inside;
                    Ok(if holds { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
                })?;
                if found.is_break() {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    /// Runs a question in the position in which the player to move begins, and restores the state afterwards.
    pub(super) fn ahead<R>(&mut self, ask: impl FnOnce(&mut Self) -> Ran<R>) -> Ran<R> {
        let outside = self.context;
        let script = std::mem::take(&mut self.script);
        let text = std::mem::take(&mut self.text);
        let texting = std::mem::replace(&mut self.texting, false);
        let recorded = self.history.len();
        let statements = self.spent.statements;
        let choices = self.spent.choices;
        let before = if outside.moment == Moment::Before { None } else { Some(self.fork()) };
        let answer = self.deeper(|run| {
            match outside.moment {
                Moment::Before => {}
                Moment::After => {
                    let turn = run.pass()?;
                    run.record(turn)?;
                    run.begin_turn(turn)?;
                }
                Moment::End => run.begin_turn(outside.turn)?,
            }
            run.look_from_here();
            ask(run)
        })?;
        if let Some(before) = before {
            self.restore(before);
        }
        self.history.truncate(recorded);
        (self.script, self.text, self.texting, self.context) = (script, text, texting, outside);
        (self.spent.statements, self.spent.choices) = (statements, choices);
        Ok(answer)
    }

    /// Counts the ply after its `do`, and returns who moves now: a player who said `again` and can move, or the next
    /// player.
    pub(super) fn pass(&mut self) -> Ran<Turn> {
        let mover = self.state.mover;
        self.state.ply = self.state.ply.saturating_add(1);
        let again = std::mem::take(&mut self.state.again) && self.is_in(mover);
        let stay = Turn { to_move: mover, passed: false, stuck: Some(false) };
        if again {
            // `repeated` in the next ply also counts the position in which that ply begins.
            self.record(stay)?;
            self.look_from_here();
            let goes_on = self.deeper(|run| run.has_move(None))?;
            self.forget();
            if goes_on {
                return Ok(stay);
            }
        }
        Ok(Turn { to_move: self.after(mover), passed: true, stuck: None })
    }

    /// Gives the move to the player who moves now; if a turn begins, resets the `each turn` variables.
    pub(super) fn begin_turn(&mut self, turn: Turn) -> Ran<()> {
        self.state.mover = turn.to_move;
        self.look_from_here();
        if turn.passed {
            self.renew()?;
            // The first values were evaluated with the old view.
            self.look_from_here();
        }
        Ok(())
    }
}
