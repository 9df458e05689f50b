//! A text with positions as editors count them: lines and UTF-16 units.

use lsp_types::{Position, Range, TextDocumentContentChangeEvent};
use std::sync::Arc;

/// A text with the offsets of its lines.
#[derive(Clone, Debug)]
pub struct DocumentText {
    text: Arc<str>,
    lines: Vec<usize>,
}

impl DocumentText {
    /// Finds the lines of a text; they end with `\n`, `\r\n` or `\r`.
    pub fn new(text: impl Into<Arc<str>>) -> DocumentText {
        let text: Arc<str> = text.into();
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        let lines = [0].into_iter().chain(ends.map(|(at, _)| at + 1)).collect();
        DocumentText { text, lines }
    }

    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Converts a position to an offset; a position after the end of a line becomes the end of that line.
    pub fn offset(&self, position: Position) -> usize {
        let line = position.line as usize;
        let Some(start) = self.lines.get(line).copied() else { return self.text.len() };
        let next = self.lines.get(line + 1).copied().unwrap_or(self.text.len());
        let content = self.text.get(start..next).unwrap_or("").trim_end_matches(['\r', '\n']);
        let mut units = position.character as usize;
        for (at, sign) in content.char_indices() {
            if units < sign.len_utf16() {
                return start + at;
            }
            units -= sign.len_utf16();
        }
        start + content.len()
    }

    /// Converts an offset to a position.
    pub fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.lines.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.lines.get(line).copied().unwrap_or(0);
        let units = self.text.get(start..offset).unwrap_or("").encode_utf16().count();
        Position { line: line as u32, character: units as u32 }
    }

    /// Converts the bytes `start..end` to a range.
    pub fn range(&self, start: usize, end: usize) -> Range {
        Range { start: self.position(start), end: self.position(end.max(start)) }
    }

    /// Applies changes one after the other and returns the new text.
    pub fn apply(&self, changes: Vec<TextDocumentContentChangeEvent>) -> DocumentText {
        changes.into_iter().fold(self.clone(), |text, change| match change.range {
            None => DocumentText::new(change.text),
            Some(range) => {
                let start = text.offset(range.start);
                let end = text.offset(range.end).max(start);
                let (before, rest) = text.text.split_at_checked(start).unwrap_or((&text.text, ""));
                let after = rest.get(end - start..).unwrap_or("");
                DocumentText::new([before, &change.text, after].concat())
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn positions_count_in_utf_16() {
        let text = DocumentText::new("a😀b\r\né\n\rx");
        for (position, offset) in
            [(at(0, 0), 0), (at(0, 1), 1), (at(0, 3), 5), (at(0, 4), 6), (at(1, 0), 8), (at(1, 1), 10), (at(3, 1), 13)]
        {
            assert_eq!(text.offset(position), offset, "{position:?}");
            assert_eq!(text.position(offset), position);
        }
        // Between the two units of a character, after a line, and after the text.
        assert_eq!(text.offset(at(0, 2)), 1);
        assert_eq!(text.offset(at(0, 99)), 6);
        assert_eq!(text.offset(at(9, 0)), 13);
        assert_eq!(text.position(3), at(0, 1));
        assert_eq!(text.position(99), at(3, 1));
    }

    #[test]
    fn changes_follow_each_other() {
        let change = |range: Option<(Position, Position)>, text: &str| TextDocumentContentChangeEvent {
            range: range.map(|(start, end)| Range { start, end }),
            range_length: None,
            text: text.to_owned(),
        };
        let text = DocumentText::new("one\ntwo\n").apply(vec![
            change(Some((at(0, 1), at(1, 1))), "-"),
            change(Some((at(0, 0), at(0, 0))), "> "),
            change(Some((at(5, 0), at(2, 0))), "!"),
        ]);
        assert_eq!(&**text.text(), "> o-wo\n!");
        assert_eq!(&**text.apply(vec![change(None, "new")]).text(), "new");
    }
}
