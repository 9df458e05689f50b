//! [`Input`]: the lines of standard input, of a bounded length.

use std::io::{self, BufRead, BufReader, Read, Stdin};
use std::sync::mpsc::{Receiver, sync_channel};

/// The longest line in bytes: a game of many thousand moves.
const LONGEST: u64 = 1 << 20;

/// The lines of standard input.
pub struct Input(BufReader<Stdin>);

impl Input {
    pub fn new() -> Input {
        Input(BufReader::new(io::stdin()))
    }

    /// Returns the next line, or `None` at the end. Of a line that is too long, the rest is dropped.
    pub fn line(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        let read = (&mut self.0).take(LONGEST).read_until(b'\n', &mut bytes).ok()?;
        if read == 0 {
            return None;
        }
        let mut dropped = Vec::new();
        let mut is_whole = bytes.ends_with(b"\n") || (read as u64) < LONGEST;
        while !is_whole {
            dropped.clear();
            let read = (&mut self.0).take(LONGEST).read_until(b'\n', &mut dropped).ok()?;
            is_whole = read == 0 || dropped.ends_with(b"\n");
        }
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Reads lines in a thread of its own, at most one that nobody has taken yet, and calls `at_end` when there are no more. `None` if there is
/// no such thread.
pub fn read_ahead(
    mut lines: impl Iterator<Item = String> + Send + 'static,
    at_end: impl FnOnce() + Send + 'static,
) -> Option<Receiver<String>> {
    let (sender, receiver) = sync_channel(0);
    let read = move || {
        let sent = lines.try_for_each(|line| sender.send(line));
        drop(sender);
        if sent.is_ok() {
            at_end();
        }
    };
    std::thread::Builder::new().name("input".to_owned()).spawn(read).ok()?;
    Some(receiver)
}
