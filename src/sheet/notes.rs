//! The comments of a rule file: what its author says about items and lines.

use super::sentence;
use crate::game::Game;
use crate::source::Span;

/// The text of a `///` comment as one paragraph.
pub(super) fn docs(docs: &str) -> String {
    sentence(&docs.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The `//` comment behind a place, on the same line.
pub(super) fn behind(game: &Game, span: Span) -> Option<String> {
    let source = game.sources.get(span.source);
    let line = source.text.get(span.end as usize..)?.lines().next()?;
    let comment = line.trim_start_matches([' ', '}', ')', ';', ',']).strip_prefix("//")?;
    let comment = comment.trim();
    (!comment.is_empty() && !comment.starts_with('/')).then(|| comment.to_owned())
}

/// The `//` comments in the lines right above a place.
pub(super) fn above(game: &Game, span: Span) -> Option<String> {
    let source = game.sources.get(span.source);
    let before = source.text.get(..span.start as usize)?;
    let mut comments: Vec<&str> = Vec::new();
    for line in before.lines().rev().skip_while(|line| line.trim().is_empty() && !before.ends_with("\n\n")) {
        match line.trim().strip_prefix("//") {
            // The `///` comment of the item itself.
            Some(doc) if doc.starts_with('/') => {}
            Some(comment) => comments.push(comment.trim()),
            None => break,
        }
    }
    comments.reverse();
    let text = comments.join(" ");
    (!text.is_empty()).then(|| sentence(&text))
}

/// A sentence with what the author says about it.
pub(super) fn noted(text: String, note: Option<String>) -> String {
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
