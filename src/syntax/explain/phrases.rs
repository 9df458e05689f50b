//! Phrases of rule sheets whose meaning is known as a whole: `expect king at a6`, `Red is out`, `can capture`, `p next to q`, `no men
//! of Black`, `move man from p to q`.

use super::patterns::ends_game;
use super::site::ErrorSite;
use crate::diagnostic::{Diagnostic, Edit};
use crate::source::Span;
use crate::syntax::keywords::{self, is_cell};
use crate::syntax::lex::{Token, TokenKind};

impl ErrorSite<'_> {
    /// Explains `no possible(capture)`, `no pieces of Black`, `no men`.
    pub(super) fn explain_no(&self, no: &Token, what: &Token) -> Option<Diagnostic> {
        let report = |meant: String, end: &Token| {
            let place = self.span(no).to(self.span(end));
            let report = self.report_span(place, "`no` is not an operator").help(format!("write `{meant}`"));
            report.fix(format!("write `{meant}`"), place, meant, false)
        };
        let word = what.text(self.text);
        let open = self.after().filter(|open| open.is(self.text, "(") && open.start == what.end);
        if let ("possible", Some(open)) = (word, open) {
            let close = self.closing(self.at + 1)?;
            return Some(report(format!("not possible{}", self.text.get(open.start..close.end)?), close));
        }
        let kind = self.find_kind(word);
        let noun = kind.as_deref().unwrap_or(word);
        match self.tokens.get(self.at + 1..self.at + 3) {
            Some([of, whom]) if of.is(self.text, "of") && whom.kind == TokenKind::Word => {
                Some(report(format!("none({noun} of {})", whom.text(self.text)), whom))
            }
            _ if open.is_some() => {
                let close = self.closing(self.at + 1)?;
                Some(report(format!("none({})", self.text.get(what.start..close.end)?), close))
            }
            _ if self.is_condition_itself(word) || kind.is_none() && !self.is_known(word) => {
                let place = self.span(no).to(self.span(what));
                let finding = self.report_span(place, format!("`no {word}` is not a condition"));
                let help =
                    "write `none(S)` with a set S, such as `none(own)`, or `not possible(A)` with another action A";
                Some(finding.help(help))
            }
            _ if self.is_named_by(word, "action") => Some(report(format!("not possible({word})"), what)),
            _ => Some(report(format!("none({noun})"), what)),
        }
    }

    /// Returns whether a word is the name of the action around: it cannot depend on itself.
    fn is_condition_itself(&self, word: &str) -> bool {
        let name =
            (1..self.at).rev().find(|at| self.tokens.get(at - 1).is_some_and(|head| head.is(self.text, "action")));
        let name = name.and_then(|at| self.tokens.get(at)).filter(|name| name.is(self.text, word));
        name.is_some() && !ends_game(self.text, &self.tokens, self.at)
    }

    /// Returns whether a word is declared or a set of the language.
    fn is_known(&self, word: &str) -> bool {
        const SETS: &[&str] = &[
            "own", "enemy", "empty", "occupied", "pieces", "board", "corner", "center", "edge", "dark", "light",
            "players",
        ];
        SETS.contains(&word) || self.is_declared(word)
    }

    /// Returns whether an item with this keyword declares the name.
    fn is_named_by(&self, name: &str, head: &str) -> bool {
        let mut pairs = self.tokens.iter().zip(self.tokens.iter().skip(1));
        pairs.any(|(word, named)| word.is(self.text, head) && named.is(self.text, name))
    }

    /// Explains `Red is out`, `player Red eliminated`, `eliminate mover`, `next passes` as a result.
    pub(super) fn explain_player_out(&self) -> Option<Diagnostic> {
        let before = self.before()?;
        if !self.expects("`wins`") || !self.construct()?.is(self.text, "when") {
            return None;
        }
        let mut words = vec![before];
        words.extend(self.rest_of_line().iter().take_while(|token| token.kind == TokenKind::Word));
        let texts: Vec<&str> = words.iter().map(|word| word.text(self.text)).collect();
        let is_out = |word: &str| matches!(word, "eliminated" | "out" | "dead" | "removed" | "defeated" | "leaves");
        let passes = |word: &str| matches!(word, "pass" | "passes" | "skips" | "skipped" | "sits");
        let is = |word: &str| matches!(word, "is" | "gets" | "goes" | "must");
        let (count, player) = match texts.as_slice() {
            ["player", player, verb, ..] if is_out(verb) => (3, player),
            ["player", player, is_, verb, ..] if is(is_) && is_out(verb) => (4, player),
            [player, is_, verb, ..] if is(is_) && is_out(verb) => (3, player),
            ["eliminate" | "eliminates", player, ..] => (2, player),
            [player, verb, ..] if is_out(verb) => (2, player),
            [_, verb, ..] if passes(verb) => (2, &""),
            [_, is_, verb, ..] if is(is_) && passes(verb) => (3, &""),
            _ => return None,
        };
        let place = self.span(before).to(self.span(words.get(count - 1)?));
        let written = self.text.get(before.start..words.get(count - 1)?.end)?;
        let report = self.report_span(place, format!("`{written}` is not a result"));
        if player.is_empty() {
            let help =
                "who cannot move passes with an action of that name: `action pass() when not possible(move) do { }`";
            return Some(report.help(help));
        }
        let meant = format!("{player} loses");
        let help = format!("write `{meant}`; with three or more players, play goes on without a loser");
        Some(report.help(help).fix(format!("write `{meant}`"), place, meant, false))
    }

    /// Explains `when stuck: loss`: the one who is stuck loses.
    pub(super) fn explain_loss_of_the_stuck(&self, loss: &Token) -> Option<Diagnostic> {
        let when = self.construct()?;
        let from = self.tokens.iter().position(|token| token.start == when.start)?;
        let [stuck, rest @ ..] = self.tokens.get(from + 1..self.at)? else { return None };
        if !stuck.is(self.text, "stuck") {
            return None;
        }
        let (edit, whom) = match rest {
            [open, whom, close, colon, _] if open.is(self.text, "(") && close.is(self.text, ")") => {
                (self.insert_before(colon, ""), whom.text(self.text))
            }
            [_, _] => (self.insert_after(stuck, "(next)"), "next"),
            _ => return None,
        };
        let meant = format!("{whom} loses");
        let report = self.report(loss, format!("`{}` is not a result", loss.text(self.text)));
        let help = format!("who cannot move is the next player: write `when stuck({whom}): {meant}`");
        Some(report.help(help).edits(format!("write `{meant}`"), vec![edit, self.replace(loss, meant.clone())], false))
    }

    /// Explains `expect king at a6`, `expect a1 empty`, `expect White wins`.
    pub(super) fn explain_expected_piece(&self) -> Option<Diagnostic> {
        self.found().filter(|_| self.expects("`to`"))?;
        let from = (self.at.saturating_sub(5)..self.at).rev();
        let from =
            from.into_iter().find(|at| self.tokens.get(*at).is_some_and(|token| token.is(self.text, "expect")))?;
        let rest = self.tokens.get(from + 1..)?.iter();
        let words: Vec<&Token> =
            rest.take_while(|token| token.kind == TokenKind::Word && !self.is_first_on_line(token)).take(6).collect();
        let texts: Vec<&str> = words.iter().map(|word| word.text(self.text)).collect();
        let (whole, meant) = match texts.as_slice() {
            [kind, "at" | "on", cell] if is_cell(cell) => (false, format!("{cell} in {kind}")),
            [kind, "of", player, "at" | "on", cell] if is_cell(cell) => {
                (false, format!("{cell} in {kind} of {player}"))
            }
            [player, kind, "at" | "on", cell] if is_cell(cell) => (false, format!("{cell} in {kind} of {player}")),
            [cell, set] if is_cell(cell) => (false, format!("{cell} in {set}")),
            [_, "wins"] | ["draw"] => (true, format!("result {}", texts.join(" "))),
            _ => return None,
        };
        let head = self.tokens.get(from)?;
        let (first, last) = (words.first()?, words.last()?);
        let place = self.span(if whole { head } else { first }).to(self.span(last));
        let written = self.text.get(first.start..last.end)?;
        let report = self.report_span(place, format!("`{written}` is not a condition"));
        let help = if whole { format!("write `{meant}`") } else { format!("write `expect {meant}`") };
        Some(report.help(help).fix(format!("write `{meant}`"), place, meant, false))
    }

    /// Explains `White to play`.
    pub(super) fn explain_to_play(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is_word_of(self.text, &["play", "go", "start", "act"]))?;
        let (player, _) = (self.back(2)?, self.before().filter(|to| to.is(self.text, "to"))?);
        (self.expects("`move`") || player.text(self.text).starts_with(char::is_uppercase)).then(|| {
            let report = self.report(found, format!("expected `move`, found `{}`", found.text(self.text)));
            let help = format!("write `{} to move`", player.text(self.text));
            report.help(help).fix("write `move`", self.span(found), "move", true)
        })
    }

    /// Explains `can capture`, `cannot capture`, `not possible capture`.
    pub(super) fn explain_ability(&self) -> Option<Diagnostic> {
        let (can, action) = (self.before()?, self.found().filter(|found| found.kind == TokenKind::Word)?);
        let can_text = can.text(self.text);
        let is_known = matches!(can_text, "can" | "cannot" | "cant" | "possible") && !self.is_declared(can_text);
        if !is_known || self.is_first_on_line(action) || self.is_keyword(action) && !action.is(self.text, "move") {
            return None;
        }
        // in `end` it is about a player: `stuck(next)`
        if can_text.starts_with("can") && can_text != "can" && action.is(self.text, "move") && self.is_in_end() {
            return None;
        }
        let not = if can_text.starts_with("cannot") || can_text == "cant" { "not " } else { "" };
        let meant = format!("{not}possible({})", action.text(self.text));
        let last = self.after().filter(|after| {
            after.is(self.text, "again") && self.tokens.get(self.at + 2).is_some_and(|open| open.is(self.text, "{"))
        });
        let place = self.span(can).to(self.span(last.unwrap_or(action)));
        let written = format!("{can_text} {}", action.text(self.text));
        let report = self.report_span(place, format!("`{written}` is not a condition"));
        if self.is_in_do() {
            return Some(self.help_for_going_on(report, action, not));
        }
        Some(report.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), place, meant, false))
    }

    /// Returns whether the unexpected token is among the statements of a move.
    pub(super) fn is_in_do(&self) -> bool {
        let clauses = ["do", "when", "ensure", "maximize", "as", "effect"];
        let begins = |token: &&Token| token.is_word_of(self.text, &clauses) || token.is_head(self.text);
        self.backward().find(begins).is_some_and(|head| head.is_word_of(self.text, &["do", "effect"]))
    }

    /// Adds to a report how statements test whether a piece can go on with an action.
    pub(super) fn help_for_going_on(&self, report: Diagnostic, action: &Token, not: &str) -> Diagnostic {
        let Some(next) = self.continuation(action) else {
            let (place, meant) = (report.span(), "some(hop(q, all, enemy) & empty)");
            return report.help(keywords::GO_ON).fix(format!("write `{meant}`"), place, meant, false);
        };
        let meant = format!("{}({next})", if not.is_empty() { "some" } else { "none" });
        let mut place = report.span();
        let mut meant = meant;
        // a `while` around `again` would not end
        let last = self.tokens.iter().position(|token| token.end >= place.end as usize).unwrap_or(self.at);
        let head = self.tokens.iter().take_while(|token| token.end <= place.start as usize).last();
        let repeats = matches!(self.tokens.get(last + 1..last + 3), Some([open, again]) if open.is(self.text, "{") && again.is(self.text, "again"));
        if let Some(head) = head.filter(|head| repeats && head.is(self.text, "while")) {
            place = self.span(head).to(place);
            meant = format!("if {meant}");
        }
        let shown = if meant.starts_with("if") { format!("{meant} {{ again }}") } else { meant.clone() };
        let report = report.help(format!("the move is not over yet: test where the piece can go on, `{shown}`"));
        report.fix(format!("write `{meant}`"), place, meant, false)
    }

    /// Returns the set of the second binder of an action for the piece that has moved there: `hop(q, all, enemy)` for
    /// `action jump(p: own, q: hop(p, all, enemy))`.
    fn continuation(&self, action: &Token) -> Option<String> {
        let is_head = |pair: &[Token]| matches!(pair, [head, name] if head.is(self.text, "action") && name.is(self.text, action.text(self.text)));
        let open = self.tokens.windows(2).position(is_head)? + 2;
        let close = self.closing(open)?.start;
        let [first, colon, ..] = self.tokens.get(open + 1..)? else { return None };
        let from = self.value_end(open + 3).filter(|_| colon.is(self.text, ":"))?;
        let [comma, second, next, ..] = self.tokens.get(from..)? else { return None };
        let end = self.value_end(from + 3)?;
        let is_last = self.tokens.get(end)?.start == close && comma.is(self.text, ",") && next.is(self.text, ":");
        let set = self.tokens.get(from + 3..end).filter(|_| is_last)?;
        let (mut meant, mut at) = (String::new(), set.first()?.start);
        for token in set.iter().filter(|token| token.is(self.text, first.text(self.text))) {
            meant.push_str(self.text.get(at..token.start)?);
            meant.push_str(second.text(self.text));
            at = token.end;
        }
        meant.push_str(self.text.get(at..set.last()?.end)?);
        (at > set.first()?.start).then_some(meant)
    }

    fn is_in_end(&self) -> bool {
        ends_game(self.text, &self.tokens, self.at)
    }

    /// Explains `p next to q` in a condition; `empty next to own`, `beside p` for a set.
    pub(super) fn explain_next_to(&self) -> Option<Diagnostic> {
        const WORDS: &[&str] = &["next", "adjacent", "beside"];
        let is_word = |at: usize| self.tokens.get(at).is_some_and(|token| token.is_word_of(self.text, WORDS));
        let at = if is_word(self.at) { self.at } else { self.at.checked_sub(1).filter(|at| is_word(*at))? };
        let word = self.tokens.get(at)?;
        let before = self.tokens.get(at.checked_sub(1)?)?;
        // after `:` or `(` it is a set of its own
        let first = Some(before).filter(|before| before.kind == TokenKind::Word && self.expected.operator);
        if at < self.at && !self.is_any(before, &[":", "(", "&", "|", "except", "in"])
            || self.is_declared(word.text(self.text))
        {
            return None;
        }
        let skip = |at: usize, words: &[&str]| {
            usize::from(self.tokens.get(at).is_some_and(|token| token.is_word_of(self.text, words)))
        };
        let to = skip(at + 1, &["to"]);
        // `next` alone is a player: `when C next loses`
        let is_player = to == 0 && word.is(self.text, "next");
        let from = at + 1 + to + skip(at + 1 + to, &["a", "an", "the", "any"]);
        let second = self.tokens.get(from).filter(|second| {
            second.kind == TokenKind::Word
                && !is_player
                && !self.is_keyword(second)
                && !second.is_word_of(self.text, &["wins", "loses"])
        })?;
        let open = self.tokens.get(from + 1).filter(|open| open.is(self.text, "(") && open.start == second.end);
        let last = open.and_then(|_| self.closing(from + 1)).unwrap_or(second);
        let beside = self.text.get(second.start..last.end)?;
        let around = format!("neighbors({})", self.find_kind(beside).as_deref().unwrap_or(beside));
        let first = if at < self.at { None } else { Some(first?) };
        let (begin, what, meant) = match first {
            None => (word, "set", around),
            Some(first) => {
                let name = self.find_kind(first.text(self.text)).unwrap_or_else(|| first.text(self.text).to_owned());
                let is_set = keywords::SETS.contains(&name.as_str()) || self.is_kind(&name);
                match (is_set, self.is_set_expected(at - 1)) {
                    (true, true) => (first, "set", format!("{name} & {around}")),
                    (true, false) => (first, "condition", format!("some({name} & {around})")),
                    (false, _) => (first, "condition", format!("{name} in {around}")),
                }
            }
        };
        let place = self.span(begin).to(self.span(last));
        let written = self.text.get(begin.start..last.end)?;
        let report = self.report_span(place, format!("`{written}` is not a {what}"));
        Some(report.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), place, meant, false))
    }

    /// Returns whether the value that begins at a token is a set: the one of a binder, an argument or a place.
    fn is_set_expected(&self, at: usize) -> bool {
        let back = |by: usize| at.checked_sub(by).and_then(|at| self.tokens.get(at));
        let Some(before) = back(1) else { return false };
        match before.text(self.text) {
            ":" => {
                back(3).is_some_and(|open| self.is_any(open, &["(", ","]))
                    && self.construct().is_some_and(|head| head.is(self.text, "action"))
            }
            "(" => back(2).is_some_and(|call| {
                call.is_word_of(self.text, keywords::CALLS) || call.is_word_of(self.text, keywords::CALLS_OF_SETS)
            }),
            _ => self.is_any(before, &["in", "at", "remove", "=", "&", "|", "except", "within"]),
        }
    }

    /// Explains `hop over enemy`, `jump over an enemy` for the cells behind.
    pub(super) fn explain_hop_over(&self) -> Option<Diagnostic> {
        let at = (self.at.checked_sub(2)?..=self.at + 1)
            .find(|at| self.tokens.get(*at).is_some_and(|token| token.is(self.text, "over")))?;
        let mut head = at.checked_sub(1)?;
        let is_hop = |at: usize| {
            self.tokens
                .get(at)
                .is_some_and(|token| token.is_word_of(self.text, &["hop", "hops", "jump", "jumps", "leap", "leaps"]))
        };
        let mut from = None;
        if !is_hop(head) {
            from = self.tokens.get(head).filter(|from| from.kind == TokenKind::Word);
            head = head.checked_sub(1).filter(|head| from.is_some() && is_hop(*head))?;
        }
        let before = self.tokens.get(head.checked_sub(1)?)?;
        if !self.is_any(before, &[":", "(", "in", "=", "&", "|"]) {
            return None;
        }
        let skipped = usize::from(self.tokens.get(at + 1)?.is_word_of(self.text, &["a", "an", "the", "any"]));
        let over =
            self.tokens.get(at + 1 + skipped).filter(|over| over.kind == TokenKind::Word && !self.is_keyword(over))?;
        let head = self.tokens.get(head)?;
        let from = from.map(|from| from.text(self.text)).or_else(|| self.first_choice(head.start)).unwrap_or("p");
        let over_text = over.text(self.text);
        let meant = format!("hop({from}, all, {})", self.find_kind(over_text).as_deref().unwrap_or(over_text));
        let place = self.span(head).to(self.span(over));
        let written = self.text.get(head.start..over.end)?;
        let report = self.report_span(place, format!("`{written}` is not a set"));
        Some(report.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), place, meant, false))
    }

    /// Returns the first choice of the action around a byte: the cell to begin at.
    pub(super) fn first_choice(&self, byte: usize) -> Option<&str> {
        let action = self.tokens.iter().rposition(|token| token.is(self.text, "action") && token.start < byte)?;
        match self.tokens.get(action + 2..action + 5)? {
            [open, name, colon] if open.is(self.text, "(") && colon.is(self.text, ":") && name.end < byte => {
                Some(name.text(self.text))
            }
            _ => None,
        }
    }

    /// Explains `move man from p to q`.
    pub(super) fn explain_kind_to_move(&self) -> Option<Diagnostic> {
        let from = self.found().filter(|found| found.is(self.text, "from") && self.expects("`to`"))?;
        let head = self.statement_around().filter(|head| head.is(self.text, "move"))?;
        let line = self.rest_of_line();
        let place = line.get(1)?;
        let needless = self.text.get(head.end..from.end)?.trim();
        let report = self.report(from, "unexpected `from`");
        let help = match line.get(1..4) {
            Some([p, to, q]) if to.is(self.text, "to") => {
                format!("write `move {} to {}`: the piece on the cell moves", p.text(self.text), q.text(self.text))
            }
            _ => "write `move p to q`: the piece on the cell moves".to_owned(),
        };
        let gap = self.end(head).to(self.start(place));
        Some(report.help(help).fix(format!("remove `{needless}`"), gap, " ", true))
    }

    /// Explains `remove man at a1`, `remove man from a1`.
    pub(super) fn explain_kind_to_remove(&self) -> Option<Diagnostic> {
        let cell = self.found().filter(|found| is_cell(found.text(self.text)))?;
        let joint = self.before().filter(|before| before.is_word_of(self.text, &["at", "from", "on"]))?;
        let head = self.statement_around().filter(|head| head.is_word_of(self.text, &["remove"]))?;
        let kind = self.text.get(head.end..joint.start)?.trim();
        let is_plain = !kind.is_empty() && kind.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ' '));
        let place = self.span(head).to(self.span(cell));
        let meant = format!("remove {}", cell.text(self.text));
        let written = self.text.get(head.start..cell.end)?;
        let report = self.report_span(place, format!("`{written}` is not a statement"));
        let report = report.help(format!("write `{meant}`: the piece on the cell is removed"));
        is_plain.then(|| report.fix(format!("write `{meant}`"), place, meant, false))
    }

    /// Explains `again if C`: the `if` is read as a statement of its own.
    pub(super) fn explain_again_if(&self) -> Option<Diagnostic> {
        // with a statement after the condition, `again` is a statement of its own
        let is_over = self.found().is_none_or(|found| {
            found.kind == TokenKind::Close || found.is(self.text, ";") || self.is_first_on_line(found)
        });
        if !is_over || !self.expects("`{`") {
            return None;
        }
        let near = (self.at.saturating_sub(12)..self.at).rev();
        let at = near.into_iter().find(|at| self.tokens.get(*at).is_some_and(|token| token.is(self.text, "if")))?;
        let (again, head) = (self.tokens.get(at.checked_sub(1)?)?, self.tokens.get(at)?);
        if !again.is(self.text, "again") || self.is_first_on_line(head) {
            return None;
        }
        let last = self.before()?;
        let condition = self.text.get(head.end..last.end)?.trim();
        let meant = format!("if {condition} {{ again }}");
        let report = self.report(head, "`if` cannot follow a statement");
        let place = self.span(again).to(self.span(last));
        Some(report.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), place, meant, true))
    }

    /// Explains `replace capture`, `remove piece king`, `add example`: an item of the base without its kind, or another keyword.
    pub(super) fn explain_item_without_its_kind(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        let names_item = |token: &Token| token.is_word_of(self.text, keywords::ITEMS);
        if let Some(replace) = self.before().filter(|before| before.is_word_of(self.text, &["replace", "without"]))
            && found.kind == TokenKind::Word
            && !self.is_keyword(found)
        {
            let (head, name) = (replace.text(self.text), found.text(self.text));
            let report = self.report(found, format!("missing kind of item after `{head}`"));
            return Some(report.help(format!("say what `{name}` is: `{head} action {name}`, `{head} def {name}`")));
        }
        if !self.expected.item || !self.is_first_on_line(found) || !self.after().is_some_and(names_item) {
            return None;
        }
        let word = found.text(self.text);
        match word {
            "remove" | "delete" | "drop" => {
                let report = self.report(found, format!("`{word}` is not an item"));
                let report = report.help("a variant removes an item of its base with `without`");
                Some(report.fix("write `without`", self.span(found), "without", true))
            }
            "add" | "new" | "extend" | "with" => {
                let report = self.report(found, format!("unknown keyword `{word}`"));
                let place = self.span(found).to(self.start(self.after()?));
                Some(report.help("remove it: an item is added without a word").fix("remove it", place, "", true))
            }
            _ => None,
        }
    }

    /// Explains `put Red stone at p`.
    pub(super) fn explain_owner_before_kind(&self) -> Option<Diagnostic> {
        let (player, kind) = (self.before()?, self.found()?);
        let is_player = player.text(self.text).starts_with(char::is_uppercase) && player.kind == TokenKind::Word;
        if !is_player || !(self.expected.operator || self.expects("`at`") || self.expects("`of`")) {
            return None;
        }
        let name = self.find_kind(kind.text(self.text))?;
        let meant = format!("{name} of {}", player.text(self.text));
        let place = self.span(player).to(self.span(kind));
        let report = self.report_span(place, "the player follows the kind, after `of`");
        Some(report.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), place, meant, true))
    }

    /// Returns whether the unexpected token is in a `setup` or a `position`.
    pub(super) fn is_in_layout(&self) -> bool {
        self.construct().is_some_and(|head| head.is_word_of(self.text, &["setup", "position"]))
    }

    /// Returns whether the unexpected word joins calls of one name, as in `rows(1) and rows(2)`.
    pub(super) fn joins_rows(&self) -> bool {
        let next = self.after().filter(|next| next.is_word_of(self.text, &["rows", "columns"]));
        let line = self.backward().take(6).find(|token| token.is_word_of(self.text, &["rows", "columns"]));
        next.zip(line).is_some_and(|(next, line)| line.text(self.text) == next.text(self.text))
            && self.before().is_some_and(|close| close.is(self.text, ")"))
    }

    /// Explains `for P in players: ..` and `every P: ..` in a setup.
    pub(super) fn explain_loop_in_setup(&self) -> Option<Diagnostic> {
        let is_loop = |token: &&Token| token.is_word_of(self.text, &["for", "every", "each", "foreach", "all"]);
        let is_first = |at: usize| {
            let before = at.checked_sub(1).and_then(|at| self.tokens.get(at));
            let opens = before.is_some_and(|before| self.is_any(before, &["{", ";"]));
            self.tokens.get(at).is_some_and(|token| opens || self.is_first_on_line(token))
        };
        let at = [Some(self.at), self.at.checked_sub(1)].into_iter().flatten().find(|at| is_first(*at))?;
        let head = self.tokens.get(at).filter(is_loop).filter(|_| self.is_in_layout())?;
        let report = self.report(head, "a setup has no loops");
        Some(report.help("write one placement for each player: `man of White at rows(1); man of Black at rows(8)`"))
    }

    /// Explains `for P in players { when C: P loses }` and `when C: { mover wins }` in `end`.
    pub(super) fn explain_braces_around_clause(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        let around_clause = found.is(self.text, "{")
            && self.after().is_some_and(|after| after.is(self.text, "when"))
            && ends_game(self.text, &self.tokens, self.at + 1);
        let open = if around_clause {
            self.at
        } else {
            // The braces may have been read as a set, so that the result seems to be missing after them.
            let is_after = self.before().is_some_and(|before| before.is(self.text, "}"));
            let close = if is_after { self.at - 1 } else { self.at };
            let last = self.tokens.get(close.checked_sub(1)?)?;
            let is_result = self.tokens.get(close).is_some_and(|close| close.is(self.text, "}"))
                && last.is_word_of(self.text, &["wins", "loses", "draw", "never"]);
            let open = self.tokens.get(..close)?.iter().rposition(|token| token.is(self.text, "{"))?;
            let is_meant = is_result && self.tokens.get(open.checked_sub(1)?)?.is(self.text, ":");
            Some(open).filter(|_| is_meant)?
        };
        let (first, last) = (self.tokens.get(open)?, self.closing(open)?);
        let next = self.tokens.get(open + 1)?;
        let end = self.tokens.iter().take_while(|token| token.end <= last.start).last()?;
        let remove = |span: Span| Edit { span, text: String::new() };
        let edits = vec![remove(self.span(first).to(self.start(next))), remove(self.end(end).to(self.span(last)))];
        let report = self.report(first, "a clause of `end` has no braces");
        let help = "write `when none(empty): draw`, or `for P in players when none(pieces of P): P loses`";
        Some(report.help(help).edits("remove the braces", edits, true))
    }
}
