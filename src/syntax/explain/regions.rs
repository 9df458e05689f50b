//! Regions in other words: `region m = meadow { .. }`, `zone meadow {a1 b1}`, and a picture after `def`.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};
use std::collections::BTreeSet;

/// Words of rule sheets for a part of the board.
const WORDS: &[&str] = &["region", "regions", "zone", "zones", "area", "areas", "terrain", "grid"];

impl ErrorSite<'_> {
    /// Explains `region m = meadow { .. }`, `region meadow { .. }`, `region meadow: a1 b1` and `def m = meadow { .. }`.
    pub(super) fn explain_region(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        let is_word = self.expected.item && self.is_first_on_line(found) && found.is_word_of(self.text, WORDS);
        let at = match is_word {
            true => self.at,
            false => {
                let def = self.construct().filter(|def| found.is(self.text, "{") && def.is(self.text, "def"))?;
                self.tokens.iter().position(|token| token.start == def.start)?
            }
        };
        let head = self.tokens.get(at)?;
        let rest = self.tokens.get(at + 1..)?;
        let is_open = |token: &Token| self.is_any(token, &["{", ":"]) || token.is_head(self.text);
        let count = rest.iter().position(is_open)?;
        let (meanings, open) = (rest.get(..count)?, rest.get(count)?);
        let picture = self.picture_after(open);
        let is_meaning = |meaning: &[Token]| match meaning {
            [_, equals, name] => equals.is(self.text, "=") && name.kind == TokenKind::Word,
            _ => false,
        };
        let word = head.text(self.text);
        let report = match is_word {
            true => self.report(head, format!("unknown keyword `{word}`")),
            false => self.report(head, "a `def` has no picture"),
        };
        if picture.is_some() && meanings.split(|token| token.is(self.text, ",")).all(is_meaning) {
            let names = self.text.get(meanings.first()?.start..meanings.last()?.end)?;
            let report = report.help(format!("write `map {names} {{ .. }}`"));
            return Some(report.fix("write `map`", self.span(head), "map", true));
        }
        let [name] = meanings else { return None };
        if !is_word || name.kind != TokenKind::Word || self.is_keyword(name) {
            return None;
        }
        let (place, name) = (self.span(head).to(self.span(name)), name.text(self.text));
        if let Some(symbols) = picture {
            let symbol = symbols.first()?;
            let meant = format!("map {symbol} = {name}");
            let report = report.help(format!("write `{meant} {{ .. }}`: each character has a name"));
            return Some(report.fix(format!("write `{meant}`"), place, meant, symbols.len() == 1));
        }
        let (cells, last) = self.cells_after(at + 1 + count)?;
        let meant = format!("def {name} = {{{cells}}}");
        let place = self.span(head).to(self.span(last));
        Some(report.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), place, meant, true))
    }

    /// Returns the symbols of the picture in the braces that a token opens, without those of empty cells.
    fn picture_after(&self, open: &Token) -> Option<BTreeSet<&str>> {
        let rest = self.text.get(open.end..).filter(|_| open.is(self.text, "{"))?;
        let symbols: Vec<&str> = rest.split('}').next()?.split_whitespace().collect();
        let is_picture = symbols.len() > 3 && symbols.iter().all(|symbol| symbol.chars().count() == 1);
        is_picture.then(|| symbols.into_iter().filter(|symbol| *symbol != ".").collect())
    }

    /// Returns the cells after a `:` or in the braces that a token opens, and the last token of both.
    fn cells_after(&self, open: usize) -> Option<(String, &Token)> {
        let rest = self.tokens.get(open + 1..)?;
        let is_cell = |token: &Token| keywords::is_cell(token.text(self.text));
        let count = rest.iter().take_while(|token| is_cell(token) || token.is(self.text, ",")).count();
        let (first, last) = (rest.first().filter(|first| is_cell(first))?, rest.get(count.checked_sub(1)?)?);
        let cells = self.text.get(first.start..last.end)?.to_owned();
        match self.tokens.get(open)?.is(self.text, "{") {
            true => Some((cells, rest.get(count).filter(|close| close.is(self.text, "}"))?)),
            false => Some((cells, last)),
        }
    }
}
