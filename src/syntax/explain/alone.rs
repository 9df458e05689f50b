//! What is wrong with a text that stands for itself, without a file around it.

use super::{brackets, foreign, translate};
use crate::diagnostic::Diagnostic;
use crate::source::SourceId;
use crate::syntax::lex::Token;
use crate::syntax::parse::grammar::Rule;
use pest::error::Error;

/// All that can be said about a text that could not be read; `error` is where that failed.
pub(in crate::syntax) fn alone(text: &str, tokens: &[Token], id: SourceId, error: Error<Rule>) -> Vec<Diagnostic> {
    let words: Vec<Token> = tokens.iter().copied().filter(|token| !token.is_comment()).collect();
    if let Some(open) = brackets::unbalanced(text, &words, None, id) {
        return vec![open];
    }
    let foreign = foreign::find(text, &words, id);
    if foreign.is_empty() { vec![translate(text, &words, id, 0, error)] } else { foreign }
}
