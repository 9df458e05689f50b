//! Why a session cannot do what it is asked for: [`SessionError`].

use crate::outcome::Fault;
use std::fmt;

/// Why a session cannot do what it is asked for. The session is unchanged then.
///
/// See [`Session`](crate::Session) for an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SessionError {
    /// A fault of the rules.
    Fault(Fault),
    /// There are fewer legal moves than that.
    NoSuchMove {
        /// The index.
        index: usize,
        /// The number of legal moves.
        moves: usize,
    },
    /// The move is not legal here. Has the reason as a sentence without a full stop.
    Illegal(String),
    /// The position is not a position of this game.
    WrongPosition,
}

impl fmt::Display for SessionError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionError::Fault(fault) => fault.fmt(out),
            SessionError::NoSuchMove { index, moves: 1 } => write!(out, "no move {index}: there is 1 legal move"),
            SessionError::NoSuchMove { index, moves } => {
                write!(out, "no move {index}: there are {moves} legal moves")
            }
            SessionError::Illegal(why) => out.write_str(why),
            SessionError::WrongPosition => out.write_str("the position does not fit the game"),
        }
    }
}

impl std::error::Error for SessionError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SessionError::Fault(fault) => Some(fault),
            _ => None,
        }
    }
}

impl From<Fault> for SessionError {
    fn from(fault: Fault) -> SessionError {
        SessionError::Fault(fault)
    }
}

impl From<Box<Fault>> for SessionError {
    fn from(fault: Box<Fault>) -> SessionError {
        SessionError::Fault(*fault)
    }
}
