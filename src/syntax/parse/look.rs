//! Lowers looks.

use super::lower::{Lower, Pair, parts};
use crate::syntax::ast::{LookArea, LookJoint, LookLine, LookNode};
use boardwright_grammar::{GameParser, Rule};
use pest::Parser;
use pest::error::InputLocation;

/// Returns where the data of a path of SVG breaks off, or `None` if it is complete.
pub fn find_path_error(data: &str) -> Option<usize> {
    let error = GameParser::parse(Rule::outline_path, data).err()?;
    Some(match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    })
}

impl Lower<'_> {
    /// Lowers the lines of a `look`.
    pub(super) fn look(&mut self, pair: Pair<'_>) -> Vec<LookLine> {
        let lines: Vec<Pair<'_>> = parts(pair).flat_map(parts).collect();
        self.is_look = true;
        let lines = lines.into_iter().map(|line| self.look_line(line)).collect();
        self.is_look = false;
        lines
    }

    fn look_line(&mut self, pair: Pair<'_>) -> LookLine {
        let (rule, span) = (pair.as_rule(), self.span(&pair));
        let mut pieces = parts(pair).peekable();
        let word = match rule {
            Rule::look_area | Rule::look_joint => pieces.next().map_or("", |word| word.as_str()),
            _ => "",
        };
        let node = match rule {
            Rule::look_area => {
                let area = match word {
                    "fill" => LookArea::Fill,
                    "border" => LookArea::Border,
                    _ => LookArea::Edge,
                };
                LookNode::Area(area, self.next_expr(&mut pieces, span), self.next_name(&mut pieces, span))
            }
            Rule::look_mark => {
                let cells = self.next_expr(&mut pieces, span);
                match pieces.peek().map(Pair::as_rule) {
                    Some(Rule::title) => LookNode::Sign(cells, self.next_quoted(&mut pieces, span)),
                    _ => LookNode::Mark(cells, self.next_name(&mut pieces, span)),
                }
            }
            Rule::look_label => {
                let name = self.next_bound(&mut pieces, span);
                LookNode::Label(name, self.next_expr(&mut pieces, span), self.next_template(&mut pieces, span))
            }
            Rule::look_joint => LookNode::Joint {
                joint: if word == "wall" { LookJoint::Wall } else { LookJoint::Line },
                name: self.next_bound(&mut pieces, span),
                from: self.next_expr(&mut pieces, span),
                to: self.next_expr(&mut pieces, span),
                color: pieces.next().map(|color| self.name(&color)),
            },
            Rule::look_shape => {
                let kinds = pieces.next().into_iter().flat_map(parts).map(|kind| self.name(&kind)).collect();
                let mut names = Vec::new();
                while pieces.peek().is_some_and(|piece| piece.as_rule() == Rule::name) {
                    names.push(self.next_name(&mut pieces, span));
                }
                let text = pieces.next().map(|text| self.quoted(&text));
                let shape = names.pop().unwrap_or_else(|| self.lost_name(span));
                LookNode::Shape { kinds, owner: names.pop(), shape, text }
            }
            Rule::look_color => LookNode::Color(self.next_name(&mut pieces, span), self.next_name(&mut pieces, span)),
            Rule::look_name => LookNode::Name(self.next_name(&mut pieces, span), self.next_quoted(&mut pieces, span)),
            Rule::look_beside => LookNode::Beside {
                var: self.next_name(&mut pieces, span),
                kind: self.next_name(&mut pieces, span),
                owner: pieces.next().map(|owner| self.name(&owner)),
            },
            Rule::look_hide => LookNode::Hide(self.next_name(&mut pieces, span)),
            _ => LookNode::Caption(self.next_template(&mut pieces, span)),
        };
        LookLine { span, node }
    }
}
