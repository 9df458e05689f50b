//! Line breaks.

use super::facts::TokenFacts;
use crate::syntax::lex::{Token, TokenKind};

/// A line of the result: the tokens `first..end`.
pub(super) struct Line {
    pub first: usize,
    pub end: usize,
    /// Whether there is a blank line before it.
    pub blank_before: bool,
}

/// Splits the tokens into lines: where the author did, and where a block of several lines needs it.
pub(super) fn cut(text: &str, tokens: &[Token], facts: &TokenFacts) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let gap = before.map_or("", |before| text.get(before.end..token.start).unwrap_or(""));
        if token.kind == TokenKind::Close {
            open.pop();
        }
        let begins = before.is_none_or(|before| {
            let breaks = !token.is_comment() && wanted(at, facts, &open);
            before.is_comment() || breaks || gap.contains('\n') && !joins(at, before, token, facts)
        });
        if begins {
            lines.push(Line { first: at, end: at + 1, blank_before: blank_before(text, tokens, facts, at, gap) });
        } else if let Some(line) = lines.last_mut() {
            line.end = at + 1;
        }
        if token.kind == TokenKind::Open {
            open.push(at);
        }
    }
    lines
}

/// Returns whether a line has to begin here. `open` has the brackets around the token.
fn wanted(at: usize, facts: &TokenFacts, open: &[usize]) -> bool {
    if facts.items.contains(&at) {
        return true;
    }
    if let Some(partner) = facts.partners.get(&at).filter(|partner| **partner < at) {
        return facts.is_open_block(*partner);
    }
    let Some(&brace) = open.last().filter(|brace| facts.is_open_block(**brace)) else { return false };
    // placements, chains, lines of examples and cases may share a line, but not with the brace
    brace + 1 == at || facts.statements.contains(&at)
}

/// Returns whether a token is the opening brace of a block, which belongs on the line before.
fn joins(at: usize, before: &Token, token: &Token, facts: &TokenFacts) -> bool {
    token.kind == TokenKind::Open && facts.is_block(at) && !before.is_comment()
}

/// Keeps at most one blank line, removes those at the ends of blocks, and adds one before an item with its own comment.
fn blank_before(text: &str, tokens: &[Token], facts: &TokenFacts, at: usize, gap: &str) -> bool {
    let Some(before) = at.checked_sub(1) else { return false };
    let opens = facts.is_open_block(before);
    let closes = facts.partners.get(&at).is_some_and(|partner| *partner < at);
    let blank = gap.matches('\n').count() > 1 && !opens && !closes;
    blank
        || documents(text, tokens, facts, at)
            && tokens.get(before).is_some_and(|token| !alone(text, tokens, before, token))
}

/// Returns whether a doc comment is directly above an item; the token is its first line.
fn documents(text: &str, tokens: &[Token], facts: &TokenFacts, at: usize) -> bool {
    let mut next = at;
    while let Some(token) = tokens.get(next) {
        if token.kind != TokenKind::Doc {
            return next > at && facts.items.contains(&next);
        }
        let behind = tokens.get(next + 1).map_or("", |behind| text.get(token.end..behind.start).unwrap_or(""));
        if behind.matches('\n').count() > 1 {
            return false;
        }
        next += 1;
    }
    false
}

/// Returns whether a comment has a line of its own.
fn alone(text: &str, tokens: &[Token], at: usize, token: &Token) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    let gap = before.map_or("\n", |before| text.get(before.end..token.start).unwrap_or(""));
    token.is_comment() && gap.contains('\n')
}
