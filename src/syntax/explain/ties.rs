//! Who has the most, and what a tie is: `the player with the most pieces wins`, `most pieces wins, ties are draws`, `most score wins, then
//! most pieces`.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

/// Words between the colon of a clause and `most`.
const FILLERS: &[&str] = &[
    "the", "a", "player", "players", "whoever", "who", "one", "side", "team", "with", "has", "have", "having",
    "holding", "that", "is", "owns", "owning",
];

impl ErrorSite<'_> {
    /// Explains `player with the most score wins`, `whoever has the highest score wins`.
    pub(super) fn explain_most_in_words(&self) -> Option<Diagnostic> {
        let when = self.construct().filter(|head| head.is(self.text, "when"))?;
        let colon = self.tokens.iter().position(|token| token.start > when.start && token.is(self.text, ":"))?;
        if self.at + 1 < colon || !super::patterns::ends_game(self.text, &self.tokens, self.at) {
            return None;
        }
        let rest = self.tokens.get(colon + 1..)?;
        let wins = rest.iter().take(10).position(|token| token.is_word_of(self.text, &["wins", "win"]))?;
        let words = rest.get(..=wins).filter(|words| words.iter().all(|token| token.kind == TokenKind::Word))?;
        let [fillers @ .., most, counted, last] = words else { return None };
        let is_filled = !fillers.is_empty() && fillers.iter().all(|word| word.is_word_of(self.text, FILLERS));
        let meant = match most.text(self.text) {
            "most" | "highest" | "greatest" | "largest" | "biggest" | "higher" | "more" | "maximum" => "most",
            "fewest" | "lowest" | "least" | "smallest" | "lower" | "fewer" | "minimum" => "fewest",
            _ => return None,
        };
        if !is_filled || self.rest_of_line().is_empty() {
            return None;
        }
        let counted = counted.text(self.text);
        let counted = if self.is_declared(counted) {
            counted.to_owned()
        } else {
            self.find_kind(counted).unwrap_or_else(|| counted.to_owned())
        };
        let place = self.span(fillers.first()?).to(self.span(last));
        let written = self.text.get(fillers.first()?.start..last.end)?;
        let report = self.report_span(place, format!("`{written}` is not a result"));
        Some(report.suggest(place, format!("{meant} {counted} wins"), true))
    }

    /// Explains `most pieces wins, ties are draws`, `.. wins or tie`, `.. wins, then most pieces wins`: what a tie is, in other words.
    pub(super) fn explain_tie(&self) -> Option<Diagnostic> {
        let near = (self.at.saturating_sub(3)..=self.at).rev();
        let wins = near.into_iter().find(|at| self.tokens.get(*at).is_some_and(|token| token.is(self.text, "wins")))?;
        let (counted, most) = (self.tokens.get(wins.checked_sub(1)?)?, self.tokens.get(wins.checked_sub(2)?)?);
        if !most.is_word_of(self.text, &["most", "fewest"]) {
            return None;
        }
        let rest = self.tokens.get(wins + 1..)?;
        let is_over = |token: &Token| self.is_first_on_line(token) || token.is(self.text, "}");
        let rest = rest.get(..rest.iter().take_while(|token| !is_over(token)).count())?;
        // the next clause may be on the same line
        let rest = rest.get(..rest.iter().position(|token| token.is(self.text, "when")).unwrap_or(rest.len()))?;
        let (first, last) = (rest.first()?, rest.last()?);
        let has = |words: &[&str]| rest.iter().any(|token| token.is_word_of(self.text, words));
        let place = self.span(first).to(self.span(last));
        let written = self.text.get(first.start..last.end)?;
        let report = self.report_span(place, format!("`{written}` cannot follow `wins`"));
        let second = rest.iter().position(|token| token.is_word_of(self.text, &["most", "fewest", "more", "fewer"]));
        if let Some(second) = second.and_then(|at| rest.get(at + 1)) {
            let (one, other) = (self.count_of(counted), self.count_of(second));
            let rank = format!("def rank(P: player) = 1000 * {one} + {other}");
            return Some(report.help(format!("count both in one number: `{rank}`, and write `most rank wins`")));
        }
        if has(&["wins", "loses", "win", "lose"]) {
            let condition = self.condition_of_clause(wins)?;
            let names = self.player_names();
            let (one, other) = match names.as_slice() {
                [one, other] => (*one, *other),
                _ => ("White", "Black"),
            };
            let of = |player: &str| {
                self.count_of(counted).replace("(P)", &format!("({player})")).replace("of P)", &format!("of {player})"))
            };
            let verb = rest.iter().rposition(|token| token.is_word_of(self.text, &["wins", "loses"]));
            let winner =
                verb.and_then(|verb| self.text.get(rest.get(verb.checked_sub(1)?)?.start..rest.get(verb)?.end));
            let clause = format!("when {condition} and {} == {}: {}", of(one), of(other), winner.unwrap_or(".."));
            return Some(report.help(format!("say it in a clause before this one: `{clause}`")));
        }
        let meant = if has(&["impossible", "never", "cannot", "happen", "no", "not"]) {
            ", no ties"
        } else if has(&["draw", "draws", "drawn", "tie", "ties", "tied", "shared", "remis", "stalemate"]) {
            " or draw"
        } else {
            return None;
        };
        let whole = self.text.get(most.start..self.tokens.get(wins)?.end)?;
        let gap = self.end(self.tokens.get(wins)?).to(self.span(last));
        let report = report.help(format!("write `{whole}{meant}`"));
        Some(report.fix(format!("write `{}`", meant.trim_start_matches([',', ' '])), gap, meant, true))
    }

    /// Returns how the count of a name is written for the player `P`.
    fn count_of(&self, counted: &Token) -> String {
        let word = counted.text(self.text);
        match self.find_kind(word) {
            _ if keywords::SETS.contains(&word) => format!("count({})", keywords::of_player(word, "P")),
            Some(kind) => format!("count({kind} of P)"),
            None => format!("{word}(P)"),
        }
    }

    /// Returns the condition of the clause of `end` with a token.
    pub(super) fn condition_of_clause(&self, at: usize) -> Option<&str> {
        let before = self.tokens.get(..at)?;
        let when = before.iter().rposition(|token| token.is(self.text, "when"))?;
        let colon = when + before.get(when..)?.iter().position(|token| token.is(self.text, ":"))?;
        self.text.get(before.get(when + 1)?.start..before.get(colon.checked_sub(1)?)?.end)
    }

    /// Explains `only one player left` as a condition.
    pub(super) fn explain_last_player(&self) -> Option<Diagnostic> {
        let near = self.at.saturating_sub(4)..self.at + 3;
        let is_player =
            |at: &usize| self.tokens.get(*at).is_some_and(|token| token.is_word_of(self.text, &["player", "players"]));
        let player = near.into_iter().find(is_player)?;
        let before = |by: usize| player.checked_sub(by).and_then(|at| self.tokens.get(at));
        let one = before(1)
            .filter(|token| token.is_word_of(self.text, &["one", "single"]) || token.text(self.text) == "1")?;
        let only = before(2).filter(|token| token.is_word_of(self.text, &["only", "just", "a"]));
        let rest = self.tokens.get(player + 1..)?;
        let left =
            ["is", "are", "left", "remains", "remaining", "remain", "alive", "in", "still", "play", "game", "the"];
        let count =
            rest.iter().take_while(|token| token.is_word_of(self.text, &left) && !self.is_first_on_line(token)).count();
        let last = self.tokens.get(player + count).filter(|_| count > 0 || only.is_some())?;
        let place = self.span(only.unwrap_or(one)).to(self.span(last));
        let written = self.text.get(only.unwrap_or(one).start..last.end)?;
        let report = self.report_span(place, format!("`{written}` is not a condition"));
        let help = "write `count(players) == 1`; the last player in the game wins without a clause";
        Some(report.help(help).fix("write `count(players) == 1`", place, "count(players) == 1", false))
    }

    /// Explains `P loses and his pieces are removed`: more than a result.
    pub(super) fn explain_more_after_result(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.is_any(found, &["and", ";", ",", "then"]))?;
        let verb = self.before().filter(|verb| verb.is_word_of(self.text, &["wins", "loses"]))?;
        let next = self.after().filter(|next| next.kind == TokenKind::Word && !self.is_first_on_line(next))?;
        let is_clause = next.is_word_of(self.text, &["when", "for"]);
        let is_end = self.expects("`when`") && !self.expected.item;
        if is_clause || !is_end || self.back(3).is_some_and(|most| most.is_word_of(self.text, &["most", "fewest"])) {
            return None;
        }
        let rest = self.rest_of_line();
        let over =
            rest.iter().position(|token| token.is_word_of(self.text, &["when", "for"]) || token.is(self.text, "}"));
        let last = rest.get(over.unwrap_or(rest.len()).checked_sub(1)?)?;
        let place = self.span(found).to(self.span(last));
        let word = verb.text(self.text);
        let report = self.report_span(place, format!("a clause of `end` changes nothing: it ends with `{word}`"));
        let gap = self.end(verb).to(self.span(last));
        let help = "change the position in the `do` of the action that brings it about, such as \
                    `if none(king of P) { remove pieces of P }`";
        Some(report.help(help).fix("remove it", gap, "", false))
    }
}
