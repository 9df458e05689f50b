//! Completes a call from the arguments that are written: `hop(p, all, enemy)` for `hop(p, enemy)`.

use super::checker::*;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::operator::{self, Builtin, FormParam};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Node};
use crate::syntax::lex::lex;

impl Checker<'_> {
    /// Returns a call of a word with these arguments, and with usual ones where some are missing. Returns `None` if the written
    /// arguments do not fit.
    pub(super) fn complete_call(&mut self, row: &Builtin, args: &[ast::Expr]) -> Option<String> {
        let types: Vec<Type> = args.iter().map(|arg| Some(self.probe(arg, None)?.ty())).collect::<Option<_>>()?;
        let texts: Vec<String> = args.iter().map(|arg| self.text(arg.span)).collect();
        let usual = usual_arguments(row)?;
        let mut forms: Vec<&'static [FormParam]> = row.ops.iter().map(|op| op.form().params).collect();
        forms.sort_by_key(|params| params.len());
        let (params, aligned) = forms.into_iter().find_map(|params| Some((params, align(params, &types)?)))?;
        let mut taken: Vec<String> = texts.clone();
        let mut call = Vec::new();
        // A word is not completed if an argument would be left out.
        if aligned.iter().skip(usual.len()).any(Option::is_some) {
            return None;
        }
        for ((at, param), usual) in aligned.into_iter().zip(params).zip(usual) {
            call.push(match at {
                Some(at) => texts.get(at)?.clone(),
                None => self.usual_argument(param, &usual, &mut taken),
            });
        }
        Some(format!("{}({})", row.name, call.join(", ")))
    }

    /// Returns the usual argument for a parameter. A name that means nothing here is replaced by a value that is in scope.
    fn usual_argument(&self, param: &FormParam, usual: &str, taken: &mut Vec<String>) -> String {
        let is_name = usual.chars().count() == 1;
        let fits = |local: &&LocalName| local.ty == param.ty || local.ty.set() == Some(param.ty);
        let here = || self.body.scope.iter().rev().filter(fits).find(|local| !taken.contains(&local.name));
        let meant = match here().filter(|_| is_name) {
            Some(local) => local.name.clone(),
            // Not every game says where its players go.
            None if matches!(usual, "ahead" | "forward") && self.players.iter().any(|info| info.going.is_none()) => {
                self.board.dir_words().first().map_or("N", |dir| dir).to_owned()
            }
            None => usual.to_owned(),
        };
        taken.push(meant.clone());
        meant
    }

    /// Reports E10 if a call fits its word when an argument is added in the middle: `ray(p, all, empty)` for `ray(p, empty)`. The
    /// findings since `before` are about the arguments that came too early. Returns `None`.
    pub(super) fn report_left_out<T>(
        &mut self,
        row: &Builtin,
        args: &[ast::Expr],
        before: usize,
        span: Span,
    ) -> Option<T> {
        let only = self.found.get(before..).is_some_and(|found| matches!(found, [one] if one.code == Code::E10));
        if let Some(call) = self.complete_call(row, args).filter(|_| only) {
            self.found.truncate(before);
            let finding = Diagnostic::new(Code::E10, span, format!("`{}` needs another argument", row.name));
            let finding = finding.help(format!("write `{call}`"));
            self.report(finding.fix(format!("write `{call}`"), span, call, false));
        }
        None
    }

    /// Reports `some(q in X)` without a condition, and `none(crowded)` without the argument of a def. Returns whether it did.
    pub(super) fn report_incomplete_test(&mut self, word: &str, arg: &ast::Expr) -> bool {
        if let Node::Binary(left, operator, over) = &arg.bare().node
            && let (Some(name), BinaryOp::In) = (left.as_name(), operator.node)
            && !self.is_visible(name)
        {
            let over = self.text(over.span);
            let rest = match word {
                "every" | "some" | "none" | "count" => "condition",
                _ => "value",
            };
            let message = format!("missing {rest} after `{name} in {over}`");
            let mut finding = Diagnostic::new(Code::E11, arg.span, message);
            let all = format!("write `{word}({name} in {over}: {rest})`");
            finding =
                match word {
                    "some" | "none" | "count" => finding
                        .help(format!("{all}, or `{word}({over})` for all of them"))
                        .fix(format!("write `{over}`"), arg.span, over, false),
                    _ => finding.help(all),
                };
            self.report(finding);
            return true;
        }
        let Some((Global::Def(at), place)) = arg.as_name().and_then(|name| self.globals.get(name)).copied() else {
            return false;
        };
        let ast = self.defs[at].ast;
        let [parameter] = ast.parameters.as_slice() else { return false };
        let Some(over) = (match parameter.ty.node {
            Type::Cell => Some("board"),
            Type::Dir => Some("all"),
            Type::Player => Some("players"),
            Type::Kind => Some("kinds"),
            _ => None,
        }) else {
            return false;
        };
        let (name, of) = (&ast.name.node, &parameter.name.node);
        let message = format!("`{name}` needs {}", parameter.ty.node.describe());
        let mut finding = Diagnostic::new(Code::E11, arg.span, message).and(place, "declared here");
        finding = if self.def_type(at, arg.span) == Some(Type::Bool) {
            let meant = format!("{of} in {over}: {name}({of})");
            finding.help(format!("write `{word}({meant})`")).fix(format!("write `{meant}`"), arg.span, meant, false)
        } else {
            finding.help(format!("write `{word}({name}({of}))`"))
        };
        self.report(finding);
        true
    }

    /// Reports `count(own in corner)`, a condition where a set is expected. Returns whether it did.
    pub(super) fn report_condition_for_set(&mut self, word: &str, arg: &ast::Expr) -> bool {
        let Node::Binary(left, operator, right) = &arg.bare().node else { return false };
        let sign = match operator.node {
            BinaryOp::In | BinaryOp::Within => "&",
            BinaryOp::NotIn => "except",
            _ => return false,
        };
        let is_set =
            |check: &mut Self, side: &ast::Expr| check.probe(side, None).is_some_and(|side| side.ty().is_set());
        if !is_set(self, left) || !is_set(self, right) {
            return false;
        }
        let text = |check: &Self, side: &ast::Expr| match &side.node {
            Node::Binary(..) => format!("({})", check.text(side.span)),
            _ => check.text(side.span),
        };
        let meant = format!("{} {sign} {}", text(self, left), text(self, right));
        let message = format!("`{word}` expects a set, found a condition (true or false)");
        let finding = Diagnostic::new(Code::E10, arg.span, message).help(format!("write `{word}({meant})`"));
        self.report(finding.fix(format!("write `{meant}`"), arg.span, meant, false));
        true
    }

    /// Returns whether a name means something here.
    fn is_visible(&self, name: &str) -> bool {
        self.body.scope.iter().any(|local| local.name == name)
            || self.globals.contains_key(name)
            || operator::word(name).is_some()
            || self.board.dir_word(name).is_some()
    }

    /// Returns `every(p in own: p in edge)` for `every(own in edge)`, and `sum(p in own: value)` for `sum(own)`.
    pub(super) fn complete_generator(&mut self, word: &str, args: &[ast::Expr]) -> Option<String> {
        let [arg] = args else { return None };
        let (set, test) = match &arg.bare().node {
            Node::Binary(set, operator, rest) if matches!(operator.node, BinaryOp::In | BinaryOp::NotIn) => {
                let joint = if operator.node == BinaryOp::In { "in" } else { "not in" };
                (&**set, Some(format!("{joint} {}", self.text(rest.span))))
            }
            _ => (arg, None),
        };
        let element = self.probe(set, None)?.ty().element()?;
        let names: &[&str] = match element {
            Type::Cell => &["p", "q", "c"],
            Type::Dir => &["d", "e"],
            Type::Player => &["P", "Q"],
            Type::Kind => &["k", "kind_"],
            _ => &["n", "m"],
        };
        let is_free = |name: &&&str| {
            !self.body.scope.iter().any(|local| local.name == ***name) && !self.globals.contains_key(**name)
        };
        let name = names.iter().find(is_free)?;
        let set = self.text(set.span);
        Some(match (word, test) {
            ("every", Some(test)) => format!("every({name} in {set}: {name} {test})"),
            ("every", None) => format!("every({name} in {set}: condition)"),
            (_, None) => format!("{word}({name} in {set}: value)"),
            _ => return None,
        })
    }

    /// Returns the cell that a set without its arguments probably starts from: the last one in scope, otherwise `own`.
    pub(super) fn nearest_cell(&self) -> String {
        let cell = self.body.scope.iter().rev().find(|local| local.ty == Type::Cell);
        cell.map_or_else(|| "own".to_owned(), |local| local.name.clone())
    }
}

