//! [`Mcts`]: a player who plays random games from a position, more of them after the moves that do well.
//!
//! It is UCT (Kocsis, Szepesvári: "Bandit based Monte-Carlo Planning", 2006) with a solver: what is certain about positions
//! is kept, so that forced wins are found, and the search stops when nothing can change the choice any more.

mod bounds;
mod cut;
mod judgment;
mod later;
mod look;
mod moves;
mod search;
mod select;
mod tree;

use super::alphabeta::known_evaluation;
use super::evaluation::Evaluation;
use super::{AlphaBeta, Budget, Choice, Player, PlayerError};
use crate::engine::running::RandomRules;
use crate::engine::{Engine, patience};
use crate::game::Game;
use crate::game::expr::SetExpr;
use crate::game::rules::Action;
use crate::moves::Move;
use crate::position::Position;
use crate::rng::Rng;
use crate::session::Session;
use judgment::judgment;
use search::{Rules, Searcher, Shared};
use select::Selection;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tree::{ROOT, Tree};

/// What a search may cost if the budget limits neither time nor work.
const TIME: Duration = Duration::from_secs(1);

/// How many visits the results of the same move made later are worth: by matches in go, havannah, hex, y and gomoku.
const LATER: f32 = 300.0;

/// How much rarely visited moves are preferred if there are few moves, many moves, and results of moves made later: by matches.
mod exploration {
    pub(super) const FEW: f32 = 0.9;
    pub(super) const MANY: f32 = 0.5;
    pub(super) const LATER: f32 = 0.05;
}

/// After how many visits for each ten siblings a position gets children, with results of moves made later and without: by matches.
mod growth {
    pub(super) const LATER: u32 = 1;
    pub(super) const USUAL: u32 = 5;
}

/// Fewer moves are all tried soon anyway.
const MANY: usize = 16;

/// A random game that is not cut is stopped after this many plies, and counts as a draw.
const PLIES: u32 = 1000;

/// How [`Mcts`] searches.
///
/// ```
/// use boardwright::player::MctsSettings;
///
/// let settings = MctsSettings { seed: 7, ..MctsSettings::default() };
/// assert_eq!(settings.threads, 1);
/// ```
#[derive(Clone, Debug)]
pub struct MctsSettings {
    /// The seed of the random games. With one thread and a budget of work, it determines the moves.
    pub seed: u64,
    /// How many threads search.
    pub threads: usize,
    /// The most memory of the tree, in millions of bytes.
    pub memory: usize,
    /// How much rarely visited moves are preferred. If nothing is set, it is less where there are many moves, and little where the
    /// results of moves made later are used: they already tell which moves to try.
    pub explore: Option<f32>,
    /// How many visits the results of the same move made later are worth; 0 if they are not used. If nothing is set, they
    /// are used in games in which a move is one of many places for a piece.
    pub later: Option<f32>,
    /// How many visits a position needs so that its own results of moves made later are used.
    pub reference: u32,
    /// After how many visits for each ten siblings a position gets children. If nothing is set, they are few where results of moves made
    /// later are used, which tell at once which children to visit.
    pub grow: Option<u32>,
    /// After how many plies random games are cut and judged; 0 if they are played to their ends. If nothing is set, they are cut
    /// in games in which random players wander about, or add hundreds of pieces.
    pub cut: Option<u32>,
    /// Whether players of random games wait with moves beside their own pieces alone that nobody else could make, as long as they may
    /// pass. If nothing is set, they do in games in which one may pass at any time, and a move is one of many places for
    /// a piece.
    pub wait: Option<bool>,
}

impl Default for MctsSettings {
    fn default() -> MctsSettings {
        MctsSettings {
            seed: 1,
            threads: 1,
            memory: 512,
            explore: None,
            later: None,
            reference: 50,
            grow: None,
            cut: None,
            wait: None,
        }
    }
}

