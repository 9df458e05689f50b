//! Random games in generated code, one or many, and how they continue when the code cannot.

use super::Fast;
use super::history::History;
use super::run::{Faulted, Question, Spare};
use crate::engine::Engine;
use crate::engine::running::{PlayedMoves, RandomRules};
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
            let known = played.as_ref().map_or(0, |played| played.len());
            if let Some(more) = self.native_game(position, rng, max_plies - plies, played.as_deref_mut()) {
                return Ok(plies + more);
            }
            // The same plies again, for their moves. The other engine makes them, then the ply that the code cannot make, or it
            // reports the fault.
            *rng = before;
            let mut moves = Vec::new();
            let is_stopped = self.native_game(position, rng, max_plies - plies, Some(&mut moves)).is_none();
            if is_stopped {
                for mv in &moves {
                    self.definer.play_unchecked(position, mv)?;
                }
            }
            plies += moves.len() as u32;
            if let Some(played) = played.as_deref_mut() {
                played.truncate(known);
                played.append(&mut moves);
            }
            if is_stopped && position.outcome.is_none() && plies < max_plies {
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

    /// Plays with the code alone. If it cannot continue, returns `None`, leaves the position as it was, and adds the moves up to there
    /// to `played`.
    fn native_game(
        &self,
        position: &mut Position,
        rng: &mut Rng,
        max_plies: u32,
        played: Option<&mut Vec<Move>>,
    ) -> Option<u32> {
        let rules = RandomRules::all_alike(max_plies);
        let mut moves = played.is_some().then(PlayedMoves::default);
        let ended = self.ask(position, |question, state| question.playout(state, rng, &rules, moves.as_mut()));
        if let (Some(played), Some(moves)) = (played, moves) {
            played.extend(moves.moves());
        }
        let (plies, state, history) = ended?;
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
