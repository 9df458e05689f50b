//! Brackets that do not match, reported at the unclosed one.

use super::Explained;
use super::patterns::{indentation, is_first_on_line};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::{SourceId, Span};
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind, indent};

/// The keywords that cannot be inside parentheses.
const NOT_IN_PARENTHESES: &[&str] = &[
    "when", "do", "ensure", "maximize", "let", "as", "put", "remove", "give", "choose", "return", "while", "for",
    "again", "var",
];

/// Finds the first bracket of an item without a partner. `next` is the first token after the item.
pub(super) fn find_unbalanced(text: &str, tokens: &[Token], next: Option<&Token>, id: SourceId) -> Option<Explained> {
    let mut open: Vec<Token> = Vec::new();
    // a closing brace that is indented like another line than that of its partner
    let mut suspect: Option<(Token, Token)> = None;
    for (at, token) in tokens.iter().enumerate() {
        let top = open.last().copied();
        match token.kind {
            TokenKind::Open => open.push(*token),
            TokenKind::Close => {
                let Some(top) = top else { return Some(explain_stray(text, tokens, token, id)) };
                if partner_of(top.text(text)) != token.text(text) {
                    let is_below = open.iter().any(|other| partner_of(other.text(text)) == token.text(text));
                    let is_stray = !is_below && token.is(text, ")");
                    return Some(if is_stray {
                        explain_stray(text, tokens, token, id)
                    } else {
                        explain_unclosed(text, tokens, top, *token, id)
                    });
                }
                open.pop();
                if suspect.is_none() && belongs_further_out(text, top, *token, &open) {
                    suspect = Some((top, *token));
                }
            }
            TokenKind::Word => {
                let head = token.is_word_of(text, keywords::HEADS) && !is_type(text, tokens, at);
                let cannot_be_inside = head || token.is_word_of(text, NOT_IN_PARENTHESES);
                let cannot_be_inside = cannot_be_inside && !is_meant_as_name(text, tokens, at);
                // `for (let i = 0; ..)` has its own explanation
                let counts =
                    at.checked_sub(2).and_then(|for_| tokens.get(for_)).is_some_and(|head| head.is(text, "for"));
                if let Some(top) = top.filter(|top| cannot_be_inside && !counts && top.is(text, "(")) {
                    return Some(explain_unclosed(text, tokens, top, *token, id));
                }
            }
            _ => {}
        }
    }
    let last = open.last()?;
    let noticed = next.or(tokens.last()).copied().unwrap_or(*last);
    let (open, noticed) = suspect.unwrap_or((*last, noticed));
    Some(explain_unclosed(text, tokens, open, noticed, id))
}

/// Returns whether the token at `at` is a type, as `piece` in `x: piece`.
pub(super) fn is_type(text: &str, tokens: &[Token], at: usize) -> bool {
    at.checked_sub(1).and_then(|before| tokens.get(before)).is_some_and(|before| before.is(text, ":"))
}

/// Returns whether the keyword at `at` was meant as a name, because it is followed by what follows names.
pub(super) fn is_meant_as_name(text: &str, tokens: &[Token], at: usize) -> bool {
    let joints = ["and", "or", "in", "not", "within", "except", "of", "then", "else", "to", "at"];
    tokens.get(at + 1).is_some_and(|next| match next.kind {
        TokenKind::Sign => !next.is(text, "="),
        TokenKind::Close => next.is(text, ")"),
        TokenKind::Word => next.is_word_of(text, &joints),
        _ => false,
    })
}

fn partner_of(bracket: &str) -> &'static str {
    if bracket == "(" { ")" } else { "}" }
}

/// Returns whether a closing brace, first on its line, is indented like a line that opened an outer brace.
fn belongs_further_out(text: &str, open: Token, close: Token, outer: &[Token]) -> bool {
    let Some(at) = indent(text, close.start) else { return false };
    indentation(text, &open).len() > at
        && outer.iter().any(|other| other.is(text, "{") && indentation(text, other).len() == at)
}

fn explain_unclosed(text: &str, tokens: &[Token], open: Token, noticed: Token, id: SourceId) -> Explained {
    let bracket = open.text(text);
    let finding =
        Diagnostic::new(Code::E01, Span::new(id, open.start, open.end), format!("this `{bracket}` is never closed"))
            .labeled("opened here")
            .and(Span::new(id, noticed.start, noticed.end), "still open here")
            .help(format!("a `{}` is missing between these two places", partner_of(bracket)));
    Explained { finding, candidates: suggest_closings(text, tokens, open, noticed, id), is_stray: false }
}

fn explain_stray(text: &str, tokens: &[Token], close: &Token, id: SourceId) -> Explained {
    let bracket = close.text(text);
    let open = if bracket == ")" { "(" } else { "{" };
    let place = Span::new(id, close.start, close.end);
    let finding = Diagnostic::new(Code::E01, place, format!("this `{bracket}` has no matching `{open}`"))
        .help(format!("remove it, or write the missing `{open}` before it"));
    let mut candidates = vec![Fix {
        title: format!("remove the `{bracket}`"),
        edits: vec![Edit { span: place, text: String::new() }],
        safe: false,
    }];
    candidates.extend(suggest_openings(text, tokens, close, id));
    Explained { finding, candidates, is_stray: true }
}

/// Words that usually follow a closing bracket.
const JOINTS: &[&str] = &[
    "and", "or", "then", "else", "to", "at", "as", "{", ";", "=", "==", "!=", "<", ">", "<=", ">=", "+=", "-=", "+",
    "-", "*", "/", "%",
];

