//! Operands that are missing at the end of a line, so that the next line is read in their place; and words that are not needed.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::syntax::keywords;
use crate::syntax::lex::TokenKind;

impl ErrorSite<'_> {
    /// Explains `play a1,` and `set n =` before the next line of an example: its first word is read as the move or the value.
    pub(super) fn explain_next_line(&self) -> Option<Diagnostic> {
        let near =
            (self.at.saturating_sub(4)..=self.at).rev().filter_map(|at| self.tokens.get(at).map(|token| (at, token)));
        let (at, first) = near.into_iter().find(|(_, token)| self.is_first_on_line(token))?;
        let before = self.tokens.get(at.checked_sub(1)?)?;
        let wants_move = before.is_word_of(self.text, &["play", "legal", "illegal", "only"]);
        let leads = wants_move
            || before.is_word_of(self.text, &["at", "expect", "set"])
            || before.is(self.text, ",")
            || before.kind == TokenKind::Sign && !before.is(self.text, ";")
            || before.kind == TokenKind::Word && keywords::RESERVED.contains(&before.text(self.text));
        let next = |by: usize, word: &str| self.tokens.get(at + by).is_some_and(|next| next.is(self.text, word));
        // the token is not a word by its kind, because it was read as a move
        let is_check = keywords::CHECKS.contains(&first.text(self.text)) && self.is_in_example(at);
        let is_to_move = next(1, "to") && next(2, "move");
        let is_placement = before.is(self.text, "at") && (next(1, "at") || next(1, "of") && next(3, "at"));
        if !leads || !(is_check || is_to_move || is_placement) {
            return None;
        }
        let sign = before.text(self.text);
        let is_list = sign == ",";
        let missing = if wants_move || is_list && is_check {
            "move"
        } else if is_placement {
            "cells"
        } else {
            "value"
        };
        let report = self
            .report(before, format!("missing {missing} after `{sign}`"))
            .and(self.span(first), format!("found `{}` instead", first.text(self.text)));
        Some(if is_list {
            let report = report.help("remove the comma, or continue the list");
            report.fix("remove the comma", self.span(before), "", false)
        } else {
            report
        })
    }

    fn is_in_example(&self, at: usize) -> bool {
        let before = self.tokens.get(..at).unwrap_or(&[]);
        before.iter().rev().find(|token| token.is_head(self.text)).is_some_and(|head| head.is(self.text, "example"))
    }

    /// Explains `put a man at p`, `for each q in own`: an English word that the language does not have.
    pub(super) fn explain_needless_word(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found().filter(|found| found.kind == TokenKind::Word)?);
        let head = self.back(2)?;
        let is_name = !self.is_keyword(found) && !self.is_first_on_line(found);
        let is_article = before.is_word_of(self.text, &["a", "an", "the"])
            && head.is_word_of(self.text, &["put", "remove", "give"])
            || before.is_word_of(self.text, &["a", "an", "the"]) && head.is(self.text, ":") && self.result_follows();
        let is_each = before.is_word_of(self.text, &["each", "every", "all"])
            && head.is_word_of(self.text, &["for", "choose"])
            && self.after().is_some_and(|after| after.is(self.text, "in"));
        let (word, head, next) = (before.text(self.text), head.text(self.text), found.text(self.text));
        (is_name && (is_article || is_each)).then(|| {
            let rest = if is_each { format!("{next} in ..") } else { next.to_owned() };
            let report = self.report(before, format!("unexpected `{word}` after `{head}`"));
            let place = self.span(before).to(self.start(found));
            let lead = if head == ":" { String::new() } else { format!("{head} ") };
            report.help(format!("write `{lead}{rest}`")).fix(format!("remove `{word}`"), place, "", true)
        })
    }

    /// Explains `action move(own p)`: the set is written before the name.
    pub(super) fn explain_set_before_name(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found().filter(|found| found.kind == TokenKind::Word)?);
        let is_binder = self.expects("`:`") && !self.expected.operator;
        let sets = ["own", "enemy", "empty", "occupied", "pieces", "board"];
        (is_binder && before.is_word_of(self.text, &sets) && !self.is_keyword(found)).then(|| {
            let (set, name) = (before.text(self.text), found.text(self.text));
            let help = format!("write `{name}: {set}`");
            let edits = vec![self.replace(before, format!("{name}:")), self.replace(found, set)];
            self.report(found, "the name must come before the set").help(help.clone()).edits(help, edits, false)
        })
    }
}
