//! Reports comparisons of comparisons, `1 < x < 5`, of conditions, `a <= 2 != b <= 2`, and of sets, `own in corner >= 2`.

use super::expr::is_surely_set;
use super::lower::{Lower, Pair};
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::source::{Span, Spanned};
use crate::syntax::ast::*;

impl Lower<'_> {
    /// Reports `1 < x < 5`.
    pub(super) fn report_chained(&mut self, left: &Expr, operator: &Spanned<BinaryOp>) {
        let finding = Diagnostic::new(Code::E01, operator.span, "comparisons cannot be chained")
            .help("join them with `and`: `1 < x and x < 5`; or use a range: `x in 2..4`");
        let Node::Binary(_, _, middle) = &left.node else { return self.report(finding) };
        // `a == 1 & b == 2`: the operator between joins conditions
        if let Node::Binary(_, joint, _) = &middle.node
            && let (BinaryOp::And | BinaryOp::Or, sign) = (joint.node, joint.span)
        {
            let (written, word) = if joint.node == BinaryOp::And { ("&", "and") } else { ("|", "or") };
            let finding = Diagnostic::new(Code::E01, sign, format!("`{written}` joins sets, not conditions"));
            return self.report(finding.suggest(sign, self.with_spaces(sign, word), true));
        }
        let again = format!("and {} ", self.text_of(middle.span));
        let before = Span { end: operator.span.start, ..operator.span };
        self.report(finding.fix(format!("write `{}`", again.trim()), before, again, true));
    }

    /// Reports `a <= 2 != b <= 2` and `a <= 2 == (b in own)`, which compare two conditions, and returns what is meant. It takes the last
    /// comparison from the `rest`.
    pub(super) fn report_compared_conditions(
        &mut self,
        left: &Expr,
        operator: &Spanned<BinaryOp>,
        right: &Expr,
        rest: &mut std::vec::IntoIter<Pair<'_>>,
    ) -> Option<Expr> {
        let Node::Binary(first, sign, middle) = &left.node else { return None };
        let asks = |operator: BinaryOp| matches!(operator, BinaryOp::Equal | BinaryOp::NotEqual);
        let compare = |left: &Expr, operator: &Spanned<BinaryOp>, right: &Expr| Expr {
            span: left.span.to(right.span),
            node: Node::Binary(Box::new(left.clone()), operator.clone(), Box::new(right.clone())),
        };
        let (joint, one, other, is_sure) = match rest.as_slice() {
            // `a != b != c != d` compares values, and so does `1 < x == y < 5`, perhaps
            [next, _]
                if asks(operator.node)
                    && sign.node != operator.node
                    && next.as_str().trim() != self.text_of(operator.span).trim() =>
            {
                let (next, last) = (rest.next()?, rest.next()?);
                let second = self.operator(&next);
                let last = self.expr(last);
                let are_values = |sign: BinaryOp| sign.compares() && !asks(sign);
                let is_sure =
                    operator.node == BinaryOp::NotEqual || !(are_values(sign.node) && are_values(second.node));
                (operator, left.clone(), compare(right, &second, &last), is_sure)
            }
            [] if asks(operator.node) && is_condition(right) => (operator, left.clone(), right.clone(), true),
            [] if asks(sign.node) && is_condition(first) => {
                (sign, (**first).clone(), compare(middle, operator, right), true)
            }
            _ => return None,
        };
        let whole = one.span.to(other.span);
        let side = |side: &Expr| match &side.node {
            Node::Binary(..) => format!("({})", self.text_of(side.span)),
            _ => self.text_of(side.span).to_owned(),
        };
        let meant = format!("{} {} {}", side(&one), self.text_of(joint.span).trim(), side(&other));
        let finding = Diagnostic::new(Code::E01, joint.span, "two conditions are compared without parentheses");
        let around = |side: &Expr| {
            let ends = [(side.span.start, "("), (side.span.end, ")")];
            let is_bare = matches!(side.node, Node::Binary(..));
            let edit = |(at, text): (u32, &str)| Edit {
                span: Span { start: at, end: at, ..side.span },
                text: text.to_owned(),
            };
            ends.map(edit).into_iter().filter(move |_| is_bare)
        };
        let edits = around(&one).chain(around(&other)).collect();
        let title = format!("write `{meant}`");
        let help = match is_sure {
            true => title.clone(),
            false => format!("{title}; if each comparison must hold, join them with `and`"),
        };
        self.report(finding.help(help).edits(title, edits, is_sure));
        Some(Expr { span: whole, ..compare(&one, joint, &other) })
    }

    /// Reports `own in corner >= 2` and `2 <= own in corner`, the number of elements in both sets, and returns what is meant.
    pub(super) fn report_counted_in(
        &mut self,
        left: &Expr,
        operator: &Spanned<BinaryOp>,
        right: &Expr,
    ) -> Option<Expr> {
        let Node::Binary(first, sign, middle) = &left.node else { return None };
        let (set, other, number) = match (sign.node, operator.node) {
            (BinaryOp::In | BinaryOp::Within, compare) if compare.compares() => (first, &**middle, right),
            (compare, BinaryOp::In | BinaryOp::Within) if compare.compares() => (middle, right, &**first),
            _ => return None,
        };
        if !is_surely_set(set) || matches!(number.node, Node::Bool(_)) {
            return None;
        }
        let both = left.span.to(right.span);
        let side = |side: &Expr| match &side.node {
            Node::Binary(..) => format!("({})", self.text_of(side.span)),
            _ => self.text_of(side.span).to_owned(),
        };
        let counted = format!("count({} & {})", side(set), side(other));
        let is_last = std::ptr::eq(number, right);
        let (compare, number_text) = (if is_last { operator } else { sign }, self.text_of(number.span));
        let compare_text = self.text_of(compare.span).trim().to_owned();
        let meant = match is_last {
            true => format!("{counted} {compare_text} {number_text}"),
            false => format!("{number_text} {compare_text} {counted}"),
        };
        let joint = if is_last { sign } else { operator };
        let message = format!("`{}` gives a condition, not a number", self.text_of(joint.span).trim());
        let finding = Diagnostic::new(Code::E01, joint.span, message);
        let finding = finding.help(format!("to count the elements in both sets, write `{meant}`"));
        self.report(finding.fix(format!("write `{meant}`"), both, meant, false));
        let inside = set.span.to(other.span);
        let and = Spanned::new(BinaryOp::And, joint.span);
        let common = Expr { span: inside, node: Node::Binary(set.clone(), and, Box::new(other.clone())) };
        let name = Spanned::new("count".to_owned(), joint.span);
        let count = Box::new(Expr { span: inside, node: Node::Call(name, vec![common]) });
        let (a, b) = if is_last { (count, Box::new(number.clone())) } else { (Box::new(number.clone()), count) };
        Some(Expr { span: both, node: Node::Binary(a, compare.clone(), b) })
    }
}

/// Returns whether an operand is a condition, whatever its names are.
fn is_condition(operand: &Expr) -> bool {
    match &operand.node {
        Node::Bool(_) => true,
        Node::Paren(inside) => match &inside.node {
            Node::Binary(_, operator, _) => {
                use BinaryOp::{Both, Either, In, NotIn, Within};
                operator.node.compares() || matches!(operator.node, In | NotIn | Within | Both | Either)
            }
            _ => is_condition(inside),
        },
        _ => false,
    }
}
