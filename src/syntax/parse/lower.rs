//! [`Lower`] makes the syntax tree: its spans, names, numbers and findings, and the limit on its depth.

use super::limits;
use super::patched::PatchedText;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span, Spanned};
use crate::syntax::ast::{Expr, File, Name, Node, Unread};
use crate::syntax::keywords;
use crate::syntax::lex::Token;
use boardwright_grammar::Rule;
use std::collections::HashSet;

/// The most findings for one text.
const MAX_FINDINGS: usize = 50;

/// A part of the text that a grammar rule matched.
pub(super) type Pair<'i> = pest::iterators::Pair<'i, Rule>;

/// Returns the inner pairs that carry meaning: neither brackets and separators nor keywords.
pub(super) fn parts(pair: Pair<'_>) -> impl Iterator<Item = Pair<'_>> {
    // Marks and keywords are the last rules of the grammar, from `lbrace` on.
    pair.into_inner().filter(|part| part.as_rule() < Rule::lbrace && part.as_rule() != Rule::EOI)
}

/// Returns whether a pair directly contains a mark or keyword.
pub(super) fn has(pair: &Pair<'_>, mark: Rule) -> bool {
    pair.clone().into_inner().any(|part| part.as_rule() == mark)
}

/// The names of a file, collected while it is parsed item by item.
#[derive(Default)]
pub(in crate::internals::syntax) struct ParsedNames {
    bound: HashSet<String>,
    capitals: Vec<Name>,
}

impl ParsedNames {
    /// Reports cells in capital letters: undeclared names that look like cells.
    pub(in crate::internals::syntax) fn report_capitals(&self, id: SourceId, file: &File) -> Vec<Diagnostic> {
        let known = |name: &str| {
            self.bound.contains(name) || file.unread.iter().any(|unread| unread.names.iter().any(|other| other == name))
        };
        let unbound = self.capitals.iter().filter(|name| file.extends.is_none() && !known(&name.node));
        unbound
            .map(|name| {
                let cell = name.node.to_ascii_lowercase();
                Diagnostic::new(Code::E01, Span { source: id, ..name.span }, "cell names are lowercase")
                    .suggest(name.span, cell, true)
            })
            .collect()
    }
}

/// Makes the tree, and collects the errors.
pub(super) struct Lower<'t> {
    id: SourceId,
    /// The original text.
    text: &'t str,
    /// The text that is parsed, in which mistakes may be patched.
    patched: &'t PatchedText,
    /// Where in it parsing began.
    offset: usize,
    /// Its tokens.
    tokens: &'t [Token],
    found: Vec<Diagnostic>,
    depth: usize,
    too_deep: bool,
    names: &'t mut ParsedNames,
    /// The last lone word in the place of a statement.
    pub(super) idle: Option<Span>,
    /// Whether the next expression is the `x in X` of a generator.
    pub(super) is_generator_head: bool,
    /// Whether the current item has an unknown type.
    pub(super) has_unknown_type: bool,
    /// Whether the current item is a look, whose texts are no texts of moves.
    pub(super) is_look: bool,
    /// The `do` of the current action.
    pub(super) do_at: Option<Span>,
    /// The parts of it that mean nothing.
    pub(super) unread: Vec<Unread>,
}

