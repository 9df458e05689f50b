//! How the moves of each action are written: the text of a legal move.

use crate::engine::Engine;
use crate::position::Position;
use crate::rng::Rng;
use std::sync::Arc;

/// The seed of the random games.
const SEED: u64 = 1;

/// The most random games that are searched for a move of each action, and the most plies of all of them.
const GAMES: u64 = 40;
const PLIES: usize = 1500;

/// The most plies of one game.
const LENGTH: usize = 300;

/// Returns the text of a legal move of each action: at the start, or else in random games. `None` for an action without one there.
pub(super) fn find(engine: &Arc<dyn Engine>, start: &Position) -> Vec<Option<String>> {
    let mut found = vec![None; engine.game().actions.len()];
    let mut plies = 0;
    for n in 0..GAMES {
        let mut rng = Rng::for_game(SEED, n);
        let mut position = start.clone();
        for _ in 0..LENGTH {
            let Ok(moves) = engine.legal_moves(&position) else { break };
            for mv in &moves {
                if let Some(text @ None) = found.get_mut(usize::from(mv.action.0)) {
                    *text = engine.text(&position, mv).ok();
                }
            }
            if plies >= PLIES || found.iter().all(Option::is_some) {
                return found;
            }
            let Some(mv) = moves.get(rng.below(moves.len())) else { break };
            if engine.play_unchecked(&mut position, mv).is_err() {
                break;
            }
            plies += 1;
        }
    }
    found
}
