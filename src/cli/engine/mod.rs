//! `boardwright engine`: plays for other programs, in UCI, USI or GTP.

mod answers;
mod gtp;
mod input;
mod look;
mod score;
mod thinker;
mod uci;

use super::chosen;
use super::options::GameArgs;
use super::out::{CliError, Exit};
use super::players;
use super::protocol::Form;
use answers::say;
use clap::{Args, ValueEnum};
use input::Input;
use thinker::Thinker;

const AFTER_HELP: &str = "\
Other programs can use this as an engine: user interfaces of chess, shogi and go, and programs for tournaments. The protocol follows \
from the first command: `uci`, `usi`, or a command of GTP.

In UCI, moves are those of chess where a move is one piece that goes to another cell (`e2e4`, `e7e8q`, `P@e4`), and otherwise those of \
Boardwright. `position fen` reads FEN, or a position as `show` prints it. Unknown or wrong commands are answered with a message.

In GTP, `black` and `white` are the players of these names; in other games, the first and the second player. The names of the players \
are understood as well.

Examples:
  boardwright engine chess
  boardwright engine shogi --protocol usi
  boardwright engine go --set size=9 --player mcts:threads=2 --protocol gtp
  boardwright match go mcts \"gtp:boardwright engine go --set size=9\" --set size=9";

/// A protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProtocolName {
    /// Follows from the first command
    Auto,
    /// For chess and its family, and in its form for any game
    Uci,
    /// For shogi
    Usi,
    /// For go and games of placement
    Gtp,
}

/// The arguments of `engine`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct EngineArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Protocol of the other program
    #[arg(long, default_value = "auto")]
    pub protocol: ProtocolName,
    /// Who chooses the moves, such as `mcts` or `alphabeta:memory=256` [default: the opponent in `play`]
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
}

/// Answers commands until `quit` or the end of the input.
pub fn run(args: &EngineArgs) -> Result<Exit, CliError> {
    let engine = chosen::load_engine(&args.game)?;
    let thinker = Thinker::new(&engine, args.player.as_deref()).map_err(CliError::usage)?;
    if let Some(name) = &args.player {
        players::create(name, &engine).map_err(|error| CliError::usage(error.to_string()))?;
    }
    let session = engine.session().map_err(|fault| chosen::fault_error(&*engine, &fault))?;
    let mut input = Input::new();
    let mut first = None;
    let mut protocol = args.protocol;
    while protocol == ProtocolName::Auto {
        let Some(line) = input.line() else { return Ok(Exit::Success) };
        match guess(&line) {
            Some(found) => (protocol, first) = (found, Some(line)),
            None if line.trim() == "quit" => return Ok(Exit::Success),
            // A comment of GTP shows nothing: files of commands begin so.
            None if line.trim().is_empty() || line.trim().starts_with('#') => {}
            None => {
                say(&format!("info string unknown command `{}`; begin with `uci`, `usi` or a GTP command", line.trim()))
            }
        }
    }
    let lines = first.into_iter().chain(std::iter::from_fn(move || input.line()));
    match protocol {
        ProtocolName::Gtp => gtp::serve(args.game.clone(), session, thinker, lines),
        ProtocolName::Usi => uci::serve(Form::Usi, session, thinker, lines),
        ProtocolName::Auto | ProtocolName::Uci => uci::serve(Form::Uci, session, thinker, lines),
    }
    Ok(Exit::Success)
}

/// Guesses the protocol from a command.
fn guess(line: &str) -> Option<ProtocolName> {
    let mut words = line.split_whitespace();
    let first = words.next()?;
    match first {
        "uci" | "ucinewgame" | "isready" | "setoption" | "position" | "go" | "debug" => Some(ProtocolName::Uci),
        "usi" | "usinewgame" => Some(ProtocolName::Usi),
        _ => {
            // GTP numbers its commands if it likes.
            let command = if first.chars().all(|c| c.is_ascii_digit()) { words.next()? } else { first };
            (gtp::arguments_of(command).is_some() && command != "quit").then_some(ProtocolName::Gtp)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_command_shows_the_protocol() {
        assert_eq!(guess("uci"), Some(ProtocolName::Uci));
        assert_eq!(guess(" usi "), Some(ProtocolName::Usi));
        assert_eq!(guess("1 list_commands"), Some(ProtocolName::Gtp));
        assert_eq!(guess("boardsize 9"), Some(ProtocolName::Gtp));
        assert_eq!((guess("quit"), guess("hello"), guess("")), (None, None, None));
    }
}
