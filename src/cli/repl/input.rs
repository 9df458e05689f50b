//! Lines from a terminal, with history and completion, or from a pipe.

use super::answer::Desk;
use super::command;
use super::line::is_open;
use crate::cli::out::{CliError, plain};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{self, BufRead, IsTerminal, Read as _};

/// The longest line that is read.
const LONGEST: u64 = 1 << 20;

/// Where lines come from.
pub enum Input {
    /// Somebody types.
    Terminal(Box<Editor<LineHelper, DefaultHistory>>),
    /// A pipe or a file.
    Pipe,
}

/// What was read.
pub enum InputLine {
    /// A line, or several that belong together.
    Line(String),
    /// Nothing: the line was given up.
    Cancelled,
    /// There is no more.
    End,
}

impl Input {
    /// Lines from standard input; `shown` says whether standard output is a terminal.
    pub fn new(shown: bool) -> Result<Input, CliError> {
        if !(io::stdin().is_terminal() && shown) {
            return Ok(Input::Pipe);
        }
        let failed = |error: ReadlineError| CliError::usage(format!("cannot read from the terminal: {error}"));
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut editor = Editor::<LineHelper, DefaultHistory>::with_config(config).map_err(failed)?;
        editor.set_helper(Some(LineHelper::default()));
        Ok(Input::Terminal(Box::new(editor)))
    }

    /// Whether somebody types.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// The next line.
    pub fn read(&mut self, desk: &Desk) -> Result<InputLine, CliError> {
        match self {
            Input::Pipe => piped(),
            Input::Terminal(editor) => {
                if let Some(words) = editor.helper_mut() {
                    words.names = desk.names();
                    words.moves = desk.moves();
                }
                match editor.readline("> ") {
                    Ok(line) => {
                        let _ = editor.add_history_entry(line.trim());
                        Ok(InputLine::Line(line))
                    }
                    Err(ReadlineError::Interrupted) => Ok(InputLine::Cancelled),
                    Err(ReadlineError::Eof) => Ok(InputLine::End),
                    Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                        Ok(InputLine::Cancelled)
                    }
                    Err(error) => Err(CliError::usage(format!("cannot read from the terminal: {error}"))),
                }
            }
        }
    }
}

/// A line of standard input, and those that belong to it.
fn piped() -> Result<InputLine, CliError> {
    let mut text = String::new();
    loop {
        let mut line = Vec::new();
        let read = io::stdin().lock().take(LONGEST).read_until(b'\n', &mut line);
        let count = read.map_err(|error| CliError::usage(format!("cannot read standard input: {}", plain(&error))))?;
        if count == 0 {
            return Ok(if text.is_empty() { InputLine::End } else { InputLine::Line(text) });
        }
        text += &String::from_utf8_lossy(&line);
        if !is_open(&text) || text.len() as u64 > LONGEST {
            return Ok(InputLine::Line(text));
        }
    }
}

/// The words that can be completed.
#[derive(Default)]
pub struct LineHelper {
    names: Vec<String>,
    moves: Vec<String>,
}

impl Helper for LineHelper {}

impl Hinter for LineHelper {
    type Hint = String;
}

impl Highlighter for LineHelper {}

impl Validator for LineHelper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(if is_open(context.input()) { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Completer for LineHelper {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.completions(line.get(..at).unwrap_or(line)))
    }
}

impl LineHelper {
    /// Where the word begins that ends a line, and what it may become.
    fn completions(&self, line: &str) -> (usize, Vec<String>) {
        let command = line.trim_start().trim_start_matches(':').split_whitespace().next().unwrap_or("");
        let wants_move = ["play", "why", "legal", "illegal"].contains(&command) && line.trim_start().contains(' ');
        let parts_it = |c: char| if wants_move { " ,".contains(c) } else { !c.is_alphanumeric() && c != '_' };
        let start = line.char_indices().rev().find(|(_, c)| parts_it(*c)).map_or(0, |(at, c)| at + c.len_utf8());
        let word = line.get(start..).unwrap_or("");
        let first = line.get(..start).unwrap_or("").trim_matches([' ', ':']).is_empty();
        let mut found: Vec<String> = if wants_move {
            self.moves.iter().filter(|text| text.starts_with(word)).cloned().collect()
        } else {
            let commands = command::names().filter(|_| first).map(str::to_owned);
            commands.chain(self.names.iter().cloned()).filter(|name| name.starts_with(word)).collect()
        };
        found.sort();
        found.dedup();
        (start, found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_commands_and_moves_are_completed() {
        let words = LineHelper {
            names: ["neighbors", "none", "next"].map(str::to_owned).to_vec(),
            moves: ["c3-c2", "d3-d2"].map(str::to_owned).to_vec(),
        };
        assert_eq!(words.completions("count(nei"), (6, vec!["neighbors".to_owned()]));
        assert_eq!(words.completions("und"), (0, vec!["undo".to_owned()]));
        assert_eq!(words.completions(":boa"), (1, vec!["board".to_owned()]));
        assert_eq!(words.completions("play d3"), (5, vec!["d3-d2".to_owned()]));
        assert_eq!(words.completions("own & und").1, Vec::<String>::new());
    }
}
