//! Who plays each side: `--side Black=random`, or `--black random` with the player's name.

use crate::cli::out::CliError;
use boardwright::game::Game;
use boardwright::internals::suggest;
use std::ffi::OsString;

/// The player of a side: a person or the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// A person who types moves.
    Human,
    /// The computer, with random legal moves.
    Random,
}

impl Who {
    fn parse(text: &str) -> Option<Who> {
        match text.to_ascii_lowercase().as_str() {
            "human" => Some(Who::Human),
            "random" => Some(Who::Random),
            _ => None,
        }
    }
}

/// Replaces `--black random` and `--black=random` by `--side black=random` for `play`: clap does not know the players of a
/// game that is not loaded yet.
pub fn name_sides(args: Vec<OsString>) -> Vec<OsString> {
    let is_play =
        args.iter().skip(1).find(|arg| !arg.to_string_lossy().starts_with('-')).is_some_and(|arg| arg == "play");
    if !is_play {
        return args;
    }
    let known = ["side", "set", "seed", "position", "color", "help", "version"];
    let mut named = Vec::new();
    let mut args = args.into_iter().peekable();
    while let Some(arg) = args.next() {
        let text = arg.to_string_lossy().into_owned();
        let option = text.strip_prefix("--").filter(|option| !option.is_empty());
        match option.map(|option| option.split_once('=').map_or((option, None), |(name, who)| (name, Some(who)))) {
            Some((name, Some(who))) if !known.contains(&name) => {
                named.push("--side".into());
                named.push(format!("{name}={who}").into());
            }
            Some((name, None)) if !known.contains(&name) => {
                match args.next_if(|next| next.to_str().is_some_and(|next| Who::parse(next).is_some())) {
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

/// Parses who plays each side. By default, the first player is human and the others are random; if another player is set to
/// human, the first one is random by default.
pub fn parse_sides(game: &Game, texts: &[String]) -> Result<Vec<Who>, CliError> {
    let mut sides: Vec<Option<Who>> = vec![None; game.players.len()];
    let names = || game.players.iter().map(|player| player.name.as_str());
    for text in texts {
        let (name, who) = text.split_once('=').unwrap_or((text, ""));
        let Some(player) = game.player(name.trim()) else {
            let list = suggest::alternatives(&names().collect::<Vec<_>>());
            let help = suggest::did_you_mean(name, names())
                .unwrap_or_else(|| format!("the players of {} are {}", game.title, list.replace(" or ", " and ")));
            return Err(CliError::usage(format!("unknown player `{name}`")).help(help));
        };
        let Some(who) = Who::parse(who.trim()) else {
            return Err(CliError::usage(format!("unknown kind of player `{who}` for {}", game.player_name(player)))
                .help("use `human` or `random`"));
        };
        if let Some(side) = sides.get_mut(player.0 as usize) {
            *side = Some(who);
        }
    }
    let human = sides.contains(&Some(Who::Human));
    let first = if human { Who::Random } else { Who::Human };
    let others = sides.iter().enumerate();
    Ok(others.map(|(n, side)| side.unwrap_or(if n == 0 { first } else { Who::Random })).collect())
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
        assert_eq!(named("b play x --set size=9 --help"), "b play x --set size=9 --help");
        assert_eq!(named("b play x --black"), "b play x --black");
        assert_eq!(named("b moves x --black random"), "b moves x --black random");
    }
}
