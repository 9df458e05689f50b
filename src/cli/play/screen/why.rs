//! Why a move or a cell cannot be chosen, in a sentence.

use crate::cli::play::occupant::contrast;
use crate::cli::play::picking::Picking;
use crate::cli::play::typed;
use crate::cli::play::written::letters;
use boardwright::engine::Engine;
use boardwright::game::cells::Cell;
use boardwright::internals::refusal;
use boardwright::internals::wording::sentence;
use boardwright::position::Position;
use std::sync::Arc;

/// Explains why a text is not a legal move.
pub fn text(engine: &Arc<dyn Engine>, position: &Position, text: &str) -> String {
    match typed::explain(engine, position, text) {
        Ok(refused) => refused.why(),
        Err(fault) => format!("The rules failed. {fault}"),
    }
}

/// Explains why a typed line is neither a command nor a legal move.
pub fn line(engine: &Arc<dyn Engine>, position: &Position, line: &str) -> String {
    match typed::explain_line(engine, position, line) {
        Ok(refused) => refused.why(),
        Err(fault) => format!("The rules failed. {fault}"),
    }
}

/// Explains why no move goes on with a cell: moves as they would be written with it are asked about. A move with more in it than the
/// picked cells is only an example, because nobody has chosen the rest.
pub fn cell(engine: &dyn Engine, position: &Position, picking: &Picking, cell: Cell) -> String {
    let game = engine.game();
    let names = |cells: &[Cell]| cells.iter().map(|cell| game.board.name(*cell)).collect::<Vec<_>>();
    let name = game.board.name(cell);
    let none = match picking.picked() {
        [] => format!("No legal move begins with {name}"),
        picked => format!("No legal move goes from {} to {name}", names(picked).join(" ")),
    };
    let Some((text, refusal)) = typed::first_refusal(engine, position, picking.texts_with(cell)) else {
        let free = picking.picked().is_empty();
        let contrast = if free { contrast(game, position, picking, cell) } else { None };
        return sentence(&contrast.map_or_else(|| none.clone(), |contrast| format!("{none}: {contrast}")));
    };
    let why = refusal::sentence(game, &text, &refusal);
    let is_picked = letters(&text) == letters(&[&names(picking.picked())[..], &[name]].concat().concat());
    if is_picked { sentence(&why) } else { sentence(&format!("{none}; for example, {why}")) }
}
