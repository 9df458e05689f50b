//! Local names, types and quantifiers of other languages: `def f = let x = 2 in E`, `let x: int = 3`, `p: set of cells`, `exists q in own:
//! C`, `to move: White`; and locals without a value.

use super::site::ErrorSite;
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::source::{SourceId, Span};
use crate::syntax::lex::{Token, TokenKind};
use crate::types::Type;

impl ErrorSite<'_> {
    /// Explains `where let x = 2`, `where { x = 2 }`, `with x = 2` after the value of a `def`.
    pub(super) fn explain_where_in_other_words(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        self.construct().filter(|head| head.is_word_of(self.text, &["def", "let"]))?;
        let is_where = self.before().is_some_and(|before| before.is(self.text, "where"));
        let named = |at: usize| {
            let (name, sign) = (self.tokens.get(at), self.tokens.get(at + 1));
            let name = name.filter(|name| name.kind == TokenKind::Word && !self.is_keyword(name))?;
            sign.filter(|sign| sign.is(self.text, "=")).map(|_| name.text(self.text))
        };
        if is_where && found.is_word_of(self.text, &["let", "var", "const"]) {
            let help = format!("write `where {} = ..`", named(self.at + 1)?);
            let report = self.report(found, format!("unexpected `{}` after `where`", found.text(self.text)));
            let place = self.span(found).to(self.start(self.after()?));
            return Some(report.help(help).fix("remove it", place, "", true));
        }
        if is_where && found.is(self.text, "{") {
            let close = self.closing(self.at)?;
            let help = format!("write `where {} = ..`, with a comma before the next name", named(self.at + 1)?);
            let edits = vec![self.replace(found, ""), self.replace(close, "")];
            let report = self.report(found, "unexpected braces after `where`");
            return Some(report.help(help).edits("remove the braces", edits, true));
        }
        let is_word = found.is_word_of(self.text, &["with", "given", "using", "let"]) && self.expected.operator;
        let name = named(self.at + 1).filter(|_| is_word)?;
        let report = self.report(found, format!("a `def` names values after `where`, not `{}`", found.text(self.text)));
        Some(report.help(format!("write `where {name} = ..`")).fix("write `where`", self.span(found), "where", true))
    }

    /// Explains `let x: int = 3`, `let mut x = 3` in an action.
    pub(super) fn explain_typed_local(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        let back = |by: usize, word: &str| self.back(by).filter(|token| token.is(self.text, word));
        if let (Some(head), Some(name)) = (back(2, "let"), self.before())
            && name.is_word_of(self.text, &["mut", "mutable"])
            && found.kind == TokenKind::Word
        {
            let (place, name) = (self.span(head).to(self.span(name)), found.text(self.text));
            let report = self.report_span(place, "a local that changes is a `var`");
            return Some(report.help(format!("write `var {name} = ..`")).fix("write `var`", place, "var", true));
        }
        let (name, _) = (self.before()?, back(2, "let").filter(|_| found.is(self.text, ":"))?);
        let ty = self.after().filter(|ty| Type::of_word(ty.text(self.text)).is_some())?;
        let place = self.span(found).to(self.span(ty));
        let report = self.report_span(place, "a `let` has no type: it is that of its value");
        Some(report.help(format!("write `let {} = ..`", name.text(self.text))).fix("remove the type", place, "", true))
    }

    /// Explains `var last: dir` in a `do`, without a value.
    pub(super) fn explain_local_without_value(&self) -> Option<Diagnostic> {
        let ends_var = |found: &Token| self.is_first_on_line(found) || self.is_any(found, &["}", ";"]);
        self.found().filter(|found| self.expects("`=`") && ends_var(found))?;
        let [head, name, colon, ty] = self.tokens.get(self.at.checked_sub(4)?..self.at)? else { return None };
        let meant =
            Type::of_word(ty.text(self.text)).filter(|_| head.is(self.text, "var") && colon.is(self.text, ":"))?;
        let value = match meant {
            Type::Int => "0",
            Type::Bool => "false",
            Type::Cell => "off",
            ty if ty.is_set() => "{}",
            _ => "nothing",
        };
        let declared = format!("var {}: {} = {value}", name.text(self.text), ty.text(self.text));
        let report = self.report_span(self.span(head).to(self.span(ty)), "a local needs a value");
        let end = Span::new(self.id, ty.end, ty.end);
        Some(report.help(format!("write `{declared}`")).fix("give it a value", end, format!(" = {value}"), false))
    }

    /// Explains `p: set of cells`, `p: list<cell>` among parameters.
    pub(super) fn explain_set_as_type(&self) -> Option<Diagnostic> {
        const SETS: &[&str] = &["set", "list", "array", "sequence", "collection"];
        let near = (self.at.saturating_sub(3)..=self.at).rev();
        let at =
            near.into_iter().find(|at| self.tokens.get(*at).is_some_and(|token| token.is_word_of(self.text, SETS)))?;
        let [colon, set, of, element, close, ..] = self.tokens.get(at.checked_sub(1)?..)? else { return None };
        let has_type = colon.is(self.text, ":") && self.is_any(of, &["of", "<", "["]);
        let head = self.backward().find(|token| token.is_head(self.text));
        head.filter(|head| has_type && head.is_word_of(self.text, &["def", "effect"]))?;
        let word = element.text(self.text);
        let ty = Type::of_word(word).or_else(|| Type::of_word(word.strip_suffix('s')?))?.set()?;
        let last = if of.is(self.text, "of") { element } else { close };
        let place = self.span(set).to(self.span(last));
        let written = self.text.get(set.start..last.end)?;
        let report = self.report_span(place, format!("`{written}` is not a type"));
        Some(report.suggest(place, ty.word(), set.is(self.text, "set")))
    }

    /// Explains `again()`, `return()`.
    pub(super) fn explain_call_of_statement(&self) -> Option<Diagnostic> {
        let open = self.found().filter(|open| open.is(self.text, "("))?;
        let word = self.before().filter(|word| word.is_word_of(self.text, &["again", "return"]))?;
        let close = self.after().filter(|close| close.is(self.text, ")"))?;
        let place = self.span(open).to(self.span(close));
        let word = word.text(self.text);
        let report = self.report_span(place, format!("unexpected parentheses after `{word}`"));
        Some(report.help(format!("write `{word}`")).fix("remove them", place, "", true))
    }

    /// Explains `to move: White`, `turn: White` in an example.
    pub(super) fn explain_turn_of_example(&self) -> Option<Diagnostic> {
        let at = (self.at.saturating_sub(2)..=self.at).find(|at| {
            let Some([first, second, ..]) = self.tokens.get(*at..) else { return false };
            let heads = first.is(self.text, "to") && second.is(self.text, "move")
                || first.is_word_of(self.text, &["turn", "mover", "player", "to_move"])
                    && self.is_any(second, &[":", "="]);
            heads
                && (self.is_first_on_line(first)
                    || at
                        .checked_sub(1)
                        .is_some_and(|at| self.tokens.get(at).is_some_and(|before| self.is_any(before, &["{", ";"]))))
        })?;
        let rest = self.tokens.get(at..)?;
        let names = self.player_names();
        let player = rest.iter().take(4).position(|token| names.iter().any(|name| token.is(self.text, name)))?;
        let between = rest.get(1..player)?;
        if !between.iter().all(|token| self.is_any(token, &["move", ":", "=", "is"]))
            || self.is_first_on_line(rest.get(player)?)
        {
            return None;
        }
        let place = self.span(rest.first()?).to(self.span(rest.get(player)?));
        let written = self.text.get(rest.first()?.start..rest.get(player)?.end)?;
        let report = self.report_span(place, format!("`{written}` is not a line of an example"));
        Some(report.suggest(place, format!("{} to move", rest.get(player)?.text(self.text)), true))
    }

    /// Explains `exists q in own: C`, `forall q in own: C`.
    pub(super) fn explain_quantifier(&self) -> Option<Diagnostic> {
        let near = (self.at.saturating_sub(3)..=self.at).rev();
        let (at, meant, count) = near.into_iter().find_map(|at| {
            let words = |by: usize, all: &[&str]| {
                self.tokens.get(at + by).is_some_and(|token| token.is_word_of(self.text, all))
            };
            let (meant, count) = if words(0, &["exists", "exist"]) {
                ("some", 1)
            } else if words(0, &["forall"]) {
                ("every", 1)
            } else if words(0, &["for"]) && words(1, &["all", "every"]) {
                ("every", 2)
            } else {
                return None;
            };
            Some((at, meant, count))
        })?;
        let before = self.tokens.get(at.checked_sub(1)?)?;
        let is_condition =
            before.is_word_of(self.text, &["when", "if", "and", "or", "not", "ensure", "expect", "while"]);
        let [name, joint, ..] = self.tokens.get(at + count..)? else { return None };
        let colon = self.value_end(at + count + 2).filter(|_| is_condition && joint.is(self.text, "in"))?;
        self.tokens.get(colon).filter(|colon| self.is_any(colon, &[":", ","]))?;
        let end = self.value_end(colon + 1)?;
        let text = |from: usize, to: usize| self.text.get(self.tokens.get(from)?.start..self.tokens.get(to - 1)?.end);
        let meant =
            format!("{meant}({} in {}: {})", name.text(self.text), text(at + count + 2, colon)?, text(colon + 1, end)?);
        let place = self.span(self.tokens.get(at)?).to(self.span(self.tokens.get(end - 1)?));
        let written = self.text.get(self.tokens.get(at)?.start..name.start)?.trim();
        let report = self.report_span(place, format!("`{written}` is not an operator"));
        Some(report.suggest(place, meant, false))
    }

    /// Explains `sum(P in players, q in own: row(q))`: one generator with two sets.
    pub(super) fn explain_two_sets(&self) -> Option<Diagnostic> {
        let colon = self.found().filter(|colon| colon.is(self.text, ":"))?;
        let open = self.tokens.get(..self.at)?.iter().rposition(|token| token.kind == TokenKind::Open)?;
        let word = self.tokens.get(open.checked_sub(1)?)?;
        let inside = self.tokens.get(open + 1..self.at)?;
        let comma = inside.iter().rposition(|token| token.is(self.text, ","))?;
        let (first, second) = (inside.get(..comma)?, inside.get(comma + 1..)?);
        let is_generator =
            |tokens: &[Token]| tokens.len() > 2 && tokens.get(1).is_some_and(|joint| joint.is(self.text, "in"));
        let outer = match word.text(self.text) {
            "count" => "sum",
            word @ ("sum" | "some" | "every" | "union" | "max" | "min") => word,
            _ => return None,
        };
        if !is_generator(first) || !is_generator(second) {
            return None;
        }
        let close = self.closing(open)?;
        let text = |tokens: &[Token]| self.text.get(tokens.first()?.start..tokens.last()?.end);
        let body = self.text.get(colon.end..close.start)?.trim();
        let meant = format!("{outer}({}: {}({}: {body}))", text(first)?, word.text(self.text), text(second)?);
        let place = self.span(word).to(self.span(close));
        let report = self.report_span(place, format!("`{}` goes through one set", word.text(self.text)));
        Some(report.suggest(place, meant, false))
    }

    /// Explains `(mover + 1) % 3`: the next player as a number.
    pub(super) fn explain_player_as_number(&self) -> Option<Diagnostic> {
        self.found().filter(|found| self.is_any(found, &["%", "mod"]))?;
        let [open, player, plus, one, close] = self.tokens.get(self.at.checked_sub(5)?..self.at)? else { return None };
        let is_sum = open.is(self.text, "(")
            && close.is(self.text, ")")
            && plus.is(self.text, "+")
            && one.text(self.text) == "1";
        let is_player =
            player.is_word_of(self.text, &["mover", "next"]) || self.player_names().contains(&player.text(self.text));
        let number = self.after().filter(|_| is_sum && is_player)?;
        let place = self.span(open).to(self.span(number));
        let meant = format!("after({})", player.text(self.text));
        let report = self.report_span(place, "players are not numbers");
        Some(report.help(format!("for the player who comes next, write `{meant}`")).fix(
            format!("write `{meant}`"),
            place,
            meant,
            false,
        ))
    }

    /// Explains `always none(own)`: the name is missing; and `param mode: fast | slow`: the value is missing.
    pub(super) fn explain_incomplete_declaration(&self) -> Option<Diagnostic> {
        let (before, head) = (self.before()?, self.construct()?);
        if head.is(self.text, "always")
            && self.back(2).is_some_and(|back| back.start == head.start)
            && self.expects("`:`")
        {
            self.found().filter(|found| found.is(self.text, "("))?;
            let report = self.report(before, "missing name after `always`");
            let help = format!("write `always safe: {}(..)`, with any name", before.text(self.text));
            return Some(report.help(help).fix("write `safe:` before it", self.start(before), "safe: ", false));
        }
        let at = self.tokens.iter().position(|token| token.start == head.start)?;
        let first = self.tokens.get(at + 3).filter(|_| {
            head.is(self.text, "param") && self.tokens.get(at + 2).is_some_and(|colon| colon.is(self.text, ":"))
        })?;
        let is_over = self.found().is_none_or(|found| self.is_first_on_line(found));
        (is_over && self.expects("`=`") && self.expects("`|`")).then(|| {
            let declared = self.text.get(head.start..before.end).unwrap_or("");
            let value = first.text(self.text);
            let report = self.report(before, "a `param` needs a value");
            let report = report.help(format!("write `{declared} = {value}`"));
            report.fix(format!("write `= {value}`"), self.end(before), format!(" = {value}"), false)
        })
    }
}

