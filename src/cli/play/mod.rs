//! `boardwright play`: a game between people and machines, by lines of text, in a terminal or a pipe alike.

mod dialog;
mod live_game;
mod sides;

pub use sides::name_sides;

use super::chosen;
use super::options::GameArgs;
use super::out::{CliError, Exit, Out};
use boardwright::engine::Engine;
use clap::Args;
use live_game::LiveGame;
use sides::Who;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

const AFTER_HELP: &str = "\
Each player is `human` or `random`, by name: `--black human --white random`. Without that, the first player is human and the others are random. In the game, `help` lists what you can type.

Examples:
  boardwright play rush --set size=9
  boardwright play jostle --red random --blue human
  boardwright play slash --black human --white human";

/// The arguments of `play`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct PlayArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Who plays a side: `human` or `random`; for a player Black also `--black random`
    #[arg(long, value_name = "PLAYER=WHO")]
    pub side: Vec<String>,
    /// Seed of the random players [default: another one each time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

/// Plays a game.
pub fn run(args: &PlayArgs, out: &mut Out) -> Result<Exit, CliError> {
    let settings = chosen::parse_settings(&args.game.settings.set)?;
    let engine = chosen::load_engine(&args.game)?;
    let sides = sides::sides(engine.game(), &args.side)?;
    let seed = args.seed.unwrap_or_else(any_seed);
    let mut table = LiveGame::new(engine, chosen::resolve_name(&args.game.game), settings, sides, seed)?;
    dialog::run(&mut table, out)
}

/// Lets somebody play all sides; the moves that were made.
pub fn recorded(
    engine: Arc<dyn Engine>,
    game: &str,
    settings: Vec<(String, String)>,
    out: &mut Out,
) -> Result<Vec<String>, CliError> {
    let sides = vec![Who::Human; engine.game().players.len()];
    let mut table = LiveGame::new(engine, chosen::resolve_name(game), settings, sides, any_seed())?;
    dialog::run(&mut table, out)?;
    Ok(table.moves())
}

/// Another number each time, short enough to be typed.
fn any_seed() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish() >> 40
}
