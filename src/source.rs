//! Texts and places in them: [`Source`], [`Span`], [`Spanned`], and [`Sources`], the set of texts that one game is made of.
//!
//! Every later stage holds spans only; the text joins again when a report is printed.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Which text of a [`Sources`] a span points into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Default)]
pub struct SourceId(pub u16);

/// A stretch of a text: bytes `start..end` of the source.
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
    /// The bytes `start..end` of a source.
    pub fn new(source: SourceId, start: usize, end: usize) -> Span {
        Span { source, start: start as u32, end: end as u32 }
    }

    /// The stretch from the beginning of `self` to the end of `other`, both in the same text.
    pub fn to(self, other: Span) -> Span {
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Its length in bytes.
    pub fn len(self) -> usize {
        self.end.saturating_sub(self.start) as usize
    }

    /// Returns whether it covers no byte.
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// A value and where it was written. Deliberately without `Eq`: two names that read alike are not the same place.
#[derive(Clone, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub node: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value with its place.
    pub fn new(node: T, span: Span) -> Spanned<T> {
        Spanned { node, span }
    }
}

/// One text with the name it goes by in reports: a path as the user wrote it, or a bundled game's file name.
#[derive(Clone, Debug)]
pub struct Source {
    /// Path or file name, for people.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
}

impl Source {
    /// A text under a name.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// Line and column of a byte, both from 1; columns count characters.
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

/// What ends the lines of a text: the signs of Windows, if they are there at all.
pub fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// All texts that one game is made of: the file itself first, then those that it extends.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    all: Vec<Source>,
}

impl Sources {
    /// No texts yet.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a text and says under which id its spans go.
    pub fn add(&mut self, source: Source) -> SourceId {
        self.all.push(source);
        SourceId((self.all.len() - 1) as u16)
    }

    /// All texts: the file itself, then those that it extends, each one behind the one that extends it.
    pub fn all(&self) -> &[Source] {
        &self.all
    }

    /// The text of an id; an empty one if the id is foreign.
    pub fn get(&self, id: SourceId) -> Source {
        self.all.get(id.0 as usize).cloned().unwrap_or_else(|| Source::new("?", ""))
    }

    /// The ids of all texts.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = SourceId> + use<> {
        (0..self.all.len()).map(|at| SourceId(at as u16))
    }

    /// What a span covers; empty if it lies outside of its text.
    pub fn text(&self, span: Span) -> &str {
        self.all
            .get(span.source.0 as usize)
            .and_then(|source| source.text.get(span.start as usize..span.end as usize))
            .unwrap_or("")
    }

    /// File name, line and column (from 1) of a span's beginning.
    pub fn place(&self, span: Span) -> (Arc<str>, usize, usize) {
        let source = self.get(span.source);
        let (line, column) = source.line_column(span.start as usize);
        (source.name, line, column)
    }
}
