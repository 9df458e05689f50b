//! Lowers the arms of a `match`, for values and for texts.

use super::checker::*;
use super::fold;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::cells::Cell;
use crate::game::expr::*;
use crate::game::piece::{Dir, Kind, Player, Tag};
use crate::source::Span;
use crate::suggest;
use crate::syntax::ast::{self, Arm};
use std::collections::BTreeMap;

/// The way to decide between the arms.
pub(super) enum Arms {
    /// The subject is known before play, such as a parameter. It selects this arm.
    Selected(usize),
    /// The subject is compared with one value for each arm. An `else` may follow.
    Compared(AnyExpr, Vec<AnyExpr>),
}

/// Returns the arm of a constant if the values before it are constants, too; after the last value, the `else`.
fn known_arm(subject: &AnyExpr, values: &[AnyExpr]) -> Option<usize> {
    let subject = fold::constant(subject)?;
    let known: Vec<_> = values.iter().map(fold::constant).take_while(Option::is_some).flatten().collect();
    let hit = known.iter().position(|value| *value == subject);
    hit.or((known.len() == values.len()).then_some(values.len()))
}

impl<'a> Checker<'a> {
    /// Lowers the subject of a `match` and the values of its arms. Reports E33 unless they cover all possible values.
    pub(super) fn lower_arms<T>(&mut self, subject: &ast::Expr, arms: &[Arm<T>], span: Span) -> Option<Arms> {
        let any = self.any(subject, None)?;
        if let Some(at) = arms.iter().position(|arm| arm.value.is_none())
            && at + 1 != arms.len()
        {
            let message = "`else` must be the last arm";
            self.error_help(Code::E33, arms[at].span, message, "move it to the end: it stands for all other values");
        }
        let ty = any.ty();
        if ty.is_set() {
            let message = format!("`match` expects a single value, found {}", ty.describe());
            return self.refuse(
                Code::E10,
                subject.span,
                message,
                "compare sets with `==`, or test them with `some(...)`",
            );
        }
        if self.report_match_of_kinds(subject, ty, arms) {
            return None;
        }
        let mut values = Vec::new();
        let mut first: BTreeMap<i64, Span> = BTreeMap::new();
        for value in arms.iter().filter_map(|arm| arm.value.as_ref()) {
            let seen = self.params_seen;
            let known = self.any(value, Some(ty))?;
            if ty == Type::Cell && known.ty() == Type::Cells {
                self.report_match_of_sets(subject, arms, value.span, span);
                return None;
            }
            let known = self.fit(known, ty, value)?;
            self.report_other_tag(subject, value);
            // A parameter may have another value with other settings.
            if let Some(code) = fold::constant(&known).filter(|_| self.params_seen == seen) {
                self.report_repeated_arm(first.insert(code.word(), value.span), value.span);
            }
            values.push(known);
        }
        if arms.iter().all(|arm| arm.value.is_some()) {
            self.report_missing_arms(subject, ty, &values, span);
        }
        if let Some(at) = known_arm(&any, &values).filter(|at| *at < arms.len()) {
            return Some(Arms::Selected(at));
        }
        Some(Arms::Compared(any, values))
    }

    /// Reports W21 for an arm with the value of an earlier one.
    fn report_repeated_arm(&mut self, before: Option<Span>, span: Span) {
        if let Some(before) = before.filter(|_| !self.is_inherited(span)) {
            let help = "remove it, or give it another value";
            let finding = Diagnostic::new(Code::W21, span, "this arm is never reached");
            self.report(finding.and(before, "this arm has the same value").help(help));
        }
    }

    /// Reports E33 for arms without an `else` that do not cover all values of the subject.
    fn report_missing_arms(&mut self, subject: &ast::Expr, ty: Type, values: &[AnyExpr], span: Span) {
        // `mover` and `next` can be arms, too. Only constants can be counted.
        let named: Option<Vec<_>> = values.iter().map(fold::constant).collect();
        let missing = match (self.possible_values(subject, ty), named) {
            (Some(possible), Some(named)) => {
                let left =
                    possible.iter().filter(|value| fold::constant(value).is_none_or(|value| !named.contains(&value)));
                left.map(|value| self.constant_name(value)).collect()
            }
            _ => vec!["else".to_string()],
        };
        if missing.is_empty() {
            return;
        }
        let (message, help) = match missing.as_slice() {
            [one] if one == "else" => ("this `match` needs an `else`".to_string(), "add `else: ...` as the last arm"),
            names => {
                let message = format!("this `match` has no arm for {}", suggest::alternatives(names));
                (message, missing_help(names.len()))
            }
        };
        self.error_help(Code::E33, span, message, help);
    }

    /// Returns the possible values, if they can be listed: the elements that a local runs over, otherwise all of the type.
    fn possible_values(&self, subject: &ast::Expr, ty: Type) -> Option<Vec<AnyExpr>> {
        if let Some(name) = subject.as_name()
            && let Some(local) = self.body.scope.iter().rfind(|local| local.name == *name)
            && let Some(among) = &local.among
        {
            return Some(among.clone());
        }
        let all = |count: usize, value: fn(u8) -> AnyExpr| Some((0..count).map(|at| value(at as u8)).collect());
        match ty {
            Type::Kind => all(self.kinds.len(), |at| AnyExpr::Kind(KindExpr::Const(Kind(at)))),
            Type::Player => all(self.players.len(), |at| AnyExpr::Player(PlayerExpr::Const(Player(at)))),
            Type::Dir => all(self.board.dirs(), |at| AnyExpr::Dir(DirExpr::Const(Dir(at)))),
            Type::Tag => self.known_tags(subject),
            Type::Bool => all(2, |at| AnyExpr::Bool(BoolExpr::Const(at == 0))),
            _ => None,
        }
    }

    /// Returns how a constant is written.
    pub(super) fn constant_name(&self, value: &AnyExpr) -> String {
        match value {
            AnyExpr::Kind(KindExpr::Const(Kind(at))) => {
                self.kinds.get(usize::from(*at)).map_or("nothing", |kind| &kind.name).to_string()
            }
            AnyExpr::Player(PlayerExpr::Const(Player(at))) => {
                self.players.get(usize::from(*at)).map_or("nothing", |player| &player.name).to_string()
            }
            AnyExpr::Tag(TagExpr::Const(Tag(at))) => self.tags.get(usize::from(*at)).cloned().unwrap_or_default(),
            AnyExpr::Dir(DirExpr::Const(Dir::NOTHING)) => "nothing".to_string(),
            AnyExpr::Dir(DirExpr::Const(dir)) => self.board.dir_name(*dir).to_string(),
            AnyExpr::Cell(CellExpr::Const(Cell::OFF)) => "off".to_string(),
            AnyExpr::Cell(CellExpr::Const(cell)) => self.board.name(*cell).to_string(),
            AnyExpr::Bool(BoolExpr::Const(value)) => value.to_string(),
            AnyExpr::Int(IntExpr::Const(n)) => n.to_string(),
            _ => "else".to_string(),
        }
    }
}

/// Returns the help for a number of missing arms.
fn missing_help(arms: usize) -> &'static str {
    if arms == 1 { "add this arm, or an `else: ...`" } else { "add these arms, or an `else: ...`" }
}
