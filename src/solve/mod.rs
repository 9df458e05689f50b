//! Solving games: who wins with best play, in how many plies, and how. [`Solver`] proves what it says.
//!
//! Four ways lead to an answer. [Proof-number search](Method::Proof) finds out who can force a win, and so does [depth-first
//! search](Method::DepthFirst) where each ply fills the board;
//! [retrograde analysis](Method::Retrograde) lists all positions and is exact where play can go in circles; [search to a
//! depth](Method::Depth) finds the shortest win.

mod decide;
mod graph;
mod keys;
mod line;
mod proof;
mod saved;
mod search;
mod settled;
mod shortest;
mod solution;
mod table;

pub use saved::{SavedTable, TableError};
pub use solution::{Method, MoveValue, Phase, Plies, Progress, Solution, SolveError, Unsolved, Value};

use crate::engine::Engine;
use crate::game::past::History;
use crate::game::piece::Player;
use crate::outcome::Outcome;
use crate::player::{Budget, Clock};
use crate::position::Position;
use crate::rng::Rng;
use crate::session::Session;
use graph::Graph;
use keys::Key;
use search::{Memory, Search, Seen, Stop};
use shortest::Within;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use table::EVER;

/// The most plies that can be asked for.
pub const MOST_PLIES: u32 = 60_000;

/// How many random games are played to find out whether play goes in circles.
const SAMPLES: u64 = 20;

/// The most plies of these games.
const SAMPLE_PLIES: u32 = 400;

/// How many positions may be looked at to find the shortest win, at least.
const SHORTEST: u64 = 300_000;

/// In how many plies someone wins soon; how many positions may be looked at for that, and which share of the budget.
const SOON: u16 = 3;
const SOON_POSITIONS: u64 = 30_000;
const SOON_SHARE: u64 = 8;

/// Solves one position of a game for one or two players.
///
/// ```
/// use boardwright::outcome::Outcome;
/// use boardwright::player::Budget;
/// use boardwright::solve::{Plies, Solver};
///
/// let game = boardwright::load_bundled("tic-tac-toe", &[])?;
/// let mut solver = Solver::new(game.clone(), &game.start()?)?;
/// let solution = solver.solve(&Budget::default(), &mut |_| {})?;
/// assert_eq!(solution.value.unwrap().outcome, Outcome::Draw);
///
/// let mut session = game.session()?;
/// for text in ["b2", "a2"] {
///     session.make_text(text)?;
/// }
/// let mut solver = Solver::new(game, &session.position())?;
/// let value = solver.solve(&Budget::default(), &mut |_| {})?.value.unwrap();
/// assert!(matches!(value.outcome, Outcome::Win(x) if x.0 == 0));
/// assert_eq!(value.plies, Some(Plies::Exactly(5)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    session: Session,
    root: Position,
    history: History,
    memory: Memory,
    bytes: usize,
    graph: Option<Graph>,
    most_plies: Option<u32>,
    is_exact: bool,
    progress: Progress,
    value: Option<Value>,
    /// Whether the value is that of a win which comes soon, if that has been looked for.
    is_soon: Option<bool>,
}

impl Solver {
    /// The memory of a solver in MB, unless it is set.
    pub const MEMORY: usize = 512;

    /// Creates a solver of a position.
    ///
    /// Errors if the game has more than two players, or if it is not a position of the game.
    pub fn new(engine: Arc<dyn Engine>, position: &Position) -> Result<Solver, SolveError> {
        let game = engine.game();
        if game.players.len() > 2 {
            return Err(SolveError::Players(game.players.len()));
        }
        let mut history = History::of(game);
        if history == History::DrawsRepetitions && position.history.len() > game.repetitions.len() {
            // Positions before this one count as well.
            history = History::Matters;
        }
        let bytes = Solver::MEMORY << 20;
        let memory = Memory::new(&*engine, history, bytes);
        let progress = Progress::new(game.players.len());
        let mut session = Session::new(engine).map_err(|fault| SolveError::Session(fault.into()))?;
        session.set_position(position)?;
        let root = position.clone();
        Ok(Solver {
            session,
            root,
            history,
            memory,
            bytes,
            graph: None,
            most_plies: None,
            is_exact: false,
            progress,
            value: None,
            is_soon: None,
        })
    }

    /// Sets how much memory it may take, in MB. Forgets what has been found out.
    #[must_use]
    pub fn with_memory(mut self, megabytes: usize) -> Solver {
        self.bytes = megabytes.saturating_mul(1 << 20);
        self.memory = self.memory.resized(self.bytes);
        self
    }

