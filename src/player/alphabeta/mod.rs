//! [`AlphaBeta`]: a player who looks ahead, deeper and deeper, and judges positions by what the rules say about winning.

mod deeper;
mod keys;
mod many;
mod memory;
mod order;
mod score;
mod search;
mod switches;
mod table;

use super::evaluation::Evaluation;
use super::weights::Fit;
use super::{Budget, Choice, Judgment, Line, Player, PlayerError, Weights, WeightsError};
use crate::engine::Engine;
use crate::game::Game;
use crate::rng::Rng;
use crate::session::Session;
use deeper::FEW;
use many::ManySearch;
use memory::Memory;
use std::sync::Arc;

pub(super) use switches::Switches;

/// The work of a move if the budget has no limit.
const WORK: u64 = 20_000;

/// The greatest depth of a search.
const DEEPEST: u32 = 99;

/// A player who looks ahead: alpha-beta search for two players, max^n for others.
///
/// The position at the end of a line is judged by an evaluation that is made from the rules. With a budget of work or depth alone, it
/// chooses the same moves on every machine.
///
/// ```
/// use boardwright::player::{AlphaBeta, Budget, Player};
///
/// let mut session = boardwright::load_bundled("tic-tac-toe", &[])?.session()?;
/// for text in ["a1", "b2", "a2", "c3"] {
///     session.make_text(text)?;
/// }
/// let mut player = AlphaBeta::new(session.engine(), AlphaBeta::SEED);
/// let choice = player.choose(&mut session, &Budget::work(1000))?;
/// assert_eq!(session.notation(choice.index)?, "a3");
///
/// let judgment = choice.judgment.unwrap();
/// assert!(judgment.is_proven);
/// assert_eq!(judgment.returns, [1.0, -1.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AlphaBeta {
    /// Its settings about the evaluation, as its name has them.
    learning: Learning,
    memory_size: usize,
    most_depth: u32,
    switches: Switches,
    evaluation: Evaluation,
    memory: Memory,
}

/// Where the weights of a player's evaluation come from.
#[derive(Clone, Debug, PartialEq)]
enum Learning {
    /// From training, or else from a few random games of this seed.
    Trained(u64),
    /// From a file.
    File(String),
    /// From a few random games of this seed.
    Random(u64),
    /// From nothing: they are a guess.
    Guess,
}

impl AlphaBeta {
    /// The memory of a player in MB, unless it is set.
    pub const MEMORY: usize = 64;

    /// The seed of a player, unless it is set.
    pub const SEED: u64 = 1;

    /// Creates a player for a game. What it judges positions by is made from the rules. Its weights are those that come with the
    /// program for these rules; without any, they follow from what a few random games of this seed tell.
    pub fn new(engine: &Arc<dyn Engine>, seed: u64) -> AlphaBeta {
        AlphaBeta::with_evaluation(engine.game(), known_evaluation(engine, seed), Learning::Trained(seed))
    }

    /// Creates a player for a game with weights that were made for it. Those for other settings, and for a game that it extends, are
    /// the beginning of what random games refine.
    ///
    /// Errors if they are for other rules, or if weights for this game name a feature that it has not.
    pub fn trained(engine: &Arc<dyn Engine>, weights: &Weights) -> Result<AlphaBeta, WeightsError> {
        let fit = weights.fit_rules(engine.game())?;
        if fit == Fit::Same {
            weights.check(&Evaluation::new(engine.game()))?;
        }
        let seed = AlphaBeta::SEED;
        let evaluation = trained(engine, weights, fit, seed);
        Ok(AlphaBeta::with_evaluation(engine.game(), evaluation, Learning::Trained(seed)))
    }

    /// Creates a player for a game who uses no weights that come with the program, but plays a few random games of this seed.
    pub fn untrained(engine: &Arc<dyn Engine>, seed: u64) -> AlphaBeta {
        AlphaBeta::with_evaluation(engine.game(), Evaluation::learned(engine, seed, None), Learning::Random(seed))
    }

    /// Creates a player for a game who plays no games to learn what matters, but guesses.
    pub fn unlearned(engine: &Arc<dyn Engine>) -> AlphaBeta {
        prepare(engine);
        AlphaBeta::with_evaluation(engine.game(), Evaluation::new(engine.game()), Learning::Guess)
    }

    pub(super) fn with_weights_of(mut self, evaluation: &Evaluation) -> AlphaBeta {
        self.evaluation = evaluation.clone();
        self
    }

    pub(super) fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    /// Sets the file that its name says its weights are from.
    pub(super) fn named_after(mut self, file: &str) -> AlphaBeta {
        self.learning = Learning::File(file.to_owned());
        self
    }

    fn with_evaluation(game: &Game, evaluation: Evaluation, learning: Learning) -> AlphaBeta {
        let memory = Memory::new(game, AlphaBeta::MEMORY << 20);
        let (memory_size, switches) = (AlphaBeta::MEMORY, Switches::default());
        AlphaBeta { learning, memory_size, most_depth: DEEPEST, switches, evaluation, memory }
    }

    /// Switches parts of the search off.
    pub(super) fn with_switches(mut self, switches: Switches) -> AlphaBeta {
        self.switches = switches;
        self
    }

    /// Sets how much memory it may take for what it has found out, in MB.
    #[must_use]
    pub fn with_memory(mut self, megabytes: usize) -> AlphaBeta {
        self.memory_size = megabytes;
        self.memory.table = table::Table::new(megabytes.saturating_mul(1 << 20));
        self
    }

