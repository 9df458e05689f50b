//! Sentences in English where rules have signs: `less than 3`, `enemy has no men`, `on row 1`, a full stop, a title without quotes.

use super::site::ErrorSite;
use crate::diagnostic::{Diagnostic, Edit};
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
        // `a player has no men`: `a` is read as a value
        let at = if self.found()?.is(self.text, "player") { self.at + 1 } else { self.at };
        self.tokens.get(at).filter(|found| found.is_word_of(self.text, &["has", "have"]))?;
        let whom = self.tokens.get(at.checked_sub(1)?).filter(|whom| whom.kind == TokenKind::Word)?;
        let no = self.tokens.get(at + 1)?;
        let what = self.tokens.get(at + 2).filter(|what| what.kind == TokenKind::Word)?;
        if !no.is(self.text, "no") {
            return None;
        }
        let (whom_text, what_text) = (whom.text(self.text), what.text(self.text));
        let kind = self.find_kind(what_text);
        let kind = kind.as_deref();
        let is_set = keywords::SETS.contains(&whom_text);
        if matches!(whom_text, "player" | "players" | "he" | "she" | "they") && !self.is_declared(whom_text) {
            let of = kind.unwrap_or("pieces");
            let place = self.span(whom).to(self.span(what));
            let report = self.report_span(place, format!("`{whom_text}` does not say which player"));
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

    /// Explains `enemy has 2 men`, `Black has less than 2 men`, `every player has one man`.
    pub(super) fn explain_has_number(&self) -> Option<Diagnostic> {
        const NUMBERS: &[&str] = &["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
        let near = self.at.saturating_sub(1)..self.at + 3;
        let at = near
            .into_iter()
            .find(|at| self.tokens.get(*at).is_some_and(|token| token.is_word_of(self.text, &["has", "have"])))?;
        let whom = self.tokens.get(at.checked_sub(1)?).filter(|whom| whom.kind == TokenKind::Word)?;
        let rest = self.tokens.get(at + 1..)?;
        let texts: Vec<&str> = rest.iter().take(6).map(|word| word.text(self.text)).collect();
        let exactly = usize::from(texts.first() == Some(&"exactly") || texts.first() == Some(&"only"));
        let known = COMPARISONS.iter().map(|(phrase, sign)| (phrase.split(' ').collect::<Vec<_>>(), *sign));
        let (skipped, sign) = known
            .filter(|(phrase, _)| texts.starts_with(phrase))
            .map(|(phrase, sign)| (phrase.len(), sign))
            .next()
            .unwrap_or((exactly, "=="));
        let (number, noun) = (rest.get(skipped)?, rest.get(skipped + 1)?);
        let written_number = number.text(self.text);
        let number = match NUMBERS.iter().position(|word| *word == written_number) {
            Some(n) => n.to_string(),
            None if number.kind == TokenKind::Number => written_number.to_owned(),
            None => return None,
        };
        let noun_text = noun.text(self.text);
        let kind = self.find_kind(noun_text);
        if kind.is_none() && !matches!(noun_text, "piece" | "pieces") {
            return None;
        }
        let set = kind.unwrap_or_else(|| "pieces".to_owned());
        let whom_text = whom.text(self.text);
        let counted = match whom_text {
            "mover" if set == "pieces" => "own".to_owned(),
            "mover" => format!("own & {set}"),
            who if keywords::SETS.contains(&who) && set == "pieces" => who.to_owned(),
            who if keywords::SETS.contains(&who) => format!("{who} & {set}"),
            "player" | "players" => format!("{set} of P"),
            who => format!("{set} of {who}"),
        };
        let test = format!("count({counted}) {sign} {number}");
        if matches!(whom_text, "player" | "players") && !self.is_declared(whom_text) {
            let first = at.checked_sub(2).and_then(|at| self.tokens.get(at));
            let first =
                first.filter(|word| word.is_word_of(self.text, &["a", "any", "every", "each", "some", "all", "both"]));
            let place = self.span(first.unwrap_or(whom)).to(self.span(noun));
            let written = self.text.get(first.unwrap_or(whom).start..noun.end)?;
            let report = self.report_span(place, format!("`{written}` is not a condition"));
            let is_all = first.is_some_and(|word| word.is_word_of(self.text, &["every", "each", "all", "both"]));
            let word = if is_all { "every" } else { "some" };
            let meant = format!("{word}(P in players: {test})");
            let report = report.fix(format!("write `{meant}`"), place, meant.clone(), false);
            return Some(report.help(match is_all {
                true => format!("write `{meant}`"),
                false => {
                    format!("write `{meant}`; if the result names this player, `for P in players when {test}: P loses`")
                }
            }));
        }
        let place = self.span(whom).to(self.span(noun));
        let written = self.text.get(whom.start..noun.end)?;
        let report = self.report_span(place, format!("`{written}` is not a condition"));
        Some(report.suggest(place, test, false))
    }

    /// Explains `when 2 own in rows(4)`: a number before a set.
    pub(super) fn explain_number_before_set(&self) -> Option<Diagnostic> {
        let number = self.before().filter(|number| number.kind == TokenKind::Number)?;
        let found = self.found().filter(|found| found.kind == TokenKind::Word && !self.is_first_on_line(found))?;
        let head = self.back(2)?;
        if !head.is_word_of(self.text, &["when", "if", "and", "or", "not", "ensure", "expect", "while"]) {
            return None;
        }
        let set = found.text(self.text);
        let set = keywords::SETS.contains(&set).then(|| set.to_owned()).or_else(|| self.find_kind(set))?;
        let (mut counted, mut last) = (set, found);
        if let Some(joint) = self.after().filter(|joint| joint.is_word_of(self.text, &["in", "on", "at", "within"])) {
            let end = self.value_end(self.at + 2)?;
            let (first, end) = (self.tokens.get(self.at + 2)?, self.tokens.get(end.checked_sub(1)?)?);
            counted =
                format!("{counted} & {}", self.text.get(first.start..end.end).filter(|_| joint.end < first.start)?);
            last = end;
        }
        let meant = format!("count({counted}) == {}", number.text(self.text));
        let place = self.span(number).to(self.span(last));
        let written = self.text.get(number.start..last.end)?;
        let report = self.report_span(place, format!("`{written}` is not a condition"));
        let help = format!("write `{meant}`, or `>=` for at least as many");
        Some(report.help(help).fix(format!("write `{meant}`"), place, meant, false))
    }

    /// Explains `for each player P when C: P loses`, `for every player: when C: he loses` in `end`.
    pub(super) fn explain_each_player(&self) -> Option<Diagnostic> {
        let near = (self.at.saturating_sub(3)..=self.at).rev();
        let at = near.into_iter().find(|at| self.tokens.get(*at).is_some_and(|token| token.is(self.text, "for")))?;
        let [head, each, player, next, ..] = self.tokens.get(at..)? else { return None };
        if !each.is_word_of(self.text, &["each", "every", "all", "any"])
            || !player.is_word_of(self.text, &["player", "players"])
        {
            return None;
        }
        let before = at.checked_sub(1).and_then(|at| self.tokens.get(at));
        if !self.is_first_on_line(head) && !before.is_some_and(|before| self.is_any(before, &["{", "}", ";", "do"])) {
            return None;
        }
        let name = Some(next).filter(|next| next.kind == TokenKind::Word && !self.is_keyword(next));
        let when = self.tokens.iter().find(|token| token.start > player.start && token.is(self.text, "when"));
        let when = when.filter(|when| {
            !self.tokens.iter().any(|token| {
                token.start > player.end
                    && token.end <= when.start
                    && !self.is_any(token, &[":", ","])
                    && Some(token.start) != name.map(|name| name.start)
            })
        });
        let name_text = name.map_or("P", |name| name.text(self.text));
        let meant = format!("for {name_text} in players");
        let place = self.span(head).to(self.span(name.unwrap_or(player)));
        let written = self.text.get(head.start..name.unwrap_or(player).end)?;
        let report = self.report_span(place, format!("`{written}` is not the head of a loop"));
        let Some(when) = when else { return Some(report.help(format!("write `{meant}`"))) };
        let place = self.span(head).to(self.span(when));
        let report = report.help(format!("write `{meant} when ..: {name_text} loses`, with the result that is meant"));
        let mut edits = vec![Edit { span: place, text: format!("{meant} when") }];
        // `he` is the player of the loop
        let clause = self.tokens.iter().filter(|token| token.start > when.start);
        let clause = clause.take_while(|token| !token.is_word_of(self.text, &["wins", "loses", "draw", "when", "for"]));
        let is_he = |token: &&Token| token.is_word_of(self.text, &["he", "she", "they", "him", "her", "them"]);
        edits.extend(clause.filter(is_he).map(|token| self.replace(token, name_text)));
        Some(report.edits(format!("write `{meant} when`"), edits, false))
    }

    /// Explains `the number of men of mover`.
    pub(super) fn explain_number_of(&self) -> Option<Diagnostic> {
        let the = self.before().filter(|the| the.is(self.text, "the"))?;
        self.found().filter(|number| number.is_word_of(self.text, &["number", "amount"]))?;
        let of = self.after().filter(|of| of.is(self.text, "of"))?;
        let set = self.tokens.get(self.at + 2).filter(|set| set.kind == TokenKind::Word && !self.is_keyword(set))?;
        let name = set.text(self.text);
        let mut meant = self.find_kind(name).unwrap_or_else(|| name.to_owned());
        let mut last = set;
        if let Some([of, owner]) = self.tokens.get(self.at + 3..self.at + 5)
            && of.is(self.text, "of")
            && owner.kind == TokenKind::Word
        {
            meant = keywords::of_player(&meant, owner.text(self.text));
            last = owner;
        }
        let meant = format!("count({meant})");
        let written = self.text.get(the.start..of.end)?;
        let place = self.span(the).to(self.span(last));
        let report = self.report_span(place, format!("`{written}` is not an operator"));
        Some(report.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), place, meant, false))
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
