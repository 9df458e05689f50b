//! Changes of variables and repeated statements in other words: `{ score + 1 }`, `add 1 to score`, `score = 0` in an example, `repeat 3 {
//! .. }`, `put 3 men at p`, and what happens after each turn.

use super::site::ErrorSite;
use crate::diagnostic::{Diagnostic, Edit};
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

impl ErrorSite<'_> {
    /// Explains `score + 1` as a statement.
    pub(super) fn explain_sum_as_statement(&self) -> Option<Diagnostic> {
        let sign = self.found().filter(|found| self.is_any(found, &["+", "-"]) && self.expects("`=`"))?;
        let next = self.after().filter(|next| !next.is(self.text, "=") && !self.is_any(next, &["+", "-"]))?;
        let start = self.target_start(self.at)?;
        let target = self.text.get(self.tokens.get(start)?.start..self.before()?.end)?;
        let end = self.value_end(self.at + 1)?;
        let value = self.text.get(next.start..self.tokens.get(end.checked_sub(1)?)?.end)?;
        let sign_text = sign.text(self.text);
        let place = self.span(self.tokens.get(start)?).to(self.span(self.tokens.get(end - 1)?));
        let report = self.report_span(place, format!("`{target} {sign_text} {value}` is a value, not a statement"));
        let help = format!("to change `{target}`, write `{target} {sign_text}= {value}`");
        Some(report.help(help).fix(format!("write `{sign_text}=`"), self.span(sign), format!("{sign_text}="), false))
    }

    /// Returns where the name begins that ends before a token: `score`, `score(mover)`.
    fn target_start(&self, end: usize) -> Option<usize> {
        let last = self.tokens.get(end.checked_sub(1)?)?;
        let at = if last.is(self.text, ")") {
            let mut depth = 0usize;
            let before = self.tokens.get(..end)?.iter().rposition(|token| {
                match token.kind {
                    TokenKind::Close => depth += 1,
                    TokenKind::Open => depth = depth.saturating_sub(1),
                    _ => {}
                }
                depth == 0
            })?;
            before.checked_sub(1)?
        } else {
            end - 1
        };
        let name = self.tokens.get(at).filter(|name| name.kind == TokenKind::Word && !self.is_keyword(name))?;
        let opens = self.tokens.get(at.checked_sub(1)?)?;
        (self.is_any(opens, &["{", "}", ";", "do"]) || self.is_first_on_line(name)).then_some(at)
    }

    /// Returns how a change is written that begins at a token, after a comma: `score -= 1` for `score - 1`. The second value is the token
    /// to replace.
    pub(super) fn change_at(&self, at: usize) -> Option<(String, Option<Edit>)> {
        let name = self.tokens.get(at).filter(|name| name.kind == TokenKind::Word && !self.is_keyword(name))?;
        let end = match self.tokens.get(at + 1) {
            Some(open) if open.is(self.text, "(") && open.start == name.end => {
                let close = self.closing(at + 1)?;
                self.tokens.iter().position(|token| token.start == close.start)? + 1
            }
            _ => at + 1,
        };
        let sign = self.tokens.get(end).filter(|sign| self.is_any(sign, &["=", "+=", "-=", "+", "-"]))?;
        let target = self.text.get(name.start..self.tokens.get(end - 1)?.end)?;
        let value = self.value_end(end + 1).and_then(|after| {
            self.text.get(self.tokens.get(end + 1)?.start..self.tokens.get(after.checked_sub(1)?)?.end)
        });
        let (sign_text, value) = (sign.text(self.text), value.unwrap_or(".."));
        Some(match sign_text {
            "+" | "-" => (format!("{target} {sign_text}= {value}"), Some(self.replace(sign, format!("{sign_text}=")))),
            _ => (format!("{target} {sign_text} {value}"), None),
        })
    }

    /// Explains `add 1 to score`, `increase score by 2`, `increment score`.
    pub(super) fn explain_change_in_words(&self) -> Option<Diagnostic> {
        let near = (self.at.saturating_sub(3)..=self.at).rev();
        let at = near.into_iter().find(|at| {
            let words =
                ["add", "subtract", "increase", "decrease", "increment", "decrement", "raise", "lower", "inc", "dec"];
            self.tokens.get(*at).is_some_and(|token| token.is_word_of(self.text, &words))
                && self.target_start(at + 1) == Some(*at)
        })?;
        self.statement_expected()?;
        let rest = self.tokens.get(at + 1..)?;
        let text = |n: usize| rest.get(n).map(|token| token.text(self.text));
        let is_number = |n: usize| {
            rest.get(n).is_some_and(|token| token.kind == TokenKind::Number || token.kind == TokenKind::Word)
        };
        let head = self.tokens.get(at)?;
        let sign = match head.text(self.text) {
            "subtract" | "decrease" | "decrement" | "lower" | "dec" => "-=",
            _ => "+=",
        };
        let (target, value, count) = match (text(1), text(2)) {
            (Some("to" | "from"), Some(target)) if is_number(0) => (target, text(0)?, 3),
            (Some("by"), Some(value)) if is_number(2) => (text(0)?, value, 3),
            _ if matches!(head.text(self.text), "increment" | "decrement" | "inc" | "dec") => (text(0)?, "1", 1),
            _ => return None,
        };
        let last = rest.get(count - 1)?;
        // the parentheses of an index are not read here
        if rest.get(count).is_some_and(|open| open.is(self.text, "(") && open.start == last.end)
            || !self.is_declared(target)
        {
            return None;
        }
        let place = self.span(head).to(self.span(last));
        let report = self.report_span(place, format!("`{}` is not a statement", head.text(self.text)));
        Some(report.suggest(place, format!("{target} {sign} {value}"), true))
    }

    fn statement_expected(&self) -> Option<()> {
        (self.expected.statement || self.expects("`=`") || self.expected.clause || self.expected.operator).then_some(())
    }

    /// Explains `score(White) = 0`, `score = 0` in an example.
    pub(super) fn explain_value_in_example(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.is_any(found, &["(", "="]) && self.expects("`to`"))?;
        let name =
            self.before().filter(|name| name.kind == TokenKind::Word && self.is_declared(name.text(self.text)))?;
        let line = self.rest_of_line();
        let sign = line.iter().position(|token| token.is(self.text, "="))?;
        let target = self.text.get(name.start..line.get(sign.checked_sub(1).unwrap_or(sign))?.end)?;
        let target = if found.is(self.text, "=") { name.text(self.text) } else { target };
        let value = self
            .value_end(self.at + sign + 1)
            .and_then(|end| self.text.get(line.get(sign + 1)?.start..self.tokens.get(end.checked_sub(1)?)?.end));
        let report = self.report(name, format!("missing `set` before `{target}`"));
        let report = report.help(format!("write `set {target} = {}`", value.unwrap_or("..")));
        Some(report.fix("write `set` before it", self.start(name), "set ", true))
    }

    /// Explains `for 1..3 { .. }`, `repeat 3 { .. }`, `3 times { .. }`.
    pub(super) fn explain_repetition(&self) -> Option<Diagnostic> {
        let number = self.found().filter(|found| found.kind == TokenKind::Number)?;
        let head = self.before()?;
        let is_for = head.is(self.text, "for");
        let is_loop = is_for
            || head.is_word_of(self.text, &["repeat", "loop", "times"]) && !self.is_declared(head.text(self.text));
        let times = self.tokens.get(self.at + 1);
        let is_times = times.is_some_and(|times| times.is_word_of(self.text, &["times", "time"]));
        if !is_loop && !is_times
            || !(self.expected.statement || self.expected.name || self.expects("`=`") || self.expected.clause)
        {
            return None;
        }
        let name = ["n", "i", "k"].into_iter().find(|name| !self.is_declared(name)).unwrap_or("n_");
        let (over, end) = match self.tokens.get(self.at + 1..self.at + 3) {
            Some([dots, last]) if dots.is(self.text, "..") => {
                (self.text.get(number.start..last.end)?.to_owned(), self.at + 3)
            }
            _ => (format!("1..{}", number.text(self.text)), self.at + 1 + usize::from(is_times)),
        };
        let first = if is_loop { head } else { number };
        let place = self.span(first).to(self.span(self.tokens.get(end - 1)?));
        let written = self.text.get(first.start..self.tokens.get(end - 1)?.end)?;
        let meant = format!("for {name} in {over}");
        let report = self.report_span(place, format!("`{written}` is not the head of a loop"));
        let is_block = self.tokens.get(end).is_some_and(|open| open.is(self.text, "{"));
        let report = report.help(format!("write `{meant} {{ .. }}`"));
        Some(if is_block { report.fix(format!("write `{meant}`"), place, meant, true) } else { report })
    }

    /// Explains `put 3 men at p`.
    pub(super) fn explain_number_of_pieces(&self) -> Option<Diagnostic> {
        let near = (self.at.saturating_sub(2)..=self.at).rev();
        let at =
            near.into_iter().find(|at| self.tokens.get(*at).is_some_and(|token| token.kind == TokenKind::Number))?;
        self.tokens.get(at.checked_sub(1)?).filter(|put| put.is(self.text, "put"))?;
        let number = self.tokens.get(at)?;
        let of = usize::from(self.tokens.get(at + 1)?.is(self.text, "of"));
        let noun = self.tokens.get(at + 1 + of)?;
        let kind = self.find_kind(noun.text(self.text))?;
        let place = self.span(number).to(self.span(noun));
        let report = self.report_span(place, "`put` puts one piece on a cell");
        let has_stacks = self.tokens.iter().any(|token| token.is(self.text, "stacks"));
        let loop_ = format!("for n in 1..{} {{ put {kind} at .. }}", number.text(self.text));
        Some(report.help(if has_stacks {
            format!("write `{loop_}`")
        } else {
            format!("a cell has one piece at most: write `put {kind} at ..`; with `board .. stacks of 20`, `{loop_}`")
        }))
    }

    /// Explains `after each turn { .. }`, `on turn end { .. }`, where items begin.
    pub(super) fn explain_hook(&self) -> Option<Diagnostic> {
        const HEADS: &[&str] = &["after", "before", "on", "at", "each", "every", "upon", "whenever"];
        let found = self.found().filter(|found| self.expected.item && found.is_word_of(self.text, HEADS))?;
        let line = self.rest_of_line();
        let open = line
            .iter()
            .position(|token| token.is(self.text, "{") || token.is_word_of(self.text, &["do", "when", "if"]));
        let words = line.get(..open.unwrap_or(line.len()))?;
        let is_turn =
            |token: &Token| token.is_word_of(self.text, &["turn", "turns", "move", "moves", "ply", "round", "action"]);
        if !self.is_first_on_line(found) || !words.iter().any(is_turn) {
            return None;
        }
        let written = self.text.get(found.start..words.last()?.end)?;
        let place = self.span(found).to(self.span(words.last()?));
        let report = self.report_span(place, format!("`{written}` is not an item: no rules run by themselves"));
        Some(report.help(
            "write an `effect after_turn() { .. }` and call it at the end of each `do`: `do { put man at p; after_turn() }`; what follows \
             from the position is a `def`",
        ))
    }

    /// Returns whether a statement begins at a token that assigns or calls something.
    pub(super) fn begins_change(&self, at: usize) -> bool {
        self.change_at(at).is_some()
            || matches!(
                (self.tokens.get(at), self.tokens.get(at + 1)),
                (Some(name), Some(open)) if name.kind == TokenKind::Word
                    && open.is(self.text, "(")
                    && open.start == name.end
                    && self.is_listed(name.text(self.text), &["effect"])
                    && !keywords::CALLS.contains(&name.text(self.text))
            )
    }
}
