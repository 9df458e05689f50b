//! [`Playouts`]: random games of both games, in pairs with equal seeds.

use super::interval::{Estimate, Fourfold, mean, newcombe, wilson};
use super::{Games, Two};
use crate::engine::Engine;
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use crate::rng::Rng;
use crate::stats::Stats;
use crate::threads::Threads;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// The random games to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutExtent {
    /// The seed: the n-th games of a seed are a pair.
    pub seed: u64,
    /// The number of pairs; if `None`, as many as the intervals need, within a budget of plies.
    pub games: Option<u64>,
    /// The ply at which a game is stopped.
    pub max_plies: u32,
}

/// The results of random games with one seed in both games.
#[derive(Clone, Debug)]
pub struct Playouts {
    /// The number of pairs.
    pub games: u64,
    /// Results and lengths in each game.
    pub stats: Two<Stats>,
    /// The pairs with equal results: a win of each player in turn order, a draw, unfinished.
    pub alike: Vec<u64>,
    /// The lengths of the games in plies.
    pub plies: Sums,
    /// The mean number of legal moves per position of each random game; only of some games, because it takes longer.
    pub moves: Sums,
    /// The numbers of the first pairs that differ.
    pub apart: Vec<u64>,
}

/// The most pairs that differ whose numbers are kept.
const APART: usize = 4;

/// The random games that failed: for each of the two games, the first one and its fault.
pub type FailedPlayouts = Box<Two<Option<(u64, Fault)>>>;

/// Sums over pairs of numbers, from which means, variances and the variance of the differences follow. They are integers, so that
/// the order of addition does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The number of pairs.
    pub n: u64,
    a: u128,
    b: u128,
    aa: u128,
    bb: u128,
    ab: u128,
    /// The number of units in 1.
    unit: u64,
}

/// The smallest number of pairs that may be enough; it doubles until it is.
const FIRST: u64 = 256;

/// The half-width of a share's interval that is narrow enough.
const SHARE: f64 = 0.025;

/// The half-width of the mean length's interval that is narrow enough, relative to the mean.
const LENGTH: f64 = 0.02;

/// The plies of each game after which no more are played, if no number is requested.
const PLIES: u64 = 300_000;

/// The plies of each game in which legal moves are counted.
const COUNTED: u64 = 20_000;

/// Random games per task of a thread.
const BATCH: u64 = 32;

/// Pairs per batch: results are summed after each, so that memory stays bounded.
const ROUND: u64 = 1 << 15;

/// The units in which a count of moves is kept.
const PARTS: u64 = 1 << 16;

impl Sums {
    fn new(unit: u64) -> Sums {
        Sums { unit, ..Sums::default() }
    }

    fn add(&mut self, a: u64, b: u64) {
        let (a, b) = (u128::from(a), u128::from(b));
        self.n += 1;
        self.a += a;
        self.b += b;
        self.aa += a * a;
        self.bb += b * b;
        self.ab += a * b;
    }

    fn join(&mut self, other: &Sums) {
        self.n += other.n;
        self.a += other.a;
        self.b += other.b;
        self.aa += other.aa;
        self.bb += other.bb;
        self.ab += other.ab;
    }

    /// Returns the mean of each, and of the differences (second minus first).
    pub fn estimates(&self) -> (Two<Estimate>, Estimate) {
        let (n, unit) = (self.n.max(1) as f64, self.unit.max(1) as f64);
        let squares = |squares: u128, sum: u128| (self.n as u128 * squares).saturating_sub(sum * sum);
        let estimate = |sum: f64, spread: u128| {
            let variance = spread as f64 / (n * (n - 1.0).max(1.0));
            mean(sum / n / unit, variance / unit / unit, self.n)
        };
        let difference = self.b as f64 - self.a as f64;
        let spread = squares((self.aa + self.bb).saturating_sub(2 * self.ab), self.a.abs_diff(self.b));
        let each = Two {
            a: estimate(self.a as f64, squares(self.aa, self.a)),
            b: estimate(self.b as f64, squares(self.bb, self.b)),
        };
        (each, estimate(difference, spread))
    }

