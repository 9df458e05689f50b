//! Finds where values and statements end that are followed by unexpected tokens.

use super::patterns::indentation;
use super::site::ErrorSite;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

impl ErrorSite<'_> {
    /// Returns the tokens before one, the last first, without brackets that are closed and what is in them.
    fn outside_brackets(&self, at: usize) -> impl Iterator<Item = (usize, &Token)> {
        let mut closed = 0usize;
        let before = self.tokens.iter().enumerate().take(at).rev();
        before.filter(move |(_, token)| match token.kind {
            TokenKind::Close => {
                closed += 1;
                false
            }
            TokenKind::Open if closed > 0 => {
                closed -= 1;
                false
            }
            _ => closed == 0,
        })
    }

    /// Returns the index of the first token of the value that ends before a token: after a keyword, a sign such as `,`, or an open
    /// bracket.
    pub(super) fn value_start(&self, at: usize) -> Option<usize> {
        const BEFORE: [&str; 8] = ["when", "and", "or", "not", "if", "while", "ensure", "expect"];
        let (start, _) = self.outside_brackets(at).find(|(_, token)| match token.kind {
            TokenKind::Open => true,
            TokenKind::Sign => self.is_any(token, &[",", ":", ";", "="]),
            TokenKind::Word => {
                token.is_word_of(self.text, &BEFORE)
                    || self.is_keyword(token) && !self.is_any(token, &["of", "except", "board", "players"])
            }
            _ => false,
        })?;
        let token = self.tokens.get(start)?;
        let begins = token.kind != TokenKind::Word || token.is_word_of(self.text, &BEFORE);
        let is_some = token.kind == TokenKind::Sign || start + 1 < at;
        (begins && is_some).then_some(start + 1)
    }

    /// Returns the index of the first token of the value that ends before a token and is set or given: after `=`, `(`, `,` or `:`.
    pub(super) fn assigned_start(&self, at: usize) -> Option<usize> {
        let is_value = |token: &Token| self.is_any(token, &["and", "or", "not", "of", "in"]);
        let is_before = |token: &Token| self.is_any(token, &["=", "+=", "-=", ",", ":", "("]);
        let (start, token) = self.outside_brackets(at).find(|(_, token)| {
            token.kind == TokenKind::Open || is_before(token) || self.is_keyword(token) && !is_value(token)
        })?;
        is_before(token).then_some(start + 1)
    }

    /// Returns the index after the last token of the value that begins at `from`. A value ends at a bracket, a comma, a keyword,
    /// or where another value begins. Returns `None` if it is incomplete.
    pub(super) fn value_end(&self, from: usize) -> Option<usize> {
        let mut depth = 0usize;
        let (mut choices, mut matches) = (0usize, 0usize);
        let mut at = from;
        while let Some(token) = self.tokens.get(at) {
            let is = |text: &str| token.is(self.text, text);
            let before = at.checked_sub(1).filter(|before| *before >= from).and_then(|before| self.tokens.get(before));
            if depth == 0 {
                let looks_ahead = before.is_some_and(|before| before.is_word_of(self.text, &["some", "no"]));
                let is_beside = before.is_some_and(|before| self.ends_value(before)) && self.begins_value(at);
                let is_over = match token.kind {
                    TokenKind::Close => true,
                    TokenKind::Open if is("{") && matches > 0 => {
                        matches -= 1;
                        false
                    }
                    TokenKind::Word if is("then") => {
                        choices == 0 && !before.is_some_and(|before| before.is(self.text, "move"))
                    }
                    TokenKind::Word if is("else") => choices == 0,
                    TokenKind::Word if is("move") => !looks_ahead,
                    TokenKind::Word if is("if") || is("match") => is_beside,
                    TokenKind::Word if keywords::CLAUSES.contains(&token.text(self.text)) || is("where") => true,
                    TokenKind::Word if token.is_word_of(self.text, &["board", "players"]) => {
                        is_beside || self.is_first_on_line(token)
                    }
                    TokenKind::Word if keywords::BEGINNINGS.contains(&token.text(self.text)) => true,
                    TokenKind::Sign => self.is_any(token, &[",", ":", ";", "=", "+=", "-="]),
                    _ => is_beside,
                };
                if is_over {
                    break;
                }
                choices += usize::from(is("if"));
                choices -= usize::from(is("else")).min(choices);
                matches += usize::from(is("match"));
            }
            depth = token.depth_after(depth);
            at += 1;
        }
        let last = at.checked_sub(1).filter(|last| *last >= from).and_then(|last| self.tokens.get(last))?;
        (depth == 0 && choices == 0 && self.ends_value(last)).then_some(at)
    }

    fn ends_value(&self, token: &Token) -> bool {
        match token.kind {
            TokenKind::Word => {
                !self.is_keyword(token) || token.is_word_of(self.text, &["true", "false", "board", "players"])
            }
            TokenKind::Number | TokenKind::Text | TokenKind::Close => true,
            _ => false,
        }
    }

    /// Returns whether a new value begins at `at`, after another one.
    fn begins_value(&self, at: usize) -> bool {
        let Some(token) = self.tokens.get(at) else { return false };
        match token.kind {
            TokenKind::Word => {
                let values = ["true", "false", "board", "players", "if", "match"];
                !self.is_keyword(token) || token.is_word_of(self.text, &values)
            }
            TokenKind::Number | TokenKind::Text => true,
            // the parenthesis of a call touches its name
            TokenKind::Open => {
                let is_call = at.checked_sub(1).and_then(|before| self.tokens.get(before)).is_some_and(|before| {
                    before.kind == TokenKind::Word && before.end == token.start && token.is(self.text, "(")
                });
                !is_call
            }
            _ => false,
        }
    }

    /// Returns the index after the last token of the simple statement that begins at `from`. Returns `None` if it is incomplete
    /// or contains other statements.
    pub(super) fn statement_end(&self, from: usize) -> Option<usize> {
        let token = self.tokens.get(from)?;
        let skip =
            |at: usize, word: &str| self.tokens.get(at).filter(|token| token.is(self.text, word)).map(|_| at + 1);
        match token.text(self.text) {
            "remove" => self.value_end(from + 1),
            "put" => self.value_end(skip(self.value_end(from + 1)?, "at")?),
            "move" | "give" => {
                let from = match skip(from + 1, "each") {
                    Some(name) => skip(name + 1, "in")?,
                    None => from + 1,
                };
                self.value_end(skip(self.value_end(from)?, "to")?)
            }
            "again" | "return" => Some(from + 1),
            _ if self.is_keyword(token) || token.kind != TokenKind::Word => None,
            _ => {
                // `n = E`, `hand(mover) += 1`, `hit(p)`
                let target = self.value_end(from)?;
                match self.tokens.get(target).filter(|token| self.is_any(token, &["=", "+=", "-="])) {
                    Some(_) => self.value_end(target + 1),
                    None => self.tokens.get(target - 1).filter(|last| last.is(self.text, ")")).map(|_| target),
                }
            }
        }
    }

    /// Returns whether only closing brackets follow on the line from the token at `at` on, and the next line is not indented
    /// deeper, as if it continued this one.
    pub(super) fn ends_line(&self, at: usize) -> bool {
        let rest = self.tokens.get(at..).unwrap_or(&[]);
        let Some(last) = at.checked_sub(1).and_then(|last| self.tokens.get(last)) else { return false };
        let next = rest.iter().find(|token| self.is_first_on_line(token) || token.kind != TokenKind::Close);
        next.is_none_or(|next| {
            self.is_first_on_line(next)
                && (next.kind == TokenKind::Close
                    || indentation(self.text, next).len() <= indentation(self.text, last).len())
        })
    }
}