/// Plays random games from a position, and chooses the move after which most of them were played.
///
/// ```
/// use boardwright::player::{Budget, Mcts, MctsSettings, Player};
///
/// let mut session = boardwright::load_bundled("tic-tac-toe", &[])?.session()?;
/// for text in ["a1", "b1", "a2", "b2"] {
///     session.make_text(text)?;
/// }
/// let mut player = Mcts::new(MctsSettings::default());
/// let choice = player.choose(&mut session, &Budget::work(100))?;
/// assert_eq!(session.notation(choice.index)?, "a3");
/// assert!(choice.judgment.unwrap().is_proven);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Mcts {
    settings: MctsSettings,
    rng: Rng,
    kept: Option<Kept>,
    prepared: Option<Arc<Prepared>>,
}

/// What a game says about how it is to be searched.
struct Prepared {
    /// The game.
    engine: Arc<dyn Engine>,
    /// How it is searched.
    rules: Rules,
    /// What judges random games, if they are cut.
    evaluation: Option<Evaluation>,
}

/// The tree of an earlier search.
struct Kept {
    tree: Tree,
    /// The first position of the session, and the moves to the root.
    first: Position,
    way: Vec<Move>,
}

impl Mcts {
    /// Creates a player.
    pub fn new(settings: MctsSettings) -> Mcts {
        let rng = Rng::new(settings.seed);
        Mcts { settings, rng, kept: None, prepared: None }
    }

    /// Creates a player for a game, and finds out how it is to be searched; otherwise the first move takes longer.
    pub fn for_game(engine: &Arc<dyn Engine>, settings: MctsSettings) -> Mcts {
        let mut player = Mcts::new(settings);
        player.prepare(engine);
        player
    }

    /// Returns the tree below the present position, if it is part of the last search.
    fn tree(&mut self, session: &mut Session, moves: &[Move]) -> Tree {
        let players = session.game().players.len();
        let new = || Tree::new(players);
        let Some(kept) = self.kept.take() else { return new() };
        let played: Vec<&Move> = session.played().collect();
        let is_same = kept.first == *session.first() && played.len() >= kept.way.len();
        if !is_same || kept.way.iter().zip(&played).any(|(one, other)| one != *other) {
            return new();
        }
        let mut node = ROOT;
        for mv in &played[kept.way.len()..] {
            let found = kept.tree.children(node).find(|child| kept.tree.move_to(*child) == *mv);
            match found {
                Some(child) => node = child,
                None => return new(),
            }
        }
        // Of a node that a move wins at once, not all children are known.
        if kept.tree.is_closed(node) {
            return new();
        }
        let children = kept.tree.children(node);
        let is_same =
            children.len() == moves.len() && children.zip(moves).all(|(child, mv)| kept.tree.move_to(child) == mv);
        if is_same { kept.tree.below(node, 0) } else { new() }
    }

    /// Finds out how the game is to be searched, unless that is known.
    fn prepare(&mut self, engine: &Arc<dyn Engine>) -> Arc<Prepared> {
        if let Some(prepared) = self.prepared.as_ref().filter(|prepared| Arc::ptr_eq(&prepared.engine, engine)) {
            return prepared.clone();
        }
        // What is certain in one game is not in another one with the same moves.
        self.kept = None;
        let MctsSettings { explore, later, reference, grow, memory, cut, wait, .. } = self.settings;
        // Code is generated now, not when it pays: that depends on the machine, and random games of players who wait on the code.
        let _ = engine.unsupported();
        let moves = engine.session().ok().and_then(|mut session| session.legal_moves().map(<[_]>::len).ok());
        let has_many = moves.is_some_and(|moves| moves >= MANY);
        let has_places = has_many && is_of_places(engine.game());
        let later = later.unwrap_or(if has_places { LATER } else { 0.0 });
        let explore = explore.unwrap_or(match (later > 0.0, has_many) {
            (true, _) => exploration::LATER,
            (false, true) => exploration::MANY,
            (false, false) => exploration::FEW,
        });
        let grow = grow.unwrap_or(if later > 0.0 { growth::LATER } else { growth::USUAL });
        let cut = match cut {
            None => cut::plies(engine),
            Some(0) => None,
            Some(plies) => Some(plies),
        };
        let waits = if wait.unwrap_or(has_places) { patience::pass(engine.game()) } else { None };
        let random = RandomRules { max_plies: cut.unwrap_or(PLIES), waits };
        let evaluation = cut.map(|_| known_evaluation(engine, AlphaBeta::SEED));
        // While the least visited nodes are dropped, there are two trees, and lists have room to grow.
        let bytes = memory.max(1).saturating_mul(1_000_000 / 3).min(Tree::MOST_BYTES);
        let rules = Rules { selection: Selection { explore, later, reference }, grow, random, bytes };
        let prepared = Arc::new(Prepared { engine: engine.clone(), rules, evaluation });
        self.prepared.insert(prepared).clone()
    }

