//! Where rules look back at the earlier positions of a game.

use super::Game;
use super::expr::IntExpr;
use super::part::{AsPart, Part};

/// How deep calls are followed.
const DEFS: u32 = 32;

/// Returns whether the value of a part of the rules may depend on earlier positions.
pub(crate) fn looks_back(game: &Game, part: Part<'_>) -> bool {
    part.mentions(game, DEFS, &|part| matches!(part, Part::Int(IntExpr::Repeated(_))))
}

/// Returns whether earlier positions may tell which moves are legal, as superko does.
pub(crate) fn moves_look_back(game: &Game) -> bool {
    game.always.iter().any(|always| looks_back(game, always.condition.holds.part()))
        || game.actions.iter().any(|action| {
            action.ensures.iter().any(|ensure| looks_back(game, ensure.holds.part()))
                || action.maximize.as_ref().is_some_and(|number| looks_back(game, number.part()))
        })
}
