//! Builds the [`Board`] from the board item.

use super::checker::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::board::{Blueprint, Board, BoardError, Chains, Shape, Stretch};
use crate::game::expr::*;
use crate::source::Span;
use crate::syntax::ast;

/// Returns a board to check the rest of the file with, when its own board cannot be built.
pub(super) fn substitute_board() -> Option<Board> {
    Blueprint::plain(Shape::Square(8, 8)).build().ok()
}

impl<'a> Checker<'a> {
    /// Builds the board. Returns whether that succeeded.
    pub(super) fn check_board(&mut self, ast: &'a ast::Board) -> bool {
        let Some(shape) = self.lower_shape(ast) else { return false };
        let columns = ast.columns.as_ref().map(|letters| letters.node.clone());
        let whole = Blueprint { columns, ..Blueprint::plain(shape) };
        let board = match whole.build() {
            Ok(board) => board,
            Err(error) => {
                self.report_board_error(error, ast);
                return false;
            }
        };
        self.board = board;
        let mut blueprint = whole;
        if let Some(without) = &ast.without
            && let Some(set) = self.known_cells(without, "the cells after `without` must be known before play")
        {
            blueprint.without = set.iter().map(|cell| self.board.coordinate(cell).to_string()).collect();
        }
        self.unroll = true;
        if let Some(links) = &ast.links {
            match self.in_context(Context::Static, |check| check.typed::<DirsExpr>(links)) {
                Some(MaskExpr::Const(mask)) => {
                    let dirs = (0..self.board.dirs()).filter(|d| mask >> d & 1 == 1);
                    let name = |d: usize| self.board.dir_name(crate::game::piece::Dir(d as u8)).to_string();
                    blueprint.links = Some(dirs.map(name).collect());
                }
                Some(_) => self.error(Code::E22, links.span, "the links of the board must be known before play"),
                None => {}
            }
        }
        self.unroll = false;
        for (forth, back) in &ast.wraps {
            match (forth.node.as_str(), back.node.as_str()) {
                ("E", "W") | ("W", "E") => blueprint.wraps_columns = true,
                ("N", "S") | ("S", "N") if !self.board.is_hex() => blueprint.wraps_rows = true,
                ("NE", "SW") | ("SW", "NE") if self.board.is_hex() => blueprint.wraps_rows = true,
                _ => {
                    let message = format!("a board cannot wrap along `{}/{}`", forth.node, back.node);
                    let help = match self.board.is_hex() {
                        true => "write `wraps E/W`, `wraps NE/SW` or `wraps E/W, NE/SW`",
                        false => "write `wraps E/W`, `wraps N/S` or `wraps E/W, N/S`",
                    };
                    self.error_help(Code::E32, forth.span.to(back.span), message, help);
                }
            }
        }
        match blueprint.build() {
            Ok(board) => {
                self.board = board;
                if let Some(stacks) = &ast.stacks {
                    self.check_stacks(stacks);
                }
                let named = ast.names.as_ref().is_none_or(|names| self.check_cell_names(names));
                self.drawn = ast.drawn.as_ref().and_then(|drawn| self.check_drawing(drawn));
                named
            }
            Err(error) => {
                self.report_board_error(error, ast);
                false
            }
        }
    }

    fn lower_shape(&mut self, ast: &ast::Board) -> Option<Shape> {
        let mut size = |expr: &ast::Expr| -> Option<u32> {
            let number = self.in_context(Context::Static, |check| check.typed::<IntExpr>(expr))?;
            match number {
                IntExpr::Const(n) if n >= 1 => Some(n as u32),
                IntExpr::Const(n) => {
                    let message = format!("the side of a board cannot be {n} cells long");
                    self.refuse(Code::E34, expr.span, message, "write 1 or more")
                }
                _ => self.refuse_plain(Code::E22, expr.span, "the size of the board must be known before play"),
            }
        };
        Some(match &ast.shape {
            ast::Shape::Square(w, h) => {
                let (w, h) = (size(w), size(h));
                Shape::Square(w?, h?)
            }
            ast::Shape::Rhombus(w, h) => {
                let (w, h) = (size(w), size(h));
                Shape::Rhombus(w?, h?)
            }
            ast::Shape::Hexagon(n) => Shape::Hexagon(size(n)?),
            ast::Shape::Triangle(n) => Shape::Triangle(size(n)?),
            ast::Shape::Star(n) => Shape::Star(size(n)?),
            ast::Shape::Graph(all) => Shape::Graph(
                all.iter()
                    .map(|chains| Chains {
                        forth: chains.forth.node.clone(),
                        back: chains.back.as_ref().map(|back| back.node.clone()),
                        chains: chains
                            .chains
                            .iter()
                            .map(|chain| chain.iter().map(|cell| cell.node.clone()).collect())
                            .collect(),
                    })
                    .collect(),
            ),
        })
    }

    fn report_board_error(&mut self, error: BoardError, ast: &ast::Board) {
        match error {
            BoardError::Size(message) => {
                let help = "a board has at most 1024 cells, and no side is longer than 99";
                self.error_help(Code::E34, ast.span, message, help);
            }
            BoardError::Columns(message) => {
                let span = ast.columns.as_ref().map_or(ast.span, |letters| letters.span);
                let help = "write a different lowercase letter for each column, from West to East; extra letters are \
                    ignored";
                self.error_help(Code::E30, span, message, help);
            }
            BoardError::Links(message) => {
                let span = ast.links.as_ref().map_or(ast.span, |links| links.span);
                let help = "name each direction together with its opposite: `links orthogonal | NE | SW`";
                self.error_help(Code::E32, span, message, help);
            }
            BoardError::Chain(message, places) => {
                let mut marks = places.iter().filter_map(|at| span_of_stretch(ast, at));
                let mut diagnostic = Diagnostic::new(Code::E32, marks.next().unwrap_or(ast.span), message)
                    .help("from each point, a direction leads to at most one point, and its opposite leads back");
                for mark in marks {
                    diagnostic = diagnostic.and(mark, "this contradicts it");
                }
                self.report(diagnostic);
            }
        }
    }
}

/// Returns the span of a stretch of a chain.
fn span_of_stretch(ast: &ast::Board, at: &Stretch) -> Option<Span> {
    let ast::Shape::Graph(all) = &ast.shape else { return None };
    let chain = all.get(at.chains)?.chains.get(at.chain)?;
    Some(chain.get(at.first)?.span.to(chain.get(at.last)?.span))
}
