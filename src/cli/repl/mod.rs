//! `boardwright repl`: evaluates lines of the rule language, in a terminal or through a pipe.

mod answer;
mod command;
mod complete;
mod help;
mod line;
mod run_command;
mod session;
mod value;

use super::chosen;
use super::line_input::{InputLine, LineInput, UNREADABLE};
use super::options::{AfterArgs, Format, GameArgs};
use super::out::{CliError, Exit, Out, remark};
use answer::LineAnswer;
use boardwright::notation::{self, NotPlayed};
use clap::Args;
use complete::Words;
use session::Session;
use std::io::{IsTerminal, Write};

const AFTER_HELP: &str = "\
A line is an expression, a line of an `example`, statements to try, or a command. Type `help` for a list.

Examples:
  boardwright repl jostle
  boardwright repl jostle -e \"count(neighbors(c3) & enemy)\"
  boardwright repl connect-four --position \"7/7/7/7/3r3/2yr3 Yellow\" -e own
  boardwright repl rush --set size=9 --after \"e5 d4\" -e \"some(neighbors(e5) & enemy)\" --format json
  echo 'neighbors(d3) & own' | boardwright repl jostle";

/// The arguments of `repl`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct ReplArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub after: AfterArgs,
    /// Answer this line and exit (repeatable)
    #[arg(short, long, value_name = "LINE", allow_hyphen_values = true)]
    pub eval: Vec<String>,
    /// Text for people or JSON for scripts, one line for each answer
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// Reads lines and answers them.
pub fn run(args: &ReplArgs, out: &mut Out) -> Result<Exit, CliError> {
    let missing =
        || CliError::usage("`--format json` needs `--eval`").help("add a line, such as `--eval \"count(own)\"`");
    if args.format == Format::Json && args.eval.is_empty() && std::io::stdin().is_terminal() {
        return Err(missing());
    }
    let mut session = Session::new(args.game.clone(), &args.after.start)?;
    for (n, text) in notation::split(&args.after.after).enumerate() {
        session.play(text).map_err(|error| match error {
            NotPlayed::Illegal { why, .. } => CliError::usage(format!("move {} of --after: {why}", n + 1)),
            NotPlayed::Fault(fault) => chosen::fault_error(&*session.engine, &fault),
        })?;
    }
    let mut evaluator = answer::Evaluator::new(session, out.color);
    let mut exit = Exit::Success;
    if !args.eval.is_empty() {
        for line in &args.eval {
            let answer = evaluator.answer(line);
            if !answer.wrong.is_empty() {
                exit = Exit::Problems;
            }
            match args.format {
                Format::Text => print_answer(&answer, out)?,
                Format::Json => out.json(&answer.json(line))?,
            }
            if answer.quit {
                break;
            }
        }
        return Ok(exit);
    }
    let mut input = LineInput::new(out.terminal, line::is_open)?;
    if input.is_terminal() {
        out.line(format!("{}\n", evaluator.session.game().full_title()))?;
        out.text(evaluator.draw_board())?;
        out.line("\nType an expression, such as `count(own)`, or `help` for a list of commands.")?;
    }
    let mut has_answered = false;
    loop {
        out.flush()?;
        let words = match input.is_terminal() {
            true => Words { names: evaluator.names(), moves: evaluator.moves() },
            false => Words::default(),
        };
        let line = match input.read(Box::new(move |line| words.complete(line)))? {
            InputLine::Line(line) => line,
            InputLine::Canceled => continue,
            InputLine::Unreadable => {
                remark(UNREADABLE);
                continue;
            }
            InputLine::End if args.format == Format::Json && !has_answered => return Err(missing()),
            InputLine::End => return Ok(exit),
        };
        has_answered = true;
        let answer = evaluator.answer(&line);
        if !answer.wrong.is_empty() && !input.is_terminal() {
            exit = Exit::Problems;
        }
        match args.format {
            Format::Text => print_answer(&answer, out)?,
            Format::Json => out.json(&answer.json(&line))?,
        }
        if answer.quit {
            return Ok(exit);
        }
    }
}

/// Prints an answer: its text on standard output, its errors on standard error.
fn print_answer(answer: &LineAnswer, out: &mut Out) -> Result<(), CliError> {
    if !answer.said.is_empty() {
        out.line(answer.said.trim_end())?;
    }
    if !answer.wrong.is_empty() {
        out.flush()?;
        remark(answer.wrong.trim_end());
        let _ = std::io::stderr().flush();
    }
    Ok(())
}