    /// Looks at most this number of plies ahead, at most [`MOST_PLIES`]: solves "mate in N".
    #[must_use]
    pub fn with_plies(mut self, plies: u32) -> Solver {
        self.most_plies = Some(plies.min(MOST_PLIES));
        self
    }

    /// Finds the shortest win, however long that takes.
    #[must_use]
    pub fn with_exact_plies(mut self) -> Solver {
        self.is_exact = true;
        self
    }

    /// Returns the session that it plays on, at the position that it solves.
    pub fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Solves the position, or goes on with it if the budget was spent the last time. `hear` gets the progress from time to time.
    ///
    /// The budget counts positions as its work.
    pub fn solve(&mut self, budget: &Budget, hear: &mut dyn FnMut(&Progress)) -> Result<Solution, SolveError> {
        let before = self.progress.positions;
        let mut budget = budget.clone();
        budget.work = budget.work.map(|work| before.saturating_add(work));
        let clock = budget.start();
        let plan = Plan { most_plies: self.most_plies, is_exact: self.is_exact };
        let mut lists = self.graph.is_none() && self.value.is_none() && self.lists_positions()?;
        if lists && self.is_soon.is_none() {
            let most = budget.work.map_or(SOON_POSITIONS, |work| SOON_POSITIONS.min((work - before) / SOON_SHARE));
            self.look_soon(most, &clock, hear)?;
            lists = self.value.is_none();
        }
        let mut method = match (plan.most_plies, self.is_soon, &self.memory.outlook) {
            (Some(_), ..) | (None, Some(true), _) => Method::Depth,
            (None, _, Some(_)) => Method::DepthFirst,
            (None, _, None) => Method::Proof,
        };
        let mut found = if self.graph.is_some() { Ok(()) } else { Err(Stop::Memory) };
        if lists {
            found = self.list(&clock, hear);
        }
        let is_too_large = lists && matches!(found, Err(Stop::Memory));
        if self.graph.is_some() || lists && !is_too_large {
            method = Method::Retrograde;
        }
        let ply = self.session.ply();
        let mut search = Search::new(&mut self.session, &mut self.memory, clock, self.progress.clone(), hear);
        let mut value = self.value;
        if let (Ok(()), Some(graph)) = (&found, &self.graph) {
            value = search.value_in(graph).map(|(outcome, plies)| Value::new(outcome, plies.map(Plies::Exactly)));
            search.progress.wins = wins(value, search.progress.wins.len());
        } else if method != Method::Retrograde {
            found = match value {
                Some(_) => Ok(()),
                None => search.evaluate(plan).map(|found| value = found),
            };
        }
        search.go_back(ply);
        let mut line = Vec::new();
        if let Some(value) = value {
            match search.line(value, self.graph.as_ref()) {
                Ok(found) => line = found,
                Err(Stop::Failed(error)) => return Err(error),
                Err(_) => {}
            }
            search.go_back(ply);
        }
        self.progress = search.progress.clone();
        self.value = value;
        let unsolved = match found {
            _ if value.is_some() => None,
            Ok(()) => Some(Unsolved::Plies(plan.most_plies.unwrap_or(0))),
            Err(Stop::Budget) => Some(Unsolved::Budget),
            Err(Stop::Long) => Some(Unsolved::Long),
            Err(Stop::Memory) => Some(Unsolved::Memory),
            Err(Stop::Failed(error)) => return Err(error),
        };
        let positions = self.progress.positions - before;
        let states = self.graph.as_ref().map(|graph| graph.len() as u64);
        let wins = self.progress.wins.clone();
        Ok(Solution { value, wins, line, method, positions, states, unsolved, is_too_large })
    }

    /// Finds out whether someone wins soon, before all positions are listed, which may take long.
    fn look_soon(&mut self, most: u64, clock: &Clock, hear: &mut dyn FnMut(&Progress)) -> Result<(), SolveError> {
        let ply = self.session.ply();
        let mut search = Search::new(&mut self.session, &mut self.memory, clock.clone(), self.progress.clone(), hear);
        let found = search.limited(most, |search| search.look_ahead(SOON));
        search.go_back(ply);
        self.progress = search.progress.clone();
        self.value = match found {
            Ok(value) => value,
            Err(Stop::Failed(error)) => return Err(error),
            Err(_) => None,
        };
        self.is_soon = Some(self.value.is_some());
        Ok(())
    }

    /// Lists all positions and solves them backward.
    fn list(&mut self, clock: &Clock, hear: &mut dyn FnMut(&Progress)) -> Result<(), Stop> {
        let mut search = Search::new(&mut self.session, &mut self.memory, clock.clone(), self.progress.clone(), hear);
        let listed = Graph::new(&mut search, &self.root, self.bytes);
        self.progress = search.progress.clone();
        self.session.set_position(&self.root)?;
        self.graph = Some(listed?);
        Ok(())
    }

