//! What is missing at the end of a line whose next line was read in its place, and words too many.

use super::patterns::first_on_line;
use super::slips::Place;
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::source::Span;
use crate::syntax::lex::{Kind, Token};
use crate::syntax::words;

/// What stands before the noun of a sentence.
const ARTICLES: &[&str] = &["a", "an", "the"];

impl Place<'_> {
    /// `play a1,` and `set n =` before the next line of an example: its first word was read as the move or the value.
    pub(super) fn read_over_the_line(&self) -> Option<Diagnostic> {
        let near =
            (self.at.saturating_sub(4)..=self.at).rev().filter_map(|at| self.words.get(at).map(|word| (at, word)));
        let (at, first) = near.into_iter().find(|(_, word)| first_on_line(self.text, word))?;
        let before = self.words.get(at.checked_sub(1)?)?;
        let moves = before.is_word_of(self.text, &["play", "legal", "illegal", "only"]);
        let joint = moves
            || before.is_word_of(self.text, &["at", "expect", "set"])
            || before.is(self.text, ",")
            || before.kind == Kind::Sign && !before.is(self.text, ";")
            || before.kind == Kind::Word && words::RESERVED.contains(&before.text(self.text));
        let next = |by: usize, word: &str| self.words.get(at + by).is_some_and(|next| next.is(self.text, word));
        // (it is no word by its kind: it was read as a move)
        let check = words::CHECKS.contains(&first.text(self.text)) && self.is_in_example(at);
        let to_move = next(1, "to") && next(2, "move");
        let placed = before.is(self.text, "at") && (next(1, "at") || next(1, "of") && next(3, "at"));
        if !joint || !(check || to_move || placed) {
            return None;
        }
        let sign = before.text(self.text);
        let list = before.is(self.text, ",");
        let what = if moves || list && check {
            "a move is"
        } else if placed {
            "cells are"
        } else {
            "a value is"
        };
        let report = self
            .report(before, format!("{what} missing behind `{sign}`"))
            .and(self.span(first), "here something else begins");
        Some(if list {
            report.help("take the comma away, or go on with the list").fix(
                "take the comma away",
                self.span(before),
                "",
                false,
            )
        } else {
            report
        })
    }

    /// Whether the word at `at` stands in an example.
    fn is_in_example(&self, at: usize) -> bool {
        let before = self.words.get(..at).unwrap_or(&[]);
        before.iter().rev().find(|word| word.is_head(self.text)).is_some_and(|head| head.is(self.text, "example"))
    }

    /// `put a man at p`, `for each q in own`: a word that plain sentences have there.
    pub(super) fn needless_word(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found().filter(|found| found.kind == Kind::Word)?);
        let head = self.at.checked_sub(2).and_then(|at| self.words.get(at))?;
        let name = !self.frames(found) && !first_on_line(self.text, found);
        let article = before.is_word_of(self.text, ARTICLES) && head.is_word_of(self.text, &["put", "remove", "give"]);
        let each = before.is_word_of(self.text, &["each", "every", "all"])
            && head.is_word_of(self.text, &["for", "choose"])
            && self.after().is_some_and(|after| after.is(self.text, "in"));
        let (word, begins) = (before.text(self.text), head.text(self.text));
        (name && (article || each)).then(|| {
            let place = Span { end: self.span(found).start, ..self.span(before) };
            let rest = if each { format!("{} in ..", found.text(self.text)) } else { found.text(self.text).to_owned() };
            self.report(before, format!("no `{word}` stands behind `{begins}`"))
                .help(format!("write `{begins} {rest}`"))
                .fix(format!("leave `{word}` out"), place, "", true)
        })
    }

    /// `action move(own p)`: the set before the name.
    pub(super) fn binder_turned_round(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found().filter(|found| found.kind == Kind::Word)?);
        let binds = self.expected.others.iter().any(|other| other == "`:`") && !self.expected.operator;
        let sets = ["own", "enemy", "empty", "occupied", "pieces", "board"];
        (binds && before.is_word_of(self.text, &sets) && !self.frames(found)).then(|| {
            let (set, name) = (before.text(self.text), found.text(self.text));
            let meant = format!("{name}: {set}");
            let edit = |token: &Token, text: &str| Edit { span: self.span(token), text: text.to_owned() };
            let edits = vec![edit(before, &format!("{name}:")), edit(found, set)];
            let report = self
                .report(found, "a binder is a name, a `:` and the set that it is from")
                .help(format!("write `{meant}`"));
            Diagnostic { fix: Some(Fix { title: format!("write `{meant}`"), edits, safe: false }), ..report }
        })
    }
}
