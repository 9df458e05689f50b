//! `boardwright play`: a game between people and the computer, in a terminal or through a pipe.

mod dialog;
mod live_game;
mod sides;

pub use sides::name_sides;

use super::chosen;
use super::options::{GameArgs, StartArgs};
use super::out::{CliError, Exit, Out};
use boardwright::engine::Engine;
use clap::Args;
use live_game::LiveGame;
use sides::Who;
use std::hash::{BuildHasher, Hasher};
use std::sync::Arc;

const AFTER_HELP: &str = "\
Each player is `human` or `random`: `--black human --white random`. By default, the first player is human and the others are random. During the game, type `help` for a list of commands.

Examples:
  boardwright play rush --set size=9
  boardwright play jostle --red random --blue human
  boardwright play slash --black human --white human
  boardwright play connect-four --position \"7/7/7/7/3r3/2yr3 Yellow\"";

/// The arguments of `play`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct PlayArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub start: StartArgs,
    /// Choose who plays a side, `human` or `random`; `--black random` also works for a player Black
    #[arg(long, value_name = "PLAYER=WHO")]
    pub side: Vec<String>,
    /// Seed of the random players [default: a new one each time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

pub fn run(args: &PlayArgs, out: &mut Out) -> Result<Exit, CliError> {
    let settings = chosen::parse_settings(&args.game.settings.set)?;
    let engine = chosen::load_engine(&args.game)?;
    let sides = sides::parse_sides(engine.game(), &args.side)?;
    let seed = args.seed.unwrap_or_else(random_seed);
    let name = chosen::resolve_name(&args.game.game);
    let mut game = LiveGame::new(engine, name, settings, sides, seed, &args.start)?;
    dialog::run(&mut game, out)
}

/// Lets a person play all sides and returns the moves.
pub fn record_moves(
    engine: Arc<dyn Engine>,
    name: &str,
    settings: Vec<(String, String)>,
    start: &StartArgs,
    out: &mut Out,
) -> Result<Vec<String>, CliError> {
    let sides = vec![Who::Human; engine.game().players.len()];
    let name = chosen::resolve_name(name);
    let mut game = LiveGame::new(engine, name, settings, sides, random_seed(), start)?;
    dialog::run(&mut game, out)?;
    Ok(game.moves())
}

/// Returns a random number that is short enough to type.
fn random_seed() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish() >> 40
}