    /// Returns the value of each legal move, in their order, as far as the budget allows.
    pub fn move_values(
        &mut self,
        budget: &Budget,
        hear: &mut dyn FnMut(&Progress),
    ) -> Result<Vec<MoveValue>, SolveError> {
        let ply = self.session.ply();
        let plan = Plan { most_plies: self.most_plies, is_exact: self.is_exact };
        let mut budget = budget.clone();
        budget.work = budget.work.map(|work| self.progress.positions.saturating_add(work));
        let clock = budget.start();
        // For a win that comes soon, no positions were listed.
        if self.is_soon == Some(true)
            && self.graph.is_none()
            && let Err(Stop::Failed(error)) = self.list(&clock, hear)
        {
            return Err(error);
        }
        let mut search = Search::new(&mut self.session, &mut self.memory, clock, self.progress.clone(), hear);
        let moves = search.session.legal_moves()?.len();
        // Symmetric moves share a value, even if the time ends before one of them is searched.
        let (mut texts, mut known) = (Vec::with_capacity(moves), HashMap::new());
        for index in 0..moves {
            let key = search.key_after(index)?;
            texts.push((search.session.notation(index)?, key));
            if known.contains_key(&key) {
                continue;
            }
            let value = search.value_after(index, plan, self.graph.as_ref());
            search.go_back(ply);
            match value {
                Ok(value) => known.extend(value.map(|value| (key, value))),
                Err(Stop::Failed(error)) => return Err(error),
                Err(_) => {}
            }
        }
        self.progress.positions = search.progress.positions;
        Ok(texts.into_iter().map(|(text, key)| MoveValue { text, value: known.get(&key).copied() }).collect())
    }

    /// Returns whether it lists all positions and solves them backward, if the memory is large enough for them and nobody wins soon. That
    /// is not in what [`Solver::entries`] returns: another solver begins it again.
    ///
    /// ```
    /// use boardwright::solve::Solver;
    ///
    /// let torere = boardwright::load_bundled("mu-torere", &[])?;
    /// assert!(Solver::new(torere.clone(), &torere.start()?)?.lists_positions()?);
    /// let hex = boardwright::load_bundled("hex", &[("size", "3")])?;
    /// assert!(!Solver::new(hex.clone(), &hex.start()?)?.lists_positions()?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lists_positions(&mut self) -> Result<bool, SolveError> {
        Ok(self.most_plies.is_none() && self.history != History::Matters && self.goes_in_circles()?)
    }

    /// Returns whether play can lead back to an earlier position, as far as some random games show.
    fn goes_in_circles(&mut self) -> Result<bool, SolveError> {
        let mut rng = Rng::new(1);
        let mut found = false;
        for _ in 0..SAMPLES {
            let ply = self.session.ply();
            let mut seen = HashSet::new();
            while self.session.ply() - ply < SAMPLE_PLIES {
                let Some(mover) = self.session.to_move() else { break };
                if !seen.insert(self.memory.keys.position(&self.session, mover)) {
                    found = true;
                    break;
                }
                let Some(index) = self.session.random_move(&mut rng)? else { break };
                self.session.make(index)?;
            }
            while self.session.ply() > ply && self.session.undo().is_some() {}
            if found {
                break;
            }
        }
        Ok(found)
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let game = &self.session.game().title;
        out.debug_struct("Solver").field("game", game).field("value", &self.value).finish_non_exhaustive()
    }
}

/// What is to be found out, and how.
#[derive(Clone, Copy, Debug)]
struct Plan {
    most_plies: Option<u32>,
    is_exact: bool,
}

/// Returns for each player whether he can force a win, if the value is known.
fn wins(value: Option<Value>, players: usize) -> Vec<Option<bool>> {
    let wins = |n: usize| value.map(|value| value.outcome == Outcome::Win(Player(n as u8)));
    (0..players).map(wins).collect()
}

