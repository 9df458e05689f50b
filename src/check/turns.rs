//! W22: `next` used for the rival, or turns that `repeated(next)` does not compare, in a game with `again`.

use super::checker::*;
use super::lint::{find_name, find_name_unless};
use crate::diagnostic::Code;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Node, StmtNode};

impl Checker<'_> {
    /// Reports W22 for `next` in clauses of `end`, if an action uses `again`.
    pub(super) fn report_next_as_rival(&mut self, endings: &[&ast::Ending]) {
        let again = self.again
            || self.actions.iter().any(|action| action.ast.body.as_ref().is_some_and(|body| uses_again(body)));
        if !again {
            return;
        }
        for ending in endings {
            if self.is_inherited(ending.span) {
                continue;
            }
            self.report_repetition_within_turn(&ending.condition);
            let settled =
                self.asks(&ending.condition, "stuck") || self.says_turn_over(&ending.condition, &mut Vec::new());
            if settled {
                continue;
            }
            let skip = |expr: &ast::Expr| compares_mover_and_next(expr) || is_repetition(expr);
            let mut place = find_name_unless(&ending.condition, &skip, "next");
            if let ast::GameResult::Wins(player) | ast::GameResult::Loses(player) = &ending.result {
                place = place.or_else(|| find_name(player, "next"));
            }
            if let Some(span) = place {
                self.error_help(
                    Code::W22,
                    span,
                    "`next` may be the mover here, because an action uses `again`",
                    "for the other player, write `rival(mover)` or `after(mover)`; for the end of a turn only, begin \
                        the clause with `mover != next and`",
                );
            }
        }
    }

    /// Reports W22 for `repeated(next)` without the variables of a turn. There, `next` is the player to move, as it should be, but
    /// a position within a turn and one at its beginning count as the same.
    fn report_repetition_within_turn(&mut self, condition: &ast::Expr) {
        if is_repetition(condition)
            && let Node::Call(_, args) = &condition.node
        {
            let vars = self.vars.iter().map(|var| var.ast).filter(|var| var.each_turn);
            let within: Vec<String> = vars.map(|var| var.name.node.clone()).collect();
            let compares = |name: &String| args.iter().any(|arg| find_name(arg, name).is_some());
            if !within.is_empty() && !within.iter().any(compares) {
                self.report_turn_not_compared(condition.span, args, &within);
            }
        }
        condition.parts().into_iter().for_each(|part| self.report_repetition_within_turn(part));
    }

    fn report_turn_not_compared(&mut self, span: Span, args: &[ast::Expr], within: &[String]) {
        let args: Vec<String> = args.iter().map(|arg| self.text(arg.span)).collect();
        self.error_help(
            Code::W22,
            span,
            "positions within a turn and at its beginning count as the same here, because an action uses `again`",
            format!("compare the variables of the turn too: `repeated({}, {})`", args.join(", "), within.join(", ")),
        );
    }

    /// Returns whether a condition holds only at the end of a turn: `mover != next and ..`, directly or through a def.
    fn says_turn_over(&self, condition: &ast::Expr, seen: &mut Vec<usize>) -> bool {
        match &condition.bare().node {
            Node::Binary(left, op, right) if op.node == BinaryOp::Both => {
                self.says_turn_over(left, seen) || self.says_turn_over(right, seen)
            }
            Node::Binary(_, op, _) if op.node == BinaryOp::NotEqual => compares_mover_and_next(condition),
            Node::Not(inner) => match &inner.bare().node {
                Node::Binary(_, op, _) if op.node == BinaryOp::Equal => compares_mover_and_next(inner),
                _ => false,
            },
            Node::Name(name) => self.open_def(name, seen).first().is_some_and(|body| self.says_turn_over(body, seen)),
            _ => false,
        }
    }
}

/// Returns whether statements contain `again`.
fn uses_again(body: &[ast::Stmt]) -> bool {
    body.iter().any(|stmt| match &stmt.node {
        StmtNode::Again => true,
        StmtNode::If(_, yes, no) => uses_again(yes) || no.as_ref().is_some_and(|no| uses_again(no)),
        StmtNode::For(_, _, body) | StmtNode::While(_, body) | StmtNode::Choose { body, .. } => uses_again(body),
        _ => false,
    })
}

/// Returns whether an expression is `repeated(next)`, perhaps with other arguments.
fn is_repetition(expr: &ast::Expr) -> bool {
    match &expr.node {
        Node::Call(name, args) => name.node == "repeated" && args.iter().any(|arg| arg.as_name() == Some("next")),
        _ => false,
    }
}

/// Returns whether an expression is `mover == next` or `mover != next`, in either order.
fn compares_mover_and_next(expr: &ast::Expr) -> bool {
    let is = |side: &ast::Expr, word: &str| side.as_name() == Some(word);
    match &expr.bare().node {
        Node::Binary(a, op, b) if matches!(op.node, BinaryOp::Equal | BinaryOp::NotEqual) => {
            is(a, "mover") && is(b, "next") || is(a, "next") && is(b, "mover")
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::codes;
    use crate::diagnostic::Code;

    /// Returns the codes of the findings for a game with this clause, in which a turn may have several plies.
    fn found(clause: &str) -> Vec<Code> {
        codes(&format!(
            "piece stone var n = 0 each turn
             def over = mover != next
             action place(p: empty) do {{ put stone at p; n += 1; if n < 2 {{ again }} }}
             end {{ {clause} when none(empty): draw when over and own == {{}}: mover wins }}"
        ))
    }

    #[test]
    fn next_is_the_mover_until_the_turn_ends() {
        for taken in [
            "when count(own) > 3: next loses",
            "when count(pieces of next) == 4: mover wins",
            "when mover == next and count(own) > 3: next loses",
            "when mover != next or count(pieces of next) == 4: mover wins",
            "when repeated(next) >= 2: draw",
            "when mover != next and repeated(next) >= 2: draw",
        ] {
            assert_eq!(found(taken), [Code::W22], "{taken}");
        }
        for asked in [
            "when mover != next and count(own) == 4: mover wins",
            "when count(own) == 4 and next != mover: next loses",
            "when not (mover == next) and count(pieces of next) == 4: next loses",
            "when over and count(pieces of next) == 4: next loses",
            "when mover == next and count(own) > 3: mover loses",
            "when repeated(next, n) >= 2: draw",
        ] {
            assert_eq!(found(asked), Vec::new(), "{asked}");
        }
    }
}
