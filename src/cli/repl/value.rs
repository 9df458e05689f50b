//! Values as text.

use boardwright::game::Game;
use boardwright::game::cells::CellSet;
use boardwright::game::value::Value;
use boardwright::internals::wording::counted;
use boardwright::position::Position;
use boardwright::render::{self, TextStyle};

/// Writes a value; a set of cells is drawn on the board.
pub fn draw(game: &Game, position: &Position, value: &Value, color: bool) -> String {
    let text = value.text(game);
    match value {
        Value::Cells(cells) if !cells.is_empty() => {
            format!("{}\n{text}  {}", draw_marked(game, position, *cells, color), counted(cells.len(), "cell"))
        }
        Value::Cell(cell) if !cell.is_off() => {
            let piece = position.at(game, *cell);
            let stands = if piece.is_nothing() { "empty".to_owned() } else { game.piece_name(piece) };
            format!("{text}  ({stands})")
        }
        Value::Cells(_) => format!("{text}  no cells"),
        _ => match value.elements(game) {
            Some(elements) => {
                let what = match value {
                    Value::Ints(_) => "number",
                    Value::Dirs(_) => "direction",
                    Value::Players(_) => "player",
                    _ => "kind",
                };
                match elements.len() {
                    0 => format!("{text}  no {what}s"),
                    n => format!("{text}  {}", counted(n, what)),
                }
            }
            None => text,
        },
    }
}

/// Draws the board with the cells of a set marked, without the legend.
fn draw_marked(game: &Game, position: &Position, cells: CellSet, color: bool) -> String {
    let board = render::text(game, position, &TextStyle { color, last: Some(cells) });
    let lines: Vec<&str> = board.lines().take_while(|line| !line.trim().is_empty()).collect();
    lines.join("\n") + "\n"
}
