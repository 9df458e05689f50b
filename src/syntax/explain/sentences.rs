//! Sentences about sets and players: `no men in rows(1)`, `some own in edge`, `all corners are empty`, `every player has passed`,
//! `mover cannot jump`.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

/// The help for a game that ends when nobody moves.
const PASSES: &str = "count the passes that follow each other: `var passes = 0`, `do passes += 1` in `pass`, `passes = 0` in the other \
                      actions, and `when passes == 2: draw`";

/// Words for pieces that are not on the board anymore.
const GONE: &[&str] = &["captured", "taken", "gone", "dead", "removed", "destroyed"];

impl ErrorSite<'_> {
    /// Explains `no men in rows(1)`, `some own in edge`, `all corners are empty`, `there are no enemy men left`, `no place is possible`.
    pub(super) fn explain_quantified_set(&self) -> Option<Diagnostic> {
        let there = self.before().filter(|there| there.is(self.text, "there"));
        let is_shifted = there.is_some() && self.found()?.is_word_of(self.text, &["is", "are"]);
        let at = if is_shifted { self.at + 1 } else { self.at.checked_sub(1)? };
        let quantifier = self.tokens.get(at).filter(|word| word.kind == TokenKind::Word)?;
        let quantity = match quantifier.text(self.text) {
            word @ ("no" | "none" | "some") => word,
            "a" | "an" if is_shifted => "some",
            word @ ("any" | "every" | "all" | "each") if !self.is_declared(word) => word,
            _ => return None,
        };
        let first = there.filter(|_| is_shifted).unwrap_or(quantifier);
        let rest = self.tokens.get(at + 1..)?;
        let line = rest.get(..rest.iter().take_while(|token| !self.is_first_on_line(token)).count())?;
        let ends = ["in", "on", "at", "is", "are", "within", "and", "or", "do", "then"];
        let joint = self.find_at_depth_0(line, |token| token.is_word_of(self.text, &ends));
        let verb = joint
            .and_then(|joint| line.get(joint))
            .filter(|verb| !verb.is_word_of(self.text, &["and", "or", "do", "then"]));
        let (Some(joint), Some(verb)) = (joint, verb) else {
            return self.explain_quantified_alone(quantity, first, line, joint);
        };
        let subject = line.get(..joint)?;
        let is_test = verb.is_word_of(self.text, &["is", "are"]);
        let next = line.get(joint + 1)?;
        if let ([action], true) = (subject, is_test)
            && next.is_word_of(self.text, &["possible", "available", "legal"])
            && self.is_action(action)
        {
            let not = if matches!(quantity, "no" | "none") { "not " } else { "" };
            return Some(self.report_sentence(first, next, format!("{not}possible({})", action.text(self.text))));
        }
        let set = self.name_set(subject)?;
        if is_test && next.is_word_of(self.text, GONE) && !matches!(quantity, "no" | "none") {
            return Some(self.report_sentence(first, next, format!("none({set})")));
        }
        let skipped = usize::from(next.is(self.text, "the"));
        let from = at + 1 + joint + 1 + skipped;
        let end = if is_test { from + 1 } else { self.value_end(from)? };
        let (begin, last) = (self.tokens.get(from)?, self.tokens.get(end.checked_sub(1)?)?);
        let other = match self.text.get(begin.start..last.end)? {
            "full" if is_test => "occupied",
            other => other,
        };
        if is_test && !keywords::SETS.contains(&other) {
            return None;
        }
        let both = if set == "board" { other.to_owned() } else { format!("{set} & {other}") };
        let meant = match quantity {
            "no" | "none" => format!("none({both})"),
            "some" | "any" => format!("some({both})"),
            _ if set == "board" && other == "occupied" => "none(empty)".to_owned(),
            _ => format!("{set} within {other}"),
        };
        Some(self.report_sentence(first, last, meant))
    }

    /// Explains `no enemy men`, `no men left`, which say nothing of where.
    fn explain_quantified_alone(
        &self,
        quantity: &str,
        first: &Token,
        line: &[Token],
        end: Option<usize>,
    ) -> Option<Diagnostic> {
        let mut words = line.get(..end.unwrap_or(line.len()))?;
        let is_over = |token: &Token| token.kind == TokenKind::Close || self.is_any(token, &[":", ",", ";", "{"]);
        words = words.get(..words.iter().take_while(|token| !is_over(token)).count())?;
        let last = words.last()?;
        let left =
            words.iter().rev().take_while(|word| word.is_word_of(self.text, &["left", "remaining", "remain", "alive"]));
        let subject = words.get(..words.len() - left.count())?;
        // a single word needs parentheses only
        let set = self.name_set(subject).filter(|_| words.len() > 1 || first.is(self.text, "there"))?;
        match quantity {
            "no" | "none" => Some(self.report_sentence(first, last, format!("none({set})"))),
            "some" | "any" => Some(self.report_sentence(first, last, format!("some({set})"))),
            _ => None,
        }
    }

    /// Explains `neighbors(a1) are all empty`, `rows(1) are empty`.
    pub(super) fn explain_set_is_all(&self) -> Option<Diagnostic> {
        let verb = self.found().filter(|found| found.is_word_of(self.text, &["is", "are"]))?;
        let all = self.after().filter(|all| all.is_word_of(self.text, &["all", "completely", "entirely", "only"]));
        let test = self.tokens.get(self.at + 1 + usize::from(all.is_some()))?;
        let start = self.value_start(self.at)?;
        let subject = self.tokens.get(start..self.at)?;
        let is_one = |tokens: &[Token]| matches!(tokens, [word] if keywords::is_cell(word.text(self.text)));
        let is_call = subject.first().is_some_and(|word| word.is_word_of(self.text, keywords::CALLS_OF_SETS));
        let written = self.text.get(subject.first()?.start..subject.last()?.end)?;
        if test.is_word_of(self.text, GONE) && !is_one(subject) {
            return Some(self.report_sentence(subject.first()?, test, format!("none({written})")));
        }
        if !test.is_word_of(self.text, &["empty", "occupied", "own", "enemy"])
            || is_one(subject)
            || all.is_none() && !is_call && !verb.is(self.text, "are")
        {
            return None;
        }
        let test_text = test.text(self.text);
        let all_of_it = format!("{written} within {test_text}");
        // `between(p, q) is enemy` is not meant to hold where nothing lies between
        if all.is_some() || !verb.is(self.text, "is") || test_text == "empty" {
            return Some(self.report_sentence(subject.first()?, test, all_of_it));
        }
        let report = self.report_sentence(subject.first()?, test, format!("some({written} & {test_text})"));
        let help = format!("write `some({written} & {test_text})`; if all of its cells must be, `{all_of_it}`");
        Some(report.help(help))
    }

    /// Explains `every player has passed`, `both players pass`.
    pub(super) fn explain_passes(&self) -> Option<Diagnostic> {
        let near = self.tokens.get(self.at.saturating_sub(4)..(self.at + 4).min(self.tokens.len()))?;
        let is_pass = |token: &Token| token.is_word_of(self.text, &["pass", "passed", "passes"]);
        let is_everyone =
            |token: &Token| token.is_word_of(self.text, &["every", "all", "both", "each", "everyone", "everybody"]);
        let start = near.iter().position(is_everyone)?;
        let end = near.iter().position(is_pass).filter(|end| *end > start)?;
        let (first, last) = (near.get(start)?, near.get(end)?);
        let between = near.get(start + 1..end)?;
        let fits =
            |token: &Token| token.is_word_of(self.text, &["player", "players", "has", "have", "of", "the", "just"]);
        let is_sentence = between.iter().all(fits)
            && (!between.is_empty() || first.is_word_of(self.text, &["everyone", "everybody"]));
        is_sentence.then(|| {
            let place = self.span(first).to(self.span(last));
            let written = self.text.get(first.start..last.end).unwrap_or("");
            self.report_span(place, format!("`{written}` is not a condition")).help(PASSES)
        })
    }

    /// Explains `mover cannot jump`, `q can jump`, with the name of an action.
    pub(super) fn explain_player_can(&self) -> Option<Diagnostic> {
        let can = self.found().filter(|can| can.is_word_of(self.text, &["can", "cannot", "cant"]))?;
        let who = self.before().filter(|who| who.kind == TokenKind::Word && !self.is_keyword(who))?;
        let skipped = usize::from(self.after()?.is(self.text, "not"));
        let action = self.tokens.get(self.at + 1 + skipped).filter(|action| self.is_action(action))?;
        let not = if skipped > 0 || !can.is(self.text, "can") { "not " } else { "" };
        if self.is_in_do() {
            let place = self.span(who).to(self.span(action));
            let written = self.text.get(who.start..action.end)?;
            let report = self.report_span(place, format!("`{written}` is not a condition"));
            return Some(self.help_for_going_on(report, action, not));
        }
        Some(self.report_sentence(who, action, format!("{not}possible({})", action.text(self.text))))
    }

    fn report_sentence(&self, first: &Token, last: &Token, meant: String) -> Diagnostic {
        let place = self.span(first).to(self.span(last));
        let written = self.text.get(first.start..last.end).unwrap_or("");
        let report = self.report_span(place, format!("`{written}` is not a condition"));
        report.suggest(place, meant, false)
    }

    /// Returns whether the file has an action with this name.
    pub(super) fn is_action(&self, name: &Token) -> bool {
        let name = name.text(self.text);
        self.tokens.windows(2).any(|pair| match pair {
            [head, word] => head.is(self.text, "action") && word.is(self.text, name),
            _ => false,
        })
    }

    /// Returns the first of these tokens outside of brackets that fits, before the brackets around them close.
    fn find_at_depth_0(&self, tokens: &[Token], fits: impl Fn(&Token) -> bool) -> Option<usize> {
        let mut depth = 0usize;
        for (at, token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.checked_sub(1)?,
                _ if depth == 0 && self.is_any(token, &[":", ",", ";", "="]) => return None,
                _ if depth == 0 && fits(token) => return Some(at),
                _ => {}
            }
        }
        None
    }

    /// Returns a set in the words of the language: `own & stone` for `own stones`, `corner` for `of the corners`.
    fn name_set(&self, words: &[Token]) -> Option<String> {
        let skipped = words.iter().take_while(|word| word.is_word_of(self.text, &["of", "the"])).count();
        let words = words.get(skipped..)?;
        let name = |token: &Token| {
            let word = token.text(self.text);
            match word {
                "piece" => Some("pieces".to_owned()),
                "cell" | "cells" | "square" | "squares" if !self.is_kind(word) => Some("board".to_owned()),
                _ if keywords::SETS.contains(&word) => Some(word.to_owned()),
                _ => self.find_kind(word).or_else(|| {
                    let singular = word.strip_suffix('s').filter(|word| keywords::SETS.contains(word));
                    singular.map(str::to_owned)
                }),
            }
        };
        let (first, last) = (words.first()?, words.last()?);
        let beside = words.iter().position(|word| word.is_word_of(self.text, &["next", "beside", "adjacent"]));
        if let Some((at, [cell])) = beside.and_then(|at| {
            let to = usize::from(words.get(at + 1)?.is(self.text, "to"));
            Some((at, words.get(at + 1 + to..)?))
        }) {
            return Some(format!("{} & neighbors({})", self.name_set(words.get(..at)?)?, cell.text(self.text)));
        }
        match words {
            [one] => name(one),
            [kind, of, player] if of.is(self.text, "of") && player.kind == TokenKind::Word => {
                Some(keywords::of_player(&name(kind)?, player.text(self.text)))
            }
            [set, kind] if keywords::SETS.contains(&set.text(self.text)) => {
                let kind = name(kind)?;
                let set = set.text(self.text);
                Some(if kind == "pieces" { set.to_owned() } else { format!("{set} & {kind}") })
            }
            [call, open, ..]
                if call.is_word_of(self.text, keywords::CALLS_OF_SETS)
                    && open.is(self.text, "(")
                    && last.is(self.text, ")") =>
            {
                self.text.get(first.start..last.end).map(str::to_owned)
            }
            _ => None,
        }
    }
}
