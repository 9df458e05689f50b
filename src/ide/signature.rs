//! Shows the parameters of a call while its arguments are typed: [`find_signature`].

use super::hover::documentation;
use super::names::{Role, SymbolKind};
use super::{FileAnalysis, reference};
use crate::source::SourceId;
use crate::syntax::lex::{Token, TokenKind, lex};
use std::ops::Range;

/// The call around a place of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The ways to write the call, at least one.
    pub usages: Vec<CallUsage>,
    /// The index in `usages` of the first one that takes the argument.
    pub active: usize,
    /// The index of the argument at the place.
    pub argument: usize,
}

/// A way to write a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallUsage {
    /// How it is written: `step(p, d, n): cell`.
    pub label: String,
    /// The bytes of each parameter in `label`.
    pub params: Vec<Range<usize>>,
    /// Its meaning, as Markdown.
    pub docs: String,
}

/// Returns the innermost call whose arguments contain a byte of the file, or `None` outside of calls.
pub fn find_signature(analysis: &FileAnalysis, offset: usize) -> Option<Signature> {
    let text = &analysis.sources().get(SourceId::default()).text;
    let tokens: Vec<Token> = lex(text).into_iter().filter(|token| !token.is_comment()).collect();
    let (name, argument) = find_call(text, &tokens, offset)?;
    let usages = match analysis.names().at(SourceId::default(), name.start as u32)?.role {
        Role::Uses(id) => {
            let symbol = analysis.names().symbol(id);
            if !matches!(symbol.kind, SymbolKind::Def | SymbolKind::Effect | SymbolKind::Var) {
                return None;
            }
            let declared = analysis.sources().text(symbol.item);
            let ty = analysis.type_of(id).map(|ty| format!(": {}", ty.word())).unwrap_or_default();
            vec![CallUsage::new(cut_head(declared)?, &ty, documentation(analysis, symbol))]
        }
        _ => reference::calls(name.text(text)),
    };
    let takes = |usage: &CallUsage| usage.params.len() > argument || usage.repeats();
    let active = usages.iter().position(takes).or(usages.len().checked_sub(1))?;
    let repeated = usages.get(active).filter(|usage| usage.repeats()).map(|usage| usage.params.len() - 1);
    let argument = argument.min(repeated.unwrap_or(argument));
    Some(Signature { usages, active, argument })
}

/// Returns the word before the innermost open `(`, and the number of commas since.
fn find_call<'a>(text: &str, tokens: &'a [Token], offset: usize) -> Option<(&'a Token, usize)> {
    let mut open: Vec<(Option<&Token>, usize)> = Vec::new();
    for (at, token) in tokens.iter().enumerate().take_while(|(_, token)| token.end <= offset) {
        match token.kind {
            // A keyword at the beginning of a line ends what was left open before it.
            TokenKind::Word if token.is_head(text) => open.clear(),
            TokenKind::Open => {
                let before = at.checked_sub(1).and_then(|before| tokens.get(before));
                let calls = |before: &&Token| before.kind == TokenKind::Word && before.end == token.start;
                open.push((before.filter(calls), 0));
            }
            TokenKind::Close => drop(open.pop()),
            _ if token.is(text, ",") => {
                if let Some((_, commas)) = open.last_mut() {
                    *commas += 1;
                }
            }
            _ => {}
        }
    }
    let (name, commas) = open.last()?;
    Some(((*name)?, *commas))
}

/// Returns a declaration up to the bracket that closes its parameters or indexes: `def value(p: cell)`.
fn cut_head(declared: &str) -> Option<&str> {
    let head = declared.split(['=', '{']).next()?;
    head.get(..=head.find(')')?)
}

impl CallUsage {
    /// Creates a usage from how it is written up to its last bracket, and the rest of the label.
    pub(super) fn new(written: &str, rest: &str, docs: String) -> CallUsage {
        let inside = written.find('(').map_or(written.len(), |at| at + 1)..written.rfind(')').unwrap_or(written.len());
        let mut start = inside.start;
        let mut params = Vec::new();
        for param in written.get(inside).unwrap_or("").split(',') {
            let first = start + param.len() - param.trim_start().len();
            params.push(first..start + param.trim_end().len());
            start += param.len() + 1;
        }
        params.retain(|param| !param.is_empty());
        CallUsage { label: format!("{written}{rest}"), params, docs }
    }

    /// Returns whether its last parameter may be repeated.
    fn repeats(&self) -> bool {
        self.params.last().and_then(|last| self.label.get(last.clone())).is_some_and(|last| last.contains("..."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled::Bundled;
    use crate::source::Source;

    /// Returns the active parameter, the label and the number of usages at the `|` in a file.
    fn signature(marked: &str) -> Option<(String, String, usize)> {
        let offset = marked.find('|').unwrap();
        let analysis = FileAnalysis::new(Source::new("x.game", marked.replace('|', "")), &Bundled, None);
        let found = find_signature(&analysis, offset)?;
        let usage = &found.usages[found.active];
        let param = usage.params.get(found.argument).map_or("", |param| &usage.label[param.clone()]);
        Some((param.to_owned(), usage.label.clone(), found.usages.len()))
    }

    fn expect(marked: &str, param: &str, label: &str, usages: usize) {
        assert_eq!(signature(marked), Some((param.to_owned(), label.to_owned(), usages)), "{marked}");
    }

    #[test]
    fn the_parameter_at_the_cursor_is_active() {
        expect("def far(p: cell) = step(|p, N)\n", "p", "step(p, d): cell", 2);
        expect("def far(p: cell) = step(p, |", "d", "step(p, d): cell", 2);
        expect("def far(p: cell) = step(p, N, |", "n", "step(p, d, n): cell", 2);
        expect("def far(p: cell) = step(step(a1, E), |", "d", "step(p, d): cell", 2);
    }

    #[test]
    fn definitions_show_their_parameters() {
        let text = "/// Twice.\ndef twice(p: cell, n: int) = n * 2\ndef four = twice(a1, |2)\n";
        expect(text, "n: int", "def twice(p: cell, n: int)", 1);
    }

    #[test]
    fn variables_show_their_indexes() {
        let text = "var hand(P: player, k: kind) = 0\nvar own_men = count(own)\ndef held = hand(A, |";
        expect(text, "k: kind", "var hand(P: player, k: kind)", 1);
    }

    #[test]
    fn nothing_is_shown_outside_of_calls() {
        for text in [
            "var n = count(own)\ndef a = n(|",
            "def a = |3\n",
            "def a = (|3)\n",
            "def a = step(a1, N)|\n",
            "def a = step(a1\n\ndef b = |1",
            "|",
            "def a = no(|",
        ] {
            assert_eq!(signature(text), None, "{text}");
        }
    }
}
