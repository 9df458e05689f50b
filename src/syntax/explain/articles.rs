//! Articles, and the nouns after them: `count(the enemy)`, `the first enemy`, `the last player wins`.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

impl ErrorSite<'_> {
    /// Explains `p in a man`, `count(the enemy)`: an article before a set.
    pub(super) fn explain_article_before_set(&self) -> Option<Diagnostic> {
        let (article, found) = (self.before()?, self.found().filter(|found| !self.is_first_on_line(found))?);
        let word = article.text(self.text);
        self.back(2).filter(|opens| {
            matches!(opens.kind, TokenKind::Open | TokenKind::Sign)
                || opens.is_word_of(self.text, &["in", "within", "and", "or", "not", "when", "if", "of", "except"])
        })?;
        if !article.is_word_of(self.text, &["a", "an", "the"]) || self.is_declared(word) {
            return None;
        }
        let next = found.text(self.text);
        let meant = keywords::SETS.contains(&next).then(|| next.to_owned()).or_else(|| self.find_kind(next))?;
        let report = self.report(article, format!("unexpected `{word}` before `{next}`"));
        let place = self.span(article).to(self.span(found));
        Some(report.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), place, meant, true))
    }

    /// Explains `the first enemy`, `nearest enemy`: the nearest cells of a set.
    pub(super) fn explain_first_of_set(&self) -> Option<Diagnostic> {
        let is_order = |token: &&Token| token.is_word_of(self.text, &["first", "nearest", "closest"]);
        let at =
            (self.at.saturating_sub(1)..=self.at).find(|at| self.tokens.get(*at).as_ref().is_some_and(is_order))?;
        let (order, set) = (self.tokens.get(at)?, self.tokens.get(at + 1)?);
        let word = set.text(self.text);
        let set_text = keywords::SETS.contains(&word).then(|| word.to_owned()).or_else(|| self.find_kind(word))?;
        let is_article = |token: &&Token| token.is_word_of(self.text, &["the", "a", "an"]);
        let article = at.checked_sub(1).and_then(|at| self.tokens.get(at)).filter(is_article);
        let noun = |token: &&Token| token.is_word_of(self.text, &["piece", "pieces", "cell", "cells"]);
        let last = self.tokens.get(at + 2).filter(noun).unwrap_or(set);
        let from = self.first_choice(order.start).unwrap_or("p");
        let meant = format!("first({from}, all, {set_text})");
        let place = self.span(article.unwrap_or(order)).to(self.span(last));
        let written = self.text.get(article.unwrap_or(order).start..last.end)?;
        let report = self.report_span(place, format!("`{written}` is not a set"));
        let report = report.help(format!("write `{meant}`: the first of them in each direction"));
        Some(report.fix(format!("write `{meant}`"), place, meant, false))
    }

    /// Explains `the neighbor`: an article before a word that is no set.
    pub(super) fn explain_article(&self) -> Option<Diagnostic> {
        let (article, found) = (self.before()?, self.found().filter(|found| found.kind == TokenKind::Word)?);
        let word = found.text(self.text);
        let is_set = keywords::SETS.contains(&word) || self.find_kind(word).is_some() || self.is_declared(word);
        if !article.is(self.text, "the") || is_set || self.is_keyword(found) || self.is_first_on_line(found) {
            return None;
        }
        let report = self.report(article, format!("unexpected `the` before `{word}`"));
        let gap = self.span(article).to(self.start(found));
        Some(report.help(format!("names have no article: write `{word}`")).fix("remove `the`", gap, "", false))
    }

    /// Explains `when count(players) == 1: the last player wins`: this clause is not needed.
    pub(super) fn explain_last_player_wins(&self) -> Option<Diagnostic> {
        let clause = self.construct().filter(|when| when.is(self.text, "when") && self.expects("`wins`"))?;
        let line: Vec<&Token> = self.before().into_iter().chain(self.rest_of_line()).collect();
        let end = line.iter().position(|token| token.is(self.text, "wins"))?;
        let words: Vec<&str> = line.get(..end)?.iter().map(|token| token.text(self.text)).collect();
        let left = ["standing", "left", "alive", "remaining", "in", "play", "the", "game"];
        let has_left = words.iter().skip_while(|word| **word != "player").skip(1).all(|word| left.contains(word));
        let is_last = |word: &&str| matches!(*word, "last" | "only" | "remaining" | "sole" | "surviving" | "one");
        let player = words.iter().position(|word| *word == "player")?;
        let (before, after) = (words.get(..player)?, words.get(player + 1..)?);
        let condition = self.condition_of_clause(self.at)?;
        let counts = condition.contains("players");
        let is_sure = after.len() + before.len() > 0 && (counts || !after.is_empty() || !before.contains(&"last"));
        if !has_left || !is_sure || !before.iter().all(|word| is_last(word) || *word == "the") {
            return None;
        }
        let (first, last) = (line.first()?, line.get(end)?);
        let result = self.text.get(first.start..last.end)?;
        let report = self.report_span(self.span(first).to(self.span(last)), format!("`{result}` is not a result"));
        let help = "the last player in the game wins without a clause; remove this clause";
        Some(report.help(help).fix("remove the clause", self.span(clause).to(self.span(last)), "", false))
    }
}
