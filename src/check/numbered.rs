//! `cell(n)`, `cells(X)` and `number(p)`: questions about the numbers of cells.

use super::checker::*;
use super::fold;
use super::types::*;
use crate::diagnostic::Code;
use crate::game::expr::*;
use crate::source::Span;
use crate::syntax::ast;

impl Checker<'_> {
    /// `cell(n)`, `cells(X)`, `number(p)`, and `number(P)` of a player.
    pub(super) fn numbered(&mut self, word: &str, arg: &ast::Expr, span: Span) -> Option<AnyExpr> {
        match word {
            "cell" => {
                let n = self.typed::<IntExpr>(arg)?;
                self.needs_numbers(word, span)?;
                Some(AnyExpr::Cell(fold::cell(&self.board, CellExpr::Numbered(Box::new(n)))))
            }
            "cells" => {
                let numbers = self.typed::<IntsExpr>(arg)?;
                self.needs_numbers(word, span)?;
                Some(self.fold_cells(CellsExpr::Numbered(Box::new(numbers))))
            }
            _ => self.number_of(arg, span).map(AnyExpr::Int),
        }
    }

    fn number_of(&mut self, arg: &ast::Expr, span: Span) -> Option<IntExpr> {
        let player = match self.any(arg, None)? {
            AnyExpr::Cell(cell) => {
                self.needs_numbers("number", span)?;
                return Some(fold::number(&self.board, IntExpr::CellNumber(Box::new(cell))));
            }
            other => self.fit(other, Type::Player, arg)?,
        };
        match player {
            AnyExpr::Player(PlayerExpr::Const(player)) if usize::from(player.0) < self.players.len() => {
                Some(IntExpr::Const(i32::from(player.0) + 1))
            }
            AnyExpr::Player(player) => Some(IntExpr::Number(Box::new(player), span.into())),
            _ => None,
        }
    }

    /// A question about numbers on a board that has none (E20).
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
        self.error_help(Code::E20, span, "the cells of this board have no numbers", help);
        None
    }
}
