//! What an expression needs, and whether that is available in its context ("Positions and players in each context" in the reference).
//!
//! A def is checked once. Its needs are checked against the context of every use, also through other defs.

use super::checker::{ActionRef, Checker, Context};
use super::walk::reachable;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::operator::{Builtin, Reads};
use crate::source::Span;
use crate::syntax::lex::lex;
use crate::syntax::{ast, keywords};

/// The things that an expression can need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// Pieces, variables, `ply`.
    State,
    /// `mover`, and words that depend on it.
    Mover,
    /// `next`.
    Next,
    /// `possible(A)`: the action's index.
    Possible(usize),
    /// Bare `stuck`.
    Stuck,
    /// `stuck(P)`; the flag says whether it is written `stuck(mover)`.
    StuckOf(bool),
    /// `some move then`.
    Look,
    /// `repeated`.
    Repeated,
}

/// A use of a def outside of defs.
#[derive(Clone, Copy, Debug)]
pub(super) struct DefUse {
    pub def: usize,
    pub context: Context,
    pub action: Option<usize>,
    pub span: Span,
}

impl Checker<'_> {
    /// Notes a need of the expression at `span`, and reports it if this context does not have it.
    pub fn need(&mut self, need: Need, span: Span) {
        if let Some(def) = self.body.def {
            // `repeated` compares starting positions, which have a player to move in every context.
            if need == Need::Next && self.body.no_locals.is_some() {
                return;
            }
            let needs = &mut self.defs[def].needs;
            if !needs.iter().any(|(other, _)| *other == need) {
                needs.push((need, span));
            }
            return;
        }
        let (context, action) = (self.body.context, self.body.action);
        self.verify(need, context, action, span, None);
    }

    /// Notes what a built-in word reads.
    pub fn need_what_is_read(&mut self, row: &Builtin, span: Span) {
        for read in row.reads {
            match read {
                Reads::Position => self.need(Need::State, span),
                Reads::Mover => self.need(Need::Mover, span),
                Reads::Next => self.need(Need::Next, span),
                Reads::History => self.need(Need::Repeated, span),
                // What is needed depends on the argument.
                Reads::Moves => {}
            }
        }
    }

    /// Notes the use of a def.
    pub fn need_def(&mut self, def: usize, span: Span) {
        match self.body.def {
            Some(user) => self.defs[user].calls.push((def, span)),
            None => self.uses.push(DefUse { def, context: self.body.context, action: self.body.action, span }),
        }
    }

    /// Checks the needs of defs against their uses, after all defs have been checked.
    pub fn verify_uses(&mut self) {
        for used in std::mem::take(&mut self.uses) {
            let mut reported = Vec::new();
            for def in reachable([used.def], |def| self.defs[def].calls.iter().map(|(other, _)| *other)) {
                for (need, span) in self.defs[def].needs.clone() {
                    let before = self.found.len();
                    if !reported.contains(&need) {
                        self.verify(need, used.context, used.action, used.span, Some(span));
                    }
                    if self.found.len() > before {
                        reported.push(need);
                    }
                }
            }
        }
    }

    /// Reports a need that its context does not have. `inside` is the place in a def that has the need.
    fn verify(&mut self, need: Need, context: Context, action: Option<usize>, span: Span, inside: Option<Span>) {
        use Context::*;
        let known = match need {
            Need::State => context != Static,
            Need::Mover => context != Static,
            Need::Next => matches!(context, End | Compared),
            Need::Possible(_) => matches!(context, Before | End | Expect),
            Need::Stuck => matches!(context, Before | Expect),
            Need::StuckOf(of_mover) => matches!(context, Before | Expect) || (context == End && !of_mover),
            Need::Look => matches!(context, End | Expect),
            Need::Repeated => matches!(context, After | End | Expect),
        };
        if known {
            if let (Before, Some(action)) = (context, action) {
                match need {
                    Need::Possible(asked) => self.actions[action].asks.push((ActionRef::Action(asked), span)),
                    Need::Stuck | Need::StuckOf(_) => self.actions[action].asks.push((ActionRef::Every, span)),
                    _ => {}
                }
            }
            return;
        }
        let (code, message, help) = match need {
            Need::State => (
                Code::E22,
                "this depends on the position, but it must be known before play".into(),
                "use what is fixed before play: cells, rows, columns, edges, parameters",
            ),
            Need::Mover => (
                Code::E22,
                "this depends on who is to move, but it must be known before play".into(),
                "name the player, as in `pieces of White` or `forward(White)`",
            ),
            Need::Next => (
                Code::E20,
                "`next` can be used in `end` only: it is the player to move after the ply".into(),
                "write `rival(mover)` or `after(mover)` for the player who comes next",
            ),
            Need::Possible(_) => (
                Code::E20,
                format!("`possible` cannot be used in {}", Self::describe_context(context)),
                "use it before `do`, in a `when`, a `let` or a binder, or in `end`",
            ),
            Need::Stuck | Need::StuckOf(_) if context == End => (
                Code::E20,
                "`stuck` cannot refer to the player who has just moved".into(),
                "write `stuck(next)` to test whether the player to move has no legal move",
            ),
            Need::Stuck | Need::StuckOf(_) => (
                Code::E20,
                format!("`stuck` cannot be used in {}", Self::describe_context(context)),
                match context {
                    Do => {
                        "`again` passes the turn by itself if there is no legal move; to end the game, write \
                        `when stuck(next): ..` in `end`"
                    }
                    _ => "use `stuck(next)` in `end`",
                },
            ),
            Need::Look => (
                Code::E20,
                format!("`some move then` and `no move then` cannot be used in {}", Self::describe_context(context)),
                "use them in `end`: `when trapped(next) and no move then safe(next): next loses`",
            ),
            Need::Repeated => (
                Code::E20,
                format!(
                    "`repeated` cannot be used in {}: there is no new position yet",
                    Self::describe_context(context)
                ),
                "use it after the move: in `ensure`, `always` or `end`",
            ),
        };
        let mut diagnostic = Diagnostic::new(code, span, message).help(help);
        if need == Need::Next && self.players.len() != 2 {
            diagnostic = diagnostic.help("write `after(mover)` for the player who comes next");
        }
        if context == Do
            && let Need::Possible(asked) = need
        {
            diagnostic = diagnostic.help(self.help_for_possible_in_do(asked));
        }
        if let Some(inside) = inside {
            diagnostic = diagnostic.and(inside, "the def uses it here");
        }
        self.report(diagnostic);
    }

    /// Says how to test in `do` what `possible` tests before a move.
    fn help_for_possible_in_do(&self, asked: usize) -> String {
        let Some(next) = self.continued(asked) else { return keywords::GO_ON.to_owned() };
        format!("the move is not over yet: test where the piece can go on, `if some({next}) {{ again }}`")
    }

    /// Returns the set of the second binder of an action for the piece that has moved there: `hop(q, all, enemy)` for
    /// `action jump(p: own, q: hop(p, all, enemy)) do { move p to q .. }`.
    fn continued(&self, action: usize) -> Option<String> {
        let ast = self.actions.get(action)?.ast;
        let [first, second, ..] = ast.binders.as_slice() else { return None };
        let moves = |stmt: &ast::Stmt| match &stmt.node {
            ast::StmtNode::Move(from, to) => {
                from.as_name() == Some(&first.name.node) && to.as_name() == Some(&second.name.node)
            }
            _ => false,
        };
        if !ast.body.as_ref()?.iter().any(moves) {
            return None;
        }
        let text = self.text(second.over.span);
        let mut next = String::new();
        let mut end = 0;
        for token in lex(&text).iter().filter(|token| token.is(&text, &first.name.node)) {
            next.push_str(text.get(end..token.start)?);
            next.push_str(&second.name.node);
            end = token.end;
        }
        next.push_str(text.get(end..)?);
        (end > 0).then_some(next)
    }

    fn describe_context(context: Context) -> &'static str {
        match context {
            Context::Static => "what is fixed before play",
            Context::First => "the first value of a variable",
            Context::Before => "the conditions of an action",
            Context::Do => "the statements of a move",
            Context::After => "a condition after a move",
            Context::End => "`end`",
            Context::Expect => "an example",
            Context::Look => "a look",
            Context::Compared => "the arguments of `repeated`",
        }
    }
}
