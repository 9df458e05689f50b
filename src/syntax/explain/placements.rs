//! Lines of a setup in the words of rule sheets: `put man of White on row 1`, commas between placements, rows as a list.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::syntax::keywords;
use crate::syntax::lex::TokenKind;

impl ErrorSite<'_> {
    /// Explains `man of White on a1` and a comma between the placements of a `setup`.
    pub(super) fn explain_placement_in_words(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        if self.expects("`at`")
            && !self.after().is_some_and(|top| top.is(self.text, "top"))
            && found.is_word_of(self.text, &["on", "in", "into", "to", "is"])
        {
            let report = self.report(found, format!("expected `at`, found `{}`", found.text(self.text)));
            let report = report.help(self.example_of_placement());
            return Some(report.fix("write `at`", self.span(found), "at", true));
        }
        let is_list = found.is(self.text, ",") && self.expected.name && self.expects("`}`");
        let next = self.after().filter(|next| next.kind == TokenKind::Word)?;
        let follows = self.tokens.get(self.at + 2)?.is_word_of(self.text, &["of", "at"]);
        let in_layout = self.construct()?.is_word_of(self.text, &["setup", "position"]);
        if is_list && in_layout && !follows && !keywords::is_cell(next.text(self.text)) {
            let report = self.report(found, "sets cannot be listed with `,`");
            let gap = self.end(self.before()?).to(self.span(found));
            return Some(report.help("join them: `rows(1) | rows(6)`").fix("write `|`", gap, " |", true));
        }
        (is_list && in_layout && follows && !keywords::is_cell(next.text(self.text))).then(|| {
            let report = self.report(found, "unexpected `,`");
            report.help("placements need no comma between them").fix("remove it", self.span(found), "", true)
        })
    }

    /// Explains `put man of White at a1` in a setup, which has no statements.
    pub(super) fn explain_statement_in_setup(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is_word_of(self.text, &["put", "place", "add", "set"]))?;
        let [_, kind, of, owner] = self.tokens.get(self.at..self.at + 4)? else { return None };
        if !self.is_in_layout() || !of.is(self.text, "of") || self.is_kind(found.text(self.text)) {
            return None;
        }
        let piece = self.text.get(kind.start..owner.end)?;
        let report = self.report(found, format!("unexpected `{}`: a setup has no statements", found.text(self.text)));
        let gap = self.span(found).to(self.start(kind));
        Some(report.help(format!("write `{piece} at ..`, such as `{piece} at rows(1)`")).fix(
            "remove it",
            gap,
            "",
            true,
        ))
    }

    /// Returns a placement as an example, with the piece before the unexpected token: in a statement `put man at q`.
    fn example_of_placement(&self) -> String {
        if let (Some(put), Some(kind)) =
            (self.statement_around().filter(|head| head.is(self.text, "put")), self.before())
        {
            let cell = self.after().map_or("q", |cell| cell.text(self.text));
            return format!("write `{} at {cell}`", self.text.get(put.start..kind.end).unwrap_or("put man"));
        }
        let piece = match (self.back(3), self.back(2), self.before()) {
            (Some(kind), Some(of), Some(owner)) if of.is(self.text, "of") => self.text.get(kind.start..owner.end),
            (_, _, Some(kind)) if self.is_kind(kind.text(self.text)) => Some(kind.text(self.text)),
            _ => None,
        };
        let piece = piece.unwrap_or("man of White");
        format!("for example: `{piece} at {{a1 c1}}`, `{piece} at rows(1)`")
    }
}
