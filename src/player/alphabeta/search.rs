//! The search for two players: principal variations with windows, reductions, and captures to their end.
//!
//! A value is always that for the player to move. It is only negated if the other player moves next: a player may
//! move several times in a row.

mod captures;
mod refuted;

use super::keys;
use super::memory::Memory;
use super::order::{Balance, Board, MOST, Ranked};
use super::score::{self, DECIDED, INFINITE};
use super::switches::Switches;
use super::table::{Bound, COMPLETE, Entry, NO_MOVE};
use crate::game::piece::Player;
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::player::budget::Clock;
use crate::player::evaluation::{Evaluation, View};
use crate::session::Session;
use captures::CAPTURES;

/// The search was stopped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

type Searched = Result<i32, Stopped>;

/// How many positions a search that its budget does not end looks at before a spent budget keeps it from evaluating more of them.
pub(super) const EVALUATED: u64 = 20_000;

/// No line is longer than this many plies.
const MOST_PLIES: usize = 200;

/// A search from one position.
pub(super) struct Search<'s> {
    pub session: &'s mut Session,
    pub memory: &'s mut Memory,
    pub evaluation: &'s Evaluation,
    pub switches: Switches,
    clock: Clock,
    /// Whether only somebody who stops the search ends it, not its budget.
    pub is_free: bool,
    /// After how many positions the search ends, whatever the budget says and whoever stops it. It evaluates none of them.
    most: Option<u64>,
    /// Moves of the first position that are left out, by their indexes.
    pub skipped: Vec<usize>,
    /// What seemed best to a search that was stopped after it had refuted it.
    pub refuted: Option<Found>,
    /// Positions looked at.
    pub work: u64,
    /// How often a value was a guess, not a result.
    guesses: u64,
    /// The player who is to choose.
    chooser: Player,
    /// How many positions captures were followed to.
    followed: u64,
    /// The keys of the positions on the way here.
    path: Vec<u64>,
    /// The number of moves that each player had when last to move.
    moves: Vec<u32>,
    /// The ranked moves of each ply, to be used again.
    ranked: Vec<Vec<Ranked>>,
    /// The best line from each ply on.
    lines: Vec<Vec<Move>>,
}

/// What a search of the first position to some depth has found.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// The index of the best move.
    pub best: usize,
    /// Its value.
    pub value: i32,
    /// Whether all values are results.
    pub is_complete: bool,
    /// How the game may go on.
    pub line: Vec<Move>,
    /// Positions looked at for it.
    pub work: u64,
    /// All moves that have been searched to this depth, and the most that they can be worth.
    pub others: Vec<(usize, i32)>,
}

/// The values between which the real one matters.
#[derive(Clone, Copy, Debug)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    /// Returns the window as the player to move next sees it.
    fn seen(self, is_same: bool) -> Window {
        if is_same { self } else { Window { alpha: -self.beta, beta: -self.alpha } }
    }

    /// Returns the window that only tells whether a value is greater than `alpha`.
    fn test(alpha: i32) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    fn is_test(self) -> bool {
        self.beta - self.alpha <= 1
    }
}

