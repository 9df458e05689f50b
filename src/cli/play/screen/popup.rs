//! [`Popup`]: a list over the board, to read or to choose from.

use crate::cli::play::command::{COMMANDS, Command};

/// A list over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Popup {
    pub title: String,
    pub items: Vec<Item>,
    pub selected: usize,
    /// The letters typed since the list was opened or a line was selected by another key.
    typed: String,
}

/// A line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub text: String,
    pub action: Action,
}

/// What choosing a line does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Closes the list.
    Close,
    /// Plays the legal move with this index.
    Play(usize),
    Command(Command),
    /// Begins a typed line.
    Type(String),
    /// Begins a line that saves the game.
    Save,
    Levels,
    Leave,
}

impl Popup {
    /// Creates a list to choose from.
    pub fn new(title: impl Into<String>, items: Vec<Item>) -> Popup {
        Popup { title: title.into(), items, selected: 0, typed: String::new() }
    }

    /// Creates a text to read.
    pub fn text(title: impl Into<String>, lines: impl IntoIterator<Item = String>) -> Popup {
        Popup::new(title, lines.into_iter().map(|text| Item { text, action: Action::Close }).collect())
    }

    /// Returns whether it is only to read.
    pub fn is_text(&self) -> bool {
        self.items.iter().all(|item| item.action == Action::Close)
    }

    /// Selects another line, further down or up, or makes another line the first one of a text.
    pub fn select(&mut self, by: isize, last: usize) {
        self.typed.clear();
        self.selected = self.selected.saturating_add_signed(by).min(last);
    }

    /// Selects the line that begins with the letters typed so far. The same letter again goes to the next line that begins with it.
    /// Returns the letters if no line begins with them: then they begin a command or the text of a move.
    pub fn find(&mut self, c: char) -> Option<String> {
        self.typed.push(c);
        let letters = self.typed.to_lowercase();
        let is_again = letters.chars().all(|typed| letters.starts_with(typed));
        let count = self.items.len();
        let found = |typed: &str, from: usize| {
            let begins =
                |at: &usize| self.items.get(*at).is_some_and(|item| item.text.to_lowercase().starts_with(typed));
            (from..from + count).map(|at| at % count).find(begins)
        };
        let next = || is_again.then(|| found(&c.to_lowercase().to_string(), self.selected + 1)).flatten();
        let more = if letters.chars().count() > 1 { found(&letters, self.selected) } else { None };
        match more.or_else(next) {
            Some(at) => {
                self.selected = at;
                None
            }
            None => Some(std::mem::take(&mut self.typed)),
        }
    }

    pub fn chosen(&self) -> Action {
        self.items.get(self.selected).map_or(Action::Close, |item| item.action.clone())
    }
}

/// Creates a line.
pub fn item(text: impl Into<String>, action: Action) -> Item {
    Item { text: text.into(), action }
}

/// The keys of the screen.
const KEYS: [(&str, &str); 19] = [
    ("arrows", "move the cursor"),
    ("Enter, Space, click", "choose a cell; choose the last one again to stop there"),
    ("Tab, Shift-Tab", "go to the next cell that can be chosen"),
    ("Esc, Backspace", "take a chosen cell back"),
    ("letters, digits", "type a move or a command, then Enter; Tab completes a move"),
    (":", "type anything"),
    (".", "list the moves that are left"),
    ("<  Ctrl-Z", "undo"),
    (">  Ctrl-Y", "redo"),
    ("!", "hint"),
    ("=", "what the machine expects: on or off"),
    ("/  F10", "menu"),
    ("Ctrl-S", "save"),
    ("Ctrl-O", "load"),
    ("PageUp, PageDown", "scroll the moves"),
    ("?  F1", "this list"),
    ("F2", "the rules of the game"),
    ("Ctrl-Q", "quit"),
    ("Ctrl-C", "quit at once"),
];

/// Returns the list of keys and commands.
pub fn help() -> Popup {
    let line = |(key, what): &(&str, &str)| format!("{key:<20} {what}");
    let commands = COMMANDS.iter().map(line);
    let marks =
        ["Without colors: [cursor] <chosen> (possible) {hint} |last move| !captured!", "", "Commands, typed as words:"];
    let marks = [String::new()].into_iter().chain(marks.map(str::to_owned));
    Popup::text("Keys", KEYS.iter().map(line).chain(marks).chain(commands))
}

/// Returns the menu.
pub fn menu() -> Popup {
    let command = |text: &str, command: Command| item(text, Action::Command(command));
    Popup::new(
        "Menu",
        vec![
            command("Undo                 <", Command::Undo(1)),
            command("Redo                 >", Command::Redo(1)),
            command("Hint                 !", Command::Hint),
            command("Show expectation     =", Command::Expect),
            command("List of moves        .", Command::Moves(String::new())),
            command("Rules               F2", Command::Rules),
            command("Resign", Command::Resign),
            command("Swap sides", Command::Swap),
            item("Level...", Action::Levels),
            item("Another player...", Action::Type("player ".to_owned())),
            item("Clocks...", Action::Type("clock ".to_owned())),
            command("Pause", Command::Pause),
            command("New game", Command::New),
            item("Save...         Ctrl-S", Action::Save),
            item("Load...         Ctrl-O", Action::Type("load ".to_owned())),
            command("Keys                 ?", Command::Help),
            item("Quit            Ctrl-Q", Action::Leave),
        ],
    )
}

/// Returns the list of levels.
pub fn levels() -> Popup {
    let levels = boardwright::player::LEVELS;
    let level = |n: u32| item(format!("Level {n}"), Action::Command(Command::Level(n.to_string())));
    Popup::new("Level", levels.map(level).collect())
}
