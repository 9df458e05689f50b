//! [`Standings`]: the results of a [`Contest`] so far.

use super::{Contest, Played, Spent};
use crate::measure::{Score, Sprt, Stats};
use std::collections::BTreeMap;

/// The results of a [`Contest`] so far.
///
/// Games are counted in the order of their numbers, so that the standings do not depend on the order in which they end. See
/// [`Contest`] for an example.
#[derive(Clone, Debug)]
pub struct Standings {
    entrants: Vec<Standing>,
    pairings: Vec<Pairing>,
    stats: Stats,
    failures: Vec<Failure>,
    /// Games that ended before others with a smaller number.
    waiting: BTreeMap<u64, Played>,
    /// The number of the next game to count.
    next: u64,
    test: Option<Sprt>,
    decision: Option<bool>,
}

/// The results of one entrant.
///
/// See [`Contest`] for an example.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Standing {
    /// Games won; in a game for more than two, nobody has done better.
    pub won: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// What the entrant has spent in all of them.
    pub spent: Spent,
}

/// The games between two entrants.
///
/// See [`Contest`] for an example.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Pairing {
    /// The first entrant.
    pub one: usize,
    /// The second entrant.
    pub other: usize,
    /// The games that the first entrant won, drew and lost.
    pub results: [u64; 3],
    pairs: Score,
    /// The points of games whose pair is not complete, by round, group and pair.
    open: BTreeMap<(u64, usize, usize), f64>,
}

/// A game that a player has lost because it failed.
///
/// See [`Contest`] for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Failure {
    /// The number of the game, from 0.
    pub number: u64,
    /// Who failed.
    pub entrant: usize,
    /// Why, as a sentence without a full stop.
    pub why: String,
}

impl Standing {
    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Returns the points per game: 1 for a win, half of it for a draw.
    pub fn score(&self) -> f64 {
        (self.won as f64 + self.drawn as f64 / 2.0) / self.games().max(1) as f64
    }
}

impl Pairing {
    /// Returns the games as pairs.
    pub fn score(&self) -> Score {
        let mut score = self.pairs;
        self.open.values().for_each(|points| score.add_single(*points));
        score
    }
}

impl Standings {
    /// Creates the standings before the first game.
    pub fn new(contest: &Contest) -> Standings {
        let all = contest.names().len();
        let pairing = |one: usize, other: usize| Pairing {
            one,
            other,
            results: [0; 3],
            pairs: Score::default(),
            open: BTreeMap::new(),
        };
        Standings {
            entrants: vec![Standing::default(); all],
            pairings: (0..all).flat_map(|one| (one + 1..all).map(move |other| pairing(one, other))).collect(),
            stats: Stats::new(contest.engine().game()),
            failures: Vec::new(),
            waiting: BTreeMap::new(),
            next: 0,
            test: None,
            decision: None,
        }
    }

    /// Adds a test of the first entrant against the second one. When it has decided, no more games are counted.
    pub fn with_test(self, test: Sprt) -> Standings {
        Standings { test: Some(test), ..self }
    }

    /// Adds a game. It is counted when all games before it are.
    pub fn add(&mut self, played: Played) {
        self.waiting.insert(played.number, played);
        while let Some(played) = self.waiting.remove(&self.next) {
            self.next += 1;
            self.count(&played);
        }
    }

    /// Counts the games that have ended before others, because these will not be played. They decide no test: short games end before
    /// others.
    pub fn finish(&mut self) {
        let test = self.test.take();
        for played in std::mem::take(&mut self.waiting).into_values() {
            self.count(&played);
        }
        self.test = test;
    }

    fn count(&mut self, played: &Played) {
        if self.decision.is_some() {
            return;
        }
        self.stats.add(played.outcome, played.moves.len() as u32);
        let results = results(played, self.entrants.len());
        if let Some((seat, why)) = &played.failure {
            let entrant = played.seats.get(*seat).copied().unwrap_or(0);
            self.failures.push(Failure { number: played.number, entrant, why: why.clone() });
        }
        for (seat, spent) in played.seats.iter().zip(&played.spent) {
            if let Some(entrant) = self.entrants.get_mut(*seat) {
                entrant.spent.join(spent);
            }
        }
        let present = || results.iter().flatten();
        let best = present().copied().fold(f64::NEG_INFINITY, f64::max);
        let worst = present().copied().fold(f64::INFINITY, f64::min);
        for (entrant, result) in self.entrants.iter_mut().zip(&results) {
            match result {
                None => {}
                Some(_) if best == worst => entrant.drawn += 1,
                Some(result) if *result == best => entrant.won += 1,
                Some(_) => entrant.lost += 1,
            }
        }
        let (round, group, turn) = played.place;
        // Two of a round with more games do not swap all seats: each counts by itself.
        let pair = if present().count() == 2 { turn / 2 } else { turn };
        for pairing in &mut self.pairings {
            let result = |entrant: usize| results.get(entrant).copied().flatten();
            if let (Some(one), Some(other)) = (result(pairing.one), result(pairing.other)) {
                pairing.add((round, group, pair), one.total_cmp(&other));
            }
        }
        if let (Some(test), [pairing]) = (&self.test, self.pairings.as_slice()) {
            self.decision = test.decision(&pairing.pairs);
        }
    }

    /// Returns the results of each entrant.
    pub fn entrants(&self) -> &[Standing] {
        &self.entrants
    }

