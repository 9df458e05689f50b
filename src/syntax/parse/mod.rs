//! From text to tree. [`parse`] is the way in; pest reads the text by `grammar/game.pest`, and the files here make of its pairs
//! the tree of [`ast`](crate::syntax::ast). What is wrong is told by [`explain`](super::explain).

pub(crate) mod docs;
mod example;
mod expr;
pub(super) mod grammar;
mod item;
mod layout;
mod limits;
mod lower;
mod stmt;
#[cfg(test)]
mod tests;
mod text;

use super::ast::File;
use super::explain;
use super::lex::{Token, lex};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Sources};
use grammar::{GameParser, Rule};
use lower::Lower;
use pest::Parser;

/// Reads a rule file.
///
/// # Errors
///
/// All that can be told about the text, in its order, if it is no rule file: at most one finding for each item that could not
/// be read, and one for each slip in those that could.
pub fn parse(sources: &Sources, id: SourceId) -> Result<File, Vec<Diagnostic>> {
    let source = sources.get(id);
    let text = source.text.as_ref();
    if let Some(too_long) = limits::length(text, id) {
        return Err(vec![too_long]);
    }
    let tokens = lex(text);
    if tokens.iter().all(Token::is_comment) {
        return Err(vec![explain::empty(text, id)]);
    }
    if let Some(too_deep) = limits::depth(text, &tokens, id) {
        return Err(vec![too_deep]);
    }
    with_stack(|| match read(text, &tokens, id, 0) {
        Ok((file, found)) if found.is_empty() => Ok(file),
        Ok((_, found)) => Err(explain::shortened(found)),
        Err(error) => Err(explain::shortened(explain::explain(text, &tokens, id, *error))),
    })
}

/// Does what reads with pest: with enough stack for all that is within the limits, and with a limit of its own for pest.
pub(super) fn with_stack<T>(read: impl FnOnce() -> T) -> T {
    pest::set_call_limit(std::num::NonZeroUsize::new(limits::MAX_CALLS));
    stacker::maybe_grow(limits::STACK / 2, limits::STACK, read)
}

/// Reads a whole text, or a stretch of it that begins at `offset`, and says what slips there were. `tokens` are the whole
/// text's.
pub(super) fn read(
    text: &str,
    tokens: &[Token],
    id: SourceId,
    offset: usize,
) -> Result<(File, Vec<Diagnostic>), Box<pest::error::Error<Rule>>> {
    let pairs = GameParser::parse(Rule::file, text)?;
    let mut lower = Lower::new(id, text, offset, tokens);
    let mut file = lower.file(pairs);
    if offset == 0 {
        docs::attach(text, tokens, &mut file.items);
    }
    Ok((file, lower.finish()))
}
