//! Doc comments: which `///` lines belong to which item.

use crate::syntax::ast::Item;
use crate::syntax::lex::{Kind, Token};

/// Gives every item its documentation.
pub(super) fn attach(text: &str, tokens: &[Token], items: &mut [Item]) {
    for item in items {
        item.docs = of(text, tokens, item.span.start as usize, item.span.end as usize);
    }
}

/// The text of the `///` lines directly above an item, and of one behind it on its last line.
pub(crate) fn of(text: &str, tokens: &[Token], start: usize, end: usize) -> String {
    let mut lines = above(text, tokens, start);
    lines.extend(behind(text, tokens, end));
    lines.join("\n")
}

/// The lines directly above a byte that hold nothing but a doc comment.
fn above<'a>(text: &'a str, tokens: &[Token], start: usize) -> Vec<&'a str> {
    let first = tokens.partition_point(|token| token.start < start);
    let mut lines = Vec::new();
    let mut below = start;
    for at in (0..first).rev() {
        let Some(token) = tokens.get(at) else { break };
        let gap = text.get(token.end..below).unwrap_or("");
        if token.kind != Kind::Doc || gap.matches('\n').count() != 1 || shares_its_line(text, tokens, at) {
            break;
        }
        lines.push(words(text, token));
        below = token.start;
    }
    lines.reverse();
    lines
}

/// The doc comment that stands on the same line, behind a byte and with nothing between.
fn behind<'a>(text: &'a str, tokens: &[Token], end: usize) -> Option<&'a str> {
    let next = tokens.get(tokens.partition_point(|token| token.start < end))?;
    let gap = text.get(end..next.start)?;
    (next.kind == Kind::Doc && !gap.contains('\n')).then(|| words(text, next))
}

/// Whether something stands before a token on its line.
fn shares_its_line(text: &str, tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    match (before, tokens.get(at)) {
        (Some(before), Some(token)) => !text.get(before.end..token.start).unwrap_or("").contains('\n'),
        _ => false,
    }
}

/// The text of a doc comment: without the slashes and one space.
fn words<'a>(text: &'a str, token: &Token) -> &'a str {
    let text = token.text(text).trim_start_matches('/');
    text.strip_prefix(' ').unwrap_or(text)
}
