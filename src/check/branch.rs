//! `if` and `match`: several expressions of which one is the value.

use super::checker::*;
use super::expr::bare;
use super::fold;
use super::types::*;
use crate::diagnostic::Code;
use crate::game::expr::*;
use crate::game::piece::Kind;
use crate::source::Span;
use crate::syntax::ast::{self, Node};

impl<'a> Checker<'a> {
    /// `if C then E else F`.
    pub(super) fn choice(
        &mut self,
        condition: &ast::Expr,
        yes: &ast::Expr,
        no: &ast::Expr,
        want: Option<Type>,
    ) -> Option<Val> {
        let span = condition.span;
        let condition = self.typed::<BoolExpr>(condition);
        let branches = self.branches(&[yes, no], want);
        let (condition, mut branches) = (condition?, branches?);
        let (no, yes) = (branches.pop()?, branches.pop()?);
        if let Some(known) = fold::known_condition(&condition) {
            return Some(if known { yes } else { no });
        }
        match (yes, no) {
            (Val::Expr(yes), Val::Expr(no)) => Some(Val::Expr(by_type!(type_of(&yes), E => {
                let (yes, no) = (E::from_any(yes)?, E::from_any(no)?);
                E::common(Common::If(condition, yes, no)).wrap()
            }))),
            _ => {
                let message = "which word this is must be known before play";
                self.error_help(Code::E10, span, message, "compare the parameter instead");
                None
            }
        }
    }

    /// Several expressions of which one is the value: all of one type, an element standing for a set where they differ.
    fn branches(&mut self, exprs: &[&ast::Expr], want: Option<Type>) -> Option<Vec<Val>> {
        // What is clear by itself says what the others mean: `if C then {} else own`.
        let mut want = want;
        let mut values: Vec<Option<Val>> = vec![None; exprs.len()];
        let unclear = |expr: &ast::Expr| matches!(&bare(expr).node, Node::List(list) if list.is_empty());
        let kindly = |check: &Self, expr: &ast::Expr| {
            check.is_kind_name(expr)
                || check.is_piece_name(expr)
                || matches!(&bare(expr).node, Node::Name(n) if n == "nothing")
        };
        for round in 0..3 {
            for (at, expr) in exprs.iter().enumerate() {
                let later = if unclear(expr) { 2 } else { usize::from(kindly(self, expr)) };
                if later != round {
                    continue;
                }
                let value = self.expr(expr, want)?;
                if want.is_none()
                    && let Val::Expr(any) = &value
                {
                    let ty = type_of(any);
                    want = if later == 0 && (is_set(ty) || ty == Type::Piece) || matches!(ty, Type::Kind | Type::Player)
                    {
                        Some(ty)
                    } else {
                        None
                    };
                    if want.is_none() && exprs.iter().any(|other| unclear(other)) {
                        want = set_of(ty);
                    }
                }
                values[at] = Some(value);
            }
        }
        let values: Vec<Val> = values.into_iter().collect::<Option<_>>()?;
        if values.iter().any(|value| matches!(value, Val::Word(_))) {
            if values.iter().all(|value| matches!(value, Val::Word(_))) {
                return Some(values);
            }
            let span = exprs.first()?.span;
            self.error(Code::E10, span, "a word of a parameter and a value cannot stand for each other");
            return None;
        }
        let types: Vec<Type> =
            values.iter().filter_map(|v| if let Val::Expr(any) = v { Some(type_of(any)) } else { None }).collect();
        let first = *types.first()?;
        let target = if types.iter().all(|ty| *ty == first) {
            first
        } else {
            types.iter().copied().find(|ty| is_set(*ty)).or(types.iter().copied().find(|ty| *ty != Type::Piece))?
        };
        let mut fitted = Vec::new();
        for (value, expr) in values.into_iter().zip(exprs) {
            let Val::Expr(any) = value else { continue };
            fitted.push(Val::Expr(self.fit(any, target, expr)?));
        }
        Some(fitted)
    }

