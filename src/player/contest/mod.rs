//! [`Contest`]: players against each other, with the same chances for each.

mod entrant;
mod played;
mod records;

pub use entrant::{Entrant, Team};
pub use played::{Played, Spent};

use super::{Budget, NameError, PlayerError};
use crate::engine::Engine;
use crate::notation;
use crate::position::Position;
use crate::rng::Rng;
use crate::session::{Session, SessionError};
#[cfg(feature = "parallel")]
use crate::threads::Threads;
use std::fmt;
use std::sync::Arc;
#[cfg(feature = "parallel")]
use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicU64, Ordering},
};
use std::time::{Duration, Instant};

/// How often an opening is drawn again if the game ends in it, before a shorter one is drawn.
const DRAWN_AGAIN: usize = 20;

/// Separates the random numbers of openings from those of players.
const OPENINGS: u64 = 0x6f70_656e_696e_6773;

/// Players against each other: who plays which game, from which opening.
///
/// The seats alternate: each opening is played once from every seat. In a game for two, each player meets each other one; in
/// a game for more, all sit at one board, and a player has several seats if there are too few players.
///
/// ```
/// use boardwright::player::{Budget, Contest, Standings, Team};
///
/// let engine = boardwright::load_bundled("tic-tac-toe", &[])?;
/// let mut contest = Contest::named(engine, &["random", "random:seed=2"])?;
/// contest.games = 10;
/// contest.budget = Budget::work(100);
/// let mut standings = Standings::new(&contest);
/// let mut team = Team::default();
/// for number in 0..contest.total() {
///     standings.add(contest.play(number, &mut team)?.expect("nobody stopped it"));
/// }
/// assert_eq!(standings.pairings()[0].score().games(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Contest {
    engine: Arc<dyn Engine>,
    entrants: Vec<Entrant>,
    /// Who plays with whom, as indexes of entrants.
    groups: Vec<Vec<usize>>,
    /// The number of games of each two players, or of all of them in a game for more than two.
    pub games: u64,
    /// What a player may spend on a move.
    pub budget: Budget,
    /// The number of random plies that each game begins with.
    pub opening: u32,
    /// A game is stopped after this many plies. It counts as a draw.
    pub max_plies: u32,
    /// The seed of the openings, and of what players draw.
    pub seed: u64,
}

impl fmt::Debug for Contest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Contest").field("entrants", &self.entrants).finish_non_exhaustive()
    }
}

/// Who sits where in a game of a contest.
pub(super) struct Seating {
    /// Games of a round have the same opening.
    pub(super) round: u64,
    pub(super) group: usize,
    /// How often the seats have moved on.
    pub(super) turn: usize,
    pub(super) seats: Vec<usize>,
}

impl Contest {
    /// Creates a contest of players by their names, as [`super::of`] reads them.
    ///
    /// Errors if there is no player of that name, or if it cannot be created.
    pub fn named(engine: Arc<dyn Engine>, names: &[impl AsRef<str>]) -> Result<Contest, NameError> {
        let entrant = |name: &str| {
            let mut player = super::of(name, &engine)?;
            player.begin(0).map_err(|error| NameError::new(error.to_string()))?;
            let (owned, engine) = (name.to_owned(), engine.clone());
            Ok(Entrant::new(name, move || super::of(&owned, &engine)))
        };
        let entrants: Result<_, NameError> = names.iter().map(|name| entrant(name.as_ref())).collect();
        Contest::new(engine.clone(), entrants?)
    }

    /// Creates a contest of 100 games without limits of time.
    ///
    /// Errors if there are fewer than two entrants, or fewer than two players in the game.
    pub fn new(engine: Arc<dyn Engine>, entrants: Vec<Entrant>) -> Result<Contest, NameError> {
        let seats = engine.game().players.len();
        if seats < 2 {
            return Err(NameError::new(format!("{} is a game for one", engine.game().title)));
        }
        if entrants.len() < 2 {
            return Err(NameError::new("a contest needs two players"));
        }
        let groups = combinations(entrants.len(), entrants.len().min(seats));
        let (games, budget) = (100, Budget::default());
        Ok(Contest { engine, entrants, groups, games, budget, opening: 0, max_plies: 10_000, seed: 1 })
    }

    /// Returns the engine of the game.
    pub fn engine(&self) -> &Arc<dyn Engine> {
        &self.engine
    }

