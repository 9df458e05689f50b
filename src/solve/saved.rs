//! [`SavedTable`]: what a solver has found out, to go on later.

use super::Solver;
use super::table::Entry;
use crate::position_line;
use crate::zobrist::fold;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The version of the entries.
const VERSION: u32 = 2;

/// What belongs to the entries of a table: the game and the position that they are about. The entries themselves are numbers, four for
/// each.
///
/// ```
/// use boardwright::player::Budget;
/// use boardwright::solve::Solver;
///
/// let game = boardwright::load_bundled("connect-four", &[])?;
/// let mut solver = Solver::new(game.clone(), &game.start()?)?.with_memory(1);
/// let solution = solver.solve(&Budget::work(1000), &mut |_| {})?;
/// assert!(solution.value.is_none());
///
/// // Another day:
/// let saved = solver.save();
/// let entries: Vec<[u64; 4]> = solver.entries().collect();
/// let mut solver = Solver::new(game.clone(), &game.start()?)?.with_memory(1);
/// solver.restore(&saved, entries)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedTable {
    version: u32,
    /// The title of the game with its settings.
    game: String,
    /// A number made from the rules.
    rules: u64,
    position: String,
    /// Whether the position has a past, and which.
    history: Vec<u64>,
    ply: u32,
    size: usize,
    has_draws: bool,
    has_loops: bool,
    wins: Vec<Option<bool>>,
    positions: u64,
    /// What [`add`] makes of the entries: a damaged one would be taken for a proof.
    sum: u64,
}

/// Why a table does not fit.
///
/// See [`SavedTable`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// It was written by another version.
    Version,
    /// It is about another game, other settings, or changed rules. Has the title of the game.
    Game(String),
    /// It is about another position. Has its line.
    Position(String),
    /// It has another size. Has the memory in MB.
    Memory(usize),
    /// Its entries are not those that were written.
    Entry,
}

impl fmt::Display for TableError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Version => out.write_str("it was written by another version of the program"),
            TableError::Game(game) => write!(out, "it is about {game}, or about other rules of this name"),
            TableError::Position(line) => write!(out, "it is about another position, \"{line}\""),
            TableError::Memory(megabytes) => write!(out, "it needs a memory of {megabytes} MB"),
            TableError::Entry => out.write_str("it is damaged"),
        }
    }
}

impl std::error::Error for TableError {}

impl Solver {
    /// Returns what belongs to the entries of [`Solver::entries`].
    pub fn save(&self) -> SavedTable {
        SavedTable { sum: self.entries().fold(0, add), ..self.describe() }
    }

    /// Returns the same without looking at the entries.
    fn describe(&self) -> SavedTable {
        let engine = self.session.engine();
        let game = engine.game();
        let line = position_line::write(&**engine, &self.root).unwrap_or_default();
        SavedTable {
            version: VERSION,
            game: game.full_title(),
            rules: digest(game),
            position: line,
            history: self.root.history.clone(),
            ply: self.root.ply,
            size: self.memory.table.size(),
            has_draws: self.memory.has_draws,
            has_loops: self.memory.has_loops,
            wins: self.progress.wins.clone(),
            positions: self.progress.positions,
            sum: 0,
        }
    }

    /// Returns the entries of the table.
    pub fn entries(&self) -> impl Iterator<Item = [u64; 4]> + '_ {
        self.memory.table.entries().map(|(place, [key, numbers, rest])| [place as u64, *key, *numbers, *rest])
    }

    /// Goes on with what another solver has found out.
    ///
    /// Errors if it was about something else.
    pub fn restore(
        &mut self,
        saved: &SavedTable,
        entries: impl IntoIterator<Item = [u64; 4]>,
    ) -> Result<(), TableError> {
        let own = self.describe();
        if saved.version != VERSION {
            return Err(TableError::Version);
        }
        if (&saved.game, saved.rules) != (&own.game, own.rules) {
            return Err(TableError::Game(saved.game.clone()));
        }
        if (&saved.position, &saved.history, saved.ply) != (&own.position, &own.history, own.ply) {
            return Err(TableError::Position(saved.position.clone()));
        }
        if saved.size != own.size {
            return Err(TableError::Memory((saved.size * 4 * size_of::<Entry>()).div_ceil(1 << 20)));
        }
        if saved.wins.len() != own.wins.len() {
            return Err(TableError::Entry);
        }
        let mut sum = 0;
        let mut is_sound = entries.into_iter().all(|entry| {
            sum = add(sum, entry);
            let [place, key, numbers, rest] = entry;
            usize::try_from(place).is_ok_and(|place| self.memory.table.restore(place, [key, numbers, rest]).is_ok())
        });
        is_sound &= sum == saved.sum;
        if !is_sound {
            self.memory.table.forget();
            return Err(TableError::Entry);
        }
        self.memory.has_draws = saved.has_draws;
        self.memory.has_loops = saved.has_loops;
        self.memory.claims = [true; 2];
        self.progress.wins.clone_from(&saved.wins);
        self.progress.positions = saved.positions;
        Ok(())
    }
}

/// Adds an entry to a sum. The order of entries does not matter.
fn add(sum: u64, entry: [u64; 4]) -> u64 {
    sum.wrapping_add(entry.into_iter().fold(0, fold))
}

/// Returns a number made from the texts of the rules.
fn digest(game: &crate::game::Game) -> u64 {
    let bytes = game.sources.all().iter().flat_map(|source| source.text.bytes());
    let settings = game.params.iter().flat_map(|param| format!("{}={};", param.name, param.value).into_bytes());
    bytes.chain(settings).fold(0, |key, byte| fold(key, byte.into()))
}
