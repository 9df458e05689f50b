//! The command line: one file or folder per command.

mod candidates;
mod changed_lines;
mod chosen;
mod color_depth;
mod endless;
mod expected;
mod files;
mod game_position;
mod interrupt;
mod line_input;
mod options;
mod out;
mod outside;
mod players;
mod progress;
mod protocol;
mod reason;
mod record_file;
mod saved;
mod sources;
mod synonyms;
mod talk;
mod threads;
mod usage;

mod bench;
mod check;
mod completions;
mod deep;
mod diff;
mod engine;
mod explain;
mod fix;
mod fmt;
mod judge;
mod list;
mod lsp;
mod markdown;
mod matches;
mod moves;
mod new;
mod perft;
mod play;
mod playout;
mod record;
mod repl;
mod show;
mod solve;
mod test;
mod train;
mod watch;

use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use out::{CliError, Exit, Out};
use std::process::ExitCode;
use threads::STACK;

/// A general interpreter for abstract board games.
#[derive(Parser, Debug)]
#[command(version, about, max_term_width = 100, after_help = FIRST_STEPS)]
struct Cli {
    /// When to use colors; `auto`: in a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Color,
    #[command(subcommand)]
    command: Option<Command>,
}

const FIRST_STEPS: &str = "\
GAME is a bundled game (`boardwright list`) or the path of a rule file.

Examples:
  boardwright play rush --set size=9      play Rush on a small board against the computer
  boardwright new mygame                  create a game of your own in mygame.game
  boardwright check mygame.game           report the mistakes in it

Exit code: 0 success, 1 problems found (errors, failed tests, faults), 2 wrong usage.";

/// The use of colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

/// The commands.
#[derive(Subcommand, Debug)]
enum Command {
    /// List the bundled games
    List(list::ListArgs),
    /// Check rule files and report their mistakes
    Check(check::CheckArgs),
    /// Explain the code of a report, such as E10; without a code, list all codes
    Explain(explain::ExplainArgs),
    /// Show the board and whose turn it is, or print the rule sheet
    Show(show::ShowArgs),
    /// List the legal moves, or explain why a move is illegal
    Moves(moves::MovesArgs),
    /// Play against the computer or another person
    Play(play::PlayArgs),
    /// Evaluate expressions of the rule language, and try moves, in any position
    Repl(repl::ReplArgs),
    /// Count the sequences of legal moves to a given depth
    Perft(perft::PerftArgs),
    /// Play random games and summarize the results
    Playout(playout::PlayoutArgs),
    /// Let players play against each other, and measure how much stronger one is
    Match(matches::MatchArgs),
    /// Play for other programs, in UCI, USI or GTP
    Engine(engine::EngineArgs),
    /// Say who stands better in a position, and how play may go on
    Judge(judge::JudgeArgs),
    /// Prove who wins with best play, in how many plies, and how
    Solve(solve::SolveArgs),
    /// Train the player `alphabeta` for a game, and find out which player is the best one
    Train(train::TrainArgs),
    /// Compare two games, or a game and its snapshot: the rules, the legal moves, random games
    Diff(diff::DiffArgs),
    /// Measure the speed and the memory use of games
    Bench(bench::BenchArgs),
    /// Run the examples in rule files and compare the games with their snapshots
    Test(test::TestArgs),
    /// Create an example from a played game
    Record(record::RecordArgs),
    /// Check, test and play a rule file whenever it is saved
    Watch(watch::WatchArgs),
    /// Format rule files in the standard style
    Fmt(fmt::FmtArgs),
    /// Create a rule file: a small complete game, or a variant of another game
    New(new::NewArgs),
    /// Start the language server, for editors
    Lsp(lsp::LspArgs),
    /// Print a completion script for a shell
    Completions(completions::CompletionsArgs),
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        out::remark(format!("internal error: this is a bug in Boardwright, please report it:\n{panic}"));
    }));
    candidates::complete(Cli::command);
    boardwright::player::set_file_reader(|path| files::read(path.as_ref()).map_err(CliError::into_message));
    let work = std::thread::Builder::new().stack_size(STACK).spawn(|| {
        let args = match Cli::try_parse_from(play::name_sides(std::env::args_os().collect())) {
            Ok(args) => args,
            Err(error) => return usage::print(error, &mut Cli::command(), &usage::words()),
        };
        run(args).unwrap_or_else(CliError::print)
    });
    let done = work.map(std::thread::JoinHandle::join);
    outside::end_all();
    match done {
        Ok(Ok(code)) => ExitCode::from(code),
        // The panic hook has reported it already.
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => ExitCode::from(CliError::usage(format!("cannot start: {}", out::plain(&error))).print()),
    }
}

/// Runs a command and returns its exit code.
fn run(args: Cli) -> Result<u8, CliError> {
    match args.color {
        Color::Auto => anstream::ColorChoice::Auto,
        Color::Always => anstream::ColorChoice::Always,
        Color::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    let mut out = Out::new();
    let exit = match args.command {
        None => out.text(WELCOME).map(|()| Exit::Success),
        Some(Command::List(args)) => list::run(&args, &mut out),
        Some(Command::Check(args)) => check::run(&args, &mut out),
        Some(Command::Explain(args)) => explain::run(&args, &mut out),
        Some(Command::Show(args)) => show::run(&args, &mut out),
        Some(Command::Moves(args)) => moves::run(&args, &mut out),
        Some(Command::Play(args)) => play::run(&args, &mut out),
        Some(Command::Repl(args)) => repl::run(&args, &mut out),
        Some(Command::Perft(args)) => perft::run(&args, &mut out),
        Some(Command::Playout(args)) => playout::run(&args, &mut out),
        Some(Command::Match(args)) => matches::run(&args, &mut out),
        Some(Command::Engine(args)) => engine::run(&args),
        Some(Command::Judge(args)) => judge::run(&args, &mut out),
        Some(Command::Solve(args)) => solve::run(&args, &mut out),
        Some(Command::Train(args)) => train::run(&args, &mut out),
        Some(Command::Diff(args)) => diff::run(&args, &mut out),
        Some(Command::Bench(args)) => bench::run(&args, &mut out),
        Some(Command::Record(args)) => record::run(&args, &mut out),
        Some(Command::Test(args)) => test::run(&args, &mut out),
        Some(Command::Watch(args)) => watch::run(&args, &mut out),
        Some(Command::Fmt(args)) => fmt::run(&args, &mut out),
        Some(Command::New(args)) => new::run(&args, &mut out),
        Some(Command::Lsp(args)) => lsp::run(&args),
        Some(Command::Completions(args)) => completions::run(&args, &mut out),
    };
    // Output that was printed before an error appears before its message.
    let flushed = out.flush();
    let exit = exit?;
    flushed?;
    Ok(match exit {
        Exit::Success => 0,
        Exit::Problems => 1,
        Exit::Usage => 2,
        Exit::Interrupted => 130,
    })
}

/// What to try first.
const WELCOME: &str = "\
Boardwright plays abstract board games from rule files that read like rule sheets.

Try:
  boardwright play rush --set size=9   play a game against the computer
  boardwright list                     list the bundled games
  boardwright new mygame               create a game of your own
  boardwright help                     list all commands
";
