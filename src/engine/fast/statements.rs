//! How many statements a `do` may run: the language has a limit, and code that may reach it counts them.

use super::plan::Plan;
use crate::game::expr::SetExpr;
use crate::game::stmt::Stmt;

/// A `do` that runs fewer statements than this, apart from `while` and recursion, need not count them.
const FEW: usize = 5_000;

/// The depth to which nested calls of effects are followed.
const DEPTH: u32 = 24;

impl Plan {
    /// Returns whether the passes of `for` have to be counted, too.
    pub(super) fn has_long_moves(&self) -> bool {
        let effects = self.game.effects.iter().zip(&self.recursive).filter(|(_, recursive)| **recursive);
        let mut effects = effects.map(|(effect, _)| &effect.body);
        self.game.actions.iter().any(|action| self.most(&action.body, DEPTH) > FEW)
            || effects.any(|body| self.has_for(body))
    }

    fn has_for(&self, body: &[Stmt]) -> bool {
        self.most(body, DEPTH) > self.straight(body)
    }

    /// Returns the number of statements of a body, counting a loop as one, and of two branches the longer one.
    pub(crate) fn straight(&self, body: &[Stmt]) -> usize {
        self.counted(body, DEPTH, &|_, _| 0)
    }

    /// Returns the most statements of a body, apart from `while` and recursion.
    fn most(&self, body: &[Stmt], depth: u32) -> usize {
        self.counted(body, depth, &|statement, depth| match statement {
            Stmt::For(each, _) => self.passes(&each.over).saturating_mul(1 + self.most(&each.body, depth)),
            // Its own passes are counted at run time, but not those of a `for` in it.
            Stmt::While(_, body, _) if self.has_for(body) => usize::MAX,
            _ => 0,
        })
    }

    fn counted(&self, body: &[Stmt], depth: u32, loops: &dyn Fn(&Stmt, u32) -> usize) -> usize {
        let own = |statement: &Stmt| match statement {
            Stmt::If(..) | Stmt::Choose(_) => {
                statement.blocks().map(|body| self.counted(body, depth, loops)).max().unwrap_or(0)
            }
            Stmt::Call(effect, ..) if depth > 0 && !self.recursive[effect.0 as usize] => {
                self.counted(&self.game.effects[effect.0 as usize].body, depth - 1, loops)
            }
            other => loops(other, depth),
        };
        body.iter().fold(0, |all: usize, statement| all.saturating_add(1).saturating_add(own(statement)))
    }

    /// Returns the most passes of a `for`.
    fn passes(&self, over: &SetExpr) -> usize {
        self.elements(over).map_or(FEW, |most| most as usize)
    }
}
