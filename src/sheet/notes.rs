//! The author's comments on items and lines of a rule file.

use super::sentence;
use crate::game::Game;
use crate::source::Span;
use crate::syntax::ast::Item;

/// Returns the text of a `///` comment as one paragraph.
pub(super) fn docs(docs: &str) -> String {
    sentence(&docs.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns the text of an item's `///` comment, if it has one.
pub(super) fn said(item: &Item) -> Option<String> {
    Some(docs(&item.docs)).filter(|text| !text.is_empty())
}

/// Returns the `//` comment after a place, on the same line.
pub(super) fn after(game: &Game, span: Span) -> Option<String> {
    let source = game.sources.get(span.source);
    let line = source.text.get(span.end as usize..)?.lines().next()?;
    let comment = line.trim_start_matches([' ', '}', ')', ';', ',']).strip_prefix("//")?;
    let comment = comment.trim();
    (!comment.is_empty() && !comment.starts_with('/') && !is_for_checker(comment)).then(|| comment.to_owned())
}

/// Returns the `//` comments on the lines directly above a place.
pub(super) fn above(game: &Game, span: Span) -> Option<String> {
    let source = game.sources.get(span.source);
    let before = source.text.get(..span.start as usize)?;
    let mut comments: Vec<&str> = Vec::new();
    for line in before.lines().rev().skip_while(|line| line.trim().is_empty() && !before.ends_with("\n\n")) {
        match line.trim().strip_prefix("//") {
            // The `///` comment of the item itself.
            Some(doc) if doc.starts_with('/') => {}
            Some(comment) if is_for_checker(comment) => {}
            Some(comment) => comments.push(comment.trim()),
            None => break,
        }
    }
    comments.reverse();
    let text = comments.join(" ");
    (!text.is_empty()).then(|| sentence(&text))
}

/// Returns whether a comment addresses the checker (`// meant: W56 - why`), not players.
pub(super) fn is_for_checker(comment: &str) -> bool {
    comment.trim_start().starts_with("meant:")
}

/// Appends the author's comment to a sentence.
pub(super) fn with_note(text: String, note: Option<String>) -> String {
    match note {
        Some(note) => {
            let text = text.trim_end_matches('.');
            let stop = if note.ends_with(['.', '!', '?', '"', '”']) { "" } else { "." };
            match text.strip_suffix(':') {
                Some(text) => format!("{text} ({note}):"),
                None => format!("{text} — {note}{stop}"),
            }
        }
        None => text,
    }
}
