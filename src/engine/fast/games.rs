//! Random games in generated code, one or many, and how they continue when the code cannot.

use super::Fast;
use super::history::History;
use super::run::{Question, Spare};
use crate::engine::Engine;
use crate::engine::running::RandomRules;
use crate::moves::Move;
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use crate::rng::Rng;
use std::ops::Range;

impl Fast {
    /// Implements [`Engine::playout`], and [`Engine::random_game`] if the moves are wanted.
    pub(super) fn whole_game(
        &self,
        position: &mut Position,
        rng: &mut Rng,
        max_plies: u32,
        mut played: Option<&mut Vec<Move>>,
    ) -> Result<u32, Fault> {
        if self.unsupported().is_some() {
            return self.defined_game(position, rng, max_plies, played);
        }
        let before = rng.clone();
        if let Some(plies) = self.native_game(position, rng, max_plies, played.as_deref_mut()) {
            return Ok(plies);
        }
        // Replay the same game ply by ply. Where the code cannot continue, the other engine makes the ply or reports
        // the fault.
        *rng = before;
        let mut plies = 0;
        while position.outcome.is_none() && plies < max_plies {
            let before = rng.clone();
            plies += match self.native_game(position, rng, 1, played.as_deref_mut()) {
                Some(plies) => plies,
                None => {
                    *rng = before;
                    self.defined_game(position, rng, 1, played.as_deref_mut())?
                }
            };
        }
        Ok(plies)
    }

    /// Plays with the engine that defines the meaning.
    fn defined_game(
        &self,
        position: &mut Position,
        rng: &mut Rng,
        max_plies: u32,
        played: Option<&mut Vec<Move>>,
    ) -> Result<u32, Fault> {
        match played {
            Some(played) => self.definer.random_game(position, rng, max_plies, played),
            None => self.definer.playout(position, rng, max_plies),
        }
    }

    /// Plays with the code alone. If it cannot continue, returns `None` and leaves the position and the moves as they were.
    fn native_game(
        &self,
        position: &mut Position,
        rng: &mut Rng,
        max_plies: u32,
        mut played: Option<&mut Vec<Move>>,
    ) -> Option<u32> {
        let before = played.as_ref().map_or(0, |played| played.len());
        let ended = self.ask(position, |question, state| {
            question.playout(state, rng, &RandomRules::all_alike(max_plies), played.as_deref_mut())
        });
        let Some((plies, state, history)) = ended else {
            played.into_iter().for_each(|played| played.truncate(before));
            return None;
        };
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
        let write = |state: &[u64], history: &[u64], moves: &[Move]| self.texts(start, (state, history), moves);
        let (mut history, mut spare) = (History::new(&start.history), Spare::default());
        let mut question = Question::new(&made.code, &made.facts, &write, &mut history, &mut spare);
        let rules = RandomRules::all_alike(max_plies);
        for n in games {
            state.clone_from(&first);
            question.history.truncate(start.history.len());
            let mut rng = Rng::for_game(seed, n);
            let played = question.playout(&mut state, &mut rng, &rules, None);
            made.code.improve();
            match played {
                Ok(plies) => ended(made.native.outcome(&state), plies),
                Err(_) => {
                    *question.history = History::new(&start.history);
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
