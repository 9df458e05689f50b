//! Brackets that do not match: reported at the one left open.

use super::Explained;
use super::patterns::{first_on_line, indentation};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::{SourceId, Span};
use crate::syntax::lex::{Kind, Token, indent};
use crate::syntax::words;

/// The words that never stand within parentheses.
const NOT_IN_PARENTHESES: &[&str] = &[
    "when", "do", "ensure", "maximize", "let", "as", "put", "remove", "give", "choose", "return", "while", "for",
    "again", "var",
];

/// The first bracket of an item that has no partner. `next` is the first word behind the item.
pub(super) fn unbalanced(text: &str, words: &[Token], next: Option<&Token>, id: SourceId) -> Option<Explained> {
    let mut open: Vec<Token> = Vec::new();
    // a closing brace under the beginning of another line than that of its partner
    let mut suspect: Option<(Token, Token)> = None;
    for (at, word) in words.iter().enumerate() {
        let top = open.last().copied();
        match word.kind {
            Kind::Open => open.push(*word),
            Kind::Close => {
                let Some(top) = top else { return Some(stray(text, words, word, id)) };
                if partner(top.text(text)) != word.text(text) {
                    let below = open.iter().any(|other| partner(other.text(text)) == word.text(text));
                    let stray_parenthesis = !below && word.is(text, ")");
                    return Some(if stray_parenthesis {
                        stray(text, words, word, id)
                    } else {
                        left_open(text, words, top, *word, id)
                    });
                }
                open.pop();
                if suspect.is_none() && belongs_further_out(text, top, *word, &open) {
                    suspect = Some((top, *word));
                }
            }
            Kind::Word => {
                let head = word.is_word_of(text, words::HEADS) && !is_type(text, words, at);
                let ends = head || word.is_word_of(text, NOT_IN_PARENTHESES);
                let ends = ends && !is_meant_as_name(text, words, at);
                if let Some(top) = top.filter(|top| ends && top.is(text, "(")) {
                    return Some(left_open(text, words, top, *word, id));
                }
            }
            _ => {}
        }
    }
    let last = open.last()?;
    let noticed = next.or(words.last()).copied().unwrap_or(*last);
    let (open, noticed) = suspect.unwrap_or((*last, noticed));
    Some(left_open(text, words, open, noticed, id))
}

/// Whether the word at `at` says a type, as `piece` in `x: piece`.
pub(super) fn is_type(text: &str, words: &[Token], at: usize) -> bool {
    at.checked_sub(1).and_then(|before| words.get(before)).is_some_and(|before| before.is(text, ":"))
}

/// Whether the word at `at`, which begins something, is followed by what follows a name: it was meant as one.
pub(super) fn is_meant_as_name(text: &str, words: &[Token], at: usize) -> bool {
    let joints = ["and", "or", "in", "not", "within", "except", "of", "then", "else", "to", "at"];
    words.get(at + 1).is_some_and(|next| match next.kind {
        Kind::Sign => !next.is(text, "="),
        Kind::Close => next.is(text, ")"),
        Kind::Word => next.is_word_of(text, &joints),
        _ => false,
    })
}

fn partner(bracket: &str) -> &'static str {
    if bracket == "(" { ")" } else { "}" }
}

/// Whether a closing brace, first on its line, stands under a line that opened a brace further out.
fn belongs_further_out(text: &str, open: Token, close: Token, outer: &[Token]) -> bool {
    let Some(at) = indent(text, close.start) else { return false };
    indentation(text, &open).len() > at
        && outer.iter().any(|other| other.is(text, "{") && indentation(text, other).len() == at)
}

fn left_open(text: &str, words: &[Token], open: Token, noticed: Token, id: SourceId) -> Explained {
    let bracket = open.text(text);
    let finding =
        Diagnostic::new(Code::E01, Span::new(id, open.start, open.end), format!("this `{bracket}` is never closed"))
            .labelled("left open")
            .and(Span::new(id, noticed.start, noticed.end), "noticed here")
            .help(format!("a `{}` is missing between the two", partner(bracket)));
    Explained { finding, mends: closings(text, words, open, noticed, id), stray: false }
}

fn stray(text: &str, words: &[Token], close: &Token, id: SourceId) -> Explained {
    let bracket = close.text(text);
    let open = if bracket == ")" { "(" } else { "{" };
    let place = Span::new(id, close.start, close.end);
    let finding = Diagnostic::new(Code::E01, place, format!("this `{bracket}` closes nothing"))
        .help(format!("take it away, or write the `{open}` that is missing before it"));
    let mut mends = vec![Fix {
        title: format!("take the `{bracket}` away"),
        edits: vec![Edit { span: place, text: String::new() }],
        safe: false,
    }];
    mends.extend(openings(text, words, close, id));
    Explained { finding, mends, stray: true }
}

/// What stands behind a closing bracket rather than before it.
const JOINTS: &[&str] = &[
    "and", "or", "then", "else", "to", "at", "as", "{", ";", "=", "==", "!=", "<", ">", "<=", ">=", "+=", "-=", "+",
    "-", "*", "/", "%",
];

