//! `cell(n)`, `cells(X)` and `number(p)`: questions about the numbers of cells.

use super::checker::*;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::source::Span;
use crate::syntax::ast;

impl Checker<'_> {
    /// Checks `cell(n)`, `cells(X)`, `number(p)`, and `number(P)` of a player.
    pub(super) fn numbered(&mut self, word: &str, arg: &ast::Expr, span: Span) -> Option<AnyExpr> {
        let (op, arg) = match word {
            "cell" => (Op::CellNumbered, self.of_type(arg, Type::Int)?),
            "cells" => (Op::CellsNumbered, self.of_type(arg, Type::Ints)?),
            _ => match self.any(arg, None)? {
                cell @ AnyExpr::Cell(_) => (Op::CellNumber, cell),
                cells @ AnyExpr::Cells(_) => {
                    let meant = format!("count({})", self.text(arg.span));
                    let message = format!("expected a player or a cell, found {}", cells.ty().describe());
                    let finding = Diagnostic::new(Code::E10, arg.span, message);
                    let finding = finding.help(format!("for the number of elements, write `{meant}`"));
                    return self.refuse_with(finding.fix(format!("write `{meant}`"), span, meant, false));
                }
                other => {
                    let player = self.fit(other, Type::Player, arg)?;
                    return Some(self.apply(Op::PlayerNumber, vec![player], span));
                }
            },
        };
        self.needs_numbers(word, span)?;
        Some(self.apply(op, vec![arg], span))
    }

    /// Reports E20 if the board has no numbers.
    fn needs_numbers(&mut self, word: &str, span: Span) -> Option<()> {
        if self.board.has_numbers() {
            return Some(());
        }
        let other = match word {
            "cell" => "or write `cell(column, row)`",
            "cells" => "or write `rows(..)` or `columns(..)`",
            _ => "or write `row(p)` or `column(p)`",
        };
        let help = format!("number its cells, as in `board square 8 x 8 numbered dark`, {other}");
        self.refuse(Code::E20, span, "the cells of this board have no numbers", help)
    }
}
