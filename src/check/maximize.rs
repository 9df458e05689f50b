//! W15: a `maximize` with the same value for all moves of its action.

use super::checker::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{self, Node, Stmt, StmtNode};

impl Checker<'_> {
    /// Reports W15 for a `maximize` whose value does not depend on the move: a constant, or a variable that each move changes by
    /// the same amount, such as a count of captures that continue by `again`.
    pub(super) fn report_idle_maximize(&mut self, action: &ast::Action) {
        let Some(value) = action.maximize.as_ref().filter(|value| !self.is_inherited(value.span)) else { return };
        let body = action.body.as_deref().unwrap_or(&[]);
        if !self.is_same_for_moves(value, body) {
            return;
        }
        let message = "this has the same value for all moves of the action, so it leaves out none";
        let finding = Diagnostic::new(Code::W15, value.span, message);
        self.report(finding.help(if body.iter().any(has_again) {
            "with `again` each step is a move of its own: write the chain as one move, with `choose` in a `while`, or count the \
            longest chain in a `def` that calls itself"
        } else {
            "use what the moves differ in, such as a binder: `maximize count(between(p, q) & enemy)`"
        }));
    }

    /// Returns whether a number after a move is surely the same for all moves.
    fn is_same_for_moves(&self, value: &ast::Expr, body: &[Stmt]) -> bool {
        match &value.bare().node {
            Node::Number(_) => true,
            Node::Neg(inner) => self.is_same_for_moves(inner, body),
            Node::Binary(left, _, right) => self.is_same_for_moves(left, body) && self.is_same_for_moves(right, body),
            Node::Name(name) => match self.globals.get(name) {
                Some((Global::Param(_), _)) => true,
                Some((Global::Var(_), _)) => self.changes_alike(name, body),
                _ => false,
            },
            _ => false,
        }
    }

    /// Returns whether statements change a variable in the same way in every move: not under a condition, in a loop or an effect, and
    /// not by an amount that depends on the move.
    fn changes_alike(&self, name: &str, body: &[Stmt]) -> bool {
        body.iter().all(|stmt| match &stmt.node {
            StmtNode::Assign(target, _, value) if target.as_name() == Some(name) => {
                value.as_name() == Some(name) || matches!(value.bare().node, Node::Number(_))
            }
            StmtNode::Assign(..)
            | StmtNode::Let(..)
            | StmtNode::Var(..)
            | StmtNode::Put { .. }
            | StmtNode::Remove(_)
            | StmtNode::RemoveTop(..)
            | StmtNode::RemoveBottom(..)
            | StmtNode::MoveTop(..)
            | StmtNode::Move(..)
            | StmtNode::MoveEach(..)
            | StmtNode::Give(..)
            | StmtNode::Again => true,
            StmtNode::If(_, yes, no) => !sets(name, yes) && !no.as_ref().is_some_and(|no| sets(name, no)),
            StmtNode::For(_, _, inside) | StmtNode::While(_, inside) => !sets(name, inside),
            StmtNode::Choose { body, .. } => !sets(name, body),
            StmtNode::Call(_) | StmtNode::Return => false,
        })
    }
}

/// Returns whether statements may set a variable.
fn sets(name: &str, stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.node {
        StmtNode::Assign(target, ..) => target.as_name() == Some(name),
        StmtNode::If(_, yes, no) => sets(name, yes) || no.as_ref().is_some_and(|no| sets(name, no)),
        StmtNode::For(_, _, inside) | StmtNode::While(_, inside) => sets(name, inside),
        StmtNode::Choose { body, .. } => sets(name, body),
        StmtNode::Call(_) => true,
        _ => false,
    })
}

/// Returns whether a statement gives another move to the same player.
fn has_again(stmt: &Stmt) -> bool {
    match &stmt.node {
        StmtNode::Again => true,
        StmtNode::If(_, yes, no) => yes.iter().any(has_again) || no.as_ref().is_some_and(|no| no.iter().any(has_again)),
        StmtNode::For(_, _, inside) | StmtNode::While(_, inside) => inside.iter().any(has_again),
        StmtNode::Choose { body, .. } => body.iter().any(has_again),
        _ => false,
    }
}