    /// Searches with all threads.
    fn search(
        &mut self,
        session: &mut Session,
        prepared: &Prepared,
        tree: Tree,
        budget: &Budget,
    ) -> Result<Shared, PlayerError> {
        // Random games have no depth that could limit them.
        let is_limited = budget.time.is_some() || budget.work.is_some();
        let budget = if is_limited { budget } else { &Budget { time: Some(TIME), ..budget.clone() } };
        let clock = budget.start();
        let (rules, evaluation) = (prepared.rules, prepared.evaluation.as_ref());
        let shared = Mutex::new(Shared::new(tree));
        let mut seeds: Vec<Rng> = (0..self.settings.threads.max(1)).map(|_| Rng::new(self.rng.next_u64())).collect();
        let first = seeds.remove(0);
        let mut searcher = Searcher::new(&shared, session, first, rules, evaluation);
        let half = Budget { time: budget.time.map(|time| time / 2), ..budget.clone() };
        searcher.look_at_all(&half.start())?;
        let mut forks: Vec<Session> = seeds.iter().map(|_| searcher.fork()).collect();
        std::thread::scope(|scope| {
            for (fork, rng) in forks.iter_mut().zip(seeds) {
                let (shared, clock) = (&shared, &clock);
                scope.spawn(move || Searcher::new(shared, fork, rng, rules, evaluation).run(clock));
            }
            searcher.run(&clock);
        });
        let shared = shared.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        match shared.failed {
            Some(error) => Err(error),
            None => Ok(shared),
        }
    }
}

impl Player for Mcts {
    fn name(&self) -> String {
        let MctsSettings { seed, threads, memory, explore, later, reference, grow, cut, wait } = self.settings;
        let mut name = format!("mcts:seed={seed},threads={threads},memory={memory}");
        let mut add = |setting: &str, value: Option<String>| {
            name.extend(value.map(|value| format!(",{setting}={value}")));
        };
        add("explore", explore.map(|explore| explore.to_string()));
        add("later", later.map(|later| later.to_string()));
        add("reference", Some(reference.to_string()));
        add("grow", grow.map(|grow| grow.to_string()));
        add("cut", cut.map(|cut| cut.to_string()));
        add("wait", wait.map(|wait| wait.to_string()));
        name
    }

    fn begin(&mut self, number: u64) -> Result<(), PlayerError> {
        self.kept = None;
        self.rng = Rng::for_game(self.settings.seed, number);
        Ok(())
    }

    fn choose(&mut self, session: &mut Session, budget: &Budget) -> Result<Choice, PlayerError> {
        let moves = session.legal_moves()?.to_vec();
        match moves.len() {
            0 => return Err(PlayerError::Over),
            1 => return Ok(Choice::new(0)),
            _ => {}
        }
        let prepared = self.prepare(session.engine());
        let tree = self.tree(session, &moves);
        let shared = self.search(session, &prepared, tree, budget)?;
        let (judgment, best) = judgment(&shared);
        let index = (best - shared.tree.children(ROOT).start) as usize;
        let (first, way) = (session.first().clone(), session.played().cloned().collect());
        self.kept = Some(Kept { tree: shared.tree, first, way });
        Ok(Choice { index, judgment: Some(judgment) })
    }
}

/// Returns whether each move is no more than a place for a piece: then the same move made later means much the same, and if there
/// are many, it tells which of them to try first.
fn is_of_places(game: &Game) -> bool {
    let is_place = |action: &Action| match action.binders.as_slice() {
        [] => true,
        [only] => matches!(only.over, SetExpr::Cells(_)) && !action.chooses,
        _ => false,
    };
    game.actions.iter().all(is_place)
}
