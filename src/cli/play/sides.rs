//! Who plays each side: `--side Black=random`, or `--black random` with the player's name.

use crate::cli::out::CliError;
use crate::cli::{outside, players};
use boardwright::engine::Engine;
use boardwright::game::Game;
use boardwright::game::piece::Player as Seat;
use boardwright::internals::suggest;
use boardwright::player::Player;
use std::ffi::OsString;
use std::sync::Arc;

/// The player that a person plays against by default, and who gives hints.
const OPPONENT: &str = "best";

/// The level of the opponent by default.
pub const LEVEL: u32 = 5;

/// The player of a side: a person or the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// A person who chooses moves.
    Human,
    /// The computer, with random legal moves that depend on the seed of the game and the ply.
    Random,
    /// The player with this name.
    Player(String),
}

impl Who {
    /// Parses `human`, `random` or the name of a player.
    pub fn parse(text: &str, engine: &Arc<dyn Engine>) -> Result<Who, String> {
        match text.to_ascii_lowercase().as_str() {
            "human" | "person" | "me" => return Ok(Who::Human),
            "random" => return Ok(Who::Random),
            "" => return Err("missing player; use `human` or a player such as `random`".to_owned()),
            _ => {}
        }
        match players::create(text, engine) {
            Ok(_) => Ok(Who::Player(text.to_owned())),
            Err(error) if text.contains(':') => Err(error.to_string()),
            Err(error) => Err(format!("{error}, or use `human` or `random`")),
        }
    }

    /// Returns the opponent of a person at a level.
    pub fn opponent(level: u32) -> Who {
        Who::Player(format!("{OPPONENT}:level={level}"))
    }

    /// Returns the same player at another level, or `None` if it has none.
    pub fn with_level(&self, level: u32) -> Option<Who> {
        let Who::Player(name) = self else { return None };
        let (kind, settings) = name.split_once(':').unwrap_or((name, ""));
        if outside::KINDS.contains(&kind) {
            return None;
        }
        let others = settings.split(',').filter(|setting| !setting.is_empty() && !setting.starts_with("level="));
        let settings: Vec<String> = others.map(str::to_owned).chain([format!("level={level}")]).collect();
        Some(Who::Player(format!("{kind}:{}", settings.join(","))))
    }

    /// Creates the player, if it is not a person and not the game's own chance. It has not begun a game.
    pub fn create(&self, engine: &Arc<dyn Engine>) -> Result<Option<Box<dyn Player>>, String> {
        let Who::Player(name) = self else { return Ok(None) };
        players::create(name, engine).map(Some).map_err(|error| error.to_string())
    }

    /// Returns its name for people.
    pub fn name(&self) -> &str {
        match self {
            Who::Human => "human",
            Who::Random => "random",
            Who::Player(name) => name,
        }
    }
}

/// Creates the player who gives hints and judges positions.
pub fn adviser(engine: &Arc<dyn Engine>) -> Option<Box<dyn Player>> {
    players::create(OPPONENT, engine).ok()
}

/// The options of `play` that name no player.
const OPTIONS: [&str; 12] =
    ["side", "player", "set", "seed", "position", "color", "help", "version", "plain", "level", "clock", "load"];

/// Replaces `--black random` and `--black=random` by `--side black=random` for `play`: clap does not know the players of a
/// game that is not loaded yet.
pub fn name_sides(args: Vec<OsString>) -> Vec<OsString> {
    let is_play =
        args.iter().skip(1).find(|arg| !arg.to_string_lossy().starts_with('-')).is_some_and(|arg| arg == "play");
    if !is_play {
        return args;
    }
    let mut named = Vec::new();
    let mut args = args.into_iter().peekable();
    while let Some(arg) = args.next() {
        let text = arg.to_string_lossy().into_owned();
        let option = text.strip_prefix("--").filter(|option| !option.is_empty());
        match option.map(|option| option.split_once('=').map_or((option, None), |(name, who)| (name, Some(who)))) {
            Some((name, Some(who))) if !OPTIONS.contains(&name) => {
                named.push("--side".into());
                named.push(format!("{name}={who}").into());
            }
            Some((name, None)) if !OPTIONS.contains(&name) => {
                match args.next_if(|next| next.to_str().is_some_and(is_player_name)) {
                    Some(who) => {
                        named.push("--side".into());
                        named.push(format!("{name}={}", who.to_string_lossy()).into());
                    }
                    None => named.push(arg),
                }
            }
            _ => named.push(arg),
        }
    }
    named
}