/// Returns the arguments of a word in the example of its row.
fn usual_arguments(row: &Builtin) -> Option<Vec<String>> {
    let start = row.example.find(&format!("{}(", row.name))? + row.name.len() + 1;
    let inside = row.example.get(start..)?;
    let mut depth = 0usize;
    let mut all = vec![String::new()];
    for token in lex(inside) {
        let word = token.text(inside);
        if depth == 0 && word == ")" {
            return Some(all);
        }
        depth = token.depth_after(depth);
        match all.last_mut() {
            Some(_) if depth == 0 && word == "," => all.push(String::new()),
            Some(last) => last.push_str(word),
            None => {}
        }
    }
    None
}

/// Returns the argument for each required parameter, or `None` where it is missing. All arguments must fit, in their order. A set is
/// rather a later argument than the cell where the call starts.
fn align(params: &[FormParam], types: &[Type]) -> Option<Vec<Option<usize>>> {
    let fits = |param: &FormParam, ty: Type| ty == param.ty || ty.set() == Some(param.ty);
    let required = params.iter().filter(|param| param.filled.is_none()).count();
    let count = required.max(types.len() + 1).min(params.len());
    let params = params.get(..count)?;
    if types.len() >= count {
        return None;
    }
    let forward = || {
        let mut next = 0;
        let mut aligned = Vec::new();
        for param in params {
            let is_next = types.get(next).is_some_and(|ty| fits(param, *ty));
            aligned.push(is_next.then_some(next));
            next += usize::from(is_next);
        }
        (next == types.len()).then_some(aligned)
    };
    let backward = || {
        let mut left = types.len();
        let mut aligned = Vec::new();
        for param in params.iter().rev() {
            let is_last = left.checked_sub(1).and_then(|last| types.get(last)).is_some_and(|ty| fits(param, *ty));
            left -= usize::from(is_last);
            aligned.push(is_last.then_some(left));
        }
        aligned.reverse();
        (left == 0).then_some(aligned)
    };
    match types {
        [Type::Cells, ..] => backward().or_else(forward),
        _ => forward(),
    }
}