impl Search<'_> {
    /// Finds the value of the present position. Returns `None` if it is open after the plies that are looked ahead.
    fn evaluate(&mut self, plan: Plan) -> Result<Option<Value>, Stop> {
        if let Some(outcome) = self.session.outcome() {
            let value = Value::new(self.result(outcome), Some(Plies::Exactly(0)));
            self.progress.wins = wins(Some(value), self.progress.wins.len());
            return Ok(Some(value));
        }
        match plan.most_plies {
            Some(plies) => self.look_ahead(plies.min(MOST_PLIES) as u16),
            None => self.prove_value(plan.is_exact).map(Some),
        }
    }

    /// Returns the result of a finished game, in which a draw may be a win.
    fn result(&mut self, outcome: Outcome) -> Outcome {
        match (outcome, self.session.returns().iter().position(|share| *share > 0.0)) {
            (Outcome::Draw, Some(winner)) => Outcome::Win(Player(winner as u8)),
            _ => outcome,
        }
    }

    /// Finds out who can force a win in some plies, the shortest one first.
    fn look_ahead(&mut self, plies: u16) -> Result<Option<Value>, Stop> {
        let players = self.progress.wins.len();
        let mut never = vec![false; players];
        self.progress.phase = Phase::Looking;
        for depth in 1..=plies {
            for player in (0..players).filter(|player| !never[*player]).collect::<Vec<_>>() {
                match self.shortest(Player(player as u8), depth, depth)? {
                    Within::Won(plies) => {
                        let value = Value::new(Outcome::Win(Player(player as u8)), Some(Plies::Exactly(plies.into())));
                        self.progress.wins = wins(Some(value), players);
                        return Ok(Some(value));
                    }
                    Within::No { ever } => {
                        never[player] = ever;
                        if ever {
                            self.progress.wins[player] = Some(false);
                        }
                    }
                }
            }
            if never.iter().all(|never| *never) {
                return Ok(Some(Value::new(Outcome::Draw, None)));
            }
        }
        Ok(None)
    }

    /// Proves who can force a win, and looks for the shortest one.
    fn prove_value(&mut self, is_exact: bool) -> Result<Value, Stop> {
        let players = self.progress.wins.len() as u8;
        let mover = self.session.to_move().unwrap_or(Player(0));
        let before = self.progress.positions;
        let mut winner = None;
        for player in [mover].into_iter().chain((0..players).map(Player).filter(|player| *player != mover)) {
            self.progress.phase = Phase::Proving(player);
            let known = self.prove(player)?;
            let holds = known.holds() == Some(true);
            self.progress.wins[usize::from(player.0)] = Some(holds);
            if holds {
                winner = Some((player, known.plies));
                break;
            }
            if player == mover && players == 2 && !self.memory.has_draws && !self.memory.has_loops {
                // No game ended in a draw, so that all that was looked at is won by the other one.
                winner = Some((Player(1 - mover.0), known.plies));
                break;
            }
        }
        let Some((winner, bound)) = winner else {
            self.progress.wins.fill(Some(false));
            return Ok(Value::new(Outcome::Draw, None));
        };
        let value = |plies| Value::new(Outcome::Win(winner), plies);
        self.progress.wins = wins(Some(value(None)), players.into());
        self.progress.phase = Phase::Shortening(winner);
        let most = if is_exact { u64::MAX } else { SHORTEST.max(self.progress.positions - before) };
        let shorter = self.limited(most, |search| search.shortest(winner, 1, bound.saturating_sub(1)));
        let plies = match shorter {
            Ok(Within::Won(plies)) => Some(Plies::Exactly(plies.into())),
            Ok(Within::No { .. }) => Some(Plies::Exactly(bound.into())),
            Err(Stop::Failed(error)) => return Err(Stop::Failed(error)),
            Err(_) => (bound < EVER).then_some(Plies::AtMost(bound.into())),
        };
        Ok(value(plies))
    }

    /// Returns a key that is equal for moves to symmetric positions. If the past counts or the game is over, each move has its own.
    fn key_after(&mut self, index: usize) -> Result<(Key, usize), SolveError> {
        self.session.make(index)?;
        let is_alone = self.session.outcome().is_some() || self.memory.keys.has_past;
        let mover = self.session.turn();
        let key = self.memory.keys.position(self.session, mover);
        self.session.undo();
        Ok((key, if is_alone { index + 1 } else { 0 }))
    }

    /// Finds the value of the position after a move.
    fn value_after(&mut self, index: usize, plan: Plan, graph: Option<&Graph>) -> Result<Option<Value>, Stop> {
        // Where the past does not count, a way back to this position is as good as any other.
        if self.memory.keys.has_past
            && let Seen::Open(spot) = self.see(Player(0))
        {
            self.enter(spot)?;
        }
        self.session.make(index)?;
        match graph {
            Some(graph) => {
                Ok(self.value_in(graph).map(|(outcome, plies)| Value::new(outcome, plies.map(Plies::Exactly))))
            }
            None => {
                let plan = Plan { most_plies: plan.most_plies.map(|plies| plies.saturating_sub(1)), ..plan };
                self.evaluate(plan)
            }
        }
    }
}
