//! Expressions of programming languages: `1 if C else 0`, `a mod 2`.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;

impl ErrorSite<'_> {
    /// Explains `1 if C else 0` after `=`.
    pub(super) fn explain_choice_after_value(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is(self.text, "if") && !self.is_first_on_line(found))?;
        let head = self.construct().filter(|head| head.is_word_of(self.text, &["def", "let"]))?;
        let equals = self.tokens.iter().find(|token| token.start > head.start && token.is(self.text, "="))?;
        let value = self.tokens.iter().find(|token| token.start >= equals.end)?;
        let first = self.text.get(value.start..self.before()?.end)?;
        let end = self.value_end(self.at + 1)?;
        let (last, other) = (self.tokens.get(end.checked_sub(1)?)?, self.tokens.get(end)?);
        if !other.is(self.text, "else") {
            return None;
        }
        let second = self.value_end(end + 1).and_then(|after| self.tokens.get(after.checked_sub(1)?))?;
        let condition = self.text.get(self.after()?.start..last.end)?;
        let otherwise = self.text.get(self.tokens.get(end + 1)?.start..second.end)?;
        let meant = format!("if {condition} then {first} else {otherwise}");
        let place = self.span(value).to(self.span(second));
        let report = self.report(found, "the condition must come before the value");
        Some(report.help(format!("write `{meant}`")).fix(format!("write `{meant}`"), place, meant, true))
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
}
