//! Output: [`Out`] for data on standard output, [`CliError`] for errors that end a command.

use super::color_depth::ColorDepth;
use boardwright::diagnostic::Diagnostic;
use boardwright::internals::wording::counted;
use boardwright::report;
use boardwright::source::Sources;
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

/// The exit code of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Without problems: exit code 0.
    Success,
    /// With problems that the command has already reported: exit code 1.
    Problems,
    /// With wrong usage that the command has already reported: exit code 2.
    Usage,
    /// Stopped by Ctrl-C: exit code 130.
    Interrupted,
}

impl Exit {
    /// Returns the exit code of a command that has done one thing after the other: the greater one.
    pub fn and(self, other: Exit) -> Exit {
        self.max(other)
    }
}

/// An error that ends a command.
#[derive(Debug)]
pub enum CliError {
    /// The reader of standard output has gone, which is not an error: exit code 0.
    Closed,
    /// Wrong usage: exit code 2.
    Usage(Message),
    /// An error in the rules or the game: exit code 1.
    Finding(Message),
    /// A drawn report of an error in the rules or the game: exit code 1.
    Report(String),
    /// A drawn report of wrong usage: exit code 2.
    UsageReport(String),
}

/// A message and, if there is one, how to solve the problem.
#[derive(Debug)]
pub struct Message {
    pub message: String,
    pub help: Option<String>,
}

impl CliError {
    /// Creates an error for wrong usage.
    pub fn usage(message: impl Into<String>) -> CliError {
        CliError::Usage(Message { message: message.into(), help: None })
    }

    /// Creates an error for a problem in the rules or the game.
    pub fn finding(message: impl Into<String>) -> CliError {
        CliError::Finding(Message { message: message.into(), help: None })
    }

    /// Adds a help.
    pub fn help(self, help: impl Into<String>) -> CliError {
        self.maybe_help(Some(help.into()))
    }

    pub fn maybe_help(mut self, help: Option<String>) -> CliError {
        if let CliError::Usage(message) | CliError::Finding(message) = &mut self {
            message.help = help;
        }
        self
    }

    /// Adds a line after a drawn report.
    pub fn and(mut self, line: &str) -> CliError {
        if let CliError::Report(text) | CliError::UsageReport(text) = &mut self {
            *text += line;
            text.push('\n');
        }
        self
    }

    /// Returns the message and its help as plain text, in one line where possible.
    pub fn into_message(self) -> String {
        match self {
            CliError::Closed => String::new(),
            CliError::Usage(Message { message, help }) | CliError::Finding(Message { message, help }) => match help {
                Some(help) => format!("{message}; {help}"),
                None => message,
            },
            CliError::Report(text) | CliError::UsageReport(text) => text.trim_end().to_owned(),
        }
    }

    /// Prints the error, so that the command can go on with the next file, and returns how the command ends then.
    ///
    /// Errors if the reader of the output has gone.
    pub fn go_on(self) -> Result<Exit, CliError> {
        match self.exit_code() {
            0 => Err(self),
            1 => self.print_as(Exit::Problems),
            _ => self.print_as(Exit::Usage),
        }
    }

    fn print_as(self, exit: Exit) -> Result<Exit, CliError> {
        self.print();
        Ok(exit)
    }

    /// Returns the exit code.
    fn exit_code(&self) -> u8 {
        match self {
            CliError::Closed => 0,
            CliError::Finding(_) | CliError::Report(_) => 1,
            CliError::Usage(_) | CliError::UsageReport(_) => 2,
        }
    }

    /// Prints the error on standard error and returns the exit code. A closed standard error is ignored.
    pub fn print(self) -> u8 {
        let code = self.exit_code();
        let text = match self {
            CliError::Closed => String::new(),
            CliError::Usage(message) | CliError::Finding(message) => message.text(),
            CliError::Report(text) | CliError::UsageReport(text) => text,
        };
        let _ = anstream::stderr().write_all(text.as_bytes());
        code
    }
}

impl Message {
    fn text(&self) -> String {
        let red = anstyle::AnsiColor::Red.on_default().effects(anstyle::Effects::BOLD);
        let cyan = anstyle::AnsiColor::Cyan.on_default();
        let mut text = format!("{red}error:{red:#} {}\n", self.message);
        if let Some(help) = &self.help {
            text += &format!("{cyan}help:{cyan:#} {help}\n");
        }
        text
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> CliError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CliError::Closed,
            _ => CliError::usage(format!("cannot write the output: {}", plain(&error))),
        }
    }
}

/// Returns the message of an input or output error, without its number.
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or("").to_owned();
    text.chars().take(1).flat_map(char::to_lowercase).chain(text.chars().skip(1)).collect()
}

/// Standard output, buffered, with colors only where they are wanted. Unlike `println!`, it does not panic when the reader
/// has gone.
pub struct Out {
    to: BufWriter<anstream::AutoStream<Stdout>>,
    /// Whether colors are printed.
    pub color: bool,
    /// Whether standard output is a terminal.
    pub terminal: bool,
}

