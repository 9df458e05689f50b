//! Tests whether texts can always be written: evaluating what they show never faults.

use crate::analysis::{Analysis, FrameFacts};
use crate::game::Game;
use crate::game::expr::{SetExpr, Slot};
use crate::game::part::{AsPart, Shared};
use crate::game::rules::Clause;
use crate::game::stmt::Stmt;
use crate::game::text::{Text, TextPart};
use crate::source::Span;

/// Returns the first action or effect with a text that may fault where it is written.
pub(super) fn find_fault<'g>(game: &'g Game, mut analysis: Analysis<'g>) -> Option<Span> {
    let may_fault = |analysis: &Analysis<'_>| analysis.may_fault || analysis.may_exceed;
    for action in &game.actions {
        if is_plain(&action.text, &action.clauses) && are_plain(&action.body, &action.clauses) {
            continue;
        }
        analysis.inside(FrameFacts::of(&action.clauses), |analysis| {
            action.binders.iter().for_each(|binder| know(analysis, binder.slot, &binder.over));
            analysis.forgetting(|analysis| {
                suppose(analysis, &action.clauses);
                write(analysis, &action.text);
            });
            write_all(analysis, &action.body);
        });
        if may_fault(&analysis) {
            return Some(action.span);
        }
    }
    game.effects.iter().filter(|effect| !are_plain(&effect.body, &[])).find_map(|effect| {
        analysis.inside(FrameFacts::default(), |inner| write_all(inner, &effect.body));
        may_fault(&analysis).then_some(effect.span)
    })
}

/// Returns whether a text shows nothing but locals that run over sets: these can always be shown, whatever their values are.
fn is_plain(text: &Text, clauses: &[Clause]) -> bool {
    let is_given = |slot: Slot| clauses.iter().any(|clause| matches!(clause, Clause::Let(other, _) if *other == slot));
    let Text::Parts(parts) = text else { return false };
    parts.iter().all(|part| match part {
        TextPart::Plain(_) => true,
        TextPart::Value(value) => matches!(value.part().shared(), Some(Shared::Local(slot)) if !is_given(slot)),
    })
}

/// Returns whether the texts of all choices are plain.
fn are_plain(block: &[Stmt], clauses: &[Clause]) -> bool {
    block.iter().all(|stmt| {
        let is_plain = !matches!(stmt, Stmt::Choose(choose) if !is_plain(&choose.text, clauses));
        is_plain && stmt.blocks().all(|block| are_plain(block, clauses))
    })
}

/// Assumes the conditions of a move, which is legal where its text is written: its locals have their values already.
fn suppose(analysis: &mut Analysis<'_>, clauses: &[Clause]) {
    let before = (analysis.may_fault, analysis.may_exceed);
    for clause in clauses {
        if let Clause::When(condition) = clause {
            analysis.suppose(&condition.holds, true, Span::default());
        }
    }
    for clause in clauses {
        let Clause::Let(slot, value) = clause else { continue };
        let class = value.part().class();
        if analysis.scope.known.local(class, *slot).is_none() {
            let known = analysis.value(value.part());
            analysis.scope.known.push_local(class, *slot, known, Span::default());
        }
    }
    (analysis.may_fault, analysis.may_exceed) = before;
}

fn write_all(analysis: &mut Analysis<'_>, block: &[Stmt]) {
    for stmt in block {
        if let Stmt::Choose(choose) = stmt {
            know(analysis, choose.slot, &choose.over);
            write(analysis, &choose.text);
        }
        stmt.blocks().for_each(|block| write_all(analysis, block));
    }
}

/// Notes what a local can be that runs over a set. What stands on a cell may change.
fn know(analysis: &mut Analysis<'_>, slot: Slot, over: &SetExpr) {
    let before = (analysis.may_fault, analysis.may_exceed);
    let element = analysis.element(over);
    (analysis.may_fault, analysis.may_exceed) = before;
    let everywhere = *analysis.everywhere();
    analysis.scope.known.push(slot, element);
    analysis.scope.known.outlast(&everywhere);
}

fn write(analysis: &mut Analysis<'_>, text: &Text) {
    match text {
        Text::Parts(parts) => {
            for part in parts {
                if let TextPart::Value(value) = part {
                    analysis.value(value.part());
                }
            }
        }
        Text::If(condition, yes, no) => {
            analysis.truth(condition);
            write(analysis, yes);
            write(analysis, no);
        }
        Text::Match(one) => {
            let is_covered = analysis.value(one.subject.part()).is_covered();
            analysis.may_fault |= one.otherwise.is_none() && !is_covered;
            for (value, text) in &one.arms {
                analysis.value(value.part());
                write(analysis, text);
            }
            one.otherwise.iter().for_each(|text| write(analysis, text));
        }
    }
}