    /// Returns whether the two numbers of each pair are equal.
    pub fn equal(&self) -> bool {
        self.aa + self.bb == 2 * self.ab
    }
}

impl Playouts {
    fn new(games: &Games<'_>) -> Playouts {
        let stats = games.engines.map(|engine| Stats::new(engine.game()));
        let alike = vec![0; stats.a.wins.len().max(stats.b.wins.len()) + 2];
        Playouts { games: 0, stats, alike, plies: Sums::new(1), moves: Sums::new(PARTS), apart: Vec::new() }
    }

    /// Returns the index of a result in [`Playouts::alike`].
    fn place(&self, outcome: Option<Outcome>) -> usize {
        match outcome {
            Some(Outcome::Win(player)) => player.0 as usize,
            Some(Outcome::Draw) => self.alike.len() - 2,
            None => self.alike.len() - 1,
        }
    }

    fn add(&mut self, n: u64, a: Ended, b: Ended) {
        self.games += 1;
        if a != b && self.apart.len() < APART {
            self.apart.push(n);
        }
        self.stats.a.add(a.0, a.1);
        self.stats.b.add(b.0, b.1);
        self.plies.add(a.1.into(), b.1.into());
        if a.0 == b.0 {
            let place = self.place(a.0);
            self.alike.iter_mut().skip(place).take(1).for_each(|pairs| *pairs += 1);
        }
    }

    fn join(&mut self, other: &Playouts) {
        self.games += other.games;
        self.stats.a.join(&other.stats.a);
        self.stats.b.join(&other.stats.b);
        self.plies.join(&other.plies);
        let room = APART.saturating_sub(self.apart.len());
        self.apart.extend(other.apart.iter().take(room));
        self.alike.iter_mut().zip(&other.alike).for_each(|(pairs, more)| *pairs += more);
    }

    /// Returns how often each game had a result, by its index in [`Playouts::alike`], or `None` if it has no such player.
    pub fn results(&self, place: usize) -> Two<Option<u64>> {
        let last = self.alike.len();
        self.stats.each().map(|stats| match place {
            _ if place + 1 == last => Some(stats.unfinished),
            _ if place + 2 == last => Some(stats.draws),
            _ => stats.wins.get(place).copied(),
        })
    }

    /// Returns how a result occurred in the pairs, if both games can have it.
    pub fn pairs(&self, place: usize) -> Option<Fourfold> {
        let Two { a: Some(a), b: Some(b) } = self.results(place) else { return None };
        let both = self.alike.get(place).copied()?;
        let (a, b) = (a.saturating_sub(both), b.saturating_sub(both));
        Some(Fourfold { both, a, b, neither: self.games.saturating_sub(both + a + b) })
    }

    /// Returns whether the intervals are narrow enough. Only their widths decide, not their positions, so that a chance result does
    /// not stop the games (Y. S. Chow, H. Robbins, "On the asymptotic theory of fixed-width sequential confidence intervals for
    /// the mean", 1965).
    fn enough(&self) -> bool {
        let (each, difference) = self.plies.estimates();
        let shares = (0..self.alike.len()).all(|place| match self.pairs(place) {
            Some(pairs) => newcombe(pairs).margin() <= SHARE,
            None => {
                let of = self.results(place);
                [of.a, of.b].into_iter().flatten().all(|hits| wilson(hits, self.games).margin() <= SHARE)
            }
        });
        shares && difference.margin() <= LENGTH * each.a.value.max(each.b.value).max(1.0)
    }
}

/// The result of a random game and its number of plies.
type Ended = (Option<Outcome>, u32);

