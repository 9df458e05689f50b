//! [`Command`]: what a line can ask for, beside a move.

use std::path::PathBuf;

/// The words of `help`, and what they do.
pub const COMMANDS: [(&str, &str); 19] = [
    ("moves, moves d3", "list the legal moves, or those of one piece"),
    ("why MOVE", "explain why a move is illegal"),
    ("rules", "show the rules of the game"),
    ("board", "draw the board again"),
    ("undo, undo 2", "take back your last move, or several"),
    ("redo, redo 2", "make the move again, or several"),
    ("hint", "suggest a move"),
    ("expect", "tell what the machine expects"),
    ("resign", "give the game up"),
    ("swap", "swap sides: who plays for whom"),
    ("level N", "play at a level from 1 to 10"),
    ("player P WHO", "let WHO play for P: `player white human`"),
    ("new", "begin again"),
    ("save FILE", "save the game; `save! FILE` replaces an existing file"),
    ("load FILE", "load a saved game"),
    ("clock M+S", "M minutes for each player, S seconds more for each move"),
    ("pause", "stop the machine, or let it go on"),
    ("help, h, ?", "list the commands"),
    ("quit, q", "quit"),
];

/// What a line asks for, if it is not a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Help,
    Quit,
    Rules,
    Board,
    /// The beginning of the moves to list, or nothing for all of them.
    Moves(String),
    Why(String),
    /// How many times.
    Undo(usize),
    Redo(usize),
    Hint,
    Expect,
    Resign,
    Swap,
    Level(String),
    Player(String),
    New,
    /// The file, and whether to replace it.
    Save(PathBuf, bool),
    Load(PathBuf),
    Clock(String),
    Pause,
}

impl Command {
    /// Parses a line. Returns `None` if it is not a command.
    ///
    /// Errors with a sentence if the command is incomplete.
    pub fn parse(line: &str) -> Result<Option<Command>, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let word = word.to_ascii_lowercase();
        let missing = |what: &str, such: &str| Err(format!("Missing {what} after `{word}`{such}."));
        let times = if rest.is_empty() { Some(1) } else { rest.parse().ok().filter(|times| *times > 0) };
        Ok(Some(match (word.as_str(), rest) {
            ("help" | "?", _) | ("h", "") => Command::Help,
            ("quit" | "exit" | "q", "") => Command::Quit,
            ("rules", "") => Command::Rules,
            ("board" | "show", "") => Command::Board,
            ("moves", text) => Command::Moves(text.to_owned()),
            ("why", "") => return missing("move", ", such as `why a1`"),
            ("why", text) => Command::Why(text.to_owned()),
            ("undo", _) if times.is_some() => Command::Undo(times.unwrap_or(1)),
            ("redo", _) if times.is_some() => Command::Redo(times.unwrap_or(1)),
            ("undo" | "redo", _) => return Err(format!("`{word}` takes a number of turns, not `{rest}`.")),
            ("hint", "") => Command::Hint,
            ("expect" | "expects", "") => Command::Expect,
            ("resign", "") => Command::Resign,
            ("swap", "") => Command::Swap,
            ("level", "") => return missing("number", ", such as `level 5`"),
            ("level", text) => Command::Level(text.to_owned()),
            ("player" | "side", "") => return missing("side", ", such as `player white human`"),
            ("player" | "side", text) => Command::Player(text.to_owned()),
            ("new", "") => Command::New,
            ("save" | "save!" | "load", "") => return missing("file name", ""),
            ("save", file) => Command::Save(file.into(), false),
            ("save!", file) => Command::Save(file.into(), true),
            ("load", file) => Command::Load(file.into()),
            ("clock", "") => return missing("time", ", such as `clock 5+3`, or `clock off`"),
            ("clock", text) => Command::Clock(text.to_owned()),
            ("pause", "") => Command::Pause,
            _ => return Ok(None),
        }))
    }
}

/// Returns the words that begin commands.
pub fn words() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().filter_map(|(usage, _)| usage.split([' ', ',']).next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_commands() {
        assert_eq!(Command::parse(" Undo "), Ok(Some(Command::Undo(1))));
        assert_eq!(Command::parse("undo 2"), Ok(Some(Command::Undo(2))));
        assert_eq!(Command::parse("moves d3"), Ok(Some(Command::Moves("d3".to_owned()))));
        assert_eq!([Command::parse("q"), Command::parse("h")], [Ok(Some(Command::Quit)), Ok(Some(Command::Help))]);
        assert_eq!(Command::parse("save! my game.json"), Ok(Some(Command::Save("my game.json".into(), true))));
        assert_eq!(Command::parse("load"), Err("Missing file name after `load`.".to_owned()));
        assert_eq!(Command::parse("e2-e4"), Ok(None));
        assert!(Command::parse("undo it").is_err() && Command::parse("redo 0").is_err());
    }
}