/// Explains `def f(p: cell) = let x = 2 in x + row(p)`, also in parentheses and with `;`.
pub(super) fn explain_let_in_def(text: &str, tokens: &[Token], at: usize, id: SourceId) -> Option<Diagnostic> {
    let start = tokens.iter().position(|token| token.start == at)?;
    let (head, word) = (tokens.iter().take(start).rev().find(|token| token.is_head(text))?, tokens.get(start)?);
    let before = tokens.get(start.checked_sub(1)?)?;
    let is_let = word.is_word_of(text, &["let", "const", "val", "var"]) && head.is(text, "def");
    let in_parentheses = before.is(text, "(") && tokens.get(start.checked_sub(2)?)?.is(text, "=");
    if !is_let || !(in_parentheses || before.is(text, "=")) {
        return None;
    }
    let [name, equals, ..] = tokens.get(start + 1..)? else { return None };
    let mut depth = 0usize;
    let rest = tokens.get(start + 3..).filter(|_| equals.is(text, "="))?;
    let joint = rest.iter().position(|token| {
        let outside = depth == 0 && ["in", ";", ","].iter().any(|sign| token.is(text, sign));
        depth = token.depth_after(depth);
        outside
    })?;
    let mut depth = 0usize;
    let mut end = joint + 1;
    for token in rest.get(joint + 1..)? {
        if token.is_head(text) || depth == 0 && token.kind == TokenKind::Close {
            break;
        }
        depth = token.depth_after(depth);
        end += 1;
    }
    let slice = |tokens: &[Token]| text.get(tokens.first()?.start..tokens.last()?.end);
    let (value, body) = (slice(rest.get(..joint)?)?, slice(rest.get(joint + 1..end)?)?);
    let first = if in_parentheses { before } else { word };
    let last = if in_parentheses { rest.get(end)? } else { rest.get(end - 1)? };
    let place = Span::new(id, first.start, last.end);
    let meant = format!("{body} where {} = {value}", name.text(text));
    let report = Diagnostic::new(Code::E01, Span::new(id, word.start, word.end), "a `def` names values after `where`");
    let report = report.help(format!("write `= {meant}`"));
    Some(report.edits(format!("write `{meant}`"), vec![Edit { span: place, text: meant.clone() }], false))
}
