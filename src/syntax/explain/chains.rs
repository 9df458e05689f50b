//! Chains of a `graph` with signs: `E/W: a1-b1-c1`, as the rules in print show them.

use super::patterns::is_first_on_line;
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::source::{SourceId, Span};
use crate::syntax::keywords;
use crate::syntax::lex::Token;

/// Explains `E/W: a1-b1-c1`, `E/W: {a1 b1 c1}`, and a chain without its directions, in a `graph` or a list of lines.
pub(super) fn explain_signs_in_chains(text: &str, tokens: &[Token], at: usize, id: SourceId) -> Option<Diagnostic> {
    const JOINTS: [&str; 7] = ["-", "–", "—", "−", "->", "→", "--"];
    let get = |at: usize| tokens.get(at);
    let is = |at: usize, word: &str| get(at).is_some_and(|token| token.is(text, word));
    let is_cell = |at: usize| get(at).is_some_and(|token| keywords::is_cell(token.text(text)));
    let is_sign = |at: usize| get(at).is_some_and(|sign| JOINTS.contains(&sign.text(text)));
    let is_joint = |at: usize| is_sign(at) && is_cell(at - 1) && is_cell(at + 1);
    // The points of a graph, and the lines of its picture.
    let opens_chains = |at: &usize| is(*at, "{") && *at > 1 && (is(at - 1, "graph") || is(at - 1, "lines"));
    let opened: Vec<usize> = (1..tokens.len()).filter(opens_chains).collect();
    if !is(0, "board") {
        return None;
    }
    let span = |start: usize, end: usize| Span::new(id, start, end);
    let mut depth = 0usize;
    let mut edits = Vec::new();
    let mut first: Option<usize> = None;
    for (n, token) in tokens.iter().enumerate() {
        let (opens, closes) = (is(n, "{") || is(n, "("), is(n, "}") || is(n, ")"));
        if depth == 0 {
            depth = usize::from(opened.contains(&n));
            continue;
        }
        depth = if opens { depth + 1 } else { depth - usize::from(closes) };
        let edit = match (opens, closes) {
            (_, true) if depth == 0 => continue,
            (true, _) | (_, true) => Edit { span: span(token.start, token.end), text: String::new() },
            _ if depth > 1 && is(n, ",") => Edit { span: span(token.start, token.end), text: " ".to_owned() },
            _ if is_joint(n) => Edit { span: span(get(n - 1)?.end, get(n + 1)?.start), text: " ".to_owned() },
            _ => continue,
        };
        first = first.or(Some(n));
        edits.push(edit);
    }
    if let Some(report) = explain_comma_before_direction(text, tokens, at, id) {
        return Some(report);
    }
    // `a1-b1` in a graph needs directions before it
    if let Some(cell) = tokens.iter().position(|token| token.end > at)
        && is_cell(cell)
        && opened.contains(&(cell - 1))
        && is(cell - 2, "graph")
    {
        let chain = chain_around(text, tokens, cell, &JOINTS);
        let place = get(cell)?;
        let report = Diagnostic::new(Code::E01, span(place.start, place.end), "missing directions before a chain");
        return Some(report.help(format!("write `E/W: {chain}`, with the directions along this chain and back")));
    }
    let sign = get(first?).filter(|sign| sign.start <= at)?;
    let chain = chain_around(text, tokens, first?, &JOINTS);
    let what = if is_joint(first?) { "between two cells" } else { "around the cells" };
    let message = format!("unexpected `{}` {what} of a chain", sign.text(text));
    let report = Diagnostic::new(Code::E01, span(sign.start, sign.end), message).help(format!("write `{chain}`"));
    Some(report.edits("write only spaces", edits, true))
}

/// Explains `graph { E/W: a1 b1, N/S: a1 a2 }`.
fn explain_comma_before_direction(text: &str, tokens: &[Token], at: usize, id: SourceId) -> Option<Diagnostic> {
    let is = |at: usize, word: &str| tokens.get(at).is_some_and(|token| token.is(text, word));
    let open = (1..tokens.len()).find(|open| is(*open, "{") && is(open - 1, "graph"))?;
    let close = (open..tokens.len()).find(|close| is(*close, "}")).unwrap_or(tokens.len());
    let is_dir = |at: usize| is(at + 1, ":") || is(at + 1, "/") && is(at + 3, ":");
    let commas: Vec<usize> = (open..close).filter(|comma| is(*comma, ",") && is_dir(comma + 1)).collect();
    let span = |token: &Token| Span::new(id, token.start, token.end);
    let comma = tokens.get(*commas.first()?).filter(|comma| comma.start <= at)?;
    let dir = tokens.get(commas[0] + 1)?.text(text);
    let report = Diagnostic::new(Code::E01, span(comma), format!("unexpected `,` before the next direction, `{dir}`"));
    let edits = commas.iter().filter_map(|comma| tokens.get(*comma));
    let edits = edits.map(|comma| Edit { span: span(comma), text: ";".to_owned() }).collect();
    Some(report.help("commas separate chains of the same directions: write `;`").edits("write `;`", edits, true))
}

/// Returns the cells of the chain around a token, with spaces between them.
fn chain_around(text: &str, tokens: &[Token], at: usize, joints: &[&str]) -> String {
    let is_open = tokens.get(at).is_some_and(|open| open.is(text, "{") || open.is(text, "("));
    let is_cell = |token: &&Token| keywords::is_cell(token.text(text));
    let is_part =
        |token: &&Token| is_cell(token) || joints.contains(&token.text(text)) || is_open && token.is(text, ",");
    let before = tokens.get(..at).unwrap_or(&[]).iter().rev().take_while(is_part).count();
    let rest = tokens.get(at - before + usize::from(is_open)..).unwrap_or(&[]);
    let is_next =
        |token: &&Token| rest.first().is_some_and(|first| first.start == token.start) || !is_first_on_line(text, token);
    let cells = rest.iter().take_while(is_part).take_while(is_next).filter(is_cell).map(|cell| cell.text(text));
    cells.collect::<Vec<_>>().join(" ")
}
