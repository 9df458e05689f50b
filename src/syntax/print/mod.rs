//! From text to tidy text: [`format`](format()) is behind `boardwright fmt`.
//!
//! It keeps the words, the comments and the line breaks of the author. What it sets is the spaces between words, the indentation,
//! blank lines, the rows of pictures, and that in a block of several lines every statement has a line of its own. Columns that
//! the author has aligned (comments, `=`, what follows a `:`) stay aligned.

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

/// Lines are no longer than this, if a block in them can be opened.
const WIDTH: usize = 120;

/// The text of a rule file, tidied. Its meaning is the same.
///
/// # Errors
///
/// What [`parse`] says, if the text is no rule file.
pub fn format(sources: &Sources, id: SourceId) -> Result<String, Vec<Diagnostic>> {
    parse(sources, id)?;
    let source = sources.get(id);
    let text = source.text.as_ref();
    let tokens = lex(text);
    let mut facts = with_stack(|| Facts::of(text, &tokens));
    // lines that are too long open the outermost block in them, and so on until all fit
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
    /// The tokens in it, as `first..end`.
    first: usize,
    end: usize,
    /// Whether a blank line stands before it.
    blank_before: bool,
    text: String,
}

/// Gives lines their indentation, the spaces between the words, and their columns.
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

/// The outermost closed block in a line that is too long.
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
