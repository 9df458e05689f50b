//! Many plies in sequence: counting move sequences, and random games.

use super::run::Run;
use super::value::Ran;
use crate::moves::Move;
use crate::rng::Rng;

impl<const W: usize> Run<'_, W> {
    /// Returns the number of sequences of exactly `depth` plies.
    pub(super) fn perft(&mut self, depth: u32, compare_texts: bool) -> Ran<u64> {
        if depth == 0 {
            return Ok(1);
        }
        self.legal_moves(compare_texts)?;
        if depth == 1 {
            return Ok(self.list.moves.len() as u64);
        }
        let moves: Vec<Move> = self.list.moves.clone();
        let mut sequences = 0;
        for mv in &moves {
            let before = self.fork();
            let recorded = self.history.len();
            self.ply(mv)?;
            sequences += stacker::maybe_grow(super::budget::RED_ZONE, super::budget::MORE_STACK, || {
                self.perft(depth - 1, compare_texts)
            })?;
            self.history.truncate(recorded);
            self.restore(before);
            self.look_from_here();
        }
        Ok(sequences)
    }

    /// Plays random legal moves until the game is over or `max_plies` have been made; returns the number of plies, and
    /// the moves including one that faulted. After a fault this is the position in which it happened.
    pub(super) fn random_game(
        &mut self,
        rng: &mut Rng,
        max_plies: u32,
        compare_texts: bool,
        played: &mut Vec<Move>,
    ) -> Ran<u32> {
        let mut plies = 0;
        while self.state.outcome.is_none() && plies < max_plies {
            self.legal_moves(compare_texts)?;
            let chosen = rng.below(self.list.moves.len());
            let Some(mv) = self.list.moves.get(chosen).cloned() else { break };
            played.push(mv.clone());
            self.ply(&mv)?;
            plies += 1;
        }
        Ok(plies)
    }
}
