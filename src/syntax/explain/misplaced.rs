//! Words that stand where nothing of their kind can: statements, clauses, lines of examples, items.

use super::patterns::{first_on_line, indentation};
use super::slips::Place;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::source::Span;
use crate::suggest;
use crate::syntax::lex::{Kind, Token};
use crate::syntax::words;

impl Place<'_> {
    /// Two statements behind a `do` without braces, and other statements outside of braces.
    pub(super) fn second_statement(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        if !self.expected.item && !self.expected.clause {
            return None;
        }
        let sets = |after: &Token| ["=", "+=", "-="].iter().any(|sign| after.is(self.text, sign));
        let calls = |after: &Token| after.is(self.text, "(") && after.start == found.end;
        let does = found.is_word_of(self.text, words::STATEMENTS)
            || found.kind == Kind::Word
                && !self.frames(found)
                && self.after().is_some_and(|after| sets(after) || calls(after));
        if !does {
            return None;
        }
        let word = found.text(self.text);
        match self.open_do() {
            Some(start) => {
                let report = self
                    .report(found, "only one statement may follow a `do` without braces")
                    .and(self.span(start), "this `do`")
                    .help("put all of them in braces: `do { put stone at p; passes = 0 }`");
                Some(Diagnostic { fix: self.braces_behind(start), ..report })
            }
            None if found.is_word_of(self.text, words::STATEMENTS) => Some(
                self.report(
                    found,
                    format!("`{word}` begins a statement, and statements stand within an action or effect"),
                )
                .help("write it behind a `do`, or in the braces of an `effect`"),
            ),
            None => None,
        }
    }

    /// Braces around all statements behind a `do`.
    fn braces_behind(&self, start: &Token) -> Option<Fix> {
        let mut depth = 0usize;
        let mut last = start;
        let own_line = self
            .words
            .iter()
            .find(|word| word.start > start.start)
            .is_some_and(|first| first_on_line(self.text, first));
        for word in self.words.iter().filter(|word| word.start > start.start) {
            let clause = word.is_word_of(self.text, words::CLAUSES)
                && first_on_line(self.text, word)
                && !word.is(self.text, "let");
            if depth == 0 && (word.is_head(self.text) || clause || word.kind == Kind::Close) {
                break;
            }
            match word.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            last = word;
        }
        let behind = |token: &Token| Span { start: self.span(token).end, ..self.span(token) };
        let margin = indentation(self.text, start);
        let close = if own_line { format!("\n{margin}}}") } else { " }".to_owned() };
        let edits = vec![Edit { span: behind(start), text: " {".to_owned() }, Edit { span: behind(last), text: close }];
        Some(Fix { title: "put braces around the statements".to_owned(), edits, safe: true })
    }

    /// The `do` without braces that the found word might belong to.
    fn open_do(&self) -> Option<&Token> {
        let mut closed = 0usize;
        for at in (0..self.at).rev() {
            let word = self.words.get(at)?;
            match word.kind {
                Kind::Close => closed += 1,
                Kind::Open => closed = closed.checked_sub(1)?,
                Kind::Word if closed == 0 && word.is(self.text, "do") => {
                    return self.words.get(at + 1).filter(|next| !next.is(self.text, "{")).map(|_| word);
                }
                Kind::Word if closed == 0 && word.is_word_of(self.text, words::HEADS) => return None,
                _ => {}
            }
        }
        None
    }

    /// `if C then x = 1` among statements, `else` and other words without their braces.
    pub(super) fn then_without_braces(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        let brace = self.expected.others.iter().any(|other| other == "`{`");
        if !brace || found.is(self.text, "{") || self.expected.item {
            return None;
        }
        let word = found.text(self.text);
        let report = self.report(found, format!("expected `{{`, found `{word}`"));
        if found.is(self.text, "then") {
            return Some(
                report.help("an `if` among statements has braces and no `then`: `if C { remove p } else { again }`"),
            );
        }
        let begins = found.is_word_of(self.text, words::STATEMENTS)
            || self.before().is_some_and(|before| before.is(self.text, "else"));
        begins.then(|| report.help("statements behind `if`, `else`, `for`, `while` and `choose` stand in braces"))
    }

    /// `match` and `when` among statements, where an `if` is meant.
    pub(super) fn no_statement(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|_| self.expected.statement)?;
        let is = match found.text(self.text) {
            "match" => "`match` is a value, not a statement",
            "when" => "`when` is a clause, and stands before `do`",
            "ensure" => return Some(self.report(found, "`ensure` is a clause, and stands behind the braces of `do`")),
            _ => return None,
        };
        Some(self.report(found, is).help("among statements write `if C { remove p } else if D { again } else { .. }`"))
    }

    /// A line of an example whose first word is misspelt is read as the name in `White to move`.
    pub(super) fn misspelt_check(&self) -> Option<Diagnostic> {
        let before = self.before().filter(|_| self.expected.others == ["`to`"])?;
        let word = before.text(self.text);
        let meant = suggest::nearest(word, words::CHECKS.iter().copied()).into_iter().next()?;
        let sure = suggest::surely(word, words::CHECKS.iter().copied()).is_some();
        Some(
            self.report(before, format!("`{word}` begins no line of an example"))
                .help(format!("did you mean `{meant}`?"))
                .fix(format!("write `{meant}`"), self.span(before), meant, sure),
        )
    }

    /// A clause of an action where there is no action, or a line of an example outside of one.
    pub(super) fn clause_outside(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|_| self.expected.item && !self.expected.clause)?;
        let word = found.text(self.text);
        let (is, belongs) = if found.is_word_of(self.text, words::CLAUSES) {
            ("a clause", "an `action`")
        } else if found.is_word_of(self.text, words::CHECKS) && first_on_line(self.text, found) {
            ("a line", "an `example`")
        } else {
            return None;
        };
        Some(self.report(found, format!("`{word}` begins {is} of {belongs}, and there is none here")))
    }

    /// A word that begins nothing.
    pub(super) fn no_item(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        if !self.expected.item || !first_on_line(self.text, found) || found.kind != Kind::Word || self.frames(found) {
            return None;
        }
        let word = found.text(self.text);
        let sets = self.after().is_some_and(|after| after.is(self.text, "="));
        let line = self.words.get(self.at..)?.iter();
        let sentence = line.take_while(|other| other.start == found.start || !first_on_line(self.text, other)).count()
            > 3
            && self.after().is_some_and(|after| after.kind == Kind::Word);
        let help = if sentence && found.text(self.text).starts_with(char::is_uppercase) {
            "a sentence is a comment: write `//` before it".to_owned()
        } else if sets {
            format!(
                "a setting is `param {word} = ..`, a variable `var {word} = ..`, a name for a value `def {word} = ..`"
            )
        } else {
            let sign = if self.expected.operator { ", or is a sign such as `and` missing before it?" } else { "" };
            format!(
                "items begin with a word such as `board`, `players`, `piece`, `setup`, `def`, `action`, `end`{sign}"
            )
        };
        Some(self.report(found, format!("`{word}` begins no item")).help(help))
    }
}
