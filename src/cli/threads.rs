//! `--threads N`: the number of threads of a command.

use super::out::CliError;
use boardwright::measure::Threads;
use std::fmt;
use std::str::FromStr;

/// Stack size of the threads that parse, check and play: enough for the deepest nesting that the parser allows, also in
/// debug builds.
pub const STACK: usize = 64 << 20;

/// A number of threads, or one per core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadCount {
    All,
    Of(usize),
}

impl FromStr for ThreadCount {
    type Err = String;

    fn from_str(text: &str) -> Result<ThreadCount, String> {
        match text.parse() {
            Ok(count @ 1..=Threads::MOST) => Ok(ThreadCount::Of(count)),
            _ if text == "all" => Ok(ThreadCount::All),
            _ => Err(format!("expected a number from 1 to {}, or `all`", Threads::MOST)),
        }
    }
}

impl fmt::Display for ThreadCount {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThreadCount::All => out.write_str("all"),
            ThreadCount::Of(count) => write!(out, "{count}"),
        }
    }
}

impl ThreadCount {
    /// Returns the number of threads.
    pub fn count(self) -> usize {
        match self {
            ThreadCount::All => std::thread::available_parallelism().map_or(1, usize::from),
            ThreadCount::Of(count) => count,
        }
    }

    pub fn start(self) -> Result<Threads, CliError> {
        let count = self.count();
        Threads::new(count).map_err(|why| {
            CliError::usage(format!("cannot start {count} threads: {why}"))
                .help("use a smaller number with `--threads`")
        })
    }
}
