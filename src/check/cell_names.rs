//! The numbers and names of cells: `numbered` and `named`.

use super::checker::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::board::Corner;
use crate::game::cells::Cell;
use crate::game::expr::*;
use crate::source::Span;
use crate::syntax::ast;
use std::collections::BTreeMap;

impl<'a> Checker<'a> {
    /// Applies `numbered` or `named` to the board. Returns whether that succeeded.
    pub(super) fn check_cell_names(&mut self, names: &'a ast::CellNames) -> bool {
        let errors = |check: &Self| check.found.iter().filter(|found| found.is_error()).count();
        let before = errors(self);
        match names {
            ast::CellNames::Numbers(cells, from) => self.number_cells(cells, from.as_ref()),
            ast::CellNames::Words(words, span) => self.name_cells(words, *span),
        }
        errors(self) == before
    }

    /// Applies `numbered CELLS from SE`.
    fn number_cells(&mut self, cells: &'a ast::Expr, from: Option<&ast::Name>) {
        let corner = match from {
            None => Some(Corner::NORTH_WEST),
            Some(word) => {
                let corner = Corner::named(&word.node);
                if corner.is_none() {
                    let message = format!("`{}` is not a corner to count from", word.node);
                    let help = "write `from NW`, `from NE`, `from SW` or `from SE`; the default is `from NW`";
                    self.error_help(Code::E04, word.span, message, help);
                }
                corner
            }
        };
        let set = self.known_cells(cells, "the cells after `numbered` must be known before play");
        if let (Some(set), Some(corner)) = (set, corner) {
            if set.is_empty() {
                let message = "this set is empty, so no cell gets a number";
                self.error_help(Code::E30, cells.span, message, "name one or more cells");
            }
            self.board.number_cells(&set, corner);
        }
    }

    /// Applies `named { .. }`.
    fn name_cells(&mut self, words: &[ast::Name], span: Span) {
        let rows = self.board.rows_from_north();
        if words.len() != rows.iter().map(Vec::len).sum::<usize>() {
            let message = format!("found {} names for a board of {} cells", words.len(), self.board.len());
            self.report_picture_size(
                words,
                span,
                message,
                ("name", "one name for each cell; `.` keeps the coordinates"),
            );
            return;
        }
        let mut given = BTreeMap::new();
        let mut placed = Vec::new();
        for (word, cell) in words.iter().zip(rows.into_iter().flatten()) {
            if word.node == "." {
                continue;
            }
            if !word.node.chars().all(char::is_alphanumeric) {
                let message = format!("`{}` cannot be the name of a cell", word.node);
                let help = "use letters and digits only; other characters separate the cells in a move";
                self.error_help(Code::E41, word.span, message, help);
            }
            given.insert(cell, word.node.clone());
            placed.push((word, cell));
        }
        self.report_equal_names(&placed, &given);
        self.board.name_cells(&given);
    }

    /// Reports E03 for a name that two cells have, and W40, once, for a name that is the coordinates of another cell.
    fn report_equal_names(&mut self, placed: &[(&ast::Name, Cell)], given: &BTreeMap<Cell, String>) {
        let mut first: BTreeMap<&str, Span> = BTreeMap::new();
        let mut crossed = false;
        for (word, cell) in placed {
            let message = format!("two cells have the name `{}`", word.node);
            let coordinates = self.board.cell(&word.node);
            let other = coordinates.filter(|cell| !given.contains_key(cell));
            if let Some(before) = first.insert(&word.node, word.span) {
                self.report(Diagnostic::new(Code::E03, word.span, message).and(before, "first used here"));
            } else if other.is_some() {
                let help = format!(
                    "without a name of its own, a cell keeps its coordinates `{}`; choose another name",
                    word.node
                );
                self.error_help(Code::E03, word.span, message, help);
            } else if matches!(word.node.as_str(), "off" | "nothing" | "none") {
                let message = format!("`{}` is a word of the language, so it cannot be the name of a cell", word.node);
                self.error_help(Code::E03, word.span, message, "choose another name");
            } else if coordinates.is_some_and(|other| other != *cell) && !std::mem::replace(&mut crossed, true) {
                let here = self.board.coordinate(*cell);
                let message = format!("`{}` means one cell in moves and another one in the rules", word.node);
                let help = format!("in the rules this cell is still `{here}`; choose names that are not coordinates");
                if !self.is_inherited(word.span) {
                    self.error_help(Code::W40, word.span, message, help);
                }
            }
        }
    }

    /// Returns a help for an unknown name that is the name of a cell in moves.
    pub(super) fn help_for_cell_name(&self, name: &str) -> Option<String> {
        let cell = self.board.named(name)?;
        Some(format!("a cell has this name in moves; in the rules it is `{}`", self.board.coordinate(cell)))
    }

    /// Evaluates a set of cells before play. Reports E22 with this message if it is not known then.
    pub(super) fn known_cells(&mut self, cells: &'a ast::Expr, message: &str) -> Option<crate::game::cells::CellSet> {
        let unroll = std::mem::replace(&mut self.unroll, true);
        let found = self.in_context(Context::Static, |check| check.typed::<CellsExpr>(cells));
        self.unroll = unroll;
        match found? {
            CellsExpr::Const(set) => Some(*set),
            _ => self.refuse_plain(Code::E22, cells.span, message),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::codes_on;
    use crate::diagnostic::Code;

    /// Returns the findings for a board of three cells with these names and lines.
    fn found(board: &str) -> Vec<Code> {
        let action = "piece man action add(p: empty) do put man at p";
        codes_on(&format!("square 3 x 1 {board}"), &format!("{action} end {{ when stuck(next): draw }}"))
    }

    #[test]
    fn names_that_are_coordinates_of_other_cells() {
        assert_eq!(found("named { b1 c1 a1 }"), [Code::W40]);
        assert_eq!(found("named { c3 b1 a3 }"), []);
    }

    #[test]
    fn lines_are_listed_or_left_out() {
        assert_eq!(found("drawn as lines { a1 c1 }"), []);
        assert_eq!(found("drawn as lines { }"), [Code::E20]);
    }
}
