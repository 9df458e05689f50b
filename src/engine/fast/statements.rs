//! How many statements a `do` may run: the language has a limit, and code that may reach it counts them.

use super::plan::Plan;
use crate::game::expr::SetExpr;
use crate::game::rules::{Effect, EffectId};
use crate::game::stmt::Stmt;

/// A `do` that runs fewer statements than this, apart from `while` and recursion, need not count them.
const FEW: usize = 5_000;

impl Plan {
    /// Returns whether the passes of `for` have to be counted, too.
    pub(super) fn has_long_moves(&self) -> bool {
        let effects = self.game.effects.iter().zip(&self.functions).filter(|(_, is_function)| **is_function);
        let mut effects = effects.map(|(effect, _)| &effect.body);
        self.game.actions.iter().any(|action| self.most(&action.body) > FEW) || effects.any(|body| self.has_for(body))
    }

    fn has_for(&self, body: &[Stmt]) -> bool {
        self.most(body) > self.straight(body)
    }

    /// Returns the number of statements of a body, counting a loop as one, and of two branches the longer one.
    pub(crate) fn straight(&self, body: &[Stmt]) -> usize {
        self.counted(body, &|_| 0)
    }

    /// Returns the most statements of a body, apart from `while` and effects that are functions.
    fn most(&self, body: &[Stmt]) -> usize {
        self.counted(body, &|statement| match statement {
            Stmt::For(each, _) => self.passes(&each.over).saturating_mul(1 + self.most(&each.body)),
            // Its own passes are counted at run time, but not those of a `for` in it.
            Stmt::While(_, body, _) if self.has_for(body) => usize::MAX,
            _ => 0,
        })
    }

    fn counted(&self, body: &[Stmt], loops: &dyn Fn(&Stmt) -> usize) -> usize {
        let own = |statement: &Stmt| match statement {
            Stmt::If(..) | Stmt::Choose(_) => {
                statement.blocks().map(|body| self.counted(body, loops)).max().unwrap_or(0)
            }
            Stmt::Call(effect, ..) => self.written_out(*effect).map_or(0, |effect| self.counted(&effect.body, loops)),
            other => loops(other),
        };
        body.iter().fold(0, |all: usize, statement| all.saturating_add(1).saturating_add(own(statement)))
    }

    /// Returns an effect that is written out where it is called, or `None` if it is a function.
    pub(crate) fn written_out(&self, effect: EffectId) -> Option<&Effect> {
        let at = usize::from(effect.0);
        if self.functions[at] { None } else { self.game.effects.get(at) }
    }

    /// Returns the most passes of a `for`.
    fn passes(&self, over: &SetExpr) -> usize {
        self.elements(over).map_or(FEW, |most| most as usize)
    }
}
