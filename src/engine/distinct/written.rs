//! Tests whether texts can always be written: evaluating what they show never faults.

use crate::analysis::{Analysis, FrameFacts};
use crate::game::Game;
use crate::game::expr::{SetExpr, Slot};
use crate::game::part::AsPart;
use crate::game::rules::Clause;
use crate::game::stmt::Stmt;
use crate::game::text::{Text, TextPart};
use crate::source::Span;

/// Returns whether writing a text of a game never faults.
pub(super) fn are_always_written<'g>(game: &'g Game, mut analysis: Analysis<'g>) -> bool {
    for action in &game.actions {
        analysis.inside(FrameFacts::of(&action.clauses), |analysis| {
            action.binders.iter().for_each(|binder| know(analysis, binder.slot, &binder.over));
            analysis.forgetting(|analysis| {
                suppose(analysis, &action.clauses);
                write(analysis, &action.text);
            });
            write_all(analysis, &action.body);
        });
    }
    game.effects.iter().for_each(|effect| write_all(&mut analysis, &effect.body));
    !analysis.may_fault && !analysis.may_exceed
}

/// Assumes the conditions of a move, which is legal where its text is written.
fn suppose(analysis: &mut Analysis<'_>, clauses: &[Clause]) {
    let before = (analysis.may_fault, analysis.may_exceed);
    for clause in clauses {
        if let Clause::When(condition) = clause {
            analysis.suppose(&condition.holds, true, Span::default());
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