    /// Returns the names of the entrants.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.entrants.iter().map(|entrant| entrant.name.as_str())
    }

    /// Returns the number of all games.
    pub fn total(&self) -> u64 {
        self.games.saturating_mul(self.groups.len() as u64)
    }

    pub(super) fn group(&self, group: usize) -> &[usize] {
        self.groups.get(group).map_or(&[], Vec::as_slice)
    }

    /// Returns who plays the n-th game. All games of a round come before those of the next one.
    pub(super) fn seating(&self, number: u64) -> Seating {
        let (groups, turns) = (self.groups.len() as u64, self.group(0).len().max(1) as u64);
        let rounds = self.games / turns;
        let whole = rounds * groups * turns;
        let (round, group, turn) = match number.checked_sub(whole) {
            None => (number / (groups * turns), number / turns % groups, number % turns),
            // The last round is not complete.
            Some(rest) => {
                let turns = (self.games % turns).max(1);
                (rounds, rest / turns % groups, rest % turns)
            }
        };
        let (group, turn) = (group as usize, turn as usize);
        let members = self.group(group);
        let seats = self.engine.game().players.len();
        let seats = (0..seats).map(|seat| members[(seat + turn) % members.len()]).collect();
        Seating { round, group, turn, seats }
    }

    /// Draws the opening of a round: the game after it, and its texts. It is shorter where games are over sooner.
    fn draw_opening(&self, round: u64) -> Result<(Session, Vec<String>), SessionError> {
        let mut session = self.engine.session()?;
        let mut rng = Rng::for_game(self.seed ^ OPENINGS, round);
        let mut plies = self.opening as usize;
        while plies > 0 {
            let mut longest = 0;
            for _ in 0..DRAWN_AGAIN {
                let mut texts = Vec::new();
                while texts.len() < plies
                    && !self.is_stopped()
                    && let Some(index) = session.random_move(&mut rng)?
                {
                    texts.push(session.notation(index)?);
                    session.make(index)?;
                }
                if session.outcome().is_none() {
                    return Ok((session, texts));
                }
                longest = longest.max(texts.len());
                while session.undo().is_some() {}
            }
            plies = longest.saturating_sub(1);
        }
        Ok((session, Vec::new()))
    }

    /// Plays the game of this number, or returns `None` if it was stopped.
    ///
    /// A player that fails loses. Errors if the rules fail.
    pub fn play(&self, number: u64, team: &mut Team) -> Result<Option<Played>, SessionError> {
        let Seating { round, group, turn, seats } = self.seating(number);
        let (mut session, opening) = self.draw_opening(round)?;
        let mut played = Played {
            number,
            opening: opening.len() as u32,
            moves: opening,
            outcome: None,
            returns: vec![0.0; seats.len()],
            failure: None,
            spent: vec![Spent::default(); seats.len()],
            place: (round, group, turn),
            seats,
        };
        team.0.resize_with(self.entrants.len(), || None);
        // A player at several seats is told once that a game begins.
        let mut numbers = Rng::for_game(self.seed, number);
        for entrant in 0..self.entrants.len() {
            let begins = numbers.next_u64();
            if let Some(seat) = played.seats.iter().position(|taken| *taken == entrant)
                && let Err(why) = self.begin(entrant, begins, team)
            {
                // A game that was stopped before it began is not lost.
                if self.is_stopped() {
                    return Ok(None);
                }
                self.fail(&mut played, seat, why, &session.position());
                return Ok(Some(played));
            }
        }
        while let Some(mover) = session.to_move() {
            if played.moves.len() >= self.max_plies as usize {
                break;
            }
            if self.is_stopped() {
                return Ok(None);
            }
            let seat = usize::from(mover.0);
            match self.choose(&mut session, seat, &mut played, team) {
                Ok(index) => {
                    played.moves.push(session.notation(index)?);
                    session.make(index)?;
                }
                Err(PlayerError::Session(SessionError::Fault(fault))) => return Err(fault.into()),
                // A stopped player may have nothing to say.
                Err(_) if self.is_stopped() => return Ok(None),
                Err(why) => {
                    self.fail(&mut played, seat, why.to_string(), &session.position());
                    return Ok(Some(played));
                }
            }
        }
        if self.is_stopped() && session.outcome().is_none() {
            return Ok(None);
        }
        session.legal_moves()?;
        played.outcome = session.outcome();
        played.returns = session.returns();
        Ok(Some(played))
    }

    fn is_stopped(&self) -> bool {
        self.budget.is_stopped()
    }

    /// Creates a player if need be, and tells it that a game begins.
    fn begin(&self, entrant: usize, number: u64, team: &mut Team) -> Result<(), String> {
        let (Some(place), Some(entrant)) = (team.0.get_mut(entrant), self.entrants.get(entrant)) else { return Ok(()) };
        let player = match place {
            Some(player) => player,
            None => place.insert((entrant.create)().map_err(|error| error.to_string())?),
        };
        let begun = player.begin(number);
        if begun.is_err() {
            *place = None;
        }
        begun.map_err(|error| error.to_string())
    }

    /// Asks the player at a seat for a move.
    fn choose(
        &self,
        session: &mut Session,
        seat: usize,
        played: &mut Played,
        team: &mut Team,
    ) -> Result<usize, PlayerError> {
        let place = played.seats.get(seat).and_then(|entrant| team.0.get_mut(*entrant));
        let Some(place) = place else { return Err(PlayerError::Over) };
        let Some(player) = place else { return Err(PlayerError::Over) };
        // WebAssembly has no clock.
        let since = (!cfg!(target_family = "wasm")).then(Instant::now);
        let chosen = player.choose(session, &self.budget);
        let took = since.map_or(Duration::ZERO, |since| since.elapsed());
        let chosen = chosen.and_then(|choice| {
            let moves = session.legal_moves()?.len();
            let is_legal = choice.index < moves;
            if is_legal { Ok(choice) } else { Err(SessionError::NoSuchMove { index: choice.index, moves }.into()) }
        });
        if let Some(spent) = played.spent.get_mut(seat) {
            let work = chosen.as_ref().ok().and_then(|choice| choice.judgment.as_ref()).map_or(0, |found| found.work);
            spent.join(&Spent { moves: 1, time: took, longest: took, work });
        }
        if chosen.is_err() {
            // It begins the next game as if nothing had happened.
            *place = None;
        }
        chosen.map(|choice| choice.index)
    }

    /// Ends a game in this position because the player at this seat failed. Those who are out have lost as well.
    fn fail(&self, played: &mut Played, seat: usize, why: String, position: &Position) {
        let failed = played.seats.get(seat);
        let is_out =
            |seat: usize| notation::out(self.engine.game(), position).any(|player| usize::from(player.0) == seat);
        let has_lost: Vec<bool> =
            played.seats.iter().enumerate().map(|(n, entrant)| Some(entrant) == failed || is_out(n)).collect();
        let losers = has_lost.iter().filter(|has_lost| **has_lost).count();
        let winners = has_lost.len() - losers;
        let share = |has_lost: bool| if has_lost { -1.0 / losers.max(1) as f64 } else { 1.0 / winners.max(1) as f64 };
        played.returns = has_lost.into_iter().map(share).collect();
        played.failure = Some((seat, why));
    }

    /// Plays all games that are not `done` yet, several at a time, and reports each on this thread. They may end in another
    /// order than they begin. If `report` returns false, or if the budget says to stop, the games in progress are dropped.
    #[cfg(feature = "parallel")]
    pub fn run(
        &self,
        threads: &Threads,
        done: &(dyn Fn(u64) -> bool + Sync),
        report: &mut dyn FnMut(Played) -> bool,
    ) -> Result<(), SessionError> {
        let stop = self.budget.stop.clone().unwrap_or_default();
        let (next, results) = (AtomicU64::new(0), Mutex::new(Vec::new()));
        let take = || std::mem::take(&mut *results.lock().unwrap_or_else(PoisonError::into_inner));
        let mut failed = None;
        let mut hear = || {
            for result in take() {
                let goes_on = match result {
                    Ok(played) => report(played),
                    Err(error) => {
                        failed.get_or_insert(error);
                        false
                    }
                };
                if !goes_on {
                    stop.store(true, Ordering::Relaxed);
                    return;
                }
            }
        };
        let work = |say: &(dyn Fn() + Sync)| {
            let mut team = Team::default();
            while !stop.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.total() {
                    return;
                }
                if done(number) {
                    continue;
                }
                let Some(result) = self.play(number, &mut team).transpose() else { return };
                results.lock().unwrap_or_else(PoisonError::into_inner).push(result);
                say();
            }
        };
        threads.run(|say| drop(rayon::broadcast(|_| work(say))), &mut hear);
        hear();
        failed.map_or(Ok(()), Err)
    }
}

