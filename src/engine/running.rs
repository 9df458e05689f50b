//! [`Running`]: a game in progress, in the form in which an engine plays it fastest.

use crate::game::piece::Player;
use crate::game::rules::ActionId;
use crate::moves::{Move, Values};
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use crate::rng::Rng;

/// A game in progress that makes moves and takes them back; [`crate::session::Session`] is its public face.
///
/// A ply may leave open whether the next player has a move, because that is expensive to find out and often nobody asks.
/// Then the game is not settled, and [`Running::settle`] or [`Running::list`] settles it. Until then its answers may be
/// wrong.
pub trait Running: Send + Sync {
    /// Adds the legal moves in the language's order; none in a finished game. F01 if the player to move has none. `last` is
    /// the index of the last move made in the list, if a ply has been made.
    fn list(&mut self, moves: &mut MoveList, last: usize) -> Result<(), Fault>;

    /// Makes a legal move; `mark` is its mark in the list. The game must be settled. After a fault the position is unchanged.
    fn make(&mut self, mv: &Move, mark: Mark) -> Result<(), Box<Fault>>;

    /// Settles what depends on whether the player to move has a move: one is known.
    fn know_move(&mut self) {}

    /// Settles the game after this move, the last one made.
    fn settle(&mut self, last: &Move) -> Result<(), Fault>;

    /// Takes the last ply back, if there is one, and forgets the marks of the moves listed after it.
    fn undo(&mut self);

    /// Takes back this many plies at once.
    fn undo_many(&mut self, plies: usize) {
        for _ in 0..plies {
            self.undo();
        }
    }

    /// Returns whether it is known that the game goes on, or how it ended.
    fn is_settled(&self) -> bool;

    /// Returns the result, if the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the player to move; in a finished game, the player who moved last.
    fn mover(&self) -> Player;

    /// Returns the players who are still in the game, bit n for player n.
    fn players(&self) -> u16;

    /// Returns the number of plies of the position.
    fn ply(&self) -> u32;

    /// Returns the position.
    fn position(&self) -> Position;

    /// Returns the words of the position, see [`Position::words`]. A variable that is `off` may have any number that is not a
    /// cell.
    fn words(&self) -> &[u64];

    /// Returns the hash of the position, see [`super::Engine::zobrist_hash`].
    fn hash(&mut self) -> u64;

    /// Plays a random game from here, as [`super::Engine::playout`] does, and returns here. `played`, if there is one, has its moves
    /// afterwards and no others, also after a fault. If the game was stopped, calls `judge` with its last position.
    fn playout(
        &mut self,
        rng: &mut Rng,
        rules: &RandomRules,
        played: Option<&mut PlayedMoves>,
        judge: &mut dyn FnMut(LastPosition<'_>),
    ) -> Result<RandomGame, Fault>;

    /// Returns a copy of the game, with the plies that can be taken back.
    fn fork(&self) -> Box<dyn Running>;
}

/// The moves of a random game, in a row of numbers, because players look up those of millions of games.
#[derive(Clone, Debug, Default)]
pub struct PlayedMoves {
    /// For each move its action, how many values it has, and the values.
    words: Vec<i32>,
}

impl PlayedMoves {
    /// Adds a move.
    #[inline]
    pub fn add(&mut self, action: ActionId, values: impl ExactSizeIterator<Item = i32>) {
        self.words.extend([i32::from(action.0), values.len() as i32]);
        self.words.extend(values);
    }

    /// Adds moves.
    pub fn extend(&mut self, moves: &[Move]) {
        moves.iter().for_each(|mv| self.add(mv.action, mv.values.iter().copied()));
    }

    /// Removes all moves.
    pub fn clear(&mut self) {
        self.words.clear();
    }

    /// Returns the actions of all moves, each with its values.
    pub fn iter(&self) -> impl Iterator<Item = (ActionId, &[i32])> {
        let mut rest = self.words.as_slice();
        std::iter::from_fn(move || {
            let ([action, len], after) = rest.split_first_chunk()?;
            let (values, after) = after.split_at_checked(*len as usize)?;
            rest = after;
            Some((ActionId(*action as u16), values))
        })
    }

    /// Returns the moves.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.iter().map(|(action, values)| Move { action, values: Values::from_slice(values) })
    }
}

/// The position in which a random game was stopped.
#[derive(Clone, Copy, Debug)]
pub struct LastPosition<'w> {
    /// The words of the position, see [`Running::words`].
    pub words: &'w [u64],
    /// The player to move.
    pub mover: Player,
    /// The players who are still in the game, bit n for player n.
    pub players: u16,
}

/// How a random game is played.
#[derive(Clone, Copy, Debug)]
pub struct RandomRules {
    /// The most plies.
    pub max_plies: u32,
    /// The action that passes, if players wait with moves beside their own pieces alone that nobody else could make: they draw other
    /// moves, and pass if there seem to be none. Only native code does so.
    pub waits: Option<ActionId>,
}

impl RandomRules {
    /// Players who draw from all moves alike.
    pub fn all_alike(max_plies: u32) -> RandomRules {
        RandomRules { max_plies, waits: None }
    }
}

/// How a random game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomGame {
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
    /// The number of plies made.
    pub plies: u32,
    /// The players who are still in the game, bit n for player n.
    pub players: u16,
}

/// What an engine keeps of a move that it has listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(pub u32);

impl Mark {
    /// Nothing is kept.
    pub const NONE: Mark = Mark(u32::MAX);
}

/// Legal moves, each with its mark.
#[derive(Clone, Debug, Default)]
pub struct MoveList {
    moves: Vec<Move>,
    marks: Vec<Mark>,
}

impl MoveList {
    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: Move, mark: Mark) {
        self.moves.push(mv);
        self.marks.push(mark);
    }

    /// Adds moves of which nothing is kept.
    #[inline]
    pub fn extend(&mut self, moves: impl IntoIterator<Item = Move>) {
        self.moves.extend(moves);
        self.marks.resize(self.moves.len(), Mark::NONE);
    }

    /// Returns the moves.
    #[inline]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the moves from the n-th on, to be written.
    #[inline]
    pub fn moves_from(&mut self, n: usize) -> &mut [Move] {
        &mut self.moves[n..]
    }

    /// Returns the mark of the n-th move.
    #[inline]
    pub fn mark(&self, n: usize) -> Mark {
        self.marks.get(n).copied().unwrap_or(Mark::NONE)
    }

    /// Removes the moves from the n-th on that are not to be kept; they are counted from there.
    pub fn retain_from(&mut self, n: usize, keep: impl Fn(usize) -> bool) {
        let mut kept = n;
        for at in n..self.moves.len() {
            if keep(at - n) {
                self.moves.swap(kept, at);
                self.marks.swap(kept, at);
                kept += 1;
            }
        }
        self.truncate(kept);
    }

    /// Returns the moves alone.
    pub fn into_moves(self) -> Vec<Move> {
        self.moves
    }

    /// Removes all but the first `len` moves.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        if len < self.moves.len() {
            self.moves.truncate(len);
            self.marks.truncate(len);
        }
    }
}
