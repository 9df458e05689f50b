//! What a solver says: [`Solution`], and what it is made of.

use crate::game::piece::Player;
use crate::outcome::Outcome;
use crate::session::SessionError;
use std::fmt;

/// What a solver has found out about a position.
///
/// See [`Solver`](super::Solver) for an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// The value, or `None` if the position is not solved.
    pub value: Option<Value>,
    /// For each player, whether he can force a win, as far as that is known.
    pub wins: Vec<Option<bool>>,
    /// A line of best play, as texts. It may stop before the game is over, where play would go in circles or the
    /// budget is spent.
    pub line: Vec<String>,
    /// How the value was found.
    pub method: Method,
    /// How many positions have been looked at.
    pub positions: u64,
    /// How many positions can be reached, if all were listed.
    pub states: Option<u64>,
    /// Why it is not solved, if it is not.
    pub unsolved: Option<Unsolved>,
    /// Whether play can go in circles, but there are too many positions for retrograde analysis in this memory. Draws by endless
    /// play may remain open then.
    pub is_too_large: bool,
}

/// The value of a position with best play by all.
///
/// See [`Solver`](super::Solver) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Value {
    /// The result. A draw is also that nobody can force a win, and play goes in circles.
    pub outcome: Outcome,
    /// For a win, the plies until then: the winner is as fast as possible, the loser as slow.
    pub plies: Option<Plies>,
}

impl Value {
    pub(super) fn new(outcome: Outcome, plies: Option<Plies>) -> Value {
        Value { outcome, plies: plies.filter(|_| outcome != Outcome::Draw) }
    }
}

/// A number of plies.
///
/// See [`Solver`](super::Solver) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Plies {
    /// This number.
    Exactly(u32),
    /// This number or fewer: a win is proved, but not that there is no shorter one.
    AtMost(u32),
}

impl Plies {
    /// Returns the number.
    pub fn number(self) -> u32 {
        match self {
            Plies::Exactly(n) | Plies::AtMost(n) => n,
        }
    }
}

/// The value of a move: that of the position after it.
///
/// See [`Solver::move_values`](super::Solver::move_values).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveValue {
    /// The text of the move.
    pub text: String,
    /// The value; its plies are counted from the position after the move. `None` if it is not known.
    pub value: Option<Value>,
}

/// How a value was found.
///
/// See [the module's page](super).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// By proof-number search.
    Proof,
    /// By depth-first search, in a game in which each ply fills the board.
    DepthFirst,
    /// By retrograde analysis.
    Retrograde,
    /// By looking some plies ahead.
    Depth,
}

impl fmt::Display for Method {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Method::Proof => "proof-number search",
            Method::DepthFirst => "depth-first search",
            Method::Retrograde => "retrograde analysis",
            Method::Depth => "search to a depth",
        })
    }
}

/// Why a position is not solved.
///
/// See [`Solution::unsolved`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsolved {
    /// The budget is spent.
    Budget,
    /// Nobody can force a win in this number of plies.
    Plies(u32),
    /// Games can be too long to follow.
    Long,
    /// There is not enough memory.
    Memory,
}

/// What a solver is at.
///
/// See [`Solver::solve`](super::Solver::solve).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// What it does.
    pub phase: Phase,
    /// How many positions it has looked at.
    pub positions: u64,
    /// How many different positions it has listed for retrograde analysis.
    pub states: u64,
    /// How many plies it looks ahead.
    pub depth: u32,
    /// For each player, whether he can force a win, as far as that is known.
    pub wins: Vec<Option<bool>>,
}

impl Progress {
    pub(super) fn new(players: usize) -> Progress {
        Progress { phase: Phase::Looking, positions: 0, states: 0, depth: 0, wins: vec![None; players] }
    }
}

/// What a solver does.
///
/// See [`Progress::phase`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Phase {
    /// It proves or refutes that this player can force a win.
    Proving(Player),
    /// It looks for the shortest win of this player.
    Shortening(Player),
    /// It looks some plies ahead.
    Looking,
    /// It lists all positions.
    Listing,
    /// It solves all positions, from the ends of the game backward.
    Backward,
}

/// Why a position cannot be solved.
///
/// ```
/// use boardwright::solve::{SolveError, Solver};
///
/// let game = boardwright::load_bundled("chinese-checkers", &[])?;
/// let error = Solver::new(game.clone(), &game.start()?).unwrap_err();
/// assert!(matches!(error, SolveError::Players(3)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SolveError {
    /// The game has this number of players, more than two: what is best for one depends on what the others prefer.
    Players(usize),
    /// The session cannot go on, for example because of a fault of the rules.
    Session(SessionError),
}

impl fmt::Display for SolveError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Players(players) => {
                write!(out, "only games for one or two players can be solved, and this one has {players}")
            }
            SolveError::Session(error) => error.fmt(out),
        }
    }
}

impl std::error::Error for SolveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SolveError::Session(error) => Some(error),
            SolveError::Players(_) => None,
        }
    }
}

impl From<SessionError> for SolveError {
    fn from(error: SessionError) -> SolveError {
        SolveError::Session(error)
    }
}
