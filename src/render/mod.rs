//! Boards for people: [`text()`] for terminals, [`svg()`] for paper and pages ([`html`]).
//!
//! Both show the board (squares, hexes, points and lines), the pieces, the variables, and the last move.

mod arrow;
mod beside;
mod canvas;
mod colors;
mod contents;
mod details;
pub mod html;
mod legend;
mod picture;
mod pieces;
mod rims;
mod scene;
mod signs;
mod strokes;
mod svg;
#[cfg(test)]
mod testing;
mod text;
mod values;

pub use arrow::{Arrow, ArrowMark};
pub use beside::beside;
pub use colors::Paint;
pub use contents::StyledLine;
pub use details::{JsonChange, JsonDeparture, JsonDetails, JsonPart};
pub use picture::Picture;
pub use scene::{
    Coordinate, Extent, Figure, GridLine, Hand, Layer, Point, Scene, SceneCell, SceneJoint, SceneLine, ScenePlayer,
    Side,
};
pub use svg::{SvgStyle, svg};
pub use text::{TextStyle, text};
pub use values::{to_json, variables};

use crate::game::Game;
use crate::game::cells::CellSet;
use crate::position::Position;

/// Returns the cells that a move changed: those with other pieces or, if there are none, those with other values of
/// variables.
pub fn cells_of(game: &Game, before: &Position, after: &Position) -> CellSet {
    let moved: CellSet = game.board.cells().filter(|cell| before.differs_at(game, after, *cell)).collect();
    if moved.is_empty() { values::changed(game, before, after) } else { moved }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::Shape;

    #[test]
    fn changed_cells_have_other_pieces_or_numbers() {
        let game = testing::game("Rush", Shape::Square(5, 5), "Black White", "stone");
        let before = testing::position(&game, "Black stone: a1 b1; White stone: c1");
        let after = testing::position(&game, "Black stone: a1 c1; White stone: d5");
        assert_eq!(cells_of(&game, &before, &after), testing::cells(&game, "b1 c1 d5"));
        let (game, before) = testing::oware();
        let mut after = before.clone();
        testing::set(&game, &mut after, 0, 3, 1);
        assert_eq!(cells_of(&game, &before, &after), testing::cells(&game, "d1"));
    }
}
