//! The place where reading ended, explained from the words around it.

use super::brackets::is_meant_as_name;
use super::expected::Expected;
use super::patterns::{begins, ends_game, first_on_line, pattern};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::{SourceId, Span};
use crate::suggest;
use crate::syntax::lex::{Kind, Token};
use crate::syntax::parse::grammar::Rule;
use crate::syntax::words::{self, is_cell, is_reserved};

/// Where reading ended, with what could have stood there.
pub(super) struct Place<'a> {
    pub(super) text: &'a str,
    pub(super) words: Vec<Token>,
    id: SourceId,
    /// The index of the word that does not fit; the number of words at the end of the file.
    pub(super) at: usize,
    pub(super) expected: Expected,
    /// It is within the text behind an `as`.
    in_text: bool,
}

impl<'a> Place<'a> {
    /// The place at a byte; `words` are all tokens but comments.
    pub(super) fn new(text: &'a str, words: &[Token], id: SourceId, byte: usize, rules: &[Rule]) -> Place<'a> {
        let at = words.partition_point(|word| word.end <= byte);
        let mut place = Place { text, words: words.to_vec(), id, at, expected: Expected::new(rules), in_text: false };
        // within a text the words are those of its holes
        if let Some(string) = place.found().copied().filter(|found| found.kind == Kind::Text && byte > found.start) {
            place.words = super::words_within(text, &string);
            place.at = place.words.partition_point(|word| word.end <= byte);
            place.in_text = true;
        }
        place
    }

    /// What is wrong here.
    pub(super) fn explain(&self) -> Diagnostic {
        // the most telling first
        let explanations: &[fn(&Self) -> Option<Diagnostic>] = &[
            Self::capital_cell,
            Self::board_size,
            Self::numbered_what,
            Self::example_loses,
            Self::text_of_a_def,
            Self::kinds_without_comma,
            Self::local_of_each,
            Self::call_with_space,
            Self::cell_as_name,
            Self::reserved_as_name,
            Self::missing_behind,
            Self::second_statement,
            Self::then_without_braces,
            Self::no_statement,
            Self::needless_semicolon,
            Self::misspelt,
            Self::misspelt_check,
            Self::asks_in_parentheses,
            Self::clause_outside,
            Self::side_by_side,
            Self::no_item,
        ];
        explanations.iter().find_map(|explanation| explanation(self)).unwrap_or_else(|| self.plainly())
    }

    pub(super) fn found(&self) -> Option<&Token> {
        self.words.get(self.at)
    }

    pub(super) fn before(&self) -> Option<&Token> {
        self.at.checked_sub(1).and_then(|at| self.words.get(at))
    }

    pub(super) fn after(&self) -> Option<&Token> {
        self.words.get(self.at + 1)
    }

    pub(super) fn span(&self, token: &Token) -> Span {
        Span::new(self.id, token.start, token.end)
    }

    pub(super) fn report(&self, token: &Token, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Code::E01, self.span(token), message)
    }

    /// Whether a token is a word that can only be one of the language's frame.
    pub(super) fn frames(&self, token: &Token) -> bool {
        token.kind == Kind::Word && is_reserved(token.text(self.text))
    }

    /// How what is being read is written.
    fn usage(&self) -> Option<String> {
        let new = self.expected.statement || self.expected.check;
        if new && self.expected.others.iter().all(|other| other == "`}`") {
            return None;
        }
        let at = begins(self.text, &self.words, self.at)?;
        let word = self.words.get(at)?.text(self.text);
        let beside = |other: Option<usize>, word: &str| {
            other.and_then(|at| self.words.get(at)).is_some_and(|other| other.is(self.text, word))
        };
        let pattern = match word {
            "when" if ends_game(self.text, &self.words, at) => Some("when none(empty): draw"),
            "match" if beside(at.checked_sub(1), "as") => Some("as match d { E: \"O-O\", W: \"O-O-O\" }"),
            "as" if beside(Some(at + 1), "if") => Some("as if p in king then \"K{q}\" else \"{p}-{q}\""),
            _ => pattern(word),
        };
        pattern.map(|pattern| format!("written like this: `{pattern}`"))
    }

