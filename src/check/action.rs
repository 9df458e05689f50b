//! Lowers actions and effects: binders, clauses, texts and statements.

use super::checker::*;
use super::fold;
use super::types::*;
use super::walk::reachable;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::*;
use crate::game::place::PlaceKind;
use crate::game::rules::*;
use crate::syntax::ast;

impl<'a> Checker<'a> {
    /// Checks an action.
    pub(super) fn check_action(&mut self, at: usize) {
        let mut body = Body::new(Context::Before);
        body.action = Some(at);
        let (lowered, inner) = self.with_body(body, |check| check.lower_action(at));
        let chooses = inner.chooses || inner.calls.iter().any(|effect| self.has_choice(*effect));
        if !chooses {
            // With a choice, the text of the choice follows.
            for clause in &self.actions[at].ast.clauses {
                if let ast::Clause::As(template) = clause {
                    self.report_empty_text(template);
                }
            }
        }
        self.actions[at].lowered = lowered.map(|action| Action { frame: inner.frame, chooses, ..action });
    }

    /// Lowers an action, except its frame and `chooses`, which are known only after the whole action.
    fn lower_action(&mut self, at: usize) -> Option<Action> {
        let (ast, span, docs) = (self.actions[at].ast, self.actions[at].span, self.actions[at].docs);
        self.record_place(ast.name.span, PlaceKind::Action);
        let mut binders = Vec::new();
        for binder in &ast.binders {
            let whole_binder = binder.name.span.to(binder.over.span);
            self.record_place(whole_binder, PlaceKind::Binder);
            let over = self.any_set(&binder.over);
            if over.is_none() {
                self.bind_held(&binder.name, Type::Cell, LocalHome::Wrong, "a binder");
            }
            if let Some(over) = over {
                self.never_bound(binder, &over, &ast.name.node);
                let slot = self.bind_element(&binder.name, &over, "a binder");
                self.know_element(slot, &over, &binder.over);
                binders.push(Binder { name: binder.name.node.clone(), slot, over, span: whole_binder });
            }
        }
        let bound = self.body.scope.len();
        let mut text = None;
        let mut stated = None;
        let mut clauses = Vec::new();
        for clause in &ast.clauses {
            match clause {
                ast::Clause::Let(name, value) => {
                    let from = value;
                    if let Some((slot, value)) = self.lower_let(name, value, "a `let`") {
                        self.know_value(slot, &value, from);
                        clauses.push(Clause::Let(slot, value));
                    }
                }
                ast::Clause::When(condition) => {
                    let seen = self.params_seen;
                    let holds = self.lower_condition(condition, PlaceKind::When);
                    self.always_true(holds.as_ref(), seen, condition, "`when`");
                    self.suppose(holds.as_ref(), true, condition);
                    if holds.as_ref().and_then(fold::known_condition) == Some(false) {
                        self.switch_off(condition.span, [span]);
                    }
                    if let Some(holds) = holds {
                        clauses.push(Clause::When(Condition { holds, span: condition.span }));
                    }
                }
                ast::Clause::As(template) => {
                    stated = Some(template);
                    // A name in the text alone does not count as used: it changes nothing.
                    let used: Vec<bool> = self.body.scope.iter().map(|local| local.used).collect();
                    text = self.lower_template(template);
                    self.body.scope.iter_mut().zip(used).take(bound).for_each(|(local, used)| local.used = used);
                }
            }
        }
        if stated.is_none() {
            text = Some(super::text::default_text(&ast.name.node, &binders));
        }
        self.report_hidden_binders(ast, stated, &binders);
        let everywhere = *self.analysis().everywhere();
        self.body.facts.outlast(&everywhere);
        let body = match &ast.body {
            Some(body) => self.in_context(Context::Do, |check| check.lower_block(body)),
            None => Vec::new(),
        };
        let ensures = self.in_context(Context::After, |check| {
            let mut ensures = Vec::new();
            for ensure in &ast.ensures {
                let seen = check.params_seen;
                let holds = check.lower_condition(ensure, PlaceKind::Ensure);
                check.always_true(holds.as_ref(), seen, ensure, "`ensure`");
                if let Some(holds) = holds {
                    ensures.push(Condition { holds, span: ensure.span });
                }
            }
            ensures
        });
        let maximize = ast
            .maximize
            .as_ref()
            .map(|maximize| self.in_context(Context::After, |check| check.typed::<IntExpr>(maximize)));
        let locals = self.unbind(bound);
        self.report_unused_locals(&locals);
        self.indifferent_binders(span, &binders);
        let maximize = match maximize {
            Some(maximize) => Some(maximize?),
            None => None,
        };
        // An action with an invalid part is dropped, because no example can be judged by it.
        let whole = binders.len() == ast.binders.len();
        Some(Action {
            name: ast.name.node.clone(),
            docs: docs.to_string(),
            binders,
            clauses,
            text: text.filter(|_| whole)?,
            body,
            ensures,
            maximize,
            frame: Frame::default(),
            chooses: false,
            span,
        })
    }

