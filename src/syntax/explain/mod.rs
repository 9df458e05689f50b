//! What is wrong with a text that is no rule file, in words that a designer knows.
//!
//! A text that could be read never comes here. One that could not is cut where items begin; each piece is looked at for itself,
//! so that one mistake does not hide another: first for quotes and brackets left open, then for signs that the language does not
//! have; what is left is read again, and the place where that ends is explained from the words around it.

mod brackets;
mod customs;
mod elsewhere;
mod ends;
mod expected;
mod foreign;
mod gaps;
mod habits;
mod misplaced;
mod patterns;
mod slips;
#[cfg(test)]
mod tests;

use super::lex::{Kind, Token, lex};
use super::parse::grammar::Rule;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::{SourceId, Span};
use pest::error::{Error, ErrorVariant, InputLocation};
use slips::Place;
use std::ops::Range;

/// Longer messages are no help.
const LONGEST: usize = 400;

/// A file without any word.
pub(super) fn empty(text: &str, id: SourceId) -> Diagnostic {
    let end = text.lines().next().map_or(0, str::len);
    Diagnostic::new(Code::E01, Span::new(id, 0, end), "there is nothing in this file").help(
        "the smallest game that can be played:\n\
         \n\
         game \"Take a Cell\"\n\
         board square 3 x 3\n\
         players Black, White\n\
         piece stone\n\
         action place(p: empty)\n  \
           do put stone at p\n\
         end { when none(empty): most pieces wins, no ties }",
    )
}

/// A mistake, and what the text can be mended by; which of it makes it readable is for trial.
pub(super) struct Explained {
    /// What is said.
    pub finding: Diagnostic,
    /// What may be meant, likeliest first; the finding's own fix goes before.
    pub mends: Vec<Fix>,
    /// It is a bracket that closes nothing.
    pub stray: bool,
}

/// The byte at which reading failed.
pub(super) fn place(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) => at,
        InputLocation::Span((start, _)) => start,
    }
}

/// What is wrong with the words `piece` of a text that could not be read; `at` is the byte where that failed.
pub(super) fn explain(
    text: &str,
    all: &[Token],
    piece: Range<usize>,
    id: SourceId,
    at: usize,
    error: Error<Rule>,
) -> Explained {
    let words = all.get(piece.clone()).unwrap_or(&[]);
    let whole = words.iter().any(|word| word.kind == Kind::Strange && word.start <= at);
    let habit = habits::block_comment(text, words, at, id)
        .or_else(|| habits::lookalikes(text, all, id).filter(|_| whole))
        .or_else(|| habits::item_in_parentheses(text, words, at, id));
    if let Some(finding) = habit {
        return told(finding);
    }
    // what stands behind the place where reading failed is no reason for that
    let before = |found: &Diagnostic| found.span().start as usize <= at;
    if let Some(open) = words.iter().find(|word| word.kind == Kind::OpenText && word.start <= at) {
        return open_text(text, open, id);
    }
    if let ErrorVariant::ParsingError { positives, .. } = &error.variant
        && let Some(cells) = Place::new(text, all, id, at, positives).cells_without_braces()
    {
        return told(cells);
    }
    // a bracket that closes nothing on the same line tells more than what its missing partner led to
    let line = at + text.get(at..).and_then(|rest| rest.find('\n')).unwrap_or(0);
    let near = |open: &Explained| (open.finding.span().start as usize) <= if open.stray { line } else { at };
    let unbalanced = brackets::unbalanced(text, words, all.get(piece.end), id);
    let unbalanced = unbalanced.or_else(|| unbalanced_text(text, words, id)).filter(near);
    let foreign = foreign::find(text, words, id).into_iter().find(before);
    match (unbalanced, foreign) {
        (Some(open), Some(foreign)) if foreign.span() < open.finding.span() => told(foreign),
        (Some(open), _) => open,
        (None, Some(foreign)) => told(foreign),
        (None, None) => translate(text, all, id, at, error),
    }
}

fn told(finding: Diagnostic) -> Explained {
    Explained { finding, mends: Vec::new(), stray: false }
}

/// A text without its closing quote; it ends with the line, or before what follows texts.
fn open_text(text: &str, open: &Token, id: SourceId) -> Explained {
    let finding = Diagnostic::new(Code::E01, Span::new(id, open.start, open.end), "this text has no closing quote")
        .help("a text ends with `\"` on the line where it begins");
    let written = open.text(text);
    let ends = [" {", " do ", " else ", ",", " when "].iter().filter_map(|end| written.find(end));
    let mends = ends.chain([written.len()]).map(|end| Fix {
        title: "close the quotes".to_owned(),
        edits: vec![Edit { span: Span::new(id, open.start + end, open.start + end), text: "\"".to_owned() }],
        safe: end == written.len(),
    });
    Explained { finding, mends: mends.collect(), stray: false }
}

/// The same findings; messages that quote a very long word are cut.
pub(super) fn shortened(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    for text in found.iter_mut().flat_map(|found| std::iter::once(&mut found.message).chain(&mut found.help)) {
        if text.len() > LONGEST {
            *text = text.chars().take(LONGEST).chain("..".chars()).collect();
        }
    }
    found
}

/// A brace without a partner in the text of a move.
fn unbalanced_text(text: &str, words: &[Token], id: SourceId) -> Option<Explained> {
    let pairs = words.iter().zip(words.iter().skip(1));
    let leads = |before: &Token| ["as", "then", "else", ":"].iter().any(|word| before.is(text, word));
    let mut texts = pairs.filter(|(before, string)| leads(before) && string.kind == Kind::Text);
    texts.find_map(|(_, string)| {
        let within = words_within(text, string);
        let open = brackets::unbalanced(text, &within, None, id)?;
        let behind = within.iter().find(|word| word.start >= open.finding.span().end as usize);
        Some(match behind.filter(|word| word.is_word_of(text, &["if", "match"])) {
            Some(word) => told(Diagnostic::new(Code::E01, Span::new(id, word.start, word.end), "no text stands within a text")
                .help("write several texts: `as if C then \"{p}x{q}\" else \"{p}-{q}\"`, `as match d { E: \"O-O\", W: \"O-O-O\" }`")),
            None => open,
        })
    })
}

/// The words within a text in quotes.
fn words_within(text: &str, string: &Token) -> Vec<Token> {
    let start = string.start + 1;
    let inside = text.get(start..string.end.saturating_sub(1)).unwrap_or("");
    let words = lex(inside).into_iter().filter(|token| !token.is_comment());
    words.map(|token| Token { start: token.start + start, end: token.end + start, ..token }).collect()
}

/// What stands at the byte where reading ended, in words.
fn translate(text: &str, words: &[Token], id: SourceId, at: usize, error: Error<Rule>) -> Explained {
    match error.variant {
        ErrorVariant::ParsingError { positives, .. } => {
            let place = Place::new(text, words, id, at, &positives);
            let finding = place.explain();
            let mends = if finding.fix.is_none() && place.is_at(finding.span()) { place.mends() } else { Vec::new() };
            Explained { finding, mends, stray: false }
        }
        ErrorVariant::CustomError { .. } => {
            let place = Span::new(id, at.min(text.len()), at.min(text.len()));
            let finding = Diagnostic::new(Code::E01, place, "this takes too long to read");
            told(finding.help("write the items in a simpler way"))
        }
    }
}
