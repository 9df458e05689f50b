//! What the making of the tree needs everywhere: spans, names, numbers, findings, and a watch on the depth.

use super::grammar::Rule;
use super::limits;
use super::patched::PatchedText;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span, Spanned};
use crate::syntax::ast::{Expr, File, Name, Node, Unread};
use crate::syntax::keywords;
use crate::syntax::lex::Token;
use std::collections::HashSet;

/// More findings in one text are no help.
const MOST: usize = 50;

/// A stretch of the text that a rule of the grammar has read.
pub(super) type Pair<'i> = pest::iterators::Pair<'i, Rule>;

/// The parts of a stretch that carry meaning: neither brackets and separators nor the words that only show what it is.
pub(super) fn parts(pair: Pair<'_>) -> impl Iterator<Item = Pair<'_>> {
    pair.into_inner().filter(|part| !is_mark(part.as_rule()))
}

/// Whether a rule reads a mark or a keyword: those are the last of the grammar, from `lbrace` on.
pub(super) fn is_mark(rule: Rule) -> bool {
    rule >= Rule::lbrace || rule == Rule::EOI
}

/// Whether a stretch has a mark or keyword among its direct parts.
pub(super) fn has(pair: &Pair<'_>, mark: Rule) -> bool {
    pair.clone().into_inner().any(|part| part.as_rule() == mark)
}

/// What is known of a file's names while it is read item by item.
#[derive(Default)]
pub(in crate::syntax) struct Names {
    bound: HashSet<String>,
    capitals: Vec<Name>,
}

impl Names {
    /// Reports cells in capital letters: names that look like cells, which nobody is called by.
    pub(in crate::syntax) fn capitals(&self, id: SourceId, file: &File) -> Vec<Diagnostic> {
        let known = |name: &str| {
            self.bound.contains(name) || file.unread.iter().any(|unread| unread.names.iter().any(|other| other == name))
        };
        let unbound = self.capitals.iter().filter(|name| file.extends.is_none() && !known(&name.node));
        unbound
            .map(|name| {
                let cell = name.node.to_ascii_lowercase();
                Diagnostic::new(Code::E01, Span { source: id, ..name.span }, "cell names are lowercase")
                    .help(format!("write `{cell}`"))
                    .fix(format!("write `{cell}`"), name.span, cell, true)
            })
            .collect()
    }
}

/// Makes the tree, and collects what is wrong on the way.
pub(super) struct Lower<'t> {
    id: SourceId,
    /// The text as its author wrote it.
    text: &'t str,
    /// The text that is read, in which mistakes may be patched.
    patched: &'t PatchedText,
    /// Where in it reading has begun.
    offset: usize,
    /// Its tokens.
    tokens: &'t [Token],
    found: Vec<Diagnostic>,
    depth: usize,
    too_deep: bool,
    names: &'t mut Names,
    /// The last word that stood alone where a statement should.
    pub(super) idle: Option<Span>,
    /// What is lowered next is the `x in X` of a generator.
    pub(super) generator_head: bool,
    /// The item that is read has a type that is none.
    pub(super) untyped: bool,
    /// The `do` of the action that is read.
    pub(super) do_at: Option<Span>,
    /// What it has that means nothing.
    pub(super) unread: Vec<Unread>,
}

