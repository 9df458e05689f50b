//! Choices that make no difference (W16): binders whose values nothing uses, and actions that do nothing.

use super::checker::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::*;
use crate::game::rules::Binder;
use crate::source::Span;

impl Checker<'_> {
    /// Reports W16 if only a text depends on a choice.
    pub(super) fn indifferent(&mut self, chosen: &[LocalName], over: &SetExpr, message: &str) {
        let Some(local) = chosen.first().filter(|local| !local.used && !self.is_inherited(local.span)) else { return };
        if self.analysis().count(over) <= 1 {
            return;
        }
        let help = format!("use `{}` in a condition or a statement, or remove the choice", local.name);
        self.report(Diagnostic::new(Code::W16, local.span, message).labeled("nothing uses its value").help(help));
    }

    /// Reports W16 for an action without `do` whose moves are several. Returns whether it did.
    fn report_no_effect(&mut self, span: Span, binders: &[Binder]) -> bool {
        let Some(entry) = self.actions.iter().find(|entry| entry.span == span) else { return false };
        let (ast, several) = (entry.ast, |binder: &Binder| self.analysis().count(&binder.over) > 1);
        if !binders.iter().any(several) || ast.body.is_some() || self.is_inherited(span) {
            return false;
        }
        let message = format!("the moves of `{}` change nothing: it has no `do`", ast.name.node);
        let kind = self.kinds.first().map_or("stone", |kind| kind.name.as_str());
        let cells = binders.iter().filter(|binder| matches!(binder.over, SetExpr::Cells(_)));
        let names: Vec<&str> = cells.map(|binder| binder.name.as_str()).collect();
        let help = match names.as_slice() {
            [from, to, ..] => format!("write what a move does, for example `do move {from} to {to}`"),
            [at] => format!("write what a move does, for example `do put {kind} at {at}`"),
            [] => "write what a move does after `do`".to_owned(),
        };
        self.report(Diagnostic::new(Code::W16, ast.name.span, message).help(help));
        true
    }

    /// Reports W16 for the binders of an action.
    pub(super) fn indifferent_binders(&mut self, action: Span, binders: &[Binder]) {
        if self.report_no_effect(action, binders) {
            return;
        }
        // The author first has to fix texts that do not distinguish the moves.
        let is_there = |other: &Diagnostic| action.contains(other.span());
        if self.found.iter().any(|other| other.code == Code::W40 && is_there(other)) {
            return;
        }
        for binder in binders {
            let is_it = |local: &&LocalName| matches!(local.held, LocalHome::Slot(slot) if slot == binder.slot);
            let local: Vec<LocalName> =
                self.body.scope.iter().filter(|local| local.name == binder.name).filter(is_it).cloned().collect();
            self.indifferent(&local, &binder.over, "these moves differ only in their texts");
        }
    }
}
