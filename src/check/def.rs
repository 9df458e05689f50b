//! Lowers defs. A def is checked at its first use, so the order in the file does not matter.

use super::checker::*;
use super::fold;
use super::need::Need;
use super::types::*;
use super::walk::reachable;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::*;
use crate::game::place::PlaceKind;
use crate::game::rules::Def;
use crate::source::Span;
use crate::syntax::ast::{self, Node};
use crate::wording::counted;

/// The most nested calls of defs evaluated before play.
const UNROLL_LIMIT: usize = 64;

impl<'a> Checker<'a> {
    /// Lowers a use of a def.
    pub(super) fn call_def(&mut self, at: usize, args: &[ast::Expr], span: Span) -> Option<AnyExpr> {
        self.defs[at].used |= self.body.def != Some(at);
        let ast = self.defs[at].ast;
        self.record_use(ast.name.span, span);
        let values = self.lower_args(&ast.name, &ast.parameters, args, "", span)?;
        if self.unroll && self.unroll_depth < UNROLL_LIMIT {
            return self.evaluate_def(at, values);
        }
        let ty = self.def_type(at, span)?;
        self.need_def(at, span);
        let entry = &self.defs[at];
        if entry.sees_params {
            self.params_seen += 1;
        }
        if let Some(known) = &entry.known {
            return Some(known.clone());
        }
        let index = entry.index?;
        Some(call(ty, Call { def: index, args: values, at: span.into() }))
    }

    /// Lowers the arguments of a def or an effect. Reports E11 unless there is one for each parameter. `bare` is written after the
    /// name if there are no parameters.
    pub(super) fn lower_args(
        &mut self,
        name: &ast::Name,
        parameters: &[ast::Parameter],
        args: &[ast::Expr],
        bare: &str,
        span: Span,
    ) -> Option<Vec<AnyExpr>> {
        if args.len() == parameters.len() {
            if let Some(at) = args
                .iter()
                .zip(parameters)
                .position(|(arg, parameter)| arg.as_name() == Some("enemy") && parameter.ty.node == Type::Player)
            {
                return self.report_enemy_for_player(name, args, at, span);
            }
            let args = args.iter().zip(parameters);
            let values: Vec<_> = args.map(|(arg, parameter)| self.of_stated_type(arg, &parameter.ty)).collect();
            return values.into_iter().collect();
        }
        let given_texts = args.iter().take(parameters.len()).map(|arg| self.text(arg.span));
        let missing = parameters.iter().skip(args.len()).map(|parameter| parameter.name.node.clone());
        let values: Vec<String> = given_texts.chain(missing).collect();
        let usage = if values.is_empty() { bare.to_string() } else { format!("({})", values.join(", ")) };
        let each: Vec<String> = (parameters.iter())
            .map(|parameter| format!("`{}` is {}", parameter.name.node, parameter.ty.node.describe()))
            .collect();
        let each = if each.is_empty() { String::new() } else { format!("; {}", each.join(", ")) };
        let given = if args.is_empty() { "none".to_string() } else { args.len().to_string() };
        let message = format!("`{}` takes {}, got {given}", name.node, counted(parameters.len(), "argument"));
        let mut finding = Diagnostic::new(Code::E11, span, message);
        let mut help = format!("write `{}{usage}`{each}", name.node);
        if self.is_word_of_stacks(name.span) {
            let cell = args.first().map_or("p".to_owned(), |cell| self.text(cell.span));
            help.push_str(&format!("; the number of pieces is `height({cell})`"));
        } else {
            finding = finding.and(name.span, "declared here");
        }
        self.refuse_with(finding.help(help))
    }