    /// Sets the most plies that it looks ahead.
    #[must_use]
    pub fn with_depth(mut self, plies: u32) -> AlphaBeta {
        self.most_depth = plies.clamp(1, DEEPEST);
        self
    }
}

/// Returns an evaluation with the weights that come with the program, or what random games of a seed tell.
pub(crate) fn known_evaluation(engine: &Arc<dyn Engine>, seed: u64) -> Evaluation {
    match Weights::bundled(engine.game()) {
        Some((weights, fit)) => trained(engine, weights, fit, seed),
        None => Evaluation::learned(engine, seed, None),
    }
}

/// Returns an evaluation with trained weights, or one that begins with them if they are for other rules or settings.
fn trained(engine: &Arc<dyn Engine>, weights: &Weights, fit: Fit, seed: u64) -> Evaluation {
    if fit != Fit::Same || weights.is_untrained() {
        return Evaluation::learned(engine, seed, Some(&|name| weights.get(name)));
    }
    prepare(engine);
    let mut evaluation = Evaluation::new(engine.game());
    evaluation.take(&|name| weights.get(name));
    evaluation
}

/// Plays a random ply, so that the rules are compiled now and not in the time for the first move.
fn prepare(engine: &Arc<dyn Engine>) {
    if let Ok(mut position) = engine.start() {
        // A fault shows when somebody plays.
        let _ = engine.playout(&mut position, &mut Rng::new(0), 1);
    }
}

impl Player for AlphaBeta {
    fn name(&self) -> String {
        let mut settings = Vec::new();
        if self.most_depth < DEEPEST {
            settings.push(format!("depth={}", self.most_depth));
        }
        if self.memory_size != AlphaBeta::MEMORY {
            settings.push(format!("memory={}", self.memory_size));
        }
        let mut switches = self.switches;
        let off = switches.all().into_iter().filter(|(_, is_on)| !**is_on);
        settings.extend(off.map(|(name, _)| format!("{name}=false")));
        match &self.learning {
            Learning::Guess => settings.push("learn=false".to_owned()),
            Learning::File(file) => settings.push(format!("weights={file}")),
            Learning::Random(_) => settings.push("trained=false".to_owned()),
            Learning::Trained(_) => {}
        }
        if let Learning::Trained(seed) | Learning::Random(seed) = self.learning
            && seed != AlphaBeta::SEED
        {
            settings.push(format!("seed={seed}"));
        }
        if settings.is_empty() { "alphabeta".to_owned() } else { format!("alphabeta:{}", settings.join(",")) }
    }

    fn begin(&mut self, _number: u64) -> Result<(), PlayerError> {
        self.memory.forget();
        Ok(())
    }

    fn choose(&mut self, session: &mut Session, budget: &Budget) -> Result<Choice, PlayerError> {
        let budget = if budget.is_unlimited() { budget.clone().with_work(WORK) } else { budget.clone() };
        let clock = budget.start();
        let Some(mover) = session.to_move() else { return Err(PlayerError::Over) };
        let only = session.legal_moves()?.len() == 1;
        let mut most_depth = budget.depth.unwrap_or(DEEPEST).clamp(1, self.most_depth);
        if only {
            // There is nothing to choose; a short look is for the judgment.
            most_depth = most_depth.min(2);
        }
        self.memory.begin(session.ply());
        let key = keys::of_position(&self.memory.words, session, mover);
        let plan = Plan { clock, most_depth, lines: budget.lines.unwrap_or(1), mover: usize::from(mover.0) };
        let choice = match session.game().players.len() {
            2 => self.choose_of_two(session, plan),
            _ => self.choose_of_many(session, plan),
        };
        self.memory.add_seen(key);
        Ok(choice)
    }
}

/// How a search is to run.
struct Plan {
    clock: super::Clock,
    most_depth: u32,
    /// How many lines are wanted.
    lines: usize,
    mover: usize,
}

impl AlphaBeta {
    fn choose_of_many(&mut self, session: &mut Session, plan: Plan) -> Choice {
        let (path, players) = (self.memory.seen.clone(), session.game().players.len());
        let (memory, evaluation, clock) = (&mut self.memory, &self.evaluation, plan.clock);
        let (moves, chooser) = (vec![0; players], plan.mover);
        let is_few = session.legal_moves().is_ok_and(|moves| moves.len() <= FEW);
        let (is_free, work, guesses) = (false, 0, 0);
        let mut search =
            ManySearch { session, memory, evaluation, clock, is_free, chooser, work, guesses, path, moves };
        let (mut best, mut judgment) = (0, Judgment { returns: vec![0.0; players], ..Judgment::default() });
        for depth in 1..=plan.most_depth {
            search.guesses = 0;
            // What wins or loses at once is seen however short the search is.
            search.is_free = is_few && depth <= 2;
            let mut index = best;
            let searched = search.node(depth, &mut index);
            let is_complete = search.guesses == 0;
            let Ok(mut values) = searched else { break };
            best = index;
            values.line.reverse();
            if is_complete {
                values.forget_delay(search.path.len());
            }
            let value = values.returns[plan.mover];
            judgment.is_proven = is_complete;
            judgment.depth = depth;
            judgment.lines =
                vec![Line { moves: values.line, value, is_proven: is_complete, work: search.work, ..Line::default() }];
            judgment.returns = values.returns;
            if is_complete {
                break;
            }
        }
        judgment.work = search.work;
        Choice { index: best, judgment: Some(judgment) }
    }
}
