//! The command line: one file per command.

mod args;
mod chosen;
mod files;
mod out;
mod progress;
mod saved;
mod talk;
mod threads;

mod bench;
mod check;
mod completions;
mod deep;
mod diff;
mod explain;
mod fix;
mod fmt;
mod list;
mod lsp;
mod moves;
mod new;
mod perft;
mod play;
mod playout;
mod record;
mod repl;
mod show;
mod test;
mod watch;

use args::{Cli, Color, Command};
use clap::{CommandFactory, Parser};
use out::{Exit, Out, Stop};
use std::io::Write;
use std::process::ExitCode;

/// Stack of the thread that does the work: enough for rules nested as deeply as the parser allows, also in debug builds.
pub const STACK: usize = 64 << 20;

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        out::remark(format!("Boardwright has a mistake and had to stop, sorry. Please report this:\n{panic}"));
    }));
    let work = std::thread::Builder::new().stack_size(STACK).spawn(|| {
        let args = match Cli::try_parse_from(play::name_sides(std::env::args_os().collect())) {
            Ok(args) => args,
            Err(error) => {
                // Help and version go to standard output with exit code 0; that a message cannot be said changes nothing.
                let printed = error.print().and_then(|()| std::io::stdout().flush());
                return match printed {
                    Err(full) if !error.use_stderr() => Stop::from(full).end(),
                    _ => error.exit_code() as u8,
                };
            }
        };
        run(args).unwrap_or_else(Stop::end)
    });
    match work.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => ExitCode::from(code),
        // The hook has said so already.
        Ok(Err(_)) => ExitCode::from(101),
        Err(error) => ExitCode::from(Stop::usage(format!("cannot start: {}", out::plain(&error))).end()),
    }
}

/// Carries out a command; its exit code.
fn run(args: Cli) -> Result<u8, Stop> {
    match args.color {
        Color::Auto => anstream::ColorChoice::Auto,
        Color::Always => anstream::ColorChoice::Always,
        Color::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    let mut out = Out::new();
    let exit = match args.command {
        None => welcome(&mut out),
        Some(Command::List(args)) => list::run(&args, &mut out),
        Some(Command::Check(args)) => check::run(&args, &mut out),
        Some(Command::Explain(args)) => explain::run(&args, &mut out),
        Some(Command::Show(args)) => show::run(&args, &mut out),
        Some(Command::Moves(args)) => moves::run(&args, &mut out),
        Some(Command::Play(args)) => play::run(&args, &mut out),
        Some(Command::Repl(args)) => repl::run(&args, &mut out),
        Some(Command::Perft(args)) => perft::run(&args, &mut out),
        Some(Command::Playout(args)) => playout::run(&args, &mut out),
        Some(Command::Diff(args)) => diff::run(&args, &mut out),
        Some(Command::Bench(args)) => bench::run(&args, &mut out),
        Some(Command::Record(args)) => record::run(&args, &mut out),
        Some(Command::Test(args)) => test::run(&args, &mut out),
        Some(Command::Watch(args)) => watch::run(&args, &mut out),
        Some(Command::Fmt(args)) => fmt::run(&args, &mut out),
        Some(Command::New(args)) => new::run(&args, &mut out),
        Some(Command::Lsp(args)) => lsp::run(&args),
        Some(Command::Completions(args)) => completions::run(&args, &mut out, Cli::command()),
    };
    // What was printed before a mistake belongs before its message.
    let flushed = out.flush();
    let exit = exit?;
    flushed?;
    Ok(match exit {
        Exit::Well => 0,
        Exit::Findings => 1,
    })
}

/// What `boardwright` alone says.
fn welcome(out: &mut Out) -> Result<Exit, Stop> {
    out.text(WELCOME)?;
    Ok(Exit::Well)
}

const WELCOME: &str = "\
Boardwright plays abstract board games from rule files that read like rule sheets.

Try:
  boardwright play rush --set size=9   play a game against the machine
  boardwright list                     see which games there are
  boardwright new mygame               begin a game of your own
  boardwright help                     see all commands
";
