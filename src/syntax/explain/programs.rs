//! Expressions and assignments of programming languages: `a mod 2`, `s |= S`, and the `..` of a help.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::syntax::lex::{Token, TokenKind};

impl ErrorSite<'_> {
    /// Explains `return true`.
    pub(super) fn explain_returned_value(&self) -> Option<Diagnostic> {
        // a name after it is read as the next statement
        let is_return = |word: &&Token| word.is(self.text, "return");
        let (word, found) = match self.before().filter(is_return) {
            Some(word) => (word, self.found()?),
            None => (self.back(2).filter(is_return)?, self.before()?),
        };
        if self.is_first_on_line(found) || self.is_keyword(found) && !found.is_word_of(self.text, &["true", "false"]) {
            return None;
        }
        if found.kind != TokenKind::Word && found.kind != TokenKind::Number {
            return None;
        }
        let report = self.report_span(self.span(word).to(self.span(found)), "`return` has no value");
        Some(
            report.help("it ends the statements of a move; what is computed is a `def`: `def f(p: cell) = row(p) + 1`"),
        )
    }

    /// Explains `visited |= S`, `n %= 2`: an operator joined with `=` that the language does not have.
    pub(super) fn explain_joined_assignment(&self) -> Option<Diagnostic> {
        let sign = self.found().filter(|found| self.is_any(found, &["|", "&", "%"]) && self.expects("`=`"))?;
        let equals = self.after().filter(|equals| equals.is(self.text, "=") && equals.start == sign.end)?;
        let name = self.before().filter(|name| name.kind == TokenKind::Word)?.text(self.text);
        let operator = sign.text(self.text);
        let place = self.span(sign).to(self.span(equals));
        let report = self.report_span(place, format!("unknown operator `{operator}=`"));
        let value = self.value_end(self.at + 2).and_then(|end| {
            self.text.get(self.tokens.get(self.at + 2)?.start..self.tokens.get(end.checked_sub(1)?)?.end)
        });
        let help = format!("write `{name} = {name} {operator} {}`", value.unwrap_or(".."));
        Some(report.help(help).fix(format!("write `= {name} {operator}`"), place, format!("= {name} {operator}"), true))
    }

    /// Explains `union(P in players: ..)`: the `..` of a help that was left as it is.
    pub(super) fn explain_placeholder(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| self.expected.value && self.is_any(found, &["..", "..."]))?;
        let report = self.report(found, format!("`{}` is not a value", found.text(self.text)));
        let help = self.body_for_placeholder();
        Some(report.help(help.unwrap_or_else(|| "write a value in its place".to_owned())))
    }

    /// Returns what a word with a variable needs after its colon, with an example.
    fn body_for_placeholder(&self) -> Option<String> {
        let colon = self.before().filter(|colon| colon.is(self.text, ":"))?;
        let open = self.tokens.iter().rposition(|token| token.end <= colon.start && token.kind == TokenKind::Open)?;
        let word = self.tokens.get(open.checked_sub(1)?)?.text(self.text);
        let name = self.tokens.get(open + 1)?.text(self.text);
        let head = self.tokens.get(open + 2..open + 4)?;
        let is_player = match head {
            [joint, over] if joint.is(self.text, "in") => over.is(self.text, "players"),
            _ => return None,
        };
        let (what, example) = match (word, is_player) {
            ("union", true) => ("the set", format!("pieces of {name}")),
            ("union", false) => ("the set", format!("neighbors({name})")),
            ("sum" | "max" | "min", true) => ("the number", format!("count(pieces of {name})")),
            ("sum" | "max" | "min", false) => ("the number", format!("row({name})")),
            (_, true) => ("the condition", format!("none(pieces of {name})")),
            (_, false) => ("the condition", format!("{name} in edge")),
        };
        Some(format!("write {what} for each {name}, such as `{example}`"))
    }

    /// Explains `a mod 2`, `a div 2`.
    pub(super) fn explain_division_word(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|_| self.expected.operator)?;
        let sign = match found.text(self.text) {
            "mod" | "modulo" => "%",
            "div" => "/",
            _ => return None,
        };
        let report = self.report(found, format!("unknown operator `{}`", found.text(self.text)));
        Some(report.suggest(self.span(found), sign, true))
    }

    /// Explains `choose q: S { .. }`, `for q: S { .. }`, and a colon before the statements.
    pub(super) fn explain_colon_for_in(&self) -> Option<Diagnostic> {
        let colon = self.found().filter(|colon| {
            self.is_any(colon, &[":", "of", "from", "on", "at", "among", "inside", "within", "over", "through"])
                && self.expects("`in`")
        })?;
        let head = self.back(2).filter(|head| head.is_word_of(self.text, &["choose", "for", "each"]))?;
        let (word, name) = (head.text(self.text), self.before()?.text(self.text));
        let report = self.report(colon, format!("expected `in`, found `{}`", colon.text(self.text)));
        let gap = self.end(self.before()?).to(self.start(self.after()?));
        let help = format!("write `{word} {name} in .. {{ .. }}`");
        Some(report.help(help).fix("write `in`", gap, " in ", true))
    }

    /// Explains `move(p, q)`, `put(stone, p)`, `move p, q`: statements written like calls.
    pub(super) fn explain_statement_as_call(&self) -> Option<Diagnostic> {
        let comma = self.found().filter(|comma| comma.is(self.text, ","))?;
        let open = self.backward().find(|token| token.kind == TokenKind::Open && token.is(self.text, "("));
        let called = open.and_then(|open| self.tokens.iter().take_while(|token| token.end <= open.start).last());
        let joint = |head: &Token| match head.text(self.text) {
            "move" | "give" => Some("to"),
            "put" => Some("at"),
            _ => None,
        };
        if let (Some(open), Some(head), true) = (open, called, self.expects("`)`"))
            && head.end == open.start
            && let Some(joint) = joint(head)
        {
            let at = self.tokens.iter().position(|token| token.start == open.start)?;
            let close = self.closing(at)?;
            let first = self.text.get(open.end..comma.start)?.trim();
            let second = self.text.get(comma.end..close.start)?.trim();
            let meant = format!("{} {first} {joint} {second}", head.text(self.text));
            let place = self.span(head).to(self.span(close));
            let report = self.report_span(place, format!("`{}` is a statement, not a function", head.text(self.text)));
            return Some(report.suggest(place, meant, !second.contains(',')));
        }
        let head = self.statement_around()?;
        let joint = joint(head).filter(|joint| self.expects(&format!("`{joint}`")))?;
        let gap = self.end(self.before()?).to(self.span(comma));
        let report = self.report(comma, format!("expected `{joint}`, found `,`"));
        let report = report.help(format!("write `{joint}`"));
        Some(report.fix(format!("write `{joint}`"), gap, format!(" {joint}"), true))
    }

    /// Explains `p !in edge`.
    pub(super) fn explain_not_in(&self) -> Option<Diagnostic> {
        let not = self.found().filter(|not| not.is(self.text, "!"))?;
        let within = self.after().filter(|within| within.is(self.text, "in"))?;
        let place = self.span(not).to(self.span(within));
        Some(self.report_span(place, "unknown operator `!in`").suggest(place, "not in", true))
    }
}
