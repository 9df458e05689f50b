//! Why a move or a cell cannot be chosen, in a sentence.

use crate::cli::play::picking::Picking;
use crate::cli::play::typed;
use boardwright::engine::{Engine, Reason};
use boardwright::game::cells::Cell;
use boardwright::internals::refusal;
use boardwright::internals::wording::sentence;
use boardwright::position::Position;
use std::sync::Arc;

/// The most texts that are tried for a cell.
const MOST: usize = 24;

/// Explains why a text is not a legal move.
pub fn text(engine: &Arc<dyn Engine>, position: &Position, text: &str) -> String {
    match typed::explain(engine, position, text) {
        Ok(refused) => refused.why,
        Err(fault) => format!("The rules failed. {fault}"),
    }
}

/// Explains why no move goes on with a cell: moves as they would be written with it are asked about.
pub fn cell(engine: &dyn Engine, position: &Position, picking: &Picking, cell: Cell) -> String {
    let name = engine.game().board.name(cell);
    let refused = picking.texts_with(cell).into_iter().take(MOST).find_map(|text| {
        let refusal = engine.why_not(position, &text).ok()?;
        let is_known = !matches!(refusal.reason, Reason::NoSuchText(_) | Reason::Legal | Reason::Over);
        is_known.then(|| sentence(&refusal::sentence(engine.game(), &text, &refusal)))
    });
    refused.unwrap_or_else(|| match picking.picked() {
        [] => format!("No legal move begins with {name}."),
        picked => {
            let picked: Vec<&str> = picked.iter().map(|cell| engine.game().board.name(*cell)).collect();
            format!("No legal move goes from {} to {name}.", picked.join(" "))
        }
    })
}
