//! Lowers `if` and `match`: several expressions, one of which is the value.

use super::arms::Arms;
use super::checker::*;
use super::fold;
use super::types::*;
use crate::game::expr::{AnyExpr, Common, Match};
use crate::game::place::PlaceKind;
use crate::source::Span;
use crate::syntax::ast;

impl<'a> Checker<'a> {
    /// Lowers `if C then E else F`.
    pub(super) fn lower_if(
        &mut self,
        condition: &ast::Expr,
        yes: &ast::Expr,
        no: &ast::Expr,
        want: Option<Type>,
    ) -> Option<AnyExpr> {
        let span = condition.span;
        let condition = self.lower_condition(condition, PlaceKind::If);
        self.alike(yes.span, no.span);
        let spans = (yes.span, no.span);
        let branches = self.lower_branches(&[yes, no], want);
        let (condition, mut branches) = (condition?, branches?);
        let (no, yes) = (branches.pop()?, branches.pop()?);
        if let Some(known) = fold::known_condition(&condition) {
            self.switch_off(span, [if known { spans.1 } else { spans.0 }]);
            return Some(if known { yes } else { no });
        }
        Some(by_type!(yes.ty(), E => {
            let (yes, no) = (E::from_any(yes)?, E::from_any(no)?);
            E::from_common(Common::If(condition, yes, no)).wrap()
        }))
    }

    /// Lowers the branches to one type. Where some are elements and some are sets, the elements become sets.
    fn lower_branches(&mut self, exprs: &[&ast::Expr], want: Option<Type>) -> Option<Vec<AnyExpr>> {
        // Branches with a clear type decide the type of the others: `if C then {} else own`.
        let mut want = want;
        let mut values: Vec<Option<AnyExpr>> = vec![None; exprs.len()];
        let kindly = |check: &Self, expr: &ast::Expr| {
            check.is_kind_name(expr) || check.is_piece_name(expr) || expr.as_name() == Some("nothing")
        };
        for round in 0..3 {
            for (at, expr) in exprs.iter().enumerate() {
                let later = if expr.is_empty_list() { 2 } else { usize::from(kindly(self, expr)) };
                if later != round {
                    continue;
                }
                let value = self.any(expr, want)?;
                if want.is_none() {
                    let ty = value.ty();
                    want = if later == 0 && (ty.is_set() || ty == Type::Piece)
                        || matches!(ty, Type::Kind | Type::Player)
                    {
                        Some(ty)
                    } else {
                        None
                    };
                    if want.is_none() && exprs.iter().any(|other| other.is_empty_list()) {
                        want = ty.set();
                    }
                }
                values[at] = Some(value);
            }
        }
        let values: Vec<AnyExpr> = values.into_iter().collect::<Option<_>>()?;
        let types: Vec<Type> = values.iter().map(AnyExpr::ty).collect();
        let first = *types.first()?;
        let target = if types.iter().all(|ty| *ty == first) {
            first
        } else {
            types.iter().copied().find(|ty| ty.is_set()).or(types.iter().copied().find(|ty| *ty != Type::Piece))?
        };
        // The names of kinds mean cells in a def without a type, but beside a kind they were meant as kinds.
        let is_meant =
            |ty: Type, expr: &ast::Expr| ty == Type::Kind || ty == Type::Cells && self.untyped_def(expr).is_some();
        let are_kinds = types.contains(&Type::Kind) && types.iter().zip(exprs).all(|(ty, expr)| is_meant(*ty, expr));
        let target = if are_kinds { Type::Kind } else { target };
        let mut fitted = Vec::new();
        for (value, expr) in values.into_iter().zip(exprs) {
            fitted.push(self.fit(value, target, expr)?);
        }
        Some(fitted)
    }

    /// Lowers `match E { v: E1, else: E2 }`.
    pub(super) fn lower_match(
        &mut self,
        subject: &ast::Expr,
        arms: &[ast::Arm],
        span: Span,
        want: Option<Type>,
    ) -> Option<AnyExpr> {
        let decided = self.lower_arms(subject, arms, span);
        let places = self.record_arms(arms);
        let bodies: Vec<&ast::Expr> = arms.iter().map(|arm| &arm.body).collect();
        let mut results = self.lower_branches(&bodies, want)?;
        let (subject, values) = match decided? {
            Arms::Selected(at) => {
                self.mark_selected_arm(places, arms, at);
                return results.into_iter().nth(at);
            }
            Arms::Compared(subject, values) => (subject, values),
        };
        let otherwise = if results.len() > values.len() { results.pop() } else { None };
        let result = results.first().or(otherwise.as_ref())?.ty();
        Some(by_type!(result, E => {
            let mut arms = Vec::new();
            for (value, body) in values.into_iter().zip(results) {
                arms.push((value, E::from_any(body)?));
            }
            let otherwise = match otherwise { Some(value) => Some(E::from_any(value)?), None => None };
            E::from_common(Common::Match(Match { subject, arms, otherwise, places, at: span.into() })).wrap()
        }))
    }
}
