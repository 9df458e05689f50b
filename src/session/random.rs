//! Random moves and random games from the position of a session.

use super::{Playout, Session, SessionError};
use crate::engine::running::{LastPosition, PlayedMoves, RandomRules};
use crate::moves::Move;
use crate::rng::Rng;

impl Session {
    /// Returns the index of a random legal move, or `None` in a finished game. All moves are equally likely.
    ///
    /// ```
    /// use boardwright::rng::Rng;
    ///
    /// let mut session = boardwright::load_bundled("tic-tac-toe", &[])?.session()?;
    /// let mut rng = Rng::new(1);
    /// while let Some(index) = session.random_move(&mut rng)? {
    ///     session.make(index)?;
    /// }
    /// assert!(session.outcome().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn random_move(&mut self, rng: &mut Rng) -> Result<Option<usize>, SessionError> {
        match self.legal_moves()?.len() {
            0 => Ok(None),
            moves => Ok(Some(rng.below(moves))),
        }
    }

    /// Plays a random game from here to its end or for `max_plies` plies. The session stays where it is.
    ///
    /// ```
    /// use boardwright::load_bundled;
    /// use boardwright::rng::Rng;
    ///
    /// let mut session = load_bundled("hex", &[("size", "5")])?.session()?;
    /// let playout = session.playout(&mut Rng::new(1), 1000)?;
    /// assert!(playout.outcome.is_some());
    /// assert_eq!(session.ply(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn playout(&mut self, rng: &mut Rng, max_plies: u32) -> Result<Playout, SessionError> {
        self.random_game(rng, &RandomRules::all_alike(max_plies), None, &mut |_| {})
    }

    /// Plays the same random game as [`Session::playout`], and adds its moves to `played`; after a fault, also the move that
    /// led to it.
    pub fn playout_with_moves(
        &mut self,
        rng: &mut Rng,
        max_plies: u32,
        played: &mut Vec<Move>,
    ) -> Result<Playout, SessionError> {
        let mut moves = PlayedMoves::default();
        let playout = self.random_game(rng, &RandomRules::all_alike(max_plies), Some(&mut moves), &mut |_| {});
        played.extend(moves.moves());
        playout
    }

    /// Plays a random game; if it was stopped, calls `judge` with its last position.
    pub(crate) fn random_game(
        &mut self,
        rng: &mut Rng,
        rules: &RandomRules,
        played: Option<&mut PlayedMoves>,
        judge: &mut dyn FnMut(LastPosition<'_>),
    ) -> Result<Playout, SessionError> {
        self.settle()?;
        self.go_native();
        let ended = self.running.playout(rng, rules, played, judge)?;
        Ok(Playout::new(ended, self.game().players.len()))
    }
}
