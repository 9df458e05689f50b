//! `boardwright play`: a game between people and machines, by lines of text, in a terminal or a pipe alike.

mod dialog;
mod sides;
mod table;

pub use sides::name_sides;

use super::args::Play;
use super::chosen;
use super::out::{Exit, Out, Stop};
use boardwright::engine::Engine;
use sides::Who;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;
use table::Table;

/// Plays a game.
pub fn run(args: &Play, out: &mut Out) -> Result<Exit, Stop> {
    let settings = chosen::settings(&args.chosen.settings.set)?;
    let engine = chosen::engine(&args.chosen)?;
    let sides = sides::sides(engine.game(), &args.side)?;
    let seed = args.seed.unwrap_or_else(any_seed);
    let mut table = Table::new(engine, chosen::lasting_name(&args.chosen.game), settings, sides, seed)?;
    dialog::run(&mut table, out)
}

/// Lets somebody play all sides; the moves that were made.
pub fn recorded(
    engine: Arc<dyn Engine>,
    game: &str,
    settings: Vec<(String, String)>,
    out: &mut Out,
) -> Result<Vec<String>, Stop> {
    let sides = vec![Who::Human; engine.game().players.len()];
    let mut table = Table::new(engine, chosen::lasting_name(game), settings, sides, any_seed())?;
    dialog::run(&mut table, out)?;
    Ok(table.moves())
}

/// Another number each time, short enough to be typed.
fn any_seed() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish() >> 40
}
