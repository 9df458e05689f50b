//! From text to tree. [`parse`] is the way in; pest reads the text by `grammar/game.pest`, and the files here make of its pairs
//! the tree of [`ast`](crate::syntax::ast). What is wrong is told by [`explain`](super::explain).

mod alone;
pub(crate) mod docs;
mod example;
mod expr;
pub(super) mod grammar;
mod item;
mod layout;
mod limits;
mod lower;
mod patched;
mod stmt;
#[cfg(test)]
mod tests;
mod text;

use super::ast::File;
use super::lex::{Token, lex};
use super::{explain, recover};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Sources};
pub use alone::{Asked, asked, lines, statements};
use grammar::{GameParser, Rule};
use lower::Lower;
pub(super) use lower::Names;
pub(super) use patched::PatchedText;
use pest::Parser;
use std::ops::Range;

/// Reads a rule file.
///
/// # Errors
///
/// All that can be told about the text, in its order, if it is no rule file.
pub fn parse(sources: &Sources, id: SourceId) -> Result<File, Vec<Diagnostic>> {
    let Read { file, found } = read(sources, id);
    if found.is_empty() { Ok(file) } else { Err(found) }
}

/// What could be read of a text.
#[derive(Clone, Debug)]
pub struct Read {
    /// The tree of all that could be read; what could not is in [`File::unread`].
    pub file: File,
    /// What is wrong with the syntax, in the order of the text. The text is a rule file if this is empty.
    pub found: Vec<Diagnostic>,
}

/// Reads as much of a text as can be read, whatever is wrong with it: a mistake costs the line or the item that it is in.
pub fn read(sources: &Sources, id: SourceId) -> Read {
    let source = sources.get(id);
    let text = source.text.as_ref();
    let none = |finding: Diagnostic| Read { file: File::nothing(id), found: vec![finding] };
    if let Some(too_long) = limits::length(text, id) {
        return none(too_long);
    }
    let tokens = lex(text);
    if tokens.iter().all(Token::is_comment) {
        return none(explain::report_empty(text, id));
    }
    if let Some(too_deep) = limits::depth(text, &tokens, id) {
        return none(too_deep);
    }
    let (mut file, found) = with_stack(|| {
        let (mut file, mut names) = (File::nothing(id), Names::default());
        match read_into(&mut file, &mut names, text, &PatchedText::new(text), &tokens, 0..text.len()) {
            Ok(mut found) => {
                found.extend(names.capitals(id, &file));
                found.sort_by_key(Diagnostic::span);
                (file, found)
            }
            Err(_) => recover::recover(text, id),
        }
    });
    docs::attach(text, &tokens, &mut file.items);
    Read { file, found: explain::shorten(found) }
}

/// Does what reads with pest: with enough stack for all that is within the limits, and with a limit of its own for pest.
pub(super) fn with_stack<T>(read: impl FnOnce() -> T) -> T {
    pest::set_call_limit(std::num::NonZeroUsize::new(limits::MAX_CALLS));
    stacker::maybe_grow(limits::STACK / 2, limits::STACK, read)
}

/// Reads a stretch of a text that may have been mended, whose tokens these are, and adds its items to a file. Says what slips
/// there were.
pub(super) fn read_into(
    file: &mut File,
    names: &mut Names,
    original: &str,
    text: &PatchedText,
    tokens: &[Token],
    stretch: Range<usize>,
) -> Result<Vec<Diagnostic>, Box<pest::error::Error<Rule>>> {
    let pairs = GameParser::parse(Rule::file, text.text().get(stretch.clone()).unwrap_or(""))?;
    let mut lower = Lower::new(file.source, original, text, stretch.start, tokens, names);
    lower.file(file, pairs);
    Ok(lower.finish())
}
