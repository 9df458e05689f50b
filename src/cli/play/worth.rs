//! [`by_worth`]: moves to the same cell, the one with the most valuable piece first.

use super::picking::Picking;
use boardwright::engine::Engine;
use boardwright::game::piece::Kind;
use boardwright::player::Weights;
use boardwright::position::Position;

/// Sorts moves by what the piece is worth that stands on their last cell afterward, such as the one of a promotion. The worth of a
/// kind is what the training of `alphabeta` has found out; without it, and for moves of one cell, the order stays.
pub fn by_worth(engine: &dyn Engine, position: &Position, picking: &Picking, moves: &[usize]) -> Vec<usize> {
    let game = engine.game();
    let kind_after = |index: &usize| {
        let [_, .., last] = picking.path_of(*index) else { return None };
        let mut after = position.clone();
        engine.play_unchecked(&mut after, picking.moves().get(*index)?).ok()?;
        Some(after.at(game, *last)).filter(|piece| !piece.is_nothing()).map(|piece| piece.kind)
    };
    let kinds: Option<Vec<Kind>> = moves.iter().map(kind_after).collect();
    let Some(kinds) = kinds.filter(|kinds| kinds.iter().any(|kind| *kind != kinds[0])) else { return moves.to_vec() };
    let Some(weights) = Weights::known(game) else { return moves.to_vec() };
    let worth = |kind: Kind| weights.get(&format!("material of {}", game.kind_name(kind))).unwrap_or(0.0);
    let mut sorted: Vec<(usize, f32)> = moves.iter().copied().zip(kinds.into_iter().map(worth)).collect();
    sorted.sort_by(|one, other| other.1.total_cmp(&one.1));
    sorted.into_iter().map(|(index, _)| index).collect()
}
