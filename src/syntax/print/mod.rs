//! [`format`](format()) formats a rule file, for `boardwright fmt`.
//!
//! It keeps the author's words, comments and line breaks. It sets the spaces between words, the indentation, blank lines and the
//! rows of pictures. In a block of several lines, every statement gets its own line. Columns that the author has aligned (comments,
//! `=`, the text after a `:`) stay aligned.

mod align;
mod facts;
mod indent;
mod lines;
mod space;

use super::lex::{Token, lex};
use super::parse::{parse, with_stack};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Sources, line_end};
use facts::TokenFacts;
use space::TokenRow;

/// The maximum length of a line that contains a block which can be split.
const WIDTH: usize = 120;

/// Formats the text of a rule file. Its meaning does not change, and its line ends stay what they are.
///
/// # Errors
///
/// The errors of [`parse`], if the text has syntax errors.
pub fn format(sources: &Sources, id: SourceId) -> Result<String, Vec<Diagnostic>> {
    parse(sources, id)?;
    let source = sources.get(id);
    let text = source.text.as_ref();
    let tokens = lex(text);
    let mut facts = with_stack(|| TokenFacts::of(text, &tokens));
    // split the outermost block of each line that is too long, until all lines fit
    loop {
        let rows = layout(text, &tokens, &facts);
        let written: Vec<String> = rows.iter().map(|row| row.text(text, &tokens)).collect();
        let long = rows.iter().zip(&written).filter(|(_, written)| written.chars().count() > WIDTH);
        let blocks: Vec<usize> = long.filter_map(|(row, _)| facts.block_within(&row.line)).collect();
        if blocks.is_empty() {
            let lines = rows.iter().zip(&written).flat_map(|(row, written)| {
                let gap = if row.line.blank_before { "\n" } else { "" };
                [gap, written.as_str(), "\n"]
            });
            let formatted: String = lines.collect();
            let end = line_end(text);
            // Tokens of several lines, such as pictures of boards, have their own line ends.
            return Ok(if end == "\n" { formatted } else { formatted.replace(end, "\n").replace('\n', end) });
        }
        blocks.into_iter().for_each(|block| facts.open(block));
    }
}

/// Sets the indentation of lines, the spaces between words, and the columns.
fn layout(text: &str, tokens: &[Token], facts: &TokenFacts) -> Vec<TokenRow> {
    let lines = lines::cut(text, tokens, facts);
    let indents = indent::indents(text, tokens, facts, &lines);
    let rows = lines.into_iter().zip(indents).map(|(line, indent)| space::row(text, tokens, facts, line, indent));
    let mut rows: Vec<TokenRow> = rows.collect();
    align::align(text, tokens, &mut rows);
    rows
}
