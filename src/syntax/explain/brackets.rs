//! Brackets that do not match: reported at the one left open.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};
use crate::syntax::lex::{Kind, Token, indent};
use crate::syntax::words;

/// The words that never stand within parentheses.
const NOT_IN_PARENTHESES: &[&str] = &[
    "when", "do", "ensure", "maximize", "let", "as", "put", "remove", "give", "choose", "return", "while", "for",
    "again", "var",
];

/// The first bracket of an item that has no partner. `next` is the first word behind the item.
pub(super) fn unbalanced(text: &str, words: &[Token], next: Option<&Token>, id: SourceId) -> Option<Diagnostic> {
    let mut open: Vec<Token> = Vec::new();
    // a closing brace under the beginning of another line than that of its partner
    let mut suspect: Option<(Token, Token)> = None;
    for (at, word) in words.iter().enumerate() {
        let top = open.last().copied();
        match word.kind {
            Kind::Open => open.push(*word),
            Kind::Close => {
                let Some(top) = top else { return Some(stray(text, word, id)) };
                if partner(top.text(text)) != word.text(text) {
                    let below = open.iter().any(|other| partner(other.text(text)) == word.text(text));
                    let stray_parenthesis = !below && word.is(text, ")");
                    return Some(if stray_parenthesis {
                        stray(text, word, id)
                    } else {
                        left_open(text, top, *word, id)
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
                    return Some(left_open(text, top, *word, id));
                }
            }
            _ => {}
        }
    }
    let last = open.last()?;
    let noticed = next.or(words.last()).copied().unwrap_or(*last);
    let (open, noticed) = suspect.unwrap_or((*last, noticed));
    Some(left_open(text, open, noticed, id))
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

/// The spaces before the first word of the line where a bracket stands.
fn line_indent(text: &str, bracket: Token) -> usize {
    let before = text.get(..bracket.start).unwrap_or("");
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = text.get(start..).unwrap_or("");
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

/// Whether a closing brace, first on its line, stands under a line that opened a brace further out.
fn belongs_further_out(text: &str, open: Token, close: Token, outer: &[Token]) -> bool {
    let Some(at) = indent(text, close.start) else { return false };
    line_indent(text, open) > at && outer.iter().any(|other| other.is(text, "{") && line_indent(text, *other) == at)
}

fn left_open(text: &str, open: Token, noticed: Token, id: SourceId) -> Diagnostic {
    let bracket = open.text(text);
    Diagnostic::new(Code::E01, Span::new(id, open.start, open.end), format!("this `{bracket}` is never closed"))
        .labelled("left open")
        .and(Span::new(id, noticed.start, noticed.end), "noticed here")
        .help(format!("a `{}` is missing between the two", partner(bracket)))
}

fn stray(text: &str, close: &Token, id: SourceId) -> Diagnostic {
    let bracket = close.text(text);
    let open = if bracket == ")" { "(" } else { "{" };
    Diagnostic::new(Code::E01, Span::new(id, close.start, close.end), format!("this `{bracket}` closes nothing"))
        .help(format!("take it away, or write the `{open}` that is missing before it"))
}
