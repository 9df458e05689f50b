//! A running game as positions: any engine can play it.

use crate::engine::Engine;
use crate::engine::running::{LastPosition, Mark, MoveList, PlayedMoves, RandomGame, RandomRules, Running};
use crate::game::piece::Player;
use crate::moves::Move;
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use crate::rng::Rng;
use std::sync::Arc;

/// A game in progress whose earlier positions are kept.
#[derive(Clone)]
pub(super) struct Copies {
    engine: Arc<dyn Engine>,
    earlier: Vec<Position>,
    now: Position,
}

impl Copies {
    pub(super) fn new(engine: Arc<dyn Engine>, now: Position) -> Copies {
        Copies { engine, earlier: Vec::new(), now }
    }
}

impl Running for Copies {
    fn list(&mut self, moves: &mut MoveList, _last: usize) -> Result<(), Fault> {
        moves.extend(self.engine.legal_moves(&self.now)?);
        Ok(())
    }

    fn make(&mut self, mv: &Move, _mark: Mark) -> Result<(), Box<Fault>> {
        let before = self.now.clone();
        if let Err(fault) = self.engine.play_unchecked(&mut self.now, mv) {
            self.now = before;
            return Err(Box::new(fault));
        }
        self.earlier.push(before);
        Ok(())
    }

    fn settle(&mut self, _last: &Move) -> Result<(), Fault> {
        Ok(())
    }

    fn undo(&mut self) {
        if let Some(before) = self.earlier.pop() {
            self.now = before;
        }
    }

    fn is_settled(&self) -> bool {
        true
    }

    fn outcome(&self) -> Option<Outcome> {
        self.now.outcome
    }

    fn mover(&self) -> Player {
        self.now.mover
    }

    fn players(&self) -> u16 {
        self.now.players
    }

    fn ply(&self) -> u32 {
        self.now.ply
    }

    fn position(&self) -> Position {
        self.now.clone()
    }

    fn words(&self) -> &[u64] {
        &self.now.words
    }

    fn hash(&mut self) -> u64 {
        self.engine.zobrist_hash(&self.now)
    }

    fn playout(
        &mut self,
        rng: &mut Rng,
        rules: &RandomRules,
        played: Option<&mut PlayedMoves>,
        judge: &mut dyn FnMut(LastPosition<'_>),
    ) -> Result<RandomGame, Fault> {
        let mut after = self.now.clone();
        let plies = match played {
            Some(played) => {
                let mut moves = Vec::new();
                let plies = self.engine.random_game(&mut after, rng, rules.max_plies, &mut moves);
                played.clear();
                played.extend(&moves);
                plies?
            }
            None => self.engine.playout(&mut after, rng, rules.max_plies)?,
        };
        if after.outcome.is_none() {
            judge(LastPosition { words: &after.words, mover: after.mover, players: after.players });
        }
        Ok(RandomGame { outcome: after.outcome, plies, players: after.players })
    }

    fn fork(&self) -> Box<dyn Running> {
        Box::new(self.clone())
    }
}
