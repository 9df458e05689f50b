//! Watched play: all positions if they are few, otherwise random games, with the legal moves of every position.

use super::choices::Choices;
use super::games::long;
use super::{ALL, DeepWork, GAMES, POSITIONS, WHOLE};
use crate::coverage::{Coverage, Covered};
use crate::engine::Engine;
use crate::game::Game;
use crate::game::place::PlaceKind;
use crate::moves::Move;
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use crate::rng::Rng;
use crate::source::Span;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The maximum number of positions for examining a game completely.
const FEW: usize = 10_000;
/// Positions examined per requested random game.
const POSITIONS_PER_GAME: u64 = 40;
/// Games between two checks of what has been reached.
const ROUND: u64 = 4;

/// The extent of the games that were played.
pub(super) struct PlayReach {
    /// The number of random games.
    pub games: u64,
    /// The number of positions whose legal moves were examined.
    pub positions: u64,
    /// Whether these are all reachable positions.
    pub complete: bool,
    /// The players who have won, bit n for player n.
    pub winners: u64,
    /// What the choices led to.
    pub choices: Choices,
    /// The coverage of the rules, including the examples.
    pub coverage: Coverage,
    /// The number of rounds of games in which each place was reached.
    pub rounds: HashMap<(Span, PlaceKind), u32>,
}

/// A fault of watched play, with the position in which it occurs and the move, if it is known.
pub(super) struct ReachFault {
    pub fault: Fault,
    pub at: Option<Box<(Position, Option<Move>)>>,
}

impl ReachFault {
    fn new(fault: Fault, position: &Position, mv: Option<&Move>) -> ReachFault {
        ReachFault { fault, at: Some(Box::new((position.clone(), mv.cloned()))) }
    }
}

impl From<Fault> for ReachFault {
    fn from(fault: Fault) -> ReachFault {
        ReachFault { fault, at: None }
    }
}

impl DeepWork<'_> {
    /// Plays the watched game.
    pub(super) fn reach(&mut self, watched: &Arc<Game>) -> Result<PlayReach, ReachFault> {
        let covered = Covered::new(watched.clone());
        covered.examples();
        let mut reached = PlayReach {
            games: 0,
            positions: 0,
            complete: false,
            winners: 0,
            choices: Choices::new(self.game),
            coverage: Coverage::default(),
            rounds: HashMap::new(),
        };
        let few = self.game.repetitions.is_empty() && self.all_positions(covered.engine(), &mut reached)?;
        reached.coverage = covered.coverage();
        if !few {
            self.random_positions(watched, &mut reached)?;
        }
        Ok(reached)
    }

    /// Visits all positions. Returns whether they are few enough.
    fn all_positions(&mut self, engine: &dyn Engine, reached: &mut PlayReach) -> Result<bool, ReachFault> {
        // If the rules do not use it, the ply does not distinguish positions.
        let same = |mut position: Position| {
            position.ply = if self.game.uses_ply { position.ply } else { 0 };
            position
        };
        let mut todo = vec![same(engine.start()?)];
        let mut known: HashSet<Position> = todo.iter().cloned().collect();
        let (mut positions, mut winners) = (0, 0);
        while let Some(position) = todo.pop() {
            if known.len() > FEW || (self.spent)() >= WHOLE {
                return Ok(false);
            }
            positions += 1;
            if let Some(outcome) = position.outcome {
                winners |= won(outcome);
                continue;
            }
            let here = |fault| ReachFault::new(fault, &position, None);
            let moves = engine.legal_moves(&position).map_err(here)?;
            reached.choices.look(engine, &position, &moves).map_err(here)?;
            for mv in &moves {
                let mut after = position.clone();
                let played = engine.play_unchecked(&mut after, mv);
                played.map_err(|fault| ReachFault::new(fault, &position, Some(mv)))?;
                let after = same(after);
                if !known.contains(&after) {
                    known.insert(after.clone());
                    todo.push(after);
                }
            }
        }
        (reached.positions, reached.winners, reached.complete) = (positions, winners, true);
        Ok(true)
    }

    /// Plays random games until enough positions were examined or everything was reached.
    fn random_positions(&mut self, watched: &Arc<Game>, reached: &mut PlayReach) -> Result<(), ReachFault> {
        let most = self.plan.games.saturating_mul(POSITIONS_PER_GAME);
        while reached.games < self.plan.games && reached.positions < most && (self.spent)() < POSITIONS {
            let covered = Covered::new(watched.clone());
            let games = reached.games..(reached.games + ROUND).min(self.plan.games);
            reached.positions += self.round(&covered, games.clone(), &reached.choices)?;
            reached.games = games.end;
            let coverage = covered.coverage();
            for mark in coverage.marks.iter().filter(|mark| mark.reached) {
                *reached.rounds.entry((mark.span, mark.what)).or_default() += 1;
            }
            reached.coverage.merge(&coverage);
            let done = reached.positions as f64 / most.max(1) as f64;
            (self.progress)(GAMES + (POSITIONS - GAMES) * done);
            if reached.coverage.missing().next().is_none() && reached.choices.all_differ() {
                break;
            }
        }
        Ok(())
    }

    /// Plays the random games with these numbers. Returns the number of their positions, or the first fault.
    fn round(&self, covered: &Covered, games: Range<u64>, choices: &Choices) -> Result<u64, ReachFault> {
        let (engine, seed, spent, long) = (covered.engine(), self.plan.seed, self.spent, long(self.game));
        let start = engine.start()?;
        let next = AtomicU64::new(games.start);
        let parts = self.threads.each(|_| {
            let mut positions = 0;
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                if n >= games.end {
                    return (positions, None);
                }
                let (mut position, mut rng) = (start.clone(), Rng::for_game(seed, n));
                let played = game(engine, &mut position, &mut rng, n, long, &mut |here, moves| {
                    positions += 1;
                    choices.look(engine, here, moves).map(|()| spent() < ALL)
                });
                if let Err(fault) = played {
                    return (positions, Some((n, fault)));
                }
            }
        });
        let positions = parts.iter().map(|(positions, _)| positions).sum();
        match parts.into_iter().filter_map(|(_, fault)| fault).min_by_key(|(n, _)| *n) {
            Some((_, fault)) => Err(fault),
            None => Ok(positions),
        }
    }
}