    /// Returns the games of each two entrants.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// Returns the results by the players of the game, and the lengths of games. Games that were stopped count as unfinished.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Returns the games that were lost by a failure.
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }

    /// Returns the number of games that were stopped, after as many plies as the contest allows.
    pub fn cut(&self) -> u64 {
        self.stats.unfinished - self.failures.len() as u64
    }

    /// Returns whether the test has accepted H1, or `None` if it has not decided.
    pub fn decision(&self) -> Option<bool> {
        self.decision
    }

    /// Returns the test and the log-likelihood ratio so far.
    pub fn test(&self) -> Option<(Sprt, f64)> {
        let test = self.test?;
        Some((test, self.pairings.first().map_or(0.0, |pairing| test.ratio(&pairing.pairs))))
    }
}

impl Pairing {
    fn add(&mut self, pair: (u64, usize, usize), result: std::cmp::Ordering) {
        let (place, points) = match result {
            std::cmp::Ordering::Greater => (0, 1.0),
            std::cmp::Ordering::Equal => (1, 0.5),
            std::cmp::Ordering::Less => (2, 0.0),
        };
        self.results[place] += 1;
        match self.open.remove(&pair) {
            Some(first) => self.pairs.add_pair(first, points),
            None => drop(self.open.insert(pair, points)),
        }
    }
}

/// Returns what a game was worth to each entrant, `None` for those who did not play. Of several seats, the best one counts.
fn results(played: &Played, entrants: usize) -> Vec<Option<f64>> {
    let mut results = vec![None; entrants];
    for (entrant, worth) in played.seats.iter().zip(&played.returns) {
        if let Some(result) = results.get_mut(*entrant) {
            *result = Some(result.map_or(*worth, |other: f64| other.max(*worth)));
        }
    }
    results
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Budget, Team};

    fn contest(game: &str, names: &[&str], games: u64) -> Contest {
        let mut contest = Contest::named(crate::load_bundled(game, &[]).unwrap(), names).unwrap();
        (contest.games, contest.opening, contest.budget) = (games, 1, Budget::work(1));
        contest
    }

    fn all(contest: &Contest) -> Vec<Played> {
        let mut team = Team::default();
        (0..contest.total()).map(|n| contest.play(n, &mut team).unwrap().unwrap()).collect()
    }

    #[test]
    fn the_order_of_ends_does_not_matter() {
        let contest = contest("tic-tac-toe", &["random", "random:seed=2", "random:seed=3"], 7);
        let games = all(&contest);
        let (mut forward, mut backward) = (Standings::new(&contest), Standings::new(&contest));
        games.iter().cloned().for_each(|played| forward.add(played));
        games.iter().cloned().rev().for_each(|played| backward.add(played));
        assert_eq!((forward.entrants(), forward.pairings()), (backward.entrants(), backward.pairings()));
        let counted: u64 = forward.entrants().iter().map(Standing::games).sum();
        assert_eq!((counted, forward.stats().games), (42, 21));
        for pairing in forward.pairings() {
            let score = pairing.score();
            assert_eq!((score.pairs.iter().sum::<u64>(), score.singles.iter().sum::<u64>()), (3, 1));
            let [won, drawn, lost] = pairing.results;
            assert_eq!((won + drawn + lost, won as f64 + drawn as f64 / 2.0), (7, score.points()));
        }
    }

    #[test]
    fn games_with_a_gap_before_them_wait() {
        let contest = contest("tic-tac-toe", &["random", "random:seed=2"], 4);
        let games = all(&contest);
        let mut standings = Standings::new(&contest);
        games.into_iter().skip(1).for_each(|played| standings.add(played));
        assert_eq!(standings.stats().games, 0);
        standings.finish();
        assert_eq!(standings.stats().games, 3);
    }

    #[test]
    fn a_cut_game_is_a_draw() {
        let mut contest = contest("tic-tac-toe", &["random", "random:seed=2"], 4);
        contest.max_plies = 3;
        let mut standings = Standings::new(&contest);
        all(&contest).into_iter().for_each(|played| standings.add(played));
        assert_eq!((standings.cut(), standings.entrants()[0].drawn), (4, 4));
    }

    #[test]
    fn nothing_is_counted_after_a_decision() {
        let contest = contest("tic-tac-toe", &["random", "random:seed=2"], 100);
        let mut standings = Standings::new(&contest).with_test(Sprt::new(0.0, 400.0));
        for mut played in all(&contest) {
            played.returns = played.seats.iter().map(|entrant| if *entrant == 0 { 1.0 } else { -1.0 }).collect();
            standings.add(played);
        }
        assert_eq!(standings.decision(), Some(true));
        assert!(standings.stats().games < 100 && standings.stats().games.is_multiple_of(2));
    }

    #[test]
    fn games_of_three_are_no_pairs() {
        let mut contest = contest("chinese-checkers", &["random", "random:seed=2", "random:seed=3"], 6);
        contest.max_plies = 10;
        let mut standings = Standings::new(&contest);
        all(&contest).into_iter().for_each(|played| standings.add(played));
        let score = standings.pairings()[0].score();
        assert_eq!((score.pairs.iter().sum::<u64>(), score.singles.iter().sum::<u64>()), (0, 6));
    }

    #[test]
    fn three_share_a_board() {
        let mut contest = contest("chinese-checkers", &["random", "random:seed=2"], 2);
        contest.max_plies = 20;
        let mut standings = Standings::new(&contest);
        for mut played in all(&contest) {
            // The first player of the game wins: each entrant once.
            played.returns = vec![1.0, -0.5, -0.5];
            standings.add(played);
        }
        assert_eq!(standings.pairings()[0].score().pairs, [0, 0, 1, 0, 0]);
        assert_eq!((standings.entrants()[0].won, standings.entrants()[0].lost), (1, 1));
    }
}
