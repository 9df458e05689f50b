//! Braces that the clauses of an action do not have: `when C { .. }`, `action step(p: own) { .. }`.

use super::site::ErrorSite;
use crate::diagnostic::{Diagnostic, Edit};
use crate::syntax::keywords;
use crate::syntax::lex::Token;

impl ErrorSite<'_> {
    /// Explains `when C { move p to q }`: statements right after a condition.
    pub(super) fn explain_statements_after_condition(&self) -> Option<Diagnostic> {
        let open = self.found().filter(|open| open.is(self.text, "{"))?;
        self.construct().filter(|when| when.is(self.text, "when"))?;
        let begins = |word: &&Token| word.is_word_of(self.text, keywords::STATEMENTS) || word.is(self.text, "let");
        self.after().filter(begins)?;
        let is_head = |token: &&Token| token.is_head(self.text);
        self.backward().find(is_head).filter(|head| head.is(self.text, "action"))?;
        if self.backward().take_while(|token| !is_head(token)).any(|token| token.is(self.text, "do")) {
            let report = self.report(open, "a `when` cannot follow `do`: the condition of a statement is an `if`");
            return Some(report.help("write `do { .. if C { .. } }`; a `when C` before `do` is for the whole move"));
        }
        let report = self.report(open, "missing `do` before the statements").help("write `when C do { .. }`");
        Some(report.fix("write `do`", self.start(open), "do ", true))
    }

    /// Explains `action step(p: own) { when .. do .. }`.
    pub(super) fn explain_braces_of_action(&self) -> Option<Diagnostic> {
        let open = self.found().filter(|open| open.is(self.text, "{") && self.expected.clause)?;
        let next = self.after()?;
        self.construct().filter(|head| head.is(self.text, "action"))?;
        if !next.is_word_of(self.text, keywords::CLAUSES) {
            return None;
        }
        let close = self.closing(self.at)?;
        let before = self.tokens.iter().take_while(|token| token.end <= close.start).last()?;
        let report = self.report(open, "the clauses of an action have no braces around them");
        let remove = |span| Edit { span, text: String::new() };
        let edits =
            vec![remove(self.end(self.before()?).to(self.span(open))), remove(self.end(before).to(self.span(close)))];
        Some(report.help("remove both braces; only the statements after `do` have braces").edits(
            "remove the braces",
            edits,
            true,
        ))
    }
}
