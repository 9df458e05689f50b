//! Lists of words as other languages write them: `enum phase { placing, moving }`, `var phase: "placing" | "moving"`, and a word in
//! quotes where a value is expected.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};
use crate::types::Type;

impl ErrorSite<'_> {
    /// Explains `enum phase { placing, moving }`, `type phase = placing | moving`, `var phase: {placing, moving}`.
    pub(super) fn explain_list_of_words(&self) -> Option<Diagnostic> {
        const HEADS: &[&str] = &["enum", "type", "var", "def"];
        let head =
            (0..=self.at).rev().find(|at| self.tokens.get(*at).is_some_and(|token| self.is_any(token, HEADS)))?;
        let line: Vec<&Token> = self.line_from(head);
        let [keyword, name, sign, list @ ..] = line.as_slice() else { return None };
        let is_declared = !self.is_any(keyword, &["enum", "type"]);
        let list = match sign.text(self.text) {
            ":" | "in" => list,
            "=" | "{" if !is_declared => list,
            _ => return None,
        };
        let list = list.split(|token| token.is(self.text, "=")).next()?;
        let words = self.words_of_list(list)?;
        let is_right = is_declared
            && sign.is(self.text, ":")
            && list.iter().skip(1).step_by(2).all(|sign| sign.is(self.text, "|"));
        if name.kind != TokenKind::Word
            || words.len() < 2
            || is_right && !list.iter().any(|one| one.kind == TokenKind::Text)
        {
            return None;
        }
        let list_text = words.join(" | ");
        let declared = if is_declared { keyword.text(self.text) } else { "var" };
        let meant = format!("{declared} {}: {list_text}", name.text(self.text));
        let place = self.span(keyword).to(self.span(list.last()?));
        let report = self.report_span(place, "this is not how words are listed");
        Some(report.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), place, meant, is_declared))
    }

    /// Explains `phase == "moving"` and `p == "a1"`.
    pub(super) fn explain_word_in_quotes(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.kind == TokenKind::Text)?;
        let name = found.text(self.text).trim_matches('"');
        if keywords::is_cell(name) && self.expected.value {
            let report = self.report(found, "a cell has no quotes").help(format!("write `{name}`"));
            return Some(report.fix(format!("write `{name}`"), self.span(found), name, true));
        }
        let word = self.word_in(found)?;
        self.before().filter(|before| self.is_any(before, &["==", "!=", "=", "then", "else", "in"]))?;
        let head =
            self.backward().find(|token| token.is_word_of(self.text, keywords::HEADS) || token.is(self.text, "var"))?;
        if !self.expected.value || self.is_any(head, &["def", "look", "map", "var"]) {
            return None;
        }
        let report =
            self.report(found, "a value is not a text").help(format!("for a word, write `{word}` without quotes"));
        Some(report.fix("remove the quotes", self.span(found), word, false))
    }

    /// Returns the tokens from one to the end of its line.
    fn line_from(&self, first: usize) -> Vec<&Token> {
        let rest = self.tokens.get(first + 1..).unwrap_or(&[]).iter().take_while(|token| !self.is_first_on_line(token));
        self.tokens.get(first).into_iter().chain(rest).collect()
    }

    /// Returns the words of a list, whatever its signs, or `None` if it has other things.
    fn words_of_list(&self, list: &[&Token]) -> Option<Vec<String>> {
        let is_sign = |token: &Token| self.is_any(token, &["{", "}", "(", ")", "[", "]", ",", "|", "/", "or", "and"]);
        let words = list.iter().filter(|token| !is_sign(token)).map(|token| self.word_in(token));
        words.collect()
    }

    /// Returns the word that a token is, also in quotes, if it can be one of a list.
    fn word_in(&self, token: &Token) -> Option<String> {
        let word = match token.kind {
            TokenKind::Word => token.text(self.text),
            TokenKind::Text => token.text(self.text).trim_matches('"'),
            _ => return None,
        };
        let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let is_free = !keywords::is_reserved(word) && !keywords::is_cell(word) && Type::of_word(word).is_none();
        (is_name && is_free).then(|| word.to_owned())
    }
}
