//! Texts and places in them: [`Source`], [`Span`], [`Spanned`], and [`Sources`], the set of texts that one game is made of.
//!
//! Every later stage keeps only spans. A report looks up the text again when it is printed.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The index of a text in [`Sources`], for spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Default)]
pub struct SourceId(pub u16);

/// A range of a text: bytes `start..end` of the source.
///
/// See [`check`](crate::check::check()) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Default)]
pub struct Span {
    /// The text.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Creates the span of the bytes `start..end` of a source.
    pub fn new(source: SourceId, start: usize, end: usize) -> Span {
        Span { source, start: start as u32, end: end as u32 }
    }

    /// Returns the smallest span that contains both. They are in the same text.
    pub fn to(self, other: Span) -> Span {
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns whether another span lies in this one.
    pub fn contains(self, other: Span) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }

    /// Returns the length in bytes.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Returns whether the span has no bytes.
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// A value and its place, a [`Span`]. It has no `Eq` on purpose: two equal names in different places are not the same.
#[derive(Clone, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub node: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Creates a value with its place.
    pub fn new(node: T, span: Span) -> Spanned<T> {
        Spanned { node, span }
    }
}

/// A text and its name in reports: a path as the user wrote it, or the file name of a bundled game.
///
/// See [`check`](crate::check::check()) for an example.
#[derive(Clone, Debug)]
pub struct Source {
    /// Path or file name, for people.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
}

impl Source {
    /// Creates a text with a name.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// Returns the line and the column of a byte. Both count from 1; columns count characters.
    pub fn line_column(&self, at: usize) -> (usize, usize) {
        let mut at = at.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let before = &self.text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }
}

/// Returns the line ending of a text: `\r\n` if the text contains it, otherwise `\n`.
pub fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// All texts of one game: the file itself first, then those that it extends.
///
/// See [`check`](crate::check::check()) for an example.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    all: Vec<Source>,
}

impl Sources {
    /// Creates an empty set.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a text and returns its id.
    pub fn add(&mut self, source: Source) -> SourceId {
        self.all.push(source);
        SourceId((self.all.len() - 1) as u16)
    }

    /// Returns all texts: the file itself, then its base, the base of that, and so on.
    pub fn all(&self) -> &[Source] {
        &self.all
    }

    /// Returns the text with an id, or an empty one if the id is unknown.
    pub fn get(&self, id: SourceId) -> Source {
        self.all.get(id.0 as usize).cloned().unwrap_or_else(|| Source::new("?", ""))
    }

    /// Returns the ids of all texts.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = SourceId> + use<> {
        (0..self.all.len()).map(|at| SourceId(at as u16))
    }

    /// Returns the text of a span; it is empty if the span is outside of its source.
    pub fn text(&self, span: Span) -> &str {
        self.all
            .get(span.source.0 as usize)
            .and_then(|source| source.text.get(span.start as usize..span.end as usize))
            .unwrap_or("")
    }

    /// Returns the file name, the line and the column (from 1) where a span begins.
    pub fn place(&self, span: Span) -> (Arc<str>, usize, usize) {
        let source = self.get(span.source);
        let (line, column) = source.line_column(span.start as usize);
        (source.name, line, column)
    }
}
