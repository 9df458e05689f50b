//! Comprehensions of other languages: `[c for c in X if C]`, `any(C for c in X)`, `sum(1 for c in X)`.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

/// Explains a comprehension around or after the byte at which parsing failed.
pub(super) fn explain_comprehension(text: &str, tokens: &[Token], at: usize, id: SourceId) -> Option<Diagnostic> {
    let is = |at: usize, word: &str| tokens.get(at).is_some_and(|token| token.is(text, word));
    let near = tokens.partition_point(|token| token.end <= at);
    let head = (near.saturating_sub(12)..near + 12).find(|at| {
        let is_name = tokens.get(at + 1).is_some_and(|name| name.kind == TokenKind::Word);
        is(*at, "for") && is_name && is(at + 2, "in") && *at > 0
    })?;
    let open = opening(text, tokens, head)?;
    let close = closing(text, tokens, head)?;
    let slice = |from: usize, to: usize| text.get(tokens.get(from)?.start..tokens.get(to.checked_sub(1)?)?.end);
    let name = slice(head + 1, head + 2)?;
    let element = slice(open + 1, head)?;
    // statements and clauses with a loop are none
    let joints = ["in", "not", "and", "or", "of", "within", "except", "if", "then", "else"];
    let is_value = |token: &Token| {
        let word = token.text(text);
        word != ":" && (!keywords::is_reserved(word) || joints.contains(&word))
    };
    if !tokens.get(open + 1..head)?.iter().all(is_value) {
        return None;
    }
    let condition = (head + 3..close).find(|at| is(*at, "if"));
    let set = match slice(head + 3, condition.unwrap_or(close))? {
        "cells" => "board",
        set => set,
    };
    let test = match condition {
        Some(at) => Some(slice(at + 1, close)?),
        None => None,
    };
    let call = open.checked_sub(1).and_then(|call| tokens.get(call)).filter(|call| {
        call.kind == TokenKind::Word && call.end == tokens.get(open).map_or(0, |open| open.start) && is(open, "(")
    });
    let filtered = match test {
        Some(test) => format!("{{ {name} in {set}: {test} }}"),
        None => set.to_owned(),
    };
    let word = call.map(|call| call.text(text));
    let meant = match word {
        Some("any" | "some") => format!("some({name} in {filtered}: {element})"),
        Some("all" | "every") => format!("every({name} in {filtered}: {element})"),
        Some("sum") if element == "1" => format!("count({filtered})"),
        Some("len" | "count") => format!("count({filtered})"),
        Some(word @ ("sum" | "max" | "min" | "union")) => format!("{word}({name} in {filtered}: {element})"),
        Some("set" | "list" | "sorted" | "tuple") | None if element == name => filtered,
        Some("set" | "list" | "sorted" | "tuple") | None => format!("union({name} in {filtered}: {element})"),
        Some(_) => return None,
    };
    let first = call.or(tokens.get(open))?;
    let place = Span::new(id, first.start, tokens.get(close)?.end);
    let report = Diagnostic::new(Code::E01, place, "the variable must come before the condition and the value");
    Some(report.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), place, meant, false))
}

fn is_open(text: &str, token: &Token) -> bool {
    token.kind == TokenKind::Open || token.text(text) == "["
}

fn is_close(text: &str, token: &Token) -> bool {
    token.kind == TokenKind::Close || token.text(text) == "]"
}

/// Returns the index of the bracket around a token, which is on the same line and before another token than `for`.
fn opening(text: &str, tokens: &[Token], at: usize) -> Option<usize> {
    let mut depth = 0usize;
    for open in (0..at).rev() {
        let token = tokens.get(open)?;
        let line = text.get(token.start..tokens.get(at)?.start)?;
        if line.contains(['\n', ';']) {
            return None;
        }
        if is_close(text, token) {
            depth += 1;
        } else if is_open(text, token) {
            match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return Some(open).filter(|open| open + 1 < at),
            }
        }
    }
    None
}

/// Returns the index of the bracket that closes the one around a token.
fn closing(text: &str, tokens: &[Token], at: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (close, token) in tokens.iter().enumerate().skip(at) {
        if is_open(text, token) {
            depth += 1;
        } else if is_close(text, token) {
            match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return Some(close),
            }
        }
    }
    None
}
