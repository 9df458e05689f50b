//! [`PatchedText`]: a text that recovery changes, so that the parser can go on, and the original offsets.

use crate::diagnostic::Edit;
use std::ops::Range;

/// A text in which mistakes are fixed or blanked one by one, so that the rest can be parsed.
#[derive(Clone, Debug)]
pub(in crate::internals::syntax) struct PatchedText {
    text: String,
    /// The replaced ranges, in the order of the text.
    patches: Vec<Patch>,
}

/// A replaced range.
#[derive(Clone, Debug)]
struct Patch {
    /// Its bytes now.
    now: Range<usize>,
    /// The bytes in the original text.
    original: Range<usize>,
}

impl PatchedText {
    /// Wraps an unchanged text.
    pub(in crate::internals::syntax) fn new(text: &str) -> PatchedText {
        PatchedText { text: text.to_owned(), patches: Vec::new() }
    }

    pub(in crate::internals::syntax) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the original offset of a byte.
    pub(in crate::internals::syntax) fn original(&self, at: usize) -> usize {
        let before = self.patches.partition_point(|patch| patch.now.start <= at);
        match before.checked_sub(1).and_then(|last| self.patches.get(last)) {
            None => at,
            Some(patch) if at < patch.now.end => {
                patch.original.start + (at - patch.now.start).min(patch.original.len())
            }
            Some(patch) => patch.original.end + (at - patch.now.end),
        }
    }

    /// Replaces a range with spaces, but keeps its line breaks.
    pub(in crate::internals::syntax) fn blank(&mut self, range: Range<usize>) {
        if let Some(text) = self.text.get(range.clone()) {
            let blank: String = text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
            self.text.replace_range(range, &blank);
        }
    }

    /// Applies edits, whose spans are those of the text as it is now. Does nothing and returns `false` if they overlap earlier ones.
    pub(in crate::internals::syntax) fn apply(&mut self, edits: &[Edit]) -> bool {
        let mut edits: Vec<&Edit> = edits.iter().collect();
        edits.sort_by_key(|edit| std::cmp::Reverse((edit.span.start, edit.span.end)));
        let place = |edit: &Edit| edit.span.start as usize..edit.span.end as usize;
        let overlaps = |edit: &&Edit| {
            let place = place(edit);
            self.text.get(place.clone()).is_none()
                || self.patches.iter().any(|patch| patch.now.start < place.end && place.start < patch.now.end)
        };
        if edits.iter().any(overlaps) {
            return false;
        }
        for edit in edits {
            let place = place(edit);
            let original = self.original(place.start)..self.original(place.end).max(self.original(place.start));
            self.text.replace_range(place.clone(), &edit.text);
            let next = self.patches.partition_point(|patch| patch.now.start < place.end.max(place.start + 1));
            for patch in self.patches.iter_mut().skip(next) {
                let moved = |at: usize| at - place.end + place.start + edit.text.len();
                patch.now = moved(patch.now.start)..moved(patch.now.end);
            }
            let now = place.start..place.start + edit.text.len();
            self.patches.insert(next, Patch { now, original });
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{SourceId, Span};

    fn edit(start: usize, end: usize, text: &str) -> Edit {
        Edit { span: Span::new(SourceId(0), start, end), text: text.to_owned() }
    }

    #[test]
    fn original_offsets_are_kept() {
        let mut patched = PatchedText::new("acton a() put x of");
        assert!(patched.apply(&[edit(16, 18, "at"), edit(0, 5, "action"), edit(10, 10, "do ")]));
        assert_eq!(patched.text(), "action a() do put x at");
        let original = |word: &str| patched.original(patched.text().find(word).unwrap());
        assert_eq!(
            [original("action"), original("a()"), original("put"), original("x"), original("at")],
            [0, 6, 10, 14, 16]
        );
        assert_eq!(patched.original(patched.text().len()), 18);
        assert!(!patched.apply(&[edit(1, 2, "x")]));
        patched.blank(7..10);
        assert_eq!(patched.text(), "action     do put x at");
    }
}
