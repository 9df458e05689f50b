//! The contents of each cell as characters: its piece, and its name if the edges do not show it.

use super::canvas::{columns, faint, ink};
use super::{colors, grounds, pieces, values};
use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::piece::Piece;
use crate::position::Position;
use anstyle::Style;
use std::collections::BTreeMap;

/// A line in parts of one style each.
pub type StyledLine = Vec<(String, Style)>;

/// Returns the number of columns of a line.
pub(super) fn length(line: &StyledLine) -> usize {
    line.iter().map(|(part, _)| columns(part)).sum()
}

/// What stands after the top of a stack, by the number of its pieces.
const HEIGHTS: [&str; 10] = ["", "", "2", "3", "4", "5", "6", "7", "8", "9"];

/// Returns the contents of each cell, in the order of cells.
pub(super) fn cells(game: &Game, position: &Position) -> Vec<StyledLine> {
    let board = &game.board;
    let inks: Vec<Style> = colors::paints(game).iter().map(|paint| ink(paint.terminal).bold()).collect();
    let symbols: BTreeMap<Piece, char> = pieces::symbols(game).into_iter().collect();
    let numbers = values::numbers(game, position);
    let grounds = grounds::grounds(game);
    let show = |cell: usize| {
        let at = Cell(cell as u16);
        let name = board.cell_label(at).map(|name| (name.to_string(), faint()));
        if let Some(number) = numbers.as_ref().and_then(|numbers| numbers.get(cell)) {
            let number = (number.to_string(), if *number == 0 { faint() } else { Style::new().bold() });
            let name = name.map(|(name, style)| (format!("{name}:"), style));
            return name.into_iter().chain([number]).collect();
        }
        let piece = position.at(game, at);
        let symbol = match (symbols.get(&piece), &name) {
            (Some(symbol), _) => {
                let own = inks.get(piece.owner.0 as usize).copied();
                (symbol.to_string(), own.unwrap_or(ink(colors::NEUTRAL.terminal)))
            }
            // a visible name shows that the cell is empty
            (None, Some(_)) if board.has_own_name(at) => (if board.is_graph() { "" } else { " " }.into(), Style::new()),
            (None, _) => {
                let ground = grounds.iter().rfind(|ground| ground.cells.contains(at));
                let usual = if board.is_graph() { '+' } else { '.' };
                let symbol = ground.and_then(|ground| ground.symbol).unwrap_or(usual);
                return vec![(symbol.into(), ground.map_or(faint(), |ground| ink(ground.paint.terminal)))];
            }
        };
        let height = position.stack(game, at).len();
        let height = (height > 1).then(|| (HEIGHTS.get(height).copied().unwrap_or("+").to_owned(), faint()));
        [symbol].into_iter().chain(height).chain(name).collect()
    };
    let mut cells: Vec<StyledLine> = (0..board.len()).map(show).collect();
    // align the symbols, with the names after them
    if numbers.is_none() && !board.is_graph() {
        // The columns of a board with stacks stay where they are when a stack grows.
        let least = if game.stacks.is_some() { 2 } else { 1 };
        let width = cells.iter().map(length).max().unwrap_or(1).max(least);
        for line in &mut cells {
            line.push((" ".repeat(width - length(line)), Style::new()));
        }
    }
    cells
}
