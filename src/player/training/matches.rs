//! Matches that tell whether training did good.

use super::{Training, TrainingError, TrainingNews, parallel};
use crate::measure::Sprt;
use crate::player::{AlphaBeta, Budget, Contest, Entrant, Pairing, Player, Standings, Team};
use std::sync::{Mutex, PoisonError};

/// Creates a player.
pub(super) type Create = Box<dyn Fn() -> Box<dyn Player> + Send + Sync>;

/// The number of random plies that a game begins with.
const OPENING: u32 = 4;

/// A match of two players.
pub(super) struct Match {
    pub names: [&'static str; 2],
    pub games: u64,
    pub test: Option<Sprt>,
    pub budget: Budget,
}

/// Returns what creates a copy of a player.
pub(super) fn alphabeta(player: AlphaBeta) -> Create {
    Box::new(move || Box::new(player.clone()))
}

impl Match {
    /// Plays, with other openings for another number. Returns the result for the first player, or `None` if it was stopped.
    pub(super) fn play(
        &self,
        training: &Training,
        players: [Create; 2],
        number: u64,
        hear: &mut dyn FnMut(&TrainingNews<'_>),
    ) -> Result<Option<Pairing>, TrainingError> {
        let mut entrants = Vec::new();
        for (name, create) in self.names.into_iter().zip(players) {
            entrants.push(Entrant::new(name, move || Ok(create())));
        }
        let wrong = |error: crate::player::NameError| TrainingError::Other(error.to_string());
        let mut contest = Contest::new(training.engine.clone(), entrants).map_err(wrong)?;
        (contest.games, contest.opening, contest.max_plies) = (self.games, OPENING, super::self_play::LONGEST);
        contest.budget = self.budget.clone().with_stop(training.stop.clone());
        contest.seed = training.seed.wrapping_add(number << 32);
        let mut standings = Standings::new(&contest);
        if let Some(test) = self.test {
            standings = standings.with_test(test);
        }
        // Each thread takes a team and puts it back.
        let teams: Mutex<Vec<Team>> = Mutex::default();
        let play = |number: u64| {
            let mut team = teams.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
            let played = contest.play(number, &mut team).transpose();
            teams.lock().unwrap_or_else(PoisonError::into_inner).push(team);
            played
        };
        // With a limit of time, games side by side would disturb each other.
        let threads = if self.budget.time.is_some() { 1 } else { training.threads };
        parallel::for_each(threads, self.games, &training.stop, &play, &mut |number, played| {
            standings.add(played?);
            if let Some(result) = standings.pairings().first() {
                hear(&TrainingNews::MatchGame { names: self.names, done: number + 1, of: self.games, result });
            }
            Ok::<_, TrainingError>(standings.decision().is_none())
        })?;
        standings.finish();
        Ok(standings.pairings().first().filter(|_| !training.is_stopped()).cloned())
    }
}

/// Returns whether the first player has half of the points or more.
pub(super) fn is_even(result: &Pairing) -> bool {
    result.results[0] >= result.results[2]
}

/// Describes a result: `+20 =3 -17 at 0.1 s per move, Elo +26 (-60 to +113)`.
pub(super) fn describe(result: &Pairing, limit: &str) -> String {
    let [won, drawn, lost] = result.results;
    format!("+{won} ={drawn} -{lost} at {limit}, Elo {}", result.score().elo())
}