impl<'s> Search<'s> {
    pub(super) fn new(
        session: &'s mut Session,
        memory: &'s mut Memory,
        evaluation: &'s Evaluation,
        clock: Clock,
        switches: Switches,
    ) -> Search<'s> {
        let (path, players) = (memory.seen.clone(), session.game().players.len());
        let (ranked, lines) = (Vec::new(), Vec::new());
        let (moves, chooser) = (vec![0; players], session.to_move().unwrap_or(Player(0)));
        Search {
            session,
            memory,
            evaluation,
            switches,
            clock,
            is_free: false,
            most: None,
            skipped: Vec::new(),
            refuted: None,
            work: 0,
            guesses: 0,
            chooser,
            followed: 0,
            path,
            moves,
            ranked,
            lines,
        }
    }

    /// Searches the first position to a depth, with the best move so far first. `found` gets each better move at once, so that
    /// a search that is stopped has its use.
    pub(super) fn root(&mut self, depth: i32, found: &mut Found) -> Result<(), Stopped> {
        let Some(mover) = self.session.to_move() else { return Ok(()) };
        let (mut window, guesses) = (Window { alpha: -INFINITE, beta: INFINITE }, self.guesses);
        let key = keys::of_position(&self.memory.words, self.session, mover);
        let mut ranked = self.rank(mover, 0, found.best as u32);
        ranked.retain(|one| !self.skipped.contains(&(one.index as usize)));
        let balance = self.balance(mover);
        self.path.push(key);
        let mut stopped = None;
        let mut others = Vec::new();
        for n in 0..ranked.len() {
            let next = Next { mover, depth, ply: 0, n, of: ranked.len(), balance };
            let value = match self.next_move(next, &ranked[n], window) {
                Ok(value) => value,
                Err(stop) => {
                    stopped = Some(stop);
                    break;
                }
            };
            others.push((ranked[n].index as usize, value));
            if value <= -DECIDED {
                self.bring_answers(&mut ranked[n + 1..]);
            }
            if value > window.alpha {
                self.raise_line(0, ranked[n].index);
                found.best = ranked[n].index as usize;
                found.value = value;
                found.line.clone_from(&self.lines[0]);
                window.alpha = value;
            }
        }
        if stopped.is_some() && !others.is_empty() && found.value <= -DECIDED {
            let next = Next { mover, depth, ply: 0, n: 0, of: ranked.len(), balance };
            self.replace_refuted(next, &ranked[others.len()..], found);
        }
        self.path.pop();
        ranked.clear();
        self.give_back(0, ranked);
        if let Some(stop) = stopped {
            return Err(stop);
        }
        found.is_complete = self.guesses == guesses;
        found.others = others;
        Ok(())
    }

    /// Searches the present position.
    fn node(&mut self, window: Window, depth: i32, ply: usize, mover: Player) -> Searched {
        if depth <= 0 || ply >= MOST_PLIES {
            return self.captures(window, CAPTURES, ply, mover);
        }
        self.count()?;
        let Window { mut alpha, mut beta } = window;
        // No win is quicker than one by the next move, and no loss either.
        alpha = alpha.max(-score::win_at(ply));
        beta = beta.min(score::win_at(ply + 1));
        if alpha >= beta {
            return Ok(alpha);
        }
        self.clear_line(ply);
        let key = keys::of_position(&self.memory.words, self.session, mover);
        if self.path.contains(&key) {
            // Who can go round in circles once can do so again.
            self.guesses += 1;
            return Ok(0);
        }
        let known = if self.switches.table { self.memory.table.get(key) } else { None };
        // A position on the best line is searched again, so that the line is known to its end.
        if let Some(entry) = known.filter(|_| beta - alpha <= 1)
            && let Some(value) = self.known(entry, Window { alpha, beta }, depth, ply)
        {
            return Ok(value);
        }
        let guesses = self.guesses;
        let Ok(moves) = self.session.legal_moves() else { return Ok(self.guess(0)) };
        let only = moves.len() == 1;
        let ranked = self.rank(mover, ply, known.map_or(NO_MOVE, |entry| entry.best));
        if ranked.is_empty() {
            return Ok(self.guess(0));
        }
        let balance = self.balance(mover);
        self.path.push(key);
        let (mut best, mut index) = (-INFINITE, NO_MOVE);
        let mut result = Ok(());
        for n in 0..ranked.len() {
            let depth = if only { depth + 1 } else { depth };
            let next = Next { mover, depth, ply, n, of: ranked.len(), balance };
            match self.next_move(next, &ranked[n], Window { alpha, beta }) {
                Ok(value) if value > best => {
                    best = value;
                    if value > alpha {
                        alpha = value;
                        index = ranked[n].index;
                        self.raise_line(ply, index);
                    }
                    if value >= beta {
                        if self.switches.history {
                            self.memory.order.learn(mover, ply, &ranked[n], &ranked[..n.min(32)], depth);
                        }
                        break;
                    }
                }
                Ok(_) => {}
                Err(stop) => {
                    result = Err(stop);
                    break;
                }
            }
        }
        self.path.pop();
        self.give_back(ply, ranked);
        result?;
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if index == NO_MOVE => Bound::Upper,
            _ => Bound::Exact,
        };
        let is_decided = (best >= DECIDED && bound != Bound::Upper) || (best <= -DECIDED && bound != Bound::Lower);
        let is_complete = is_decided || self.guesses == guesses;
        let depth = if is_complete { COMPLETE } else { depth.clamp(0, 200) as u8 };
        // What there was no time to look at is not to be remembered.
        if self.switches.table && !self.is_late(EVALUATED) {
            self.memory.table.put(key, Entry { score: score::stored(best, ply), best: index, depth, bound });
        }
        Ok(best)
    }

    /// Makes a move and returns its value, for the player who makes it.
    fn next_move(&mut self, next: Next, ranked: &Ranked, window: Window) -> Searched {
        let Next { mover, depth: _, ply, n, of, balance } = next;
        self.clear_line(ply + 1);
        self.moves[usize::from(mover.0)] = of as u32;
        if self.session.make(ranked.index as usize).is_err() {
            return Ok(self.guess(0));
        }
        let is_sharp = self.balance(mover).is_sharp_after(&balance);
        self.memory.order.learn_class(ranked.class, is_sharp);
        let is_first = n == 0;
        let is_whole = is_first || is_sharp || ranked.rank >= MOST || !self.switches.reduce;
        let reduced = if is_whole { 0 } else { reduction(next.depth, n) };
        let value = self.made(next, reduced, window, is_first);
        self.session.undo();
        value
    }

    /// Returns the value of the move that has just been made. The first move gets the whole window; of the others it is first
    /// asked whether they are better at all, less deeply by `reduced`.
    fn made(&mut self, next: Next, reduced: i32, window: Window, is_first: bool) -> Searched {
        let Next { mover, depth, ply, .. } = next;
        if let Some(outcome) = self.session.outcome() {
            self.count()?;
            return Ok(self.result(outcome, mover, ply + 1));
        }
        let Some(after) = self.session.to_move() else { return Ok(self.guess(0)) };
        let is_same = after == mover;
        let below = |search: &mut Self, window: Window, depth: i32| {
            let value = search.node(window.seen(is_same), depth, ply + 1, after)?;
            Ok(if is_same { value } else { -value })
        };
        if is_first {
            return below(self, window, depth - 1);
        }
        let mut value = below(self, Window::test(window.alpha), depth - 1 - reduced)?;
        if value > window.alpha && reduced > 0 {
            value = below(self, Window::test(window.alpha), depth - 1)?;
        }
        if value > window.alpha && value < window.beta && !window.is_test() {
            value = below(self, window, depth - 1)?;
        }
        Ok(value)
    }

    /// Returns the value that an entry of the table gives the position, if it is enough.
    fn known(&mut self, entry: Entry, window: Window, depth: i32, ply: usize) -> Option<i32> {
        let is_of_its_way = self.memory.past_matters;
        let mut value = score::restored(entry.score, ply);
        if is_of_its_way {
            // What was proved on another way is likely here.
            value = value.clamp(-score::MOST, score::MOST);
        }
        let is_enough = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        let is_deep = entry.depth == COMPLETE || (i32::from(entry.depth) >= depth && window.is_test());
        if !is_enough || !is_deep {
            return None;
        }
        if entry.depth != COMPLETE || is_of_its_way {
            self.guesses += 1;
        }
        Some(value)
    }

    /// Returns what a result is worth to a player.
    fn result(&mut self, outcome: Outcome, player: Player, ply: usize) -> i32 {
        match outcome {
            Outcome::Win(winner) if winner == player => score::win_at(ply),
            Outcome::Win(_) => -score::win_at(ply),
            Outcome::Draw => {
                // It may be a draw by repetition, which another way here would not be.
                if !self.session.game().repetitions.is_empty() {
                    self.guesses += 1;
                }
                let share = self.session.returns().get(usize::from(player.0)).copied().unwrap_or(0.0);
                if share == 0.0 { 0 } else { score::win_at(ply) * share.signum() as i32 }
            }
        }
    }

    /// Notes that a value is a guess.
    fn guess(&mut self, value: i32) -> i32 {
        self.guesses += 1;
        value
    }

    /// Counts a position; stops the search if the budget is spent.
    fn count(&mut self) -> Result<(), Stopped> {
        self.work += 1;
        let is_over = match self.most {
            Some(most) => self.work > most,
            None if self.is_free => self.clock.is_stopped(),
            None => self.clock.is_over(self.work),
        };
        if is_over { Err(Stopped) } else { Ok(()) }
    }

    fn evaluate(&self, mover: Player) -> i32 {
        let (words, players) = (self.session.words(), self.session.players_in());
        self.evaluation.score(&View { words, mover, players, moves: &self.moves })
    }

    fn board(&self, mover: Player) -> Board<'_> {
        let worth = self.evaluation.worth();
        Board { words: self.session.words(), layout: &self.session.game().layout, mover, worth }
    }

    fn balance(&self, mover: Player) -> Balance {
        self.board(mover).balance()
    }

    /// Returns the legal moves, the most promising first.
    fn rank(&mut self, mover: Player, ply: usize, first: u32) -> Vec<Ranked> {
        if self.ranked.len() <= ply {
            self.ranked.resize_with(ply + 1, Vec::new);
        }
        let mut ranked = std::mem::take(&mut self.ranked[ply]);
        if self.session.legal_moves().is_ok() {
            let (moves, words) = (self.session.listed(), self.session.words());
            let (layout, worth) = (&self.session.game().layout, self.evaluation.worth());
            let board = Board { words, layout, mover, worth };
            self.memory.order.rank(&board, moves, ply, first, &mut ranked);
        }
        ranked
    }

    /// Keeps the memory of a list for the next one.
    fn give_back(&mut self, ply: usize, ranked: Vec<Ranked>) {
        self.ranked[ply] = ranked;
    }

    fn clear_line(&mut self, ply: usize) {
        if self.lines.len() <= ply + 1 {
            self.lines.resize(ply + 2, Vec::new());
        }
        self.lines[ply].clear();
    }

    /// Sets the best line from a ply on: a move, and the best line after it.
    fn raise_line(&mut self, ply: usize, index: u32) {
        let Some(mv) = self.session.listed().get(index as usize).cloned() else { return };
        let (before, after) = self.lines.split_at_mut(ply + 1);
        before[ply].clear();
        before[ply].push(mv);
        before[ply].extend(after[0].iter().cloned());
    }
}

/// A move to be made: who makes it, where in the tree, and how many were tried before, of how many.
#[derive(Clone, Copy)]
struct Next {
    mover: Player,
    depth: i32,
    ply: usize,
    n: usize,
    of: usize,
    balance: Balance,
}

/// Returns by how much the n-th move of a node is searched less deeply.
fn reduction(depth: i32, n: usize) -> i32 {
    i32::from(n >= 8 && depth >= 3) + i32::from(n >= 24 && depth >= 6)
}
