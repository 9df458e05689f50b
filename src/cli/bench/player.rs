//! [`RandomPlayer`]: plays random games for a given time.

use boardwright::engine::Engine;
use boardwright::measure::Stats;
use boardwright::outcome::Fault;
use boardwright::position::Position;
use boardwright::rng::Rng;
use std::time::{Duration, Instant};

/// The most plies of a random game, as in `playout`.
const MAX_PLIES: u32 = 10_000;

/// One thread's random games.
pub struct RandomPlayer<'e> {
    engine: &'e dyn Engine,
    start: &'e Position,
    /// The number of the next game.
    next: u64,
    pace: Pace,
    /// The complete games, including those stopped after [`MAX_PLIES`].
    pub whole: Stats,
}

/// How much is played before the clock is read again.
enum Pace {
    /// A number of plies of a game that continues in the next sample, so that a long game does not make a long sample.
    Plies(u32, RandomGame),
    /// A number of whole games, if they are fast.
    Games(u64),
}

struct RandomGame {
    position: Position,
    rng: Rng,
    plies: u32,
}

impl<'e> RandomPlayer<'e> {
    const SEED: u64 = 1;

    /// Creates the n-th player. Each plays different games.
    pub fn new(engine: &'e dyn Engine, start: &'e Position, n: usize) -> RandomPlayer<'e> {
        let first = (n as u64) << 40;
        let game = RandomGame { position: start.clone(), rng: Rng::for_game(RandomPlayer::SEED, first), plies: 0 };
        RandomPlayer { engine, start, next: first + 1, pace: Pace::Plies(8, game), whole: Stats::new(engine.game()) }
    }

    /// Plays one sample and returns its plies per second.
    pub fn sample(&mut self, length: Duration) -> Result<f64, Fault> {
        let begin = Instant::now();
        let mut plies = 0;
        loop {
            let since = Instant::now();
            plies += self.play()?;
            let passed = begin.elapsed();
            if passed >= length {
                return Ok(plies as f64 / passed.as_secs_f64().max(1e-9));
            }
            if since.elapsed() < length / 100 {
                self.pace = match std::mem::replace(&mut self.pace, Pace::Games(1)) {
                    Pace::Plies(plies, game) if plies < MAX_PLIES => Pace::Plies(plies * 2, game),
                    Pace::Plies(..) => Pace::Games(1),
                    Pace::Games(games) => Pace::Games(games.saturating_mul(2)),
                };
            }
        }
    }

    /// Continues to play and returns the number of plies.
    fn play(&mut self) -> Result<u64, Fault> {
        match &mut self.pace {
            Pace::Games(count) => {
                let range = self.next..self.next + *count;
                self.next = range.end;
                let (mut sum, whole) = (0, &mut self.whole);
                let mut ended = |outcome, plies| {
                    sum += u64::from(plies);
                    whole.add(outcome, plies);
                };
                let played = self.engine.random_games(self.start, RandomPlayer::SEED, range, MAX_PLIES, &mut ended);
                played.map_err(|(_, fault)| fault)?;
                Ok(sum)
            }
            Pace::Plies(count, game) => {
                let plies = (*count).min(MAX_PLIES - game.plies);
                let plies = self.engine.playout(&mut game.position, &mut game.rng, plies)?;
                game.plies += plies;
                if game.position.outcome.is_some() || game.plies >= MAX_PLIES {
                    self.whole.add(game.position.outcome, game.plies);
                    game.position.clone_from(self.start);
                    (game.rng, game.plies) = (Rng::for_game(RandomPlayer::SEED, self.next), 0);
                    self.next += 1;
                }
                Ok(u64::from(plies))
            }
        }
    }
}
