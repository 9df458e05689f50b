//! Sentences in English where rules have signs: `less than 3`, `enemy has no men`, `on row 1`, a full stop, a title without quotes.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

/// Comparisons in words, the longest first.
const COMPARISONS: &[(&str, &str)] = &[
    ("less than or equal to", "<="),
    ("greater than or equal to", ">="),
    ("more than or equal to", ">="),
    ("not equal to", "!="),
    ("different from", "!="),
    ("less than", "<"),
    ("fewer than", "<"),
    ("smaller than", "<"),
    ("greater than", ">"),
    ("more than", ">"),
    ("bigger than", ">"),
    ("larger than", ">"),
    ("higher than", ">"),
    ("equal to", "=="),
    ("at least", ">="),
    ("at most", "<="),
    ("equals", "=="),
];

impl ErrorSite<'_> {
    /// Explains `n less than 3`, `n is at least 3`.
    pub(super) fn explain_comparison_in_words(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.expected.operator && !self.is_first_on_line(found))?;
        let words: Vec<&Token> =
            self.rest_of_line().iter().take_while(|token| token.kind == TokenKind::Word).take(7).collect();
        let texts: Vec<&str> = words.iter().map(|word| word.text(self.text)).collect();
        let verb = texts.first().is_some_and(|first| matches!(*first, "is" | "are" | "being"));
        let rest = texts.get(usize::from(verb)..)?;
        let known = COMPARISONS.iter().map(|(phrase, sign)| (phrase.split(' ').collect::<Vec<_>>(), sign));
        let (count, sign) = known
            .filter(|(phrase, _)| rest.starts_with(phrase))
            .map(|(phrase, sign)| (phrase.len() + usize::from(verb), *sign))
            .next()?;
        let last = words.get(count - 1)?;
        let place = self.span(found).to(self.span(last));
        let written = self.text.get(found.start..last.end)?;
        let report = self.report_span(place, format!("`{written}` is not an operator"));
        Some(report.suggest(place, sign, true))
    }

    /// Explains `enemy has no men` in a condition.
    pub(super) fn explain_has_no(&self) -> Option<Diagnostic> {
        self.found().filter(|found| found.is_word_of(self.text, &["has", "have"]))?;
        let (whom, no) = (self.before().filter(|whom| whom.kind == TokenKind::Word)?, self.after()?);
        let what = self.tokens.get(self.at + 2).filter(|what| what.kind == TokenKind::Word)?;
        if !no.is(self.text, "no") {
            return None;
        }
        let (whom_text, what_text) = (whom.text(self.text), what.text(self.text));
        let kind = self.find_kind(what_text);
        let kind = kind.as_deref();
        let is_set = keywords::SETS.contains(&whom_text);
        if matches!(whom_text, "player" | "players") && !self.is_declared(whom_text) {
            let of = kind.unwrap_or("pieces");
            let place = self.span(whom).to(self.span(what));
            let report = self.report_span(place, "`player` does not say which player");
            let help = format!("write `for P in players when none({of} of P): P loses`, with the result that is meant");
            return Some(report.help(help));
        }
        let place = self.span(whom).to(self.span(what));
        let written = self.text.get(whom.start..what.end)?;
        let report = self.report_span(place, format!("`{written}` is not a condition"));
        if kind.is_none() && !matches!(what_text, "piece" | "pieces") {
            return Some(report.help("test a set that has no elements, such as `none(pieces of next)`"));
        }
        let meant = match kind {
            Some(kind) if is_set => format!("none({kind} & {whom_text})"),
            Some(kind) => format!("none({kind} of {whom_text})"),
            None if is_set => format!("none({whom_text})"),
            None => format!("none(pieces of {whom_text})"),
        };
        Some(report.suggest(place, meant, false))
    }

    /// Explains `mover has 4 in a row`.
    pub(super) fn explain_in_a_row(&self) -> Option<Diagnostic> {
        self.found().filter(|found| found.is_word_of(self.text, &["has", "have"]))?;
        let whom = self.before().filter(|whom| whom.kind == TokenKind::Word)?;
        let number = self.after().filter(|number| number.kind == TokenKind::Number)?;
        let words = self.tokens.get(self.at + 2..self.at + 5)?;
        let is_row = words.iter().zip(["in", "a", "row"]).all(|(token, word)| token.is(self.text, word));
        let last = words.last().filter(|_| is_row)?;
        let (whom_text, length) = (whom.text(self.text), number.text(self.text));
        let of = match whom_text {
            "mover" => "own".to_owned(),
            set if keywords::SETS.contains(&set) => set.to_owned(),
            player => format!("pieces of {player}"),
        };
        let place = self.span(whom).to(self.span(last));
        let written = self.text.get(whom.start..last.end)?;
        let report = self.report_span(place, format!("`{written}` is not a condition"));
        Some(report.suggest(place, format!("some(lines({of}, {length}))"), false))
    }

    /// Returns the kind of piece that a word means, also in the plural.
    pub(super) fn find_kind(&self, word: &str) -> Option<String> {
        let singular = word.strip_suffix('s').unwrap_or(word).to_owned();
        let man = word.strip_suffix("men").map(|stem| format!("{stem}man"));
        [Some(word.to_owned()), Some(singular), man].into_iter().flatten().find(|name| self.is_kind(name))
    }

    /// Returns whether an item `piece` or `neutral` of the file lists a kind.
    pub(super) fn is_kind(&self, name: &str) -> bool {
        self.is_listed(name, &["piece", "neutral"])
    }

    /// Returns whether a line of the file that begins with one of the keywords has a name.
    pub(super) fn is_listed(&self, name: &str, heads: &[&str]) -> bool {
        let (mut in_list, mut is_next) = (false, false);
        self.tokens.iter().any(|token| {
            let is_found = in_list && is_next && token.is(self.text, name) && !self.is_first_on_line(token);
            if self.is_first_on_line(token) {
                in_list = token.is_word_of(self.text, heads);
                is_next = true;
            } else {
                is_next = token.is(self.text, ",");
            }
            is_found
        })
    }

    /// Explains `author Anna Berg`, a title without quotes.
    pub(super) fn explain_title_without_quotes(&self) -> Option<Diagnostic> {
        let head = self.before().filter(|head| head.is_word_of(self.text, keywords::TITLED))?;
        let found = self.found().filter(|found| {
            let is_name = matches!(found.kind, TokenKind::Word | TokenKind::Number) || found.is_foreign_word(self.text);
            is_name && !self.is_first_on_line(found)
        })?;
        let line = self.rest_of_line();
        let is_over = |token: &Token| token.is(self.text, "{") || token.kind == TokenKind::Text;
        let is_item = |token: &Token| token.start > found.start && token.is_word_of(self.text, keywords::ITEMS);
        let count = line.iter().take_while(|token| !is_over(token) && !is_item(token)).count();
        let last = line.get(count.checked_sub(1)?)?;
        // a word such as `game` may also belong to the title
        let is_text = |at: usize| line.get(at).is_some_and(|token| token.kind == TokenKind::Text);
        let safe = line.get(count).is_none_or(|next| next.is(self.text, "{") || is_item(next) && is_text(count + 1));
        let written = self.text.get(found.start..last.end)?;
        let place = self.span(found).to(self.span(last));
        let report = self.report_span(place, format!("missing quotes after `{}`", head.text(self.text)));
        let quoted = format!("\"{}\"", written.replace('"', ""));
        Some(report.suggest(place, quoted, safe))
    }

    /// Explains `man of White on a1` and a comma between the placements of a `setup`.
    pub(super) fn explain_placement_in_words(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        if self.expects("`at`")
            && !self.after().is_some_and(|top| top.is(self.text, "top"))
            && found.is_word_of(self.text, &["on", "in", "into", "to", "is"])
        {
            let report = self.report(found, format!("expected `at`, found `{}`", found.text(self.text)));
            let report = report.help("for example: `man of White at {a1 c1}`, `man of White at rows(1)`");
            return Some(report.fix("write `at`", self.span(found), "at", true));
        }
        let is_list = found.is(self.text, ",") && self.expected.name && self.expects("`}`");
        let next = self.after().filter(|next| next.kind == TokenKind::Word)?;
        let follows = self.tokens.get(self.at + 2)?.is_word_of(self.text, &["of", "at"]);
        let in_layout = self.construct()?.is_word_of(self.text, &["setup", "position"]);
        if is_list && in_layout && !follows && !keywords::is_cell(next.text(self.text)) {
            let report = self.report(found, "sets cannot be listed with `,`");
            let gap = self.end(self.before()?).to(self.span(found));
            return Some(report.help("join them: `rows(1) | rows(6)`").fix("write `|`", gap, " |", true));
        }
        (is_list && in_layout && follows && !keywords::is_cell(next.text(self.text))).then(|| {
            let report = self.report(found, "unexpected `,`");
            report.help("placements need no comma between them").fix("remove it", self.span(found), "", true)
        })
    }

    /// Explains `var level(c: cell): 0..3 = 0`, a range for a type.
    pub(super) fn explain_range_for_type(&self) -> Option<Diagnostic> {
        let low = self.found().filter(|low| low.kind == TokenKind::Number && self.expects("a type"))?;
        let colon = self.before().filter(|colon| colon.is(self.text, ":"))?;
        let head = self.construct().filter(|head| head.is(self.text, "var"))?;
        let dots = self.after().filter(|dots| dots.is(self.text, ".."))?;
        let high = self.tokens.get(self.at + 2).filter(|high| high.start >= dots.end)?;
        let place = self.span(low).to(self.span(high));
        let before = self.tokens.iter().take_while(|token| token.end <= colon.start).last()?;
        let shown = self.text.get(head.start..before.end)?;
        let report = self.report_span(place, "a variable has no range, only a `param` has");
        let report = report
            .help(format!("write `{shown} = 0`; to keep it in the range, test it in a condition before it changes"));
        let gap = self.end(before).to(self.span(high));
        Some(report.fix("remove the range", gap, "", false))
    }
}
