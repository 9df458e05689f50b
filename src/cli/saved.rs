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

/// Whether a file that exists is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replace {
    /// Never: it is somebody else's.
    No,
    /// If the game goes on from the one in it, so that nothing is lost.
    Longer,
    /// Whatever is in it.
    Yes,
}

impl Replace {
    /// What becomes of a file: `asked` for by the user, or the `own` one of this game, which it was saved to or taken up from.
    pub fn of(asked: bool, own: bool) -> Replace {
        match (asked, own) {
            (true, _) => Replace::Yes,
            (false, true) => Replace::Longer,
            (false, false) => Replace::No,
        }
    }
}

/// Saves a game.
pub fn save(record: &Record, path: &Path, replace: Replace) -> Result<(), String> {
    let name = path.display();
    if path.is_dir() {
        return Err(format!("cannot save: `{name}` is a folder"));
    }
    match replace {
        _ if replace == Replace::Yes || !path.exists() => {}
        Replace::No => return Err(format!("`{name}` exists already: `save! {name}` replaces it")),
        _ if goes_on(record, path) => {}
        _ => {
            return Err(format!("`{name}` holds a game that does not lead here: `save! {name}` replaces it"));
        }
    }
    files::write(path, &record.to_json()).map_err(|error| format!("cannot save `{name}`: {}", plain(&error)))
}

/// Whether a game begins with all that a file holds.
fn goes_on(record: &Record, path: &Path) -> bool {
    let held = files::read(path).ok().and_then(|text| Record::from_json(&text).ok());
    held.is_some_and(|held| {
        held.game == record.game && held.settings == record.settings && record.moves.starts_with(&held.moves)
    })
}
