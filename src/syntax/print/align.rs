//! Columns: tokens that the author has aligned stay aligned.

use super::space::TokenRow;
use crate::syntax::lex::{Token, TokenKind, indent};

/// A token that can be aligned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Anchor {
    /// A `=`.
    Equals,
    /// The token after a `:`.
    BehindColon,
    /// The token after the first `;`.
    BehindSemicolon,
    /// A comment at the end of a line.
    Comment,
}

/// Restores the columns of consecutive rows.
pub(super) fn align(text: &str, tokens: &[Token], rows: &mut [TokenRow]) {
    for anchor in [Anchor::Equals, Anchor::BehindColon, Anchor::BehindSemicolon, Anchor::Comment] {
        let mut start = 0;
        while start < rows.len() {
            let column = written(text, tokens, rows, start, anchor);
            let mut end = start + 1;
            while column.is_some()
                && rows.get(end).is_some_and(|row| !row.line.blank_before)
                && written(text, tokens, rows, end, anchor) == column
            {
                end += 1;
            }
            if let (Some(column), Some(run)) = (column, rows.get_mut(start..end)) {
                set(text, tokens, run, anchor, column);
            }
            start = end;
        }
    }
}

/// Returns the column of an anchor in the author's text.
fn written(text: &str, tokens: &[Token], rows: &[TokenRow], row: usize, anchor: Anchor) -> Option<usize> {
    let row = rows.get(row)?;
    let (at, _) = row.tokens.get(place(text, tokens, row, anchor)?)?;
    let token = tokens.get(*at)?;
    let before = text.get(..token.start)?;
    let line = before.rsplit('\n').next()?;
    Some(line.chars().count())
}

fn place(text: &str, tokens: &[Token], row: &TokenRow, anchor: Anchor) -> Option<usize> {
    let mut depth = 0i32;
    let mut before: Option<&Token> = None;
    for (n, (at, _)) in row.tokens.iter().enumerate() {
        let token = tokens.get(*at)?;
        let behind = |sign| before.is_some_and(|before| before.is(text, sign)) && !token.is_comment();
        let found = match anchor {
            Anchor::Comment => token.is_comment(),
            Anchor::Equals => depth == 0 && token.is(text, "="),
            Anchor::BehindColon => depth == 0 && behind(":"),
            Anchor::BehindSemicolon => depth == 0 && behind(";"),
        };
        if found {
            return (n > 0).then_some(n);
        }
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth -= 1,
            _ => {}
        }
        before = Some(token);
    }
    None
}

/// Aligns the anchors of rows, if the author has added spaces to align them.
fn set(text: &str, tokens: &[Token], rows: &mut [TokenRow], anchor: Anchor, written: usize) {
    let places: Vec<(usize, usize)> =
        rows.iter().enumerate().filter_map(|(r, row)| place(text, tokens, row, anchor).map(|n| (r, n))).collect();
    let moved = places.iter().any(|(r, n)| moved(text, tokens, rows.get(*r), *n));
    let natural =
        places.iter().filter_map(|(r, n)| rows.get(*r).map(|row| row.column(*n, text, tokens))).max().unwrap_or(0);
    let column = match anchor {
        // a comment keeps its distance from the first word if there is room
        Anchor::Comment => rows
            .first()
            .map_or(written, |row| (written + indentation(row)).saturating_sub(was(text, tokens, row)))
            .max(natural),
        _ if moved && rows.len() > 1 => natural,
        _ => return,
    };
    for (r, n) in places {
        if let Some(row) = rows.get_mut(r) {
            let now = row.column(n, text, tokens);
            if let Some((_, spaces)) = row.tokens.get_mut(n) {
                *spaces += column.saturating_sub(now);
            }
        }
    }
}

fn indentation(row: &TokenRow) -> usize {
    row.tokens.first().map_or(0, |(_, spaces)| *spaces)
}

/// Returns the column of the first word of a row in the author's text, or a very large number if it was not the first word of a line.
fn was(text: &str, tokens: &[Token], row: &TokenRow) -> usize {
    let first = row.tokens.first().and_then(|(at, _)| tokens.get(*at));
    first.and_then(|first| indent(text, first.start)).unwrap_or(usize::MAX / 2)
}

/// Returns whether the author has written more than one space before a token.
fn moved(text: &str, tokens: &[Token], row: Option<&TokenRow>, n: usize) -> bool {
    let token = row.and_then(|row| row.tokens.get(n)).and_then(|(at, _)| tokens.get(*at));
    token.is_some_and(|token| text.get(..token.start).unwrap_or("").ends_with("  "))
}
