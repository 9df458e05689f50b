//! Conditions that ask for other moves, such as `not possible(move)`, and are the same for all candidates: a random ply evaluates each of
//! them once, unless it comes to draws of the candidates themselves. Those of actions with binders are evaluated before the first draw,
//! those of other actions when such a move is drawn.

use super::ply::Trial;
use super::slice::asks_moves;
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets};
use crate::game::expr::BoolExpr;
use crate::game::part::{Part, Shared};
use crate::game::rules::{Action, ActionId, Clause};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_frontend::Variable;

/// Whether a condition holds, once that is known in this ply: 1 if not, 2 if so.
#[derive(Clone, Copy)]
pub(super) struct Asked(Variable);

impl<'p> Gen<'p, '_> {
    /// Evaluates the conditions of an action with binders that ask for other moves and are the same for all candidates, if there are some.
    /// Returns whether they hold, and which clauses are still to be evaluated.
    pub(super) fn ask_once(
        &mut self,
        action: &'p Action,
        sizes: &[Word],
        late: Vec<usize>,
    ) -> Gets<(Word, Vec<usize>)> {
        let (game, order) = (&self.plan.game, self.plan.order(action));
        let is_same = |n: &usize| {
            let part = action.clauses[*n].part();
            let is_first = order.iter().any(|due| due.clause == *n && due.level == 0);
            let uses_local = |part: Part<'_>| matches!(part.shared(), Some(Shared::Local(_)));
            is_first && asks_moves(game, part) && !part.contains(&mut |part| uses_local(part))
        };
        if action.binders.is_empty() {
            return Ok((ONE, late));
        }
        let (same, late): (Vec<usize>, Vec<usize>) = late.into_iter().partition(is_same);
        if same.is_empty() {
            return Ok((ONE, late));
        }
        let some = sizes.iter().fold(ZERO, |some, size| self.or(some, *size));
        let mut holds = some;
        for n in same {
            let Clause::When(condition) = &action.clauses[n] else { continue };
            holds = self.and_then(holds, |make| make.at_place(condition.span, |make| make.truth(&condition.holds)))?;
        }
        Ok((holds, late))
    }

    /// Tries the action that is possible only if no other one is, if there is such an action, when this many draws have been in vain.
    pub(super) fn try_last_resort(&mut self, trials: &[Trial], (draws, enough): (Word, i64)) {
        let actions = &self.plan.game.actions;
        let is_last_resort = |trial: &&Trial| {
            let action = &actions[trial.action];
            let excluded: Vec<ActionId> = action.conditions().into_iter().filter_map(excluded_by).collect();
            let is_excluded = |n: usize| excluded.iter().any(|other| usize::from(other.0) == n);
            let others_are = (0..actions.len()).all(|n| n == trial.action || is_excluded(n));
            // Its conditions are evaluated when it is tried.
            let is_late = |n: usize| matches!(action.clauses[n], Clause::Let(..)) || trial.late.contains(&n);
            let all_late = (0..action.clauses.len()).all(is_late);
            action.binders.is_empty() && all_late && !self.may_be_refused(trial) && others_are
        };
        let Some(block) = trials.iter().find(is_last_resort).map(|trial| trial.block) else { return };
        let is_time = self.compare(IntCC::Equal, draws, Word::Known(enough));
        self.jump_if(is_time, block);
    }

    /// Returns variables for the conditions that an action without binders asks of other moves, among these clauses.
    pub(super) fn asked_once(&mut self, action: &Action, late: &[usize]) -> Vec<(usize, Asked)> {
        let game = &self.plan.game;
        let asks = |clause: &&usize| action.binders.is_empty() && asks_moves(game, action.clauses[**clause].part());
        late.iter().filter(asks).map(|clause| (*clause, Asked(self.variable(ZERO)))).collect()
    }

    /// Returns whether such a condition holds.
    pub(super) fn holds_once(&mut self, asked: Asked, ask: impl FnOnce(&mut Self) -> Gets<Word>) -> Gets<Word> {
        let known = self.read(asked.0);
        self.either_word(
            known,
            |make| Ok(make.sub(known, ONE)),
            |make| {
                let holds = ask(make)?;
                let answer = make.add(holds, ONE);
                make.assign(asked.0, answer);
                Ok(holds)
            },
        )
    }
}

/// Returns the action that is not possible where a condition holds, if that is what it says.
fn excluded_by(condition: &BoolExpr) -> Option<ActionId> {
    let BoolExpr::Not(condition) = condition else { return None };
    if let BoolExpr::Possible(action) = **condition { Some(action) } else { None }
}
