//! Customs of other rule languages where items, clauses and results begin, and repeated words.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

impl ErrorSite<'_> {
    /// Explains `function f(p: cell) = ..`, `colors Red, Blue`: an item with another language's keyword.
    pub(super) fn explain_foreign_item(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.expected.item && self.is_first_on_line(found))?;
        let word = found.text(self.text);
        let meant = keywords::translate_item(&word.to_ascii_lowercase())?;
        let is_named =
            self.after().is_some_and(|after| matches!(after.kind, TokenKind::Word | TokenKind::Text | TokenKind::Open));
        is_named.then(|| {
            let report = self.report(found, format!("unknown keyword `{word}`")).help(format!("use `{meant}`"));
            report.fix(format!("write `{meant}`"), self.span(found), meant, false)
        })
    }

    /// Explains `when when`.
    pub(super) fn explain_repeated_word(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found()?);
        let word = found.text(self.text);
        (self.is_keyword(found) && before.is(self.text, word)).then(|| {
            let place = self.span(before).to(self.start(found));
            let report = self.report(found, format!("repeated `{word}`")).help("remove one of them");
            report.fix("remove one of them", place, "", true)
        })
    }

    /// Explains `mover wins if C`, `draw when C` in `end`.
    pub(super) fn explain_result_first(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|_| self.expects("`when`") && !self.expected.item)?;
        let line = self.rest_of_line();
        let joint = line.iter().position(|token| token.is_word_of(self.text, &["if", "when"]))?;
        let (last, condition) = (line.get(joint.checked_sub(1)?)?, line.get(joint + 1)?);
        let report = self.report(found, "the condition must come before the result");
        let result = self.text.get(found.start..last.end)?;
        // an incomplete condition is not repeated
        let Some(after) = self.value_end(self.at + joint + 1) else {
            return Some(report.help(format!("write `when ..: {result}`")));
        };
        let end = self.tokens.get(after - 1)?;
        let condition = self.text.get(condition.start..end.end)?;
        let is_alone = self.is_first_on_line(found) || self.before().is_some_and(|before| before.is(self.text, "{"));
        let safe = is_alone && self.ends_line(after) && !condition.contains('\n');
        Some(report.suggest(self.span(found).to(self.span(end)), format!("when {condition}: {result}"), safe))
    }

    /// Explains `if C` and `then S`, or `if C` and the next clause, as the clauses of an action.
    pub(super) fn explain_if_as_clause(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.expected.clause && found.is(self.text, "if"))?;
        let end = self.value_end(self.at + 1)?;
        let next = self.tokens.get(end)?;
        let condition = self.text.get(self.after()?.start..self.tokens.get(end.checked_sub(1)?)?.end)?;
        let mut edits = vec![self.replace(found, "when")];
        let (title, shown) = if next.is(self.text, "then") {
            edits.push(self.replace(next, "do"));
            ("write `when` and `do`", format!("write `when {condition} do ..`"))
        } else if next.is_word_of(self.text, keywords::CLAUSES) {
            ("write `when`", format!("write `when {condition}`"))
        } else {
            return None;
        };
        // below another condition, it may be meant as the condition of that one
        let begins = |token: &&Token| token.is_word_of(self.text, keywords::CLAUSES) || token.is_head(self.text);
        let clause = self.backward().find(begins);
        let safe = !clause.is_some_and(|clause| clause.is(self.text, "when"));
        let report = self.report(found, "an action uses `when` and `do`, not `if`");
        Some(report.help(shown).edits(title, edits, safe))
    }

    /// Explains `action a(p in own)`.
    pub(super) fn explain_binder_with_in(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found().filter(|found| found.is(self.text, "in"))?);
        (self.expects("`:`") && !self.expected.operator).then(|| {
            self.report(found, "expected `:`, found `in`").help(format!("write `{}: ..`", before.text(self.text))).fix(
                "write `:`",
                self.end(before).to(self.span(found)),
                ":",
                true,
            )
        })
    }

    /// Explains `n == 1` as a statement.
    pub(super) fn explain_comparison_as_statement(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is(self.text, "==") && self.expects("`=`"))?;
        Some(self.report(found, "`==` compares; it does not set a variable").suggest(self.span(found), "=", true))
    }

    /// Explains `p is edge`.
    pub(super) fn explain_is(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is(self.text, "is") && self.expected.operator)?;
        if let Some((place, meant)) = self.test_after_is(self.at) {
            return Some(self.report(found, "unknown keyword `is`").suggest(place, meant, false));
        }
        Some(
            self.report(found, "unknown keyword `is`")
                .help("use `in` to test whether a cell is in a set, `==` to compare two values")
                .fix("write `in`", self.span(found), "in", false),
        )
    }

    /// Returns what `p is empty`, `p is not own`, `board is full` and `enemy is empty` mean, with the text that says it.
    pub(super) fn test_after_is(&self, at: usize) -> Option<(Span, String)> {
        let token = |at: Option<usize>| at.and_then(|at| self.tokens.get(at));
        let before = token(at.checked_sub(1)).filter(|before| before.kind == TokenKind::Word)?;
        let after = token(Some(at + 1))?;
        // the word before may be the end of a longer value
        let is_whole = token(at.checked_sub(2)).is_none_or(|token| {
            self.is_keyword(token)
                || token.is_word_of(self.text, keywords::CHECKS)
                || matches!(token.kind, TokenKind::Open | TokenKind::Sign) && !token.is(self.text, ".")
        });
        let not = after.is(self.text, "not");
        let next = at + 1 + usize::from(not);
        let article = token(Some(next)).is_some_and(|word| word.is_word_of(self.text, &["a", "an"]));
        let last = token(Some(next + usize::from(article)))?;
        let (left, right) = (before.text(self.text), last.text(self.text));
        let is_set = keywords::SETS.contains(&left);
        let meant = match right {
            _ if is_whole && !self.is_first_on_line(last) && self.is_player(right) => {
                let is_cell =
                    keywords::is_cell(left) || left.len() == 1 && left.starts_with(|c: char| c.is_lowercase());
                let left = match left {
                    "turn" | "player" | "it" | "current" => "mover".to_owned(),
                    cell if is_cell => format!("owner({cell})"),
                    player => player.to_owned(),
                };
                format!("{left} {} {right}", if not { "!=" } else { "==" })
            }
            kind if is_whole && !is_set && !self.is_first_on_line(last) && self.is_kind(kind) => {
                format!("{left} {} {kind}", if not { "not in" } else { "in" })
            }
            "full" if left == "board" => if not { "some(empty)" } else { "none(empty)" }.to_owned(),
            "empty" if is_set => format!("{}({left})", if not { "some" } else { "none" }),
            _ if is_set || !is_whole || !keywords::SETS.contains(&right) => return None,
            _ => format!("{left} {} {right}", if not { "not in" } else { "in" }),
        };
        Some((self.span(before).to(self.span(last)), meant))
    }

    /// Returns whether a word is a player: a name, or a word such as `mover`.
    fn is_player(&self, word: &str) -> bool {
        self.player_names().contains(&word) || matches!(word, "mover" | "next")
    }

    /// Explains `for (q in own) { .. }`.
    pub(super) fn explain_loop_in_parentheses(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found().filter(|found| found.is(self.text, "("))?);
        let word = before.text(self.text);
        if !before.is_word_of(self.text, &["for", "choose"]) {
            return None;
        }
        let edits = vec![self.replace(found, ""), self.replace(self.closing(self.at)?, "")];
        let report = self.report(found, format!("unexpected parentheses after `{word}`"));
        Some(report.help(format!("write `{word} q in own {{ .. }}`")).edits("remove the parentheses", edits, true))
    }

    /// Explains `Cross wins` as a line of an example.
    pub(super) fn explain_missing_result(&self) -> Option<Diagnostic> {
        let before = self.found().filter(|found| found.is(self.text, "wins")).and(self.before())?;
        if self.back(2).is_some_and(|token| token.is(self.text, "result")) {
            return None;
        }
        let player = before.text(self.text);
        (self.expects("`to`") && before.kind == TokenKind::Word).then(|| {
            self.report(before, format!("missing `result` before `{player} wins`"))
                .help(format!("write `result {player} wins`"))
                .fix("write `result` before it", self.start(before), "result ", true)
        })
    }

    /// Explains a colon instead of a brace, as in `end:`.
    pub(super) fn explain_colon_for_brace(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is(self.text, ":") && self.expects("`{`"))?;
        let head = self.before()?;
        (head.is_word_of(self.text, &["end", "look", "setup", "position"]) || head.kind == TokenKind::Text).then(|| {
            self.report(found, "expected `{`, found `:`")
                .help(format!("write `{} {{ .. }}`", head.text(self.text)))
                .fix("write `{`", self.span(found), " {", false)
        })
    }
}
