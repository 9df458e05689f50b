//! Matches that tell whether training did good.

use super::{Training, TrainingError, TrainingNews, limit, parallel};
use crate::measure::Sprt;
use crate::player::{AlphaBeta, Budget, Contest, Entrant, Pairing, Player, Standings, Team};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

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
    /// The match is cut here.
    pub deadline: Option<Instant>,
}

/// What came of a match.
pub(super) struct Played {
    pub result: Pairing,
    /// Whether the limit of time has cut it: only the games that had ended count.
    pub is_cut: bool,
}

impl Played {
    /// Returns whether any game was played to its end.
    pub(super) fn has_games(&self) -> bool {
        self.result.results.iter().sum::<u64>() > 0
    }

    /// Returns whether the first player has half of the points or more.
    pub(super) fn is_even(&self) -> bool {
        self.has_games() && self.result.results[0] >= self.result.results[2]
    }

    /// Describes the result: `+20 =3 -17 at 0.1 s per move, Elo +26 (-60 to +113)`.
    pub(super) fn describe(&self, limit: &str) -> String {
        let [won, drawn, lost] = self.result.results;
        let cut = if self.is_cut { ", cut by the limit of time" } else { "" };
        format!("+{won} ={drawn} -{lost} at {limit}{cut}, Elo {}", self.result.score().elo())
    }
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
    ) -> Result<Option<Played>, TrainingError> {
        limit::with_flag(&training.stop, self.deadline, |stop| self.play_until(stop, training, players, number, hear))
    }

    fn play_until(
        &self,
        stop: &Arc<AtomicBool>,
        training: &Training,
        players: [Create; 2],
        number: u64,
        hear: &mut dyn FnMut(&TrainingNews<'_>),
    ) -> Result<Option<Played>, TrainingError> {
        let mut entrants = Vec::new();
        for (name, create) in self.names.into_iter().zip(players) {
            entrants.push(Entrant::new(name, move || Ok(create())));
        }
        let wrong = |error: crate::player::NameError| TrainingError::Other(error.to_string());
        let mut contest = Contest::new(training.engine.clone(), entrants).map_err(wrong)?;
        (contest.games, contest.opening, contest.max_plies) = (self.games, OPENING, Training::MOST_PLIES);
        contest.budget = self.budget.clone().with_stop(stop.clone());
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
        parallel::for_each(threads, self.games, stop, &play, &mut |number, played| {
            standings.add(played?);
            if let Some(result) = standings.pairings().first() {
                hear(&TrainingNews::MatchGame { names: self.names, done: number + 1, of: self.games, result });
            }
            Ok::<_, TrainingError>(standings.decision().is_none())
        })?;
        standings.finish();
        let is_cut = stop.load(Ordering::Relaxed) && standings.decision().is_none();
        let result = standings.pairings().first().filter(|_| !training.is_stopped()).cloned();
        Ok(result.map(|result| Played { result, is_cut }))
    }
}
