//! Where values and statements end that stand among words which do not fit: what is put into braces, or moved, reaches so far.

use super::patterns::{first_on_line, indentation};
use super::slips::Place;
use crate::syntax::lex::{Kind, Token};
use crate::syntax::words;

impl Place<'_> {
    /// The index behind the last word of the value that begins at `from`: it ends with a bracket, a comma, a word of the frame, or
    /// where another value stands beside it. None if something is missing at its end.
    pub(super) fn value_end(&self, from: usize) -> Option<usize> {
        let mut depth = 0usize;
        let (mut choices, mut matches) = (0usize, 0usize);
        let mut at = from;
        while let Some(word) = self.words.get(at) {
            let is = |text: &str| word.is(self.text, text);
            let before = at.checked_sub(1).filter(|before| *before >= from).and_then(|before| self.words.get(before));
            if depth == 0 {
                let looks = before.is_some_and(|before| before.is_word_of(self.text, &["some", "no"]));
                let beside = before.is_some_and(|before| self.ends_value(before)) && self.begins_value(at);
                let over = match word.kind {
                    Kind::Close => true,
                    Kind::Open if is("{") && matches > 0 => {
                        matches -= 1;
                        false
                    }
                    Kind::Word if is("then") => {
                        choices == 0 && !before.is_some_and(|before| before.is(self.text, "move"))
                    }
                    Kind::Word if is("else") => choices == 0,
                    Kind::Word if is("move") => !looks,
                    Kind::Word if is("if") || is("match") => beside,
                    Kind::Word if words::CLAUSES.contains(&word.text(self.text)) || is("where") => true,
                    Kind::Word if word.is_word_of(self.text, &["board", "players"]) => {
                        beside || first_on_line(self.text, word)
                    }
                    Kind::Word if words::BEGINNINGS.contains(&word.text(self.text)) => true,
                    Kind::Sign => is(",") || is(":") || is(";") || is("=") || is("+=") || is("-="),
                    _ => beside,
                };
                if over {
                    break;
                }
                choices += usize::from(is("if"));
                choices -= usize::from(is("else")).min(choices);
                matches += usize::from(is("match"));
            }
            match word.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            at += 1;
        }
        let last = at.checked_sub(1).filter(|last| *last >= from).and_then(|last| self.words.get(last))?;
        (depth == 0 && choices == 0 && self.ends_value(last)).then_some(at)
    }

    fn ends_value(&self, word: &Token) -> bool {
        match word.kind {
            Kind::Word => !self.frames(word) || word.is_word_of(self.text, &["true", "false", "board", "players"]),
            Kind::Number | Kind::Text | Kind::Close => true,
            _ => false,
        }
    }

    /// Whether a value of its own begins at `at`, behind another one.
    fn begins_value(&self, at: usize) -> bool {
        let Some(word) = self.words.get(at) else { return false };
        match word.kind {
            Kind::Word => {
                !self.frames(word) || word.is_word_of(self.text, &["true", "false", "board", "players", "if", "match"])
            }
            Kind::Number | Kind::Text => true,
            // the parenthesis of a call touches its name
            Kind::Open => {
                let called = at.checked_sub(1).and_then(|before| self.words.get(before)).is_some_and(|before| {
                    before.kind == Kind::Word && before.end == word.start && word.is(self.text, "(")
                });
                !called
            }
            _ => false,
        }
    }

    /// The index behind the last word of the plain statement that begins at `from`. None if it is no whole one, or holds others.
    pub(super) fn statement_end(&self, from: usize) -> Option<usize> {
        let word = self.words.get(from)?;
        let joint =
            |at: usize, joint: &str| self.words.get(at).filter(|word| word.is(self.text, joint)).map(|_| at + 1);
        match word.text(self.text) {
            "remove" => self.value_end(from + 1),
            "put" => self.value_end(joint(self.value_end(from + 1)?, "at")?),
            "move" | "give" => {
                let from = match joint(from + 1, "each") {
                    Some(name) => joint(name + 1, "in")?,
                    None => from + 1,
                };
                self.value_end(joint(self.value_end(from)?, "to")?)
            }
            "again" | "return" => Some(from + 1),
            _ if self.frames(word) || word.kind != Kind::Word => None,
            _ => {
                // `n = E`, `hand(mover) += 1`, `hit(p)`
                let target = self.value_end(from)?;
                let sets = |word: &&Token| ["=", "+=", "-="].iter().any(|sign| word.is(self.text, sign));
                match self.words.get(target).filter(sets) {
                    Some(_) => self.value_end(target + 1),
                    None => self.words.get(target - 1).filter(|last| last.is(self.text, ")")).map(|_| target),
                }
            }
        }
    }

    /// Whether nothing but closing brackets stands on the line from the word at `at` on, and nothing deeper in the next one, as if
    /// it belonged to this one.
    pub(super) fn ends_line(&self, at: usize) -> bool {
        let rest = self.words.get(at..).unwrap_or(&[]);
        let Some(last) = at.checked_sub(1).and_then(|last| self.words.get(last)) else { return false };
        let next = rest.iter().find(|word| first_on_line(self.text, word) || word.kind != Kind::Close);
        next.is_none_or(|next| {
            first_on_line(self.text, next)
                && (next.kind == Kind::Close
                    || indentation(self.text, next).len() <= indentation(self.text, last).len())
        })
    }
}
