//! Who chooses moves: a [`Player`] by chance, by random games, or by looking ahead; and a [`Contest`] between them.
//!
//! Players know nothing about a game but its rules. Each is named by a short text, such as `random` or `mcts`, with its
//! settings after a colon:
//!
//! ```
//! use boardwright::player::{self, Budget, Player};
//!
//! let engine = boardwright::load_bundled("tic-tac-toe", &[])?;
//! let mut session = engine.session()?;
//! let mut random = player::of("random:seed=7", &engine)?;
//! while session.outcome().is_none() {
//!     let choice = random.choose(&mut session, &Budget::default())?;
//!     session.make(choice.index)?;
//! }
//! assert!(session.ply() >= 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod alphabeta;
mod best;
mod budget;
mod contest;
mod error;
pub(crate) mod evaluation;
mod files;
mod level;
mod limited;
mod mcts;
mod named;
mod random;
mod standings;
mod training;
mod weights;

pub use alphabeta::AlphaBeta;
pub(crate) use alphabeta::known_evaluation;
pub use best::Best;
pub use budget::{Budget, Clock};
pub use contest::{Contest, Entrant, Played, Spent, Team};
pub use error::PlayerError;
pub use files::set_file_reader;
pub use level::{LEVELS, Level};
pub use limited::Limited;
pub use mcts::{Mcts, MctsSettings};
pub use named::{MOST_MEMORY, MOST_THREADS, NameError, of};
pub use random::Random;
pub use standings::{Failure, Pairing, Standing, Standings};
pub use training::{Training, TrainingError, TrainingNews};
pub use weights::{BestKind, Fingerprint, Weights, WeightsError};

use crate::moves::Move;
use crate::session::Session;

/// Someone who chooses moves.
///
/// See [the module's page](self) for an example.
pub trait Player: Send {
    /// Returns its name with its settings, as [`of`] reads it.
    fn name(&self) -> String;

    /// Begins a new game: forgets the last one. What is drawn in it follows from the player's own seed and this number, so that
    /// a game of a match is the same in whatever order the games are played.
    fn begin(&mut self, _number: u64) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Chooses one of the legal moves. The session is the same after it, but need not be the one of earlier calls: what
    /// the player remembers is used if this game has been played on from there.
    fn choose(&mut self, session: &mut Session, budget: &Budget) -> Result<Choice, PlayerError>;
}

/// A move that a player has chosen.
///
/// See [the module's page](self) for an example.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Choice {
    /// The index of the move in [`Session::legal_moves`].
    pub index: usize,
    /// What the player thinks of the position, if it thinks.
    pub judgment: Option<Judgment>,
}

impl Choice {
    /// Creates a choice without a judgment.
    pub fn new(index: usize) -> Choice {
        Choice { index, judgment: None }
    }
}

/// What a player thinks of a position.
///
/// See [`Choice::judgment`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Judgment {
    /// The expected result for each player, as [`Session::returns`] gives results.
    pub returns: Vec<f64>,
    /// Whether this is certain: best play leads to it.
    pub is_proven: bool,
    /// How the game may go on, best first: at most one line for each legal move. [`Budget::lines`] says how many are wanted; of
    /// lines without work, a player may know no more than that they are not better.
    pub lines: Vec<Line>,
    /// Random games played, or positions looked at.
    pub work: u64,
    /// How many plies have been looked ahead.
    pub depth: u32,
}

/// How a game may go on.
///
/// See [`Judgment::lines`].
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Line {
    /// The moves, the first one is a legal move of the position.
    pub moves: Vec<Move>,
    /// What it is worth to the player to move, from -1 to 1.
    pub value: f64,
    /// Whether this value is certain.
    pub is_proven: bool,
    /// In how many plies the game is over, if that is certain and known; there may be fewer moves. `mcts` knows it of the best line, of
    /// all lines if all of them lose, and there may be a quicker way.
    pub plies: Option<u32>,
    /// How much of the work went into it.
    pub work: u64,
}
