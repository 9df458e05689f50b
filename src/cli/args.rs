//! The command line as clap reads it.

use super::deep::DeepArgs;
use super::threads::ThreadCount;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// A general interpreter for abstract board games.
#[derive(Parser, Debug)]
#[command(version, about, max_term_width = 100, after_help = FIRST_STEPS)]
pub struct Cli {
    /// When to use colours; `auto`: in a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    #[command(subcommand)]
    pub command: Option<Command>,
}

const FIRST_STEPS: &str = "\
GAME is a bundled game (`boardwright list`) or the path of a rule file.

Examples:
  boardwright play rush --set size=9      play Rush on a small board against the machine
  boardwright new mygame                  begin a game of your own in mygame.game
  boardwright check mygame.game           find its mistakes

Exit code: 0 all well, 1 something was found (errors, failing tests, faults), 2 wrong usage.";

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// List the bundled games
    #[command(after_help = "Examples:\n  boardwright list\n  boardwright list --format json")]
    List(List),
    /// Check rule files and report all their mistakes
    #[command(
        after_help = "Examples:\n  boardwright check mygame.game\n  boardwright check --fix mygame.game          mend what can only be meant one way\n  boardwright check --dry-run mygame.game      show what --fix would change\n  boardwright check games/*.game --format json\n  boardwright check --deep mygame.game         play it, too, and report what play shows"
    )]
    Check(Check),
    /// Explain the code of a report, such as E10; without a code, list all
    #[command(
        after_help = "Examples:\n  boardwright explain\n  boardwright explain E10\n  boardwright explain --format json"
    )]
    Explain(Explain),
    /// Show the board, whose turn it is, and the result; or the rules as a rule sheet
    #[command(
        after_help = "Examples:\n  boardwright show tiger\n  boardwright show rush --set size=9 --after \"e5 d4 f6\"\n  boardwright show hex --after \"f6\" --format svg > hex.svg\n  boardwright show jostle --rules\n  boardwright show jostle --rules --format html > jostle.html"
    )]
    Show(Show),
    /// List the legal moves, or say why a move is none
    #[command(
        after_help = "Examples:\n  boardwright moves jostle\n  boardwright moves jostle --why d3-d4\n  boardwright moves push --after \"a2-a3\" --format json"
    )]
    Moves(Moves),
    /// Play against the machine, or against each other
    #[command(
        after_help = "Each player is `human` or `random`, by name: `--black human --white random`. Without that, the first player is human and the others are random. In the game, `help` lists what you can type.\n\nExamples:\n  boardwright play rush --set size=9\n  boardwright play jostle --red random --blue human\n  boardwright play slash --black human --white human"
    )]
    Play(Play),
    /// Ask the rules anything, on any position
    #[command(after_help = super::repl::AFTER_HELP)]
    Repl(super::repl::Repl),
    /// Count the sequences of so many plies
    #[command(
        after_help = "Examples:\n  boardwright perft chess 3\n  boardwright perft rush 3 --set size=9\n  boardwright perft push 4 --divide"
    )]
    Perft(Perft),
    /// Play random games and sum them up
    #[command(
        after_help = "The same seed gives the same games on every machine.\n\nExamples:\n  boardwright playout jostle --games 1000\n  boardwright playout tiger --seed 7 --format json"
    )]
    Playout(Playout),
    /// Compare two games, or a game with its snapshot, from the text of the rules to the play
    #[command(after_help = super::diff::AFTER_HELP)]
    Diff(super::diff::Diff),
    /// Measure how fast games are played, and what they take
    #[command(
        after_help = "For each GAME: plies of uniformly random games per second, and plies per game; sequences counted per second, to the greatest depth that the time allows; milliseconds from the text of the rules to the first legal moves; the size of the native code and how long it takes to make it; bytes of a position. Compare figures of one run only: machines and their other work differ.\n\nExamples:\n  boardwright bench rush slash jostle push tiger\n  boardwright bench rush --set size=25 --seconds 5\n  boardwright bench mygame.game --engine reference --format json"
    )]
    Bench(Bench),
    /// Run the examples of rule files, and compare their behaviour with snapshots
    #[command(after_help = super::test::HELP)]
    Test(Test),
    /// Make an example from a played game
    #[command(after_help = super::record::HELP)]
    Record(super::record::Record),
    /// Check, test and play a rule file at random whenever it is saved
    #[command(after_help = super::watch::HELP)]
    Watch(super::watch::Watch),
    /// Lay rule files out in the standard way
    #[command(
        after_help = "Comments and pictures stay. `-` reads a rule file from standard input and prints it.\n\nExamples:\n  boardwright fmt mygame.game\n  boardwright fmt --check games/*.game"
    )]
    Fmt(Fmt),
    /// Begin a rule file: a small complete game, or a variant of another
    #[command(after_help = "Examples:\n  boardwright new mygame\n  boardwright new \"my tiger\" --from tiger")]
    New(New),
    /// Serve an editor: mistakes while you type, what words mean, completion, renaming and so on
    #[command(
        after_help = "This speaks the Language Server Protocol over standard input and output. Editors start it themselves: docs/editors.md says how to tell them.\n\nExample, for Neovim 0.11 or newer:\n  vim.lsp.config('boardwright', { cmd = { 'boardwright', 'lsp' }, filetypes = { 'boardwright' } })\n  vim.lsp.enable('boardwright')"
    )]
    Lsp(super::lsp::Lsp),
    /// Print the completions of a shell
    #[command(
        after_help = "Examples:\n  boardwright completions bash > ~/.local/share/bash-completion/completions/boardwright\n  boardwright completions zsh > ~/.zfunc/_boardwright"
    )]
    Completions(Completions),
}

/// Text for people or JSON for scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

