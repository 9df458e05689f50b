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
#[cfg(test)]
mod tests;

use super::lex::{Token, lex};
use super::parse::{parse, with_stack};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Sources};
use facts::Facts;
use lines::Line;

/// The maximum length of a line that contains a block which can be split.
const WIDTH: usize = 120;

/// Formats the text of a rule file. Its meaning does not change.
///
/// # Errors
///
/// The errors of [`parse`], if the text has syntax errors.
pub fn format(sources: &Sources, id: SourceId) -> Result<String, Vec<Diagnostic>> {
    parse(sources, id)?;
    let source = sources.get(id);
    let text = source.text.as_ref();
    let tokens = lex(text);
    let mut facts = with_stack(|| Facts::of(text, &tokens));
    // split the outermost block of each line that is too long, until all lines fit
    loop {
        let lines = lines::cut(text, &tokens, &facts);
        let formatted = layout(text, &tokens, &facts, lines);
        let blocks: Vec<usize> = formatted.iter().filter_map(|line| too_wide(line, &facts)).collect();
        if blocks.is_empty() {
            return Ok(joined(&formatted));
        }
        blocks.into_iter().for_each(|block| facts.open(block));
    }
}

/// A line of the result.
struct Finished {
    /// Its tokens, as `first..end`.
    first: usize,
    end: usize,
    /// Whether there is a blank line before it.
    blank_before: bool,
    text: String,
}

/// Sets the indentation of lines, the spaces between words, and the columns.
fn layout(text: &str, tokens: &[Token], facts: &Facts, lines: Vec<Line>) -> Vec<Finished> {
    let indents = indent::indents(text, tokens, facts, &lines);
    let mut rows: Vec<space::Row> =
        lines.iter().zip(indents).map(|(line, indent)| space::row(text, tokens, facts, line, indent)).collect();
    align::align(text, tokens, &mut rows);
    let finished = lines.iter().zip(rows).map(|(line, row)| Finished {
        first: line.first,
        end: line.end,
        blank_before: line.blank_before,
        text: row.text(text, tokens),
    });
    finished.collect()
}

/// Returns the outermost block in a line that is too long.
fn too_wide(line: &Finished, facts: &Facts) -> Option<usize> {
    (line.text.chars().count() > WIDTH).then(|| facts.block_within(line.first, line.end)).flatten()
}

fn joined(lines: &[Finished]) -> String {
    let mut all = String::new();
    for line in lines {
        if line.blank_before {
            all.push('\n');
        }
        all.push_str(&line.text);
        all.push('\n');
    }
    all
}
