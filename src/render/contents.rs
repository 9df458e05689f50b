//! The contents of each cell as characters: its piece, its name if the edges do not show it, and the sign of its ground.

use super::canvas::{columns, faint, ink};
use super::scene::{Scene, SceneCell};
use super::signs;
use crate::game::Game;
use crate::game::cells::Cell;
use anstyle::Style;

/// A line in parts of one style each.
pub type StyledLine = Vec<(String, Style)>;

/// The contents of a cell.
#[derive(Default)]
pub(super) struct Contents {
    pub line: StyledLine,
    /// The sign of the ground, which follows the line, if the line does not show it already.
    pub ground: Option<(String, Style)>,
}

impl Contents {
    /// Returns the number of columns without the sign of the ground.
    pub(super) fn columns(&self) -> usize {
        self.line.iter().map(|(part, _)| columns(part)).sum()
    }
}

/// What stands after the top of a stack, by the number of its pieces.
const HEIGHTS: [&str; 10] = ["", "", "2", "3", "4", "5", "6", "7", "8", "9"];

/// Returns the contents of each cell, in the order of cells, and the columns that they need.
pub(super) fn cells(game: &Game, scene: &Scene) -> (Vec<Contents>, usize) {
    let cells: Vec<Contents> =
        game.board.cells().zip(&scene.cells).map(|(cell, shown)| contents(game, scene, cell, shown)).collect();
    // The columns of a board with stacks, or with signs of the ground, stay where they are when a stack grows or a piece moves.
    let least = 1 + usize::from(game.stacks.is_some()) + usize::from(signs::have_column(game, scene));
    let least = if game.board.is_graph() || has_numbers(scene) { 1 } else { least };
    let width = cells.iter().map(Contents::columns).max().unwrap_or(1).max(least);
    (cells, width)
}

/// The most columns of a board whose hexes are apart.
const MOST_APART: i32 = 76;

/// Returns whether there is a free column between hexes: on a board with stacks, whose heights leave none for the brackets of the last
/// move, unless it would be too wide for a terminal.
pub(super) fn hexes_are_apart(game: &Game) -> bool {
    let board = &game.board;
    let halves = board.cells().filter_map(|cell| Some(2 * board.column(cell)? + board.row(cell)?));
    let (first, last) = halves.fold((i32::MAX, i32::MIN), |(first, last), at| (first.min(at), last.max(at)));
    board.is_hex() && game.stacks.is_some() && 2 * last.saturating_sub(first) <= MOST_APART
}

/// Returns whether the cells hold numbers, which align by their last digits.
pub(super) fn has_numbers(scene: &Scene) -> bool {
    scene.cells.iter().any(|cell| cell.number.is_some())
}

/// Returns the number, the piece or the ground of a cell, with what stands beside it.
fn contents(game: &Game, scene: &Scene, cell: Cell, shown: &SceneCell) -> Contents {
    let board = &game.board;
    let ground = signs::ground(scene, cell, shown);
    let name = board.cell_label(cell).map(|name| (name.to_string(), faint()));
    if let Some(number) = shown.number {
        let number = (number.to_string(), if number == 0 { faint() } else { Style::new().bold() });
        let name = name.map(|(name, style)| (format!("{name}:"), style));
        return Contents { line: name.into_iter().chain([number]).collect(), ground };
    }
    let label = shown.label.as_deref().filter(|_| signs::has_text(shown));
    let label = label.map(|label| (label.to_owned(), Style::new().bold()));
    let Some(figure) = shown.pieces.last().and_then(|piece| scene.figure(*piece)) else {
        if let Some(label) = label {
            return Contents { line: vec![label], ground: None };
        }
        // a visible name shows that the cell is empty
        let name = name.filter(|_| board.has_own_name(cell));
        let alone = ground.clone().filter(|(sign, _)| !signs::is_piece(scene, sign));
        return match (name, alone) {
            (Some(name), _) if board.is_graph() => Contents { line: vec![name], ground },
            (Some(name), Some(sign)) => Contents { line: vec![sign, name], ground: None },
            (Some(name), None) => Contents { line: vec![(" ".into(), Style::new()), name], ground },
            (None, Some(sign)) => Contents { line: vec![sign], ground: None },
            (None, None) => {
                let usual = if board.is_graph() { "+" } else { "." };
                let style = scene.layer(cell).map_or(faint(), |layer| ink(layer.paint.terminal));
                Contents { line: vec![(usual.to_owned(), style)], ground }
            }
        };
    };
    let owned = shown.pieces.last().is_some_and(|piece| usize::from(piece.owner.0) < game.players.len());
    let style = ink(figure.paint.terminal);
    let symbol = (figure.symbol.to_string(), if owned { style.bold() } else { style });
    let height = shown.pieces.len();
    let height = (height > 1).then(|| (HEIGHTS.get(height).copied().unwrap_or("+").to_owned(), faint()));
    // The lines of a look meet beside the pieces.
    let ground = ground.filter(|_| game.look.joints.is_empty());
    Contents { line: [symbol].into_iter().chain(height).chain(label).chain(name).collect(), ground }
}
