//! Signs and words between parts that need another one or none: colons after keywords, commas and `and` between statements and in
//! lists, separators between the clauses of `end`.

use super::site::ErrorSite;
use crate::diagnostic::{Diagnostic, Fix};
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

impl ErrorSite<'_> {
    /// Explains `legal: a1`, `players: White, Black`, `for P in players: when C: ..`: a colon where nothing separates.
    pub(super) fn explain_needless_colon(&self) -> Option<Diagnostic> {
        let is_colon = |token: &&Token| token.text(self.text) == ":";
        // the move after `legal` can begin with a colon
        let list = self.back(2).filter(|head| head.is_word_of(self.text, &["play", "legal", "illegal", "only"]));
        let in_list = self.before().filter(is_colon).filter(|_| list.is_some() && self.found().is_some());
        let (colon, before) = match in_list {
            Some(colon) => (colon, list?),
            None => (self.found().filter(is_colon)?, self.before()?),
        };
        let is_keyword = [keywords::ITEMS, keywords::CLAUSES, keywords::CHECKS, keywords::STATEMENTS]
            .iter()
            .any(|words| before.is_word_of(self.text, words));
        let next = self.tokens.iter().find(|token| token.start >= colon.end)?;
        let is_block = before.is_word_of(self.text, &["end", "look", "setup", "position"]) && !next.is(self.text, "{");
        let is_loop = next.is(self.text, "when") && self.expects("`when`");
        if self.expects("`:`") || is_block || !(is_keyword || is_loop) {
            return None;
        }
        let word = before.text(self.text);
        let report = self.report(colon, format!("unexpected `:` after `{word}`"));
        let help = if is_loop {
            "write `for P in players when C: P wins`".to_owned()
        } else {
            self.shown_without(before, next)
        };
        Some(report.help(help).fix("remove the `:`", self.span(colon), "", true))
    }

    /// Shows a keyword with the next token.
    fn shown_without(&self, word: &Token, next: &Token) -> String {
        let more = if next.is(self.text, "{") { " .. }" } else { " .." };
        format!("write `{} {}{more}`", word.text(self.text), self.quote(next))
    }

    /// Explains `players Black and White`.
    pub(super) fn explain_and_in_list(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.is_any(found, &["and", "&", ";", "/"]) && self.expects("`,`"))?;
        let head =
            self.construct().filter(|head| head.is_word_of(self.text, &["players", "piece", "neutral", "legend"]))?;
        let (before, after) = (self.before()?, self.after().filter(|after| after.kind == TokenKind::Word)?);
        if self.is_first_on_line(after) {
            let report = self.report(found, format!("unexpected `{}`", found.text(self.text)));
            return Some(report.help("nothing separates items").fix("remove it", self.span(found), "", true));
        }
        let (list, sign) = (self.text.get(head.start..before.end)?, found.text(self.text));
        let help = format!("write `{list}, {}`", after.text(self.text));
        let gap = self.end(before).to(self.span(found));
        Some(self.report(found, format!("expected `,`, found `{sign}`")).help(help).fix("write `,`", gap, ",", true))
    }

    /// Explains `move p to q, again`, `move p to q and again`: statements that a sign or a word joins.
    pub(super) fn explain_joined_statements(&self) -> Option<Diagnostic> {
        let is_joint = |token: &&Token| self.is_any(token, &[",", "and", "then", "&", ".", ":"]);
        // after a change, `and` is read as a part of its value: `n -= 1 and put stone at p`
        let first =
            self.change_before(self.at.checked_sub(1)?).filter(|_| self.before().as_ref().is_some_and(is_joint));
        let at = if first.is_some() { self.at - 1 } else { self.at };
        let found = self.tokens.get(at).filter(is_joint)?;
        let (before, after) = (self.tokens.get(at.checked_sub(1)?)?, self.tokens.get(at + 1)?);
        // `score - 1` is a statement only after a comma
        let comma = found.is(self.text, ",");
        let change = self.change_at(at + 1).filter(|(_, edit)| comma || edit.is_none());
        let is_change = change.is_some() || self.begins_change(at + 1) && self.change_at(at + 1).is_none();
        let is_statement = after.is_word_of(self.text, keywords::STATEMENTS) || is_change;
        let can_end = self.expected.statement || self.expected.clause || self.expected.operator || first.is_some();
        let inside = match first {
            Some(first) => first,
            None => self.statement_around()?,
        };
        // `if C then again` lacks its braces
        if !is_statement || !can_end || self.expects("`{`") {
            return None;
        }
        let sign = found.text(self.text);
        let separator = self.replaced(before, found, ";");
        let report = self.report(found, format!("`{sign}` cannot join statements"));
        let first = self.text.get(inside.start..before.end).filter(|text| text.len() < 50 && !text.contains('\n'));
        let first = first.map_or(format!("{} ..", inside.text(self.text)), str::to_owned);
        let second = match &change {
            Some((shown, _)) => shown.clone(),
            None if is_change => format!("{}(..)", after.text(self.text)),
            None => {
                // what follows a statement may belong to it
                let is_over = |end: &usize| {
                    self.tokens.get(*end).is_none_or(|next| {
                        next.kind == TokenKind::Close || next.is(self.text, ";") || self.is_first_on_line(next)
                    })
                };
                let end =
                    self.statement_end(at + 1).filter(is_over).and_then(|end| self.tokens.get(end.checked_sub(1)?));
                let whole = end.and_then(|end| self.text.get(after.start..end.end)).filter(|text| text.len() < 50);
                whole.map_or(format!("{} ..", after.text(self.text)), str::to_owned)
            }
        };
        let report = report.help(format!("write `{{ {first}; {second} }}`"));
        let sum = change.and_then(|(_, edit)| edit);
        let safe = sum.is_none();
        let Some(start) = self.open_do() else {
            return Some(report.edits("write `;`", std::iter::once(separator).chain(sum).collect(), safe));
        };
        let Fix { mut edits, .. } = self.braces_after(start)?;
        edits.push(separator);
        edits.extend(sum);
        Some(report.edits("put braces around the statements", edits, safe))
    }

    /// Returns the first token of the change that ends before a token: `n -= 1`.
    fn change_before(&self, at: usize) -> Option<&Token> {
        let opens = |token: &Token| self.is_any(token, &["{", "}", ";", "do"]);
        let before = self.tokens.get(..at)?;
        let sign = before.iter().rposition(|token| self.is_any(token, &["=", "+=", "-="]))?;
        let open = before.get(..sign)?.iter().rposition(opens)?;
        let is_near = before.get(sign..)?.iter().all(|token| !opens(token));
        let is_change = |pair: &&Token| pair.kind == TokenKind::Word && !self.is_keyword(pair);
        before.get(open + 1).filter(is_change).filter(|_| is_near && self.is_in_do())
    }

    /// Replaces a token and the space before it.
    fn replaced(&self, before: &Token, found: &Token, text: &str) -> crate::diagnostic::Edit {
        crate::diagnostic::Edit { span: self.end(before).to(self.span(found)), text: text.to_owned() }
    }

    /// Returns the keyword of the statement before the unexpected token, on the same line.
    pub(super) fn statement_around(&self) -> Option<&Token> {
        let mut depth = 0usize;
        for token in self.backward() {
            match token.kind {
                TokenKind::Close => depth += 1,
                TokenKind::Open => depth = depth.checked_sub(1)?,
                TokenKind::Word if depth == 0 && token.is_word_of(self.text, keywords::STATEMENTS) => {
                    return Some(token);
                }
                TokenKind::Word if depth == 0 && token.is_word_of(self.text, keywords::HEADS) => return None,
                TokenKind::Word if depth == 0 && token.is_word_of(self.text, keywords::CLAUSES) => return None,
                _ => {}
            }
        }
        None
    }

    /// Explains `;` and `,` between the clauses of `end`.
    pub(super) fn explain_separated_clauses(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.is_any(found, &[";", ",", "."]))?;
        let next = self.after()?;
        let is_over =
            self.is_first_on_line(next) || next.is_word_of(self.text, &["when", "for"]) || next.is(self.text, "}");
        (self.expects("`when`") && !self.expected.item && is_over).then(|| {
            let report = self.report(found, format!("unexpected `{}`", found.text(self.text)));
            report.help("nothing separates the clauses of `end`").fix("remove it", self.span(found), "", true)
        })
    }

    /// Explains `put stone at p where C`, `.. unless C`: a condition after a statement.
    pub(super) fn explain_condition_after_statement(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| !self.is_first_on_line(found))?;
        let word = found.text(self.text);
        // an `if` with braces is a statement of its own
        let is_bare_if = || {
            let end = self.value_end(self.at + 1);
            end.is_some_and(|end| self.tokens.get(end).is_none_or(|next| !self.is_any(next, &["{", "then", ":"])))
        };
        let asks = matches!(word, "where" | "unless" | "provided" | "given");
        if self.expects("`{`") {
            return self.explain_condition_of_loop(found).filter(|_| asks || word == "if");
        }
        let first = self.statement_around().filter(|_| asks || word == "if" && is_bare_if())?;
        let statement = self.text.get(first.start..self.before()?.end)?;
        let (condition, end) = self.condition_after(found);
        let report = self.report(found, format!("`{word}` cannot follow a statement"));
        let place = end.map(|end| self.span(first).to(self.span(end)));
        let instead = format!("if {condition} {{ {statement} }}");
        let report = report.help(format!(
            "write `{instead}`; or `when {condition}` before the `do`, if the move is possible only then"
        ));
        Some(match place {
            Some(place) => report.fix(format!("write `{instead}`"), place, instead, false),
            None => report,
        })
    }

    /// Returns the condition after a word such as `where` or `unless`, and its last token.
    fn condition_after(&self, word: &Token) -> (String, Option<&Token>) {
        let end = self.value_end(self.at + 1).and_then(|end| self.tokens.get(end.checked_sub(1)?));
        let condition = end.and_then(|end| self.text.get(self.after()?.start..end.end)).unwrap_or("C");
        let is_negated = word.is(self.text, "unless");
        (if is_negated { format!("not ({condition})") } else { condition.to_owned() }, end)
    }

    /// Explains `for q in own where C { .. }`: a condition in the head of a loop.
    fn explain_condition_of_loop(&self, found: &Token) -> Option<Diagnostic> {
        let head = self.statement_around().filter(|head| head.is_word_of(self.text, &["for", "choose", "while"]))?;
        let (condition, end) = self.condition_after(found);
        let (word, head_word) = (found.text(self.text), head.text(self.text));
        let from = self.tokens.iter().position(|token| token.start == head.start)?;
        let [name, joint, first, ..] = self.tokens.get(from + 1..self.at)? else { return None };
        let last = self.before()?;
        let (place, meant) = if head.is(self.text, "while") {
            (self.span(found), format!("and {condition}"))
        } else {
            let set = self.text.get(first.start..last.end).filter(|_| joint.is(self.text, "in"))?;
            (self.span(first), format!("{{{} in {set}: {condition}}}", name.text(self.text)))
        };
        let report = self.report(found, format!("`{word}` cannot follow `{head_word}`"));
        let shown = match head.is(self.text, "while") {
            true => format!("{head_word} {} {meant}", self.text.get(name.start..last.end)?),
            false => format!("{head_word} {} in {meant}", name.text(self.text)),
        };
        let report = report.help(format!("write `{shown}`"));
        Some(match end {
            Some(end) => report.fix(format!("write `{shown}`"), place.to(self.span(end)), meant, false),
            None => report,
        })
    }

    /// Explains `where C`, `if C` and other words for `when` and `do` where a clause of an action or of `end` begins.
    pub(super) fn explain_foreign_clause(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.kind == TokenKind::Word)?;
        let word = found.text(self.text);
        let ends_game = self.expects("`when`") && !self.expected.item && !self.expected.clause;
        let is_possible = ends_game || self.expected.clause && self.is_first_on_line(found);
        let meant = keywords::translate_clause(word).or((ends_game && word == "if").then_some("when"))?;
        if !is_possible || ends_game && meant != "when" || self.after()?.is(self.text, "=") {
            return None;
        }
        let (what, example) = match ends_game {
            true => ("a clause of `end`", "when none(empty): draw"),
            false => ("a clause of an action", super::patterns::pattern(meant)?),
        };
        let report = self.report(found, format!("{what} begins with `{meant}`, not `{word}`"));
        let report = report.help(format!("for example: `{example}`"));
        let mut edits = vec![self.replace(found, meant)];
        if ends_game {
            let next = self.value_end(self.at + 1)?;
            let (last, next) = (self.tokens.get(next.checked_sub(1)?)?, self.tokens.get(next)?);
            if next.is_word_of(self.text, &["then", "do"]) {
                edits.push(self.replaced(last, next, ":"));
            }
        }
        Some(report.edits(format!("write `{meant}`"), edits, true))
    }
}
