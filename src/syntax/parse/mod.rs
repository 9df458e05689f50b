//! Parses texts into syntax trees. pest parses the text by `grammar/game.pest`, and the files here lower its pairs to the
//! [`ast`](crate::syntax::ast). [`explain`](super::explain) explains the errors.

mod alone;
mod braced;
mod compared;
mod divided;
pub(crate) mod docs;
mod example;
mod expr;
mod item;
mod layout;
mod limits;
mod look;
mod lower;
mod patched;
mod stmt;
mod text;

use super::ast::File;
use super::lex::{Token, lex};
use super::{explain, recover};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Sources};
pub use alone::{Query, parse_checks, parse_query, parse_statements};
use boardwright_grammar::{GameParser, Rule};
pub use divided::find_cut_divisions;
pub use look::find_path_error;
use lower::Lower;
pub(super) use lower::ParsedNames;
pub(super) use patched::PatchedText;
use pest::Parser;
use std::ops::Range;

/// Parses a rule file.
///
/// # Errors
///
/// Returns all syntax errors, in the order of the text.
pub fn parse(sources: &Sources, id: SourceId) -> Result<File, Vec<Diagnostic>> {
    let Parsed { file, errors } = parse_with_errors(sources, id);
    if errors.is_empty() { Ok(file) } else { Err(errors) }
}

/// A parsed text with its errors.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The tree of all that could be parsed; the rest is in [`File::unread`].
    pub file: File,
    /// The syntax errors, in the order of the text. If there are none, the text is a rule file.
    pub errors: Vec<Diagnostic>,
}

/// Parses as much of a text as possible: an error loses the line or the item that contains it.
pub fn parse_with_errors(sources: &Sources, id: SourceId) -> Parsed {
    let source = sources.get(id);
    let text = source.text.as_ref();
    let fail = |error: Diagnostic| Parsed { file: File::nothing(id), errors: vec![error] };
    if let Some(too_long) = limits::check_length(text, id) {
        return fail(too_long);
    }
    let tokens = lex(text);
    if tokens.iter().all(Token::is_comment) {
        return fail(explain::report_empty(text, id));
    }
    if let Some(too_deep) = limits::check_depth(text, &tokens, id) {
        return fail(too_deep);
    }
    let (mut file, found) = with_stack(|| {
        let (mut file, mut names) = (File::nothing(id), ParsedNames::default());
        match parse_into(&mut file, &mut names, text, &PatchedText::new(text), &tokens, 0..text.len()) {
            Ok(mut found) => {
                found.extend(names.report_capitals(id, &file));
                found.sort_by_key(Diagnostic::span);
                (file, found)
            }
            Err(_) => recover::recover(text, id),
        }
    });
    for item in &mut file.items {
        let above = || docs::find_docs(text, &tokens, item.span.start as usize, item.span.end as usize);
        item.docs = match item.node.region() {
            // The comment above a map is about all its regions that have no comment of their own.
            Some(name) => docs::find_beside(text, &tokens, name.span.end as usize).unwrap_or_else(above),
            None => above(),
        };
    }
    Parsed { file, errors: explain::shorten(found) }
}

/// Runs pest with enough stack for everything within the limits, and with a limit on its calls.
pub(super) fn with_stack<T>(parse: impl FnOnce() -> T) -> T {
    pest::set_call_limit(std::num::NonZeroUsize::new(limits::MAX_CALLS));
    stacker::maybe_grow(limits::STACK / 2, limits::STACK, parse)
}

/// Parses a range of a text that may have been patched, with these tokens, and adds its items to a file. Returns the errors that
/// did not stop the parser.
pub(super) fn parse_into(
    file: &mut File,
    names: &mut ParsedNames,
    original: &str,
    text: &PatchedText,
    tokens: &[Token],
    range: Range<usize>,
) -> Result<Vec<Diagnostic>, Box<pest::error::Error<Rule>>> {
    let pairs = GameParser::parse(Rule::file, text.text().get(range.clone()).unwrap_or(""))?;
    let mut lower = Lower::new(file.source, original, text, range.start, tokens, names);
    lower.file(file, pairs);
    Ok(lower.finish())
}
