//! Limits on the length and depth of a file, checked before anything recursive sees it.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind, lex};

/// The longest file, in bytes.
const MAX_BYTES: usize = 1_000_000;

/// The most brackets that can be open at once.
const MAX_BRACKETS: usize = 100;

/// The most operators that can join values, over all open brackets. The limit of the tree is lower (see [`MAX_TREE`]) and exact;
/// this one keeps its construction within the stack.
const MAX_CHAIN: usize = 1000;

/// The greatest depth of the tree. Later stages walk it recursively.
pub(super) const MAX_TREE: usize = 200;

/// The most calls of grammar rules for one file, as a last resort: more than the longest files need.
pub(super) const MAX_CALLS: usize = 200_000_000;

/// The stack that parsing needs at these limits, in bytes.
pub(super) const STACK: usize = 64 << 20;

/// Reports a text that is too long.
pub(super) fn check_length(text: &str, source: SourceId) -> Option<Diagnostic> {
    (text.len() > MAX_BYTES).then(|| {
        let first = text.lines().next().map_or(0, |line| line.trim_end().len().min(80));
        let first = (0..=first).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        Diagnostic::new(Code::E01, Span::new(source, 0, first), "this file is too long")
            .labeled(format!("{} bytes; the limit is {MAX_BYTES}", text.len()))
    })
}

/// Reports too many nested brackets and too long chains of operators.
pub(super) fn check_depth(text: &str, tokens: &[Token], source: SourceId) -> Option<Diagnostic> {
    let (token, is_bracket) = find_too_deep(text, tokens, 0).or_else(|| find_too_deep_text(text, tokens))?;
    let span = Span::new(source, token.start, token.end);
    Some(if is_bracket {
        Diagnostic::new(Code::E01, span, format!("more than {MAX_BRACKETS} nested brackets"))
            .help("name the inner parts with `def` or `effect`")
    } else {
        report_depth(span)
    })
}

/// Reports a tree that is too deep.
pub(super) fn report_depth(span: Span) -> Diagnostic {
    Diagnostic::new(Code::E01, span, format!("more than {MAX_TREE} nested levels"))
        .help("name parts of it with `def`; for many cases use `match` or a list in braces")
}

/// Finds the token at which an expression in the text of a move becomes too deep.
fn find_too_deep_text(text: &str, tokens: &[Token]) -> Option<(Token, bool)> {
    tokens.iter().filter(|token| token.kind == TokenKind::Text).find_map(|token| {
        let inside: Vec<Token> = lex(token.text(text).trim_matches('"'))
            .into_iter()
            .map(|inner| Token { start: inner.start + token.start + 1, end: inner.end + token.start + 1, ..inner })
            .collect();
        find_too_deep(text, &inside, MAX_BRACKETS / 2)
    })
}

/// Finds the token at which the nesting becomes too deep, and whether because of its brackets.
fn find_too_deep(text: &str, tokens: &[Token], open: usize) -> Option<(Token, bool)> {
    let mut levels = vec![0usize];
    let mut total = 0;
    let mut before: Option<Token> = None;
    for token in tokens.iter().filter(|token| !token.is_comment()) {
        let word = token.text(text);
        let after = |text_before: &str| before.is_some_and(|before| before.is(text, text_before));
        match token.kind {
            TokenKind::Open => levels.push(0),
            TokenKind::Close => {
                total -= levels.pop().unwrap_or(0);
                if levels.is_empty() {
                    levels.push(0);
                }
            }
            _ => {}
        }
        let starts = match token.kind {
            TokenKind::Sign => matches!(word, "," | ";" | "+=" | "-="),
            TokenKind::Word if word == "move" => !after("some") && !after("no"),
            TokenKind::Word if matches!(word, "if" | "board" | "players") => after("}"),
            TokenKind::Word => {
                keywords::ITEMS.contains(&word)
                    || keywords::CLAUSES.contains(&word)
                    || keywords::STATEMENTS.contains(&word)
            }
            _ => false,
        };
        let leads = match token.kind {
            TokenKind::Sign => !matches!(word, "," | ";" | ":" | "."),
            TokenKind::Word => keywords::RESERVED.contains(&word),
            _ => false,
        };
        if let Some(level) = levels.last_mut() {
            if starts {
                total -= std::mem::take(level);
            }
            if leads {
                *level += 1;
                total += 1;
            }
        }
        if levels.len() > MAX_BRACKETS + 1 - open {
            return Some((*token, true));
        }
        if total > MAX_CHAIN {
            return Some((*token, false));
        }
        before = Some(*token);
    }
    None
}
