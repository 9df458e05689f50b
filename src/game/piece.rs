//! Players, kinds and pieces as small numbers, as rules and positions hold them.

use serde::{Deserialize, Serialize};

/// A direction as its index on the board, clockwise from North (on a graph in the order of naming), or [`Dir::NOTHING`].
///
/// See [`Board::cells`](crate::game::board::Board::cells) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Dir(pub u8);

impl Dir {
    /// No direction. A step in it leads off the board, and it is in no set.
    pub const NOTHING: Dir = Dir(u8::MAX);
}

/// The most directions that a board may have.
pub const MAX_DIRS: usize = 32;

/// A player as the index in turn order, or [`Player::NOBODY`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Player(pub u8);

/// The most players that a game may have.
pub const MAX_PLAYERS: usize = 16;

impl Player {
    /// The owner of `nothing` and of neutral pieces.
    pub const NOBODY: Player = Player(u8::MAX);
}

/// A kind of piece as the index in the order of declaration, or [`Kind::NOTHING`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Kind(pub u8);

/// The most kinds of pieces that a game may have.
pub const MAX_KINDS: usize = 64;

impl Kind {
    /// The kind of `nothing`.
    pub const NOTHING: Kind = Kind(u8::MAX);
}

/// A word that stands for itself, such as `placing`: its index among the [words](crate::game::Game::tags) of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Tag(pub u8);

/// The most such words that a game may have.
pub const MAX_TAGS: usize = 64;

/// The contents of a cell.
///
/// See [`Position::pieces`](crate::position::Position::pieces) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Piece {
    /// Whose it is; [`Player::NOBODY`] for a neutral piece.
    pub owner: Player,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// `nothing`: what stands on an empty cell, and off the board.
    pub const NOTHING: Piece = Piece { owner: Player::NOBODY, kind: Kind::NOTHING };

    /// Returns whether this is `nothing`.
    pub fn is_nothing(self) -> bool {
        self.kind == Kind::NOTHING
    }
}