    /// `match E { v: E1, else: E2 }`.
    pub(super) fn matching(
        &mut self,
        subject: &ast::Expr,
        arms: &[ast::Arm],
        span: Span,
        want: Option<Type>,
    ) -> Option<Val> {
        let subject_value = self.expr(subject, None);
        let bodies: Vec<&ast::Expr> = arms.iter().map(|arm| &arm.body).collect();
        let results = self.branches(&bodies, want);
        let subject_value = subject_value?;
        if let Some(at) = arms.iter().position(|arm| arm.value.is_none())
            && at + 1 != arms.len()
        {
            self.error_help(Code::E33, arms[at].span, "`else` stands for all that is left", "it is the last arm");
        }
        match subject_value {
            Val::Word(word) => self.match_word(&word, subject, arms, results?),
            Val::Expr(any) => {
                let ty = type_of(&any);
                let Some(_) = as_scalar(any.clone()) else {
                    let message = format!("`match` looks at a single value, but this is {}", describe(ty));
                    self.error_help(Code::E10, subject.span, message, "compare sets with `==`, or ask `some(...)`");
                    return None;
                };
                let mut values = Vec::new();
                for arm in arms {
                    if let Some(value) = &arm.value {
                        values.push(self.of_type(value, ty)?);
                    }
                }
                self.covers(ty, &values, arms, span);
                let mut results = results?;
                let otherwise = if results.len() > values.len() { results.pop() } else { None };
                let Val::Expr(first) = results.first().or(otherwise.as_ref())? else {
                    self.error_help(
                        Code::E10,
                        span,
                        "which word this is must be known before play",
                        "compare the parameter instead",
                    );
                    return None;
                };
                let result = type_of(first);
                let subject = as_scalar(any)?;
                Some(Val::Expr(by_type!(result, E => {
                    let typed = |value: Val| match value { Val::Expr(any) => E::from_any(any), Val::Word(_) => None };
                    let mut arms = Vec::new();
                    for (value, body) in values.into_iter().zip(results) {
                        arms.push((as_scalar(value)?, typed(body)?));
                    }
                    let otherwise = match otherwise { Some(value) => Some(typed(value)?), None => None };
                    E::common(Common::Match(Match { subject, arms, otherwise, span })).wrap()
                })))
            }
        }
    }

    /// A `match` on a parameter's word is decided before play.
    fn match_word(&mut self, word: &str, subject: &ast::Expr, arms: &[ast::Arm], results: Vec<Val>) -> Option<Val> {
        let mut chosen = None;
        for (at, arm) in arms.iter().enumerate() {
            let hit = match &arm.value {
                None => true,
                Some(value) => match self.expr(value, None)? {
                    Val::Word(other) => other == word,
                    Val::Expr(_) => {
                        self.error(Code::E10, value.span, "a word of the parameter is wanted here");
                        return None;
                    }
                },
            };
            if hit && chosen.is_none() {
                chosen = Some(at);
            }
        }
        let named = |name: &str| {
            arms.iter().any(|arm| {
                arm.value.as_ref().is_some_and(|value| matches!(&bare(value).node, Node::Name(n) if n == name))
            })
        };
        if arms.iter().all(|arm| arm.value.is_some())
            && let Node::Name(param) = &bare(subject).node
            && let Some(crate::game::rules::Domain::Words(words)) =
                self.params.iter().find(|p| p.name == *param).map(|p| p.domain.clone())
        {
            let missing: Vec<String> = words.into_iter().filter(|word| !named(word)).collect();
            if !missing.is_empty() {
                let names = crate::suggest::alternatives(&missing);
                self.error_help(Code::E33, subject.span, format!("no arm for {names}"), "add one, or an `else`");
            }
        }
        results.into_iter().nth(chosen?)
    }

    /// E33: an arm for every value, or an `else`.
    fn covers(&mut self, ty: Type, values: &[AnyExpr], arms: &[ast::Arm], span: Span) {
        if arms.iter().any(|arm| arm.value.is_none()) {
            return;
        }
        let missing: Vec<String> = match ty {
            Type::Kind => (0..self.kinds.len())
                .filter(|k| {
                    !values
                        .iter()
                        .any(|v| matches!(v, AnyExpr::Kind(KindExpr::Const(Kind(n))) if usize::from(*n) == *k))
                })
                .map(|k| self.kinds[k].name.clone())
                .collect(),
            Type::Player => (0..self.players.len())
                .filter(|p| {
                    !values.iter().any(|v| matches!(v, AnyExpr::Player(PlayerExpr::Const(n)) if usize::from(n.0) == *p))
                })
                .map(|p| self.players[p].name.clone())
                .collect(),
            Type::Dir => (0..self.board.dirs())
                .filter(|d| {
                    !values.iter().any(|v| matches!(v, AnyExpr::Dir(DirExpr::Const(n)) if usize::from(n.0) == *d))
                })
                .map(|d| self.board.dir_name(crate::game::piece::Dir(d as u8)).to_string())
                .collect(),
            Type::Bool => [true, false]
                .into_iter()
                .filter(|b| !values.iter().any(|v| matches!(v, AnyExpr::Bool(BoolExpr::Const(c)) if c == b)))
                .map(|b| b.to_string())
                .collect(),
            _ => vec!["else".to_string()],
        };
        // Two players can be told apart by `mover` and `next` as well; only named ones can be counted.
        let counted = values.iter().all(|value| {
            matches!(
                value,
                AnyExpr::Kind(KindExpr::Const(_))
                    | AnyExpr::Player(PlayerExpr::Const(_))
                    | AnyExpr::Dir(DirExpr::Const(_))
                    | AnyExpr::Bool(BoolExpr::Const(_))
            )
        });
        if !missing.is_empty() || !counted {
            let message = match missing.as_slice() {
                [one] if one == "else" => "this `match` needs an `else`".to_string(),
                [] => "this `match` needs an `else`".to_string(),
                names => format!("this `match` has no arm for {}", crate::suggest::alternatives(names)),
            };
            self.error_help(Code::E33, span, message, "say what it is otherwise: `else: ...`");
        }
    }
}
