//! Random games in generated code, one or many, and how they continue when the code cannot.

use super::Fast;
use super::run::Question;
use crate::engine::Engine;
use crate::moves::Move;
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use crate::rng::Rng;
use std::ops::Range;

impl Fast {
    /// Implements [`Engine::playout`].
    pub(super) fn whole_game(&self, position: &mut Position, rng: &mut Rng, max_plies: u32) -> Result<u32, Fault> {
        if self.unsupported().is_some() {
            return self.definer.playout(position, rng, max_plies);
        }
        let before = rng.clone();
        if let Some(plies) = self.native_game(position, rng, max_plies) {
            return Ok(plies);
        }
        // Replay the same game ply by ply. Where the code cannot continue, the other engine makes the ply or reports
        // the fault.
        *rng = before;
        let mut plies = 0;
        while position.outcome.is_none() && plies < max_plies {
            let before = rng.clone();
            plies += match self.native_game(position, rng, 1) {
                Some(plies) => plies,
                None => {
                    *rng = before;
                    self.definer.playout(position, rng, 1)?
                }
            };
        }
        Ok(plies)
    }

    /// Implements [`Engine::random_game`]. The code does not report which move it drew; it is found from the position.
    pub(super) fn written_game(
        &self,
        position: &mut Position,
        rng: &mut Rng,
        max_plies: u32,
        played: &mut Vec<Move>,
    ) -> Result<u32, Fault> {
        let mut plies = 0;
        while position.outcome.is_none() && plies < max_plies {
            let (before, drawn) = (position.clone(), rng.clone());
            plies += match self.native_game(position, rng, 1) {
                Some(made) => {
                    let leads_here = |mv: &Move| {
                        let mut after = before.clone();
                        self.definer.play_unchecked(&mut after, mv).is_ok() && after == *position
                    };
                    played.extend(self.definer.legal_moves(&before)?.into_iter().find(leads_here));
                    made
                }
                None => {
                    *rng = drawn;
                    self.definer.random_game(position, rng, 1, played)?
                }
            };
        }
        Ok(plies)
    }

    /// Plays with the code alone. If it cannot continue, returns `None` and leaves the position as it was.
    fn native_game(&self, position: &mut Position, rng: &mut Rng, max_plies: u32) -> Option<u32> {
        let (plies, state, history) = self.ask(position, |question, state| question.playout(state, rng, max_plies))?;
        self.store(&state, history, position);
        Some(plies)
    }

    /// Implements [`Engine::random_games`]: the words of the game are set up once for all of them.
    pub(super) fn batch(
        &self,
        start: &Position,
        seed: u64,
        games: Range<u64>,
        max_plies: u32,
        ended: &mut dyn FnMut(Option<Outcome>, u32),
    ) -> Result<(), (u64, Fault)> {
        let code = self.made().ok().filter(|_| start.fits(&self.game));
        let Some(made) = code else {
            return self.definer.random_games(start, seed, games, max_plies, ended);
        };
        let (mut first, mut state) = (Vec::new(), Vec::new());
        made.native.load(&self.game, start, &mut first);
        let list = |state: &[u64], history: &[u64]| self.listed(start, state, history);
        let mut question = Question::new(&made.code, &made.facts, &list);
        for n in games {
            state.clone_from(&first);
            question.history.clone_from(&start.history);
            let mut rng = Rng::for_game(seed, n);
            match question.playout(&mut state, &mut rng, max_plies) {
                Ok(plies) => ended(made.native.outcome(&state), plies),
                Err(_) => {
                    let mut position = start.clone();
                    let mut rng = Rng::for_game(seed, n);
                    let plies = self.playout(&mut position, &mut rng, max_plies).map_err(|fault| (n, fault))?;
                    ended(position.outcome, plies);
                }
            }
        }
        Ok(())
    }
}