/// What runs the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    /// Native code, made for the one game
    Fast,
    /// The one that defines the language, step by step; its random games are others
    Reference,
}

/// What `show` can draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Picture {
    Text,
    Json,
    Svg,
    /// The rule file itself
    File,
    /// The rule sheet, with `--rules`
    Markdown,
    /// The rule sheet as one page, with `--rules`
    Html,
}

/// Which game, with which settings.
#[derive(Args, Debug, Clone)]
pub struct Chosen {
    /// A bundled game or the path of a rule file
    pub game: String,
    #[command(flatten)]
    pub settings: Settings,
}

/// Settings of a game.
#[derive(Args, Debug, Clone, Default)]
pub struct Settings {
    /// Set a parameter of the game (repeatable)
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
}

/// The moves that lead to the position in question.
#[derive(Args, Debug, Clone)]
pub struct After {
    /// Moves to make first, separated by spaces or commas
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true, allow_hyphen_values = true)]
    pub after: String,
}

#[derive(Args, Debug)]
pub struct List {
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

#[derive(Args, Debug)]
pub struct Check {
    /// Rule files (or bundled games)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Mend in the files what can only be meant one way, and report what is left
    #[arg(long)]
    pub fix: bool,
    /// Show what --fix would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub settings: Settings,
    #[command(flatten)]
    pub play: DeepArgs,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

#[derive(Args, Debug)]
pub struct Explain {
    /// The code, such as E10
    pub code: Option<String>,
    /// Text for people, or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

#[derive(Args, Debug)]
pub struct Show {
    #[command(flatten)]
    pub chosen: Chosen,
    #[command(flatten)]
    pub after: After,
    /// The rules as a sheet that players can read
    #[arg(long)]
    pub rules: bool,
    /// Text for people, JSON for scripts, a picture, or the form of the rule sheet
    #[arg(long, default_value = "text")]
    pub format: Picture,
}

#[derive(Args, Debug)]
pub struct Moves {
    #[command(flatten)]
    pub chosen: Chosen,
    #[command(flatten)]
    pub after: After,
    /// Say which condition of which rule refuses this move
    #[arg(long, value_name = "MOVE")]
    pub why: Option<String>,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

#[derive(Args, Debug)]
pub struct Play {
    #[command(flatten)]
    pub chosen: Chosen,
    /// Who plays a side: `human` or `random`; for a player Black also `--black random`
    #[arg(long, value_name = "PLAYER=WHO")]
    pub side: Vec<String>,
    /// Seed of the random players [default: another one each time]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
}

#[derive(Args, Debug)]
pub struct Perft {
    #[command(flatten)]
    pub chosen: Chosen,
    /// Plies
    pub depth: u32,
    #[command(flatten)]
    pub after: After,
    /// Count for each first move of its own
    #[arg(long)]
    pub divide: bool,
    /// Threads to work on: a number, or `all` for one on each core; what comes out is the same
    #[arg(long, value_name = "N", default_value_t = ThreadCount::All)]
    pub threads: ThreadCount,
    /// What runs the rules
    #[arg(long, default_value = "fast")]
    pub engine: EngineName,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

#[derive(Args, Debug)]
pub struct Playout {
    #[command(flatten)]
    pub chosen: Chosen,
    #[command(flatten)]
    pub after: After,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub games: u64,
    /// Leave a game after so many plies
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub max_plies: u32,
    /// Threads to work on: a number, or `all` for one on each core; what comes out is the same
    #[arg(long, value_name = "N", default_value_t = ThreadCount::All)]
    pub threads: ThreadCount,
    /// What runs the rules
    #[arg(long, default_value = "fast")]
    pub engine: EngineName,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

#[derive(Args, Debug)]
pub struct Bench {
    /// Bundled games or paths of rule files
    #[arg(required = true, value_name = "GAME")]
    pub games: Vec<String>,
    #[command(flatten)]
    pub settings: Settings,
    /// What runs the rules; where code cannot be made, the reference engine does
    #[arg(long, default_value = "fast")]
    pub engine: EngineName,
    /// Threads that play and count at once: a number, or `all` for one on each core
    #[arg(long, value_name = "N", default_value_t = ThreadCount::Of(1))]
    pub threads: ThreadCount,
    /// How long random games are played, and sequences counted, of each game
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = seconds)]
    pub seconds: f64,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// A length of time.
pub fn seconds(text: &str) -> Result<f64, String> {
    let within = |seconds: &f64| (0.001..=86_400.0).contains(seconds);
    text.parse().ok().filter(within).ok_or_else(|| "write a number of seconds from 0.001 to 86400".to_owned())
}

#[derive(Args, Debug)]
pub struct Test {
    /// Rule files or folders of such
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Take the behaviour that is for the right one, and write it down
    #[arg(long, conflicts_with_all = ["review", "coverage"])]
    pub accept: bool,
    /// Step through changed snapshots one by one, and accept, reject or skip each
    #[arg(long, conflicts_with_all = ["coverage", "format"])]
    pub review: bool,
    /// List the rules, conditions and effects that no example and no snapshot has reached
    #[arg(long)]
    pub coverage: bool,
    /// Run only tests with this text in their names (`game: title`)
    #[arg(long, value_name = "TEXT", conflicts_with = "coverage")]
    pub filter: Option<String>,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

#[derive(Args, Debug)]
pub struct Fmt {
    /// Change nothing; say which files would change, with exit code 1 if there are any
    #[arg(long)]
    pub check: bool,
    /// Rule files
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub struct New {
    /// The new game's name, or the path of its file
    pub name: String,
    /// Make a variant of this game
    #[arg(long, value_name = "GAME")]
    pub from: Option<String>,
}

#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}
