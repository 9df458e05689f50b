//! Habits from other languages and from plain sentences: blocks with a colon, `then` among statements, rules in parentheses,
//! arrows, players by number, statements in words of their own.

use super::patterns::{begins, first_on_line, indentation, pattern};
use super::slips::Place;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::{SourceId, Span};
use crate::syntax::lex::{Kind, Token};
use crate::syntax::words::{self, is_cell};

impl Place<'_> {
    fn at_byte(&self, at: usize, text: &str) -> Edit {
        let span = self.found().or(self.before()).map(|token| self.span(token)).unwrap_or_default();
        Edit { span: Span { start: at as u32, end: at as u32, ..span }, text: text.to_owned() }
    }

    fn instead(&self, token: &Token, text: &str) -> Edit {
        Edit { span: self.span(token), text: text.to_owned() }
    }

    /// Where the line ends in which a token stands, or the block around it, without its comment.
    fn line_end(&self, token: &Token) -> usize {
        let rest = self.words.iter().filter(|word| word.start >= token.start);
        let mut end = token.end;
        let mut depth = 0usize;
        for word in rest {
            match word.kind {
                Kind::Open => depth += 1,
                Kind::Close if depth == 0 => break,
                Kind::Close => depth -= 1,
                _ => {}
            }
            if self.text.get(end..word.start).is_some_and(|gap| gap.contains('\n')) {
                break;
            }
            end = word.end;
        }
        end
    }

    /// `if C then x = 1`, `if C:` and an indented line: an `if` or a loop among statements without its braces.
    pub(super) fn block_without_braces(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        let brace = self.expected.others.iter().any(|other| other == "`{`") && !self.expected.item;
        let before = self.words.get(..self.at)?.iter().rev();
        let begins = before.take(40).find(|word| word.is_word_of(self.text, &["if", "for", "while", "choose", "else"]));
        let word = begins?.text(self.text);
        if !brace || !(found.is(self.text, "then") || found.is(self.text, ":")) {
            return None;
        }
        let next = self.after()?;
        let own_line = first_on_line(self.text, next);
        let end = if own_line { self.indented_end(found)? } else { self.line_end(next) };
        let inside = self.text.get(found.end..end)?;
        let open = if found.is(self.text, ":") { " {" } else { "{" };
        let close = if own_line { format!("\n{}}}", indentation(self.text, found)) } else { " }".to_owned() };
        let edits = vec![self.instead(found, open), self.at_byte(end, &close)];
        let one = || self.statement_end(self.at + 1).is_some_and(|behind| self.ends_line(behind));
        let safe = !inside.contains("else") && !inside.contains('}') && (own_line || one());
        let fix = Fix { title: "put braces around what happens then".to_owned(), edits, safe };
        let sign = found.text(self.text);
        let message = format!("behind an `{word}` among statements stand braces, and no `{sign}`");
        let message = if matches!(word, "if" | "else") { message } else { message.replacen("an ", "a ", 1) };
        let said = inside.trim();
        let help = if said.contains('\n') || said.len() > 40 { "..".to_owned() } else { said.to_owned() };
        let report = self.report(found, message).help(format!("write `{word} .. {{ {help} }}`"));
        Some(Diagnostic { fix: Some(fix), ..report })
    }

    /// Where the lines end that are indented deeper than that of a token.
    fn indented_end(&self, token: &Token) -> Option<usize> {
        let margin = indentation(self.text, token).len();
        let behind = self.words.iter().filter(|word| word.start >= token.end);
        let mut end = None;
        for word in behind {
            if first_on_line(self.text, word) && indentation(self.text, word).len() <= margin {
                break;
            }
            end = Some(word.end);
        }
        end
    }

    /// `def f(p: cell) { return E }`.
    pub(super) fn def_with_braces(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is(self.text, "{"))?;
        let wanted = self.expected.others.iter().any(|other| other == "`=`");
        let head = begins(self.text, &self.words, self.at).and_then(|at| self.words.get(at))?;
        if !wanted || !head.is(self.text, "def") {
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
        });
        let returns = self.after().filter(|after| after.is(self.text, "return"));
        let edits = close.map(|close| {
            let start = Span { end: returns.map_or(found.end, |word| word.end) as u32, ..self.span(found) };
            let gap = self.words.iter().rev().find(|word| word.end <= close.start).map_or(close.start, |word| word.end);
            vec![
                Edit { span: start, text: "=".to_owned() },
                Edit { span: Span { start: gap as u32, ..self.span(close) }, text: String::new() },
            ]
        });
        let report = self
            .report(found, "a def is one value, behind `=`")
            .help("write `def f(p: cell) = E`; what changes something is an `effect`");
        let fix = edits.map(|edits| Fix { title: "write it behind `=`".to_owned(), edits, safe: false });
        Some(Diagnostic { fix, ..report })
    }

    /// `player 1 wins`.
    pub(super) fn player_by_number(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found().filter(|found| found.kind == Kind::Number)?);
        if !before.text(self.text).eq_ignore_ascii_case("player") {
            return None;
        }
        let at = self.words.iter().position(|word| word.is(self.text, "players") && first_on_line(self.text, word))?;
        let listed = self.words.get(at + 1..)?.iter().take_while(|word| !first_on_line(self.text, word));
        let named = |word: &&Token| {
            let before = self.words.iter().rev().find(|other| other.end <= word.start);
            word.kind == Kind::Word
                && !word.is(self.text, "going")
                && !before.is_some_and(|before| before.is(self.text, "going"))
        };
        let names: Vec<&str> = listed.filter(named).map(|word| word.text(self.text)).collect();
        let place = self.span(before).to(self.span(found));
        let report = Diagnostic::new(Code::E01, place, "players go by their names");
        let number = found.text(self.text).parse::<usize>().ok()?;
        Some(match number.checked_sub(1).and_then(|n| names.get(n)) {
            Some(name) => report.help(format!("write `{name}`")).fix(format!("write `{name}`"), place, *name, true),
            None => report.help(format!("the players are {}", crate::suggest::listed(&names))),
        })
    }

    /// `place a mark at p`: a statement in other words.
    pub(super) fn statement_in_words(&self) -> Option<Diagnostic> {
        let at = self.statement_begins()?;
        let first = self.words.get(at)?;
        let word = first.text(self.text);
        let meant = words::usual_statement(word)?;
        let next = self.words.get(at + 1).filter(|next| next.kind == Kind::Word && !first_on_line(self.text, next))?;
        let mut edits = vec![self.instead(first, meant)];
        if next.is_word_of(self.text, &["a", "an", "the"])
            && let Some(noun) = self.words.get(at + 2)
        {
            edits.push(Edit { span: Span { end: noun.start as u32, ..self.span(next) }, text: String::new() });
        }
        let help = match pattern(meant) {
            Some(pattern) => format!("here that is `{meant}`: `{pattern}`"),
            None => format!("here that is `{meant}`"),
        };
        let report = self.report(first, format!("`{word}` begins no statement")).help(help);
        Some(Diagnostic { fix: Some(Fix { title: format!("write `{meant}`"), edits, safe: false }), ..report })
    }

    /// Where the statement begins whose words do not fit, if it is one of plain words.
    fn statement_begins(&self) -> Option<usize> {
        for at in (0..self.at).rev().take(6) {
            let word = self.words.get(at).filter(|word| word.kind == Kind::Word)?;
            let before = at.checked_sub(1).and_then(|at| self.words.get(at))?;
            let fresh = ["do", "{", "}", ";"].iter().any(|sign| before.is(self.text, sign));
            if fresh || first_on_line(self.text, word) {
                return Some(at);
            }
        }
        None
    }

    /// `and`, `or` where sets are joined: what a binder runs over, and the like.
    pub(super) fn word_between_sets(&self) -> Option<Diagnostic> {
        let found =
            self.found().filter(|found| found.is_word_of(self.text, &["and", "or"]) && self.expected.operator)?;
        let word = found.text(self.text);
        if let Some(cells) = self.two_cells(found).filter(|_| word == "and") {
            return Some(cells);
        }
        let (sign, what) = if word == "and" { ("&", "in both") } else { ("|", "in either") };
        // Who writes `own and empty` may also mean the cells of both: `|`.
        let safe = word == "or";
        Some(
            self.report(found, format!("`{word}` joins conditions, and here sets are joined"))
                .help(format!("what is {what} is written with `{sign}`"))
                .fix(format!("write `{sign}`"), self.span(found), sign, safe),
        )
    }

    /// `a1 and b1`: two cells, which stand in braces.
    fn two_cells(&self, and: &Token) -> Option<Diagnostic> {
        let cell = |word: &&Token| word.kind == Kind::Word && is_cell(word.text(self.text));
        let (first, second) = (self.before().filter(cell)?, self.after().filter(cell)?);
        let place = self.span(first).to(self.span(second));
        let cells = format!("{{{} {}}}", first.text(self.text), second.text(self.text));
        let more = self.words.get(self.at + 2).is_some_and(|word| word.is_word_of(self.text, &["and", "or"]));
        Some(self.report(and, "several cells stand in braces").help(format!("write `{cells}`")).fix(
            "put braces around the cells",
            place,
            cells,
            !more,
        ))
    }

    /// A statement of an action without its `do`.
    pub(super) fn forgotten_do(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.expected.clause && first_on_line(self.text, found))?;
        let statement = found.is_word_of(self.text, words::STATEMENTS);
        let before = self.words.get(..self.at)?;
        let head = before.iter().rev().find(|word| word.is_word_of(self.text, &["do", "action", "end", "effect"]))?;
        (statement && head.is(self.text, "action")).then(|| {
            let word = found.text(self.text);
            self.report(found, "what an action does stands behind `do`").help(format!("write `do {word} ..`")).fix(
                "write `do` before it",
                Span { end: self.span(found).start, ..self.span(found) },
                "do ",
                true,
            )
        })
    }

    /// `none(empty): draw` in `end`.
    pub(super) fn forgotten_when(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| matches!(found.kind, Kind::Word | Kind::Open))?;
        let wanted = self.expected.others.iter().any(|other| other == "`when`");
        (wanted && !self.expected.item && !self.frames(found)).then(|| {
            let place = Span { end: self.span(found).start, ..self.span(found) };
            self.report(found, "a clause of `end` begins with `when`")
                .help("written like this: `when none(empty): draw`")
                .fix("write `when` before it", place, "when ", true)
        })
    }

    /// `when none(empty) draw`.
    pub(super) fn forgotten_colon(&self) -> Option<Diagnostic> {
        let wanted = self.expected.others.iter().any(|other| other == "`:`") && self.result_follows();
        let (before, found) = (self.before()?, self.found().filter(|_| wanted)?);
        let place = Span { start: self.span(before).end, ..self.span(before) };
        Some(
            self.report(found, "a `:` stands between the condition and the result")
                .help("written like this: `when none(empty): draw`")
                .fix("write `:` before it", place, ":", true),
        )
    }

    /// `play a2 a1 b2`, `players White Black`.
    pub(super) fn list_without_commas(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found()?);
        let head = begins(self.text, &self.words, self.at).and_then(|at| self.words.get(at))?;
        let wanted = self.expected.others.iter().any(|other| other == "`,`");
        if !wanted
            || first_on_line(self.text, found)
            || !matches!(found.kind, Kind::Word | Kind::Number | Kind::Bare)
            || self.frames(found)
            || [before, found].iter().any(|word| word.is(self.text, "going"))
            || !crate::suggest::nearest(found.text(self.text), ["going"]).is_empty()
        {
            return None;
        }
        let mut next = found.text(self.text);
        // what ends with another sign may be more than a move
        let mut plain = true;
        let (what, edits) = match head.text(self.text) {
            "players" => ("players", vec![self.at_byte(before.end, ",")]),
            "play" | "legal" | "illegal" => {
                let line = self.text.get(before.end..).and_then(|rest| rest.split(['\n', ';', '}', '"']).next())?;
                let line = line.split("//").next().unwrap_or("");
                next = line.split_whitespace().next().unwrap_or(next);
                let mut edits = Vec::new();
                let mut end = 0;
                for word in line.split_whitespace() {
                    let at = end + line.get(end..)?.find(word)?;
                    plain &= word.trim_end_matches(',').ends_with(|last: char| last.is_alphanumeric());
                    let gap = line.get(..at)?.trim_end();
                    if !gap.ends_with(',') {
                        edits.push(self.at_byte(before.end + gap.len(), ","));
                    }
                    end = at + word.len();
                }
                plain &= before.text(self.text).ends_with(|last: char| last.is_alphanumeric());
                ("moves", edits)
            }
            _ => return None,
        };
        let (one, other) = (before.text(self.text), next);
        let report = self
            .report(found, format!("a comma stands between two {what}"))
            .help(format!("write `{} {one}, {other}`", head.text(self.text)));
        Some(Diagnostic { fix: Some(Fix { title: "put in the comma".to_owned(), edits, safe: plain }), ..report })
    }
}

