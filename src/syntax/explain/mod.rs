//! What is wrong with a text that is no rule file.

use super::lex::Token;
use super::parse::grammar::Rule;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};

/// x
pub(super) fn empty(_text: &str, id: SourceId) -> Diagnostic {
    Diagnostic::new(Code::E01, Span::new(id, 0, 0), "empty")
}

/// x
pub(super) fn explain(
    _text: &str,
    _tokens: &[Token],
    id: SourceId,
    error: pest::error::Error<Rule>,
) -> Vec<Diagnostic> {
    vec![Diagnostic::new(Code::E01, Span::new(id, 0, 0), error.to_string())]
}
