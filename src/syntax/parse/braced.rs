//! Reports lists in braces that are meant as rows, `{row 1, row 2}`, or as a condition, `when { p in own }`.

use super::lower::Lower;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::*;

/// The words before a condition.
const HEADS: &[&str] = &["when", "if", "while", "and", "or", "not", "ensure", "expect"];

impl Lower<'_> {
    /// Reports `{row 1, row 2}` and `{rows 1 to 3}`, with the calls that are meant. Returns whether it is such a list.
    pub(super) fn report_rows_in_words(&mut self, span: Span, elements: &[Expr]) -> bool {
        let mut ranges: Vec<(&str, i64, i64)> = Vec::new();
        let mut rest = elements;
        while let [Expr { node: Node::Name(word), .. }, Expr { node: Node::Number(first), .. }, after @ ..] = rest {
            let lines = match word.as_str() {
                "row" | "rows" | "rank" | "ranks" => "rows",
                "column" | "columns" | "file" | "files" => "columns",
                _ => return false,
            };
            let last;
            (last, rest) = match after {
                [Expr { node: Node::Name(to), .. }, Expr { node: Node::Number(last), .. }, more @ ..]
                    if matches!(to.as_str(), "to" | "through") =>
                {
                    (*last, more)
                }
                _ => (*first, after),
            };
            match ranges.last_mut() {
                Some((before, _, end)) if *before == lines && end.checked_add(1) == Some(*first) => *end = last,
                _ => ranges.push((lines, *first, last)),
            }
        }
        if ranges.is_empty() || !rest.is_empty() {
            return false;
        }
        let calls = ranges.iter().map(|(lines, first, last)| match first == last {
            true => format!("{lines}({first})"),
            false => format!("{lines}({first}..{last})"),
        });
        let meant = calls.collect::<Vec<String>>().join(" | ");
        let finding = Diagnostic::new(Code::E01, span, format!("`{}` is not a list of cells", self.text_of(span)));
        self.report(finding.suggest(span, meant, true));
        true
    }

    /// Reports `when { p in own }`, a condition in braces. Returns whether it is one.
    pub(super) fn report_condition_in_braces(&mut self, span: Span, only: &Expr) -> bool {
        let Node::Binary(_, operator, _) = &only.node else { return false };
        let op = operator.node;
        if !op.compares() && !matches!(op, BinaryOp::In | BinaryOp::NotIn | BinaryOp::Within | BinaryOp::Both) {
            return false;
        }
        let before = self.text_of(Span { start: 0, end: span.start, ..span }).trim_end();
        let head = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
        if !HEADS.contains(&head) {
            return false;
        }
        let condition = self.text_of(only.span).to_owned();
        let finding = Diagnostic::new(Code::E01, span, "a condition has no braces");
        self.report(finding.suggest(span, condition, false));
        true
    }
}