impl<'t> Lower<'t> {
    /// Creates one for a text from `offset` on, with these tokens; `text` is the original.
    pub(super) fn new(
        id: SourceId,
        text: &'t str,
        patched: &'t PatchedText,
        offset: usize,
        tokens: &'t [Token],
        names: &'t mut ParsedNames,
    ) -> Lower<'t> {
        Lower {
            id,
            text,
            patched,
            offset,
            tokens,
            found: Vec::new(),
            depth: 0,
            too_deep: false,
            names,
            idle: None,
            is_generator_head: false,
            has_unknown_type: false,
            is_look: false,
            do_at: None,
            unread: Vec::new(),
        }
    }

    /// Returns the findings, in the order of the text.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|found| found.span());
        self.found
    }

    pub(super) fn text_of(&self, span: Span) -> &'t str {
        self.text.get(span.start as usize..(span.end as usize).min(self.text.len())).unwrap_or("")
    }

    /// Returns the original span of bytes of the parsed text.
    fn original_span(&self, start: usize, end: usize) -> Span {
        let first = self.patched.original(start);
        Span::new(self.id, first, self.patched.original(end).max(first))
    }

    /// Records the declaration of a name that was parsed as a use.
    pub(super) fn record_bound(&mut self, name: &Name) {
        self.names.bound.insert(name.node.clone());
    }

    pub(super) fn report(&mut self, found: Diagnostic) {
        if self.found.len() < MAX_FINDINGS {
            self.found.push(found);
        }
    }

    /// Adds a syntax error with its help.
    pub(super) fn report_syntax(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.report(Diagnostic::new(Code::E01, span, message).help(help));
    }

    /// Returns the span of a pair, without trailing spaces and comments.
    pub(super) fn span(&self, pair: &Pair<'_>) -> Span {
        let span = pair.as_span();
        let (start, end) = (span.start() + self.offset, span.end() + self.offset);
        let before = self.tokens.partition_point(|token| token.start < end);
        let last = self.tokens.get(..before).and_then(|all| all.iter().rev().find(|token| !token.is_comment()));
        let end = last.map_or(end, |token| token.end.min(end)).max(start);
        self.original_span(start, end)
    }

    /// Returns the span of the first `length` bytes of a pair.
    pub(super) fn prefix_span(&self, pair: &Pair<'_>, length: usize) -> Span {
        let start = pair.as_span().start() + self.offset;
        self.original_span(start, start + length)
    }

    pub(super) fn name(&mut self, pair: &Pair<'_>) -> Name {
        let name = Spanned::new(pair.as_str().to_owned(), self.span(pair));
        if keywords::is_capital_cell(&name.node) {
            self.names.capitals.push(name.clone());
        }
        name
    }

    /// Lowers a name that is declared.
    pub(super) fn bind(&mut self, pair: &Pair<'_>) -> Name {
        self.bound(pair.as_str(), self.span(pair))
    }

    /// Returns a name that is declared at a place.
    pub(super) fn bound(&mut self, name: &str, span: Span) -> Name {
        self.names.bound.insert(name.to_owned());
        Spanned::new(name.to_owned(), span)
    }

    /// Lowers the next part, a name that is declared.
    pub(super) fn next_bound<'i>(&mut self, parts: &mut impl Iterator<Item = Pair<'i>>, whole: Span) -> Name {
        if let Some(part) = parts.next() { self.bind(&part) } else { self.lost_name(whole) }
    }

    /// Lowers the next part, a name that is used.
    pub(super) fn next_name<'i>(&mut self, parts: &mut impl Iterator<Item = Pair<'i>>, whole: Span) -> Name {
        if let Some(part) = parts.next() { self.name(&part) } else { self.lost_name(whole) }
    }

    /// Lowers a quoted text; the span includes the quotes.
    pub(super) fn quoted(&self, pair: &Pair<'_>) -> Name {
        let text = pair.as_str();
        let inside = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text);
        Spanned::new(inside.to_owned(), self.span(pair))
    }

    /// Lowers the next part, a quoted text.
    pub(super) fn next_quoted<'i>(&mut self, parts: &mut impl Iterator<Item = Pair<'i>>, whole: Span) -> Name {
        if let Some(part) = parts.next() { self.quoted(&part) } else { self.lost_name(whole) }
    }

    /// Lowers the next part, a count of 64 bits.
    pub(super) fn next_count<'i>(&mut self, parts: &mut impl Iterator<Item = Pair<'i>>, whole: Span) -> Spanned<i64> {
        match parts.next() {
            Some(part) => {
                let span = self.span(&part);
                let count = part.as_str().parse().unwrap_or_else(|_| self.report_too_large(span));
                Spanned::new(count, span)
            }
            None => Spanned::new(0, self.report_lost(whole)),
        }
    }

    /// Lowers a number in an expression, of 32 bits.
    pub(super) fn number(&mut self, pair: &Pair<'_>) -> i64 {
        let span = self.span(pair);
        let number = pair.as_str().parse::<i64>().ok().filter(|number| *number <= i64::from(i32::MAX));
        number.unwrap_or_else(|| self.report_too_large(span))
    }

    fn report_too_large(&mut self, span: Span) -> i64 {
        self.report(
            Diagnostic::new(Code::E36, span, "this number is too large")
                .help(format!("the largest number is {}", i32::MAX)),
        );
        0
    }

    /// Reports a part that is missing although the grammar promises it, rather than make a wrong tree.
    pub(super) fn report_lost(&mut self, whole: Span) -> Span {
        self.report_syntax(whole, "this could not be parsed", "write it differently, and please report this as a bug");
        whole
    }

    /// Makes a name in place of one that could not be parsed.
    pub(super) fn lost_name(&mut self, whole: Span) -> Name {
        Spanned::new(String::new(), self.report_lost(whole))
    }

    /// Makes an expression in place of one that could not be parsed.
    pub(super) fn lost_expr(&mut self, whole: Span) -> Expr {
        Expr { span: self.report_lost(whole), node: Node::Bool(false) }
    }

    /// Lowers something that many levels deeper in the tree, unless that is too deep.
    pub(super) fn deeper<T>(
        &mut self,
        levels: usize,
        span: Span,
        otherwise: impl FnOnce() -> T,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if self.depth + levels > limits::MAX_TREE {
            if !std::mem::replace(&mut self.too_deep, true) {
                self.report(limits::report_depth(span));
            }
            return otherwise();
        }
        self.depth += levels;
        let made = inside(self);
        self.depth -= levels;
        made
    }
}
