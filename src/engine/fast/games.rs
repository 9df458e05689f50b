//! Random games in generated code, one or many, and how they continue when the code cannot.

use super::Fast;
use super::history::History;
use super::run::{Faulted, Question, Spare};
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
        let mut plies = 0;
        while position.outcome.is_none() && plies < max_plies {
            let before = rng.clone();
            let made = match self.native_game(position, rng, max_plies - plies, played.as_deref_mut()) {
                Ok(more) => return Ok(plies + more),
                Err(made) => made,
            };
            // Replay the same plies up to the one that the code cannot make. The other engine makes it or reports the fault.
            *rng = before.clone();
            if made > 0 {
                match self.native_game(position, rng, made, played.as_deref_mut()) {
                    Ok(more) => plies += more,
                    Err(_) => *rng = before,
                }
            }
            if position.outcome.is_none() && plies < max_plies {
                plies += self.defined_game(position, rng, 1, played.as_deref_mut())?;
            }
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

    /// Plays with the code alone. If it cannot continue, returns how many plies it made, and leaves the position and the moves as
    /// they were.
    fn native_game(
        &self,
        position: &mut Position,
        rng: &mut Rng,
        max_plies: u32,
        mut played: Option<&mut Vec<Move>>,
    ) -> Result<u32, u32> {
        let before = played.as_ref().map_or(0, |played| played.len());
        let mut made = 0;
        let ended = self.ask(position, |question, state| {
            let plies = question.playout(state, rng, &RandomRules::all_alike(max_plies), played.as_deref_mut());
            made = question.made;
            plies
        });
        let Some((plies, state, history)) = ended else {
            played.into_iter().for_each(|played| played.truncate(before));
            return Err(made);
        };
        self.store(&state, history, position);
        Ok(plies)
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
        let is_ready = question.is_ready(&mut first);
        for n in games {
            state.clone_from(&first);
            question.history.truncate(start.history.len());
            let mut rng = Rng::for_game(seed, n);
            let played = match is_ready {
                Ok(is_ready) => question.playout_from(&mut state, &mut rng, &rules, is_ready, None),
                Err(Faulted) => Err(Faulted),
            };
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
