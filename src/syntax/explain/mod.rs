//! Explains syntax errors in plain words.
//!
//! Only texts that could not be parsed come here. They are cut where items begin, and each item is explained on its own, so that
//! one mistake does not hide another. Unclosed quotes and brackets come first, then foreign operators. Otherwise the token where
//! parsing failed is explained from the tokens around it.

mod articles;
mod boards;
mod brackets;
mod cases;
mod chains;
mod changes;
mod choices;
mod clause_braces;
mod comprehensions;
mod customs;
mod declared;
mod elsewhere;
mod ends;
mod english;
mod enumerations;
mod expected;
mod foreign;
mod gaps;
mod goals;
mod guards;
mod habits;
mod indexes;
mod joints;
mod lines;
mod locals;
mod lookalikes;
mod loops;
mod misplaced;
mod naming;
mod orders;
mod patterns;
mod phrases;
mod pictures;
mod placements;
mod played;
mod programs;
mod regions;
mod repeated;
mod results;
mod sentences;
mod shapes;
mod site;
mod slips;
mod symbols;
mod ties;
mod towers;

use super::lex::{Token, TokenKind, lex};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::{SourceId, Span};
use boardwright_grammar::Rule;
use pest::error::{Error, ErrorVariant, InputLocation};
use site::ErrorSite;
use std::ops::Range;

pub(super) use boards::OPTIONS;
pub(super) use orders::place_in_words;
pub(super) use results::WINNER;

/// The longest message.
const MAX_LENGTH: usize = 400;

/// Reports a file without any token.
pub(super) fn report_empty(text: &str, id: SourceId) -> Diagnostic {
    let end = text.lines().next().map_or(0, str::len);
    Diagnostic::new(Code::E01, Span::new(id, 0, end), "this file contains no rules").help(
        "the smallest playable game:\n\
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

/// A finding, with the fixes to try. Recovery finds out which of them makes the text parse.
pub(super) struct Explained {
    /// The report.
    pub finding: Diagnostic,
    /// The fixes to try after the finding's own, likeliest first.
    pub candidates: Vec<Fix>,
    /// Whether it is a closing bracket without a partner.
    pub is_stray: bool,
}

/// Returns the byte at which parsing failed.
pub(super) fn error_offset(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) => at,
        InputLocation::Span((start, _)) => start,
    }
}

/// Explains why the tokens `piece` of a text could not be parsed; `at` is the byte where that failed.
pub(super) fn explain(
    text: &str,
    all: &[Token],
    piece: Range<usize>,
    id: SourceId,
    at: usize,
    error: Error<Rule>,
) -> Explained {
    let tokens = all.get(piece.clone()).unwrap_or(&[]);
    let has_strange = tokens.iter().any(|token| token.kind == TokenKind::Strange && token.start <= at);
    let habit = lookalikes::explain_block_comment(text, tokens, at, id)
        .or_else(|| lookalikes::explain_lookalikes(text, all, id).filter(|_| has_strange))
        .or_else(|| chains::explain_signs_in_chains(text, tokens, at, id))
        .or_else(|| misplaced::explain_item_in_parentheses(text, tokens, at, id))
        .or_else(|| misplaced::explain_line_without_quotes(text, tokens, at, id))
        .or_else(|| comprehensions::explain_comprehension(text, tokens, at, id));
    let habit = habit.or_else(|| pictures::explain_touching_symbols(text, tokens, at, id));
    let habit = habit.or_else(|| towers::explain_bracketed_stack(text, tokens, at, id));
    let habit = habit.or_else(|| locals::explain_let_in_def(text, tokens, at, id));
    let habit = habit.or_else(|| cases::explain_arrow_in_match(text, tokens, at, id));
    if let Some(finding) = habit {
        return finding.into();
    }
    // what comes later is not why parsing failed
    let before = |found: &Diagnostic| found.span().start as usize <= at;
    if let Some(open) = tokens.iter().find(|word| word.kind == TokenKind::OpenText && word.start <= at) {
        return explain_open_text(text, open, id);
    }
    if let ErrorVariant::ParsingError { positives, .. } = &error.variant
        && let Some(cells) = ErrorSite::new(text, all, id, at, positives).explain_cells_without_braces()
    {
        return cells.into();
    }
    // a closing bracket without a partner on the same line says more than the error that it caused
    let line = at + text.get(at..).and_then(|rest| rest.find('\n')).unwrap_or(0);
    let near = |open: &Explained| (open.finding.span().start as usize) <= if open.is_stray { line } else { at };
    let unbalanced = brackets::find_unbalanced(text, tokens, all.get(piece.end), id);
    let unbalanced = unbalanced.or_else(|| find_unbalanced_text(text, tokens, id)).filter(near);
    let foreign = foreign::find_foreign(text, tokens, id).into_iter().find(before);
    match (unbalanced, foreign) {
        (Some(open), Some(foreign)) if foreign.span() < open.finding.span() => foreign.into(),
        (Some(open), _) => open,
        (None, Some(foreign)) => foreign.into(),
        (None, None) => explain_error(text, all, id, at, error),
    }
}

