//! Games of the player against itself, and what their positions were worth.

use crate::engine::Engine;
use crate::moves::Move;
use crate::player::evaluation::{Evaluation, Sample, View};
use crate::player::{AlphaBeta, Budget, Player, PlayerError, Training};
use crate::rng::Rng;
use crate::session::{Session, SessionError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Separates the random numbers of these games from others.
const GAMES: u64 = 0x7365_6c66_2070_6c61;

/// No game begins with more random plies.
const OPENING: usize = 8;

/// How often, of 100 moves, any move is made.
const CHANCE: usize = 8;

/// How much the result of the game counts, and not what the next position seems to be worth, with each ply.
const TRACE: f64 = 0.95;

/// How games are played.
pub(super) struct SelfPlay<'t> {
    pub engine: &'t Arc<dyn Engine>,
    pub player: &'t AlphaBeta,
    /// Counts all features of a position.
    pub features: &'t Evaluation,
    pub seed: u64,
    pub work: u64,
}

/// A game that was played.
#[derive(Default)]
pub(super) struct Known {
    /// What its positions were worth. A game that was too long tells nothing.
    pub samples: Vec<Sample>,
    pub is_too_long: bool,
}

/// A position of a game in progress.
struct Seen {
    features: Option<Vec<(u16, f32)>>,
    /// What the first player seemed to get, from 0 to 1.
    value: f64,
    /// Whether the move made here was the chosen one.
    is_chosen: bool,
}

impl SelfPlay<'_> {
    /// Plays the game of this number. Returns `None` if it was stopped.
    pub(super) fn play(&self, number: u64, stop: &Arc<AtomicBool>) -> Option<Result<Known, SessionError>> {
        let mut rng = Rng::for_game(self.seed ^ GAMES, number);
        match self.play_with(&mut rng, stop) {
            Ok(known) => (!stop.load(Ordering::Relaxed)).then_some(Ok(known)),
            Err(PlayerError::Session(error)) => Some(Err(error)),
            Err(_) => Some(Ok(Known::default())),
        }
    }

    fn play_with(&self, rng: &mut Rng, stop: &Arc<AtomicBool>) -> Result<Known, PlayerError> {
        let mut session = self.engine.session()?;
        let mut player = self.player.clone();
        player.begin(0)?;
        let budget = Budget::work(self.work).with_stop(stop.clone());
        for _ in 0..rng.below(OPENING + 1) {
            if let Some(index) = session.random_move(rng)? {
                session.make(index)?;
            }
        }
        let mut seen = Vec::new();
        while session.to_move().is_some() {
            if session.ply() >= Training::MOST_PLIES || stop.load(Ordering::Relaxed) {
                return Ok(Known { is_too_long: true, ..Known::default() });
            }
            let choice = player.choose(&mut session, &budget)?;
            let Some(judgment) = choice.judgment else { return Ok(Known::default()) };
            let line = judgment.lines.first().map_or(&[][..], |line| &line.moves);
            // What is proven needs no judgment.
            let features = if judgment.is_proven { None } else { self.features_after(&mut session, line)? };
            let count = session.legal_moves()?.len();
            let is_chosen = judgment.is_proven || rng.below(100) >= CHANCE;
            let value = (judgment.returns.first().copied().unwrap_or(0.0) + 1.0) / 2.0;
            seen.push(Seen { features, value, is_chosen });
            session.make(if is_chosen { choice.index } else { rng.below(count) })?;
        }
        let result = (session.returns().first().copied().unwrap_or(0.0) + 1.0) / 2.0;
        Ok(Known { samples: samples(seen, result), is_too_long: false })
    }

    /// Returns the features at the end of a line, or `None` if the game is over there.
    fn features_after(&self, session: &mut Session, line: &[Move]) -> Result<Option<Vec<(u16, f32)>>, SessionError> {
        let mut moves = vec![0; session.game().players.len()];
        let mut made = 0;
        let found = loop {
            let Some(mover) = session.to_move() else { break Ok(None) };
            match session.legal_moves() {
                Ok(legal) => moves[usize::from(mover.0)] = legal.len() as u32,
                Err(error) => break Err(error),
            }
            match line.get(made) {
                Some(next) => match session.make_move(next) {
                    Ok(()) => made += 1,
                    Err(error) => break Err(error),
                },
                None => {
                    let (words, players) = (session.words(), session.players_in());
                    let view = View { words, mover, players, moves: &moves };
                    break Ok(self.features.differences(&view, true));
                }
            }
        };
        for _ in 0..made {
            session.undo();
        }
        found
    }
}

/// Returns what the positions of a game were worth, as its later course tells.
fn samples(seen: Vec<Seen>, result: f64) -> Vec<Sample> {
    let (mut later, mut next) = (result, result);
    let mut samples = Vec::new();
    for Seen { features, value, is_chosen } in seen.into_iter().rev() {
        // After a move by chance, the game tells nothing about the position before it.
        later = if is_chosen { (1.0 - TRACE) * next + TRACE * later } else { value };
        next = value;
        samples.extend(features.map(|features| Sample { features, result: later }));
    }
    samples
}
