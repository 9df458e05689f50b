//! Reports a `match` on a cell whose arms are kinds, players or sets: `match p { man: 1, king: 2 }`.

use super::checker::*;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::source::Span;
use crate::syntax::ast::{self, Arm, Node};

impl Checker<'_> {
    /// Reports a `match` on a cell or a piece whose arms are kinds or players, and returns whether it is one.
    pub(super) fn report_match_of_kinds<T>(&mut self, subject: &ast::Expr, ty: Type, arms: &[Arm<T>]) -> bool {
        if !matches!(ty, Type::Cell | Type::Piece) {
            return false;
        }
        let values: Vec<&ast::Expr> = arms.iter().filter_map(|arm| arm.value.as_ref()).collect();
        let is_none = |value: &ast::Expr| matches!(value.as_name(), Some("nothing" | "empty"));
        // The name of a neutral kind is a piece, too.
        let is_kind = |value: &ast::Expr| {
            let global = value.as_name().and_then(|name| self.globals.get(name));
            let neutral = matches!(global, Some((Global::Kind(at), _)) if self.kinds[*at].neutral);
            self.is_kind_name(value) && !(neutral && ty == Type::Piece)
        };
        let are = |test: &dyn Fn(&ast::Expr) -> bool| {
            values.iter().any(|value| test(value)) && values.iter().all(|value| test(value) || is_none(value))
        };
        let (word, what) = if are(&is_kind) {
            ("kind", "kinds")
        } else if are(&|value| self.is_player_name(value)) {
            ("owner", "players")
        } else {
            return false;
        };
        let cell = match &subject.bare().node {
            Node::Call(name, arguments) if name.node == "at" && arguments.len() == 1 => self.text(arguments[0].span),
            _ => self.text(subject.span),
        };
        let meant = format!("{word}({cell})");
        let message = format!("`match` on {} has arms for {what}", ty.describe());
        let mut edits = vec![Edit { span: subject.span, text: meant.clone() }];
        let is_empty = |value: &&&ast::Expr| value.as_name() == Some("empty");
        edits.extend(values.iter().filter(is_empty).map(|value| Edit { span: value.span, text: "nothing".to_owned() }));
        let finding = Diagnostic::new(Code::E10, subject.span, message).help(format!("write `match {meant} {{ .. }}`"));
        self.report(finding.edits(format!("write `{meant}`"), edits, true));
        true
    }

    /// Reports an arm that is a set of cells, with the `if` that asks whether the cell is in it.
    pub(super) fn report_match_of_sets<T>(&mut self, subject: &ast::Expr, arms: &[Arm<T>], set: Span, span: Span) {
        let cell = self.text(subject.span);
        let mut meant = String::new();
        for arm in arms {
            let after =
                |end: u32| self.text(Span { start: end, ..arm.span }).trim_start_matches([' ', ':']).trim().to_owned();
            let Some(value) = &arm.value else {
                let body = self.text(arm.span);
                meant.push_str(body.split_once(':').map_or("..", |(_, body)| body.trim()));
                continue;
            };
            let written = self.text(value.span);
            let condition = match &value.node {
                Node::Cell(_) => format!("{cell} == {written}"),
                Node::Binary(..) => format!("{cell} in ({written})"),
                _ => format!("{cell} in {written}"),
            };
            meant.push_str(&format!("if {condition} then {} else ", after(value.span.end)));
        }
        let has_else = arms.last().is_some_and(|arm| arm.value.is_none());
        let finding = Diagnostic::new(Code::E10, set, "an arm of this `match` is a set, not a cell");
        let meant = crate::syntax::one_line(if has_else { &meant } else { meant.trim_end_matches("else ") });
        self.report(match has_else {
            true => finding.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), span, meant, false),
            false => finding.help(format!("write `{} else ..`, with the value for all other cells", meant.trim_end())),
        });
    }

    /// Returns whether an expression is the name of a player.
    fn is_player_name(&self, expr: &ast::Expr) -> bool {
        let is_player = |name: &str| matches!(self.globals.get(name), Some((Global::Player(_), _)));
        let is_local = |name: &str| self.body.scope.iter().any(|local| local.name == name);
        expr.as_name().is_some_and(|name| is_player(name) && !is_local(name))
    }
}
