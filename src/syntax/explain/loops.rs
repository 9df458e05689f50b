//! `for` in other words: in a clause of `end` that begins with `when`, where the loop must come first, and through `1 to 3`.

use super::patterns::ends_game;
use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};
use std::ops::Range;

impl ErrorSite<'_> {
    /// Explains `when for P in players: C: ..`, `when for P in players C: ..` and `when C for P in players: ..` in `end`.
    pub(super) fn explain_loop_in_clause(&self) -> Option<Diagnostic> {
        let head = self.found().filter(|found| found.is(self.text, "for"))?;
        let is_filler = |token: &Token| token.is_word_of(self.text, &["each", "every", "any", "all"]);
        let from = self.at + 1 + usize::from(self.after().is_some_and(is_filler));
        let (name, joint) = (self.tokens.get(from)?, self.tokens.get(from + 1)?);
        if name.kind != TokenKind::Word || !joint.is(self.text, "in") {
            return None;
        }
        let after = self.value_end(from + 2)?;
        let over = format!("for {}", self.written(from..after)?);
        let when = self.tokens.get(..self.at)?.iter().rposition(|token| token.is(self.text, "when"))?;
        if !ends_game(self.text, &self.tokens, when) {
            return None;
        }
        let is_before = when + 1 == self.at;
        let condition = if is_before {
            let joints = [":", ",", "when", "if", "where", "and", "then"];
            let joint = self.tokens.get(after).is_some_and(|joint| self.is_any(joint, &joints));
            let from = after + usize::from(joint);
            from..self.value_end(from).unwrap_or(from)
        } else {
            when + 1..self.at
        };
        let end = condition.end.max(after);
        let colon = self.tokens.get(end).filter(|colon| colon.is(self.text, ":"));
        // `when C` without its result, before the next clause
        if !is_before && (colon.is_none() || self.is_first_on_line(head)) {
            return None;
        }
        let report = self.report(head, "`for` must come before `when`");
        let (Some(_), Some(condition)) = (colon, self.written(condition)) else {
            return Some(report.help(format!("write `{over} when C: {} loses`", name.text(self.text))));
        };
        let meant = format!("{over} when {condition}");
        let result = self.result_at(end + 1).map_or("..".to_owned(), crate::syntax::one_line);
        let place = self.span(self.tokens.get(when)?).to(self.span(self.tokens.get(end - 1)?));
        let report = report.help(format!("write `{meant}: {result}`"));
        Some(report.fix(format!("write `{meant}`"), place, meant, !self.has_comment(place)))
    }

    /// Explains `for n in 1 to 3`.
    pub(super) fn explain_range_in_words(&self) -> Option<Diagnostic> {
        let joint = self.found().filter(|found| found.is_word_of(self.text, &["to", "through"]))?;
        let (first, last) = (self.before()?, self.after()?);
        let kinds = [first.kind, last.kind];
        let is_range = kinds.contains(&TokenKind::Number)
            && kinds.iter().all(|kind| matches!(kind, TokenKind::Number | TokenKind::Word));
        if !self.back(2)?.is(self.text, "in") || !is_range {
            return None;
        }
        let (first_text, last_text) = (first.text(self.text), last.text(self.text));
        let written = format!("{first_text} {} {last_text}", joint.text(self.text));
        let place = self.span(first).to(self.span(last));
        let report = self.report_span(place, format!("`{written}` is not a range of numbers"));
        Some(report.suggest(place, format!("{first_text}..{last_text}"), true))
    }

    /// Returns the result of a clause of `end` that begins at a token: `draw`, `P loses`, `most pieces wins`.
    fn result_at(&self, from: usize) -> Option<&str> {
        let rest = self.tokens.get(from..)?;
        let is_last = |token: &Token| token.is_word_of(self.text, &["draw", "never", "wins", "loses"]);
        let is_over = |token: &Token| token.is_word_of(self.text, keywords::CLAUSES) || token.kind == TokenKind::Close;
        let last = rest.iter().take_while(|token| !is_over(token)).position(is_last)?;
        self.text.get(rest.first()?.start..rest.get(last)?.end)
    }

    /// Returns the text of some tokens on one line, or `None` if there are none.
    pub(super) fn written(&self, range: Range<usize>) -> Option<String> {
        let last = self.tokens.get(range.end.checked_sub(1).filter(|last| *last >= range.start)?)?;
        self.text.get(self.tokens.get(range.start)?.start..last.end).map(crate::syntax::one_line)
    }

    /// Returns whether a place has a comment, which a fix that writes it again would lose.
    pub(super) fn has_comment(&self, place: Span) -> bool {
        let written = self.text.get(place.start as usize..place.end as usize).unwrap_or("");
        crate::syntax::lex::lex(written).iter().any(Token::is_comment)
    }
}
