//! Samples: positions of games with their features and how the game ended.

use super::fit::Sample;
use super::{Evaluation, View};
use crate::engine::Engine;
use crate::game::cells::Cell;
use crate::rng::Rng;
use crate::session::Session;
use crate::types::Type;
use std::sync::Arc;

/// What games tell about a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    pub all: Vec<Sample>,
    /// For each kind, how many moves and how many pieces were counted.
    moves_of: Vec<[f64; 2]>,
}

/// The most plies of all games together.
const PLIES: u32 = 5000;

/// The most moves listed.
const MOVES: usize = 250_000;

/// The most plies of a game; a longer one tells nothing.
const LONGEST: u32 = 400;

/// Every n-th position is taken.
const EVERY: usize = 3;

impl Samples {
    /// Plays random games. Their number is limited by their length and by the number of moves.
    pub(super) fn of_random_games(evaluation: &Evaluation, engine: &Arc<dyn Engine>, seed: u64) -> Samples {
        let kinds = engine.game().kinds.len();
        let mut samples = Samples { all: Vec::new(), moves_of: vec![[0.0; 2]; kinds] };
        let Ok(mut session) = engine.session() else { return samples };
        let (mut rng, mut plies, mut listed) = (Rng::new(seed), 0, 0);
        while plies < PLIES && listed < MOVES {
            if session.reset().is_err() {
                break;
            }
            let mut open = Vec::new();
            let mut moves = vec![0; engine.game().players.len()];
            let mut length = 0;
            while let Some(mover) = session.to_move() {
                let Ok(count) = session.legal_moves().map(<[_]>::len) else { break };
                if length == LONGEST || count == 0 {
                    break;
                }
                (length, plies, listed) = (length + 1, plies + 1, listed + count);
                moves[usize::from(mover.0)] = count as u32;
                if rng.below(EVERY) == 0 {
                    let view = View { words: session.words(), mover, players: session.players_in(), moves: &moves };
                    open.push(evaluation.differences(&view, false));
                    samples.count_moves(&session, usize::from(mover.0));
                }
                if session.make(rng.below(count)).is_err() {
                    break;
                }
            }
            if session.outcome().is_some() {
                let result = (session.returns().first().copied().unwrap_or(0.0) + 1.0) / 2.0;
                samples.all.extend(open.into_iter().flatten().map(|features| Sample { features, result }));
            }
        }
        samples
    }

    /// Counts the moves of the pieces by kind: a move belongs to the piece on the first cell that it names.
    fn count_moves(&mut self, session: &Session, mover: usize) {
        let (game, words) = (session.game(), session.words());
        let layout = &game.layout;
        let holds = |offset: usize, cell: Cell| words[offset + usize::from(cell.0 / 64)] >> (cell.0 % 64) & 1 == 1;
        let kind_at = |cell: Cell| {
            let is_own = usize::from(cell.0) < layout.cells && holds(layout.player(mover), cell);
            (0..layout.kinds).find(|kind| is_own && holds(layout.kind(*kind), cell))
        };
        for mv in session.listed() {
            let binders = game.actions.get(mv.action.0 as usize).map_or(&[][..], |action| &action.binders);
            let first = binders.iter().position(|binder| binder.over.element() == Type::Cell);
            let cell = first.and_then(|first| mv.values.get(first)).map(|value| Cell(*value as u16));
            if let Some(kind) = cell.and_then(kind_at) {
                self.moves_of[kind][0] += 1.0;
            }
        }
        for cell in game.board.cells() {
            if let Some(kind) = kind_at(cell) {
                self.moves_of[kind][1] += 1.0;
            }
        }
    }

    /// Returns how many moves a piece of each kind has on average.
    pub(super) fn mobility(&self) -> Vec<f64> {
        self.moves_of.iter().map(|[moves, pieces]| moves / pieces.max(1.0)).collect()
    }
}
