//! The place where reading ended, explained from the words around it.

use super::brackets::is_meant_as_name;
use super::expected::Expected;
use super::patterns::{begins, board_pattern, ends_game, first_on_line, pattern};
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
            Self::read_over_the_line,
            Self::needless_word,
            Self::binder_turned_round,
            Self::cells_without_braces,
            Self::twice,
            Self::result_first,
            Self::if_as_a_clause,
            Self::binder_with_in,
            Self::comparison_as_a_statement,
            Self::is_for_in,
            Self::loop_in_parentheses,
            Self::forgotten_result,
            Self::usual_item,
            Self::player_by_number,
            Self::list_without_commas,
            Self::statement_in_words,
            Self::misspelt_statement,
            Self::block_without_braces,
            Self::colon_for_brace,
            Self::statement_without_braces,
            Self::def_with_braces,
            Self::word_between_sets,
            Self::forgotten_do,
            Self::forgotten_when,
            Self::forgotten_colon,
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
            Self::condition_without_when,
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
            "board" => Some(board_pattern(self.text, self.words.get(at..self.at).unwrap_or(&[]))),
            "match" if beside(at.checked_sub(1), "as") => Some("as match d { E: \"O-O\", W: \"O-O-O\" }"),
            "as" if beside(Some(at + 1), "if") => Some("as if p in king then \"K{q}\" else \"{p}-{q}\""),
            _ => pattern(word),
        };
        pattern.map(|pattern| format!("written like this: `{pattern}`"))
    }

    /// `C5` where only a cell can stand; all of the line are one mistake.
    fn capital_cell(&self) -> Option<Diagnostic> {
        let expects = |what: &str| self.expected.others.iter().any(|other| other == what);
        let capital = |word: &&Token| word.kind == Kind::Word && words::is_capital_cell(word.text(self.text));
        let found = self.found().filter(capital).filter(|_| expects("a cell"));
        // behind a cell it is read as the direction of the next chain
        let before = self.before().filter(capital).filter(|_| expects("`/`") && expects("`:`"));
        let first = found.or(before)?;
        let small = |word: &Token| word.text(self.text).to_ascii_lowercase();
        let rest = self.words.iter().filter(|word| word.start >= first.start);
        let line = rest.take_while(|word| matches!(word.kind, Kind::Word) || word.is(self.text, ","));
        let edits = line.filter(capital).map(|word| Edit { span: self.span(word), text: small(word) }).collect();
        let fix = Fix { title: "write small letters".to_owned(), edits, safe: true };
        let report = self.report(first, "cells are written in small letters").help(format!("write `{}`", small(first)));
        Some(Diagnostic { fix: Some(fix), ..report })
    }

    /// `8 * 8`, `8 by 8` for `8 x 8`.
    fn board_size(&self) -> Option<Diagnostic> {
        if !self.expected.others.iter().any(|other| other == "`x`") {
            return None;
        }
        let since = begins(self.text, &self.words, self.at)?;
        let by = self.found().filter(|found| found.is(self.text, "by") || found.is(self.text, ","));
        let times = || self.words.get(since..self.at)?.iter().rev().find(|word| word.is(self.text, "*"));
        let times = by.or_else(times)?;
        let side =
            |at: Option<usize>| at.and_then(|at| self.words.get(at)).map(|word| word.text(self.text)).unwrap_or("8");
        let at = self.words.iter().position(|word| word.start == times.start)?;
        let sizes = format!("{} x {}", side(at.checked_sub(1)), side(Some(at + 1)));
        let report = self.report(times, "the sizes of a board are joined by `x`").help(format!("write `{sizes}`"));
        Some(report.fix("write `x`", self.span(times), "x", true))
    }

    /// `at a1 b1 c1`: several cells in a row.
    pub(super) fn cells_without_braces(&self) -> Option<Diagnostic> {
        let cell = |word: &Token| word.kind == Kind::Word && is_cell(word.text(self.text));
        let run = self.words.get(..self.at)?.iter().rev().take_while(|word| cell(word)).count();
        let (first, found) = (self.words.get(self.at.checked_sub(run)?)?, self.found()?);
        let comma = found.is(self.text, ",") && !self.expected.others.iter().any(|other| other == "`,`");
        let listed = cell(found) || comma && self.after().is_some_and(cell) && self.expected.name;
        if run == 0 || !listed || first_on_line(self.text, found) {
            return None;
        }
        let goes_on = |word: &&Token| cell(word) || comma && word.is(self.text, ",");
        let more = self.words.get(self.at..)?.iter().take_while(goes_on).count();
        let last = self.words.get(self.at + more - 1)?;
        let head = self.at.checked_sub(run + 1).and_then(|at| self.words.get(at));
        if (run, more) == (1, 1) && !comma && head.is_some_and(|head| head.is(self.text, "move")) {
            let message = format!("`to` is missing before `{}`", found.text(self.text));
            let here = Span { end: self.span(found).start, ..self.span(found) };
            return Some(self.report(found, message).help("write `move p to q`").fix(
                "write `to` before it",
                here,
                "to ",
                true,
            ));
        }
        let place = self.span(first).to(self.span(last));
        let cells = self.text.get(first.start..last.end)?;
        let open = Edit { span: Span { end: place.start, ..place }, text: "{".to_owned() };
        let close = Edit { span: Span { start: place.end, ..place }, text: "}".to_owned() };
        let closed =
            self.words.get(self.at + more).is_some_and(|word| word.is(self.text, "}") && word.start == last.end);
        let edits = if closed { vec![open] } else { vec![open, close] };
        let fix = Fix { title: "put braces around the cells".to_owned(), edits, safe: true };
        let report =
            Diagnostic::new(Code::E01, place, "several cells stand in braces").help(format!("write `{{{cells}}}`"));
        Some(Diagnostic { fix: Some(fix), ..report })
    }

    /// `do moove p to q`: a statement whose first word is misspelt is read as a variable.
    fn misspelt_statement(&self) -> Option<Diagnostic> {
        let before = self.before().filter(|before| before.kind == Kind::Word && !self.frames(before))?;
        let begins = self.at.checked_sub(2).and_then(|at| self.words.get(at))?;
        let fresh =
            ["do", "{", "}", ";"].iter().any(|sign| begins.is(self.text, sign)) || first_on_line(self.text, before);
        let sets = self.expected.others.iter().any(|other| other == "`=`");
        let goes_on = self.found().filter(|found| found.kind == Kind::Word && !first_on_line(self.text, found));
        goes_on.filter(|_| fresh && sets)?;
        let word = before.text(self.text);
        let statements = words::STATEMENTS.iter().copied().chain(["let", "may"]);
        let meant = suggest::nearest(word, statements.clone()).into_iter().next()?;
        let sure = suggest::surely(word, statements).is_some();
        Some(self.report(before, format!("`{word}` begins no statement")).help(format!("did you mean `{meant}`?")).fix(
            format!("write `{meant}`"),
            self.span(before),
            meant,
            sure,
        ))
    }

    /// A condition where a clause should begin.
    fn condition_without_when(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.expected.clause && first_on_line(self.text, found))?;
        let after = self.after()?;
        if crate::syntax::lex::indent(self.text, found.start) == Some(0) {
            return None;
        }
        let asks = after.is(self.text, "(") && after.start == found.end
            || found.is(self.text, "not")
            || found.kind == Kind::Word
                && !self.frames(found)
                && (after.is_word_of(self.text, &["in", "not", "within"])
                    || ["==", "!=", "<", ">", "<=", ">="].iter().any(|sign| after.is(self.text, sign)));
        asks.then(|| {
            let word = found.text(self.text);
            self.report(found, "a condition stands behind `when`").help(format!("write `when {word} ..`")).fix(
                "write `when` before it",
                Span { end: self.span(found).start, ..self.span(found) },
                "when ",
                false,
            )
        })
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
            .fix("take the space away", Span::new(self.id, before.end, found.start), "", true)
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
            || before.is_word_of(self.text, &["at", "to"])
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
        let report = match sign {
            // behind the last one in braces it says nothing; elsewhere the rest of the list may be missing
            "," => {
                let closed = self.found().is_some_and(|found| found.is(self.text, "}"));
                report.fix("take the comma away", self.span(before), "", closed)
            }
            _ => report,
        };
        Some(match help {
            Some(help) => report.help(help),
            None => report,
        })
    }

    /// `let when = 3`, `action a(game: empty)`, `end & enemy`.
    fn reserved_as_name(&self) -> Option<Diagnostic> {
        let joins = self.after().is_some_and(|after| ["/", ":", "="].iter().any(|sign| after.is(self.text, sign)));
        let inside = |found: &&Token| !first_on_line(self.text, found) || joins && self.expected.name;
        let found = self.found().filter(|found| self.frames(found)).filter(inside)?;
        let word = found.text(self.text);
        let named = self.expected.name || self.expected.others.iter().any(|other| other == "a name");
        let meant = found.is_word_of(self.text, words::BEGINNINGS)
            && (is_meant_as_name(self.text, &self.words, self.at)
                || self.after().is_none_or(|after| first_on_line(self.text, after)));
        let is_name = if self.expected.value { meant } else { named };
        is_name.then(|| {
            let other = format!("{word}_");
            let report = self.report(found, format!("`{word}` is a word of the language, so it cannot be a name"));
            let fix = Some(self.renamed(word, &other));
            Diagnostic { fix, ..report.help(format!("take another word, `{other}` for example")) }
        })
    }

    fn needless_semicolon(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is(self.text, ";"))?;
        (self.expected.item || self.expected.clause || self.expected.operator).then(|| {
            // in the midst of something another sign may be meant
            let over = self.after().is_none_or(|after| first_on_line(self.text, after) || after.kind == Kind::Close);
            self.report(found, "no `;` belongs here").fix("take it away", self.span(found), "", over)
                .help("a `;` may stand behind statements, placements, chains and the lines of an example; elsewhere nothing is needed")
        })
    }

    /// A keyword with a letter too many, too few, or another one.
    fn misspelt(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        let word = found.text(self.text);
        let called = self.after().is_some_and(|after| after.is(self.text, "(") && after.start == found.end);
        if found.kind != Kind::Word || word.len() < 3 || self.frames(found) || called {
            return None;
        }
        let beginnings = self.expected.beginnings();
        let near = suggest::nearest(word, beginnings.iter().copied());
        let near = near.into_iter().find(|candidate| {
            let distance = strsim::damerau_levenshtein(word, candidate);
            let alike = candidate.len() > 2 || word.get(..1) == candidate.get(..1);
            distance == 1 && alike || distance == 2 && candidate.len() > 4 && first_on_line(self.text, found)
        });
        let joint = || {
            let near = suggest::nearest(word, self.expected.joints().iter().copied());
            near.into_iter().find(|candidate| strsim::damerau_levenshtein(word, candidate) == 1)
        };
        let meant = near.or_else(joint)?;
        Some(
            self.report(
                found,
                if word.eq_ignore_ascii_case(meant) {
                    "words of the language are written in small letters".to_owned()
                } else {
                    format!("`{word}` is no word of the language here")
                },
            )
            .help(format!("did you mean `{meant}`?"))
            .fix(
                format!("write `{meant}`"),
                self.span(found),
                meant,
                word.len() > 3 || word.eq_ignore_ascii_case(meant),
            ),
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
            let report = self.report(before, format!("`{word}` asks in parentheses"));
            if self.after().is_some_and(|after| after.is(self.text, "in")) {
                return report.help(format!("write `{word}({what} in own: ..)`, with what runs over before the `:`"));
            }
            let edits = vec![
                Edit { span: Span { end: self.span(found).start, ..self.span(before) }, text: format!("{word}(") },
                Edit { span: Span { start: self.span(found).end, ..self.span(found) }, text: ")".to_owned() },
            ];
            let fix = Some(Fix { title: format!("write `{word}({what})`"), edits, safe: false });
            Diagnostic { fix, ..report.help(format!("write `{word}({what})`")) }
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
            [] => "which sign is meant? `&` is what is in both sets, `|` in either, `and` and `or` join conditions"
                .to_owned(),
            signs => format!(
                "which sign is meant? `&` is what is in both sets, `|` in either, `and` and `or` join conditions; or is it {}?",
                signs.join(" or ")
            ),
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

    /// Whether a place is that of the word that does not fit, or of the one before.
    pub(super) fn is_at(&self, span: Span) -> bool {
        [self.found(), self.before()].into_iter().flatten().any(|word| self.span(word) == span)
    }

    /// What the reading can be mended by, whatever is said: one of the words that could have stood here, or the one that stands
    /// here taken away. Which of them makes it readable is tried.
    pub(super) fn mends(&self) -> Vec<Fix> {
        let Some(before) = self.before().filter(|_| !self.in_text) else { return Vec::new() };
        let wanted = self.expected.others.iter().filter_map(|other| other.strip_prefix('`')?.strip_suffix('`'));
        let unlikely = ["going", "each", "where", "else", "}"];
        let mut mends: Vec<Fix> = Vec::new();
        // a word beside itself is none that was left out
        let beside =
            |word: &str| [Some(before), self.found()].into_iter().flatten().any(|other| other.is(self.text, word));
        for word in wanted.filter(|word| !unlikely.contains(word) && !beside(word)) {
            let touches = matches!(word, "," | ":" | ")" | "(");
            let at = if touches { before.end } else { self.found().map_or(before.end, |found| found.start) };
            let text = match word {
                _ if touches => word.to_owned(),
                _ if at == before.end => format!(" {word}"),
                _ => format!("{word} "),
            };
            mends.push(Fix {
                title: match self.found() {
                    Some(found) if !touches => format!("write `{word}` before `{}`", self.short(found)),
                    _ => format!("write `{word}` behind `{}`", self.short(before)),
                },
                edits: vec![Edit { span: Span::new(self.id, at, at), text }],
                safe: !self.expected.operator || self.result_follows() || self.expected.others.len() == 1 && !touches,
            });
        }
        // where a value is missing, the sign behind it is right
        let wrong = |found: &&Token| {
            matches!(found.kind, Kind::Sign | Kind::Close) && !(found.is(self.text, ";") && self.expected.value)
        };
        if let Some(found) = self.found().filter(wrong) {
            mends.push(Fix {
                title: format!("take `{}` away", self.short(found)),
                edits: vec![Edit { span: self.span(found), text: String::new() }],
                safe: false,
            });
        }
        mends
    }

    /// Whether a result of `end` stands here: `draw`, `mover wins`.
    pub(super) fn result_follows(&self) -> bool {
        let is = |token: Option<&Token>, words: &[&str]| token.is_some_and(|token| token.is_word_of(self.text, words));
        is(self.found(), &["draw", "never", "most", "fewest"]) || is(self.after(), &["wins", "loses"])
    }

    /// A word as it is quoted in a message.
    fn short(&self, word: &Token) -> String {
        word.text(self.text).chars().take(40).collect()
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
                self.report(before, format!("expected {expected} behind `{}`", self.short(before)))
            }
            (Some(found), _) => self.report(found, format!("expected {expected}, found `{}`", self.short(found))),
            (None, _) => Diagnostic::new(Code::E01, Span::new(self.id, 0, 0), format!("expected {expected}")),
        };
        match self.usage() {
            Some(help) => report.help(help),
            None => report,
        }
    }
}