    /// Reports E10 for `home(enemy)`, where a player is expected, with the call for each enemy.
    fn report_enemy_for_player<T>(&mut self, name: &ast::Name, args: &[ast::Expr], at: usize, span: Span) -> Option<T> {
        let call = |player: &str| {
            let texts =
                args.iter().enumerate().map(|(n, arg)| if n == at { player.to_owned() } else { self.text(arg.span) });
            format!("{}({})", name.node, texts.collect::<Vec<String>>().join(", "))
        };
        let (help, meant) = match self.players.len() {
            2 => ("for the other player", call("rival(mover)")),
            _ => ("for the cells of all other players", format!("union(P in players except mover: {})", call("P"))),
        };
        let finding = Diagnostic::new(Code::E10, args.get(at)?.span, "expected a player, found the cells of the enemy");
        let finding = finding.help(format!("{help}, write `{meant}`"));
        self.refuse_with(finding.fix(format!("write `{meant}`"), span, meant, false))
    }

    /// Evaluates a def with these arguments before play.
    fn evaluate_def(&mut self, at: usize, values: Vec<AnyExpr>) -> Option<AnyExpr> {
        let ast = self.defs[at].ast;
        let mut body = Body::new(Context::Static);
        for (parameter, value) in ast.parameters.iter().zip(values) {
            let held = LocalHome::Known(Box::new(value));
            let local = LocalName::new(&parameter.name, parameter.ty.node, held, "a parameter");
            body.scope.push(LocalName { used: true, ..local });
        }
        self.unroll_depth += 1;
        let (value, _) = self.with_body(body, |check| {
            for (name, expr) in &ast.wheres {
                let value = check.any(expr, None)?;
                let ty = value.ty();
                check.bind_held(name, ty, LocalHome::Known(Box::new(value)), "a `where` value");
            }
            match ast.ty {
                Some(ref ty) => check.of_type(&ast.body, ty.node),
                None => check.any(&ast.body, None),
            }
        });
        self.unroll_depth -= 1;
        value
    }

