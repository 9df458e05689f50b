//! Comments in `/* */`, and characters that look like those of the language: spaces and quotes of word processors and web pages.

use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::source::{SourceId, Span};
use crate::syntax::lex::{Token, TokenKind};

/// Explains a comment in `/* */`.
pub(super) fn explain_block_comment(text: &str, tokens: &[Token], at: usize, id: SourceId) -> Option<Diagnostic> {
    let open = tokens.iter().find(|token| token.is(text, "/*") && token.start <= at)?;
    let span = Span::new(id, open.start, open.end);
    let report = Diagnostic::new(Code::E01, span, "block comments are not supported")
        .help("write `//` at the beginning of each line");
    let Some(length) = text.get(open.end..).and_then(|rest| rest.find("*/")) else {
        return Some(report.fix("write `//`", span, "//", false));
    };
    let close = open.end + length;
    let inside = text.get(open.end..close)?;
    let mut edits = vec![Edit { span, text: "//".to_owned() }];
    for (line, _) in inside.match_indices('\n') {
        let start = open.end + line + 1;
        let rest = text.get(start..close)?;
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let has_star = rest.get(blank..).is_some_and(|rest| rest.starts_with('*'));
        edits.push(Edit {
            span: Span::new(id, start, start + blank + usize::from(has_star)),
            text: if has_star { "//" } else { "// " }.to_owned(),
        });
    }
    let before = inside.trim_end_matches([' ', '\t']).len();
    // what follows on the line is not part of the comment
    let rest = text.get(close + 2..).unwrap_or("").trim_start_matches([' ', '\t', '\r']);
    let end = if rest.is_empty() || rest.starts_with('\n') { "" } else { "\n" };
    let last = open.end + before;
    edits.push(Edit { span: Span::new(id, last, close + 2), text: end.to_owned() });
    if inside.get(..before).is_some_and(|inside| inside.ends_with('\n')) {
        // the closing `*/` is on its own line
        edits.retain(|edit| edit.span != Span::new(id, last, last));
    }
    Some(report.edits("write `//` on each line", remove_overlaps(edits), true))
}

fn remove_overlaps(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| edit.span);
    let mut end = 0;
    edits.retain(|edit| {
        let is_apart = edit.span.start >= end;
        if is_apart {
            end = edit.span.end;
        }
        is_apart
    });
    edits
}

/// Explains characters that look like others. All of them in the text are one mistake.
pub(super) fn explain_lookalikes(text: &str, tokens: &[Token], id: SourceId) -> Option<Diagnostic> {
    let strange = |found: &dyn Fn(char) -> bool| -> Vec<&Token> {
        tokens.iter().filter(|token| token.kind == TokenKind::Strange && token.text(text).chars().all(found)).collect()
    };
    let spaces = strange(&|c| c.is_whitespace() || matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{ad}'));
    explain_spaces(text, &spaces, id).or_else(|| explain_quotes(text, &strange(&is_quote), id))
}

fn explain_spaces(text: &str, spaces: &[&Token], id: SourceId) -> Option<Diagnostic> {
    let first = spaces.first()?;
    let plain = |space: &&Token| {
        let width = usize::from(space.text(text).starts_with(char::is_whitespace));
        Edit { span: Span::new(id, space.start, space.end), text: " ".repeat(width) }
    };
    let is_on_line = |space: &&&Token| !text.get(first.start..space.start).is_some_and(|gap| gap.contains('\n'));
    let last = spaces.iter().take_while(is_on_line).last().unwrap_or(first);
    let help = match spaces.len() {
        1 => "this file has 1 of them, probably copied from a web page; write a plain space".to_owned(),
        n => format!("this file has {n} of them, probably copied from a web page; write plain spaces"),
    };
    let report = Diagnostic::new(Code::E01, Span::new(id, first.start, last.end), "unusual space character");
    Some(report.help(help).edits("write plain spaces", spaces.iter().map(plain).collect(), true))
}

fn is_quote(c: char) -> bool {
    matches!(c, '“' | '”' | '„' | '«' | '»' | '‟' | '＂')
}

fn explain_quotes(text: &str, quotes: &[&Token], id: SourceId) -> Option<Diagnostic> {
    let first = quotes.first()?;
    // inside the text that they begin, quotes of other kinds belong to it
    let mut edits = Vec::new();
    let mut rest = first.start;
    while let Some(open) = text.get(rest..).and_then(|rest| rest.find(is_quote)).map(|at| rest + at) {
        let line = text.get(open..).and_then(|rest| rest.split('\n').next()).unwrap_or("");
        let length = |at: usize| text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
        rest = open + length(open);
        if !quotes.iter().any(|quote| quote.start == open) {
            continue;
        }
        edits.push(Edit { span: Span::new(id, open, rest), text: "\"".to_owned() });
        let inside = line.get(length(open)..).unwrap_or("");
        if let Some(close) = inside.find(|c| is_quote(c) || c == '"') {
            let at = rest + close;
            if !text.get(at..).is_some_and(|rest| rest.starts_with('"')) {
                edits.push(Edit { span: Span::new(id, at, at + length(at)), text: "\"".to_owned() });
            }
            rest = at + length(at);
        }
    }
    let span = Span::new(id, first.start, first.end);
    let report = Diagnostic::new(Code::E01, span, format!("unexpected quote `{}`", first.text(text)));
    let report = report.help("use straight quotes for texts: `\"Go\"`");
    Some(report.edits("write straight quotes", edits, true))
}