/// Whether nothing but a comment stands behind a token on its line.
fn is_last_on_line(text: &str, token: &Token) -> bool {
    let rest = text.get(token.end..).unwrap_or("").trim_start_matches([' ', '\t', '\r']);
    rest.is_empty() || rest.starts_with('\n') || rest.starts_with("//")
}

/// Something put in at a place.
fn put_in(source: &str, id: SourceId, at: usize, text: String) -> Fix {
    let before = source.get(..at).unwrap_or("").trim_end();
    let cut = before.rfind([' ', '\n', '(', '{', ',']).map_or(0, |cut| cut + 1);
    let word =
        before.get(cut..).filter(|word| !word.is_empty()).unwrap_or(before.get(cut.saturating_sub(1)..).unwrap_or(""));
    let title = match text.trim() {
        sign if text.starts_with('\n') => format!("write `{sign}` at the end of the item"),
        sign if text.ends_with('\n') => {
            let next = source.get(at..).unwrap_or("").split_whitespace().next().unwrap_or("");
            format!("write `{sign}` in a line of its own before `{next}`")
        }
        sign => format!("write `{sign}` behind `{word}`"),
    };
    Fix { title, edits: vec![Edit { span: Span::new(id, at, at), text }], safe: false }
}

/// Where the partner of an open bracket may be missing, likeliest first: before a word that begins something else, at the end of
/// the line, before the place where it was noticed, at the end of the item.
fn closings(text: &str, words: &[Token], open: Token, noticed: Token, id: SourceId) -> Vec<Fix> {
    let from = words.partition_point(|word| word.start <= open.start);
    let inside: Vec<&Token> = words.get(from..).unwrap_or(&[]).iter().collect();
    let close = partner(open.text(text));
    let (mut mends, mut weak, mut line_ends) = (Vec::new(), Vec::new(), Vec::new());
    let mut depth = 0usize;
    let mut before = open;
    let block = close == "}" && is_last_on_line(text, &open);
    for word in &inside {
        if first_on_line(text, word) && before.end > open.end {
            line_ends.push(before.end);
        }
        if word.start >= noticed.start && before.end >= noticed.start {
            break;
        }
        let is = |words: &[&str]| words.iter().any(|other| word.is(text, other));
        if depth == 0 && !block && before.end > open.end {
            if is(JOINTS) {
                mends.push(put_in(text, id, before.end, close.to_owned()));
            } else if is(&[",", ":", "of", "}"]) {
                weak.push(put_in(text, id, before.end, close.to_owned()));
            }
        }
        match word.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = **word;
    }
    let tail = if close == "}" { " }" } else { ")" };
    let mut lines: Vec<Fix> = line_ends.iter().map(|at| put_in(text, id, *at, tail.to_owned())).collect();
    if close == "}" {
        mends.append(&mut lines);
    }
    mends.append(&mut weak);
    mends.append(&mut lines);
    if block {
        mends.clear();
    }
    let margin = indentation(text, &open);
    if close == "}" && first_on_line(text, &noticed) && noticed.kind != Kind::OpenText {
        let line = noticed.start - indentation(text, &noticed).len();
        mends.push(put_in(text, id, line, format!("{margin}}}\n")));
    }
    if let Some(last) = words.last() {
        let one_line = !text.get(open.start..last.end).unwrap_or("").contains('\n');
        let end = if close == "}" && !one_line { format!("\n{margin}}}") } else { tail.to_owned() };
        mends.push(put_in(text, id, last.end, end));
    }
    mends
}

/// Where the partner of a closing bracket may be missing, on its line: behind the name of a call, before cells, behind a word that
/// braces follow.
fn openings(text: &str, words: &[Token], close: &Token, id: SourceId) -> Vec<Fix> {
    let mut mends = Vec::new();
    let behind = words.partition_point(|word| word.start < close.start);
    for at in (0..behind).rev() {
        let Some(word) = words.get(at) else { break };
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        if close.is(text, ")") {
            let letters = word.text(text).trim_end_matches(|c: char| c.is_ascii_digit()).len();
            if word.kind == Kind::Word && letters > 2 && word.start + letters < word.end {
                mends.push(put_in(text, id, word.start + letters, "(".to_owned()));
            }
            let ends = words.get(at + 1).is_some_and(|after| [":", ")", ","].iter().any(|sign| after.is(text, sign)));
            if word.kind == Kind::Word && ends && word.text(text).len() > 3 && word.text(text).is_ascii() {
                mends.push(put_in(text, id, word.end - 1, "(".to_owned()));
            }
            if before.is_some_and(|before| before.kind == Kind::Sign) {
                mends.push(put_in(text, id, word.start, "(".to_owned()));
            }
        } else {
            let cell = |word: &Token| word.kind == Kind::Word && words::is_cell(word.text(text));
            if cell(word) && before.is_some_and(|before| !cell(before)) {
                mends.push(put_in(text, id, word.start, "{".to_owned()));
            }
            if word.is_word_of(text, &["do", "else", "end", "position", "setup"]) {
                mends.push(put_in(text, id, word.end, " {".to_owned()));
            }
        }
        if first_on_line(text, word) {
            break;
        }
    }
    mends
}
