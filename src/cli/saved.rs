//! Saved games on disk.

use super::args::{Chosen, Settings};
use super::out::{Stop, plain};
use super::{chosen, files};
use boardwright::engine::Engine;
use boardwright::position::Position;
use boardwright::record::Record;
use std::path::Path;
use std::sync::Arc;

/// A saved game that has been taken up again.
pub struct Loaded {
    pub record: Record,
    /// What plays it.
    pub engine: Arc<dyn Engine>,
    /// All positions, the start's first.
    pub positions: Vec<Position>,
}

/// Takes up a saved game, after verifying it move by move.
pub fn load(path: &Path) -> Result<Loaded, String> {
    let text = files::read(path).map_err(Stop::message)?;
    let record = Record::from_json(&text).map_err(|error| format!("`{}`: {error}", path.display()))?;
    let set = record.settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let chosen = Chosen { game: record.game.clone(), settings: Settings { set } };
    let engine = chosen::engine(&chosen).map_err(Stop::message)?;
    let positions = record.replay(&*engine).map_err(|error| format!("`{}`: {error}", path.display()))?;
    Ok(Loaded { record, engine, positions })
}

/// Saves a game. A file that exists is replaced only if `replace` says so.
pub fn save(record: &Record, path: &Path, replace: bool) -> Result<(), String> {
    let name = path.display();
    if path.is_dir() {
        return Err(format!("cannot save: `{name}` is a folder"));
    }
    if path.exists() && !replace {
        return Err(format!("`{name}` exists already: `save! {name}` replaces it"));
    }
    files::write(path, &record.to_json()).map_err(|error| format!("cannot save `{name}`: {}", plain(&error)))
}
