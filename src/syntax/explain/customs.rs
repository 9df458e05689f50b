//! Customs of other rule languages at the places where items, clauses and results begin, and words that stand there twice.

use super::patterns::first_on_line;
use super::slips::Place;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::source::Span;
use crate::syntax::lex::{Kind, Token};
use crate::syntax::words;

impl Place<'_> {
    fn edit(&self, token: &Token, text: &str) -> Edit {
        Edit { span: self.span(token), text: text.to_owned() }
    }

    fn put_before(&self, token: &Token, text: &str) -> Edit {
        Edit { span: Span { end: self.span(token).start, ..self.span(token) }, text: text.to_owned() }
    }

    fn expects(&self, what: &str) -> bool {
        self.expected.others.iter().any(|other| other == what)
    }

    /// The words from the found one to the end of its line.
    fn rest_of_line(&self) -> &[Token] {
        let rest = self.words.get(self.at..).unwrap_or(&[]);
        let more = rest.iter().skip(1).take_while(|word| !first_on_line(self.text, word)).count();
        rest.get(..rest.len().min(more + 1)).unwrap_or(&[])
    }

    /// How many words from the found one on stand on its line and in the same brackets, up to a `;` or an `else`.
    fn inside_line(&self) -> usize {
        let mut depth = 0usize;
        let inside = self.rest_of_line().iter().take_while(|word| {
            match word.kind {
                Kind::Open => depth += 1,
                Kind::Close if depth == 0 => return false,
                Kind::Close => depth -= 1,
                _ => {}
            }
            depth > 0 || !(word.is(self.text, "else") || word.is(self.text, ";"))
        });
        inside.count()
    }

    /// Whether the item has more closing braces than opening ones.
    fn closes_too_much(&self) -> bool {
        let before =
            self.words.get(..self.at).unwrap_or(&[]).iter().rposition(|word| word.is_head(self.text)).unwrap_or(0);
        let item = self.words.get(before..).unwrap_or(&[]).iter();
        let item = item.enumerate().take_while(|(at, word)| *at == 0 || !word.is_head(self.text)).map(|(_, word)| word);
        let count = |sign: &str| item.clone().filter(|word| word.is(self.text, sign)).count();
        count("}") > count("{")
    }

    /// `function f(p: cell) = ..`, `colors Red, Blue`: an item with another language's word.
    pub(super) fn usual_item(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.expected.item && first_on_line(self.text, found))?;
        let word = found.text(self.text);
        let meant = words::usual_item(&word.to_ascii_lowercase())?;
        let named = self.after().is_some_and(|after| matches!(after.kind, Kind::Word | Kind::Text | Kind::Open));
        named.then(|| {
            self.report(found, format!("`{word}` begins no item")).help(format!("here that is `{meant}`")).fix(
                format!("write `{meant}`"),
                self.span(found),
                meant,
                false,
            )
        })
    }

    /// `when when`.
    pub(super) fn twice(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found()?);
        let word = found.text(self.text);
        let joins = self.frames(found) || found.is(self.text, "going");
        (joins && before.is(self.text, word)).then(|| {
            let place = Span { end: self.span(found).start, ..self.span(before) };
            self.report(found, format!("`{word}` stands here twice")).help("leave one of them out").fix(
                "leave one of them out",
                place,
                "",
                true,
            )
        })
    }

    /// `mover wins if C`, `draw when C` in `end`.
    pub(super) fn result_first(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|_| self.expects("`when`") && !self.expected.item)?;
        let line = self.rest_of_line();
        let joint = line.iter().position(|word| word.is_word_of(self.text, &["if", "when"]))?;
        let (last, condition) = (line.get(joint.checked_sub(1)?)?, line.get(joint + 1)?);
        let report = self.report(found, "a clause of `end` begins with its condition");
        let result = self.text.get(found.start..last.end)?;
        // of a condition that is not whole it is only said how it would be written
        let Some(behind) = self.value_end(self.at + joint + 1) else {
            return Some(report.help(format!("write `when ..: {result}`")));
        };
        let end = self.words.get(behind - 1)?;
        let condition = self.text.get(condition.start..end.end)?;
        let meant = format!("when {condition}: {result}");
        let place = self.span(found).to(self.span(end));
        let alone = first_on_line(self.text, found) || self.before().is_some_and(|before| before.is(self.text, "{"));
        let safe = alone && self.ends_line(behind) && !condition.contains('\n');
        let help = format!("write `{meant}`");
        Some(report.help(help.clone()).fix(help, place, meant, safe))
    }

    /// `if C` and `then S`, or `if C` and the next clause, as the clauses of an action.
    pub(super) fn if_as_a_clause(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.expected.clause && found.is(self.text, "if"))?;
        let behind = self.value_end(self.at + 1)?;
        let next = self.words.get(behind)?;
        let mut edits = vec![self.edit(found, "when")];
        let title = if next.is(self.text, "then") {
            edits.push(self.edit(next, "do"));
            "write `when` and `do`"
        } else if next.is_word_of(self.text, words::CLAUSES) {
            "write `when`"
        } else {
            return None;
        };
        let report = self
            .report(found, "the condition of an action stands behind `when`, and what it does behind `do`")
            .help("written like this: `when p in edge`, `do remove p`");
        let fix = Some(Fix { title: title.to_owned(), edits, safe: true });
        Some(Diagnostic { fix, ..report })
    }

    /// `action a(p in own)`.
    pub(super) fn binder_with_in(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found().filter(|found| found.is(self.text, "in"))?);
        let name = before.text(self.text);
        let place = Span { start: self.span(before).end, ..self.span(found) };
        (self.expects("`:`") && !self.expected.operator).then(|| {
            self.report(found, "a `:` stands between a binder and its set, expected `:`")
                .help(format!("write `{name}: ..`"))
                .fix("write `:`", place, ":", true)
        })
    }

    /// `n == 1` as a statement.
    pub(super) fn comparison_as_a_statement(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is(self.text, "==") && self.expects("`=`"))?;
        Some(self.report(found, "`==` compares; a variable is set with `=`").help("write `=`").fix(
            "write `=`",
            self.span(found),
            "=",
            true,
        ))
    }

    /// `p is edge`.
    pub(super) fn is_for_in(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is(self.text, "is") && self.expected.operator)?;
        Some(
            self.report(found, "`is` is no word of the language")
                .help("whether a cell is in a set is asked with `in`, whether two values are the same with `==`")
                .fix("write `in`", self.span(found), "in", false),
        )
    }

    /// `for (q in own) { .. }`.
    pub(super) fn loop_in_parentheses(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found().filter(|found| found.is(self.text, "("))?);
        let word = before.text(self.text);
        if !before.is_word_of(self.text, &["for", "choose"]) {
            return None;
        }
        let mut depth = 0usize;
        let close = self.words.get(self.at..)?.iter().find(|word| {
            match word.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })?;
        let edits = vec![self.edit(found, ""), self.edit(close, "")];
        let report = self
            .report(found, format!("`{word}` has no parentheses"))
            .help(format!("write `{word} q in own {{ .. }}`"));
        Some(Diagnostic { fix: Some(Fix { title: "leave them out".to_owned(), edits, safe: true }), ..report })
    }

    /// `Cross wins` as a line of an example.
    pub(super) fn forgotten_result(&self) -> Option<Diagnostic> {
        let before = self.found().filter(|found| found.is(self.text, "wins")).and(self.before())?;
        let said = self.at.checked_sub(2).and_then(|at| self.words.get(at));
        if said.is_some_and(|said| said.is(self.text, "result")) {
            return None;
        }
        let player = before.text(self.text);
        (self.expects("`to`") && before.kind == Kind::Word).then(|| {
            let fix = Fix {
                title: "write `result` before it".to_owned(),
                edits: vec![self.put_before(before, "result ")],
                safe: true,
            };
            let report = self.report(before, "who has won is said behind `result`");
            Diagnostic { fix: Some(fix), ..report.help(format!("write `result {player} wins`")) }
        })
    }

    /// `end:` and the like: a colon where a brace opens.
    pub(super) fn colon_for_brace(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is(self.text, ":") && self.expects("`{`"))?;
        let head = self.before()?;
        let named = head.is_word_of(self.text, &["end", "setup", "position"]) || head.kind == Kind::Text;
        named.then(|| {
            self.report(found, "braces stand around this, and no `:` before it")
                .help(format!("write `{} {{ .. }}`", head.text(self.text)))
                .fix("write `{`", self.span(found), " {", false)
        })
    }

    /// A statement behind `if C` or `else` that has no braces.
    pub(super) fn statement_without_braces(&self) -> Option<Diagnostic> {
        let found =
            self.found().filter(|found| found.kind == Kind::Word && self.expects("`{`") && !self.expected.item)?;
        let line = self.words.get(..self.at)?.iter().rev().take_while(|word| !word.is(self.text, ";"));
        let head = line.take(40).find(|word| word.is_word_of(self.text, &["if", "for", "while", "else", "do"]))?;
        if head.is(self.text, "do") || first_on_line(self.text, found) {
            return None;
        }
        let end = self.statement_end(self.at);
        let behind = end.unwrap_or_else(|| self.at + self.inside_line());
        let last = self.words.get(behind.checked_sub(1)?)?;
        let close = Edit { span: Span { start: self.span(last).end, ..self.span(last) }, text: " }".to_owned() };
        let mut edits = vec![self.put_before(found, "{ ")];
        // where a brace closes nothing in this item, it is the one of this statement
        let closed = self.closes_too_much();
        if !closed {
            edits.push(close);
        }
        // where more stands on the line, that may be meant to belong to it
        let next = self.words.get(behind);
        let safe =
            closed || end.is_some() && (self.ends_line(behind) || next.is_some_and(|next| next.is(self.text, "else")));
        let report = self
            .report(found, format!("expected `{{`, found `{}`", found.text(self.text)))
            .help("statements behind `if`, `else`, `for`, `while` and `choose` stand in braces");
        Some(Diagnostic { fix: Some(Fix { title: "put braces around it".to_owned(), edits, safe }), ..report })
    }
}
