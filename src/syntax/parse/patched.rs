//! A text that is mended while it is read, and where its places stood before.

use crate::diagnostic::Edit;
use std::ops::Range;

/// A text in which mistakes are mended or blanked, one after another, so that what stands behind them can be read.
#[derive(Clone, Debug)]
pub(in crate::syntax) struct PatchedText {
    text: String,
    /// What has another length than before, in the order of the text.
    changes: Vec<Change>,
}

/// A stretch that was put in place of another one.
#[derive(Clone, Debug)]
struct Change {
    /// Where it stands now.
    now: Range<usize>,
    /// What it stands for.
    original: Range<usize>,
}

impl PatchedText {
    /// A text as it is.
    pub(in crate::syntax) fn new(text: &str) -> PatchedText {
        PatchedText { text: text.to_owned(), changes: Vec::new() }
    }

    /// The text as it is now.
    pub(in crate::syntax) fn text(&self) -> &str {
        &self.text
    }

    /// Where in the original text a place of this one stands.
    pub(in crate::syntax) fn original(&self, at: usize) -> usize {
        let before = self.changes.partition_point(|change| change.now.start <= at);
        match before.checked_sub(1).and_then(|last| self.changes.get(last)) {
            None => at,
            Some(change) if at < change.now.end => {
                change.original.start + (at - change.now.start).min(change.original.len())
            }
            Some(change) => change.original.end + (at - change.now.end),
        }
    }

    /// Puts spaces in the place of a stretch; the lines stay.
    pub(in crate::syntax) fn blank(&mut self, stretch: Range<usize>) {
        if let Some(text) = self.text.get(stretch.clone()) {
            let blank: String = text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
            self.text.replace_range(stretch, &blank);
        }
    }

    /// Makes edits, whose places are those of the text as it is now. False, and nothing is done, if they meet earlier ones.
    pub(in crate::syntax) fn apply(&mut self, edits: &[Edit]) -> bool {
        let mut edits: Vec<&Edit> = edits.iter().collect();
        edits.sort_by_key(|edit| std::cmp::Reverse((edit.span.start, edit.span.end)));
        let place = |edit: &Edit| edit.span.start as usize..edit.span.end as usize;
        let meets = |edit: &&Edit| {
            let place = place(edit);
            self.text.get(place.clone()).is_none()
                || self.changes.iter().any(|change| change.now.start < place.end && place.start < change.now.end)
        };
        if edits.iter().any(meets) {
            return false;
        }
        for edit in edits {
            let place = place(edit);
            let original = self.original(place.start)..self.original(place.end).max(self.original(place.start));
            self.text.replace_range(place.clone(), &edit.text);
            let behind = self.changes.partition_point(|change| change.now.start < place.end.max(place.start + 1));
            for change in self.changes.iter_mut().skip(behind) {
                let moved = |at: usize| at - place.end + place.start + edit.text.len();
                change.now = moved(change.now.start)..moved(change.now.end);
            }
            let now = place.start..place.start + edit.text.len();
            self.changes.insert(behind, Change { now, original });
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
    fn places_are_those_of_the_text_as_it_was() {
        let mut mended = PatchedText::new("acton a() put x of");
        assert!(mended.apply(&[edit(16, 18, "at"), edit(0, 5, "action"), edit(10, 10, "do ")]));
        assert_eq!(mended.text(), "action a() do put x at");
        let original = |word: &str| mended.original(mended.text().find(word).unwrap());
        assert_eq!(
            [original("action"), original("a()"), original("put"), original("x"), original("at")],
            [0, 6, 10, 14, 16]
        );
        assert_eq!(mended.original(mended.text().len()), 18);
        assert!(!mended.apply(&[edit(1, 2, "x")]));
        mended.blank(7..10);
        assert_eq!(mended.text(), "action     do put x at");
    }
}
