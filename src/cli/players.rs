//! Players by name, also those of outside engines.

use super::outside;
use boardwright::engine::Engine;
use boardwright::player::{self, Contest, Entrant, NameError, Player};
use std::sync::Arc;

/// Creates the player with this name.
pub fn create(name: &str, engine: &Arc<dyn Engine>) -> Result<Box<dyn Player>, NameError> {
    match outside::create(name, engine) {
        Some(player) => player.map_err(NameError::new),
        None => player::of(name, engine),
    }
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
