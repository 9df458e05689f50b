//! What is wrong with a text that is no rule file, in words that a designer knows.
//!
//! A text that could be read never comes here. One that could not is cut where items begin; each piece is looked at for itself,
//! so that one mistake does not hide another: first for quotes and brackets left open, then for signs that the language does not
//! have; what is left is read again, and the place where that ends is explained from the words around it.

mod alone;
mod brackets;
mod elsewhere;
mod expected;
mod foreign;
mod misplaced;
mod patterns;
mod slips;
#[cfg(test)]
mod tests;

use super::lex::{Kind, Token, lex};
use super::parse::grammar::Rule;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};
pub(super) use alone::alone;
use pest::error::{Error, ErrorVariant, InputLocation};
use slips::Place;

/// More findings than these are no help.
const MOST: usize = 20;

/// Nor are longer messages.
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

/// All that can be said about a text that could not be read; `error` is where that failed.
pub(super) fn explain(text: &str, tokens: &[Token], id: SourceId, error: Error<Rule>) -> Vec<Diagnostic> {
    let words: Vec<Token> = tokens.iter().copied().filter(|token| !token.is_comment()).collect();
    let mut found = Vec::new();
    for piece in pieces(text, &words) {
        if found.len() < MOST {
            found.extend(piece.explain(text, tokens, &words, id));
        }
    }
    if found.is_empty() {
        found.push(translate(text, &words, id, 0, error));
    }
    found.sort_by_key(Diagnostic::span);
    found.truncate(MOST);
    found
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

/// A stretch of the text from one item to the next, as tokens `first..end` and bytes `start..stop`.
struct Piece {
    first: usize,
    end: usize,
    start: usize,
    stop: usize,
}

/// Cuts a text at the words that begin items at the beginning of a line.
fn pieces(text: &str, words: &[Token]) -> Vec<Piece> {
    let mut heads: Vec<(usize, usize)> = vec![(0, 0)];
    heads.extend(
        words.iter().enumerate().skip(1).filter(|(_, word)| word.is_head(text)).map(|(at, word)| (at, word.start)),
    );
    let ends = heads.iter().skip(1).copied().chain([(words.len(), text.len())]);
    heads.iter().zip(ends).map(|(&(first, start), (end, stop))| Piece { first, end, start, stop }).collect()
}

impl Piece {
    fn explain(&self, text: &str, tokens: &[Token], all: &[Token], id: SourceId) -> Vec<Diagnostic> {
        let words = all.get(self.first..self.end).unwrap_or(&[]);
        if let Some(open) = words.iter().find(|word| word.kind == Kind::OpenText) {
            return vec![
                Diagnostic::new(Code::E01, Span::new(id, open.start, open.end), "this text has no closing quote")
                    .help("a text ends with `\"` on the line where it begins"),
            ];
        }
        let unbalanced = brackets::unbalanced(text, words, all.get(self.end), id);
        let unbalanced = unbalanced.or_else(|| unbalanced_text(text, words, id));
        if unbalanced.is_none() {
            let foreign = foreign::find(text, words, id);
            if !foreign.is_empty() {
                return foreign;
            }
        }
        let read = super::parse::read(text.get(self.start..self.stop).unwrap_or(""), tokens, id, self.start);
        let found = match read {
            Ok((_, slips)) => slips,
            Err(error) => vec![translate(text, all, id, self.start, *error)],
        };
        match unbalanced {
            // what comes before the bracket is no consequence of it
            Some(open) => {
                let first = found.into_iter().filter(|found| found.span().end <= open.span().start);
                first.chain([open.clone()]).collect()
            }
            None => found,
        }
    }
}

/// A brace without a partner in the text of a move.
fn unbalanced_text(text: &str, words: &[Token], id: SourceId) -> Option<Diagnostic> {
    let pairs = words.iter().zip(words.iter().skip(1));
    let leads = |before: &Token| ["as", "then", "else", ":"].iter().any(|word| before.is(text, word));
    let mut texts = pairs.filter(|(before, string)| leads(before) && string.kind == Kind::Text);
    texts.find_map(|(_, string)| {
        let within = words_within(text, string);
        let open = brackets::unbalanced(text, &within, None, id)?;
        let behind = within.iter().find(|word| word.start >= open.span().end as usize);
        Some(match behind.filter(|word| word.is_word_of(text, &["if", "match"])) {
            Some(word) => Diagnostic::new(Code::E01, Span::new(id, word.start, word.end), "no text stands within a text")
                .help("write several texts: `as if C then \"{p}x{q}\" else \"{p}-{q}\"`, `as match d { E: \"O-O\", W: \"O-O-O\" }`"),
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

/// What stands at the place where reading ended, in words; `offset` is where reading began.
fn translate(text: &str, words: &[Token], id: SourceId, offset: usize, error: Error<Rule>) -> Diagnostic {
    let at = offset
        + match error.location {
            InputLocation::Pos(at) => at,
            InputLocation::Span((start, _)) => start,
        };
    match error.variant {
        ErrorVariant::ParsingError { positives, .. } => Place::new(text, words, id, at, &positives).explain(),
        ErrorVariant::CustomError { .. } => Diagnostic::new(
            Code::E01,
            Span::new(id, at.min(text.len()), at.min(text.len())),
            "this takes too long to read",
        )
        .help("write the items in a simpler way"),
    }
}
