//! Parses fragments without a file around them: a value, statements, lines of an example.

use super::lower::{Lower, Pair, ParsedNames, parts};
use super::{PatchedText, explain, limits, with_stack};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Sources, Span};
use crate::syntax::ast::{Check, Expr, Stmt, Template};
use crate::syntax::lex::{Token, lex};
use boardwright_grammar::{GameParser, Rule};
use pest::Parser;

/// A question about a position.
#[derive(Clone, Debug)]
pub enum Query {
    /// A value.
    Value(Expr),
    /// The text of a move: `"{p}-{q}"`.
    Text(Template),
}

/// Parses a value, or the text of a move.
///
/// # Errors
///
/// Returns all syntax errors.
pub fn parse_query(sources: &Sources, id: SourceId) -> Result<Query, Vec<Diagnostic>> {
    parse_rule(sources, id, Rule::asked, |lower, pair| {
        let span = lower.span(&pair);
        let mut pieces = parts(pair);
        match pieces.next() {
            Some(text) if text.as_rule() == Rule::string => {
                let span = lower.span(&text);
                Query::Text(lower.template(text, span))
            }
            Some(value) => Query::Value(lower.expr(value)),
            None => Query::Value(lower.lost_expr(span)),
        }
    })
}

/// Parses statements, with or without braces around them.
///
/// # Errors
///
/// Returns all syntax errors.
pub fn parse_statements(sources: &Sources, id: SourceId) -> Result<Vec<Stmt>, Vec<Diagnostic>> {
    parse_rule(sources, id, Rule::tried, |lower, pair| match parts(pair.clone()).next() {
        Some(block) if block.as_rule() == Rule::block => lower.block(block),
        _ => lower.block(pair),
    })
}

/// Parses lines of an example.
///
/// # Errors
///
/// Returns all syntax errors.
pub fn parse_checks(sources: &Sources, id: SourceId) -> Result<Vec<Check>, Vec<Diagnostic>> {
    parse_rule(sources, id, Rule::checked, |lower, pair| lower.checks(parts(pair)))
}

fn parse_rule<T>(
    sources: &Sources,
    id: SourceId,
    rule: Rule,
    lower_pair: impl FnOnce(&mut Lower<'_>, Pair<'_>) -> T,
) -> Result<T, Vec<Diagnostic>> {
    let source = sources.get(id);
    let text = source.text.as_ref();
    if let Some(too_long) = limits::check_length(text, id) {
        return Err(vec![too_long]);
    }
    let tokens = lex(text);
    let empty = || {
        let help = "write a value, such as `count(own)`";
        vec![Diagnostic::new(Code::E01, Span::new(id, 0, 0), "the input is empty").help(help)]
    };
    if tokens.iter().all(Token::is_comment) {
        return Err(empty());
    }
    if let Some(too_deep) = limits::check_depth(text, &tokens, id) {
        return Err(vec![too_deep]);
    }
    with_stack(|| {
        let mut pairs = match GameParser::parse(rule, text) {
            Ok(pairs) => pairs,
            Err(error) => {
                let tokens: Vec<Token> = tokens.iter().copied().filter(|token| !token.is_comment()).collect();
                let at = explain::error_offset(&error);
                let explained = explain::explain(text, &tokens, 0..tokens.len(), id, at, error);
                return Err(explain::shorten(vec![explained.finding]));
            }
        };
        let Some(pair) = pairs.next() else { return Err(empty()) };
        // The names are declared elsewhere.
        let (unpatched, mut names) = (PatchedText::new(text), ParsedNames::default());
        let mut lower = Lower::new(id, text, &unpatched, 0, &tokens, &mut names);
        let lowered = lower_pair(&mut lower, pair);
        let found = lower.finish();
        if found.is_empty() { Ok(lowered) } else { Err(explain::shorten(found)) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    fn errors<T>(text: &str, parse: impl Fn(&Sources, SourceId) -> Result<T, Vec<Diagnostic>>) -> Vec<String> {
        let mut sources = Sources::new();
        let id = sources.add(Source::new("line 1", text));
        parse(&sources, id).err().unwrap_or_default().into_iter().map(|found| found.message).collect()
    }

    #[test]
    fn fragments_are_parsed() {
        assert!(errors("count(p in own: p in king) // a comment", parse_query).is_empty());
        assert!(errors("\"{p}-{q}\"", parse_query).is_empty());
        assert!(errors("put stone at a1 again", parse_statements).is_empty());
        assert!(errors("{ let n = 3; remove a1 }", parse_statements).is_empty());
        assert!(errors("position { stone of Black at a1 } Black to move play a2", parse_checks).is_empty());
    }

    #[test]
    fn errors_in_fragments_are_reported() {
        assert_eq!(errors("count(own", parse_query), ["this `(` is never closed"]);
        assert_eq!(errors("", parse_query), ["the input is empty"]);
        assert_eq!(errors("own && enemy", parse_query), ["unknown operator `&&`"]);
        assert_eq!(errors("count(own) enemy", parse_query).len(), 1);
    }
}
