//! Players by name, also those of outside engines.

use super::outside;
use boardwright::engine::Engine;
use boardwright::player::{self, Contest, Entrant, NameError, Player};
use std::sync::Arc;

/// The player that looks at no limits.
pub const RANDOM: &str = "random";

/// Creates the player with this name.
pub fn create(name: &str, engine: &Arc<dyn Engine>) -> Result<Box<dyn Player>, NameError> {
    match outside::create(name, engine) {
        Some(player) => player.map_err(NameError::new),
        None => player::of(name, engine),
    }
}

/// Returns whether all players who think have limits of their own, if any does.
pub fn all_have_own_limits(names: &[String]) -> bool {
    let mut thinking = names.iter().filter(|name| name.split(':').next().map(str::trim) != Some(RANDOM)).peekable();
    thinking.peek().is_some() && thinking.all(|name| has_own_limits(name))
}

/// Returns whether a player has limits of its own.
pub fn has_own_limits(name: &str) -> bool {
    let (_, settings) = name.split_once(':').unwrap_or((name, ""));
    let is_limit = |setting: &str| ["time=", "playouts="].iter().any(|limit| setting.trim().starts_with(limit));
    !outside::is_outside(name) && settings.split(',').any(is_limit)
}

/// Creates a contest of players by their names.
pub fn contest(engine: &Arc<dyn Engine>, names: &[String]) -> Result<Contest, NameError> {
    let entrant = |name: &String| {
        let mut player = create(name, engine)?;
        // An outside engine is started when its first game begins.
        if !outside::is_outside(name) {
            player.begin(0).map_err(|error| NameError::new(error.to_string()))?;
        }
        let (owned, engine) = (name.clone(), engine.clone());
        Ok(Entrant::new(name.as_str(), move || create(&owned, &engine)))
    };
    Contest::new(engine.clone(), names.iter().map(entrant).collect::<Result<_, NameError>>()?)
}
