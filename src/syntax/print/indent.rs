//! The indentation of lines.

use super::facts::TokenFacts;
use super::lines::Line;
use crate::syntax::lex::{Token, TokenKind, indent};

/// The width of one level of indentation.
const STEP: usize = 2;

/// An open bracket: its index, and the indentation of its line.
struct Open {
    bracket: usize,
    indent: usize,
}

pub(super) fn indents(text: &str, tokens: &[Token], facts: &TokenFacts, lines: &[Line]) -> Vec<usize> {
    let mut open: Vec<Open> = Vec::new();
    let mut item = ItemPlace::default();
    let mut indents = Vec::with_capacity(lines.len());
    let mut comments = 0;
    let mut least = 0;
    for line in lines {
        let Some(first) = tokens.get(line.first).filter(|first| !first.is_comment()) else {
            // a comment has the indentation of the next line
            comments += 1;
            continue;
        };
        let (mut here, mut above) = (item.indent(line.first, first, text, facts), None);
        if let Some(inner) = open.last() {
            let closing = (line.first..line.end)
                .take_while(|at| tokens.get(*at).is_some_and(|t| t.kind == TokenKind::Close))
                .count();
            if closing > 0 {
                let partner = open.get(open.len().saturating_sub(closing));
                here = partner.map_or(0, |partner| partner.indent);
                above = Some(inner.indent + STEP);
            } else {
                let goes_on = facts.is_block(inner.bracket)
                    && !facts.elements.contains(&line.first)
                    && !matches!(first.kind, TokenKind::Symbol | TokenKind::CellName)
                    && !first.is(text, "else");
                here = inner.indent + if goes_on { 2 * STEP } else { STEP };
            }
        }
        indents.extend(std::iter::repeat_n(above.unwrap_or(here), comments));
        comments = 0;
        if facts.pictures.contains(&line.first) {
            least = least_shift(text, tokens, line.first);
        }
        // the rows of hexagonal pictures keep their relative indentation, and so do names
        let row =
            first.kind == TokenKind::Symbol && !open.is_empty() && facts.shifted || first.kind == TokenKind::CellName;
        let shift = indent(text, first.start).filter(|_| row).map_or(0, |own| own.saturating_sub(least));
        indents.push(here + shift);
        for (at, token) in tokens.iter().enumerate().take(line.end).skip(line.first) {
            match token.kind {
                // The picture of a map is below its keyword, however many lines its symbols have.
                TokenKind::Open if item.map && open.is_empty() => open.push(Open { bracket: at, indent: 0 }),
                TokenKind::Open => open.push(Open { bracket: at, indent: here }),
                TokenKind::Close => drop(open.pop()),
                _ => {}
            }
            item.pass(at, token, text, facts, open.is_empty());
        }
    }
    indents.extend(std::iter::repeat_n(0, comments));
    indents
}

/// The current place in an item, outside of all brackets.
#[derive(Default)]
struct ItemPlace {
    clause: bool,
    legend: bool,
    map: bool,
}

impl ItemPlace {
    /// Returns the indentation of a line outside of all brackets.
    fn indent(&self, at: usize, first: &Token, text: &str, facts: &TokenFacts) -> usize {
        match () {
            () if facts.items.contains(&at) => 0,
            () if facts.clauses.contains(&at) => STEP,
            // the second line of a legend is aligned with the first symbol
            () if self.legend => "legend ".len(),
            () if self.map => "map ".len(),
            () if self.clause && !first.is(text, "where") => 2 * STEP,
            () => STEP,
        }
    }

    fn pass(&mut self, at: usize, token: &Token, text: &str, facts: &TokenFacts, outside: bool) {
        if facts.items.contains(&at) {
            *self = ItemPlace::default();
        }
        self.clause |= facts.clauses.contains(&at);
        self.legend |= outside && token.is(text, "legend");
        self.map |= facts.maps.contains(&at);
    }
}

/// Returns the smallest indentation of a row, of the picture that begins with this token.
fn least_shift(text: &str, tokens: &[Token], first: usize) -> usize {
    let rows = tokens.iter().skip(first).take_while(|token| token.kind != TokenKind::Close);
    let symbols = rows.filter(|token| !token.is_comment());
    symbols.filter_map(|symbol| indent(text, symbol.start)).min().unwrap_or(0)
}
