//! What the rules say about the last moves of a game in progress: why it is over, who is out, and who moves again.

use super::live_game::LiveGame;
use super::sides::Who;
use crate::cli::reason::{Decision, Reasons};
use boardwright::notation;

/// Returns the clause that decided the game, as [`WatchedMove::result`](crate::cli::reason::WatchedMove::result) does. Returns
/// `None` if the game goes on, or was decided without a move.
pub fn reason(game: &LiveGame) -> Option<Decision> {
    game.position().outcome?;
    let (before, last) = game.last_ply()?;
    reasons(game)?.watch(before, &last.mv)?.result()
}

/// Returns why the person who has just moved moves again: `Black moves again: connections(p) >= 2 (rush.game:21)`. Returns `None`
/// if nobody does.
pub fn again(game: &LiveGame) -> Option<String> {
    let (before, last) = game.last_ply()?;
    let is_again = game.turn() == Some(&Who::Human) && game.to_move() == Some(last.mover);
    if !is_again || game.rules().players.len() < 2 {
        return None;
    }
    let why = reasons(game)?.watch(before, &last.mv)?.again()?;
    Some(format!("{} moves again: {why}", game.rules().player_name(last.mover)))
}

/// Returns a line for each player who went out by the n-th ply or later, and why, if the game goes on.
pub fn departures(game: &LiveGame, from: usize) -> Vec<String> {
    if game.is_over() {
        return Vec::new();
    }
    let before = |n: usize| n.checked_sub(1).and_then(|n| game.plies().get(n)).map_or(game.start(), |ply| &ply.after);
    let plies = game.plies().iter().enumerate().skip(from);
    let lines = plies.filter_map(|(n, ply)| {
        notation::went_out(game.rules(), before(n), &ply.after).next()?;
        Some(reasons(game)?.watch(before(n), &ply.mv)?.departure_lines())
    });
    lines.flatten().collect()
}

/// Returns a line for each player who went out since a person last moved, that move included.
pub fn new_departures(game: &LiveGame) -> Vec<String> {
    let by_human = game.plies().iter().rposition(|ply| game.side(ply.mover) == Some(&Who::Human));
    departures(game, by_human.unwrap_or(game.plies().len().saturating_sub(1)))
}

fn reasons(game: &LiveGame) -> Option<Reasons> {
    let (name, settings) = game.source();
    Reasons::new(name, settings)
}
