//! The contents of each cell as characters: its piece, and its name if the edges do not show it.

use super::canvas::{columns, faint, ink};
use super::scene::{Scene, SceneCell};
use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::look::{Mark, Sign};
use anstyle::Style;

/// A line in parts of one style each.
pub type StyledLine = Vec<(String, Style)>;

/// Returns the number of columns of a line.
pub(super) fn length(line: &StyledLine) -> usize {
    line.iter().map(|(part, _)| columns(part)).sum()
}

/// What stands after the top of a stack, by the number of its pieces.
const HEIGHTS: [&str; 10] = ["", "", "2", "3", "4", "5", "6", "7", "8", "9"];

/// Returns the contents of each cell, in the order of cells.
pub(super) fn cells(game: &Game, scene: &Scene) -> Vec<StyledLine> {
    let all = game.board.cells().zip(&scene.cells);
    let mut cells: Vec<StyledLine> = all.map(|(cell, shown)| contents(game, scene, cell, shown)).collect();
    // align the symbols, with the names after them
    let has_numbers = scene.cells.iter().any(|cell| cell.number.is_some());
    if !has_numbers && !game.board.is_graph() {
        // The columns of a board with stacks stay where they are when a stack grows.
        let least = if game.stacks.is_some() { 2 } else { 1 };
        let width = cells.iter().map(length).max().unwrap_or(1).max(least);
        for line in &mut cells {
            line.push((" ".repeat(width - length(line)), Style::new()));
        }
    }
    cells
}

/// Returns the number, the piece or the ground of a cell, with what stands beside it.
fn contents(game: &Game, scene: &Scene, cell: Cell, shown: &SceneCell) -> StyledLine {
    let board = &game.board;
    let name = board.cell_label(cell).map(|name| (name.to_string(), faint()));
    if let Some(number) = shown.number {
        let number = (number.to_string(), if number == 0 { faint() } else { Style::new().bold() });
        let name = name.map(|(name, style)| (format!("{name}:"), style));
        return name.into_iter().chain([number]).collect();
    }
    let label = shown.label.as_deref().map(|label| (label.to_owned(), Style::new().bold()));
    let Some(figure) = shown.pieces.last().and_then(|piece| scene.figure(*piece)) else {
        if let Some(label) = label.filter(|(label, _)| columns(label) <= LABEL) {
            return vec![label];
        }
        // a visible name shows that the cell is empty
        return match name {
            Some(name) if board.has_own_name(cell) => {
                vec![(if board.is_graph() { "" } else { " " }.into(), Style::new()), name]
            }
            _ => vec![ground(game, scene, cell, shown)],
        };
    };
    let owned = shown.pieces.last().is_some_and(|piece| usize::from(piece.owner.0) < game.players.len());
    let style = ink(figure.paint.terminal);
    let symbol = (figure.symbol.to_string(), if owned { style.bold() } else { style });
    let height = shown.pieces.len();
    let height = (height > 1).then(|| (HEIGHTS.get(height).copied().unwrap_or("+").to_owned(), faint()));
    let label = label.filter(|(label, _)| columns(label) == 1 && height.is_none());
    [symbol].into_iter().chain(height).chain(label).chain(name).collect()
}

/// The most columns of a text in an empty cell.
const LABEL: usize = 2;

/// Returns the character of an empty cell: its sign, that of its area, or a dot.
fn ground(game: &Game, scene: &Scene, cell: Cell, shown: &SceneCell) -> (String, Style) {
    let is_taken = |sign: char| scene.figures.iter().any(|(_, figure)| figure.symbol == sign);
    let sign = match &shown.mark {
        Some(Mark::Sign(sign)) => Some(signed(*sign).to_string()),
        Some(Mark::Text(text)) => Some(text.clone()).filter(|text| columns(text) == 1),
        None => None,
    };
    let sign = sign.filter(|sign| !sign.chars().any(is_taken));
    let area = scene.layers.iter().rfind(|layer| layer.cells.contains(cell) && layer.symbol.is_some());
    let area = area.and_then(|layer| layer.symbol).map(String::from);
    let usual = if game.board.is_graph() { "+" } else { "." };
    let style = scene.layer(cell).map_or(faint(), |layer| ink(layer.paint.terminal));
    (sign.or(area).unwrap_or_else(|| usual.to_owned()), style)
}

/// Returns the character of a sign.
fn signed(sign: Sign) -> char {
    match sign {
        Sign::Dot => '•',
        Sign::Ring => '◦',
        Sign::Cross => '×',
        Sign::Star => '*',
        Sign::Square => '▫',
    }
}
