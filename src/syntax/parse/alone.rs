//! What stands for itself, without a file around it: a value, statements, lines of an example.

use super::grammar::{GameParser, Rule};
use super::lower::{Lower, Names, Pair, parts};
use super::{PatchedText, explain, limits, with_stack};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Sources, Span};
use crate::syntax::ast::{Check, Expr, Stmt, Template};
use crate::syntax::lex::{Token, lex};
use pest::Parser;

/// What somebody asks about a position.
#[derive(Clone, Debug)]
pub enum Asked {
    /// A value.
    Value(Expr),
    /// The text of a move: `"{p}-{q}"`.
    Text(Template),
}

/// Reads a value, or the text of a move.
///
/// # Errors
///
/// All that is wrong with the text.
pub fn asked(sources: &Sources, id: SourceId) -> Result<Asked, Vec<Diagnostic>> {
    read(sources, id, Rule::asked, |lower, pair| {
        let span = lower.span(&pair);
        let mut pieces = parts(pair);
        match pieces.next() {
            Some(text) if text.as_rule() == Rule::string => {
                let span = lower.span(&text);
                Asked::Text(lower.template(text, span))
            }
            Some(value) => Asked::Value(lower.expr(value)),
            None => Asked::Value(lower.no_value(span)),
        }
    })
}

/// Reads statements, with or without braces around them.
///
/// # Errors
///
/// All that is wrong with the text.
pub fn statements(sources: &Sources, id: SourceId) -> Result<Vec<Stmt>, Vec<Diagnostic>> {
    read(sources, id, Rule::tried, |lower, pair| match parts(pair.clone()).next() {
        Some(block) if block.as_rule() == Rule::block => lower.block(block),
        _ => lower.block(pair),
    })
}

/// Reads lines of an example.
///
/// # Errors
///
/// All that is wrong with the text.
pub fn lines(sources: &Sources, id: SourceId) -> Result<Vec<Check>, Vec<Diagnostic>> {
    read(sources, id, Rule::checked, |lower, pair| lower.checks(parts(pair)))
}

fn read<T>(
    sources: &Sources,
    id: SourceId,
    rule: Rule,
    make: impl FnOnce(&mut Lower<'_>, Pair<'_>) -> T,
) -> Result<T, Vec<Diagnostic>> {
    let source = sources.get(id);
    let text = source.text.as_ref();
    if let Some(too_long) = limits::length(text, id) {
        return Err(vec![too_long]);
    }
    let tokens = lex(text);
    let nothing = || {
        let help = "write a value, such as `count(own)`";
        vec![Diagnostic::new(Code::E01, Span::new(id, 0, 0), "the input is empty").help(help)]
    };
    if tokens.iter().all(Token::is_comment) {
        return Err(nothing());
    }
    if let Some(too_deep) = limits::depth(text, &tokens, id) {
        return Err(vec![too_deep]);
    }
    with_stack(|| {
        let mut pairs = match GameParser::parse(rule, text) {
            Ok(pairs) => pairs,
            Err(error) => {
                let words: Vec<Token> = tokens.iter().copied().filter(|token| !token.is_comment()).collect();
                let at = explain::error_offset(&error);
                let explained = explain::explain(text, &words, 0..words.len(), id, at, error);
                return Err(explain::shorten(vec![explained.finding]));
            }
        };
        let Some(pair) = pairs.next() else { return Err(nothing()) };
        // The names that it uses are declared elsewhere.
        let (as_written, mut names) = (PatchedText::new(text), Names::default());
        let mut lower = Lower::new(id, text, &as_written, 0, &tokens, &mut names);
        let made = make(&mut lower, pair);
        let found = lower.finish();
        if found.is_empty() { Ok(made) } else { Err(explain::shorten(found)) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn said<T>(text: &str, read: impl Fn(&Sources, SourceId) -> Result<T, Vec<Diagnostic>>) -> Vec<String> {
        let mut sources = Sources::new();
        let id = sources.add(Source::new("line 1", text));
        read(&sources, id).err().unwrap_or_default().into_iter().map(|found| found.message).collect()
    }

    #[test]
    fn what_stands_for_itself_is_read() {
        assert!(said("count(p in own: p in king) // so many", asked).is_empty());
        assert!(said("\"{p}-{q}\"", asked).is_empty());
        assert!(said("put stone at a1 again", statements).is_empty());
        assert!(said("{ let n = 3; remove a1 }", statements).is_empty());
        assert!(said("position { stone of Black at a1 } Black to move play a2", lines).is_empty());
    }

    #[test]
    fn what_is_wrong_with_it_is_said() {
        assert_eq!(said("count(own", asked), ["this `(` is never closed"]);
        assert_eq!(said("", asked), ["there is nothing here"]);
        assert_eq!(said("own && enemy", asked), ["unknown operator `&&`"]);
        assert_eq!(said("count(own) enemy", asked).len(), 1);
    }
}
