//! Forms that are right elsewhere: texts in defs, indexes of local variables, losers in examples; and lists with a part missing.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

impl ErrorSite<'_> {
    /// Explains `numbered drawn as holes`: the next option of the board, or the next item, is read as the cells.
    pub(super) fn explain_numbered_without_cells(&self) -> Option<Diagnostic> {
        let (numbered, taken) = (self.back(2)?, self.before()?);
        let is_option = taken.is_word_of(self.text, &["drawn", "from", "named", "columns", "wraps", "stacks", "links"]);
        let is_item = taken.is(self.text, "players") && self.is_first_on_line(taken);
        (numbered.is(self.text, "numbered") && (is_option || is_item)).then(|| {
            self.report(numbered, "missing cells after `numbered`")
                .help("write `numbered board`, or a set such as `numbered dark`")
                .fix("write `numbered board`", self.span(numbered), "numbered board", false)
        })
    }

    /// Explains `result Black loses` in an example.
    pub(super) fn explain_loser_in_example(&self) -> Option<Diagnostic> {
        let is_line = self.expects("`wins`") || self.expects("`to`");
        let found = self.found().filter(|found| found.is(self.text, "loses") && is_line)?;
        let report = self.report(found, "an example cannot say who loses");
        let loser = self.before().filter(|loser| loser.kind == TokenKind::Word)?;
        let head = self.back(2).filter(|head| head.is(self.text, "result")).unwrap_or(loser);
        let place = self.span(head).to(self.span(found));
        let names = self.player_names();
        if !names.is_empty() && !names.iter().any(|name| loser.is(self.text, name)) {
            let player = names.first().copied().unwrap_or("White");
            return Some(report.help(format!("name the player who wins: `result {player} wins`")));
        }
        let others: Vec<&str> = names.iter().copied().filter(|name| !loser.is(self.text, name)).collect();
        let meant = match others.as_slice() {
            [] => return Some(report.help("write `result White wins` or `result draw`")),
            [other] => format!("result {other} wins"),
            _ => format!("expect {} not in players", loser.text(self.text)),
        };
        let help = match others.as_slice() {
            [_] => format!("write `{meant}`"),
            _ => format!("the others play on; to expect that a player is out, write `{meant}`"),
        };
        Some(report.help(help).fix(format!("write `{meant}`"), place, meant, true))
    }

    /// Explains a text where the value of a def should be.
    pub(super) fn explain_text_in_def(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.kind == TokenKind::Text && self.expected.value)?;
        let heads = |token: &&Token| token.is_word_of(self.text, keywords::HEADS) || token.is(self.text, "as");
        let head = self.backward().find(heads).filter(|head| head.is_word_of(self.text, &["def", "var"]))?;
        if head.is(self.text, "var") {
            return Some(self.report(found, "a variable cannot hold a text").help(super::shapes::LIST_OF_WORDS));
        }
        let help = match self.construct().filter(|word| word.is_word_of(self.text, &["match", "if"])) {
            Some(word) => {
                let word = word.text(self.text);
                format!("write the `{word}` after the `as` of an action: `as match d {{ E: \"R\", W: \"L\" }}`")
            }
            None => "write the text after the `as` of an action: `as \"{p}-{q}\"`".to_owned(),
        };
        Some(self.report(found, "the value of a `def` cannot be a text").help(help))
    }

    /// Explains `piece man "M" king "K"`.
    pub(super) fn explain_kinds_without_comma(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found()?);
        let list = self.construct()?;
        let is_list = list.is_word_of(self.text, &["piece", "neutral"])
            && self.expects("`,`")
            && found.kind == TokenKind::Word
            && !self.is_keyword(found)
            && !self.is_first_on_line(found);
        let first = if before.kind == TokenKind::Text { self.back(2)? } else { before };
        let last = self.after().filter(|after| after.kind == TokenKind::Text).unwrap_or(found);
        let (one, other) = (self.text.get(first.start..before.end)?, self.text.get(found.start..last.end)?);
        is_list.then(|| {
            self.report(found, "missing comma between two kinds")
                .help(format!("write `{} {one}, {other}`", list.text(self.text)))
                .fix("insert a comma", self.end(before), ",", true)
        })
    }

    /// Explains `var got(n: 1..3) = 0` among statements.
    pub(super) fn explain_indexed_local(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is(self.text, "("))?;
        let (var, name) = (self.back(2)?, self.before()?);
        (var.is(self.text, "var") && name.kind == TokenKind::Word).then(|| {
            self.report(found, "a local variable cannot have an index")
                .help(format!("declare it outside of the action: `var {}(..) = ..`", name.text(self.text)))
        })
    }
}