impl Games<'_> {
    /// Plays random games of one seed in both games, in pairs. Calls `news` with the pairs played, and the pairs planned as far as
    /// known. The result does not depend on the number of threads.
    pub fn playouts(
        &self,
        extent: &PlayoutExtent,
        threads: &Threads,
        news: &mut dyn FnMut(u64, u64),
    ) -> Result<Playouts, FailedPlayouts> {
        let start = self.starts().map(|start| start.map_err(|fault| (0_u64, fault))).both()?;
        let mut played = Playouts::new(self);
        let mut total = extent.games.unwrap_or(FIRST);
        loop {
            while played.games < total {
                let pairs = played.games..played.games + ROUND.min(total - played.games);
                self.round(&start, extent, pairs, threads, &mut played, &mut |done| news(done, total))?;
            }
            let plies = played.stats.a.plies.max(played.stats.b.plies);
            if extent.games.is_some() || 2 * plies > PLIES || played.enough() {
                break;
            }
            total *= 2;
        }
        self.count_moves(&start, extent, threads, &mut played)?;
        Ok(played)
    }

    /// Plays the pairs with these numbers, in batches.
    fn round(
        &self,
        start: &Two<Position>,
        extent: &PlayoutExtent,
        pairs: Range<u64>,
        threads: &Threads,
        played: &mut Playouts,
        news: &mut dyn FnMut(u64),
    ) -> Result<(), FailedPlayouts> {
        let done = &AtomicU64::new(pairs.start);
        let batches: Vec<Range<u64>> =
            pairs.clone().step_by(BATCH as usize).map(|from| from..from + BATCH.min(pairs.end - from)).collect();
        let mut parts: Vec<Result<Playouts, FailedPlayouts>> = Vec::new();
        threads.run(
            |say| {
                let play = |batch: &Range<u64>| {
                    let part = self.batch(start, extent, batch.clone());
                    done.fetch_add(batch.end - batch.start, Ordering::Relaxed);
                    say();
                    part
                };
                parts = batches.par_iter().map(play).collect();
            },
            &mut || news(done.load(Ordering::Relaxed)),
        );
        let mut failed = FailedPlayouts::default();
        for part in parts {
            match part {
                Ok(part) => played.join(&part),
                Err(part) => *failed = Two { a: failed.a.take().or(part.a), b: failed.b.take().or(part.b) },
            }
        }
        if failed.a.is_some() || failed.b.is_some() { Err(failed) } else { Ok(()) }
    }

    fn batch(
        &self,
        start: &Two<Position>,
        extent: &PlayoutExtent,
        pairs: Range<u64>,
    ) -> Result<Playouts, FailedPlayouts> {
        let play = |engine: &dyn Engine, start: &Position| {
            let mut all: Vec<Ended> = Vec::new();
            let mut ended = |outcome, plies| all.push((outcome, plies));
            engine.random_games(start, extent.seed, pairs.clone(), extent.max_plies, &mut ended).map(|()| all)
        };
        let ended = Two { a: play(self.engines.a, &start.a), b: play(self.engines.b, &start.b) }.both()?;
        let mut part = Playouts::new(self);
        pairs.zip(ended.a.into_iter().zip(ended.b)).for_each(|(n, (a, b))| part.add(n, a, b));
        Ok(part)
    }

    /// Counts the legal moves in the positions of the first games.
    fn count_moves(
        &self,
        start: &Two<Position>,
        extent: &PlayoutExtent,
        threads: &Threads,
        played: &mut Playouts,
    ) -> Result<(), FailedPlayouts> {
        let plies = (played.stats.a.plies.max(played.stats.b.plies) / played.games.max(1)).max(1);
        let games = (COUNTED / plies).max(10).min(played.games);
        let mut counted: Vec<Result<Two<u64>, FailedPlayouts>> = Vec::new();
        let count = |n| {
            let mean = |engine: &dyn Engine, start: &Position| {
                mean_moves(engine, start, extent, n).map_err(|fault| (n, fault))
            };
            Two { a: mean(self.engines.a, &start.a), b: mean(self.engines.b, &start.b) }.both().map_err(Box::new)
        };
        threads.run(|_| counted = (0..games).into_par_iter().map(count).collect(), &mut || ());
        for pair in counted {
            let Two { a, b } = pair?;
            played.moves.add(a, b);
        }
        Ok(())
    }
}

