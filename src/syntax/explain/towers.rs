//! Stacks in the words of rule sheets: `remove the top of p`, `move top 2 men of p to q`, `put man under q`, `[man of White, man of
//! Black] at a1`.

use super::site::ErrorSite;
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::source::{SourceId, Span};
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

/// Words between the top of a stack and its cell.
const JOINTS: &[&str] = &["of", "from", "at", "on", "in"];

impl ErrorSite<'_> {
    /// Explains `remove the top of p`, `remove top piece of p`, `move top 2 men from p to q`, `move top p to q`: words beside `top` that
    /// it does not have, or `top` without `of`.
    pub(super) fn explain_top_in_words(&self) -> Option<Diagnostic> {
        let near = self.at.saturating_sub(5)..self.at + 1;
        let is_head = |at: &usize| {
            self.tokens.get(*at).is_some_and(|token| token.is_word_of(self.text, &["remove", "move", "put", "give"]))
        };
        let head = near.rev().find(is_head)?;
        let word = |at: usize| self.tokens.get(at).filter(|token| token.kind == TokenKind::Word);
        let is_one_of = |at: usize, words: &[&str]| word(at).is_some_and(|word| word.is_word_of(self.text, words));
        let from = head + 1;
        let top = from + usize::from(is_one_of(from, &["the", "a", "its"]));
        let has_stacks = self.tokens.iter().any(|token| token.is(self.text, "stacks"));
        let is_number = |at: usize| self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Number);
        let (end, after) = match word(top).filter(|token| token.is_word_of(self.text, &["top", "bottom"])) {
            Some(end) => (end.text(self.text), top + 1),
            // `remove 2 from p`
            None if has_stacks && is_number(top) && is_one_of(head, &["remove", "move"]) => ("top", top),
            None => return None,
        };
        let number = self.tokens.get(after).filter(|_| is_number(after));
        let noun = after + usize::from(number.is_some());
        // in `top p to q` the word after `top` is the cell
        let is_noun = |at: usize| {
            let is_free = |token: &Token| !self.is_keyword(token) || token.is(self.text, "piece");
            word(at).is_some_and(is_free) && !is_one_of(at, JOINTS) && !is_one_of(at, &["to"])
        };
        let has_noun = is_noun(noun) && (is_one_of(noun + 1, JOINTS) || is_noun(noun + 1));
        let joint = noun + usize::from(has_noun);
        let of = word(joint).filter(|token| token.is_word_of(self.text, JOINTS));
        let whose = joint + usize::from(of.is_some());
        let is_right = of.is_some_and(|of| of.is(self.text, "of")) && top == from && !has_noun;
        if is_right || self.tokens.get(whose)?.kind != TokenKind::Word || self.is_keyword(self.tokens.get(whose)?) {
            return None;
        }
        let number = number.map_or(String::new(), |number| format!("{} ", number.text(self.text)));
        let meant = format!("{end} {number}of");
        let first = self.tokens.get(from)?;
        let last = self.tokens.get(whose - 1)?;
        let statement = self.tokens.get(head)?.text(self.text);
        let cell = self.cell_after(whose - 1).unwrap_or("p");
        let rest = (whose..self.tokens.len()).take_while(|at| !self.is_first_on_line(&self.tokens[*at])).take(12);
        let to = rest.into_iter().find(|at| self.tokens[*at].is(self.text, "to"));
        let more = match to.and_then(|to| self.cell_after(to)) {
            Some(to) => format!(" to {to}"),
            None if statement == "move" => " to ..".to_owned(),
            None => String::new(),
        };
        let place = self.span(first).to(self.span(last));
        let written = self.text.get(first.start..last.end)?;
        let is_plain = top == from && !has_noun;
        let report = self.report_span(
            place,
            match of.map(|of| of.text(self.text)) {
                _ if after == top => format!("missing `top` before `{}`", number.trim()),
                None if is_plain => format!("missing `of` after `{written}`"),
                Some(joint) if is_plain => format!("expected `of` after `{end}`, found `{joint}`"),
                _ => format!("unexpected words in `{written}`"),
            },
        );
        let report = report.help(format!("write `{statement} {meant} {cell}{more}`"));
        Some(report.fix(format!("write `{meant}`"), place, meant, has_stacks && !has_noun))
    }

    /// Explains `the top of p` as a value.
    pub(super) fn explain_top_as_value(&self) -> Option<Diagnostic> {
        let the = self.before().filter(|the| the.is(self.text, "the"))?;
        let top = self.found().filter(|top| top.is_word_of(self.text, &["top", "bottom"]))?;
        let of = self.after().filter(|of| of.is(self.text, "of"))?;
        let whose = self.tokens.get(self.at + 2).filter(|whose| whose.start > of.start)?.text(self.text);
        let last = self.tokens.get(self.at + 2)?;
        let place = self.span(the).to(self.span(last));
        let report = self.report_span(place, format!("`the {} of {whose}` is not a value", top.text(self.text)));
        let meant = if top.is(self.text, "top") { format!("at({whose})") } else { format!("stack({whose}, 1)") };
        let help = match top.is(self.text, "top") {
            true => keywords::help_for_top(whose),
            false => keywords::help_for_bottom(whose),
        };
        Some(report.help(help).fix(format!("write `{meant}`"), place, meant, false))
    }

    /// Explains `put man under q`, `move p under q`.
    pub(super) fn explain_under(&self) -> Option<Diagnostic> {
        let under =
            self.found().filter(|under| under.is_word_of(self.text, &["under", "beneath", "below", "underneath"]))?;
        let is_place = self.expects("`at`") || self.expects("`to`");
        let head = self.statement_around().filter(|head| is_place && head.is_word_of(self.text, &["put", "move"]))?;
        let report = self.report(under, format!("`{}` cannot say where a piece goes", under.text(self.text)));
        let what = self.text.get(head.end..under.start)?.trim();
        Some(report.help(help_for_under(head.is(self.text, "move"), what, self.cell_after(self.at)?)))
    }

    /// Explains `move p to the bottom of q`, `put man at the bottom of q`.
    pub(super) fn explain_the_bottom(&self) -> Option<Diagnostic> {
        // `the bottom` may have been read as a name and another statement.
        let of = self.at + usize::from(self.found()?.is(self.text, "bottom"));
        let [joint, the, bottom, last] = self.tokens.get(of.checked_sub(3)?..=of)? else { return None };
        let is_bottom = the.is(self.text, "the") && bottom.is(self.text, "bottom") && last.is(self.text, "of");
        let is_place = joint.is_word_of(self.text, &["to", "at"]) && is_bottom;
        let head = self.statement_around().filter(|head| is_place && head.is_word_of(self.text, &["put", "move"]))?;
        let place = self.span(the).to(self.span(bottom));
        let report = self.report_span(place, "`the bottom` cannot say where a piece goes");
        let what = self.text.get(head.end..joint.start)?.trim();
        Some(report.help(help_for_under(head.is(self.text, "move"), what, self.cell_after(of)?)))
    }

    /// Returns the cell that is written after a token: a word, with the arguments of a call.
    fn cell_after(&self, at: usize) -> Option<&str> {
        let word = self.tokens.get(at + 1).filter(|word| word.kind == TokenKind::Word)?;
        let open = self.tokens.get(at + 2).filter(|open| open.is(self.text, "(") && open.start == word.end);
        let end = open.and_then(|_| self.closing(at + 2)).map_or(word.end, |close| close.end);
        self.text.get(word.start..end)
    }
}

