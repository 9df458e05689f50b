//! Square brackets: lists such as `[a1, c3]`, coordinates such as `[3, 4]`, and indexes such as `board[p]`, `players[0]`.

use super::declared::LIST;
use super::foreign::Neighbors;
use super::shapes::help_for_pair;
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::source::Span;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

impl Neighbors<'_> {
    /// Explains `{a1 c3}` in square brackets, or an index: `hand[White]`.
    pub(super) fn explain_square_bracket(&self) -> Diagnostic {
        let written = self.token();
        let is_second = self.before.is_some_and(|before| matches!(before.text(self.text), "]" | ")"));
        if written == "[" && is_second && self.touches_before() {
            let report = self.report("unexpected bracket `[`");
            return report.help("write all indexes in one pair of parentheses: `stack(c, n)`");
        }
        if written == "]" {
            let report = self.report("unexpected bracket `]`").help("remove it, or close with `}` or `)`");
            return report.fix("write `}`", self.span(), "}", false);
        }
        let index = self.before.filter(|before| before.kind == TokenKind::Word && self.touches_before());
        if let Some(finding) = index.and_then(|name| self.explain_indexed_set(name)) {
            return finding;
        }
        let (open, close, help) = match index {
            Some(name) => ("(", ")", format!("use parentheses after a name: `{}(..)`", name.text(self.text))),
            None => ("{", "}", self.help_for_list()),
        };
        let edit = |token: &Token, text: &str| Edit {
            span: Span::new(self.id, token.start, token.end),
            text: text.to_owned(),
        };
        let partner = self.rest.iter().skip(1).find(|token| token.text(self.text) == "]");
        let edits = match partner {
            Some(partner) => vec![edit(self.token, open), edit(partner, close)],
            None => vec![edit(self.token, "{")],
        };
        let safe = edits.len() == 2;
        if let Some(finding) = partner.filter(|_| index.is_none()).and_then(|partner| self.explain_coordinates(partner))
        {
            return finding;
        }
        let report = self.report(format!("unexpected bracket `{written}`")).help(help);
        report.edits(format!("write `{open}` and `{close}`"), edits, safe)
    }

    /// Says how a list is written, with its own numbers.
    fn help_for_list(&self) -> String {
        let close = self.rest.iter().find(|token| token.text(self.text) == "]");
        let inside = close.and_then(|close| self.text.get(self.token.end..close.start)).unwrap_or("").trim();
        let has_numbers = inside.contains(|c: char| c.is_ascii_digit())
            && inside.chars().all(|c| c.is_ascii_digit() || matches!(c, ',' | ' ' | '-'));
        let shown = if has_numbers { inside } else { "a1 c3" };
        format!("use braces for lists: `{{{shown}}}`")
    }

    /// Explains `board[p]`, `players[0]`, `own[0]`, `int[]`: what looks like an array.
    fn explain_indexed_set(&self, name: &Token) -> Option<Diagnostic> {
        let word = name.text(self.text);
        let close = self.rest.iter().find(|token| token.text(self.text) == "]")?;
        let index = self.text.get(self.token.end..close.start)?.trim();
        let place = Span::new(self.id, name.start, close.end);
        let report = |message: &str| Diagnostic::new(Code::E01, place, message.to_owned());
        match word {
            "board" | "grid" | "cells" if !index.is_empty() && !index.contains(',') => {
                let next = self.rest.iter().find(|token| token.start >= close.end);
                let is_set = next.is_some_and(|sign| sign.is(self.text, "="));
                let is_grid = next.is_some_and(|open| open.text(self.text) == "[" && open.start == close.end);
                if is_grid || index.chars().all(|digit| digit.is_ascii_digit()) {
                    return Some(report("the board is not an array").help("for the piece on a cell, write `at(c3)` or `at(cell(3, 3))`"));
                }
                let report = report("the board is not an array");
                if is_set {
                    let value = next.and_then(|sign| self.rest.iter().find(|token| token.start >= sign.end));
                    let kind = value.filter(|value| value.kind == TokenKind::Word).map_or("stone", |value| value.text(self.text));
                    return Some(report.help(format!("to put a piece on it, write `put {kind} at {index}`; to remove it, `remove {index}`")));
                }
                let meant = format!("at({index})");
                let help = format!("for the piece on the cell, write `{meant}`");
                Some(report.help(help).fix(format!("write `{meant}`"), place, meant, false))
            }
            "players" => Some(report("players have names, not numbers").help(
                "write the name, such as `White`; for all of them, `P in players`; their place in turn order is `number(P)`",
            )),
            _ if keywords::SETS.contains(&word) => Some(report("a set has no first element").help(format!(
                "take each element with a binder, `p: {word}`, or a loop, `for p in {word} {{ .. }}`; the only one is `the({word})`"
            ))),
            _ if crate::types::Type::of_word(word).is_some() => Some(report("a variable has no lists and no maps").help(LIST)),
            _ => None,
        }
    }

    /// Explains `[3, 4]` for a cell.
    fn explain_coordinates(&self, close: &Token) -> Option<Diagnostic> {
        let [_, column, comma, row, last, ..] = self.rest else { return None };
        let is_pair = column.kind == TokenKind::Number && row.kind == TokenKind::Number && comma.is(self.text, ",");
        let place = Span::new(self.id, self.token.start, close.end);
        // `row(p) in [1, 2]` has a set of numbers
        if self.before.is_some_and(|before| before.is(self.text, "in")) {
            return None;
        }
        (is_pair && last.start == close.start).then(|| {
            let meant = format!("cell({}, {})", column.text(self.text), row.text(self.text));
            let finding = Diagnostic::new(Code::E01, place, "a pair of numbers is not a cell");
            finding.help(help_for_pair(&meant)).fix(format!("write `{meant}`"), place, meant, false)
        })
    }
}