/// A whole item in parentheses, `(end (if ..))`.
pub(super) fn item_in_parentheses(text: &str, words: &[Token], at: usize, id: SourceId) -> Option<Diagnostic> {
    let open = words.iter().position(|word| word.start == at && word.is(text, "("))?;
    let (first, next) = (words.get(open)?, words.get(open + 1)?);
    if !first_on_line(text, first) || next.kind != Kind::Word {
        return None;
    }
    let finding = Diagnostic::new(Code::E01, Span::new(id, first.start, next.end), "no item stands in parentheses");
    Some(match pattern(next.text(text)) {
        Some(pattern) => finding.help(format!("an item begins with its word: `{pattern}`")),
        None => finding
            .help("an item begins with its word: `board square 8 x 8`, `action place(p: empty) do put stone at p`"),
    })
}

/// A comment in `/* */`.
pub(super) fn block_comment(text: &str, words: &[Token], at: usize, id: SourceId) -> Option<Diagnostic> {
    let open = words.iter().find(|word| word.is(text, "/*") && word.start <= at)?;
    let report = Diagnostic::new(
        Code::E01,
        Span::new(id, open.start, open.end),
        "comments begin with `//`, and end with the line",
    )
    .help("write `//` at the beginning of each line");
    let Some(length) = text.get(open.end..).and_then(|rest| rest.find("*/")) else {
        return Some(report.fix("write `//`", Span::new(id, open.start, open.end), "//", false));
    };
    let close = open.end + length;
    let inside = text.get(open.end..close)?;
    let mut edits = vec![Edit { span: Span::new(id, open.start, open.end), text: "//".to_owned() }];
    for (line, _) in inside.match_indices('\n') {
        let start = open.end + line + 1;
        let rest = text.get(start..close)?;
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let star = rest.get(blank..).is_some_and(|rest| rest.starts_with('*'));
        edits.push(Edit {
            span: Span::new(id, start, start + blank + usize::from(star)),
            text: "//".to_owned() + if star { "" } else { " " },
        });
    }
    let before = inside.trim_end_matches([' ', '\t']).len();
    // what follows on the line is no part of the comment
    let alone = text.get(close + 2..).is_none_or(|rest| {
        rest.trim_start_matches([' ', '\t', '\r']).is_empty()
            || rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n')
    });
    let end = if alone { "" } else { "\n" };
    edits.push(Edit { span: Span::new(id, open.end + before, close + 2), text: end.to_owned() });
    let last_line_empty = inside.get(..before).is_some_and(|inside| inside.ends_with('\n'));
    if last_line_empty {
        // the closing sign stands on a line of its own
        edits.retain(|edit| {
            edit.span.end as usize != open.end + before || edit.span.start as usize != open.end + before
        });
    }
    Some(Diagnostic {
        fix: Some(Fix { title: "write `//` instead".to_owned(), edits: without_overlaps(edits), safe: true }),
        ..report
    })
}

