//! `boardwright play`: a game between people and the computer, in a terminal or through a pipe.

mod changes;
mod clocks;
mod command;
mod dialog;
mod forfeit;
mod judgment;
mod live_game;
mod machine;
mod occupant;
mod picking;
mod reason;
mod screen;
mod sides;
mod spelled;
pub mod typed;
mod worth;
mod written;

pub use sides::name_sides;

use super::chosen;
use super::options::{GameArgs, StartArgs};
use super::out::{CliError, Exit, Out};
use super::saved;
use boardwright::engine::Engine;
use clap::Args;
use clocks::Clocks;
use live_game::LiveGame;
use sides::Who;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;

const AFTER_HELP: &str = "\
In a terminal, a full screen opens: `?` lists its keys. With `--plain`, or through a pipe, the game is played line by line: type `help` for a list of commands. GAME may also be a saved game.

Each side is played by `human` or by a player of the computer: `--black human --white random`. By default, the first player is human and the others are the computer.

Examples:
  boardwright play rush --set size=9
  boardwright play rush --set size=9 --level 3 --clock 5+3
  boardwright play jostle --red random --blue human
  boardwright play go --set size=9 --white \"gtp:gnugo --mode gtp\"
  boardwright play slash --black human --white human --plain
  boardwright play saved.json
  boardwright play connect-four --position \"7/7/7/7/3r3/2yr3 Yellow\"";

/// The arguments of `play`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct PlayArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub start: StartArgs,
    /// Choose who plays a side: `human` or a player such as `random`; `--black random` also works for a player Black
    #[arg(long, visible_alias = "player", value_name = "SEAT=NAME")]
    pub side: Vec<String>,
    /// Level of the computer, from 1 to 10
    #[arg(long, value_name = "N", default_value_t = sides::LEVEL, value_parser = clap::value_parser!(u32).range(1..=10))]
    pub level: u32,
    /// Begin with a saved game
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub load: Option<std::path::PathBuf>,
    /// Give each player M minutes, and S seconds more for each move
    #[arg(long, value_name = "M+S")]
    pub clock: Option<String>,
    /// Play line by line, without a full screen: for screen readers and scripts
    #[arg(long)]
    pub plain: bool,
    /// Seed of what computer players draw [default: a new one each time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

pub fn run(args: &PlayArgs, out: &mut Out) -> Result<Exit, CliError> {
    let saved = saved::open(&args.game, &args.start)?;
    if let (Some(_), Some(load)) = (&saved, &args.load) {
        let both = format!("`{}` and `{}` are both saved games", args.game.game, load.display());
        return Err(CliError::usage(both).help("name one of them"));
    }
    let (engine, name, settings) = match &saved {
        Some(saved) => {
            let settings = saved.record.settings.clone().into_iter().collect();
            (saved.engine.clone(), saved.record.game.clone(), settings)
        }
        None => {
            let settings = chosen::parse_settings(&args.game.settings.set)?;
            (chosen::load_engine(&args.game)?, chosen::resolve_name(&args.game.game), settings)
        }
    };
    let sides = sides::parse_sides(&engine, &args.side, args.level)?;
    let seed = args.seed.unwrap_or_else(random_seed);
    let players = engine.game().players.len();
    let clocks = args.clock.as_ref().map(|clock| Clocks::parse(clock, players)).transpose();
    let clocks = clocks.map_err(|why| CliError::usage(format!("invalid `--clock`: {why}")))?;
    let mut game = LiveGame::new(engine, name, settings, sides, seed, &args.start)?;
    let said = match (saved, &args.load) {
        (Some(saved), _) => Some(game.go_on(saved, Path::new(&args.game.game))),
        (None, load) => load.as_ref().map(|file| game.load(file)),
    };
    let said = said.transpose().map_err(CliError::usage)?;
    match !args.plain && is_screen(out) {
        true => screen::run(game, clocks, said, out),
        false => {
            if let Some(said) = said {
                out.line(said)?;
            }
            dialog::run(&mut game, clocks, out)
        }
    }
}

/// Returns whether there is a terminal for a full screen.
fn is_screen(out: &Out) -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    out.terminal && io::stdin().is_terminal() && !is_dumb
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
    match dialog::run(&mut game, None, out)? {
        Exit::Interrupted => Err(CliError::finding("stopped by Ctrl-C")),
        _ => Ok(game.moves()),
    }
}

/// Returns a random number that is short enough to type.
fn random_seed() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish() >> 40
}
