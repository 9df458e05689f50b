//! Arrows and equals signs after the values of a `match`: `match P { White -> 1, Black -> 2 }`.

use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::source::{SourceId, Span};
use crate::syntax::lex::{Token, TokenKind};

/// Explains another sign for the `:` between the values of a `match` and its cases. All of them are one mistake.
pub(super) fn explain_arrow_in_match(text: &str, tokens: &[Token], at: usize, id: SourceId) -> Option<Diagnostic> {
    let open = open_match(text, tokens, at)?;
    let mut depth = 0;
    let mut signs: Vec<&Token> = Vec::new();
    let mut is_value = true;
    for token in tokens.get(open..)? {
        depth = token.depth_after(depth);
        match token.text(text) {
            _ if depth == 0 => break,
            _ if depth > 1 => {}
            "," => is_value = true,
            ":" => is_value = false,
            // without commas each line is a case
            "->" | "=>" => signs.push(token),
            "=" if is_value => {
                is_value = false;
                signs.push(token);
            }
            _ => {}
        }
    }
    let first = signs.iter().find(|sign| sign.start <= at && at <= sign.end)?;
    let value = tokens.get(tokens.iter().position(|token| token.start == first.start)?.checked_sub(1)?)?;
    let written = first.text(text);
    let report =
        Diagnostic::new(Code::E01, Span::new(id, first.start, first.end), format!("expected `:`, found `{written}`"));
    let case = tokens.get(tokens.partition_point(|token| token.start <= first.start))?;
    let report = report.help(format!("write `{}: {}`", value.text(text), case_text(text, tokens, case)));
    let edit = |sign: &&Token| {
        let start = text.get(..sign.start).map_or(sign.start, |before| before.trim_end().len());
        Edit { span: Span::new(id, start, sign.end), text: ":".to_owned() }
    };
    Some(report.edits("write `:`", signs.iter().map(edit).collect(), true))
}

/// Returns the opening brace of the `match` around a byte.
fn open_match(text: &str, tokens: &[Token], at: usize) -> Option<usize> {
    let end = tokens.partition_point(|token| token.start < at);
    let mut closed = 0usize;
    let open = (0..end).rev().find(|before| match tokens.get(*before).map(|token| token.kind) {
        Some(TokenKind::Close) => {
            closed += 1;
            false
        }
        Some(TokenKind::Open) if closed > 0 => {
            closed -= 1;
            false
        }
        Some(TokenKind::Open) => true,
        _ => false,
    })?;
    let head = tokens.get(..open)?.iter().rev().take_while(|token| !token.is(text, "{") && !token.is(text, "}"));
    let is_match = head.into_iter().take_while(|token| !token.is_head(text)).any(|token| token.is(text, "match"));
    (tokens.get(open)?.is(text, "{") && is_match).then_some(open)
}

/// Returns a case as it is written, up to the comma or the end of its line.
fn case_text<'t>(text: &'t str, tokens: &[Token], first: &Token) -> &'t str {
    let mut depth = 0usize;
    let rest = tokens.iter().skip_while(|token| token.start < first.start);
    let mut end = first.end;
    for token in rest {
        let is_over = depth == 0 && (token.kind == TokenKind::Close || token.is(text, ","));
        if is_over || text.get(end..token.start).is_some_and(|gap| gap.contains('\n')) {
            break;
        }
        depth = token.depth_after(depth);
        end = token.end;
    }
    text.get(first.start..end).unwrap_or("")
}