/// Returns whether a text can be `human` or the name of a player.
fn is_player_name(text: &str) -> bool {
    let kind = text.split(':').next().unwrap_or("");
    !kind.is_empty() && kind.chars().all(|c| c.is_ascii_alphabetic())
}

/// Parses who plays each side. By default, the first player is human and the others are opponents of a level; if another player
/// is set to human, the first one is an opponent by default.
pub fn parse_sides(engine: &Arc<dyn Engine>, texts: &[String], level: u32) -> Result<Vec<Who>, CliError> {
    let game = engine.game();
    let mut sides: Vec<Option<Who>> = vec![None; game.players.len()];
    for text in texts {
        let (name, who) = text.split_once('=').unwrap_or((text, ""));
        let player = find_player(game, name.trim())?;
        let who = Who::parse(who.trim(), engine)
            .map_err(|why| CliError::usage(why).help(format!("it was to play {}", game.player_name(player))))?;
        if let Some(side) = sides.get_mut(player.0 as usize) {
            *side = Some(who);
        }
    }
    let human = sides.contains(&Some(Who::Human));
    let others = sides.into_iter().enumerate();
    let default = |n: usize| if n == 0 && !human { Who::Human } else { Who::opponent(level) };
    Ok(others.map(|(n, side)| side.unwrap_or_else(|| default(n))).collect())
}

/// Finds the player of a game with this name.
pub fn find_player(game: &Game, name: &str) -> Result<Seat, CliError> {
    let names = || game.players.iter().map(|player| player.name.as_str());
    game.player(name).ok_or_else(|| {
        let list = suggest::alternatives(&names().collect::<Vec<_>>());
        let help = suggest::did_you_mean(name, names())
            .unwrap_or_else(|| format!("the players of {} are {}", game.title, list.replace(" or ", " and ")));
        CliError::usage(format!("unknown player `{name}`")).help(help)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(line: &str) -> String {
        let args = line.split(' ').map(OsString::from).collect();
        name_sides(args).iter().map(|arg| arg.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn players_become_sides() {
        assert_eq!(named("b play x --black random --seed 3"), "b play x --side black=random --seed 3");
        assert_eq!(named("b play --White=human x"), "b play --side White=human x");
        assert_eq!(named("b play x --white mcts:c=1.2"), "b play x --side white=mcts:c=1.2");
        assert_eq!(named("b play x --set size=9 --help"), "b play x --set size=9 --help");
        assert_eq!(named("b play x --level 3 --plain"), "b play x --level 3 --plain");
        assert_eq!(named("b play x --black"), "b play x --black");
        assert_eq!(named("b play x --sed 3"), "b play x --sed 3");
        assert_eq!(named("b moves x --black random"), "b moves x --black random");
    }

    #[test]
    fn a_person_plays_against_an_opponent() {
        let engine = boardwright::load_bundled("rush", &[("size", "5")]).unwrap();
        let sides = parse_sides(&engine, &[], LEVEL).unwrap();
        assert_eq!(sides[0], Who::Human);
        assert_eq!(sides[1], Who::opponent(LEVEL));
        let sides = parse_sides(&engine, &["white=human".to_owned()], LEVEL).unwrap();
        assert_eq!(sides[1], Who::Human);
        assert_ne!(sides[0], Who::Human);
    }
}
