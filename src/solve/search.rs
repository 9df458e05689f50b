//! What all searches share: the way from the first position to the present one, and what a position is there.

use super::keys::{Key, Keys, join, occurrence};
use super::settled::{Outlook, Remaining, Standing};
use super::table::Table;
use super::{Progress, SolveError};
use crate::engine::Engine;
use crate::game::past::History;
use crate::game::piece::Player;
use crate::outcome::Outcome;
use crate::player::evaluation::{Evaluation, View};
use crate::player::{AlphaBeta, Clock, known_evaluation};
use crate::session::{Session, SessionError};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Lines that are longer than this are not followed.
const LONGEST: usize = 5_000;

/// From this number of positions on, new positions are judged.
const JUDGED: u64 = 20_000;

/// After how many positions the clock is looked at.
const STEP: u64 = 64;

/// After how many positions progress is reported.
const REPORT: u64 = 1 << 15;

/// Why a search ends without an answer.
#[derive(Debug)]
pub(super) enum Stop {
    /// The budget is spent.
    Budget,
    /// A line is too long.
    Long,
    /// The memory is full.
    Memory,
    /// The rules fail.
    Failed(SolveError),
}

impl From<SessionError> for Stop {
    fn from(error: SessionError) -> Stop {
        Stop::Failed(error.into())
    }
}

/// What a solver remembers.
#[derive(Debug)]
pub(super) struct Memory {
    pub keys: Keys,
    pub table: Table,
    /// Whether a game has ended in a draw.
    pub has_draws: bool,
    /// Whether a line has led back to one of its positions.
    pub has_loops: bool,
    /// For each player, whether there may be claims that this player wins.
    pub claims: [bool; 2],
    /// What judges new positions, if the search is a long one.
    pub evaluation: Option<Evaluation>,
    /// What is settled before a game ends, if the rules say so.
    pub outlook: Option<Outlook>,
}

impl Memory {
    pub fn new(engine: &dyn Engine, history: History, bytes: usize) -> Memory {
        Memory {
            keys: Keys::new(engine, history),
            table: Table::new(bytes),
            has_draws: false,
            has_loops: false,
            claims: [false; 2],
            evaluation: None,
            outlook: Outlook::of(engine.game()),
        }
    }

    /// Returns an empty memory of another size for the same game.
    pub fn resized(self, bytes: usize) -> Memory {
        let table = Table::new(bytes);
        Memory { table, has_draws: false, has_loops: false, claims: [false; 2], evaluation: None, ..self }
    }
}

/// A search, and where it is.
pub(super) struct Search<'s> {
    pub session: &'s mut Session,
    pub memory: &'s mut Memory,
    clock: Clock,
    hear: &'s mut dyn FnMut(&Progress),
    pub progress: Progress,
    path: Path,
    /// No limit applies as long as this is less than the number of positions.
    limit: u64,
}

/// What a position is for a claim that a player can force a win.
pub(super) enum Seen {
    /// The game is over: whether that player has won.
    Over(bool),
    /// The game goes on for this number of plies, but it is settled: whether that player wins.
    Settled(bool, Remaining),
    /// The position with this number on the way here, again, whether the game goes on or the rules draw it.
    Loop(usize),
    /// The game goes on. Has the keys of the position, with its past and without it.
    Open(Spot),
}

/// The keys of a position: with what matters of its past, and without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub key: Key,
    pub position: Key,
}

