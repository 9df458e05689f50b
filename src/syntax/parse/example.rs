//! Lowers examples.

use super::lower::{Lower, Pair, has, parts};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{Check, CheckNode, Example, Name};
use boardwright_grammar::Rule;

impl Lower<'_> {
    pub(super) fn example(&mut self, pair: Pair<'_>, span: Span) -> Example {
        let mut pieces = parts(pair);
        let title = self.next_quoted(&mut pieces, span);
        Example { title, checks: self.checks(pieces) }
    }

    pub(super) fn checks<'i>(&mut self, lines: impl Iterator<Item = Pair<'i>>) -> Vec<Check> {
        let checks = lines.filter_map(|check| {
            let inner = parts(check).next()?;
            let span = self.span(&inner);
            Some(Check { span, node: self.check(inner, span) })
        });
        checks.collect()
    }

    fn check(&mut self, pair: Pair<'_>, span: Span) -> CheckNode {
        let rule = pair.as_rule();
        let (only, draw) = (has(&pair, Rule::kw_only), has(&pair, Rule::kw_draw));
        let mut pieces = parts(pair);
        match rule {
            Rule::position => {
                let mut pieces = pieces.peekable();
                match pieces.next_if(|part| part.as_rule() == Rule::title) {
                    Some(line) => CheckNode::Line(self.quoted(&line)),
                    None => CheckNode::Position(self.next_layout(&mut pieces, span)),
                }
            }
            Rule::assign => CheckNode::Set(self.next_expr(&mut pieces, span), self.next_expr(&mut pieces, span)),
            Rule::to_move => CheckNode::ToMove(self.next_name(&mut pieces, span)),
            Rule::play => CheckNode::Play(self.move_texts(pieces)),
            Rule::legal => CheckNode::Legal(only, self.move_texts(pieces)),
            Rule::illegal => CheckNode::Illegal(self.move_texts(pieces)),
            Rule::moves => CheckNode::Moves(self.next_count(&mut pieces, span)),
            Rule::perft => CheckNode::Perft(self.next_count(&mut pieces, span), self.next_count(&mut pieces, span)),
            Rule::outcome if draw => CheckNode::Result(None),
            Rule::outcome => CheckNode::Result(Some(self.next_name(&mut pieces, span))),
            _ => CheckNode::Expect(self.next_expr(&mut pieces, span)),
        }
    }

    fn move_texts<'i>(&mut self, moves: impl Iterator<Item = Pair<'i>>) -> Vec<Name> {
        let texts = moves.filter_map(|text| {
            let inner = parts(text).next()?;
            match inner.as_rule() {
                Rule::title => Some(self.quoted(&inner)),
                _ => Some(Spanned::new(inner.as_str().to_owned(), self.span(&inner))),
            }
        });
        texts.collect()
    }
}
