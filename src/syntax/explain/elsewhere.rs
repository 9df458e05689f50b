//! Forms that are right elsewhere: texts of defs, indexes of locals, losers of examples; and lists that lack a part.

use super::patterns::{begins, first_on_line};
use super::slips::Place;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::lex::{Kind, Token};
use crate::syntax::words;

impl Place<'_> {
    /// The token so many places before the one that does not fit.
    fn back(&self, by: usize) -> Option<&Token> {
        self.at.checked_sub(by).and_then(|at| self.words.get(at))
    }

    /// `numbered drawn as holes`: an option of the board, or the next item, is read as the cells.
    pub(super) fn numbered_what(&self) -> Option<Diagnostic> {
        let (numbered, taken) = (self.back(2)?, self.before()?);
        let option = taken.is_word_of(self.text, &["drawn", "from", "named", "columns", "wraps", "links"]);
        let item = taken.is(self.text, "players") && first_on_line(self.text, taken);
        (numbered.is(self.text, "numbered") && (option || item)).then(|| {
            self.report(numbered, "`numbered` needs the cells that have numbers")
                .help("write `numbered board`, or name a set such as `numbered dark`")
                .fix("write `numbered board`", self.span(numbered), "numbered board", false)
        })
    }

    /// `result Black loses` in an example.
    pub(super) fn example_loses(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is(self.text, "loses"))?;
        self.expected
            .others
            .iter()
            .any(|other| other == "`wins`")
            .then(|| self.report(found, "an example says who wins").help("write `result White wins` or `result draw`"))
    }

    /// A text where the value of a def stands.
    pub(super) fn text_of_a_def(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.kind == Kind::Text && self.expected.value)?;
        let before = self.words.get(..self.at)?;
        let heads = |word: &&Token| word.is_word_of(self.text, words::HEADS) || word.is(self.text, "as");
        before.iter().rev().find(heads).filter(|head| head.is(self.text, "def"))?;
        let word = ["match", "if"].into_iter().find(|word| {
            begins(self.text, &self.words, self.at)
                .and_then(|at| self.words.get(at))
                .is_some_and(|at| at.is(self.text, word))
        });
        let help = match word {
            Some(word) => {
                format!("write the `{word}` behind the `as` of an action: `as match d {{ E: \"R\", W: \"L\" }}`")
            }
            None => "write the text behind the `as` of an action: `as \"{p}-{q}\"`".to_owned(),
        };
        Some(self.report(found, "a def cannot be a text").help(help))
    }

    /// `piece man "M" king "K"`.
    pub(super) fn kinds_without_comma(&self) -> Option<Diagnostic> {
        let (before, found) = (self.before()?, self.found()?);
        let list = begins(self.text, &self.words, self.at).and_then(|at| self.words.get(at))?;
        let lacks = list.is_word_of(self.text, &["piece", "neutral"])
            && self.expected.others.iter().any(|other| other == "`,`")
            && found.kind == Kind::Word
            && !self.frames(found)
            && !first_on_line(self.text, found);
        let first = if before.kind == Kind::Text { self.back(2)? } else { before };
        let last = self.after().filter(|after| after.kind == Kind::Text).unwrap_or(found);
        let (one, other) = (self.text.get(first.start..before.end)?, self.text.get(found.start..last.end)?);
        lacks.then(|| {
            self.report(found, "a comma stands between two kinds")
                .help(format!("write `{} {one}, {other}`", list.text(self.text)))
                .fix("put a comma between them", Span { start: self.span(before).end, ..self.span(before) }, ",", true)
        })
    }

    /// `var got(n: 1..3) = 0` among statements.
    pub(super) fn local_of_each(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|found| found.is(self.text, "("))?;
        let (var, name) = (self.back(2)?, self.before()?);
        (var.is(self.text, "var") && name.kind == Kind::Word).then(|| {
            self.report(found, "a local variable has one value")
                .help(format!("make it an item outside of the action: `var {}(..) = ..`", name.text(self.text)))
        })
    }
}
