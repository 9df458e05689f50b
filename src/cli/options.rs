//! Arguments that several commands take.

use super::candidates;
use super::threads::ThreadCount;
use boardwright::player::Budget;
use clap::{Args, ValueEnum};
use std::time::Duration;

/// Text for people or JSON for scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

/// The engine that plays the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// Compile the game to native code
    Fast,
    /// Interpret the rules step by step; this engine defines the language. It plays different random games
    Reference,
}

/// A game and its settings.
#[derive(Args, Debug, Clone)]
pub struct GameArgs {
    /// A bundled game, a rule file, or `-` for standard input; most commands also take a saved game
    #[arg(add = candidates::games())]
    pub game: String,
    #[command(flatten)]
    pub settings: SettingArgs,
}

/// The settings of a game.
#[derive(Args, Debug, Clone, Default)]
pub struct SettingArgs {
    /// Set a parameter of the game (repeatable)
    #[arg(long, value_name = "NAME=VALUE", add = candidates::settings())]
    pub set: Vec<String>,
}

/// The position that a command begins with.
#[derive(Args, Debug, Clone, Default)]
pub struct StartArgs {
    /// Begin with this position instead of the setup, written as `show` prints it: rows, player to move, variables; or FEN
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    pub position: Option<String>,
}

/// The moves that lead to a position.
#[derive(Args, Debug, Clone)]
pub struct AfterArgs {
    #[command(flatten)]
    pub start: StartArgs,
    /// Play these moves first, separated by spaces or commas
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    pub after: String,
}

/// The threads and the engine that a command uses.
#[derive(Args, Debug)]
pub struct RunArgs {
    /// Number of threads, or `all` for one per core; the results do not depend on it
    #[arg(long, value_name = "N", default_value_t = ThreadCount::All)]
    pub threads: ThreadCount,
    /// Engine that plays the game
    #[arg(long, default_value = "fast")]
    pub engine: EngineName,
}

/// Parses a number of seconds.
pub fn parse_seconds(text: &str) -> Result<f64, String> {
    let within = |seconds: &f64| (0.001..=86_400.0).contains(seconds);
    text.parse().ok().filter(within).ok_or_else(|| "expected a number of seconds from 0.001 to 86400".to_owned())
}

/// What players may spend on a move.
#[derive(Args, Debug, Clone)]
pub struct LimitArgs {
    /// Seconds for each move [default without another limit: 0.1 in `match`, 1 in `judge`]
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    pub time: Option<f64>,
    /// Random games for each move, or positions looked at
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub playouts: Option<u64>,
    /// Plies to look ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub depth: Option<u32>,
}

impl LimitArgs {
    /// Returns whether no limit is given.
    pub fn is_unlimited(&self) -> bool {
        self.time.is_none() && self.playouts.is_none() && self.depth.is_none()
    }

    /// Returns the budget with these limits; without a limit, players have this number of seconds.
    pub fn budget(&self, seconds: f64) -> Budget {
        let is_unlimited = self.playouts.is_none() && self.depth.is_none();
        let time = self.time.or(is_unlimited.then_some(seconds));
        let mut budget = time.map_or(Budget::default(), |seconds| Budget::time(Duration::from_secs_f64(seconds)));
        (budget.work, budget.depth) = (self.playouts, self.depth);
        budget
    }
}