/// Says how to put or move pieces under a stack: `man`, `p`, `top 2 of p`.
fn help_for_under(is_move: bool, what: &str, to: &str) -> String {
    if let Some(from) = what.strip_prefix("bottom of ") {
        let help = keywords::help_for_put_under("x", to);
        return format!("take it with `let x = stack({from}, 1); remove bottom of {from}`; {help}");
    }
    match what.strip_prefix("top ").and_then(|top| top.split_once("of ")) {
        Some((number, from)) => {
            let number = if number.trim().is_empty() { "1" } else { number.trim() };
            keywords::help_for_move_under(Some(number), from.trim(), to)
        }
        None if is_move => keywords::help_for_move_under(None, what, to),
        None => keywords::help_for_put_under(what, to),
    }
}

/// Explains `[man of White, man of Black] at a1`, also with braces or parentheses: a stack with brackets in a `setup` or `position`.
pub(super) fn explain_bracketed_stack(text: &str, tokens: &[Token], at: usize, id: SourceId) -> Option<Diagnostic> {
    let open = tokens.partition_point(|token| token.end <= at);
    let (first, before) = (tokens.get(open)?, tokens.get(open.checked_sub(1)?)?);
    let partner = match first.text(text) {
        "[" => "]",
        "{" => "}",
        "(" => ")",
        _ => return None,
    };
    let close = open + 1 + tokens.get(open + 1..)?.iter().position(|token| token.text(text) == partner)?;
    let (inside, last) = (tokens.get(open + 1..close)?, tokens.get(close)?);
    let lists = inside.iter().any(|token| token.is(text, ",")) && inside.iter().any(|token| token.is(text, "of"));
    let is_placed = tokens.get(close + 1).is_some_and(|next| next.is_word_of(text, &["at", "on"]));
    if !lists
        || !is_placed
        || !(before.kind == TokenKind::Open || super::patterns::is_first_on_line(text, first) || before.is(text, ";"))
    {
        return None;
    }
    let remove = |token: &Token| Edit { span: Span::new(id, token.start, token.end), text: String::new() };
    let listed = text.get(inside.first()?.start..inside.last()?.end)?;
    let place = text.get(last.end..)?.lines().next()?.split(['}', ';']).next()?.trim();
    let report = Diagnostic::new(Code::E01, Span::new(id, first.start, last.end), "a stack needs no brackets");
    let report = report.help(format!("list its pieces from the bottom up: `{listed} {place}`"));
    Some(report.edits("remove the brackets", vec![remove(first), remove(last)], true))
}
