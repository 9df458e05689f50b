//! [`Random`]: a player who draws moves by chance.

use super::{Budget, Choice, Player, PlayerError};
use crate::rng::Rng;
use crate::session::Session;

/// Draws one of the legal moves, all equally likely.
///
/// See [the module's page](super) for an example.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    rng: Rng,
}

impl Random {
    /// Creates the player of a seed.
    pub fn new(seed: u64) -> Random {
        Random { seed, rng: Rng::new(seed) }
    }
}

impl Player for Random {
    fn name(&self) -> String {
        format!("random:seed={}", self.seed)
    }

    fn begin(&mut self, number: u64) -> Result<(), PlayerError> {
        self.rng = Rng::for_game(self.seed, number);
        Ok(())
    }

    fn choose(&mut self, session: &mut Session, _budget: &Budget) -> Result<Choice, PlayerError> {
        let index = session.random_move(&mut self.rng)?.ok_or(PlayerError::Over)?;
        Ok(Choice::new(index))
    }
}
