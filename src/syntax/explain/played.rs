//! Lines of an example in other words: `play a3 to a2`, `play 1. a3 a4`, `result none`, `expect result White wins`.

use super::site::ErrorSite;
use crate::diagnostic::{Diagnostic, Edit};
use crate::syntax::lex::{Token, TokenKind};

impl ErrorSite<'_> {
    /// Explains `play a3 to a2`, `play from a3 to a2`, `legal a3 x a4`: the text of a move has no spaces.
    pub(super) fn explain_move_in_words(&self) -> Option<Diagnostic> {
        let moves = self.line_of_moves()?;
        let is_joint = |word: &Token| self.is_any(word, &["to", "->", "-", "x", "takes", "captures", "onto", "into"]);
        let near = moves.iter().any(|word| {
            (is_joint(word) || word.is(self.text, "from"))
                && word.start.abs_diff(self.before().map_or(0, |b| b.start)) < 40
        });
        if !near {
            return None;
        }
        let mut edits = Vec::new();
        let mut shown = None;
        for (at, word) in moves.iter().enumerate() {
            let (before, after) = (at.checked_sub(1).and_then(|at| moves.get(at)), moves.get(at + 1));
            if word.is(self.text, "from") {
                edits.push(Edit { span: self.span(word).to(self.start(after?)), text: String::new() });
            } else if let (Some(before), Some(after), true) = (before, after, is_joint(word)) {
                shown = shown.or(Some((before, after)));
                edits.push(Edit { span: self.end(before).to(self.start(after)), text: "-".to_owned() });
            }
        }
        let (from, to) = shown?;
        let place = self.span(from).to(self.span(to));
        let help =
            format!("write `{}-{}`, or as the `as` of the action says", from.text(self.text), to.text(self.text));
        let report = self.report_span(place, "the text of a move has no spaces").help(help);
        Some(report.edits("write `-`", edits, false))
    }

    /// Explains `legal b1 and c1`: words between two moves.
    pub(super) fn explain_joined_moves(&self) -> Option<Diagnostic> {
        const JOINTS: [&str; 5] = ["and", "or", "&", "then", "+"];
        let found = self.found().filter(|found| self.expects("`,`") && self.is_any(found, &JOINTS))?;
        let head = self.construct().filter(|head| head.is_word_of(self.text, &["play", "legal", "illegal"]))?;
        let after = self.after().filter(|after| !self.is_first_on_line(after) && after.kind != TokenKind::Close)?;
        let before = self.before()?;
        let word = found.text(self.text);
        let moves = self.text.get(head.start..before.end)?;
        let report = self.report(found, format!("expected `,`, found `{word}`"));
        let report = report.help(format!("write `{moves}, {}`", after.text(self.text)));
        let gap = self.end(before).to(self.span(found));
        Some(report.fix("write `,`", gap, ",", word != "or"))
    }

    /// Explains `play 1. a3 a4`, `play White: a3`, `play place a3`: a list of moves with numbers, players or actions.
    pub(super) fn explain_labeled_moves(&self) -> Option<Diagnostic> {
        let moves = self.line_of_moves()?;
        let is_number = |word: &str| word.ends_with('.') && word.starts_with(|first: char| first.is_ascii_digit());
        let is_player = |word: &str| {
            let names = self.player_names();
            names.iter().any(|name| word.strip_suffix(':').unwrap_or(word) == *name)
        };
        let has_binders = |word: &Token| {
            self.tokens.windows(4).any(|all| match all {
                [head, name, open, first] => {
                    head.is(self.text, "action")
                        && name.is(self.text, word.text(self.text))
                        && open.is(self.text, "(")
                        && !first.is(self.text, ")")
                }
                _ => false,
            })
        };
        let what = |at: usize, word: &Token| {
            let text = word.text(self.text);
            let touches = |next: &&Token| next.start == word.end;
            let next = moves.get(at + 1);
            if is_number(text)
                || word.kind == TokenKind::Number && next.filter(touches).is_some_and(|dot| dot.is(self.text, "."))
            {
                Some("number")
            } else if is_player(text) {
                Some("player")
            } else if has_binders(word) && next.is_some_and(|next| next.start > word.end && !next.is(self.text, ",")) {
                Some("action")
            } else {
                None
            }
        };
        let (label, first) = moves.iter().enumerate().find_map(|(at, word)| Some((what(at, word)?, word)))?;
        let last = moves.last()?;
        let written = self.text.get(moves.first()?.start..last.end)?;
        let words = written.split([',', ' ']).filter(|word| !word.is_empty());
        let kept: Vec<&str> = words
            .filter(|word| {
                let is_action = label == "action" && first.text(self.text) == *word;
                !is_number(word) && !is_player(word) && !is_action
            })
            .collect();
        let meant = kept.join(", ");
        let place = self.span(moves.first()?).to(self.span(last));
        let report = self.report(first, format!("a move is written without its {label}"));
        Some(report.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), place, meant, false))
    }

    /// Returns the tokens after the `play`, `legal` or `illegal` whose line has the unexpected token.
    fn line_of_moves(&self) -> Option<&[Token]> {
        let head = self
            .tokens
            .get(..self.at)?
            .iter()
            .rposition(|token| self.is_first_on_line(token) || token.is(self.text, ";"))?;
        let head = head + usize::from(self.tokens.get(head)?.is(self.text, ";"));
        let is_head = self.tokens.get(head)?.is_word_of(self.text, &["play", "legal", "illegal"]);
        let is_over = |token: &Token| self.is_first_on_line(token) || self.is_any(token, &[";", "}"]);
        let rest = self.tokens.get(head + 1..).filter(|_| is_head)?;
        let count = rest.iter().take_while(|token| !is_over(token)).count();
        rest.get(..count).filter(|moves| moves.iter().all(|word| word.kind != TokenKind::Text))
    }

    /// Explains `result none`, `result White is out`, `result White`, `expect result White wins`.
    pub(super) fn explain_result_of_example(&self) -> Option<Diagnostic> {
        let near = (self.at.saturating_sub(4)..=self.at).rev();
        let at = near.into_iter().find(|at| self.tokens.get(*at).is_some_and(|token| token.is(self.text, "result")))?;
        let head = self.tokens.get(at)?;
        let before = at.checked_sub(1).and_then(|at| self.tokens.get(at))?;
        let first = if before.is(self.text, "expect") { before } else { head };
        if first.start == head.start && !self.is_first_on_line(head) && !self.is_any(before, &["{", ";"]) {
            return None;
        }
        let rest = self.tokens.get(at + 1..)?;
        let is_word = |token: &&Token| token.kind == TokenKind::Word && !self.is_first_on_line(token);
        let words: Vec<&Token> = rest.iter().take_while(is_word).collect();
        let texts: Vec<&str> = words.iter().map(|word| word.text(self.text)).collect();
        let names = self.player_names();
        let is_player = |name: &str| names.contains(&name);
        let place = self.span(first).to(self.span(words.last()?));
        let written = self.text.get(first.start..words.last()?.end)?;
        let meant =
            match texts.as_slice() {
                [player] if is_player(player) => format!("result {player} wins"),
                ["win" | "won" | "winner" | "wins", player] => format!("result {player} wins"),
                [player, "win" | "won" | "wins"] | [player, "is", "the", "winner"] => format!("result {player} wins"),
                ["draw" | "tie" | "tied" | "drawn" | "stalemate" | "remis"] => "result draw".to_owned(),
                [player, "is" | "gets" | "has" | "was", ..] | [player, "out" | "eliminated"] if is_player(player) => {
                    match names.iter().filter(|name| *name != player).collect::<Vec<_>>().as_slice() {
                        [other] => format!("result {other} wins"),
                        _ => format!("expect {player} not in players"),
                    }
                }
                [
                    "none" | "nothing" | "not" | "no" | "ongoing" | "open" | "undecided" | "unfinished" | "continues"
                    | "playing",
                    ..,
                ] => {
                    let report = self.report_span(place, format!("`{written}` is not a result"));
                    let player = names.first().copied().unwrap_or("White");
                    return Some(report.help(format!(
                        "a `result` ends the game; if it goes on, say who is to move: `{player} to move`"
                    )));
                }
                _ => return None,
            };
        // What is right is not the mistake: the parser stopped at another line.
        if meant == crate::syntax::one_line(written) {
            return None;
        }
        let report = self.report_span(place, format!("`{written}` is not a line of an example"));
        Some(report.suggest(place, meant, false))
    }

    /// Explains `expect Black to move`, `expect legal a1`: a line of its own after `expect`.
    pub(super) fn explain_line_after_expect(&self) -> Option<Diagnostic> {
        let near = (self.at.saturating_sub(4)..self.at).rev();
        let at = near.into_iter().find(|at| self.tokens.get(*at).is_some_and(|token| token.is(self.text, "expect")))?;
        let head = self.tokens.get(at)?;
        let rest = self.tokens.get(at + 1..)?;
        let is_over = |token: &Token| self.is_first_on_line(token) || self.is_any(token, &[";", "}"]);
        let words = rest.get(..rest.iter().take_while(|token| !is_over(token)).count())?;
        let text = |tokens: &[Token]| self.text.get(tokens.first()?.start..tokens.last()?.end);
        let meant = match words {
            [player, to, r#move] if to.is(self.text, "to") && r#move.is(self.text, "move") => {
                format!("{} to move", player.text(self.text))
            }
            [check, moves @ ..] if check.is_word_of(self.text, &["legal", "illegal"]) && !moves.is_empty() => {
                format!("{} {}", check.text(self.text), text(moves)?)
            }
            [text, is, check] if is.is(self.text, "is") && check.is_word_of(self.text, &["legal", "illegal"]) => {
                format!("{} {}", check.text(self.text), text.text(self.text))
            }
            _ => return None,
        };
        let place = self.span(head).to(self.span(words.last()?));
        let report = self.report_span(place, "this is a line of its own, not a condition");
        Some(report.suggest(place, meant, true))
    }
}
