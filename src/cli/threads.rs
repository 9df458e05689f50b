//! `--threads N`: on how many threads a command works.

use super::out::Stop;
use boardwright::threads::Threads;
use std::fmt;
use std::str::FromStr;

/// A number of threads, or as many as there are cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadCount {
    All,
    Of(usize),
}

impl FromStr for ThreadCount {
    type Err = String;

    fn from_str(text: &str) -> Result<ThreadCount, String> {
        match text.parse() {
            Ok(0) => Ok(ThreadCount::All),
            Ok(count @ 1..=Threads::MOST) => Ok(ThreadCount::Of(count)),
            _ if text == "all" => Ok(ThreadCount::All),
            _ => Err(format!("write a number up to {}, or `all`", Threads::MOST)),
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
    /// The threads.
    pub fn threads(self) -> Result<Threads, Stop> {
        let count = match self {
            ThreadCount::All => std::thread::available_parallelism().map_or(1, usize::from),
            ThreadCount::Of(count) => count,
        };
        Threads::new(count).map_err(|why| {
            Stop::usage(format!("cannot start {count} threads: {why}")).help("ask for fewer by `--threads`".to_owned())
        })
    }
}
