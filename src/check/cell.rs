//! Cells by their names, and ranges of cells.

use super::checker::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::cells::{Cell, MAX_WORDS};
use crate::game::expr::*;
use crate::source::Span;
use crate::syntax::keywords::list_cells;

impl Checker<'_> {
    /// Returns a cell by its name, or reports E04.
    pub(super) fn cell(&mut self, name: &str, span: Span) -> Option<Cell> {
        if let Some(cell) = self.board.cell(name) {
            return Some(cell);
        }
        let help = self.help_for_missing_cell(name);
        let help = self.help_for_cell_name(name).unwrap_or(help);
        self.refuse(Code::E04, span, format!("this board has no cell `{name}`"), help)
    }

    /// Says which cells there are in place of one that the board does not have.
    pub(super) fn help_for_missing_cell(&self, name: &str) -> String {
        let row: String = name.chars().skip_while(char::is_ascii_alphabetic).collect();
        let row = row.parse().unwrap_or(0);
        let named = self.board.row_cells::<MAX_WORDS>(row);
        let names: Vec<&str> = named.iter().map(|cell| self.board.coordinate(cell)).collect();
        let letters = self.board.blueprint().columns.as_deref();
        let unknown = |letters: &&str| !letters.contains(name.trim_end_matches(|c: char| c.is_ascii_digit()));
        match (names.first(), names.last()) {
            _ if letters.is_some_and(|letters| unknown(&letters)) => {
                let letters: Vec<String> = letters.unwrap_or_default().chars().map(String::from).collect();
                format!("its columns are {}", letters.join(" "))
            }
            (Some(first), Some(last)) if names.len() > 8 => format!("row {row} has the cells {first} to {last}"),
            (Some(_), Some(_)) => format!("row {row} has the cells {}", names.join(", ")),
            _ => format!("its rows are 1 to {}", self.board.height()),
        }
    }

    /// Reports E10 for a range of cells, `a1..a5`, with the cells that are meant.
    pub(super) fn report_range_of_cells(&mut self, first: &str, last: &str, span: Span) -> Option<AnyExpr> {
        self.cell(first, span)?;
        self.cell(last, span)?;
        let finding = Diagnostic::new(Code::E10, span, "cells have no ranges");
        let source = self.sources.get(span.source);
        let before = source.text.get(..span.start as usize).unwrap_or("").trim_end();
        let in_braces = before.ends_with(['{', ',']) || before.ends_with(|c: char| c.is_ascii_digit());
        let on_board = |cells: Vec<String>| {
            let cells: Vec<String> = cells.into_iter().filter(|cell| self.board.cell(cell).is_some()).collect();
            cells.join(" ")
        };
        let Some(cells) = list_cells(first, last).map(on_board) else {
            return self.refuse_with(finding.help("for a rectangle, write `rows(1..3) & columns(1..5)`"));
        };
        let listed = format!("{{{cells}}}");
        let finding = finding.help(format!("write `{listed}`"));
        let instead = if in_braces { cells } else { listed.clone() };
        self.refuse_with(finding.fix(format!("write `{listed}`"), span, instead, false))
    }
}
