//! Forms of other languages for things that rules have in another form: tables, coordinates, functions with statements, types with
//! several words, and what the language does not have at all.

use super::site::ErrorSite;
use crate::absent::find_absent;
use crate::diagnostic::{Diagnostic, Edit};
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};
use crate::types::Type;

impl ErrorSite<'_> {
    /// Explains `dice 2 of 6`, `hidden piece man`: a word for what the language does not have.
    pub(super) fn explain_absent(&self) -> Option<Diagnostic> {
        if self.before().is_some_and(|head| head.is_word_of(self.text, keywords::TITLED)) {
            return None;
        }
        let begins = |at: &usize| {
            let before = at.checked_sub(1).and_then(|at| self.tokens.get(at));
            let opens = before.is_some_and(|before| self.is_any(before, &["{", "}", ";", "do"]));
            self.tokens.get(*at).is_some_and(|token| opens || self.is_first_on_line(token))
        };
        let first = (0..self.at).rev().find(begins).and_then(|at| self.tokens.get(at));
        let near = [self.found(), self.before(), self.back(2), first];
        let word = near.into_iter().flatten().find(|token| {
            let known = token.kind == TokenKind::Word && find_absent(token.text(self.text)).is_some();
            known && !self.is_declared(token.text(self.text)) && self.is_on_line_of_error(token)
        })?;
        let absent = find_absent(word.text(self.text))?;
        Some(self.report(word, absent.message).help(absent.help))
    }

    fn is_on_line_of_error(&self, token: &Token) -> bool {
        let end = self.found().map_or(self.text.len(), |found| found.start);
        token.start >= end || self.text.get(token.end..end).is_some_and(|between| !between.contains('\n'))
    }

    /// Returns whether the file declares a name: as an item, a local, a parameter, a player or a kind.
    pub(super) fn is_declared(&self, name: &str) -> bool {
        let heads = ["def", "var", "param", "effect", "action", "let", "piece", "for", "choose"];
        let is_word = |word: &Token| word.is(self.text, name) && word.kind == TokenKind::Word;
        let is_item = self.tokens.windows(2).any(|pair| match pair {
            [head, word] => is_word(word) && head.is_word_of(self.text, &heads),
            _ => false,
        });
        // `(p: own)`, `sum(p in own: ..)`
        let is_local = || {
            self.tokens.windows(3).any(|all| match all {
                [open, word, joint] => {
                    is_word(word) && self.is_any(open, &["(", ",", "{"]) && self.is_any(joint, &[":", "in"])
                }
                _ => false,
            })
        };
        is_item || is_local() || self.is_listed(name, &["players", "piece", "neutral"])
    }

    /// Returns whether an item of the file declares a name with parameters.
    fn has_parameters(&self, name: &str) -> bool {
        self.tokens.windows(3).any(|all| match all {
            [head, word, open] => {
                head.is_word_of(self.text, &["def", "var", "effect"])
                    && word.is(self.text, name)
                    && open.is(self.text, "(")
            }
            _ => false,
        })
    }

    /// Explains `crowded p`, `neighbors p`: a function without its parentheses.
    pub(super) fn explain_argument_without_parentheses(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found()?);
        let word = before.text(self.text);
        // `row 1` means the cells of the row
        let lines = match word {
            "row" | "rows" | "rank" | "ranks" => Some("rows"),
            "column" | "columns" | "file" | "files" => Some("columns"),
            "side" | "sides" | "edge" | "edges" => Some("side"),
            _ => None,
        };
        if let (Some(lines), TokenKind::Number, false) = (lines, found.kind, self.is_declared(word)) {
            let first = found.text(self.text);
            let is_number = |token: &Token| token.kind == TokenKind::Number;
            let (meant, last) = match self.rest_of_line() {
                [_, and, other, ..] if and.is(self.text, "and") && is_number(other) => {
                    (format!("{lines}({first}) | {lines}({})", other.text(self.text)), other)
                }
                [_, and, again, other, ..]
                    if and.is(self.text, "and") && again.is(self.text, word) && is_number(other) =>
                {
                    (format!("{lines}({first}) | {lines}({})", other.text(self.text)), other)
                }
                [_, to, other, ..] if self.is_any(to, &["to", "through", "-", ".."]) && is_number(other) => {
                    (format!("{lines}({first}..{})", other.text(self.text)), other)
                }
                _ => (format!("{lines}({first})"), found),
            };
            let place = self.span(before).to(self.span(last));
            return Some(
                self.report_span(place, format!("missing parentheses after `{word}`")).suggest(place, meant, true),
            );
        }
        let found = Some(found).filter(|found| found.kind == TokenKind::Word)?;
        let takes = keywords::CALLS.contains(&word) && !self.is_declared(word) || self.has_parameters(word);
        let is_beside = !self.is_keyword(found) && !self.is_first_on_line(found) && before.kind == TokenKind::Word;
        let is_head = self.back(2).is_some_and(|head| head.is_word_of(self.text, &["def", "var", "effect"]));
        // `count p in own` has its own explanation
        let is_generator = self.after().is_some_and(|after| after.is(self.text, "in"));
        if let Some(report) = self.explain_article() {
            return Some(report);
        }
        (takes && is_beside && !is_head && !is_generator).then(|| {
            let meant = format!("{word}({})", found.text(self.text));
            let report = self.report(before, format!("missing parentheses after `{word}`"));
            let edits = vec![
                Edit { span: self.end(before).to(self.start(found)), text: "(".to_owned() },
                self.insert_after(found, ")"),
            ];
            let is_last = self.after().is_none_or(|after| !self.is_any(after, &["(", ".", "of"]));
            report.help(format!("write `{meant}`")).edits(format!("write `{meant}`"), edits, is_last)
        })
    }

    /// Explains `def rank = { rat: 1, cat: 2 }`.
    pub(super) fn explain_table(&self) -> Option<Diagnostic> {
        self.found().filter(|found| self.is_any(found, &[",", ":"]) && self.expects("`}`"))?;
        let open = self.open_brace()?;
        let (key, colon) = (self.tokens.get(open + 1)?, self.tokens.get(open + 2)?);
        let is_key = matches!(key.kind, TokenKind::Word | TokenKind::Number) && colon.is(self.text, ":");
        let brace = self.tokens.get(open).filter(|_| is_key)?;
        let close = self.closing(open)?;
        let table = self.text.get(brace.start..close.end)?;
        let shown = if table.len() < 60 && !table.contains('\n') { table } else { "{ .. }" };
        let report =
            self.report_span(self.span(brace).to(self.span(colon)), "braces hold a set, not a table of values");
        let head = self.construct().filter(|head| head.is(self.text, "def"));
        let name = head.and_then(|head| self.tokens.iter().find(|token| token.start > head.start));
        let after = name.and_then(|name| self.tokens.iter().find(|token| token.start >= name.end));
        match (name, after) {
            (Some(name), Some(equals)) if equals.is(self.text, "=") && key.kind == TokenKind::Word => {
                let key = key.text(self.text);
                let (parameter, ty) = if self.is_listed(key, &["players"]) { ("P", "player") } else { ("k", "kind") };
                let help =
                    format!("write `def {}({parameter}: {ty}) = match {parameter} {shown}`", name.text(self.text));
                let report = report.help(help);
                if ty == "kind" && !self.is_kind(key) {
                    let help = "write a `match` of a parameter: `def value(k: kind) = match k { man: 1, else: 3 }`";
                    return Some(report.help(help));
                }
                let edits = vec![
                    self.insert_after(name, format!("({parameter}: {ty})")),
                    self.insert_before(brace, format!("match {parameter} ")),
                ];
                Some(report.edits("write a `match`", edits, false))
            }
            _ => Some(report.help(format!("write `match k {shown}`")).fix(
                "write a `match`",
                self.start(brace),
                "match k ",
                false,
            )),
        }
    }

    /// Returns the index of the brace that is open at the unexpected token.
    fn open_brace(&self) -> Option<usize> {
        let mut depth = 0usize;
        for at in (0..self.at).rev() {
            let token = self.tokens.get(at)?;
            match token.kind {
                TokenKind::Close => depth += 1,
                TokenKind::Open if depth == 0 => return Some(at).filter(|_| token.is(self.text, "{")),
                TokenKind::Open => depth -= 1,
                _ => {}
            }
        }
        None
    }

    /// Explains `(3, 4)` for a cell, and `n in (3, 4, 5)` for a set.
    pub(super) fn explain_pair_of_numbers(&self) -> Option<Diagnostic> {
        self.found().filter(|found| found.is(self.text, ",") && self.expects("`)`"))?;
        if let Some(report) = self.explain_numbers_in_parentheses() {
            return Some(report);
        }
        let (open, column) = (self.back(2).filter(|open| open.is(self.text, "("))?, self.before()?);
        let row = self.after()?;
        let close = self.tokens.get(self.at + 2).filter(|close| close.is(self.text, ")"))?;
        if column.kind != TokenKind::Number || row.kind != TokenKind::Number {
            return None;
        }
        let place = self.span(open).to(self.span(close));
        let meant = format!("cell({}, {})", column.text(self.text), row.text(self.text));
        let report = self.report_span(place, "a pair of numbers is not a cell").help(help_for_pair(&meant));
        Some(report.fix(format!("write `{meant}`"), place, meant, false))
    }

    fn explain_numbers_in_parentheses(&self) -> Option<Diagnostic> {
        let open = self.back(2).filter(|open| open.is(self.text, "("))?;
        self.back(3).filter(|before| before.is(self.text, "in"))?;
        let close = self.closing(self.at.checked_sub(2)?)?;
        let inside = self.tokens.iter().filter(|token| token.start > open.start && token.start < close.start);
        let numbers: Option<Vec<&str>> = inside
            .filter(|token| !token.is(self.text, ","))
            .map(|token| (token.kind == TokenKind::Number).then(|| token.text(self.text)))
            .collect();
        let meant = format!("{{{}}}", numbers?.join(", "));
        let place = self.span(open).to(self.span(close));
        let report = self.report_span(place, "a set is in braces");
        Some(report.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), place, meant, true))
    }

    /// Explains `def place(p: empty) do ..` and `def clear(p: cell) { remove p }`: a `def` that does something.
    pub(super) fn explain_def_with_statements(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|_| self.expects("`=`"))?;
        let head = self.construct().filter(|head| head.is(self.text, "def"))?;
        let is_clause = found.is_word_of(self.text, &["do", "when", "ensure", "maximize"]);
        let first = self.after().filter(|_| found.is(self.text, "{"));
        let is_block = first
            .is_some_and(|first| first.is_word_of(self.text, keywords::STATEMENTS) && !first.is(self.text, "return"));
        // the word after `:` is read as a type
        let types = self.tokens.windows(2).filter(|pair| {
            pair.first()
                .is_some_and(|colon| colon.start > head.start && colon.end <= found.start && colon.is(self.text, ":"))
        });
        let of_types =
            types.clone().filter_map(|pair| pair.last()).all(|ty| Type::of_word(ty.text(self.text)).is_some());
        let report = || self.report(head, "a `def` is a value; it cannot change the position");
        if is_clause {
            let report = report().help("a move is an `action`: `action place(p: empty) do put stone at p`");
            return Some(report.fix("write `action`", self.span(head), "action", true));
        }
        if !is_block || first.is_some_and(|first| first.is(self.text, "if")) && of_types {
            return None;
        }
        if of_types {
            let report = report().help("statements with a name are an `effect`: `effect clear(p: cell) { remove p }`");
            return Some(report.fix("write `effect`", self.span(head), "effect", true));
        }
        let edits = vec![self.replace(head, "action"), self.insert_before(found, "do ")];
        let report = report().help("a move is an `action`: `action place(p: empty) do { put stone at p }`");
        Some(report.edits("write `action` and `do`", edits, true))
    }

    /// Explains `def f(p: cell): E`: what follows the colon is read as a type.
    pub(super) fn explain_colon_for_equals(&self) -> Option<Diagnostic> {
        self.found().filter(|_| self.expects("`=`"))?;
        let (colon, word) = (self.back(2).filter(|colon| colon.is(self.text, ":"))?, self.before()?);
        let head = self.construct().filter(|head| head.is_word_of(self.text, &["def", "var"]))?;
        let is_value = Type::of_word(word.text(self.text)).is_none() && word.kind == TokenKind::Word;
        is_value.then(|| {
            let report = self.report(colon, "expected `=`, found `:`");
            let help = format!("the value of a `{}` follows `=`", head.text(self.text));
            report.help(help).fix("write `=`", self.span(colon), " =", true)
        })
    }

    /// Explains `at a1..a5`, `at a1 to a5`: a range of cells where only single cells are read.
    pub(super) fn explain_range_of_cells(&self) -> Option<Diagnostic> {
        let is_join = |token: &&Token| self.is_any(token, &["..", "to", "-", ":", "through", "until"]);
        // a word after cells is read as the kind of the next placement
        let (first, last) = match self.found().filter(is_join) {
            Some(_) => (self.before()?, self.after()?),
            None => (self.before().filter(is_join).and(self.back(2))?, self.found()?),
        };
        let both =
            [first, last].iter().all(|cell| cell.kind == TokenKind::Word && keywords::is_cell(cell.text(self.text)));
        let is_move = self.backward().take(3).any(|token| token.is(self.text, "move"));
        if !both || is_move {
            return None;
        }
        let place = self.span(first).to(self.span(last));
        let report = self.report_span(place, "cells have no ranges");
        let Some(cells) = keywords::list_cells(first.text(self.text), last.text(self.text)) else {
            return Some(report.help("for a rectangle, write `rows(1..3) & columns(1..5)`"));
        };
        // the braces may be there already: `{a1..a5}`
        let is_listed = self
            .tokens
            .iter()
            .take_while(|token| token.end <= first.start)
            .last()
            .is_some_and(|before| before.is(self.text, "{") || keywords::is_cell(before.text(self.text)));
        let is_chain =
            self.backward().take_while(|token| !self.begins_item(token)).any(|token| token.is(self.text, "graph"));
        let listed = if is_listed || is_chain { cells.join(" ") } else { format!("{{{}}}", cells.join(" ")) };
        Some(report.help(format!("write `{listed}`")).fix(format!("write `{listed}`"), place, listed, false))
    }

    /// Explains `for (i = 0; i < 3; i++)`.
    pub(super) fn explain_counting_loop(&self) -> Option<Diagnostic> {
        let open = self.found().filter(|open| open.is(self.text, "("))?;
        self.before().filter(|head| head.is(self.text, "for"))?;
        let close = self.closing(self.at)?;
        let mut inside = self.tokens.get(self.at + 1..)?.iter().take_while(|token| token.start < close.start);
        inside.find(|token| token.is(self.text, ";"))?;
        let report = self.report_span(self.span(open).to(self.span(close)), "a loop goes through a set");
        Some(report.help("write `for i in 0..2 { .. }`, `for q in own { .. }`, or `while n < 3 { .. }`"))
    }

    /// Explains `expect a1 is empty`, `assert a1 in own` in an example.
    pub(super) fn explain_foreign_check(&self) -> Option<Diagnostic> {
        let before = self.before().filter(|_| self.expects("`to`"))?;
        if before.is(self.text, "is") {
            let report = self.report(before, "unknown keyword `is`");
            if let Some((place, meant)) = self.test_after_is(self.at - 1) {
                return Some(report.suggest(place, meant, false));
            }
            let help = "use `in` to test whether a cell is in a set, `==` to compare two values";
            return Some(report.help(help).fix("write `in`", self.span(before), "in", false));
        }
        let word = before.text(self.text);
        let meant = keywords::translate_check(&word.to_ascii_lowercase())?;
        let report = self.report(before, format!("unknown keyword `{word}`")).help(format!("use `{meant}`"));
        Some(report.fix(format!("write `{meant}`"), self.span(before), meant, false))
    }
}

/// The help for a variable that is meant to hold words.
pub(super) const LIST_OF_WORDS: &str = "list its words as the type: `var phase: placing | moving`";

/// Returns the help for two numbers that are meant as a cell.
pub(super) fn help_for_pair(meant: &str) -> String {
    format!("write the cell by its name, such as `c3`, or `{meant}`: first the column, then the row")
}
