//! Finds `n // 2`, where a division of other languages begins a comment and cuts the expression.

use super::{limits, with_stack};
use crate::source::{SourceId, Span};
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind, lex};
use boardwright_grammar::{GameParser, Rule};
use pest::Parser;

/// Returns the spans of the signs `//` that begin a comment, but would divide numbers if they were `/`.
pub fn find_cut_divisions(text: &str, id: SourceId) -> Vec<Span> {
    let tokens = lex(text);
    let pairs = tokens.iter().zip(tokens.iter().skip(1));
    let candidates =
        pairs.filter(|(operand, comment)| is_cut(text, operand, comment)).map(|(_, comment)| comment.start);
    let candidates: Vec<usize> = candidates.take(MAX_COMMENTS).collect();
    if candidates.is_empty() || limits::check_length(text, id).is_some() {
        return Vec::new();
    }
    // All of them are tried at once, as they are usually one habit.
    let mut patched = text.to_owned();
    for at in &candidates {
        patched.replace_range(*at..at + 2, "/ ");
    }
    if limits::check_depth(&patched, &lex(&patched), id).is_some() {
        return Vec::new();
    }
    let is_sign = |at: &usize, signs: &[usize]| signs.contains(at);
    let signs = with_stack(|| {
        let pairs = GameParser::parse(Rule::file, &patched).ok()?;
        let signs = pairs.flatten().filter(|pair| pair.as_rule() == Rule::mul_sign);
        Some(signs.map(|pair| pair.as_span().start()).collect::<Vec<usize>>())
    });
    let signs = signs.unwrap_or_default();
    candidates.into_iter().filter(|at| is_sign(at, &signs)).map(|at| Span::new(id, at, at + 2)).collect()
}

/// The most comments that are tried.
const MAX_COMMENTS: usize = 20;

/// Returns whether a comment after an operand on its line looks like the rest of an expression: a number, then nothing or an operator.
fn is_cut(text: &str, operand: &Token, comment: &Token) -> bool {
    let is_operand = match operand.kind {
        TokenKind::Word => !keywords::is_reserved(operand.text(text)) && !keywords::is_cell(operand.text(text)),
        TokenKind::Number => true,
        TokenKind::Close => operand.is(text, ")"),
        _ => false,
    };
    let is_near = text.get(operand.end..comment.start).is_some_and(|gap| gap.chars().all(|c| c == ' '));
    if comment.kind != TokenKind::Comment || !is_operand || !is_near {
        return false;
    }
    let rest = text.get(comment.start + 2..comment.end).unwrap_or("");
    let tokens = lex(rest);
    match tokens.as_slice() {
        // after a number, a number with other spaces before it may be a remark
        [only] => {
            let is_spaced = text.get(operand.end..comment.start) == Some(" ") && rest.trim_end().len() == only.end;
            let is_division = is_spaced && only.start == 1;
            only.kind == TokenKind::Number && (operand.kind != TokenKind::Number || is_division)
        }
        [first, next, ..] => {
            first.kind == TokenKind::Number
                && (matches!(next.kind, TokenKind::Sign | TokenKind::Close)
                    || next.is_word_of(rest, &["and", "or", "then", "else", "do", "in"]))
        }
        [] => false,
    }
}