/// Edits of which none meets the one before.
fn without_overlaps(mut edits: Vec<Edit>) -> Vec<Edit> {
    edits.sort_by_key(|edit| edit.span);
    let mut end = 0;
    edits.retain(|edit| {
        let apart = edit.span.start >= end;
        if apart {
            end = edit.span.end;
        }
        apart
    });
    edits
}

/// Characters that look like others, as word processors and web pages write them; all in the text are one mistake.
pub(super) fn lookalikes(text: &str, words: &[Token], id: SourceId) -> Option<Diagnostic> {
    let strange = |found: &dyn Fn(char) -> bool| -> Vec<&Token> {
        words.iter().filter(|word| word.kind == Kind::Strange && word.text(text).chars().all(found)).collect()
    };
    let spaces = strange(&|c| c.is_whitespace() || matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{ad}'));
    if let Some(first) = spaces.first() {
        let edit = |space: &&Token| {
            let width = usize::from(space.text(text).starts_with(char::is_whitespace));
            Edit { span: Span::new(id, space.start, space.end), text: " ".repeat(width) }
        };
        let last = spaces
            .iter()
            .take_while(|space| !text.get(first.start..space.start).is_some_and(|gap| gap.contains('\n')))
            .last();
        let place = Span::new(id, first.start, last.map_or(first.end, |last| last.end));
        let message = "this space is of another kind than that of the space bar";
        let more = if spaces.len() > 1 {
            format!("there are {} of them in this file, as in texts from web pages", spaces.len())
        } else {
            "texts from web pages have them".to_owned()
        };
        let fix = Fix { title: "write plain spaces".to_owned(), edits: spaces.iter().map(edit).collect(), safe: true };
        return Some(Diagnostic { fix: Some(fix), ..Diagnostic::new(Code::E01, place, message).help(more) });
    }
    let is_quote = |c: char| matches!(c, '“' | '”' | '„' | '«' | '»' | '‟' | '＂');
    let quotes = strange(&is_quote);
    let first = quotes.first()?;
    // within the text that they begin, quotes of other kinds belong to it
    let mut edits = Vec::new();
    let mut rest = first.start;
    while let Some(open) = text.get(rest..).and_then(|rest| rest.find(is_quote)).map(|at| rest + at) {
        let line = text.get(open..).and_then(|rest| rest.split('\n').next()).unwrap_or("");
        let length = |at: usize| text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
        rest = open + length(open);
        if !quotes.iter().any(|quote| quote.start == open) {
            continue;
        }
        edits.push(Edit { span: Span::new(id, open, rest), text: "\"".to_owned() });
        let inside = line.get(length(open)..).unwrap_or("");
        if let Some(close) = inside.find(|c| is_quote(c) || c == '"') {
            let at = rest + close;
            if !text.get(at..).is_some_and(|rest| rest.starts_with('"')) {
                edits.push(Edit { span: Span::new(id, at, at + length(at)), text: "\"".to_owned() });
            }
            rest = at + length(at);
        }
    }
    let written = first.text(text);
    let report = Diagnostic::new(
        Code::E01,
        Span::new(id, first.start, first.end),
        format!("`{written}` is no quote of this language"),
    )
    .help("texts stand in straight quotes: `\"Go\"`");
    Some(Diagnostic { fix: Some(Fix { title: "write straight quotes".to_owned(), edits, safe: true }), ..report })
}
