//! `boardwright repl`: the rules asked line by line, in a terminal or a pipe alike.

mod answer;
mod carry;
mod command;
mod input;
mod line;
mod session;
mod value;

use super::args::{After, Chosen, Format};
use super::chosen;
use super::out::{Exit, Out, Stop, remark};
use boardwright::notation::{self, NotPlayed};
use clap::Args;
use input::{Input, Read};
use session::Session;
use std::io::Write;

pub const AFTER_HELP: &str = "\
A line is an expression of the language, a line of an `example`, statements to be tried, or a command. `help` lists them.

Examples:
  boardwright repl jostle
  boardwright repl jostle -e \"count(neighbors(c3) & enemy)\"
  boardwright repl rush --set size=9 --after \"e5 d4\" -e \"some(neighbors(e5) & enemy)\" --format json
  echo 'neighbors(d3) & own' | boardwright repl jostle";

#[derive(Args, Debug)]
pub struct Repl {
    #[command(flatten)]
    pub chosen: Chosen,
    #[command(flatten)]
    pub after: After,
    /// Answer this line, and end (repeatable)
    #[arg(short, long, value_name = "LINE", allow_hyphen_values = true)]
    pub eval: Vec<String>,
    /// Text for people; JSON for scripts, one line for each `--eval`
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// What became of a line.
#[derive(Debug, Default)]
pub struct Answer {
    /// What is said of it.
    pub said: String,
    /// What is wrong with it, as a report.
    pub wrong: String,
    /// The same for scripts.
    pub error: serde_json::Value,
    /// What it came to: the type, and the value for scripts.
    pub value: Option<(&'static str, serde_json::Value)>,
    /// Whether to leave.
    pub quit: bool,
}

/// Asks and answers.
pub fn run(args: &Repl, out: &mut Out) -> Result<Exit, Stop> {
    if args.format == Format::Json && args.eval.is_empty() {
        return Err(Stop::usage("`--format json` answers the lines of `--eval`")
            .help("add one, such as `--eval \"count(own)\"`".to_owned()));
    }
    let mut session = Session::new(args.chosen.clone())?;
    for (n, text) in notation::split(&args.after.after).enumerate() {
        session.play(text).map_err(|error| match error {
            NotPlayed::Illegal { why, .. } => Stop::usage(format!("move {} of --after: {why}", n + 1)),
            NotPlayed::Fault(fault) => chosen::faulty(&*session.engine, &fault),
        })?;
    }
    let mut desk = answer::Desk::new(session, out.color);
    let mut exit = Exit::Well;
    if !args.eval.is_empty() {
        for line in &args.eval {
            let answer = desk.answer(line);
            if !answer.wrong.is_empty() {
                exit = Exit::Findings;
            }
            match args.format {
                Format::Text => tell(&answer, out)?,
                Format::Json => out.json(&value::json(line, &answer))?,
            }
            if answer.quit {
                break;
            }
        }
        return Ok(exit);
    }
    let mut input = Input::new(out.terminal)?;
    if input.is_terminal() {
        out.line(format!("{}\n", desk.session.game().full_title()))?;
        out.text(desk.board())?;
        out.line("\nType an expression, such as `count(own)`, or `help`.")?;
    }
    loop {
        out.flush()?;
        let line = match input.read(&desk)? {
            Read::Line(line) => line,
            Read::Cancelled => continue,
            Read::End => return Ok(exit),
        };
        let answer = desk.answer(&line);
        if !answer.wrong.is_empty() && !input.is_terminal() {
            exit = Exit::Findings;
        }
        tell(&answer, out)?;
        if answer.quit {
            return Ok(exit);
        }
    }
}

/// Says an answer: values on standard output, what is wrong on standard error.
fn tell(answer: &Answer, out: &mut Out) -> Result<(), Stop> {
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
