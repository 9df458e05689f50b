//! The parts of an item that recovery can remove, so that the rest can be parsed: the wrong statement, clause or line, or what
//! contains it.

use crate::syntax::explain::OPTIONS;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind, indent};
use std::ops::Range;

/// Returns the ranges of tokens around the one at `anchor` that form a unit, smallest first, and finally all tokens.
pub(super) fn units_around(text: &str, tokens: &[Token], anchor: usize) -> Vec<Range<usize>> {
    let depths = depths(tokens);
    let depth = |at: usize| depths.get(at).copied().unwrap_or(0);
    let anchor = anchor.min(tokens.len().saturating_sub(1));
    let mut level = depth(anchor);
    let mut found: Vec<Range<usize>> = find_binder(text, tokens, anchor).into_iter().collect();
    found.extend(find_option(text, tokens, anchor));
    for first in (0..=anchor).rev() {
        if depth(first) > level {
            continue;
        }
        level = depth(first);
        if !begins(text, tokens, first) {
            continue;
        }
        let behind = |ends: &dyn Fn(usize) -> bool| {
            let end = (anchor.max(first) + 1..tokens.len()).find(|at| ends(*at)).unwrap_or(tokens.len());
            let more = tokens.get(end..).unwrap_or(&[]).iter().take_while(|word| word.is(text, ";")).count();
            first..end + more
        };
        let closed = |at: usize| depth(at) < level && tokens.get(at).is_some_and(|word| word.kind == TokenKind::Close);
        found.push(behind(&|at| closed(at) || depth(at) == level && begins(text, tokens, at)));
        // whatever is indented deeper belongs to the line where it begins
        let column = |at: usize| tokens.get(at).and_then(|word| indent(text, word.start));
        if let Some(here) = column(first) {
            let next = |at: usize| column(at).is_some_and(|there| there <= here) && begins(text, tokens, at);
            found.push(behind(&|at| closed(at) || depth(at) <= level && next(at)));
        }
    }
    found.push(0..tokens.len());
    found.dedup();
    found
}

/// Returns the binder of an action around a token, with one comma beside it, so that the clauses of the action can be parsed.
fn find_binder(text: &str, tokens: &[Token], anchor: usize) -> Option<Range<usize>> {
    let depths = depths(tokens);
    let open = tokens.iter().position(|token| token.is(text, "("))?;
    let is_action = tokens.get(open.checked_sub(2)?)?.is(text, "action") && anchor > open;
    let level = depths.get(open).filter(|_| is_action)? + 1;
    let close = (open + 1..tokens.len()).find(|at| depths.get(*at) == Some(&(level - 1)))?;
    if anchor >= close {
        return None;
    }
    let is_comma =
        |at: &usize| depths.get(*at) == Some(&level) && tokens.get(*at).is_some_and(|token| token.is(text, ","));
    let before = (open + 1..anchor).rev().find(is_comma);
    let after = (anchor..close).find(is_comma);
    Some(match (before, after) {
        (before, Some(after)) => before.map_or(open + 1, |before| before + 1)..after + 1,
        (Some(before), None) => before..close,
        (None, None) => open + 1..close,
    })
}

/// Returns the option of a board around a token, or what stands in its place, so that the other options can be parsed.
fn find_option(text: &str, tokens: &[Token], anchor: usize) -> Option<Range<usize>> {
    tokens.first().filter(|board| board.is(text, "board") && anchor > 1)?;
    let depths = depths(tokens);
    let is_option = |at: &usize| {
        depths.get(*at) == Some(&0) && tokens.get(*at).is_some_and(|token| token.is_word_of(text, OPTIONS))
    };
    let end = (anchor + 1..tokens.len()).find(is_option).unwrap_or(tokens.len());
    // A word on the level of the options begins what is wrong.
    let is_word = tokens.get(anchor)?.kind == TokenKind::Word && depths.get(anchor) == Some(&0);
    let first = if is_word { anchor } else { (0..anchor).rev().find(is_option)? };
    Some(first..end)
}

/// Returns how many brackets are open before each token; a closing one is as deep as its partner.
fn depths(tokens: &[Token]) -> Vec<usize> {
    let mut depth = 0usize;
    let each = tokens.iter().map(|word| match word.kind {
        TokenKind::Open => {
            depth += 1;
            depth - 1
        }
        TokenKind::Close => {
            depth = depth.saturating_sub(1);
            depth
        }
        _ => depth,
    });
    each.collect()
}

/// Returns whether a statement, clause, item or line begins at a token.
fn begins(text: &str, tokens: &[Token], at: usize) -> bool {
    let Some(word) = tokens.get(at).filter(|word| word.kind == TokenKind::Word) else { return false };
    let Some(before) = at.checked_sub(1).and_then(|at| tokens.get(at)) else { return true };
    let first = indent(text, word.start).is_some();
    let fresh = first && is_complete(text, before) || ["{", "}", ";"].iter().any(|sign| before.is(text, sign));
    match word.text(text) {
        "if" => fresh,
        "move" => !before.is_word_of(text, &["some", "no", "to"]),
        "as" => !before.is(text, "drawn"),
        "for" | "may" => true,
        "choose" => !before.is(text, "may"),
        word if keywords::CLAUSES.contains(&word) || keywords::STATEMENTS.contains(&word) => true,
        word if keywords::ITEMS.contains(&word) && first => true,
        _ => fresh,
    }
}

/// Returns whether something can end with a token.
fn is_complete(text: &str, word: &Token) -> bool {
    match word.kind {
        TokenKind::Sign => word.is(text, ";"),
        TokenKind::Open => word.is(text, "{"),
        TokenKind::Word => !keywords::RESERVED.contains(&word.text(text)) || word.is_word_of(text, &["true", "false"]),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::lex::lex;

    fn texts(text: &str, at: &str) -> Vec<String> {
        let tokens = lex(text);
        let anchor = tokens.iter().position(|word| word.text(text) == at).unwrap();
        let stretches = units_around(text, &tokens, anchor).into_iter();
        stretches.map(|range| text[tokens[range.start].start..tokens[range.end - 1].end].to_owned()).collect()
    }

    #[test]
    fn statements_clauses_and_lines() {
        assert_eq!(texts("do { put x; remov q; again }", "q")[0], "remov q;");
        assert_eq!(texts("do { if a { b = ? } again }", "?")[0], "b = ?");
        let action = "acton a(p: own)\n  when x y\n  do again\nend { when z: draw }";
        assert_eq!(texts(action, "y")[0], "when x y");
        assert_eq!(texts(action, "acton")[..2], ["acton a(p: own)", "acton a(p: own)\n  when x y\n  do again"]);
        assert_eq!(texts("end {\n  when a: draw\n  when b draw\n}", "b")[0], "when b draw");
    }
}
