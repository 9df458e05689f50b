//! Checks small rule files, for tests.

use super::{Bases, check};
use crate::diagnostic::Code;
use crate::source::Source;

struct NoBases;

impl Bases for NoBases {
    fn base(&self, _: &str, _: &Source) -> Option<Source> {
        None
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Returns the codes found in a file with a title, a board of 4 x 4 squares, two players and these items.
pub fn codes(items: &str) -> Vec<Code> {
    codes_on("square 4 x 4", items)
}

/// Returns the codes found in such a file with another board.
pub fn codes_on(board: &str, items: &str) -> Vec<Code> {
    let text = format!("game \"T\" board {board} players A going N, B going S\n{items}");
    let checked = check(Source::new("t.game", text.as_str()), &NoBases, &[]);
    checked.diagnostics.iter().map(|found| found.code).collect()
}
