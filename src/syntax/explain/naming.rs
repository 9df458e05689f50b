//! Names of several words: `var stones left = 20`, `def in danger(p: cell) = ..`, `var stones-left = 20`.

use super::site::ErrorSite;
use crate::diagnostic::{Diagnostic, Edit};
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};
use crate::types::Type;

/// The most words of a name.
const MOST_WORDS: usize = 5;

impl ErrorSite<'_> {
    /// Explains a name of several words where an item or a `let` declares it. The fix joins them in the whole file.
    pub(super) fn explain_name_of_several_words(&self) -> Option<Diagnostic> {
        const HEADS: &[&str] = &["def", "var", "param", "effect", "action", "let", "always"];
        let near = (self.at.saturating_sub(MOST_WORDS)..self.at).rev();
        let head =
            near.into_iter().find(|at| self.tokens.get(*at).is_some_and(|token| token.is_word_of(self.text, HEADS)))?;
        let rest = self.tokens.get(head + 1..)?;
        let joins = |at: usize| {
            let (Some(word), Some(dash), Some(next)) = (rest.get(at), rest.get(at + 1), rest.get(at + 2)) else {
                return false;
            };
            dash.is(self.text, "-") && word.end == dash.start && dash.end == next.start
        };
        let mut count = 0;
        while let Some(token) =
            rest.get(count).filter(|token| token.kind == TokenKind::Word && !self.is_first_on_line(token))
        {
            // what follows a name is no part of it
            let word = token.text(self.text);
            if count > 0
                && (matches!(word, "each" | "do" | "when" | "in" | "where")
                    || count == 1 && Type::of_word(word).is_some())
            {
                return None;
            }
            count += if joins(count) { 2 } else { 1 };
            if rest.get(count.wrapping_sub(1)).is_some_and(|dash| dash.is(self.text, "-")) {
                continue;
            }
        }
        let words = rest.get(..count).filter(|words| (2..=MOST_WORDS).contains(&words.len()))?;
        let sign = rest.get(count).filter(|sign| self.is_any(sign, &["=", "(", ":", "{"]))?;
        let is_player = words.iter().skip(1).any(|word| self.player_names().contains(&word.text(self.text)));
        if is_player || self.is_first_on_line(sign) || self.found()?.start > sign.start {
            return None;
        }
        let parts: Vec<&str> = words.iter().map(|word| word.text(self.text)).filter(|word| *word != "-").collect();
        let name = parts.join("_");
        if keywords::is_reserved(&name) || keywords::is_cell(&name) {
            return None;
        }
        let place = self.span(words.first()?).to(self.span(words.last()?));
        let written = self.text.get(words.first()?.start..words.last()?.end)?;
        let report = self.report_span(place, format!("`{written}` is not a name: a name is one word"));
        let edits = self.find_all(words, written).into_iter().map(|span| Edit { span, text: name.clone() }).collect();
        Some(report.help(format!("write `{name}`")).edits(format!("write `{name}`"), edits, true))
    }

    /// Returns the places of a sequence of tokens. They keep their length if they are joined, so that other places stay where they are.
    fn find_all(&self, words: &[Token], written: &str) -> Vec<crate::source::Span> {
        let is_same = |tokens: &&[Token]| {
            tokens.iter().zip(words).all(|(token, word)| token.is(self.text, word.text(self.text)))
                && tokens
                    .first()
                    .zip(tokens.last())
                    .is_some_and(|(first, last)| self.text.get(first.start..last.end) == Some(written))
        };
        let all = self.tokens.windows(words.len()).filter(is_same);
        all.filter_map(|tokens| Some(self.span(tokens.first()?).to(self.span(tokens.last()?)))).collect()
    }
}