    /// `C5` where only a cell can stand.
    fn capital_cell(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        let cell = found.text(self.text).to_ascii_lowercase();
        let wanted = self.expected.others.iter().any(|other| other == "a cell");
        (wanted && words::is_capital_cell(found.text(self.text)))
            .then(|| self.report(found, "cells are written in small letters").help(format!("write `{cell}`")))
    }

    /// `8 * 8` for `8 x 8`.
    fn board_size(&self) -> Option<Diagnostic> {
        if !self.expected.others.iter().any(|other| other == "`x`") {
            return None;
        }
        let since = begins(self.text, &self.words, self.at)?;
        let times = self.words.get(since..self.at)?.iter().rev().find(|word| word.is(self.text, "*"))?;
        Some(self.report(times, "the sizes of a board are joined by `x`").help("write `board square 8 x 8`"))
    }

    /// `count (x)`.
    fn call_with_space(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found()?);
        let name = before.kind == Kind::Word && !self.frames(before);
        let spaced = before.end < found.start && !first_on_line(self.text, found);
        (found.is(self.text, "(") && name && spaced).then(|| {
            let word = before.text(self.text);
            Diagnostic::new(
                Code::E01,
                Span::new(self.id, before.start, found.end),
                "a call's parenthesis touches its name",
            )
            .help(format!("write `{word}(..)`, without the space"))
        })
    }

    /// `p2` where a name is bound.
    fn cell_as_name(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        let name = found.text(self.text);
        let set = self
            .after()
            .is_some_and(|after| after.is(self.text, "=") || after.is(self.text, "+=") || after.is(self.text, "-="));
        let bound = self.expected.name || self.expected.statement && set;
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = name.get(letters.len()..).unwrap_or("");
        (found.kind == Kind::Word && is_cell(name) && bound).then(|| {
            let other = format!("{letters}_{digits}");
            let report = self.report(found, format!("`{name}` is a cell, so it cannot be a name")).help(format!(
                "one or two small letters and a number are always a cell; write `{other}`, or another word"
            ));
            Diagnostic { fix: Some(self.renamed(name, &other)), ..report }
        })
    }

    /// A fix that gives another name to what is called `name` from here to the end of the item.
    fn renamed(&self, name: &str, other: &str) -> Fix {
        let item = self.words.get(self.at..).unwrap_or(&[]).iter().take_while(|word| !word.is_head(self.text));
        let uses = item.filter(|word| word.is(self.text, name));
        let edits = uses.map(|word| Edit { span: self.span(word), text: other.to_owned() }).collect();
        Fix { title: format!("call it `{other}`"), edits, safe: false }
    }

    /// A sign, a comma or a word with nothing behind it.
    fn missing_behind(&self) -> Option<Diagnostic> {
        let before = self.before()?;
        let wants = if self.expected.value {
            "a value"
        } else if self.expected.name && !self.expected.operator {
            "a name"
        } else {
            return None;
        };
        let leads = matches!(before.kind, Kind::Sign | Kind::Open)
            || before.kind == Kind::Word && (self.frames(before) || pattern(before.text(self.text)).is_some());
        let over = match self.found() {
            None => true,
            Some(found) => {
                let ends = matches!(found.kind, Kind::Close | Kind::Sign);
                ends || self.frames(found) && (wants == "a value" || first_on_line(self.text, found))
            }
        };
        if !leads || !over {
            return None;
        }
        let sign = before.text(self.text);
        let report = self.report(before, format!("{wants} is missing behind `{sign}`"));
        let report = match self.found() {
            Some(found) if !self.in_text => report.and(self.span(found), "here something else begins"),
            _ => report,
        };
        let help =
            if sign == "," { Some("take the comma away, or go on with the list".to_owned()) } else { self.usage() };
        Some(match help {
            Some(help) => report.help(help),
            None => report,
        })
    }

    /// `let when = 3`, `action a(game: empty)`, `end & enemy`.
    fn reserved_as_name(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.frames(found) && !first_on_line(self.text, found))?;
        let word = found.text(self.text);
        let named = self.expected.name || self.expected.others.iter().any(|other| other == "a name");
        let meant = found.is_word_of(self.text, words::BEGINNINGS)
            && (is_meant_as_name(self.text, &self.words, self.at)
                || self.after().is_none_or(|after| first_on_line(self.text, after)));
        let is_name = if self.expected.value { meant } else { named };
        is_name.then(|| {
            self.report(found, format!("`{word}` is a word of the language, so it cannot be a name"))
                .help(format!("take another word, `{word}_` for example"))
        })
    }

    fn needless_semicolon(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is(self.text, ";"))?;
        (self.expected.item || self.expected.clause || self.expected.operator).then(|| {
            self.report(found, "no `;` belongs here")
                .help("a `;` may stand behind statements, placements, chains and the lines of an example; elsewhere nothing is needed")
        })
    }

    /// A keyword with a letter too many, too few, or another one.
    fn misspelt(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        let word = found.text(self.text);
        if found.kind != Kind::Word || word.len() < 3 || self.frames(found) {
            return None;
        }
        let beginnings = self.expected.beginnings();
        let near = suggest::nearest(word, beginnings.iter().copied());
        let near = near.into_iter().find(|candidate| {
            strsim::damerau_levenshtein(word, candidate) == 1 || candidate.len() > 3 && first_on_line(self.text, found)
        });
        let joint = || {
            let near = suggest::nearest(word, self.expected.joints().iter().copied());
            near.into_iter().find(|candidate| strsim::damerau_levenshtein(word, candidate) == 1)
        };
        let meant = near.or_else(joint)?;
        Some(
            self.report(found, format!("`{word}` is no word of the language here"))
                .help(format!("did you mean `{meant}`?")),
        )
    }

    /// `count p in own`, `some p in own: ..`.
    fn asks_in_parentheses(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found()?);
        let asks = ["count", "some", "none", "every", "no", "sum", "max", "min", "union", "reach"];
        let word = before.text(self.text);
        let what = found.text(self.text);
        (before.is_word_of(self.text, &asks) && found.kind == Kind::Word && !self.frames(found)).then(|| {
            let word = if word == "no" { "none" } else { word };
            self.report(before, format!("`{word}` asks in parentheses"))
                .help(format!("write `{word}({what})`, or `{word}({what} in own: ..)`"))
        })
    }

    /// Two values without a sign between them.
    fn side_by_side(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found()?);
        let operand = match found.kind {
            Kind::Word => !self.frames(found) || found.is_word_of(self.text, &["board", "players", "true", "false"]),
            Kind::Number | Kind::Text => true,
            Kind::Open => true,
            _ => false,
        };
        let on_line = !first_on_line(self.text, found);
        if !operand || !on_line || !self.expected.operator {
            return None;
        }
        let others = &self.expected.others;
        if others.as_slice() == ["`:`"]
            || !others.iter().all(|other| matches!(other.as_str(), "`,`" | "`)`" | "`}`" | "`:`" | "`where`"))
        {
            return None;
        }
        let wanted: Vec<&str> =
            ["`,`", "`)`", "`:`"].into_iter().filter(|sign| others.iter().any(|other| other == sign)).collect();
        let help = match wanted.as_slice() {
            [] => "is it one of `& | except + - and or in`?".to_owned(),
            signs => format!("is it one of `& | + - and or in`, or {}?", signs.join(" or ")),
        };
        let (left, right) = (before.text(self.text), found.text(self.text));
        let message = match (before.kind, found.kind) {
            (Kind::Word | Kind::Number, Kind::Word | Kind::Number) => {
                format!("`{left}` and `{right}` stand side by side")
            }
            _ => format!("something is missing between `{left}` and `{right}`"),
        };
        Some(self.report(found, message).help(help))
    }

    /// What was expected, and what was found.
    fn plainly(&self) -> Diagnostic {
        let list = self.expected.list();
        let expected = match list.split_last() {
            None => "something else".to_owned(),
            Some((last, [])) => last.clone(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        };
        let ended = self.found().is_none_or(|found| self.frames(found) && first_on_line(self.text, found));
        let report = match (self.found(), self.before()) {
            (_, Some(before)) if ended => {
                let text: String = before.text(self.text).chars().take(40).collect();
                self.report(before, format!("expected {expected} behind `{text}`"))
            }
            (Some(found), _) => {
                let text: String = found.text(self.text).chars().take(40).collect();
                self.report(found, format!("expected {expected}, found `{text}`"))
            }
            (None, _) => Diagnostic::new(Code::E01, Span::new(self.id, 0, 0), format!("expected {expected}")),
        };
        match self.usage() {
            Some(help) => report.help(help),
            None => report,
        }
    }
}