impl<'s> Search<'s> {
    pub fn new(
        session: &'s mut Session,
        memory: &'s mut Memory,
        clock: Clock,
        progress: Progress,
        hear: &'s mut dyn FnMut(&Progress),
    ) -> Search<'s> {
        memory.table.begin();
        Search { session, memory, clock, hear, progress, path: Path::default(), limit: u64::MAX }
    }

    /// Counts a position. Stops the search if the budget is spent.
    #[inline]
    pub fn count(&mut self) -> Result<(), Stop> {
        self.progress.positions += 1;
        if self.progress.positions.is_multiple_of(STEP) { self.look_at_clock() } else { Ok(()) }
    }

    #[cold]
    fn look_at_clock(&mut self) -> Result<(), Stop> {
        if self.progress.positions.is_multiple_of(REPORT) {
            (self.hear)(&self.progress);
        }
        if self.clock.is_over(self.progress.positions) || self.progress.positions > self.limit {
            return Err(Stop::Budget);
        }
        Ok(())
    }

    /// Does something that may look at this number of positions.
    pub fn limited<T>(&mut self, positions: u64, work: impl FnOnce(&mut Self) -> Result<T, Stop>) -> Result<T, Stop> {
        let before = std::mem::replace(&mut self.limit, self.progress.positions.saturating_add(positions));
        let done = work(self);
        self.limit = before;
        done
    }

    /// Looks at the present position.
    pub fn see(&mut self, claimant: Player) -> Seen {
        if let Some(outcome) = self.session.outcome() {
            // With another past, the game would go on here.
            if outcome == Outcome::Draw
                && self.draws_repetitions()
                && let Some(earlier) = self.earlier()
            {
                return Seen::Loop(earlier);
            }
            return Seen::Over(self.has_won(outcome, claimant));
        }
        if let Some(outlook) = &self.memory.outlook {
            let words = self.session.words();
            let standing = outlook.standing(words, claimant);
            if standing != Standing::Open {
                self.memory.has_draws |= standing == Standing::Fails { may_draw: true };
                return Seen::Settled(standing == Standing::Wins, outlook.remaining(words));
            }
        }
        let spot = self.spot();
        match self.path.find(spot.position) {
            Some(earlier) if !self.memory.keys.has_past => {
                self.memory.has_loops = true;
                Seen::Loop(earlier)
            }
            _ => Seen::Open(spot),
        }
    }

    /// Returns how likely it is that a player wins from the present position, in which the game goes on. Returns `None` as long as
    /// the search is short.
    pub fn likelihood(&mut self, player: Player) -> Option<f64> {
        if self.memory.evaluation.is_none() && self.progress.positions >= JUDGED {
            self.memory.evaluation = Some(known_evaluation(self.session.engine(), AlphaBeta::SEED));
        }
        let evaluation = self.memory.evaluation.as_ref()?;
        let mover = self.session.to_move()?;
        let view = View { words: self.session.words(), mover, players: self.session.players_in(), moves: &[] };
        evaluation.returns(&view).get(usize::from(player.0)).map(|share| (share + 1.0) / 2.0)
    }

    /// Returns how long the game goes on from the present position, if the rules bound that.
    pub fn remaining(&self) -> Option<Remaining> {
        self.memory.outlook.as_ref().map(|outlook| outlook.remaining(self.session.words()))
    }

    /// Returns the number on the way here of the present position, if it has been there.
    fn earlier(&mut self) -> Option<usize> {
        let position = self.spot().position;
        let earlier = self.path.find(position);
        self.memory.has_loops |= earlier.is_some();
        earlier
    }

    /// Returns whether the rules draw repeated positions, and keys are without a past.
    pub fn draws_repetitions(&self) -> bool {
        !self.memory.keys.has_past && !self.session.game().repetitions.is_empty()
    }

    /// Returns the keys of the present position.
    pub fn spot(&mut self) -> Spot {
        let position = self.memory.keys.position(self.session, self.session.turn());
        let key = if self.memory.keys.has_past { join(position, self.path.past) } else { position };
        Spot { key, position }
    }

    fn has_won(&mut self, outcome: Outcome, claimant: Player) -> bool {
        match outcome {
            Outcome::Win(winner) => winner == claimant,
            Outcome::Draw => {
                // A draw is a win if the other one has gone out.
                let share = self.session.returns().get(usize::from(claimant.0)).copied().unwrap_or(0.0);
                self.memory.has_draws |= share == 0.0;
                share > 0.0
            }
        }
    }

    /// Goes on from the present position: it is on the way from now on. Returns its number there.
    pub fn enter(&mut self, spot: Spot) -> Result<usize, Stop> {
        if self.path.keys.len() >= LONGEST {
            return Err(Stop::Long);
        }
        Ok(self.path.push(spot.position))
    }

    /// Takes back the last [`Search::enter`].
    pub fn leave(&mut self) {
        self.path.pop();
    }

    /// Returns a key that belongs to the present way and position together.
    pub fn key_of_way(&self, key: Key) -> Key {
        join(key, self.path.past)
    }

    /// Goes back to the first position, and forgets the way.
    pub fn go_back(&mut self, ply: u32) {
        while self.session.ply() > ply && self.session.undo().is_some() {}
        self.path = Path::default();
    }
}

/// The positions on the way to the present one.
#[derive(Debug, Default)]
struct Path {
    keys: Vec<Key>,
    numbers: HashMap<Key, usize, BuildHasherDefault<KeyHasher>>,
    /// The key of these positions, whatever their order.
    past: Key,
}

impl Path {
    fn find(&self, position: Key) -> Option<usize> {
        self.numbers.get(&position).copied()
    }

    fn push(&mut self, position: Key) -> usize {
        let number = self.keys.len();
        self.keys.push(position);
        self.numbers.entry(position).or_insert(number);
        self.past = self.past.wrapping_add(occurrence(position));
        number
    }

    fn pop(&mut self) {
        let Some(position) = self.keys.pop() else { return };
        if self.numbers.get(&position) == Some(&self.keys.len()) {
            self.numbers.remove(&position);
        }
        self.past = self.past.wrapping_sub(occurrence(position));
    }
}

/// Hashes keys, which are scrambled already.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = (key >> 64) as u64;
    }
}
