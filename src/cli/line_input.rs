//! [`LineInput`]: reads lines from a terminal, with editing, history and completion, or from a pipe.

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

/// Returns where the last word of a line begins, and its completions.
pub type Complete = Box<dyn Fn(&str) -> (usize, Vec<String>)>;

/// The source of lines.
pub struct LineInput {
    from: From,
    /// Returns whether a text continues on the next line.
    is_open: fn(&str) -> bool,
}

enum From {
    Terminal(Box<Editor<LineHelper, DefaultHistory>>),
    Pipe,
}

/// What to say about a line that is not UTF-8.
pub const UNREADABLE: &str = "This line is left out: it is not UTF-8.";

/// The result of reading a line.
pub enum InputLine {
    /// A line, possibly continued on more lines.
    Line(String),
    /// The line was canceled with Ctrl-C.
    Canceled,
    /// The line has a byte that is not UTF-8.
    Unreadable,
    End,
}

impl LineInput {
    /// Opens standard input. `is_shown` says whether standard output is a terminal, `is_open` whether a text continues on the next
    /// line.
    pub fn new(is_shown: bool, is_open: fn(&str) -> bool) -> Result<LineInput, CliError> {
        if !(io::stdin().is_terminal() && is_shown) {
            return Ok(LineInput { from: From::Pipe, is_open });
        }
        let to_error = |error: ReadlineError| CliError::usage(format!("cannot read from the terminal: {error}"));
        let config = Config::builder().completion_type(CompletionType::List).build();
        let mut editor = Editor::<LineHelper, DefaultHistory>::with_config(config).map_err(to_error)?;
        editor.set_helper(Some(LineHelper { complete: Box::new(|line| (line.len(), Vec::new())), is_open }));
        Ok(LineInput { from: From::Terminal(Box::new(editor)), is_open })
    }

    /// Returns whether the input is a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self.from, From::Terminal(_))
    }

    /// Reads the next line. `complete` is asked when somebody presses Tab.
    pub fn read(&mut self, complete: Complete) -> Result<InputLine, CliError> {
        let editor = match &mut self.from {
            From::Pipe => return read_pipe(self.is_open),
            From::Terminal(editor) => editor,
        };
        if let Some(helper) = editor.helper_mut() {
            helper.complete = complete;
        }
        match editor.readline("> ") {
            Ok(line) => {
                let _ = editor.add_history_entry(line.trim());
                Ok(InputLine::Line(line))
            }
            Err(ReadlineError::Interrupted) => Ok(InputLine::Canceled),
            Err(ReadlineError::Eof) => Ok(InputLine::End),
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => Ok(InputLine::Unreadable),
            Err(error) => Err(CliError::usage(format!("cannot read from the terminal: {error}"))),
        }
    }
}

/// Reads a line from a pipe, with its continuation lines.
fn read_pipe(is_open: fn(&str) -> bool) -> Result<InputLine, CliError> {
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

/// Returns the texts that begin with a word, sorted, each once.
pub fn beginning_with(word: &str, texts: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut found: Vec<String> = texts.into_iter().filter(|text| text.starts_with(word)).collect();
    found.sort();
    found.dedup();
    found
}

/// Completes words and continues lines.
struct LineHelper {
    complete: Complete,
    is_open: fn(&str) -> bool,
}

impl Helper for LineHelper {}

impl Hinter for LineHelper {
    type Hint = String;
}

impl Highlighter for LineHelper {}

impl Validator for LineHelper {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(if (self.is_open)(context.input()) { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Completer for LineHelper {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((self.complete)(line.get(..at).unwrap_or(line)))
    }
}