/// Returns whether a token is the last one on its line, except for a comment.
fn is_last_on_line(text: &str, token: &Token) -> bool {
    let rest = text.get(token.end..).unwrap_or("").trim_start_matches([' ', '\t', '\r']);
    rest.is_empty() || rest.starts_with('\n') || rest.starts_with("//")
}

fn insert(source: &str, id: SourceId, at: usize, text: String) -> Fix {
    let before = source.get(..at).unwrap_or("").trim_end();
    let cut = before.rfind([' ', '\n', '(', '{', ',']).map_or(0, |cut| cut + 1);
    let token = before
        .get(cut..)
        .filter(|token| !token.is_empty())
        .unwrap_or(before.get(cut.saturating_sub(1)..).unwrap_or(""));
    let title = match text.trim() {
        sign if text.starts_with('\n') => format!("write `{sign}` at the end of the item"),
        sign if text.ends_with('\n') => {
            let next = source.get(at..).unwrap_or("").split_whitespace().next().unwrap_or("");
            format!("write `{sign}` on its own line before `{next}`")
        }
        sign => format!("write `{sign}` after `{token}`"),
    };
    Fix { title, edits: vec![Edit { span: Span::new(id, at, at), text }], safe: false }
}

/// Returns the fixes that close an open bracket, likeliest first: before a token that begins something else, at the end of the
/// line, before the token where it was noticed, at the end of the item.
fn suggest_closings(text: &str, tokens: &[Token], open: Token, noticed: Token, id: SourceId) -> Vec<Fix> {
    let from = tokens.partition_point(|token| token.start <= open.start);
    let inside: Vec<&Token> = tokens.get(from..).unwrap_or(&[]).iter().collect();
    let close = partner_of(open.text(text));
    let (mut candidates, mut unlikely, mut line_ends) = (Vec::new(), Vec::new(), Vec::new());
    let mut depth = 0usize;
    let mut before = open;
    let block = close == "}" && is_last_on_line(text, &open);
    for token in &inside {
        if is_first_on_line(text, token) && before.end > open.end {
            line_ends.push(before.end);
        }
        if token.start >= noticed.start && before.end >= noticed.start {
            break;
        }
        let is = |signs: &[&str]| signs.iter().any(|other| token.is(text, other));
        if depth == 0 && !block && before.end > open.end {
            if is(JOINTS) {
                candidates.push(insert(text, id, before.end, close.to_owned()));
            } else if is(&[",", ":", "of", "}"]) {
                unlikely.push(insert(text, id, before.end, close.to_owned()));
            }
        }
        depth = token.depth_after(depth);
        before = **token;
    }
    let tail = if close == "}" { " }" } else { ")" };
    let mut lines: Vec<Fix> = line_ends.iter().map(|at| insert(text, id, *at, tail.to_owned())).collect();
    if close == "}" {
        candidates.append(&mut lines);
    }
    candidates.append(&mut unlikely);
    candidates.append(&mut lines);
    if block {
        candidates.clear();
    }
    let margin = indentation(text, &open);
    if close == "}" && is_first_on_line(text, &noticed) && noticed.kind != TokenKind::OpenText {
        let line = noticed.start - indentation(text, &noticed).len();
        candidates.push(insert(text, id, line, format!("{margin}}}\n")));
    }
    if let Some(last) = tokens.last() {
        let one_line = !text.get(open.start..last.end).unwrap_or("").contains('\n');
        let end = if close == "}" && !one_line { format!("\n{margin}}}") } else { tail.to_owned() };
        candidates.push(insert(text, id, last.end, end));
    }
    candidates
}

/// Returns the fixes that open a closing bracket on its line: after the name of a call, before cells, after a keyword that
/// braces follow.
fn suggest_openings(text: &str, tokens: &[Token], close: &Token, id: SourceId) -> Vec<Fix> {
    let mut candidates = Vec::new();
    let end = tokens.partition_point(|token| token.start < close.start);
    for at in (0..end).rev() {
        let Some(token) = tokens.get(at) else { break };
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        if close.is(text, ")") {
            let letters = token.text(text).trim_end_matches(|c: char| c.is_ascii_digit()).len();
            if token.kind == TokenKind::Word && letters > 2 && token.start + letters < token.end {
                candidates.push(insert(text, id, token.start + letters, "(".to_owned()));
            }
            let ends = tokens.get(at + 1).is_some_and(|after| [":", ")", ","].iter().any(|sign| after.is(text, sign)));
            if token.kind == TokenKind::Word && ends && token.text(text).len() > 3 && token.text(text).is_ascii() {
                candidates.push(insert(text, id, token.end - 1, "(".to_owned()));
            }
            if before.is_some_and(|before| before.kind == TokenKind::Sign) {
                candidates.push(insert(text, id, token.start, "(".to_owned()));
            }
        } else {
            let cell = |token: &Token| token.kind == TokenKind::Word && keywords::is_cell(token.text(text));
            if cell(token) && before.is_some_and(|before| !cell(before)) {
                candidates.push(insert(text, id, token.start, "{".to_owned()));
            }
            if token.is_word_of(text, &["do", "else", "end", "look", "position", "setup"]) {
                candidates.push(insert(text, id, token.end, " {".to_owned()));
            }
        }
        if is_first_on_line(text, token) {
            break;
        }
    }
    candidates
}
