//! The commands of `repl`: their names, arguments and help.

/// A command.
#[derive(Debug)]
pub struct ReplCommand {
    pub does: Does,
    /// The names; the first one is the main one.
    names: &'static [&'static str],
    takes: Takes,
    /// The line in the help.
    help: &'static str,
}

/// The task of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    Play,
    Undo,
    Redo,
    Go,
    Restart,
    Board,
    Moves,
    Why,
    Type,
    Try,
    Keep,
    Position,
    Set,
    Names,
    Record,
    Save,
    SaveOver,
    Load,
    Reload,
    Help,
    Quit,
}

/// The argument of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Nothing,
    Something,
    Number,
    Anything,
}

/// All commands, in the order of the help.
const ALL: &[ReplCommand] = &[
    row(Does::Play, &["play"], Takes::Something, "play MOVES        play moves: `play d3-d2, c8-b8`"),
    row(Does::Undo, &["undo", "back"], Takes::Number, "undo, undo N      undo one step, or N steps"),
    row(Does::Redo, &["redo"], Takes::Number, "redo, redo N      redo one step, or N steps"),
    row(Does::Go, &["go"], Takes::Something, "go N              go to the position after N plies"),
    row(Does::Restart, &["restart"], Takes::Nothing, "restart           go back to the first position"),
    row(Does::Board, &["show", "board"], Takes::Nothing, "show              draw the board"),
    row(Does::Moves, &["moves"], Takes::Nothing, "moves             list the legal moves"),
    row(Does::Why, &["why"], Takes::Something, "why MOVE          explain why a move is illegal"),
    row(Does::Type, &["type"], Takes::Something, "type EXPR         show the type of an expression"),
    row(
        Does::Try,
        &["do", "try"],
        Takes::Something,
        "do STATEMENTS     try statements; shows the board before and after",
    ),
    row(Does::Keep, &["keep"], Takes::Anything, "keep              continue from the result of the last statements"),
    row(Does::Position, &["position"], Takes::Nothing, "position          print the position as one line"),
    row(Does::Set, &["set"], Takes::Nothing, "set               list the parameters; `set size = 9` sets one"),
    row(Does::Names, &["names"], Takes::Nothing, "names             list the names in the rules"),
    row(Does::Record, &["record"], Takes::Nothing, "record            list the moves so far"),
    row(
        Does::Save,
        &["save"],
        Takes::Something,
        "save FILE         save the game; `save! FILE` replaces an existing file",
    ),
    row(Does::SaveOver, &["save!"], Takes::Something, ""),
    row(Does::Load, &["load"], Takes::Something, "load FILE         load a saved game"),
    row(Does::Reload, &["reload"], Takes::Nothing, "reload            read the rule file again"),
    row(
        Does::Help,
        &["help", "?"],
        Takes::Anything,
        "help, help WORD   print this list, or explain a word: `help neighbors`",
    ),
    row(Does::Quit, &["quit", "exit"], Takes::Nothing, "quit              quit, as does Ctrl-D"),
];

const fn row(does: Does, names: &'static [&'static str], takes: Takes, help: &'static str) -> ReplCommand {
    ReplCommand { does, names, takes, help }
}

/// Finds a command by name.
pub fn find(word: &str) -> Option<&'static ReplCommand> {
    ALL.iter().find(|command| command.names.contains(&word))
}

/// Returns the names of all commands.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().flat_map(|command| command.names).copied()
}

impl ReplCommand {
    /// Returns the main name.
    pub fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or("")
    }

    /// Returns its line in the help.
    pub fn usage(&self) -> String {
        self.help.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns whether the argument is valid.
    pub fn accepts(&self, rest: &str) -> bool {
        match self.takes {
            Takes::Nothing => rest.is_empty(),
            Takes::Something | Takes::Anything => true,
            Takes::Number => rest.is_empty() || parse_number(rest).is_some_and(|steps| steps > 0),
        }
    }

    /// Explains why the argument is invalid.
    pub fn explain_argument(&self, rest: &str) -> String {
        let name = self.name();
        match self.takes {
            Takes::Number => format!("`{name}` takes a positive number of steps, not `{rest}`"),
            _ => format!("`{name}` takes no argument; remove `{rest}`"),
        }
    }

    /// Returns whether an argument is required.
    pub fn needs_argument(&self) -> bool {
        self.takes == Takes::Something
    }
}

/// Parses a number; one that is too large becomes the largest possible one.
pub fn parse_number(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u32::MAX))
}

/// Returns the help.
pub fn help() -> String {
    let mut help = "\
Type one of these; a line continues on the next one while a bracket is open.

  count(own)        evaluate an expression; a set of cells is shown on the board
  \"{c3}-{c4}\"       evaluate the text of a move
  let x = EXPR      give a value a name
  def f(p: cell) = EXPR, effect e() { ... }
                    define a name for later lines
  legal a1, expect C, result draw, moves 16, perft 3 = 2874
                    check a line of an example
  position { ... }, Black to move, set passes = 1
                    set up a position, as in an example
  put king at a1    try a statement; `do { ... }` tries several

Commands; write `:` before a command that is also a name in the rules (`:moves`):

"
    .to_owned();
    for command in ALL.iter().filter(|command| !command.help.is_empty()) {
        help += &format!("  {}\n", command.help);
    }
    help
}