/// Returns the mean number of legal moves per position of the n-th game, in [`PARTS`].
fn mean_moves(engine: &dyn Engine, start: &Position, extent: &PlayoutExtent, n: u64) -> Result<u64, Fault> {
    let (mut position, mut rng) = (start.clone(), Rng::for_game(extent.seed, n));
    let (mut moves, mut plies) = (0, 0);
    // Ply by ply: identifying the moves would take much longer and does not matter here.
    while position.outcome.is_none() && plies < extent.max_plies {
        moves += engine.count_moves(&position)?;
        match engine.playout(&mut position, &mut rng, 1)? {
            0 => break,
            made => plies += made,
        }
    }
    Ok(moves * PARTS / u64::from(plies).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{load_bundled, load_text};

    fn played(a: &str, b: &str, games: Option<u64>, threads: usize) -> Playouts {
        let (a, b) = (load_bundled(a, &[]).unwrap(), load_bundled(b, &[]).unwrap());
        let extent = PlayoutExtent { seed: 3, games, max_plies: 500 };
        Games::new(&*a, &*b).playouts(&extent, &Threads::new(threads).unwrap(), &mut |_, _| ()).unwrap()
    }

    #[test]
    fn equal_rules_play_equal_games() {
        let same = played("tic-tac-toe", "tic-tac-toe", Some(100), 2);
        assert!(same.plies.equal() && same.moves.equal());
        assert_eq!(same.alike.iter().sum::<u64>(), 100);
        assert_eq!(same.plies.estimates().1, Estimate { value: 0.0, low: 0.0, high: 0.0 });
    }

    #[test]
    fn sums_do_not_depend_on_the_threads() {
        let told = |threads| {
            let played = played("tic-tac-toe", "connect-four", None, threads);
            (played.games, played.stats, played.alike, played.plies, played.moves)
        };
        assert_eq!(told(1), told(3));
        assert!(told(2).0 >= FIRST && told(2).0 <= 8192);
    }

    #[test]
    fn many_games_are_played_in_rounds() {
        let game = load_text(
            "game \"X\" board square 1 x 1 players A, B piece stone
             action place(p: empty) do put stone at p end { when none(empty): mover wins }",
            &[],
        )
        .unwrap();
        let extent = PlayoutExtent { seed: 1, games: Some(ROUND + BATCH + 1), max_plies: 9 };
        let played = Games::new(&*game, &*game).playouts(&extent, &Threads::new(2).unwrap(), &mut |_, _| ()).unwrap();
        assert_eq!((played.games, played.alike[0]), (ROUND + BATCH + 1, ROUND + BATCH + 1));
    }

    #[test]
    fn legal_moves_are_counted() {
        let game = load_bundled("tiger", &[]).unwrap();
        let (start, extent) = (game.start().unwrap(), PlayoutExtent { seed: 5, games: None, max_plies: 40 });
        let (mut position, mut rng, mut moves) = (start.clone(), Rng::for_game(5, 2), Vec::new());
        game.random_game(&mut position, &mut rng, 40, &mut moves).unwrap();
        let (mut position, mut sum) = (start.clone(), 0);
        for mv in &moves {
            sum += game.legal_moves(&position).unwrap().len() as u64;
            game.play_unchecked(&mut position, mv).unwrap();
        }
        assert_eq!(mean_moves(&*game, &start, &extent, 2).unwrap(), sum * PARTS / moves.len() as u64);
    }

    #[test]
    fn paired_differences_have_their_own_variance() {
        let mut sums = Sums::new(1);
        [(1, 3), (5, 7), (9, 11)].into_iter().for_each(|(a, b)| sums.add(a, b));
        let (each, difference) = sums.estimates();
        assert_eq!((each.a.value, each.b.value), (5.0, 7.0));
        assert!(each.a.margin() > 5.0 && difference.margin() < 1e-9 && !sums.equal());
        assert_eq!((difference.value, difference.low, difference.high), (2.0, 2.0, 2.0));
    }
}
