//! Lines that make play slow although it is easy to write them so that it is fast (W30).

use super::checker::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression, Part, Shared};
use crate::game::stmt::Stmt;
use crate::syntax::ast::{self, BinaryOp, Node, StmtNode};

/// A loop over fewer cells is short.
const MANY: usize = 32;

/// How many times fewer cells are worth a warning.
const TIMES: usize = 4;

impl Checker<'_> {
    /// Reports W30 for a `for` over many cells whose passes do something for the cells of a much smaller set only.
    pub(super) fn report_wide_loop(&mut self, stmt: &ast::Stmt, each: &Generator<Vec<Stmt>>) {
        let (StmtNode::For(name, wide, written), SetExpr::Cells(CellsExpr::Const(all))) = (&stmt.node, &each.over)
        else {
            return;
        };
        let ([Stmt::If(holds, _, no)], [ast::Stmt { node: StmtNode::If(condition, ..), .. }]) =
            (each.body.as_slice(), written.as_slice())
        else {
            return;
        };
        let (parts, texts) = (holds.conjuncts(), written_conjuncts(condition));
        if all.len() < MANY || !no.is_empty() || parts.len() != texts.len() || self.is_inherited(stmt.span) {
            return;
        }
        let narrow = parts.into_iter().zip(texts).find_map(|(part, text)| {
            let (set, Node::Binary(_, _, right)) = (part.membership(each.slot)?, &text.bare().node) else {
                return None;
            };
            let few = self.analysis().count(&SetExpr::Cells(set.clone())) as usize;
            (few.saturating_mul(TIMES) <= all.len()).then_some((few, right.span))
        });
        let Some((few, span)) = narrow else { return };
        let (name, set) = (&name.node, crate::syntax::one_line(&self.text(span)));
        let message = format!("the loop goes over {} cells, but does something for at most {few} of them", all.len());
        let help = format!("write `for {name} in {set}`: the set is found once, and play is several times faster");
        self.report(Diagnostic::new(Code::W30, wide.span, message).help(help));
    }

    /// Reports W30 for a def that walks along a ray, cell by cell.
    pub(super) fn report_walked_ray(&mut self, ast: &ast::Def, number: u16, body: &CellsExpr) {
        let [from, along] = ast.parameters.as_slice() else { return };
        if self.is_inherited(ast.name.span) {
            return;
        }
        let Some(through) = walked(body, number) else { return };
        let through = match through {
            CellsExpr::Empty => "empty".to_owned(),
            CellsExpr::Occupied => "occupied".to_owned(),
            _ => "S".to_owned(),
        };
        let message = format!("`{}` walks along a ray, cell by cell", ast.name.node);
        let help = format!(
            "write `ray({}, {}, {through})`, which finds all cells at once: play is many times faster",
            from.name.node, along.name.node
        );
        self.report(Diagnostic::new(Code::W30, ast.name.span, message).help(help));
    }
}

/// Returns the conditions that all have to hold.
fn written_conjuncts(condition: &ast::Expr) -> Vec<&ast::Expr> {
    match &condition.bare().node {
        Node::Binary(left, op, right) if op.node == BinaryOp::Both => {
            [written_conjuncts(left), written_conjuncts(right)].concat()
        }
        _ => vec![condition],
    }
}

/// Returns S if a def with this number is `if step(p, d) in S then step(p, d) | SELF(step(p, d), d) else {}`, in any order.
fn walked(body: &CellsExpr, number: u16) -> Option<&CellsExpr> {
    let Some(Common::If(condition, goes_on, stops)) = body.common() else { return None };
    let BoolExpr::In(pair) = condition else { return None };
    let (AnyExpr::Cell(next), SetExpr::Cells(through)) = &**pair else { return None };
    let (Op::Step, [AnyExpr::Cell(from), AnyExpr::Dir(along), AnyExpr::Int(IntExpr::Const(1))]) = next.applied()?
    else {
        return None;
    };
    let is_local = |part: Part<'_>, n| matches!(part.shared(), Some(Shared::Local(slot)) if slot == Slot(n));
    if !is_local(from.part(), 0) || !is_local(along.part(), 1) {
        return None;
    }
    let CellsExpr::Op(SetOp::Or, both) = goes_on else { return None };
    let is_next = |set: &CellsExpr| matches!(set, CellsExpr::One(cell) if **cell == *next);
    let calls_itself = |set: &CellsExpr| match set.common() {
        Some(Common::Call(call)) => {
            call.def == number
                && matches!(&call.args[..], [AnyExpr::Cell(cell), AnyExpr::Dir(dir)] if cell == next && dir == along)
        }
        _ => false,
    };
    let goes = is_next(&both.0) && calls_itself(&both.1) || is_next(&both.1) && calls_itself(&both.0);
    let ends = matches!(stops, CellsExpr::Const(none) if none.is_empty());
    (goes && ends).then_some(through)
}
