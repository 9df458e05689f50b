//! [`Input`]: the lines of standard input, of a bounded length.

use std::io::{self, BufRead, BufReader, Read, Stdin};

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
