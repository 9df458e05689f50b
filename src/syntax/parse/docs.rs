//! Finds doc comments, the `///` lines, of items.

use crate::syntax::lex::{Token, TokenKind};

/// Returns the text of the `///` lines directly above an item, and of one after it on its last line.
pub(crate) fn find_docs(text: &str, tokens: &[Token], start: usize, end: usize) -> String {
    let mut lines = find_above(text, tokens, start);
    lines.extend(find_after(text, tokens, end));
    lines.join("\n")
}

/// Returns the text of the `///` comment after a part of an item that ends here, and after its comma.
pub(crate) fn find_beside(text: &str, tokens: &[Token], end: usize) -> Option<String> {
    let next = tokens.get(tokens.partition_point(|token| token.start < end));
    let end = next.filter(|token| token.is(text, ",")).map_or(end, |comma| comma.end);
    find_after(text, tokens, end).map(str::to_owned)
}

/// Returns the lines directly above a byte that contain only a doc comment.
fn find_above<'a>(text: &'a str, tokens: &[Token], start: usize) -> Vec<&'a str> {
    let first = tokens.partition_point(|token| token.start < start);
    let mut lines = Vec::new();
    let mut below = start;
    for at in (0..first).rev() {
        let Some(token) = tokens.get(at) else { break };
        let gap = text.get(token.end..below).unwrap_or("");
        if token.kind != TokenKind::Doc || gap.matches('\n').count() != 1 || shares_line(text, tokens, at) {
            break;
        }
        lines.push(strip_slashes(text, token));
        below = token.start;
    }
    lines.reverse();
    lines
}

/// Returns the doc comment directly after a byte, on the same line.
fn find_after<'a>(text: &'a str, tokens: &[Token], end: usize) -> Option<&'a str> {
    let next = tokens.get(tokens.partition_point(|token| token.start < end))?;
    let gap = text.get(end..next.start)?;
    (next.kind == TokenKind::Doc && !gap.contains('\n')).then(|| strip_slashes(text, next))
}

/// Returns whether something precedes a token on its line.
fn shares_line(text: &str, tokens: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| tokens.get(before));
    match (before, tokens.get(at)) {
        (Some(before), Some(token)) => !text.get(before.end..token.start).unwrap_or("").contains('\n'),
        _ => false,
    }
}

/// Returns the text of a doc comment, without the slashes and one space.
fn strip_slashes<'a>(text: &'a str, token: &Token) -> &'a str {
    let text = token.text(text).trim_start_matches('/');
    text.strip_prefix(' ').unwrap_or(text)
}
