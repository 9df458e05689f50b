//! Results in other words or in the wrong place: winners in actions, `no moves`, words after `wins`.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

/// The help for a winner among the statements of an action.
pub(in crate::internals::syntax) const WINNER: &str =
    "say it in `end`, which is checked after every move: `end { when none(enemy): mover wins }`";

/// Words after a result that add nothing.
const FILLERS: &[&str] = &["the", "this", "game", "match", "round", "immediately", "now", "here", "at", "once"];

impl ErrorSite<'_> {
    /// Explains `mover wins`, `Blue loses` among statements: the player is read as a variable.
    pub(super) fn explain_winner_among_statements(&self) -> Option<Diagnostic> {
        let found =
            self.found().filter(|found| found.is_word_of(self.text, &["wins", "loses"]) && self.expects("`=`"))?;
        let player = self.before().filter(|before| before.kind == TokenKind::Word)?;
        let place = self.span(player).to(self.span(found));
        let result = format!("{} {}", player.text(self.text), found.text(self.text));
        let help = format!("say it in `end`, which is checked after every move: `end {{ when C: {result} }}`");
        Some(self.report_span(place, "an action cannot say who wins").help(help))
    }

    /// Explains `tie`, `win`, `White win`, `mover is the winner` as a result, and `else: draw`.
    pub(super) fn explain_result_in_other_words(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found()?);
        if before.is_word_of(self.text, &["else", "otherwise"]) && found.is(self.text, ":")
            || found.is_word_of(self.text, &["else", "otherwise"]) && self.expects("`when`")
        {
            let word = if found.is(self.text, ":") { before } else { found };
            let report = self.report(word, format!("`end` has no `{}`", word.text(self.text)));
            return Some(report.help(
                "its clauses are tested after every move, and play goes on if none holds; write a condition: `when none(empty): draw`",
            ));
        }
        if !self.expects("`wins`") || !self.construct()?.is(self.text, "when") {
            return None;
        }
        if let Some(report) = self.explain_nobody(before) {
            return Some(report);
        }
        let mut words = vec![before];
        words.extend(self.rest_of_line().iter().take_while(|token| token.kind == TokenKind::Word));
        if words.len() > 1 && before.is(self.text, "the") {
            words.remove(0);
        }
        let texts: Vec<&str> = words.iter().map(|word| word.text(self.text)).collect();
        if let (Some(word), true) = (self.back(2), before.is(self.text, "wins"))
            && word.is_word_of(self.text, &["most", "fewest"])
        {
            let word = word.text(self.text);
            let report = self.report(before, format!("missing what is counted after `{word}`"));
            return Some(report.help(format!("write `{word} pieces wins`")));
        }
        if let ["over" | "gameover", ..] = texts.as_slice() {
            let report = self.report(before, format!("`{}` is not a result", before.text(self.text)));
            return Some(report.help("say who wins: `draw`, `mover wins`, `next wins` or `most pieces wins`"));
        }
        if let ["other" | "others" | "remaining", .., "win"] = texts.as_slice() {
            let place = self.span(before).to(self.span(words.last()?));
            let written = self.text.get(before.start..words.last()?.end)?;
            let report = self.report_span(place, format!("`{written}` is not a result"));
            return Some(report.help("say who loses: `next loses` or `mover loses`"));
        }
        let (count, meant) = match texts.as_slice() {
            ["tie" | "tied" | "stalemate" | "remis" | "drawn", ..] => (1, "draw".to_owned()),
            ["win" | "victory" | "won", ..] => (1, "mover wins".to_owned()),
            ["lose" | "loss" | "defeat" | "lost", ..] => (1, "mover loses".to_owned()),
            ["highest" | "greatest" | "largest" | "biggest" | "more" | "higher" | "maximum" | "max", _, "wins", ..] => {
                (1, "most".to_owned())
            }
            ["lowest" | "least" | "smallest" | "fewer" | "less" | "lower" | "minimum" | "min", _, "wins", ..] => {
                (1, "fewest".to_owned())
            }
            ["current" | "active" | "moving" | "last", "player", verb @ ("wins" | "loses"), ..] => {
                (3, format!("mover {verb}"))
            }
            ["last", "player", "to", "move" | "play", verb @ ("wins" | "loses"), ..] => (5, format!("mover {verb}")),
            ["player", "to", "move" | "play", verb @ ("wins" | "loses"), ..] => (4, format!("next {verb}")),
            ["next", "player", verb @ ("wins" | "loses"), ..] => (3, format!("next {verb}")),
            ["first" | "second", "player", verb @ ("wins" | "loses"), ..] => {
                let at = usize::from(texts.first() == Some(&"second"));
                (3, format!("{} {verb}", self.player_names().get(at)?))
            }
            ["other" | "opposing", "player", verb @ ("wins" | "loses"), ..] if self.player_names().len() == 2 => {
                (3, format!("rival(mover) {verb}"))
            }
            ["no", "winner" | "winners" | "victor", ..] => (2, "draw".to_owned()),
            [
                "no" | "neither",
                "one" | "player" | "players" | "side" | "body",
                "win" | "wins" | "won" | "lose" | "loses" | "lost",
                ..,
            ] => (3, "draw".to_owned()),
            ["both", "players" | "sides", "win" | "wins" | "draw" | "lose" | "loses", ..] => (3, "draw".to_owned()),
            [
                "nobody" | "none" | "neither" | "noone" | "both" | "nothing",
                "win" | "won" | "wins" | "lose" | "lost",
                ..,
            ] => (2, "draw".to_owned()),
            ["winner", "is", player, ..] => (3, format!("{player} wins")),
            ["loser", "is", player, ..] => (3, format!("{player} loses")),
            ["player", "with", "the", "most" | "fewest", ..] => (3, String::new()),
            ["player", "with", "most" | "fewest", ..] => (2, String::new()),
            [player, "is", "the", "winner", ..] => (4, format!("{player} wins")),
            [player, "is", "the", "loser", ..] => (4, format!("{player} loses")),
            [player, "has", "won", ..] => (3, format!("{player} wins")),
            [player, "has", "lost", ..] => (3, format!("{player} loses")),
            [player, "win" | "won", ..] => (2, format!("{player} wins")),
            [player, "lose" | "loose" | "looses" | "lost", ..] => (2, format!("{player} loses")),
            _ => return None,
        };
        // `most pieces win`
        let counted = self.back(2).filter(|word| word.is_word_of(self.text, &["most", "fewest"]));
        let counted = counted.map_or(String::new(), |word| format!("{} ", word.text(self.text)));
        if meant == "mover loses"
            && let Some(report) = self.explain_loss_of_the_stuck(before)
        {
            return Some(report);
        }
        let last = words.get(count - 1)?;
        let place = self.span(before).to(self.span(last));
        let written = self.text.get(before.start..last.end)?;
        if meant.is_empty() {
            let report = self.report_span(place, format!("unexpected `{written}`")).help("write `most pieces wins`");
            let next = words.get(count)?;
            return Some(report.fix(format!("remove `{written}`"), place.to(self.start(next)), "", true));
        }
        let report = self.report_span(place, format!("`{written}` is not a result"));
        if matches!(meant.as_str(), "most" | "fewest") {
            let report = report.help(format!("write `{meant} {} wins`", texts.get(1)?));
            return Some(report.fix(format!("write `{meant}`"), place, meant, true));
        }
        let report = report.help(format!("write `{}`", format_args!("{counted}{meant}")));
        // without a loser, play may be meant to go on, and two winners are more than a draw
        let is_doubtful = meant == "draw" && (written.contains("lose") || written.contains("both"));
        let is_whole = (count > 1 || meant == "draw") && !is_doubtful;
        Some(report.fix(format!("write `{meant}`"), place, meant, is_whole))
    }

    /// Explains `when stuck(next): loses`, a result without its player.
    fn explain_nobody(&self, verb: &Token) -> Option<Diagnostic> {
        let colon = self.back(2).filter(|colon| colon.is(self.text, ":"))?;
        if !verb.is_word_of(self.text, &["wins", "loses"])
            || self.found().is_some_and(|found| self.is_any(found, &["wins", "loses"]))
        {
            return None;
        }
        let when = self.tokens.iter().position(|token| Some(token.start) == self.construct().map(|when| when.start))?;
        let end = self.at.checked_sub(2)?;
        let head = self.tokens.get(when.saturating_sub(4)..when)?;
        let loops = matches!(head, [each, _, joint, _] if each.is(self.text, "for") && joint.is(self.text, "in"));
        let whom = match self.tokens.get(when + 1..end)? {
            _ if loops => head.get(1),
            [stuck, open, whom, close]
                if stuck.is(self.text, "stuck") && open.is(self.text, "(") && close.is(self.text, ")") =>
            {
                Some(whom)
            }
            _ => None,
        };
        let verb_text = verb.text(self.text);
        let report = self.report(verb, format!("`{verb_text}` needs a player"));
        // a loop may mean the other player
        let Some(whom) = whom.filter(|_| verb_text == "loses" || loops) else {
            let example = if verb_text == "wins" { "mover wins" } else { "next loses" };
            return Some(report.help(format!("say who {verb_text}, for example `{example}`")));
        };
        let meant = format!("{} {verb_text}", whom.text(self.text));
        let gap = self.end(colon).to(self.span(verb));
        Some(report.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), gap, format!(" {meant}"), false))
    }

    /// Explains `mover wins the game`.
    pub(super) fn explain_words_after_result(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|_| self.expects("`when`") && !self.expected.item)?;
        let before =
            self.before().filter(|before| before.is_word_of(self.text, &["wins", "loses", "draw", "never"]))?;
        let line = self.rest_of_line();
        let is_filler = |at: usize| line.get(at).is_some_and(|token| token.is_word_of(self.text, FILLERS));
        let count = (0..line.len()).take_while(|at| is_filler(*at)).count();
        let last = line.get(count.checked_sub(1)?)?;
        let words = self.text.get(found.start..last.end)?;
        let word = before.text(self.text);
        let report =
            self.report_span(self.span(found).to(self.span(last)), format!("unexpected `{words}` after `{word}`"));
        let gap = self.end(before).to(self.span(last));
        Some(report.help(format!("write `{word}` alone")).fix(format!("remove `{words}`"), gap, "", true))
    }

    /// Explains `no moves`, `no legal moves`, `next cannot move`.
    pub(super) fn explain_no_moves(&self) -> Option<Diagnostic> {
        let near = (self.at.saturating_sub(3)..=self.at + 1).rev();
        let (at, first) = near
            .filter_map(|at| self.tokens.get(at).map(|token| (at, token)))
            .find(|(_, token)| token.is_word_of(self.text, &["no", "cannot", "cant"]))?;
        let rest = self.tokens.get(at + 1..)?;
        let words = ["legal", "possible", "valid", "available", "more", "move", "moves", "to", "left"];
        let count = rest.iter().take_while(|token| token.is_word_of(self.text, &words)).count();
        let all = rest.get(..count)?;
        let last = all.last()?;
        let after = rest.get(count);
        // `no move then C` is right
        let is_look =
            all.len() == 1 && last.is(self.text, "move") && after.is_some_and(|word| word.is(self.text, "then"));
        if is_look || !all.iter().any(|token| token.is_word_of(self.text, &["move", "moves"])) {
            return None;
        }
        // `next cannot move`, `mover has no moves`
        let previous = |by: usize| at.checked_sub(by).and_then(|at| self.tokens.get(at));
        let has = previous(1).filter(|token| token.is_word_of(self.text, &["has", "have"]));
        let player = previous(if has.is_some() { 2 } else { 1 });
        let player = player.filter(|token| {
            token.kind == TokenKind::Word && !self.is_keyword(token) && !token.is_word_of(self.text, &["has", "have"])
        });
        let start = player.or(has).unwrap_or(first);
        let written = self.text.get(start.start..last.end)?;
        let whom = player.map(|player| player.text(self.text));
        // the mover has just moved: whether he could move again says nothing
        let is_player = |name: &&str| name.starts_with(char::is_uppercase) || matches!(*name, "next" | "P");
        let whom = whom.filter(is_player).unwrap_or("next");
        let place = self.span(start).to(self.span(last));
        let report = self.report_span(place, format!("`{written}` is not a condition"));
        if !super::patterns::ends_game(self.text, &self.tokens, at) {
            let own = self.backward().find(|token| token.is(self.text, "action"));
            let other = self.tokens.windows(2).find_map(|pair| match pair {
                [head, name] if head.is(self.text, "action") && own.is_some_and(|own| own.start != head.start) => {
                    Some(name.text(self.text))
                }
                _ => None,
            });
            let help = format!("name the action that is not possible: `not possible({})`", other.unwrap_or("move"));
            return Some(report.help(help));
        }
        let lacks_when = previous(1).is_some_and(|open| open.is(self.text, "{"));
        let meant = format!("{}stuck({whom})", if lacks_when { "when " } else { "" });
        let report = report.help(format!("to test whether a player has no move, write `{meant}`"));
        Some(report.fix(format!("write `{meant}`"), place, meant, false))
    }

    /// Explains `let x: int = 0` outside of an action: a value or a variable.
    pub(super) fn explain_value_of_another_language(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.expected.item && self.is_first_on_line(found))?;
        let word = found.text(self.text);
        let name = self.after().filter(|after| after.kind == TokenKind::Word)?;
        if !matches!(
            word,
            "let" | "const" | "int" | "bool" | "variable" | "define" | "mut" | "final" | "state" | "global"
        ) {
            return None;
        }
        let uses = self.tokens.windows(2).filter(|pair| {
            pair.first().is_some_and(|first| first.is(self.text, name.text(self.text)) && first.start > name.start)
                && pair.last().is_some_and(|sign| self.is_any(sign, &["=", "+=", "-="]))
        });
        let meant = if uses.count() > 0 { "var" } else { "def" };
        let what = format!("`{word}` cannot declare a value outside of an action");
        let report = self.report(found, what).help("write `var` if it changes during play, `def` if it does not");
        Some(report.fix(format!("write `{meant}`"), self.span(found), meant, false))
    }

    /// Explains a statement in `end`: `when C: remove p`.
    pub(super) fn explain_statement_as_result(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is_word_of(self.text, keywords::STATEMENTS))?;
        let is_result = self.before().is_some_and(|before| before.is(self.text, ":"))
            && self.construct().is_some_and(|head| head.is(self.text, "when"));
        let is_clause = is_result && !self.expected.statement && !self.expected.item;
        is_clause.then(|| {
            let report = self.report(found, format!("`{}` cannot be a result", found.text(self.text)));
            report.help(
                "a clause of `end` only says who wins: `when none(enemy): mover wins`; changes belong in an action",
            )
        })
    }
}