    /// Checks an effect.
    pub(super) fn check_effect(&mut self, at: usize) {
        let ast = self.effects[at].ast;
        self.record_place(ast.name.span, PlaceKind::Effect);
        let mut body = Body::new(Context::Do);
        body.effect = Some(at);
        let ((parameters, stmts), inner) = self.with_body(body, |check| {
            let parameters = check.bind_parameters(&ast.parameters);
            let stmts = check.lower_block(&ast.body);
            let scope = std::mem::take(&mut check.body.scope);
            check.report_unused_locals(&scope);
            (parameters, stmts)
        });
        let entry = &mut self.effects[at];
        entry.calls = inner.calls;
        entry.chooses = inner.chooses;
        entry.lowered = Some(Effect {
            name: ast.name.node.clone(),
            parameters,
            body: stmts,
            frame: inner.frame,
            span: ast.name.span,
        });
        self.again |= inner.again;
    }

    /// Returns whether an effect executes a `choose`, itself or through another effect.
    fn has_choice(&self, at: usize) -> bool {
        let reached = reachable([at], |effect| self.effects[effect].calls.iter().copied());
        reached.into_iter().any(|effect| self.effects[effect].chooses)
    }

    /// Reports E21 for a `possible` or `stuck` that depends on itself.
    pub(super) fn report_circle(&mut self) {
        for start in 0..self.actions.len() {
            let Some((_, span)) =
                self.actions[start].asks.iter().find(|(asked, _)| self.depends_on(*asked, start)).copied()
            else {
                continue;
            };
            let name = self.actions[start].ast.name.node.clone();
            let mut diagnostic = Diagnostic::new(
                Code::E21,
                span,
                format!("circular condition: whether `{name}` is possible depends on itself"),
            );
            let back = self.actions.iter().flat_map(|action| action.asks.iter().map(move |ask| (action, ask)));
            for (action, (_, place)) in
                back.filter(|(_, (asked, place))| *asked == ActionRef::Action(start) && *place != span)
            {
                diagnostic = diagnostic
                    .and(*place, format!("`{}` tests here whether `{name}` is possible", action.ast.name.node));
            }
            let help = match self.actions[start].asks.iter().any(|(asked, _)| *asked == ActionRef::Every) {
                true => {
                    let others = self.actions.iter().enumerate().filter(|(at, _)| *at != start);
                    let others = others.map(|(_, other)| format!("not possible({})", other.ast.name.node));
                    match others.collect::<Vec<String>>().join(" and ") {
                        none if none.is_empty() => "`stuck` tests all actions, and this is the only one".to_owned(),
                        others => format!("`stuck` tests all actions, including this one; name the others: `{others}`"),
                    }
                }
                false => "remove one of these tests".to_owned(),
            };
            self.report(diagnostic.help(help));
            // One report for a circle is enough.
            return;
        }
    }

    /// Returns whether the answer about `asked` depends on the action `goal`.
    fn depends_on(&self, asked: ActionRef, goal: usize) -> bool {
        let all = |asked: ActionRef| match asked {
            ActionRef::Action(at) => vec![at],
            ActionRef::Every => (0..self.actions.len()).collect(),
        };
        let next = |action: usize| self.actions[action].asks.iter().flat_map(move |(asked, _)| all(*asked));
        reachable(all(asked), next).contains(&goal)
    }
}
