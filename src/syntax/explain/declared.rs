//! Declarations of other languages: `var n: int[]`, `var h: map<cell, int>`, `var n: int(player)`, `var n per player`,
//! `where q(p) = ..`, `action go(cell p)`, and `setup { a1: man of White }`.

use super::site::ErrorSite;
use crate::diagnostic::{Diagnostic, Edit};
use crate::source::Span;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

/// The help for a type that holds many values in order.
pub(super) const LIST: &str = "a list of cells is a set: `var marked: cells`; several values have an index: `var points(P: player) = 0`, \
                    `var seen(n: 0..9) = false`";

impl ErrorSite<'_> {
    /// Explains `var n: int[]`, `var n: list`, `var h: map<cell, int>`, `var s: set of cells`.
    pub(super) fn explain_collection_type(&self) -> Option<Diagnostic> {
        let head = (0..=self.at).rev().find(|at| {
            self.tokens.get(*at).is_some_and(|token| token.is_head(self.text) || token.is(self.text, "var"))
        })?;
        self.tokens.get(head).filter(|head| head.is(self.text, "var"))?;
        let [name, colon, ty, ..] = self.tokens.get(head + 1..)? else { return None };
        if !colon.is(self.text, ":") || ty.kind != TokenKind::Word || name.kind != TokenKind::Word {
            return None;
        }
        let line: Vec<&Token> =
            self.tokens.get(head + 3..)?.iter().take_while(|token| !self.is_first_on_line(token)).collect();
        let types: Vec<&str> = line.iter().map(|token| token.text(self.text)).filter(|word| is_type(word)).collect();
        let (name_text, word) = (name.text(self.text), ty.text(self.text));
        let has_bracket = line.first().is_some_and(|open| open.is(self.text, "["));
        let shown = match word.to_lowercase().as_str() {
            "set" | "list" | "array" | "vector" | "seq" | "sequence" | "collection"
                if matches!(types.first(), Some(&("cell" | "cells"))) =>
            {
                format!("write `var {name_text}: cells`")
            }
            "list" | "array" | "vector" | "seq" | "sequence" | "collection" | "stack" | "queue" | "tuple" => {
                LIST.to_owned()
            }
            "map" | "dict" | "dictionary" | "hashmap" | "hash" => {
                let key = types.first().copied().filter(|key| matches!(*key, "cell" | "player" | "dir" | "kind"));
                format!(
                    "a value for each {0} has an index: `var {name_text}({1}: {0}) = 0`",
                    key.unwrap_or("cell"),
                    letter(key.unwrap_or("cell"))
                )
            }
            _ if is_type(word) && has_bracket => match word {
                "cell" | "cells" => format!("write `var {name_text}: cells`"),
                _ => LIST.to_owned(),
            },
            _ => return None,
        };
        let place = Span::new(self.id, ty.start, self.type_end(ty, &line));
        Some(self.report_span(place, "a variable has no lists and no maps").help(shown))
    }

    /// Returns where a type of another language ends: before `=` or `each`, or at the end of the line.
    fn type_end(&self, ty: &Token, line: &[&Token]) -> usize {
        let inside = line.iter().take_while(|token| !self.is_any(token, &["=", "each"]));
        inside.last().map_or(ty.end, |last| last.end)
    }

    /// Explains `var score: int(player)`, `var score per player`, `var score of player`, `var score: player -> int`.
    pub(super) fn explain_value_for_each(&self) -> Option<Diagnostic> {
        let var = self.construct().filter(|head| head.is(self.text, "var"))?;
        let at = self.tokens.iter().position(|token| token.start == var.start)?;
        let line: Vec<&str> = self
            .tokens
            .get(at + 1..)?
            .iter()
            .take_while(|token| !self.is_first_on_line(token))
            .map(|token| token.text(self.text))
            .collect();
        let (name, index, count) = match line.as_slice() {
            [name, ":", "int", "(", index, ")", ..] => (name, index, 6),
            [name, ":", index, "->", _, ..] => (name, index, 5),
            [name, "per" | "of" | "for", "each" | "every" | "a", index, ..] => (name, index, 4),
            [name, "per" | "of" | "for", index, ..] => (name, index, 3),
            _ => return self.explain_each_at_end(at + 1, &line),
        };
        let index = index.strip_suffix('s').unwrap_or(index);
        if !matches!(index, "player" | "cell" | "dir" | "kind") {
            return None;
        }
        let meant = format!("{name}({}: {index})", letter(index));
        let (first, last) = (self.tokens.get(at + 1)?, self.tokens.get(at + count)?);
        let place = self.span(first).to(self.span(last));
        let value = self.tokens.get(at + count + 1).filter(|sign| sign.is(self.text, "="));
        let end = self.tokens.iter().filter(|token| token.start >= last.end);
        let end = end.take_while(|token| !self.is_first_on_line(token)).last();
        let shown = match (value, end) {
            (Some(sign), Some(end)) => format!("{meant} {}", self.text.get(sign.start..end.end)?),
            _ => format!("{meant} = 0"),
        };
        let meant = if value.is_some() { meant } else { shown.clone() };
        let written = self.text.get(first.start..last.end)?;
        let report = self.report_span(place, format!("`{written}` is not a declaration"));
        Some(report.help(format!("write `var {shown}`")).fix(format!("write `{meant}`"), place, meant, false))
    }

    /// Explains `var score = 0 for each player`, whose declaration has these words from a token on.
    fn explain_each_at_end(&self, from: usize, line: &[&str]) -> Option<Diagnostic> {
        let joint = line.iter().position(|word| matches!(*word, "for" | "per"))?;
        let equals = line.iter().position(|word| *word == "=")?;
        let quantity = usize::from(matches!(line.get(joint + 1), Some(&("each" | "every" | "all" | "a"))));
        let index = line.get(joint + 1 + quantity)?;
        let index = index.strip_suffix('s').unwrap_or(index);
        let (name, last) = (self.tokens.get(from)?, self.tokens.get(from + joint + 1 + quantity)?);
        if !matches!(index, "player" | "cell" | "dir" | "kind") || equals > joint || name.kind != TokenKind::Word {
            return None;
        }
        let declared = self.text.get(name.end..self.tokens.get(from + joint - 1)?.end)?;
        let meant = format!("{}({}: {index}){declared}", name.text(self.text), letter(index));
        let place = self.span(name).to(self.span(last));
        let written = self.text.get(name.start..last.end)?;
        let report = self.report_span(place, format!("`{written}` is not a declaration"));
        Some(report.help(format!("write `var {meant}`")).fix(format!("write `{meant}`"), place, meant, true))
    }

    /// Explains `score = 0 for each player`, `each player has score = 0` where items begin.
    pub(super) fn explain_value_without_var(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.is_first_on_line(found) && self.expected.item)?;
        let line: Vec<&str> = self.rest_of_line().iter().map(|token| token.text(self.text)).collect();
        let (name, index, value) = match line.as_slice() {
            [name, "=", value, "for" | "per", "each" | "every" | "all" | "a", index] => (name, index, value),
            [name, "=", value, "for" | "per", index] => (name, index, value),
            ["each" | "every", index, "has" | "gets" | "starts" | "with", .., name, "=", value] => (name, index, value),
            _ => return None,
        };
        let index = index.strip_suffix('s').unwrap_or(index);
        if !matches!(index, "player" | "cell" | "dir" | "kind") {
            return None;
        }
        let meant = format!("var {name}({}: {index}) = {value}", letter(index));
        let place = self.span(found).to(self.span(self.rest_of_line().last()?));
        let report = self.report_span(place, "a value for each player or cell is a variable with an index");
        Some(report.suggest(place, meant, false))
    }

    /// Explains `action go(cell p, cell q)` and `action go p: own`.
    pub(super) fn explain_binder(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found().filter(|found| found.kind == TokenKind::Word)?);
        let head = self.construct().filter(|head| head.is(self.text, "action"))?;
        let word = before.text(self.text);
        let is_name = self.back(2).is_some_and(|back| back.start == head.start);
        if is_name && self.after().is_some_and(|colon| colon.is(self.text, ":")) {
            let last = self
                .rest_of_line()
                .iter()
                .take_while(|token| !token.is_word_of(self.text, keywords::CLAUSES))
                .last()?;
            let binders = self.text.get(found.start..last.end)?;
            let report = self.report(found, "missing parentheses around the binders");
            let edits = vec![
                Edit { span: self.end(before).to(self.start(found)), text: "(".to_owned() },
                self.insert_after(last, ")"),
            ];
            return Some(report.help(format!("write `{word}({binders})`")).edits(
                "put parentheses around them",
                edits,
                true,
            ));
        }
        let is_sort = is_type(word) || matches!(word, "square" | "position" | "pos" | "string");
        let is_first = self.back(2).is_some_and(|back| self.is_any(back, &["(", ","]));
        let name = found.text(self.text);
        (is_sort && is_first && self.expects("`:`")).then(|| {
            let place = self.span(before).to(self.span(found));
            let report = self.report_span(place, "a binder has a set, not a type");
            let report = report.help(format!("write the set of its values: `{name}: own`, `{name}: empty`"));
            // each binder of the list is the same mistake
            let list = self.tokens.get(self.at - 2..).unwrap_or(&[]);
            let rest = list.windows(3).take_while(|all| !all.first().is_some_and(|token| token.is(self.text, ")")));
            let edits = rest.filter_map(|all| match all {
                [joint, sort, name] if self.is_any(joint, &["(", ","]) && is_type(sort.text(self.text)) => {
                    let place = self.span(sort).to(self.span(name));
                    Some(Edit { span: place, text: format!("{}: board", name.text(self.text)) })
                }
                _ => None,
            });
            report.edits(format!("write `{name}: board`"), edits.collect(), false)
        })
    }

    /// Explains `where q = step(p, N)` in an action, and `where q(p) = ..` in a def.
    pub(super) fn explain_named_value(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        let name = self.after().filter(|name| name.kind == TokenKind::Word);
        if let (Some(name), true) = (name, found.is(self.text, "where") && self.expected.clause)
            && self.tokens.get(self.at + 2).is_some_and(|equals| equals.is(self.text, "="))
        {
            let report = self.report(found, "an action names values with `let`, not `where`");
            let help = format!("write `let {} = ..`", name.text(self.text));
            return Some(report.help(help).fix("write `let`", self.span(found), "let", true));
        }
        let name = self.before().filter(|name| name.end == found.start && found.is(self.text, "("))?;
        self.back(2).filter(|word| word.is(self.text, "where") || word.is(self.text, ",") && self.expects("`=`"))?;
        self.construct().filter(|head| head.is(self.text, "def") && self.expects("`=`"))?;
        let name = name.text(self.text);
        let report = self.report(found, format!("`{name}` after `where` cannot have parameters"));
        Some(report.help(format!("write `{name} = ..`, or a `def {name}(..) = ..` of its own")))
    }

    /// Explains `setup { a1: man of White }`, `rows(1): man of White`, `man of White: a1`, `White: a1`.
    pub(super) fn explain_colon_in_setup(&self) -> Option<Diagnostic> {
        if !self.is_in_layout() {
            return None;
        }
        let found = self.found()?;
        let open = self
            .tokens
            .get(..=self.at)?
            .iter()
            .rposition(|token| self.is_any(token, &["{", ";"]) || self.is_first_on_line(token))?;
        let open = if self.is_any(self.tokens.get(open)?, &["{", ";"]) { open + 1 } else { open };
        let rest = self.tokens.get(open..)?;
        let is_over = |token: &Token| {
            token.start > found.start && self.is_first_on_line(token) || self.is_any(token, &[";", "}"])
        };
        let line = rest.get(..rest.iter().take_while(|token| !is_over(token)).count())?;
        let colon = line.iter().position(|token| self.is_any(token, &[":", "="]))?;
        let (left, right) = (line.get(..colon)?, line.get(colon + 1..)?);
        let text = |tokens: &[Token]| self.text.get(tokens.first()?.start..tokens.last()?.end);
        let (left_text, right_text) = (text(left)?, text(right)?);
        let sign = line.get(colon)?;
        let is_kind = |token: &Token| self.find_kind(token.text(self.text)).is_some();
        let place = self.span(left.first()?).to(self.span(right.last()?));
        let message = format!("unexpected `{}` in a placement", sign.text(self.text));
        let cells = |text: &str| if text.contains(',') { format!("{{{text}}}") } else { text.to_owned() };
        let at = right.iter().position(|token| token.is(self.text, "at"));
        let is_player = self.player_names().contains(&left_text);
        let meant = if let (Some(at), true) = (at, is_player && is_kind(right.first()?)) {
            format!("{} of {left_text} {}", text(right.get(..at)?)?, text(right.get(at..)?)?)
        } else if is_kind(right.first()?) && !is_kind(left.first()?) {
            format!("{right_text} at {}", cells(left_text))
        } else if is_kind(left.first()?) {
            format!("{left_text} at {}", cells(right_text))
        } else if keywords::is_cell(right.first()?.text(self.text)) {
            let report = self.report(sign, message);
            return Some(report.help(format!("name the kind, too: `man of {left_text} at {}`", cells(right_text))));
        } else {
            return None;
        };
        let report = self.report(sign, message).help(format!("write `{meant}`"));
        Some(report.fix(format!("write `{meant}`"), place, meant, false))
    }
}

/// Returns whether a word is a type of the language, in the singular or plural.
fn is_type(word: &str) -> bool {
    crate::types::Type::of_word(word).is_some()
}

/// Returns a name for an index of a type.
fn letter(ty: &str) -> &'static str {
    match ty {
        "player" => "P",
        "cell" => "c",
        "dir" => "d",
        _ => "k",
    }
}
