//! What the user sees: [`Out`] for data on standard output, [`Stop`] for everything that ends a command early.

use boardwright::diagnostic::Diagnostic;
use boardwright::report;
use boardwright::source::Sources;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

/// How a command ended: well, or with findings that it has already reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Exit code 0.
    Well,
    /// Exit code 1.
    Findings,
}

/// Why a command ended early.
#[derive(Debug)]
pub enum Stop {
    /// Nobody reads any more: that is no mistake.
    Closed,
    /// The user asked for something that cannot be: exit code 2.
    Usage(Said),
    /// Something in the rules or the game: exit code 1.
    Finding(Said),
    /// The same, already a report of its own.
    Report(String),
}

/// A message for people and, where there is one, the way out.
#[derive(Debug)]
pub struct Said {
    pub message: String,
    pub help: Option<String>,
}

impl Stop {
    /// Wrong usage, with exit code 2.
    pub fn usage(message: impl Into<String>) -> Stop {
        Stop::Usage(Said { message: message.into(), help: None })
    }

    /// A finding, with exit code 1.
    pub fn finding(message: impl Into<String>) -> Stop {
        Stop::Finding(Said { message: message.into(), help: None })
    }

    /// The same, with the way out.
    pub fn help(mut self, help: impl Into<Option<String>>) -> Stop {
        if let Stop::Usage(said) | Stop::Finding(said) = &mut self {
            said.help = help.into();
        }
        self
    }

    /// What it says, in one line without colours where possible.
    pub fn message(self) -> String {
        match self {
            Stop::Closed => String::new(),
            Stop::Usage(said) | Stop::Finding(said) => match said.help {
                Some(help) => format!("{}; {help}", said.message),
                None => said.message,
            },
            Stop::Report(text) => text.trim_end().to_owned(),
        }
    }

    /// Says it on standard error; the exit code. A standard error that is closed is no reason to fail.
    pub fn end(self) -> u8 {
        let (code, text) = match self {
            Stop::Closed => (0, String::new()),
            Stop::Usage(said) => (2, said.text()),
            Stop::Finding(said) => (1, said.text()),
            Stop::Report(text) => (1, text),
        };
        let _ = anstream::stderr().write_all(text.as_bytes());
        code
    }
}

impl Said {
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

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::Closed,
            _ => Stop::usage(format!("cannot write the output: {}", plain(&error))),
        }
    }
}

/// What an input or output error says, without its number.
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or("").to_owned();
    text.chars().take(1).flat_map(char::to_lowercase).chain(text.chars().skip(1)).collect()
}

/// Standard output, buffered, with colours only where they are wanted. Unlike `println!` it does not panic when nobody
/// reads any more.
pub struct Out {
    to: BufWriter<anstream::AutoStream<Stdout>>,
    /// Whether colours are shown.
    pub color: bool,
    /// Whether standard output is a terminal.
    pub terminal: bool,
}

impl Out {
    /// Standard output.
    pub fn new() -> Out {
        let stream = anstream::AutoStream::auto(io::stdout());
        let color = stream.current_choice() != anstream::ColorChoice::Never;
        Out { to: BufWriter::new(stream), color, terminal: io::stdout().is_terminal() }
    }

    /// Prints a line.
    pub fn line(&mut self, line: impl Display) -> Result<(), Stop> {
        Ok(writeln!(self.to, "{line}")?)
    }

    /// Prints a text as it is.
    pub fn text(&mut self, text: impl Display) -> Result<(), Stop> {
        Ok(write!(self.to, "{text}")?)
    }

    /// Prints a value as one line of JSON.
    pub fn json(&mut self, value: &impl serde::Serialize) -> Result<(), Stop> {
        let text = serde_json::to_string(value).map_err(|error| Stop::usage(error.to_string()))?;
        self.line(text)
    }

    /// Empties the screen, if it is one.
    pub fn clear(&mut self) -> Result<(), Stop> {
        self.flush()?;
        if self.terminal && std::env::var_os("TERM").is_none_or(|term| term != "dumb") {
            // Not through the stream, which leaves out all of this kind where no colours are wanted.
            let mut screen = io::stdout();
            screen.write_all(b"\x1b[2J\x1b[H")?;
            screen.flush()?;
        }
        Ok(())
    }

    /// Whether somebody still reads, for commands that print nothing for a long time: [`Stop::Closed`] if not.
    pub fn still_read(&self) -> Result<(), Stop> {
        #[cfg(unix)]
        {
            use rustix::event::{PollFd, PollFlags, Timespec, poll};
            let stdout = io::stdout();
            let mut asked = [PollFd::new(&stdout, PollFlags::empty())];
            // What cannot be asked is taken to be read.
            let _ = poll(&mut asked, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
            if asked.iter().any(|fd| fd.revents().intersects(PollFlags::ERR | PollFlags::HUP)) {
                return Err(Stop::Closed);
            }
        }
        Ok(())
    }

    /// Sends off what has been printed.
    pub fn flush(&mut self) -> Result<(), Stop> {
        Ok(self.to.flush()?)
    }
}

/// A finding as a drawn report.
pub fn report(finding: &Diagnostic, sources: &Sources, color: bool) -> String {
    report::text(finding, sources, &style(color))
}

/// A finding as it is to be drawn on standard error.
pub fn report_for_stderr(finding: &Diagnostic, sources: &Sources) -> String {
    let color = anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
    report(finding, sources, color)
}

/// Prints a remark for people on standard error.
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

/// The columns that there are: those of the terminal, if that is neither narrow nor wide.
pub fn width() -> usize {
    terminal_size::terminal_size().map_or(100, |(width, _)| width.0.clamp(40, 120)).into()
}
