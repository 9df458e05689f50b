//! Parts of the search that can be switched off, to measure what each is good for.

/// Which parts of the search are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::player) struct Switches {
    /// The table of positions that have been searched.
    pub table: bool,
    /// Late moves are searched less deeply.
    pub reduce: bool,
    /// Captures and promotions are followed to their end.
    pub captures: bool,
    /// Killers and history order the moves.
    pub history: bool,
}

impl Default for Switches {
    fn default() -> Switches {
        Switches { table: true, reduce: true, captures: true, history: true }
    }
}

impl Switches {
    /// Returns all parts with their names.
    pub(in crate::player) fn all(&mut self) -> [(&'static str, &mut bool); 4] {
        [
            ("table", &mut self.table),
            ("reduce", &mut self.reduce),
            ("captures", &mut self.captures),
            ("history", &mut self.history),
        ]
    }
}
