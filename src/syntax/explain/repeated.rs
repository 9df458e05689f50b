//! Several items on one line: `piece man; piece king`, `var n = 0; var m = 1`, `neutral piece rock`.

use super::site::ErrorSite;
use crate::diagnostic::{Diagnostic, Edit};
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

/// The items that are lists.
const LISTS: &[&str] = &["piece", "players", "neutral", "legend"];

impl ErrorSite<'_> {
    /// Explains `piece man; piece king`, `piece man, piece king`, `players Red, player Blue`: a list that repeats its keyword.
    pub(super) fn explain_repeated_head(&self) -> Option<Diagnostic> {
        let is_joint =
            |at: usize| self.tokens.get(at).is_some_and(|joint| self.is_any(joint, &[";", ",", "and", "&", "/"]));
        let is_first = |at: usize| !at.checked_sub(1).is_some_and(is_joint);
        let is_list = |at: usize| self.tokens.get(at).is_some_and(|token| token.is_word_of(self.text, LISTS));
        let head_at = (0..=self.at).rev().find(|at| is_list(*at) && is_first(*at))?;
        let head = self.tokens.get(head_at)?;
        let word = head.text(self.text);
        let singular = word.strip_suffix('s').unwrap_or(word);
        let repeats = |token: &Token| token.is(self.text, word) || token.is(self.text, singular);
        let line = (head_at + 1..self.tokens.len())
            .take_while(|at| self.tokens.get(*at).is_some_and(|token| !self.is_first_on_line(token)));
        let is_repeated = |at: &usize| {
            let next =
                self.tokens.get(at + 1).is_some_and(|next| !self.is_keyword(next) && !self.is_first_on_line(next));
            self.tokens.get(*at).is_some_and(repeats) && !is_first(*at) && next
        };
        let all: Vec<usize> = line.filter(is_repeated).collect();
        let (first, last) = (*all.first()?, *all.last()?);
        if !(first - 1..=last + 1).contains(&self.at) {
            return None;
        }
        let mut edits = Vec::new();
        let mut meant = String::new();
        let mut written = head.start;
        for at in all {
            let (before, next) = (self.tokens.get(at.checked_sub(2)?)?, self.tokens.get(at + 1)?);
            edits.push(Edit { span: self.end(before).to(self.start(next)), text: ", ".to_owned() });
            meant.push_str(&format!("{}, ", self.text.get(written..before.end)?));
            written = next.start;
        }
        meant.push_str(self.tokens.get(last + 1)?.text(self.text));
        let report =
            self.report(self.tokens.get(first)?, format!("repeated `{}`", self.tokens.get(first)?.text(self.text)));
        Some(report.help(format!("write `{meant}`")).edits(format!("write `{meant}`"), edits, true))
    }

    /// Explains `neutral piece rock`, and `piece ship, neutral rock`.
    pub(super) fn explain_neutral_kinds(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found()?);
        let name = self.after().filter(|name| name.kind == TokenKind::Word && !self.is_keyword(name))?;
        let meant = format!("neutral {}", name.text(self.text));
        let report = self.report(found, format!("unexpected `{}`", found.text(self.text)));
        if before.is(self.text, "neutral") && found.is(self.text, "piece") {
            let word = self.start(found).to(self.start(name));
            return Some(report.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), word, "", true));
        }
        let is_second = before.is(self.text, ",") && found.is(self.text, "neutral");
        let is_in_list = self.construct().is_some_and(|head| head.is(self.text, "piece"));
        (is_second && is_in_list).then(|| {
            let gap = self.end(self.back(2).unwrap_or(before)).to(self.start(found));
            report.help(format!("begin a new line with `{meant}`")).fix("begin a new line", gap, "\n", true)
        })
    }

    /// Explains `var n = 0; var m = 1`: a sign between two items of a line.
    pub(super) fn explain_separated_items(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.is_any(found, &[";", ","]))?;
        let next =
            self.after().filter(|next| next.is_word_of(self.text, keywords::ITEMS) && !self.is_first_on_line(next))?;
        let can_end = self.expected.item || self.expected.operator || self.expected.clause || self.expects("`,`");
        let is_named = self.tokens.get(self.at + 2).is_some_and(|name| {
            matches!(name.kind, TokenKind::Word | TokenKind::Text | TokenKind::Number) && !self.is_keyword(name)
        });
        let is_inside = self.open_brackets() > 0;
        if !can_end || !is_named || is_inside {
            return None;
        }
        let sign = found.text(self.text);
        let item = self.text.get(next.start..self.tokens.get(self.at + 2)?.end)?;
        let report = self.report(found, format!("unexpected `{sign}` between two items"));
        let gap = self.end(self.before()?).to(self.start(next));
        Some(report.help(format!("begin a new line with `{item}`")).fix("begin a new line", gap, "\n", true))
    }

    /// Returns how many brackets of the item are open before the unexpected token.
    fn open_brackets(&self) -> usize {
        let head = self.tokens.get(..self.at).unwrap_or(&[]).iter().rposition(|token| token.is_head(self.text));
        let inside = self.tokens.get(head.unwrap_or(0)..self.at).unwrap_or(&[]);
        inside.iter().fold(0, |depth, token| token.depth_after(depth))
    }
}