    /// Returns the type that a value has by its form, without knowing its names.
    fn guess_type(&self, expr: &ast::Expr) -> Option<Type> {
        use ast::BinaryOp::*;
        match &expr.bare().node {
            Node::Number(_) | Node::Neg(_) => Some(Type::Int),
            Node::Bool(_) | Node::Not(_) | Node::Possible(_) => Some(Type::Bool),
            Node::Cell(_) => Some(Type::Cell),
            Node::Collect(_) => Some(Type::Cells),
            Node::If(_, yes, no) => self.guess_type(yes).or_else(|| self.guess_type(no)),
            Node::Match(_, arms) => arms.iter().find_map(|arm| self.guess_type(&arm.body)),
            Node::Binary(left, op, right) => match op.node {
                Mul | Div | Rem | Add | Sub => Some(Type::Int),
                And | Or | Except => self.guess_type(left).or_else(|| self.guess_type(right)).or(Some(Type::Cells)),
                _ => Some(Type::Bool),
            },
            Node::Call(name, _) | Node::Generate(name, _) => match name.node.as_str() {
                "count" | "sum" | "max" | "min" | "row" | "column" | "distance" | "abs" => Some(Type::Int),
                "some" | "none" | "every" | "connects" => Some(Type::Bool),
                "step" | "first" => Some(Type::Cell),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the value of a def that has no parameters and depends on no position, if it can be evaluated before play.
    pub(super) fn fixed_value(&mut self, at: usize) -> Option<AnyExpr> {
        let def = &self.defs[at];
        if def.known.is_some() {
            return def.known.clone();
        }
        let is_set = matches!(def.state.known(), Some(Type::Cell | Type::Cells)) && def.ast.parameters.is_empty();
        if !is_set || self.depends_on_play(at) {
            return None;
        }
        let told = std::mem::take(&mut self.found);
        let unroll = std::mem::replace(&mut self.unroll, true);
        let value = self.evaluate_def(at, Vec::new());
        self.unroll = unroll;
        let found = std::mem::replace(&mut self.found, told);
        value.filter(|_| !found.iter().any(Diagnostic::is_error))
    }

    /// Returns whether a def, with the defs that it uses, needs a position.
    fn depends_on_play(&self, at: usize) -> bool {
        let reached = reachable([at], |def| self.defs[def].calls.iter().map(|(other, _)| *other));
        reached.into_iter().any(|def| !self.defs[def].needs.is_empty())
    }

    /// Records the place of a def. A constant, such as the region of a map, has none: play does not evaluate it, whatever the settings.
    fn record_def(&mut self, at: usize, is_known: bool) {
        if (!is_known || self.depends_on_play(at))
            && let Some(place) = self.record_place(self.defs[at].ast.name.span, PlaceKind::Def)
            && is_known
        {
            self.mark_decided(place, true);
        }
    }

    /// Returns the type of a def, and checks the def first if needed.
    pub(super) fn def_type(&mut self, at: usize, span: Span) -> Option<Type> {
        if self.defs[at].state == TypeState::Working {
            let name = &self.defs[at].ast.name.node;
            let message = format!("the type of `{name}` depends on itself");
            let ty = self.guess_type(&self.defs[at].ast.body).map_or("cells", Type::word);
            let dots = if self.defs[at].ast.parameters.is_empty() { "" } else { "(...)" };
            let help = format!("write the type: `def {name}{dots}: {ty} = ...`");
            return self.refuse(Code::E12, span, message, help);
        }
        self.check_def(at);
        self.defs[at].state.known()
    }

    /// Checks a def.
    pub(super) fn check_def(&mut self, at: usize) {
        if self.defs[at].state != TypeState::Waiting {
            return;
        }
        let ast = self.defs[at].ast;
        let span = ast.name.span;
        self.defs[at].state = TypeState::Working;
        if let Some(ty) = &ast.ty {
            // A def with a written type can use itself.
            let ty = ty.node;
            self.defs[at].index = Some(self.reserve_def(ty, &ast.name.node, span));
            self.defs[at].state = TypeState::Typed(ty);
            self.declared.note(span, ty);
        }
        let mut body = Body::new(Context::Before);
        body.def = Some(at);
        let outer_unroll = std::mem::replace(&mut self.unroll, false);
        let params_before = self.params_seen;
        let (result, inner) = self.with_body(body, |check| {
            let parameters = check.bind_parameters(&ast.parameters);
            let mut lazies = Vec::new();
            for (name, expr) in &ast.wheres {
                let Some(value) = check.any(expr, None) else {
                    // The name stays known, so that its uses are not reported, too.
                    check.bind(name, Type::Int, "a `where` value");
                    check.body.frame.lazies = u16::MAX;
                    continue;
                };
                let ty = value.ty();
                let slot = check.body.slot(ty);
                let tags = check.tags_of(expr);
                check.bind_held(name, ty, LocalHome::Lazy(lazies.len() as u16), "a `where` value");
                check.note_tags(tags);
                lazies.push((slot, value));
            }
            if check.body.frame.lazies == u16::MAX {
                return None;
            }
            check.body.frame.lazies = lazies.len() as u16;
            let value = match &ast.ty {
                Some(ty) => check.of_stated_type(&ast.body, ty)?,
                None => check.any(&ast.body, None)?,
            };
            if ast.ty.is_none() {
                check.defs[at].tags = check.tags_of(&ast.body);
            }
            Some((parameters, lazies, value))
        });
        self.defs[at].sees_params = self.params_seen > params_before;
        self.report_unused_locals(&inner.scope);
        let is_constant = |value: &AnyExpr| value.ty() != Type::Ints && fold::constant(value).is_some();
        let known = result.as_ref().filter(|(parameters, _, value)| parameters.is_empty() && is_constant(value));
        let known = known.map(|(.., value)| value.clone());
        self.record_def(at, known.is_some());
        self.unroll = outer_unroll;
        let Some((parameters, lazies, value)) = result else {
            self.defs[at].state = TypeState::Failed;
            return;
        };
        let ty = value.ty();
        if known.is_some() {
            self.defs[at].known = known;
        }
        let index = match self.defs[at].index {
            Some(index) => index,
            None => self.reserve_def(ty, &ast.name.node, span),
        };
        self.defs[at].index = Some(index);
        self.defs[at].state = TypeState::Typed(ty);
        self.declared.note(span, ty);
        self.defs[at].read = true;
        let (name, frame) = (ast.name.node.clone(), inner.frame);
        if let AnyExpr::Cells(body) = &value {
            self.report_walked_ray(ast, index, body);
        }
        by_type!(ty, E => {
            if let (Some(body), Some(def)) = (E::from_any(value), E::defs_mut(&mut self.lowered).get_mut(usize::from(index))) {
                *def = Def { name, parameters, body, lazies, frame, steady: None, span };
            }
        });
    }

    /// Makes the names of parameters visible. Returns the classes of their slots.
    pub(super) fn bind_parameters(&mut self, parameters: &[ast::Parameter]) -> Vec<Class> {
        let bound = parameters.iter().map(|parameter| {
            self.bind(&parameter.name, parameter.ty.node, "a parameter");
            self.note_tags(self.tags_named(&parameter.ty.words));
            Class::of(parameter.ty.node)
        });
        bound.collect()
    }

    /// Numbers the steady defs, after all defs have been checked.
    pub(super) fn number_steady(&mut self) {
        let mut number = 0;
        for at in 0..self.defs.len() {
            let def = &self.defs[at];
            let (Some(ty), Some(index)) = (def.state.known(), def.index.map(usize::from)) else { continue };
            if !self.defs[at].ast.parameters.is_empty() || !self.is_steady(at) {
                continue;
            }
            by_type!(ty, E => {
                if let Some(def) = E::defs_mut(&mut self.lowered).get_mut(index) {
                    def.steady = Some(number);
                }
            });
            number += 1;
        }
    }

    /// Returns whether a def, with the defs that it uses, depends only on pieces, variables, `ply` and players.
    fn is_steady(&self, at: usize) -> bool {
        let reached = reachable([at], |def| self.defs[def].calls.iter().map(|(other, _)| *other));
        let mut needs = reached.into_iter().flat_map(|def| &self.defs[def].needs);
        needs.all(|(need, _)| matches!(need, Need::State | Need::Mover | Need::Next))
    }

    /// Reserves an index among the defs of a type. The def is filled in later.
    fn reserve_def(&mut self, ty: Type, name: &str, span: Span) -> u16 {
        let (name, frame) = (name.to_string(), Frame::default());
        by_type!(ty, E => {
            let defs = E::defs_mut(&mut self.lowered);
            let (parameters, lazies) = (Vec::new(), Vec::new());
            defs.push(Def { name, parameters, body: E::default_value(), lazies, frame, steady: None, span });
            (defs.len() - 1) as u16
        })
    }

    /// Reports W10 for unused locals.
    pub(super) fn report_unused_locals(&mut self, locals: &[LocalName]) {
        for local in locals {
            if !local.used && !self.is_inherited(local.span) {
                let message = format!("`{}` is never used", local.name);
                let help = match self.body.context {
                    Context::End if local.what == "the variable of a `for`" => {
                        format!(
                            "use `{0}` in the condition, or write the clause without its `for {0} in ..`",
                            local.name
                        )
                    }
                    // a loop through numbers repeats its statements
                    _ if local.what == "the variable of a `for`" && local.ty == Type::Int => continue,
                    _ if local.what == "the variable of a `for`" => format!(
                        "use `{}` in the statements; to repeat them some times, write `for n in 1..3 {{ .. }}`",
                        local.name
                    ),
                    _ if local.what == "the variable of a set" => format!(
                        "use `{}` after the colon, or write the set without a variable, as in `some(own)`, `none(own)` or `count(own)`",
                        local.name
                    ),
                    _ => format!("remove {} if it is not needed", article(local)),
                };
                self.error_help(Code::W10, local.span, message, help);
            }
        }
    }
}

fn article(local: &LocalName) -> String {
    if local.what.starts_with("a ") || local.what.starts_with("the ") {
        local.what.replacen("a ", "the ", 1)
    } else {
        local.what.to_string()
    }
}