impl From<Diagnostic> for Explained {
    fn from(finding: Diagnostic) -> Explained {
        Explained { finding, candidates: Vec::new(), is_stray: false }
    }
}

/// Explains a text without its closing quote. It may end with the line, or before what follows texts.
fn explain_open_text(text: &str, open: &Token, id: SourceId) -> Explained {
    let finding = Diagnostic::new(Code::E01, Span::new(id, open.start, open.end), "missing closing quote")
        .help("write `\"` at the end of the text, on the same line");
    let written = open.text(text);
    let ends = [" {", " do ", " else ", ",", " when "].iter().filter_map(|end| written.find(end));
    let candidates = ends.chain([written.len()]).map(|end| Fix {
        title: "write the closing quote".to_owned(),
        edits: vec![Edit { span: Span::new(id, open.start + end, open.start + end), text: "\"".to_owned() }],
        safe: end == written.len(),
    });
    Explained { finding, candidates: candidates.collect(), is_stray: false }
}

/// Cuts messages that quote very long words.
pub(super) fn shorten(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    for text in found.iter_mut().flat_map(|found| std::iter::once(&mut found.message).chain(&mut found.help)) {
        if text.len() > MAX_LENGTH {
            *text = text.chars().take(MAX_LENGTH).chain("..".chars()).collect();
        }
    }
    found
}

/// Finds a brace without a partner in the text of a move.
fn find_unbalanced_text(text: &str, tokens: &[Token], id: SourceId) -> Option<Explained> {
    let pairs = tokens.iter().zip(tokens.iter().skip(1));
    let leads = |before: &Token| ["as", "then", "else", ":"].iter().any(|word| before.is(text, word));
    let mut texts = pairs.filter(|(before, string)| leads(before) && string.kind == TokenKind::Text);
    texts.find_map(|(_, string)| {
        let within = tokens_within(text, string);
        let open = brackets::find_unbalanced(text, &within, None, id)?;
        let next = within.iter().find(|word| word.start >= open.finding.span().end as usize);
        Some(match next.filter(|word| word.is_word_of(text, &["if", "match"])) {
            Some(word) => Diagnostic::new(Code::E01, Span::new(id, word.start, word.end), "a text cannot contain another text")
                .help("write a separate text for each case: `as if C then \"{p}x{q}\" else \"{p}-{q}\"`, `as match d { E: \"O-O\", W: \"O-O-O\" }`").into(),
            None => open,
        })
    })
}

/// Returns the tokens inside a quoted text.
fn tokens_within(text: &str, string: &Token) -> Vec<Token> {
    let start = string.start + 1;
    let inside = text.get(start..string.end.saturating_sub(1)).unwrap_or("");
    let tokens = lex(inside).into_iter().filter(|token| !token.is_comment());
    tokens.map(|token| Token { start: token.start + start, end: token.end + start, ..token }).collect()
}

/// Explains an error of the parser from the tokens around it.
fn explain_error(text: &str, tokens: &[Token], id: SourceId, at: usize, error: Error<Rule>) -> Explained {
    match error.variant {
        ErrorVariant::ParsingError { positives, .. } => {
            let site = ErrorSite::new(text, tokens, id, at, &positives);
            // no fix is tried for what the language does not have
            if let Some(absent) = site.explain_absent() {
                return absent.into();
            }
            let finding = site.explain();
            // an explanation of what was meant is better than a token that happens to fit
            let is_open = ["expected ", "missing ", "unknown "].iter().any(|open| finding.message.starts_with(open));
            let is_tried = finding.fix.is_none() && is_open && site.is_at(finding.span());
            let candidates = if is_tried { site.candidates() } else { Vec::new() };
            Explained { finding, candidates, is_stray: false }
        }
        ErrorVariant::CustomError { .. } => {
            let place = Span::new(id, at.min(text.len()), at.min(text.len()));
            let finding = Diagnostic::new(Code::E01, place, "this is too complex to parse");
            finding.help("simplify the items").into()
        }
    }
}
