//! The spaces between the words of a line.

use super::facts::TokenFacts;
use super::lines::Line;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

/// A line: each token with the number of spaces before it. For the first one, this is the indentation.
pub(super) struct TokenRow {
    pub tokens: Vec<(usize, usize)>,
    pub line: Line,
}

impl TokenRow {
    pub(super) fn text(&self, text: &str, tokens: &[Token]) -> String {
        let mut row = String::new();
        for (at, spaces) in &self.tokens {
            row.extend(std::iter::repeat_n(' ', *spaces));
            row.push_str(tokens.get(*at).map_or("", |token| token.text(text)));
        }
        row
    }

    /// Returns the column where the n-th token begins.
    pub(super) fn column(&self, n: usize, text: &str, tokens: &[Token]) -> usize {
        let width = |at: usize| tokens.get(at).map_or(0, |token| token.text(text).chars().count());
        let before: usize = self.tokens.iter().take(n).map(|(at, spaces)| spaces + width(*at)).sum();
        before + self.tokens.get(n).map_or(0, |(_, spaces)| *spaces)
    }
}

/// Sets the spaces of a line.
pub(super) fn row(text: &str, tokens: &[Token], facts: &TokenFacts, line: Line, indent: usize) -> TokenRow {
    let mut row: Vec<(usize, usize)> = Vec::with_capacity(line.end - line.first);
    for (at, token) in tokens.iter().enumerate().take(line.end).skip(line.first) {
        // no `;` is needed at the end of a line or a block
        let last = tokens
            .get(at + 1)
            .filter(|_| at + 1 < line.end)
            .is_none_or(|next| next.is_comment() || next.kind == TokenKind::Close || next.is(text, ";"));
        if last && token.is(text, ";") {
            continue;
        }
        let spaces = match row.last().and_then(|(before, _)| Some((*before, tokens.get(*before)?))) {
            None => indent,
            Some((before, left)) => between(text, facts, (before, left), (at, token)),
        };
        row.push((at, spaces));
    }
    TokenRow { tokens: row, line }
}

/// Returns the number of spaces between two adjacent tokens.
fn between(text: &str, facts: &TokenFacts, (before, left): (usize, &Token), (at, right): (usize, &Token)) -> usize {
    if right.is_comment() {
        return 2;
    }
    let symbol = |token: &Token| matches!(token.kind, TokenKind::Symbol | TokenKind::CellName);
    if symbol(left) || symbol(right) {
        let both = left.kind == right.kind && (facts.holed || left.kind == TokenKind::CellName);
        return if both { text.get(left.end..right.start).map_or(1, |gap| gap.chars().count()) } else { 1 };
    }
    let apart = left.end < right.start;
    let none = left.is(text, "(")
        || right.is(text, ")")
        || [",", ";", ":"].iter().any(|sign| right.is(text, sign))
        || facts.lists.contains(&before)
        || facts.partners.get(&at).is_some_and(|open| *open < at && facts.lists.contains(open))
        || facts.minus.contains(&before)
        || facts.slashes.contains(&before)
        || facts.slashes.contains(&at)
        || facts.parameters.contains(&at);
    if none {
        return 0;
    }
    if left.is(text, "..") || right.is(text, "..") {
        return usize::from(apart && spaced_range(text, left, right));
    }
    if right.is(text, "(") && left.kind == TokenKind::Word && !keywords::RESERVED.contains(&left.text(text)) {
        return usize::from(apart);
    }
    1
}

/// Returns whether the author has written spaces around a range: `a + 1 .. b`.
fn spaced_range(text: &str, left: &Token, right: &Token) -> bool {
    let space = |at: Option<char>| at.is_some_and(char::is_whitespace);
    let dots = if left.is(text, "..") { left } else { right };
    space(text.get(..dots.start).and_then(|before| before.chars().next_back()))
        && space(text.get(dots.end..).and_then(|behind| behind.chars().next()))
}
