//! The commands: their names, what they take, and the help.

/// A command.
#[derive(Debug)]
pub struct ReplCommand {
    /// What it does.
    pub does: Does,
    /// Its names, the first one being the one that is shown.
    names: &'static [&'static str],
    /// What stands behind it.
    takes: Takes,
    /// The line of the help.
    help: &'static str,
}

/// What a command does.
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

/// What may stand behind a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    Nothing,
    Something,
    Number,
    Anything,
}

/// All commands, in the order of the help.
const ALL: &[ReplCommand] = &[
    command(Does::Play, &["play"], Takes::Something, "play MOVES        make moves: `play d3-d2, c8-b8`"),
    command(Does::Undo, &["undo", "back"], Takes::Number, "undo, undo N      go one step back, or N steps"),
    command(Does::Redo, &["redo"], Takes::Number, "redo, redo N      go forth again"),
    command(Does::Go, &["go"], Takes::Something, "go N              go to the position after N plies"),
    command(Does::Restart, &["restart"], Takes::Nothing, "restart           begin again"),
    command(Does::Board, &["show", "board"], Takes::Nothing, "show              draw the board"),
    command(Does::Moves, &["moves"], Takes::Nothing, "moves             list the legal moves"),
    command(Does::Why, &["why"], Takes::Something, "why MOVE          say which rule refuses a move"),
    command(Does::Type, &["type"], Takes::Something, "type EXPR         say of which type an expression is"),
    command(
        Does::Try,
        &["do", "try"],
        Takes::Something,
        "do STATEMENTS     try statements: the board before and after",
    ),
    command(Does::Keep, &["keep"], Takes::Anything, "keep              go on from what was tried last"),
    command(Does::Position, &["position"], Takes::Nothing, "position          write the position down, as examples do"),
    command(Does::Set, &["set"], Takes::Nothing, "set               list the parameters; `set size = 9` sets one"),
    command(Does::Names, &["names"], Takes::Nothing, "names             list what the rules name"),
    command(Does::Record, &["record"], Takes::Nothing, "record            list the moves that were played"),
    command(Does::Save, &["save"], Takes::Something, "save FILE         save the game (save! FILE replaces a file)"),
    command(Does::SaveOver, &["save!"], Takes::Something, ""),
    command(Does::Load, &["load"], Takes::Something, "load FILE         take up a saved game"),
    command(Does::Reload, &["reload"], Takes::Nothing, "reload            read the rule file again"),
    command(Does::Help, &["help", "?"], Takes::Nothing, "help              this list"),
    command(Does::Quit, &["quit", "exit"], Takes::Nothing, "quit              leave; so does Ctrl-D"),
];

const fn command(does: Does, names: &'static [&'static str], takes: Takes, help: &'static str) -> ReplCommand {
    ReplCommand { does, names, takes, help }
}

/// The command of a name.
pub fn named(word: &str) -> Option<&'static ReplCommand> {
    ALL.iter().find(|command| command.names.contains(&word))
}

/// The names of all commands.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().flat_map(|command| command.names).copied()
}

impl ReplCommand {
    /// Its name.
    pub fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or("")
    }

    /// Whether what stands behind its name can belong to it.
    pub fn takes(&self, rest: &str) -> bool {
        match self.takes {
            Takes::Nothing => rest.is_empty(),
            Takes::Something | Takes::Anything => true,
            Takes::Number => rest.is_empty() || number(rest).is_some_and(|steps| steps > 0),
        }
    }

    /// Why what stands behind its name cannot belong to it.
    pub fn refusal(&self, rest: &str) -> String {
        let name = self.name();
        match self.takes {
            Takes::Number => format!("`{name}` takes a number of steps, from 1, and `{rest}` is none"),
            _ => format!("`{name}` stands alone, without `{rest}`"),
        }
    }

    /// Whether something has to stand behind it.
    pub fn needs_more(&self) -> bool {
        self.takes == Takes::Something
    }
}

/// A number; one that is too large for all that there is counts as the largest.
pub fn number(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u32::MAX))
}

/// What can be typed.
pub fn help() -> String {
    let mut help = "\
A line is one of these; it may go on over several lines while a bracket is open.

  count(own)        an expression of the language: its value here, a set of cells on the board
  \"{c3}-{c4}\"       the text of a move
  let x = EXPR      x stands for this value from now on
  def f(p: cell) = EXPR, effect e() { ... }
                    a name for later lines
  legal a1, expect C, result draw, moves 16, perft 3 = 2874
                    a line of an example: whether it holds here
  position { ... }, Black to move, set passes = 1
                    set up a position, as in an example
  put king at a1    statements: tried, not made; `do { ... }` for several

Commands; with `:` before it, a command is meant even if the rules have such a name (`:board`):

"
    .to_owned();
    for command in ALL.iter().filter(|command| !command.help.is_empty()) {
        help += &format!("  {}\n", command.help);
    }
    help
}
