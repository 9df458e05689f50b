//! Reads lines from a terminal, with history and completion, or from a pipe.

use super::answer::Evaluator;
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

/// The most bytes of a line.
const LONGEST: u64 = 1 << 20;

/// The source of lines.
pub enum Input {
    Terminal(Box<Editor<LineHelper, DefaultHistory>>),
    Pipe,
}

/// The result of reading a line.
pub enum InputLine {
    /// A line, possibly continued on more lines.
    Line(String),
    /// The line was canceled.
    Canceled,
    End,
}

impl Input {
    /// Opens standard input. `is_shown` says whether standard output is a terminal.
    pub fn new(is_shown: bool) -> Result<Input, CliError> {
        if !(io::stdin().is_terminal() && is_shown) {
            return Ok(Input::Pipe);
        }
        let to_error = |error: ReadlineError| CliError::usage(format!("cannot read from the terminal: {error}"));
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut editor = Editor::<LineHelper, DefaultHistory>::with_config(config).map_err(to_error)?;
        editor.set_helper(Some(LineHelper::default()));
        Ok(Input::Terminal(Box::new(editor)))
    }

    /// Returns whether the input is a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// Reads the next line.
    pub fn read(&mut self, evaluator: &Evaluator) -> Result<InputLine, CliError> {
        match self {
            Input::Pipe => read_pipe(),
            Input::Terminal(editor) => {
                if let Some(words) = editor.helper_mut() {
                    words.names = evaluator.names();
                    words.moves = evaluator.moves();
                }
                match editor.readline("> ") {
                    Ok(line) => {
                        let _ = editor.add_history_entry(line.trim());
                        Ok(InputLine::Line(line))
                    }
                    Err(ReadlineError::Interrupted) => Ok(InputLine::Canceled),
                    Err(ReadlineError::Eof) => Ok(InputLine::End),
                    Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                        Ok(InputLine::Canceled)
                    }
                    Err(error) => Err(CliError::usage(format!("cannot read from the terminal: {error}"))),
                }
            }
        }
    }
}

/// Reads a line from a pipe, with its continuation lines.
fn read_pipe() -> Result<InputLine, CliError> {
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

/// Completes words and continues lines.
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
        Ok(self.complete_word(line.get(..at).unwrap_or(line)))
    }
}

impl LineHelper {
    /// Returns where the last word of a line begins, and its completions.
    fn complete_word(&self, line: &str) -> (usize, Vec<String>) {
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
        assert_eq!(words.complete_word("count(nei"), (6, vec!["neighbors".to_owned()]));
        assert_eq!(words.complete_word("und"), (0, vec!["undo".to_owned()]));
        assert_eq!(words.complete_word(":boa"), (1, vec!["board".to_owned()]));
        assert_eq!(words.complete_word("play d3"), (5, vec!["d3-d2".to_owned()]));
        assert_eq!(words.complete_word("own & und").1, Vec::<String>::new());
    }
}
