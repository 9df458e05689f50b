//! [`ErrorSite`]: the token at which parsing failed, with the tokens around it.

use super::expected::Expected;
use super::patterns::{board_pattern, ends_game, find_construct, is_first_on_line, look_pattern, pattern};
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::source::{SourceId, Span};
use crate::syntax::keywords::{self, is_reserved};
use crate::syntax::lex::{Token, TokenKind};
use boardwright_grammar::Rule;

/// The token at which parsing failed, and what was expected there.
pub(super) struct ErrorSite<'a> {
    pub(super) text: &'a str,
    /// All tokens but comments.
    pub(super) tokens: Vec<Token>,
    pub(super) id: SourceId,
    /// The index of the unexpected token; the number of tokens at the end of the file.
    pub(super) at: usize,
    pub(super) expected: Expected,
    /// Whether it is inside the text after an `as`.
    pub(super) in_text: bool,
}

impl<'a> ErrorSite<'a> {
    /// Creates the site at a byte; `tokens` are all tokens but comments.
    pub(super) fn new(text: &'a str, tokens: &[Token], id: SourceId, byte: usize, rules: &[Rule]) -> ErrorSite<'a> {
        let at = tokens.partition_point(|token| token.end <= byte);
        let expected = Expected::new(rules);
        let mut site = ErrorSite { text, tokens: tokens.to_vec(), id, at, expected, in_text: false };
        // inside a text the tokens are those of its holes
        if let Some(string) = site.found().copied().filter(|found| found.kind == TokenKind::Text && byte > found.start)
        {
            site.tokens = super::tokens_within(text, &string);
            site.at = site.tokens.partition_point(|token| token.end <= byte);
            site.in_text = true;
        }
        site
    }

    /// Returns the unexpected token, or `None` at the end of the file.
    pub(super) fn found(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    pub(super) fn before(&self) -> Option<&Token> {
        self.back(1)
    }

    pub(super) fn after(&self) -> Option<&Token> {
        self.tokens.get(self.at + 1)
    }

    /// Returns the token that many places before the unexpected one.
    pub(super) fn back(&self, by: usize) -> Option<&Token> {
        self.at.checked_sub(by).and_then(|at| self.tokens.get(at))
    }

    /// Returns the tokens before the unexpected one, nearest first.
    pub(super) fn backward(&self) -> impl Iterator<Item = &Token> {
        self.tokens.get(..self.at).unwrap_or(&[]).iter().rev()
    }

    /// Returns the tokens from the unexpected one to the end of its line.
    pub(super) fn rest_of_line(&self) -> &[Token] {
        let rest = self.tokens.get(self.at..).unwrap_or(&[]);
        let more = rest.iter().skip(1).take_while(|token| !self.is_first_on_line(token)).count();
        rest.get(..rest.len().min(more + 1)).unwrap_or(&[])
    }

    /// Returns the token that begins the construct which contains the unexpected one.
    pub(super) fn construct(&self) -> Option<&Token> {
        find_construct(self.text, &self.tokens, self.at).and_then(|at| self.tokens.get(at))
    }

    /// Returns the bracket that closes the one at `open`.
    pub(super) fn closing(&self, open: usize) -> Option<&Token> {
        let mut depth = 0;
        self.tokens.get(open..)?.iter().find(|token| {
            depth = token.depth_after(depth);
            depth == 0
        })
    }

    /// Returns whether this could have stood here, as [`Expected::others`] has it.
    pub(super) fn expects(&self, what: &str) -> bool {
        self.expected.others.iter().any(|other| other == what)
    }

    pub(super) fn is_first_on_line(&self, token: &Token) -> bool {
        is_first_on_line(self.text, token)
    }

    /// Returns whether a token is a keyword that cannot be a name.
    pub(super) fn is_keyword(&self, token: &Token) -> bool {
        token.kind == TokenKind::Word && is_reserved(token.text(self.text))
    }

    /// Returns whether a token is one of these words or signs.
    pub(super) fn is_any(&self, token: &Token, texts: &[&str]) -> bool {
        texts.iter().any(|text| token.is(self.text, text))
    }

    /// Returns whether a result of `end` follows: `draw`, `mover wins`.
    pub(super) fn result_follows(&self) -> bool {
        let is = |token: Option<&Token>, words: &[&str]| token.is_some_and(|token| token.is_word_of(self.text, words));
        is(self.found(), &["draw", "never", "most", "fewest"]) || is(self.after(), &["wins", "loses"])
    }

    pub(super) fn span(&self, token: &Token) -> Span {
        Span::new(self.id, token.start, token.end)
    }

    /// Returns the empty span before a token.
    pub(super) fn start(&self, token: &Token) -> Span {
        Span::new(self.id, token.start, token.start)
    }

    /// Returns the empty span after a token.
    pub(super) fn end(&self, token: &Token) -> Span {
        Span::new(self.id, token.end, token.end)
    }

    pub(super) fn replace(&self, token: &Token, text: impl Into<String>) -> Edit {
        Edit { span: self.span(token), text: text.into() }
    }

    pub(super) fn insert_before(&self, token: &Token, text: impl Into<String>) -> Edit {
        Edit { span: self.start(token), text: text.into() }
    }

    pub(super) fn insert_after(&self, token: &Token, text: impl Into<String>) -> Edit {
        Edit { span: self.end(token), text: text.into() }
    }

    pub(super) fn insert_at(&self, at: usize, text: impl Into<String>) -> Edit {
        Edit { span: Span::new(self.id, at, at), text: text.into() }
    }

    pub(super) fn report(&self, token: &Token, message: impl Into<String>) -> Diagnostic {
        self.report_span(self.span(token), message)
    }

    pub(super) fn report_span(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Code::E01, span, message)
    }

    /// Returns a token's text, cut for a message.
    pub(super) fn quote(&self, token: &Token) -> String {
        token.text(self.text).chars().take(40).collect()
    }

    /// Returns an example of the construct that is being parsed.
    pub(super) fn usage(&self) -> Option<String> {
        let is_new = self.expected.statement || self.expected.check;
        if is_new && self.expected.others.iter().all(|other| other == "`}`") {
            return None;
        }
        let mut at = find_construct(self.text, &self.tokens, self.at)?;
        if self.tokens.get(at)?.is(self.text, "without")
            && let Some(board) = find_construct(self.text, &self.tokens, at)
            && self.tokens.get(board)?.is(self.text, "board")
            && !self.tokens.get(at + 1).is_some_and(|item| item.is_word_of(self.text, keywords::ITEMS))
        {
            // an option of the board, not the item `without action swap`
            at = board;
        }
        let word = self.tokens.get(at)?.text(self.text);
        let beside = |other: Option<usize>, word: &str| {
            other.and_then(|at| self.tokens.get(at)).is_some_and(|other| other.is(self.text, word))
        };
        let pattern = match word {
            "when" if ends_game(self.text, &self.tokens, at) => Some("when none(empty): draw"),
            "look" => Some(look_pattern(self.text, self.tokens.get(at..self.at).unwrap_or(&[]))),
            "board" => Some(board_pattern(self.text, self.tokens.get(at..self.at).unwrap_or(&[]))),
            "match" if beside(at.checked_sub(1), "as") => Some("as match d { E: \"O-O\", W: \"O-O-O\" }"),
            "as" if beside(Some(at + 1), "if") => Some("as if p in king then \"K{q}\" else \"{p}-{q}\""),
            _ => pattern(word),
        };
        pattern.map(|pattern| format!("for example: `{pattern}`"))
    }
}
