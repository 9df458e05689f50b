//! Choices between values as other languages write them: `1 if C else 0`, `5 when C`, `if C { 1 } else { 2 }`.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};
use std::ops::Range;

impl ErrorSite<'_> {
    /// Explains `1 if C else 0` as the value of a variable, an argument, or in parentheses.
    pub(super) fn explain_choice_after_value(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        // Among statements, the `if` begins a statement, and its `else` is unexpected.
        let at = match found.text(self.text) {
            "if" | "when" | "unless" => self.at,
            "else" if self.expects("`{`") => {
                let line = self.tokens.get(..self.at)?;
                line.iter().rposition(|token| token.is(self.text, "if") || self.is_first_on_line(token))?
            }
            _ => return None,
        };
        let joint = self.tokens.get(at).filter(|word| !self.is_first_on_line(word))?;
        let word = joint.text(self.text);
        let from = self.assigned_start(at).filter(|from| *from < at)?;
        let end = self.value_end(at + 1)?;
        let has_other = self.tokens.get(end).is_some_and(|other| other.is_word_of(self.text, &["else", "otherwise"]));
        // Elsewhere the words mean something else: conditions of statements and of actions.
        let is_declared = match word {
            "if" => has_other || self.is_value_of_declaration(from),
            "unless" => self.is_value_of_declaration(from),
            _ => self.construct().is_some_and(|head| head.is(self.text, "def")),
        };
        if !is_declared {
            return None;
        }
        let value = self.written(from..at)?;
        let (otherwise, last) = match self.other_value(end, has_other) {
            Some((other, last)) => (Some(other), last),
            None if has_other => return None,
            None => (None, end),
        };
        let is_over = self.tokens.get(last).is_none_or(|next| {
            self.is_first_on_line(next)
                || matches!(next.kind, TokenKind::Close)
                || self.is_any(next, &["where", ",", ";"])
        });
        if !has_other && !is_over {
            return None;
        }
        let condition = match word {
            "unless" => self.negate(at + 1..end)?,
            _ => self.written(at + 1..end)?,
        };
        let place = self.span(self.tokens.get(from)?).to(self.span(self.tokens.get(last.checked_sub(1)?)?));
        let report = self.report(joint, "the condition must come before the value");
        Some(match otherwise {
            Some(other) => {
                let meant = format!("if {condition} then {value} else {other}");
                let safe = !self.has_comment(place);
                report.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), place, meant, safe)
            }
            None => {
                let other = self.usual_other(from);
                let meant = format!("if {condition} then {value} else {other}");
                let report = report.help(format!("write `{meant}`, with the value that is meant after `else`"));
                if other == ".." { report } else { report.fix(format!("write `{meant}`"), place, meant, false) }
            }
        })
    }

    /// Returns the value after `else`, `otherwise`, or before `, 0 otherwise`, and the index after it. `end` is the index after the
    /// condition.
    fn other_value(&self, end: usize, has_other: bool) -> Option<(String, usize)> {
        let after = self.value_end(end + 1)?;
        let comes_last = self.tokens.get(end)?.is(self.text, ",")
            && self.tokens.get(after).is_some_and(|word| word.is_word_of(self.text, &["otherwise", "else"]));
        if !has_other && !comes_last {
            return None;
        }
        Some((self.written(end + 1..after)?, after + usize::from(comes_last)))
    }

    /// Returns whether the value that begins at a token is the one of `def`, `let` or `var`.
    fn is_value_of_declaration(&self, from: usize) -> bool {
        let Some(before) = from.checked_sub(1).and_then(|at| self.tokens.get(..at)) else { return false };
        let is_set = self.tokens.get(from - 1).is_some_and(|equals| equals.is(self.text, "="));
        let head = super::patterns::find_construct(self.text, &self.tokens, before.len());
        let head = head.and_then(|head| self.tokens.get(head));
        // `do { n = 5 if C }` may have a `let` before it.
        let is_near = |head: &Token| {
            let between = before.iter().filter(|token| token.start > head.start);
            !between.clone().any(|token| token.is(self.text, ";"))
                && !between.clone().any(|token| token.is(self.text, "="))
        };
        is_set && head.is_some_and(|head| head.is_word_of(self.text, &["def", "let", "var"]) && is_near(head))
    }

    /// Returns what a value usually is otherwise: 0 for a number, no cells for a set. Returns `..` if this is not known.
    pub(super) fn usual_other(&self, from: usize) -> &'static str {
        let Some(first) = self.tokens.get(from) else { return ".." };
        match first.text(self.text) {
            _ if first.kind == TokenKind::Number => "0",
            "count" | "sum" | "row" | "column" | "height" | "ply" | "distance" => "0",
            "true" => "false",
            "false" => "true",
            "{" => "{}",
            word if keywords::SETS.contains(&word) || keywords::CALLS_OF_SETS.contains(&word) => "{}",
            _ => "..",
        }
    }

    /// Explains `if C { 1 } else { 2 }` as a value: braces are those of a set.
    pub(super) fn explain_braces_of_choice(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is(self.text, "{") && self.expects("`then`"))?;
        let head = self.tokens.get(..self.at)?.iter().rposition(|token| token.is(self.text, "if"))?;
        let is = |at: usize, text: &str| self.tokens.get(at).is_some_and(|token| token.is(self.text, text));
        let is_cell = |at: usize| self.tokens.get(at).is_some_and(|token| keywords::is_cell(token.text(self.text)));
        // The heads of the branches, such as `if C then` and nothing for the last one, with what is inside their braces.
        let mut branches = Vec::new();
        let (mut from, mut open) = (head, self.at);
        let (after, has_else) = loop {
            let (inside, close) = self.inside_braces(open)?;
            branches.push((self.written(from..open), inside));
            if from == open {
                break (close + 1, true);
            } else if !is(close + 1, "else") {
                break (close + 1, false);
            }
            from = close + 2;
            open = if is(from, "if") { self.value_end(from + 1)? } else { from };
            if !is(open, "{") {
                return None;
            }
        };
        // Several cells need their braces; one cell in braces may be meant as a set.
        let keeps = branches.iter().any(|(_, inside)| is_cell(inside.start) && inside.len() > 1);
        let is_open = !keeps && branches.iter().any(|(_, inside)| is_cell(inside.start));
        let is_text = branches.iter().all(|(_, inside)| {
            inside.len() == 1 && self.tokens.get(inside.start).is_some_and(|token| token.kind == TokenKind::Text)
        });
        let is_value = |inside: &Range<usize>| self.value_end(inside.start) == Some(inside.end);
        let mut meant = String::new();
        for (head, inside) in &branches {
            if !keeps && !is_value(inside) {
                return None;
            }
            let value = self.written(inside.clone())?;
            let value = if keeps { format!("{{{value}}}") } else { value };
            meant.push_str(&head.as_ref().map_or(value.clone(), |head| format!("{head} then {value} else ")));
        }
        if !has_else {
            meant.push_str(if is_text { ".." } else { self.usual_other(branches.first()?.1.start) });
        }
        let place = self.span(self.tokens.get(head)?).to(self.span(self.tokens.get(after - 1)?));
        let report = match (keeps, is_text) {
            (true, _) => self.report(found, "missing `then` before `{`"),
            (_, true) => self.report(found, "an `if` among texts has no braces"),
            _ => self.report(found, "an `if` among values has no braces"),
        };
        let report = report.help(match is_open {
            true => format!("write `{meant}`; in braces, a cell is a set"),
            false => format!("write `{meant}`"),
        });
        let safe = has_else && !is_open && !self.has_comment(place);
        Some(if meant.ends_with("..") { report } else { report.fix(format!("write `{meant}`"), place, meant, safe) })
    }

    /// Returns the tokens inside the braces that a token opens, without a `return`, and the index of the closing brace.
    fn inside_braces(&self, open: usize) -> Option<(Range<usize>, usize)> {
        let close = self.closing(open)?;
        let close = self.tokens.iter().position(|token| token.start == close.start)?;
        let is_return = self.tokens.get(open + 1).is_some_and(|word| word.is(self.text, "return"));
        Some((open + 1 + usize::from(is_return)..close, close))
    }
}
