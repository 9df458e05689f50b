//! Lowers state variables: their types, first values and uses.

use super::checker::*;
use super::need::Need;
use super::tags::first_tag;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::*;
use crate::game::operator::bits;
use crate::game::piece::Tag;
use crate::game::rules::*;
use crate::source::Span;
use crate::syntax::ast;

impl<'a> Checker<'a> {
    /// Lowers the value of a variable.
    pub(super) fn var_value(&mut self, at: usize, indexes: Vec<AnyExpr>, span: Span) -> Option<AnyExpr> {
        self.need(Need::State, span);
        self.vars[at].used = true;
        let ty = self.var_type(at, span)?;
        Some(variable(ty, VarRef { var: VarId(at as u16), indexes, at: span.into() }))
    }

    /// Lowers `hand(P)`.
    pub(super) fn lower_indexed(&mut self, at: usize, args: &[ast::Expr], span: Span) -> Option<AnyExpr> {
        let indexes = self.lower_indexes(at, args, span)?;
        self.var_value(at, indexes, span)
    }

    /// Returns the type of a variable, inferred from its first value if it is not written.
    pub(super) fn var_type(&mut self, at: usize, span: Span) -> Option<Type> {
        if self.vars[at].state == TypeState::Working {
            let name = &self.vars[at].ast.name.node;
            let message = format!("the first value of `{name}` depends on itself");
            let help = format!("write the type: `var {name}: cells = ...`");
            return self.refuse(Code::E12, span, message, help);
        }
        self.check_var(at);
        self.vars[at].state.known()
    }

    /// Reports `var n = 0 in 0..3`, which would be a condition. Returns whether it did.
    pub(super) fn report_range_of_variable(&mut self, name: &str, first: &ast::Expr) -> bool {
        let ast::Node::Binary(value, operator, range) = &first.node else { return false };
        let is_range = matches!(range.node, ast::Node::Range(..)) && operator.node == ast::BinaryOp::In;
        if !is_range || !matches!(value.node, ast::Node::Number(_)) {
            return false;
        }
        let gap = Span { start: value.span.end, ..range.span };
        let range = self.text(range.span);
        let help =
            format!("remove `in {range}`; to keep `{name}` in the range, test it in a condition before it changes");
        let finding =
            Diagnostic::new(Code::E10, operator.span.to(first.span), "a variable has no range, only a `param` has");
        self.report(finding.help(help).fix(format!("remove `in {range}`"), gap, "", false));
        true
    }

    /// Takes the words that a variable can be from its first value. Reports E12 for one word alone.
    fn infer_tags_of_var(&mut self, at: usize) {
        let ast = self.vars[at].ast;
        let Some(first) = &ast.first else { return };
        self.vars[at].tags = self.tags_of(first);
        if self.vars[at].tags.count_ones() < 2 {
            let (name, word) = (&ast.name.node, self.text(first.span));
            let help = format!("list them: `var {name}: {word} | ...`");
            self.error_help(Code::E12, first.span, format!("the words that `{name}` can be are unknown"), help);
        }
    }

    /// Checks the declaration of a variable.
    pub(super) fn check_var(&mut self, at: usize) {
        if self.vars[at].state != TypeState::Waiting {
            return;
        }
        let ast = self.vars[at].ast;
        self.vars[at].state = match &ast.ty {
            Some(ty) => TypeState::Typed(ty.node),
            None => TypeState::Working,
        };
        let Some(indexes) = self.vars[at].indexes.clone() else {
            self.vars[at].state = ast.ty.as_ref().map_or(TypeState::Failed, |ty| TypeState::Typed(ty.node));
            return;
        };
        let outer_unroll = std::mem::replace(&mut self.unroll, false);
        let (first, inner) = self.with_body(Body::new(Context::First), |check| {
            for (index, over) in ast.indexes.iter().zip(&indexes) {
                check.bind(&index.name, over.ty(), "an index");
            }
            match (&ast.first, &ast.ty) {
                (Some(first), ty) if check.report_range_of_variable(&ast.name.node, first) => {
                    let ast::Node::Binary(first, ..) = &first.node else { return None };
                    check.of_type(first, ty.as_ref().map_or(Type::Int, |ty| ty.node))
                }
                (Some(first), Some(ty)) => check.of_stated_type(first, ty),
                (Some(first), None) => check.any_or_kind(first),
                (None, Some(ty)) if ty.node == Type::Tag => Some(first_tag(check.tags_named(ty.words.first()))),
                (None, Some(ty)) => Some(default_value(ty.node)),
                (None, None) => {
                    let name = &ast.name.node;
                    let of: Vec<String> = (ast.indexes.iter())
                        .map(|index| format!("{}: {}", index.name.node, check.text(index.over.span())))
                        .collect();
                    let of = if of.is_empty() { String::new() } else { format!("({})", of.join(", ")) };
                    let help =
                        format!("give it a first value, `var {name}{of} = 0`, or a type, `var {name}{of}: cells`");
                    check.refuse(Code::E12, ast.name.span, format!("the type of `{name}` is unknown"), help)
                }
            }
        });
        self.unroll = outer_unroll;
        let ty = first.as_ref().map(AnyExpr::ty);
        if ty == Some(Type::Ints) {
            let name = &ast.name.node;
            let help = format!("keep for each number whether it is in the set: `var {name}(n: 0..9) = false`");
            self.error_help(Code::E10, ast.name.span, "a variable cannot hold a set of numbers", help);
        }
        let (Some(first), Some(ty)) = (first, ty.filter(|ty| *ty != Type::Ints)) else {
            if self.vars[at].state == TypeState::Working {
                self.vars[at].state = TypeState::Failed;
            }
            return;
        };
        if ty == Type::Tag && self.vars[at].tags == 0 {
            self.infer_tags_of_var(at);
        }
        self.vars[at].state = TypeState::Typed(ty);
        self.dirs_may_be_nothing |= ty == Type::Dir;
        self.declared.note(ast.name.span, ty);
        self.vars[at].lowered = Some(Var {
            words: bits(self.vars[at].tags).map(Tag).collect(),
            name: ast.name.node.clone(),
            indexes,
            ty,
            first,
            frame: inner.frame,
            each_turn: ast.each_turn,
            span: ast.name.span,
        });
    }
}