/// Visits a position with its moves. Returns whether to continue.
type VisitPosition<'a> = dyn FnMut(&Position, &[Move]) -> Result<bool, Fault> + 'a;

/// Plays a random game. Every other game draws an action first and then one of its moves, so that rare actions are played as well.
/// `look` visits each position with its moves, and returns whether to continue.
fn game(
    engine: &dyn Engine,
    position: &mut Position,
    rng: &mut Rng,
    n: u64,
    long: u32,
    look: &mut VisitPosition,
) -> Result<(), ReachFault> {
    for _ in 0..long {
        let moves = engine.legal_moves(position).map_err(|fault| ReachFault::new(fault, position, None))?;
        if moves.is_empty() || !look(position, &moves).map_err(|fault| ReachFault::new(fault, position, None))? {
            break;
        }
        let Some(mv) = drawn(&moves, rng, n % 2 == 1) else { break };
        let before = position.clone();
        engine.play_unchecked(position, mv).map_err(|fault| ReachFault::new(fault, &before, Some(mv)))?;
    }
    Ok(())
}

/// Draws a move, or with `by_action` first an action and then one of its moves.
fn drawn<'m>(moves: &'m [Move], rng: &mut Rng, by_action: bool) -> Option<&'m Move> {
    if !by_action {
        return moves.get(rng.below(moves.len()));
    }
    // The moves of an action are adjacent.
    let mut actions: Vec<&[Move]> = moves.chunk_by(|a, b| a.action == b.action).collect();
    let action = (!actions.is_empty()).then(|| actions.swap_remove(rng.below(actions.len())))?;
    action.get(rng.below(action.len()))
}

/// Returns the winner as a bit.
fn won(outcome: Outcome) -> u64 {
    match outcome {
        Outcome::Win(player) if player.0 < 64 => 1 << player.0,
        Outcome::Win(_) | Outcome::Draw => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::ActionId;

    #[test]
    fn rare_actions_are_played() {
        let mv = |action: u16, value: i32| Move { action: ActionId(action), values: [value].into_iter().collect() };
        let moves: Vec<Move> = (0..99).map(|n| mv(0, n)).chain([mv(1, 0)]).collect();
        let mut rng = Rng::new(1);
        let rare =
            (0..100).filter(|_| drawn(&moves, &mut rng, true).is_some_and(|mv| mv.action == ActionId(1))).count();
        assert!((30..70).contains(&rare), "{rare}");
        assert!(drawn(&[], &mut rng, true).is_none());
    }
}