impl<'t> Lower<'t> {
    /// For a stretch that begins at `offset` of a text with these tokens; `text` is what the author wrote.
    pub(super) fn new(
        id: SourceId,
        text: &'t str,
        patched: &'t PatchedText,
        offset: usize,
        tokens: &'t [Token],
        names: &'t mut Names,
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
            generator_head: false,
            untyped: false,
            do_at: None,
            unread: Vec::new(),
        }
    }

    /// What was wrong, in the order of the text.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|found| found.span());
        self.found
    }

    /// What a span covers, as the author wrote it.
    pub(super) fn text_of(&self, span: Span) -> &'t str {
        self.text.get(span.start as usize..(span.end as usize).min(self.text.len())).unwrap_or("")
    }

    /// Bytes of the text that is read, as a place in that of the author.
    fn place(&self, start: usize, end: usize) -> Span {
        let first = self.patched.original(start);
        Span::new(self.id, first, self.patched.original(end).max(first))
    }

    /// Notes a name that gets its meaning where it has been read as one that is used.
    pub(super) fn note_bound(&mut self, name: &Name) {
        self.names.bound.insert(name.node.clone());
    }

    /// Notes a finding.
    pub(super) fn report(&mut self, found: Diagnostic) {
        if self.found.len() < MOST {
            self.found.push(found);
        }
    }

    /// Notes a syntax error.
    pub(super) fn wrong(&mut self, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.report(Diagnostic::new(Code::E01, span, message).help(help));
    }

    /// Where a stretch stands, without the spaces and comments behind it.
    pub(super) fn span(&self, pair: &Pair<'_>) -> Span {
        let span = pair.as_span();
        let (start, end) = (span.start() + self.offset, span.end() + self.offset);
        let before = self.tokens.partition_point(|token| token.start < end);
        let last = self.tokens.get(..before).and_then(|all| all.iter().rev().find(|token| !token.is_comment()));
        let end = last.map_or(end, |token| token.end.min(end)).max(start);
        self.place(start, end)
    }

    /// Where the first `length` bytes of a stretch stand.
    pub(super) fn beginning(&self, pair: &Pair<'_>, length: usize) -> Span {
        let start = pair.as_span().start() + self.offset;
        self.place(start, start + length)
    }

    /// A name that is used.
    pub(super) fn name(&mut self, pair: &Pair<'_>) -> Name {
        let name = Spanned::new(pair.as_str().to_owned(), self.span(pair));
        if keywords::is_capital_cell(&name.node) {
            self.names.capitals.push(name.clone());
        }
        name
    }

    /// A name that gets its meaning here.
    pub(super) fn bind(&mut self, pair: &Pair<'_>) -> Name {
        self.names.bound.insert(pair.as_str().to_owned());
        Spanned::new(pair.as_str().to_owned(), self.span(pair))
    }

    /// The name in the next part, where the grammar has one.
    pub(super) fn next_bound<'i>(&mut self, parts: &mut impl Iterator<Item = Pair<'i>>, whole: Span) -> Name {
        match parts.next() {
            Some(part) => self.bind(&part),
            None => Spanned::new(String::new(), self.lost(whole)),
        }
    }

    /// The name in the next part, where the grammar has one.
    pub(super) fn next_name<'i>(&mut self, parts: &mut impl Iterator<Item = Pair<'i>>, whole: Span) -> Name {
        match parts.next() {
            Some(part) => self.name(&part),
            None => Spanned::new(String::new(), self.lost(whole)),
        }
    }

    /// The text between quotes; the span has the quotes.
    pub(super) fn quoted(&self, pair: &Pair<'_>) -> Name {
        let text = pair.as_str();
        let inside = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text);
        Spanned::new(inside.to_owned(), self.span(pair))
    }

    /// The text in the next part, where the grammar has one.
    pub(super) fn next_quoted<'i>(&mut self, parts: &mut impl Iterator<Item = Pair<'i>>, whole: Span) -> Name {
        match parts.next() {
            Some(part) => self.quoted(&part),
            None => Spanned::new(String::new(), self.lost(whole)),
        }
    }

    /// A number that counts something: no bound but that of 64 bits.
    pub(super) fn next_count<'i>(&mut self, parts: &mut impl Iterator<Item = Pair<'i>>, whole: Span) -> Spanned<i64> {
        match parts.next() {
            Some(part) => {
                let span = self.span(&part);
                let count = part.as_str().parse().unwrap_or_else(|_| self.too_large(span));
                Spanned::new(count, span)
            }
            None => Spanned::new(0, self.lost(whole)),
        }
    }

    /// A number in an expression: 32 bits.
    pub(super) fn number(&mut self, pair: &Pair<'_>) -> i64 {
        let span = self.span(pair);
        let number = pair.as_str().parse::<i64>().ok().filter(|number| *number <= i64::from(i32::MAX));
        number.unwrap_or_else(|| self.too_large(span))
    }

    fn too_large(&mut self, span: Span) -> i64 {
        self.report(
            Diagnostic::new(Code::E36, span, "this number is too large")
                .help(format!("the largest number is {}", i32::MAX)),
        );
        0
    }

    /// Said where a part is missing that the grammar promises: better a report than a tree that says something else.
    pub(super) fn lost(&mut self, whole: Span) -> Span {
        self.wrong(whole, "this could not be parsed", "write it differently, and please report this as a bug");
        whole
    }

    /// An expression that stands for one that could not be read.
    pub(super) fn no_value(&mut self, whole: Span) -> Expr {
        Expr { span: self.lost(whole), node: Node::Bool(false) }
    }

    /// Does something that many levels deeper in the tree, unless that is too deep.
    pub(super) fn deeper<T>(
        &mut self,
        levels: usize,
        span: Span,
        otherwise: impl FnOnce() -> T,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if self.depth + levels > limits::MAX_TREE {
            if !std::mem::replace(&mut self.too_deep, true) {
                self.report(limits::chain(span));
            }
            return otherwise();
        }
        self.depth += levels;
        let made = inside(self);
        self.depth -= levels;
        made
    }
}