impl Out {
    pub fn new() -> Out {
        let stream = anstream::AutoStream::auto(io::stdout());
        let color = stream.current_choice() != anstream::ColorChoice::Never;
        Out { to: BufWriter::new(stream), color, terminal: io::stdout().is_terminal() }
    }

    pub fn line(&mut self, line: impl Display) -> Result<(), CliError> {
        Ok(writeln!(self.to, "{}", self.adapt(&line.to_string()))?)
    }

    /// Prints a text without adding a line end.
    pub fn text(&mut self, text: impl Display) -> Result<(), CliError> {
        Ok(write!(self.to, "{}", self.adapt(&text.to_string()))?)
    }

    /// Returns a text in colors that the terminal knows.
    fn adapt<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.color { ColorDepth::current().adapt(text) } else { Cow::Borrowed(text) }
    }

    /// Prints a value as one line of JSON.
    pub fn json(&mut self, value: &impl serde::Serialize) -> Result<(), CliError> {
        let text = serde_json::to_string(value).map_err(|error| CliError::usage(error.to_string()))?;
        self.line(text)
    }

    /// Clears the screen, if standard output is one.
    pub fn clear(&mut self) -> Result<(), CliError> {
        self.flush()?;
        if self.terminal && std::env::var_os("TERM").is_none_or(|term| term != "dumb") {
            // Not through the stream: where colors are off, it drops all control sequences.
            let mut screen = io::stdout();
            screen.write_all(b"\x1b[2J\x1b[H")?;
            screen.flush()?;
        }
        Ok(())
    }

    /// Checks that standard output still has a reader, for commands that print nothing for a long time.
    ///
    /// Errors with [`CliError::Closed`] if the reader has gone.
    pub fn check_reader(&self) -> Result<(), CliError> {
        #[cfg(unix)]
        {
            use rustix::event::{PollFd, PollFlags, Timespec, poll};
            let stdout = io::stdout();
            let mut polled = [PollFd::new(&stdout, PollFlags::empty())];
            // If polling fails, assume that there is a reader.
            let _ = poll(&mut polled, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
            if polled.iter().any(|fd| fd.revents().intersects(PollFlags::ERR | PollFlags::HUP)) {
                return Err(CliError::Closed);
            }
        }
        Ok(())
    }

    /// Writes out the buffered output.
    pub fn flush(&mut self) -> Result<(), CliError> {
        Ok(self.to.flush()?)
    }
}

/// The most reports that are printed for one file.
pub const MOST_REPORTS: usize = 40;

/// Draws the reports of findings; at most [`MOST_REPORTS`].
pub fn reports(findings: &[Diagnostic], sources: &Sources, color: bool) -> String {
    let mut text: String = findings.iter().take(MOST_REPORTS).map(|finding| report(finding, sources, color)).collect();
    if let Some(more @ 1..) = findings.len().checked_sub(MOST_REPORTS) {
        text += &format!("... and {more} more\n");
    }
    text + &details(findings)
}

/// Returns the line after reports that says how to read more about their codes, or nothing if the reports say so themselves.
pub fn details<'f>(findings: impl IntoIterator<Item = &'f Diagnostic>) -> String {
    let mut codes: Vec<String> = Vec::new();
    for finding in findings.into_iter().take(MOST_REPORTS) {
        let code = finding.code.name().to_owned();
        let is_told = finding.help.as_ref().is_some_and(|help| help.contains("boardwright explain"));
        if !is_told && !codes.contains(&code) {
            codes.push(code);
        }
    }
    match codes.is_empty() {
        true => String::new(),
        false => format!("for details, run `boardwright explain {}`\n", codes.join(" ")),
    }
}

pub fn report(finding: &Diagnostic, sources: &Sources, color: bool) -> String {
    report::text(finding, sources, &style(color))
}

/// Draws the report of a finding for standard error.
pub fn report_for_stderr(finding: &Diagnostic, sources: &Sources) -> String {
    let color = anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
    report(finding, sources, color)
}

/// Writes a count and its noun: `1 game`, `2 games`.
pub fn count(n: u64, noun: &str) -> String {
    counted(usize::try_from(n).unwrap_or(usize::MAX), noun)
}

/// Prints a remark on standard error.
pub fn remark(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

fn style(color: bool) -> report::Style {
    let utf8 = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .is_some_and(|value| value.to_uppercase().replace('-', "").contains("UTF8"));
    report::Style { color, unicode: utf8 || cfg!(windows) || cfg!(target_os = "macos"), width: width() }
}

/// Returns the width of the terminal, within reasonable limits.
pub fn width() -> usize {
    terminal_size::terminal_size().map_or(100, |(width, _)| width.0.clamp(40, 120)).into()
}
