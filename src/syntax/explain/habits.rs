//! Habits from other languages and from English: blocks with a colon, `then` among statements, players by number, statements
//! in other words.

use super::misplaced::BRACES;
use super::patterns::{indentation, pattern};
use super::site::ErrorSite;
use crate::diagnostic::{Diagnostic, Edit};
use crate::suggest;
use crate::syntax::keywords::{self, is_cell};
use crate::syntax::lex::{Token, TokenKind};

impl ErrorSite<'_> {
    /// Returns where a token's line ends, or the block around it, without its comment.
    fn line_end(&self, token: &Token) -> usize {
        let mut end = token.end;
        let mut depth = 0usize;
        for token in self.tokens.iter().filter(|other| other.start >= token.start) {
            if depth == 0 && token.kind == TokenKind::Close {
                break;
            }
            depth = token.depth_after(depth);
            if self.text.get(end..token.start).is_some_and(|gap| gap.contains('\n')) {
                break;
            }
            end = token.end;
        }
        end
    }

    /// Explains `if C then x = 1`, `if C:` and an indented line: an `if` or a loop among statements without its braces.
    pub(super) fn explain_block_without_braces(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.is_any(found, &["then", ":"]))?;
        let heads = ["if", "for", "while", "choose", "else"];
        let word = self.backward().take(40).find(|token| token.is_word_of(self.text, &heads))?.text(self.text);
        if !self.expects("`{`") || self.expected.item {
            return None;
        }
        let next = self.after()?;
        if next.is(self.text, "{") {
            let sign = found.text(self.text);
            let gap = self.end(self.before()?).to(self.span(found));
            let report = self.report(found, format!("expected `{{`, found `{sign}`"));
            return Some(report.help(format!("write `{word} .. {{ .. }}`")).fix(
                format!("remove `{sign}`"),
                gap,
                "",
                true,
            ));
        }
        let own_line = self.is_first_on_line(next);
        let end = if own_line { self.indented_end(found)? } else { self.line_end(next) };
        let inside = self.text.get(found.end..end)?;
        let sign = found.text(self.text);
        let open = if sign == ":" { " {" } else { "{" };
        let close = if own_line { format!("\n{}}}", indentation(self.text, found)) } else { " }".to_owned() };
        let edits = vec![self.replace(found, open), self.insert_at(end, close)];
        let is_one = || self.statement_end(self.at + 1).is_some_and(|after| self.ends_line(after));
        let safe = !inside.contains("else") && !inside.contains('}') && (own_line || is_one());
        let inside = inside.trim();
        let inside = if inside.contains('\n') || inside.len() > 40 { ".." } else { inside };
        Some(
            self.report(found, format!("expected `{{`, found `{sign}`"))
                .help(format!("write `{word} .. {{ {inside} }}`"))
                .edits("put braces around the statements", edits, safe),
        )
    }

    /// Returns where the lines end that are indented deeper than that of a token.
    fn indented_end(&self, token: &Token) -> Option<usize> {
        let margin = indentation(self.text, token).len();
        let rest = self.tokens.iter().filter(|other| other.start >= token.end);
        let is_inside = |other: &&Token| !self.is_first_on_line(other) || indentation(self.text, other).len() > margin;
        rest.take_while(is_inside).last().map(|last| last.end)
    }

    /// Explains `def f(p: cell) { return E }`.
    pub(super) fn explain_def_with_braces(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is(self.text, "{") && self.expects("`=`"))?;
        self.construct().filter(|head| head.is(self.text, "def"))?;
        let report = self
            .report(found, "the value of a `def` needs `=`, not braces")
            .help("write `def f(p: cell) = E`; use an `effect` for statements");
        let Some(close) = self.closing(self.at) else { return Some(report) };
        let first = self.after().filter(|after| after.is(self.text, "return")).unwrap_or(found);
        let last = self.tokens.iter().rev().find(|token| token.end <= close.start).unwrap_or(close);
        let gap = if last.end <= close.start { self.end(last) } else { self.start(close) };
        let edits = vec![
            Edit { span: self.span(found).to(self.span(first)), text: "=".to_owned() },
            Edit { span: gap.to(self.span(close)), text: String::new() },
        ];
        Some(report.edits("write it after `=`", edits, false))
    }

    /// Returns the names of the players that the file lists.
    pub(super) fn player_names(&self) -> Vec<&str> {
        let is_head = |token: &Token| token.is(self.text, "players") && self.is_first_on_line(token);
        let Some(at) = self.tokens.iter().position(is_head) else { return Vec::new() };
        let listed = self.tokens.iter().skip(at + 1).take_while(|token| !self.is_first_on_line(token));
        let is_name = |token: &&Token| {
            let before = self.tokens.iter().rev().find(|other| other.end <= token.start);
            token.kind == TokenKind::Word
                && !token.is(self.text, "going")
                && !before.is_some_and(|before| before.is(self.text, "going"))
        };
        listed.filter(is_name).map(|token| token.text(self.text)).collect()
    }

    /// Explains `player 1 wins`.
    pub(super) fn explain_player_number(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found().filter(|found| found.kind == TokenKind::Number)?);
        if !before.text(self.text).eq_ignore_ascii_case("player") {
            return None;
        }
        let names = self.player_names();
        if names.is_empty() {
            return None;
        }
        let span = self.span(before).to(self.span(found));
        let report = self.report_span(span, "players have names, not numbers");
        let number = found.text(self.text).parse::<usize>().ok()?;
        Some(match number.checked_sub(1).and_then(|n| names.get(n)) {
            Some(name) => report.suggest(span, *name, true),
            None => report.help(format!("the players are {}", suggest::listed(&names))),
        })
    }

    /// Explains `place a mark at p`: a statement in other words.
    pub(super) fn explain_foreign_statement(&self) -> Option<Diagnostic> {
        let at = self.statement_start()?;
        let first = self.tokens.get(at)?;
        let word = first.text(self.text);
        let meant = keywords::translate_statement(word)?;
        let is_block = |next: &&Token| meant == "while" && next.is(self.text, "{");
        let next = self.tokens.get(at + 1).filter(|next| next.kind == TokenKind::Word || is_block(next))?;
        if self.is_first_on_line(next) {
            return None;
        }
        let mut edits = vec![self.replace(first, meant)];
        if next.is_word_of(self.text, &["a", "an", "the"])
            && let Some(noun) = self.tokens.get(at + 2)
        {
            edits.push(Edit { span: self.span(next).to(self.start(noun)), text: String::new() });
        }
        let pattern = pattern(meant).map(|pattern| format!(": `{pattern}`")).unwrap_or_default();
        let report = self.report(first, format!("`{word}` is not a statement"));
        Some(report.help(format!("use `{meant}`{pattern}")).edits(format!("write `{meant}`"), edits, false))
    }

    /// Returns where the statement begins whose tokens are unexpected, if it consists of words.
    fn statement_start(&self) -> Option<usize> {
        for at in (0..self.at).rev().take(6) {
            let token = self.tokens.get(at).filter(|token| token.kind == TokenKind::Word)?;
            let before = at.checked_sub(1).and_then(|at| self.tokens.get(at))?;
            if self.is_any(before, &["do", "{", "}", ";"]) || self.is_first_on_line(token) {
                return Some(at);
            }
        }
        None
    }

    /// Explains `and`, `or` between sets, such as those of binders.
    pub(super) fn explain_word_between_sets(&self) -> Option<Diagnostic> {
        let found =
            self.found().filter(|found| self.expected.operator && self.is_any(found, &["and", "or", "&&", "||"]))?;
        let word = found.text(self.text);
        if let "&&" | "||" = word {
            let report = self.report(found, format!("unknown operator `{word}`"));
            return Some(report.suggest(self.span(found), &word[..1], true));
        }
        if let Some(cells) = self.explain_two_cells(found).filter(|_| word == "and") {
            return Some(cells);
        }
        if self.is_in_layout() || self.joins_rows() || word == "and" && self.is_place_of_statement() {
            let report = self.report(found, format!("`{word}` joins conditions, not sets"));
            let report = report.help("write `|` for the elements of both");
            let safe = word == "or" || !self.is_place_of_statement();
            return Some(report.fix("write `|`", self.span(found), "|", safe));
        }
        let (sign, what) = if word == "and" { ("&", "both sets") } else { ("|", "either set") };
        // `own and empty` may also mean the cells of both: `|`
        let safe = word == "or";
        Some(
            self.report(found, format!("`{word}` joins conditions, not sets"))
                .help(format!("write `{sign}` for the elements in {what}"))
                .fix(format!("write `{sign}`"), self.span(found), sign, safe),
        )
    }

    /// Returns whether the unexpected token follows the place of a `remove` or a `put`, which both places are meant for.
    fn is_place_of_statement(&self) -> bool {
        let Some(head) = self.statement_around() else { return false };
        let mut inside = self.backward().take_while(|token| token.start > head.start);
        head.is(self.text, "remove") || head.is(self.text, "put") && inside.any(|token| token.is(self.text, "at"))
    }

    /// Explains `a1 and b1`: two cells, which need braces.
    fn explain_two_cells(&self, and: &Token) -> Option<Diagnostic> {
        let cell = |token: &&Token| token.kind == TokenKind::Word && is_cell(token.text(self.text));
        let (first, second) = (self.before().filter(cell)?, self.after().filter(cell)?);
        let span = self.span(first).to(self.span(second));
        let cells = format!("{{{} {}}}", first.text(self.text), second.text(self.text));
        let has_more = self.tokens.get(self.at + 2).is_some_and(|token| token.is_word_of(self.text, &["and", "or"]));
        let report = self.report(and, "several cells need braces").help(format!("write `{cells}`"));
        Some(report.fix("put braces around the cells", span, cells, !has_more))
    }

    /// Explains a statement of an action without its `do`.
    pub(super) fn explain_missing_do(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.expected.clause && self.is_first_on_line(found))?;
        let heads = ["do", "action", "end", "effect"];
        let head = self.backward().find(|token| token.is_word_of(self.text, &heads))?;
        (found.is_word_of(self.text, keywords::STATEMENTS) && head.is(self.text, "action")).then(|| {
            let help = format!("write `do {} ..`", found.text(self.text));
            let report = self.report(found, "missing `do` before the action's effect").help(help);
            report.fix("write `do` before it", self.start(found), "do ", true)
        })
    }

    /// Explains `none(empty): draw` in `end`.
    pub(super) fn explain_missing_when_in_end(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| matches!(found.kind, TokenKind::Word | TokenKind::Open))?;
        (self.expects("`when`") && !self.expected.item && !self.is_keyword(found)).then(|| {
            self.report(found, "missing `when` before the condition").help("for example: `when none(empty): draw`").fix(
                "write `when` before it",
                self.start(found),
                "when ",
                true,
            )
        })
    }

    /// Explains `when none(empty) draw`.
    pub(super) fn explain_missing_colon(&self) -> Option<Diagnostic> {
        // `when C then draw`, `when C, draw`
        let sign = self.found().filter(|found| self.is_any(found, &["then", ",", "do", "=", ";", "{"]));
        let next = |by: usize, words: &[&str]| {
            self.tokens.get(self.at + by).is_some_and(|token| token.is_word_of(self.text, words))
        };
        let ends_game = self.construct().is_some_and(|head| head.is(self.text, "when"));
        let follows = next(1, &["draw", "never", "most", "fewest"]) || next(2, &["wins", "loses"]);
        if let Some(sign) = sign.filter(|_| self.expects("`:`") && ends_game && follows) {
            let gap = self.end(self.before()?).to(self.span(sign));
            let mut edits = vec![Edit { span: gap, text: ":".to_owned() }];
            if sign.kind == TokenKind::Open {
                let close = self.closing(self.at).filter(|close| close.start > sign.end)?;
                let last = self.tokens.iter().take_while(|token| token.end <= close.start).last()?;
                edits.push(Edit { span: self.end(last).to(self.span(close)), text: String::new() });
            }
            let report = self.report(sign, format!("expected `:`, found `{}`", sign.text(self.text)));
            return Some(report.help("for example: `when none(empty): draw`").edits("write `:`", edits, true));
        }
        // `when C => mover wins`: the player was read as a part of the condition
        let arrow = self.back(2).filter(|arrow| self.is_any(arrow, &["=>", "="]));
        let is_late = self.found().is_some_and(|found| found.is_word_of(self.text, &["wins", "loses"]))
            || self.before().is_some_and(|before| before.is_word_of(self.text, &["draw", "never"]));
        if let Some(arrow) = arrow.filter(|_| self.expects("`:`") && ends_game && is_late) {
            let condition = self.tokens.iter().take_while(|token| token.end <= arrow.start).last()?;
            let gap = self.end(condition).to(self.span(arrow));
            let report = self.report(arrow, format!("expected `:`, found `{}`", arrow.text(self.text)));
            return Some(report.help("for example: `when none(empty): draw`").fix("write `:`", gap, ":", true));
        }
        let is_result = self.expects("`:`") && self.result_follows();
        let (before, found) = (self.before()?, self.found().filter(|_| is_result)?);
        Some(
            self.report(found, "missing `:` between the condition and the result")
                .help("for example: `when none(empty): draw`")
                .fix("write `:` before it", self.end(before), ":", true),
        )
    }

    /// Explains `play a2 a1 b2`, `players White Black`.
    pub(super) fn explain_list_without_commas(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found()?);
        let head = self.construct()?.text(self.text);
        if !self.expects("`,`")
            || self.is_first_on_line(found)
            || !matches!(found.kind, TokenKind::Word | TokenKind::Number | TokenKind::Bare)
            || self.is_keyword(found)
            || [before, found].iter().any(|token| token.is(self.text, "going"))
            || !suggest::nearest(found.text(self.text), ["going"]).is_empty()
        {
            return None;
        }
        let mut next = found.text(self.text);
        // a word that ends with another sign may be more than a move
        let ends_plainly = |word: &str| word.ends_with(|last: char| last.is_alphanumeric());
        let mut is_plain = true;
        let (what, edits) = match head {
            "players" => {
                // a word that is written differently may be something else than a player
                let is_capital = |token: &Token| token.text(self.text).starts_with(char::is_uppercase);
                is_plain = is_capital(before) == is_capital(found);
                ("players", vec![self.insert_after(before, ",")])
            }
            "play" | "legal" | "illegal" => {
                let line = self.text.get(before.end..).and_then(|rest| rest.split(['\n', ';', '}', '"']).next())?;
                let line = line.split("//").next().unwrap_or("");
                next = line.split_whitespace().next().unwrap_or(next);
                let mut edits = Vec::new();
                let mut end = 0;
                let words: Vec<&str> = line.split_whitespace().collect();
                // The next line of the example may follow: `play a1 b1  White to move`.
                let begins = |at: usize| {
                    words.get(at).is_some_and(|word| keywords::CHECKS.contains(word))
                        || words.get(at + 1..at + 3) == Some(&["to", "move"])
                };
                let count = (0..words.len()).find(|at| begins(*at)).unwrap_or(words.len());
                for word in words.iter().take(count) {
                    let at = end + line.get(end..)?.find(word)?;
                    is_plain &= ends_plainly(word.trim_end_matches(','));
                    let gap = line.get(..at)?.trim_end();
                    if !gap.ends_with(',') {
                        edits.push(self.insert_at(before.end + gap.len(), ","));
                    }
                    end = at + word.len();
                }
                is_plain &= ends_plainly(before.text(self.text));
                ("moves", edits)
            }
            _ => return None,
        };
        let help = format!("write `{head} {}, {next}`", before.text(self.text));
        let report = self.report(found, format!("missing comma between two {what}")).help(help);
        Some(report.edits("insert the missing commas", edits, is_plain))
    }

    /// Explains a statement after `if C` or `else` that has no braces.
    pub(super) fn explain_statement_without_braces(&self) -> Option<Diagnostic> {
        let found =
            self.found().filter(|found| found.kind == TokenKind::Word && self.expects("`{`") && !self.expected.item)?;
        let line = self.backward().take_while(|token| !token.is(self.text, ";"));
        let heads = ["if", "for", "while", "else", "do"];
        let head = line.take(40).find(|token| token.is_word_of(self.text, &heads))?;
        if head.is(self.text, "do") || self.is_first_on_line(found) {
            return None;
        }
        let end = self.statement_end(self.at);
        let after = end.unwrap_or_else(|| self.at + self.count_inside_line());
        let last = self.tokens.get(after.checked_sub(1)?)?;
        let mut edits = vec![self.insert_before(found, "{ ")];
        // a brace that closes nothing in this item is the one of this statement
        let is_closed = self.has_extra_brace();
        if !is_closed {
            edits.push(self.insert_after(last, " }"));
        }
        // more on the line may be meant to belong to the statement
        let next = self.tokens.get(after);
        let safe = is_closed
            || end.is_some() && (self.ends_line(after) || next.is_some_and(|next| next.is(self.text, "else")));
        let report = self.report(found, format!("expected `{{`, found `{}`", found.text(self.text))).help(BRACES);
        Some(report.edits("put braces around the statement", edits, safe))
    }

    /// Returns how many tokens from the unexpected one on are on its line and in the same brackets, up to a `;` or an `else`.
    fn count_inside_line(&self) -> usize {
        let mut depth = 0usize;
        let inside = self.rest_of_line().iter().take_while(|token| {
            if depth == 0 && token.kind == TokenKind::Close {
                return false;
            }
            depth = token.depth_after(depth);
            depth > 0 || !self.is_any(token, &["else", ";"])
        });
        inside.count()
    }

    /// Returns whether the item has more closing braces than opening ones.
    fn has_extra_brace(&self) -> bool {
        let before = self.tokens.get(..self.at).unwrap_or(&[]).iter().rposition(|token| token.is_head(self.text));
        let item = self.tokens.get(before.unwrap_or(0)..).unwrap_or(&[]).iter().enumerate();
        let item = item.take_while(|(at, token)| *at == 0 || !token.is_head(self.text)).map(|(_, token)| token);
        let count = |sign: &str| item.clone().filter(|token| token.is(self.text, sign)).count();
        count("}") > count("{")
    }
}
