//! The context of tokens that the formatter needs.

use super::lines::Line;
use crate::syntax::lex::{Token, TokenKind};
use boardwright_grammar::{GameParser, Rule};
use pest::Parser;
use std::collections::{HashMap, HashSet};

/// Facts about the tokens of a text, by their index.
#[derive(Default)]
pub(super) struct TokenFacts {
    /// The first tokens of items.
    pub items: HashSet<usize>,
    /// The keywords `map`.
    pub maps: HashSet<usize>,
    /// The first tokens of clauses of actions.
    pub clauses: HashSet<usize>,
    /// The first tokens of the elements of a block: statements, `end` clauses, lines of examples, placements, chains, cases.
    pub elements: HashSet<usize>,
    /// Those `elements` that need a line of their own in a block of several lines.
    pub statements: HashSet<usize>,
    /// The first tokens of pictures.
    pub pictures: HashSet<usize>,
    /// Opening braces of lists: no space inside.
    pub lists: HashSet<usize>,
    /// Opening parentheses after the name of a definition.
    pub parameters: HashSet<usize>,
    /// Minus signs of numbers.
    pub minus: HashSet<usize>,
    /// Slashes between directions.
    pub slashes: HashSet<usize>,
    /// Brackets with their partners, both ways.
    pub partners: HashMap<usize, usize>,
    /// Opening braces of blocks, and whether the block has several lines.
    blocks: HashMap<usize, bool>,
    /// Whether the rows of pictures keep their relative indentation.
    pub shifted: bool,
    /// Whether the symbols of pictures keep their distances, because there may be holes or stacks between them.
    pub holed: bool,
}

impl TokenFacts {
    /// Collects the facts about a text without syntax errors.
    pub(super) fn of(text: &str, tokens: &[Token]) -> TokenFacts {
        let mut facts = TokenFacts { shifted: true, holed: true, ..TokenFacts::default() };
        facts.match_brackets(text, tokens);
        let Ok(pairs) = GameParser::parse(Rule::file, text) else { return facts };
        for pair in pairs.flatten() {
            let start = pair.as_span().start();
            let at = tokens.partition_point(|token| token.start < start);
            if tokens.get(at).is_none_or(|token| token.start != start) {
                continue;
            }
            match pair.as_rule() {
                Rule::item => facts.items.insert(at),
                Rule::map => facts.maps.insert(at),
                Rule::clause => facts.clauses.insert(at),
                Rule::statement | Rule::ending => facts.elements.insert(at) && facts.statements.insert(at),
                Rule::look_line => facts.elements.insert(at) && facts.statements.insert(at),
                Rule::check | Rule::chains | Rule::placed | Rule::arm | Rule::text_arm => facts.elements.insert(at),
                Rule::picture | Rule::cell_names => facts.pictures.insert(at),
                Rule::braces => {
                    let collects = pair.into_inner().any(|part| part.as_rule() == Rule::generated);
                    !collects && facts.lists.insert(at)
                }
                Rule::parameters | Rule::binders => facts.parameters.insert(at),
                Rule::minus => facts.minus.insert(at),
                Rule::slash => facts.slashes.insert(at),
                Rule::board => {
                    let is = |shape| tokens.get(at + 1).is_some_and(|token| token.is(text, shape));
                    let lacks =
                        pair.into_inner().flatten().any(|part| matches!(part.as_rule(), Rule::lacks | Rule::stacked));
                    facts.holed = lacks || is("graph");
                    facts.shifted = facts.holed || is("hex");
                    true
                }
                _ => false,
            };
        }
        facts.find_blocks(text, tokens);
        facts
    }

    fn match_brackets(&mut self, text: &str, tokens: &[Token]) {
        let mut open = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Open => open.push(at),
                TokenKind::Close => {
                    if let Some(partner) = open.pop() {
                        self.partners.insert(at, partner);
                        self.partners.insert(partner, at);
                    }
                }
                _ => {}
            }
        }
        debug_assert!(open.is_empty(), "{text}");
    }

    /// Collects the braces directly around elements or a picture.
    fn find_blocks(&mut self, text: &str, tokens: &[Token]) {
        let mut open: Vec<usize> = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Open => open.push(at),
                TokenKind::Close => drop(open.pop()),
                _ => {}
            }
            let within = self.elements.contains(&at) || self.pictures.contains(&at);
            if let Some(&brace) = open.last().filter(|_| within) {
                let close = self.partners.get(&brace).and_then(|close| tokens.get(*close));
                let start = tokens.get(brace).map_or(0, |brace| brace.end);
                let inside = text.get(start..close.map_or(start, |close| close.start)).unwrap_or("");
                self.blocks.insert(brace, inside.contains('\n'));
            }
        }
    }

    pub(super) fn is_block(&self, brace: usize) -> bool {
        self.blocks.contains_key(&brace)
    }

    /// Returns whether a brace opens a block of several lines.
    pub(super) fn is_open_block(&self, brace: usize) -> bool {
        self.blocks.get(&brace).copied().unwrap_or(false)
    }

    /// Marks a block as having several lines.
    pub(super) fn open(&mut self, brace: usize) {
        self.blocks.insert(brace, true);
    }

    /// Returns the first one-line block in a line.
    pub(super) fn block_within(&self, line: &Line) -> Option<usize> {
        (line.first..line.end).find(|at| self.blocks.get(at) == Some(&false))
    }
}