/// Returns all ways to choose `most` of `all`, in order.
fn combinations(all: usize, most: usize) -> Vec<Vec<usize>> {
    let mut found: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..most {
        let longer = |chosen: &Vec<usize>| {
            let first = chosen.last().map_or(0, |last| last + 1);
            let chosen = chosen.clone();
            (first..all).map(move |next| chosen.iter().copied().chain([next]).collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(longer).collect();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Player;
    use crate::record::Record;

    fn contest(game: &str, names: &[&str]) -> Contest {
        Contest::named(crate::load_bundled(game, &[]).unwrap(), names).unwrap()
    }

    #[test]
    fn seats_alternate_and_everybody_meets_everybody() {
        let mut three = contest("tic-tac-toe", &["random", "random:seed=2", "random:seed=3"]);
        three.games = 3;
        assert_eq!(three.total(), 9);
        let seated = |n| {
            let Seating { round, seats, .. } = three.seating(n);
            (round, seats)
        };
        let expected =
            [(0, 0, 1), (0, 1, 0), (0, 0, 2), (0, 2, 0), (0, 1, 2), (0, 2, 1), (1, 0, 1), (1, 0, 2), (1, 1, 2)];
        for (n, (round, one, other)) in expected.into_iter().enumerate() {
            assert_eq!(seated(n as u64), (round, vec![one, other]), "{n}");
        }
    }

    #[test]
    fn a_game_for_three_has_all_at_one_board() {
        let two = contest("chinese-checkers", &["random", "random:seed=2"]);
        assert_eq!((two.total(), two.seating(0).seats, two.seating(1).seats), (100, vec![0, 1, 0], vec![1, 0, 1]));
        let four = contest("chinese-checkers", &["random", "random", "random", "random"]);
        assert_eq!((four.total(), four.seating(1).seats), (400, vec![1, 2, 0]));
    }

    #[test]
    fn a_round_has_one_opening() {
        let mut two = contest("tic-tac-toe", &["random", "random:seed=2"]);
        (two.opening, two.games) = (3, 20);
        let mut team = Team::default();
        let games: Vec<Played> = (0..20).map(|n| two.play(n, &mut team).unwrap().unwrap()).collect();
        for pair in games.chunks(2) {
            assert_eq!((pair[0].opening, &pair[0].moves[..3]), (3, &pair[1].moves[..3]));
        }
        assert_ne!(games[0].moves[..3], games[2].moves[..3]);
        assert_eq!(games[7], { two.play(7, &mut Team::default()).unwrap().unwrap() }.without_times(&games[7]));
    }

    #[test]
    fn an_opening_never_ends_the_game() {
        let mut two = contest("tic-tac-toe", &["random", "random:seed=2"]);
        two.opening = 9;
        let played = two.play(0, &mut Team::default()).unwrap().unwrap();
        assert!(played.opening < 9 && played.outcome.is_some());
    }

    impl Played {
        fn without_times(mut self, other: &Played) -> Played {
            self.spent.clone_from(&other.spent);
            self
        }
    }

    #[test]
    fn who_is_out_does_not_win_when_another_one_fails() {
        let three = contest("chinese-checkers", &["random", "random:seed=2", "random:seed=3"]);
        let mut played = three.play(0, &mut Team::default()).unwrap().unwrap();
        let mut position = three.engine.start().unwrap();
        three.fail(&mut played, 1, "it resigns".to_owned(), &position);
        assert_eq!(played.returns, [0.5, -1.0, 0.5]);
        position.players = 0b110;
        three.fail(&mut played, 1, "it resigns".to_owned(), &position);
        assert_eq!(played.returns, [-0.5, -0.5, 1.0]);
    }

    #[test]
    fn who_fails_loses_and_plays_on() {
        let engine = crate::load_bundled("tic-tac-toe", &[]).unwrap();
        struct Broken;
        impl Player for Broken {
            fn name(&self) -> String {
                "broken".to_owned()
            }
            fn choose(&mut self, _: &mut Session, _: &Budget) -> Result<super::super::Choice, PlayerError> {
                Ok(super::super::Choice::new(99))
            }
        }
        let random = Entrant::new("random", || Ok(Box::new(super::super::Random::new(1))));
        let broken = Entrant::new("broken", || Ok(Box::new(Broken)));
        let two = Contest::new(engine, vec![random, broken]).unwrap();
        let mut team = Team::default();
        let played = two.play(0, &mut team).unwrap().unwrap();
        assert_eq!((played.returns.as_slice(), played.moves.len()), (&[1.0, -1.0][..], 1));
        assert_eq!(played.failure, Some((1, "no move 99: there are 8 legal moves".to_owned())));
        assert_eq!(two.play(1, &mut team).unwrap().unwrap().returns, [-1.0, 1.0]);
        let record = two.record(&played, "tic-tac-toe", &[]);
        let again = Record::from_json(&record.to_json_line()).unwrap();
        assert_eq!(two.from_record(&again).unwrap().without_times(&played), played);
    }

    #[test]
    fn a_stopped_contest_plays_no_game() {
        let mut two = contest("tic-tac-toe", &["random", "random"]);
        two.budget = Budget::default().with_stop(Arc::new(true.into()));
        assert!(two.play(0, &mut Team::default()).unwrap().is_none());
    }
}
