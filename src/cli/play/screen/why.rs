//! Why a move or a cell cannot be chosen, in a sentence.

use crate::cli::play::picking::Picking;
use crate::cli::play::typed;
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

/// Explains why no move goes on with a cell: moves as they would be written with it are asked about.
pub fn cell(engine: &dyn Engine, position: &Position, picking: &Picking, cell: Cell) -> String {
    let name = engine.game().board.name(cell);
    let refused = typed::first_refusal(engine, position, picking.texts_with(cell));
    let why = refused.map(|(text, refusal)| sentence(&refusal::sentence(engine.game(), &text, &refusal)));
    why.unwrap_or_else(|| match picking.picked() {
        [] => format!("No legal move begins with {name}."),
        picked => {
            let picked: Vec<&str> = picked.iter().map(|cell| engine.game().board.name(*cell)).collect();
            format!("No legal move goes from {} to {name}.", picked.join(" "))
        }
    })
}
