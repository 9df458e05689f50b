//! Why a player has no move: [`PlayerError`].

use crate::outcome::Fault;
use crate::session::SessionError;
use std::fmt;

/// Why a player has no move.
///
/// See [`Player::choose`](super::Player::choose).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PlayerError {
    /// The session cannot go on, for example because of a fault of the rules.
    Session(SessionError),
    /// The game is over.
    Over,
    /// The player failed. Has the reason as a sentence without a full stop.
    Failed(String),
}

impl fmt::Display for PlayerError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerError::Session(error) => error.fmt(out),
            PlayerError::Over => out.write_str("the game is over"),
            PlayerError::Failed(why) => out.write_str(why),
        }
    }
}

impl std::error::Error for PlayerError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            PlayerError::Session(error) => Some(error),
            _ => None,
        }
    }
}

impl From<SessionError> for PlayerError {
    fn from(error: SessionError) -> PlayerError {
        PlayerError::Session(error)
    }
}

impl From<Fault> for PlayerError {
    fn from(fault: Fault) -> PlayerError {
        PlayerError::Session(fault.into())
    }
}
