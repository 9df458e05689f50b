//! Checks `drawn as`, which changes only pictures.

use super::checker::*;
use crate::diagnostic::Code;
use crate::game::cells::Cell;
use crate::game::drawing::{BoardDrawing, Drawing};
use crate::suggest;
use crate::syntax::ast;

impl Checker<'_> {
    /// Checks `drawn as lines { .. }`.
    pub(super) fn check_drawing(&mut self, drawn: &ast::DrawnAs) -> Option<BoardDrawing> {
        let word = &drawn.word;
        let Some(drawing) = Drawing::named(&word.node).filter(|drawing| drawing.suits(&self.board)) else {
            let words: Vec<&str> = Drawing::words_for(&self.board).collect();
            let help = suggest::did_you_mean(&word.node, words.iter().copied());
            let help = help.unwrap_or_else(|| format!("it can be drawn as {}", suggest::alternatives(&words)));
            return self.refuse(Code::E20, word.span, format!("this board cannot be drawn as `{}`", word.node), help);
        };
        let lines = drawn.lines.as_ref().map(|lines| lines.iter().map(|line| self.check_line(line)).collect());
        if lines.is_some() && drawing != Drawing::Lines {
            let message = format!("a board drawn as `{}` takes no list of lines", word.node);
            self.error_help(Code::E20, word.span, message, "remove the braces, or write `drawn as lines { .. }`");
        } else if lines.as_ref().is_some_and(Vec::is_empty) {
            let message = "this list of lines is empty";
            self.error_help(Code::E20, word.span, message, "list the lines, or remove the braces to draw all of them");
        }
        Some(BoardDrawing { drawing, lines })
    }

    /// Returns the cells of a line. Reports E32 if one is not straight ahead of the one before, unless the board is a graph.
    fn check_line(&mut self, line: &[ast::Name]) -> Vec<Cell> {
        let mut cells: Vec<Cell> = Vec::new();
        for name in line {
            let Some(cell) = self.cell(&name.node, name.span) else { continue };
            let before = cells.last().copied().filter(|_| !self.board.is_graph());
            if let Some(before) = before.filter(|before| self.board.toward(*before, cell) == 0) {
                let from = self.board.coordinate(before);
                let message = format!("no straight line leads from `{from}` to `{}`", name.node);
                self.error_help(Code::E32, name.span, message, "separate lines with commas: `a1 e1, a2 e2`");
            }
            cells.push(cell);
        }
        cells
    }
}
