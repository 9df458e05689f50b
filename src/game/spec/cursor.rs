//! [`Cursor`]: reads the words, numbers and signs of a line, and remembers where they are.

use super::error::SpecError;
use super::parse::LineError;
use std::ops::Range;

/// A place in a line, and the token that begins there.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'t> {
    text: &'t str,
    at: usize,
    /// Where the text ends for this cursor.
    end: usize,
}

/// A word, a number, or a sign of one character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub text: &'t str,
    pub range: Range<usize>,
}

impl Token<'_> {
    pub fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }

    /// Returns an error about this token.
    pub fn wrong(&self, error: SpecError) -> LineError {
        LineError { range: self.range.clone(), error }
    }
}

impl<'t> Cursor<'t> {
    /// Creates a cursor for a part of a text.
    pub fn new(text: &'t str, part: Range<usize>) -> Cursor<'t> {
        Cursor { text, at: part.start, end: part.end }
    }

    /// Returns the next token without reading it.
    pub fn peek(&self) -> Option<Token<'t>> {
        let rest = self.text.get(self.at..self.end)?;
        let start = self.at + (rest.len() - rest.trim_start().len());
        let rest = self.text.get(start..self.end)?;
        let first = rest.chars().next()?;
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let len = match first {
            c if is_part(c) => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        Some(Token { text: rest.get(..len)?, range: start..start + len })
    }

    /// Reads the next token, if there is one.
    pub fn next(&mut self) -> Option<Token<'t>> {
        let token = self.peek()?;
        self.at = token.range.end;
        Some(token)
    }

    /// Reads this sign or word, if it is next.
    pub fn take(&mut self, text: &str) -> Option<Token<'t>> {
        self.peek().filter(|token| token.text == text)?;
        self.next()
    }

    /// Reads this sign or word. Errors if something else is next.
    pub fn need(&mut self, text: &str) -> Result<Token<'t>, LineError> {
        self.take(text).ok_or_else(|| self.expected(&format!("`{text}`")))
    }

    /// Reads a word. Errors, saying what is wanted, if something else is next.
    pub fn word(&mut self, wanted: &str) -> Result<Token<'t>, LineError> {
        self.take_word().ok_or_else(|| self.expected(wanted))
    }

    /// Reads a word, if one is next.
    pub fn take_word(&mut self) -> Option<Token<'t>> {
        self.peek().filter(Token::is_word)?;
        self.next()
    }

    /// Returns the error that something else is next.
    pub fn expected(&self, wanted: &str) -> LineError {
        self.wrong(|found| SpecError::Expected { wanted: wanted.to_owned(), found, help: None })
    }

    /// Returns an error about what is next; `error` gets its text, which is empty at the end.
    pub fn wrong(&self, error: impl FnOnce(String) -> SpecError) -> LineError {
        let (found, range) = match self.peek() {
            Some(token) => (token.text.to_owned(), token.range),
            None => (String::new(), self.end..self.end),
        };
        LineError { range, error: error(found) }
    }
}
