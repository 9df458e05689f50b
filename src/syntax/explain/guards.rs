//! Conditions of an action in other words: `if C: illegal`, `illegal when C`, `unless C`, and conditions of conditions, `when A if C`,
//! `when if C then A`.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};
use std::ops::Range;

/// Words that refuse a move.
const REFUSALS: &[&str] =
    &["illegal", "forbidden", "invalid", "disallowed", "impossible", "fail", "reject", "refuse", "prohibited"];

/// Words that allow a move.
const PERMISSIONS: &[&str] = &["legal", "allowed", "valid", "permitted", "possible", "only"];

impl ErrorSite<'_> {
    /// Explains `if C: illegal`, `illegal if C`, `unless C`, `not when C`, `only if C` where a clause of an action begins.
    pub(super) fn explain_guard(&self) -> Option<Diagnostic> {
        let head = self.found()?;
        let is_clause = (self.expected.clause || self.expected.item || self.expected.value) && self.is_in_action();
        if !is_clause || !self.is_first_on_line(head) {
            return self.explain_refusal_after_when();
        }
        let asks = |token: Option<&Token>| token.is_some_and(|token| token.is_word_of(self.text, &["if", "when"]));
        let (second, third) = (self.after(), self.tokens.get(self.at + 2));
        let is_refused = head.is_word_of(self.text, REFUSALS);
        let unless = |token: Option<&Token>| token.is_some_and(|token| token.is(self.text, "unless"));
        let (from, negated) = match head.text(self.text) {
            "unless" => (self.at + 1, true),
            "not" | "except" | "but" if asks(second) => (self.at + 2, true),
            _ if is_refused && asks(second) => (self.at + 2, true),
            _ if is_refused && unless(second) => (self.at + 2, false),
            _ if head.is_word_of(self.text, PERMISSIONS) && asks(second) => (self.at + 2, false),
            _ if head.is_word_of(self.text, PERMISSIONS) && unless(second) => (self.at + 2, true),
            "legal" | "allowed" | "possible" if asks(third) && second?.is(self.text, "only") => (self.at + 3, false),
            "if" => return self.explain_refusal(self.at),
            _ => return None,
        };
        let end = self.condition_end(from)?;
        let meant = if negated { self.negate(from..end) } else { self.written(from..end) }?;
        Some(self.report_guard(self.at, end, &meant))
    }

    /// Explains `when C: illegal`.
    fn explain_refusal_after_when(&self) -> Option<Diagnostic> {
        let is_refusal = self.after().is_some_and(|after| after.is_word_of(self.text, REFUSALS));
        self.found().filter(|found| is_refusal && self.is_any(found, &[":", "then", ",", "{"]))?;
        let when = self.tokens.get(..self.at)?.iter().rposition(|token| token.is(self.text, "when"))?;
        if self.is_in_action() { self.explain_refusal(when) } else { None }
    }

    /// Explains the condition after a token that a refusal follows: `C: illegal`, `C then illegal`, `C { illegal }`.
    fn explain_refusal(&self, head: usize) -> Option<Diagnostic> {
        let end = self.condition_end(head + 1)?;
        let (sign, refusal) = (self.tokens.get(end)?, self.tokens.get(end + 1)?);
        if !self.is_any(sign, &[":", "then", ",", "{", "do"]) || !refusal.is_word_of(self.text, REFUSALS) {
            return None;
        }
        let last = end + 2 + usize::from(self.tokens.get(end + 2).is_some_and(|close| close.is(self.text, "}")));
        Some(self.report_guard(head, last, &self.negate(head + 1..end)?))
    }

    fn report_guard(&self, from: usize, end: usize, condition: &str) -> Diagnostic {
        let (first, last) = (self.tokens.get(from), self.tokens.get(end.saturating_sub(1)));
        let place = match (first, last) {
            (Some(first), Some(last)) => self.span(first).to(self.span(last)),
            _ => Default::default(),
        };
        let meant = format!("when {condition}");
        let report = self.report_span(place, "a condition of an action begins with `when`");
        if !self.ends_line(end) {
            // the rest of the condition has a mistake of its own
            return report.help(format!("write `{meant} ..`")).fix("write `when`", place, meant, false);
        }
        report.suggest(place, meant, true)
    }

    /// Explains `when A if C`, `when A unless C`, `when C implies A`, `when C then A`, `when if C then A`: a condition of a condition.
    pub(super) fn explain_condition_of_condition(&self) -> Option<Diagnostic> {
        if let Some(finding) = self.explain_choice_without_else() {
            return Some(finding);
        }
        let found = self.found().filter(|found| !self.is_first_on_line(found))?;
        let word = found.text(self.text);
        if !matches!(word, "if" | "unless" | "implies" | "then") || !(self.expected.clause || self.expected.operator) {
            return None;
        }
        let heads = ["when", "ensure", "expect"];
        let when = self.tokens.get(..self.at)?.iter().rposition(|token| token.is_word_of(self.text, &heads))?;
        let (left, end) = (when + 1..self.at, self.condition_end(self.at + 1)?);
        let right = self.at + 1..end;
        // the value before must be whole, and `then` may be meant as `do`
        let is_whole = self.condition_end(when + 1) == Some(self.at);
        let is_effect = self.after()?.is_word_of(self.text, keywords::STATEMENTS);
        if !is_whole || is_effect || self.ends_game_at(when) {
            return None;
        }
        let next = self.tokens.get(end);
        let (meant, counts) = match word {
            "if" if next.is_some_and(|next| next.is(self.text, "else")) => {
                let other = end + 1..self.condition_end(end + 1)?;
                let (yes, condition, no) = (self.written(left)?, self.written(right)?, self.written(other.clone())?);
                (format!("if {condition} then {yes} else {no}"), other.end)
            }
            "if" => (self.imply(right, left)?, end),
            "unless" => (format!("{} or {}", self.operand(left)?, self.operand(right)?), end),
            _ => (self.imply(left, right)?, end),
        };
        let head = self.tokens.get(when)?;
        let place = self.span(self.tokens.get(when + 1)?).to(self.span(self.tokens.get(counts.checked_sub(1)?)?));
        let report = self.report(found, format!("`{word}` cannot join conditions"));
        let help = format!("write `{} {meant}`", head.text(self.text));
        Some(report.help(help).fix(format!("write `{meant}`"), place, meant, false))
    }

    /// Explains `if C then A` without an `else` among values.
    fn explain_choice_without_else(&self) -> Option<Diagnostic> {
        if !self.expects("`else`") || self.found().is_some_and(|found| found.is(self.text, "else")) {
            return None;
        }
        let before = self.tokens.get(..self.at)?;
        let then = before.iter().rposition(|token| token.is(self.text, "then"))?;
        let head = before.get(..then)?.iter().rposition(|token| token.is(self.text, "if"))?;
        let (condition, value) = (head + 1..then, then + 1..self.at);
        let first = self.tokens.get(head)?;
        let place = self.span(first).to(self.span(self.before()?));
        let last = self.before().filter(|last| last.kind != TokenKind::Text)?;
        let report = self.report(last, "an `if` among values needs an `else`");
        let heads = ["when", "ensure", "expect", "and", "or"];
        let (written, implied) = (self.written(head..self.at)?, self.imply(condition, value)?);
        let tests = head.checked_sub(1).and_then(|at| self.tokens.get(at));
        if tests.is_some_and(|token| token.is_word_of(self.text, &heads)) {
            let joined = tests.is_some_and(|token| token.is(self.text, "and"));
            return Some(report.suggest(place, if joined { format!("({implied})") } else { implied }, false));
        }
        let signs = ["==", "!=", "<", ">", "<=", ">=", "in", "within", "and", "or", "not", "some", "none", "every"];
        let is_condition = self.tokens.get(then + 1..self.at)?.iter().any(|token| self.is_any(token, &signs));
        let help = format!("write `{written} else {}`", self.usual_other(then + 1));
        Some(report.help(match is_condition {
            true => format!("{help}; as a condition that counts only then, `{implied}`"),
            false => help,
        }))
    }

    /// Returns whether the unexpected token is in an action, outside of its statements.
    fn is_in_action(&self) -> bool {
        self.backward().find(|token| token.is_head(self.text)).is_some_and(|head| head.is(self.text, "action"))
    }

    fn ends_game_at(&self, when: usize) -> bool {
        super::patterns::ends_game(self.text, &self.tokens, when)
    }

    /// Returns the index after the last token of the condition that begins at `from`, also with `=` for `==`.
    fn condition_end(&self, from: usize) -> Option<usize> {
        let end = self.value_end(from)?;
        match self.tokens.get(end).filter(|sign| sign.is(self.text, "=")) {
            Some(_) => self.value_end(end + 1),
            None => Some(end),
        }
    }

    /// Returns a condition as one side of an `or`.
    fn operand(&self, range: Range<usize>) -> Option<String> {
        let text = self.written(range.clone())?;
        Some(if self.has_outside(range, &["and", "if"]) { format!("({text})") } else { text })
    }

    /// Returns "not C, or A".
    fn imply(&self, condition: Range<usize>, then: Range<usize>) -> Option<String> {
        Some(format!("{} or {}", self.negate(condition)?, self.operand(then)?))
    }

    /// Returns the opposite of a condition: `p != q` for `p == q`.
    pub(super) fn negate(&self, range: Range<usize>) -> Option<String> {
        const OPPOSITES: &[(&str, &str)] = &[
            ("==", "!="),
            ("!=", "=="),
            ("=", "!="),
            ("<", ">="),
            (">=", "<"),
            (">", "<="),
            ("<=", ">"),
            ("in", "not in"),
        ];
        let text = self.written(range.clone())?;
        let tokens = self.tokens.get(range.clone())?;
        let first = tokens.first()?;
        if self.has_outside(range.clone(), &["and", "or", "if", "within"]) {
            return Some(format!("not ({text})"));
        }
        if first.is(self.text, "not") {
            return self.written(range.start + 1..range.end);
        }
        let (at, sign, opposite) = match self.outside(range.clone()).find_map(|at| {
            let token = self.tokens.get(at)?;
            let (sign, opposite) = OPPOSITES.iter().find(|(sign, _)| token.is(self.text, sign))?;
            Some((at, *sign, *opposite))
        }) {
            Some(found) => found,
            None => return Some(format!("not {text}")),
        };
        let is_negated = sign == "in" && self.tokens.get(at.checked_sub(1)?)?.is(self.text, "not");
        let (left, opposite) = if is_negated { (at - 1, "in") } else { (at, opposite) };
        let (left, right) = (self.written(range.start..left)?, self.written(at + 1..range.end)?);
        Some(format!("{left} {opposite} {right}"))
    }

    /// Returns whether one of these words is among some tokens, outside of brackets.
    fn has_outside(&self, range: Range<usize>, words: &[&str]) -> bool {
        self.outside(range).any(|at| self.tokens.get(at).is_some_and(|token| token.is_word_of(self.text, words)))
    }

    /// Returns the indexes of the tokens outside of brackets.
    fn outside(&self, range: Range<usize>) -> impl Iterator<Item = usize> {
        let mut depth = 0usize;
        range.filter(move |at| {
            let Some(token) = self.tokens.get(*at) else { return false };
            let before = depth;
            depth = token.depth_after(depth);
            before == 0 && depth == 0 && token.kind != TokenKind::Close
        })
    }
}
