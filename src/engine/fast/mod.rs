//! The engine for regular use: native code for one game, generated when it pays.
//!
//! [`Fast`] compiles the rules of a game to native code (`code`), which answers the frequent questions: legal moves,
//! making moves, counts, random games. All other questions, and those that the code cannot answer (such as a fault with its
//! place and message), go to the engine that defines the meaning, which also answers until generating code pays.

mod around;
mod assemble;
mod board;
mod calls;
mod choices;
mod circles;
mod clif;
mod code;
mod compile;
mod conserve;
mod count;
mod disc;
mod doubles;
mod drawing;
mod games;
mod history;
mod improve;
mod listing;
mod machine;
mod making;
mod maps;
mod native;
mod next;
mod operators;
mod order;
mod plan;
mod playout;
mod rings;
mod run;
mod running;
mod slow;
mod slow_words;
mod statements;
mod tables;
mod texts;
mod tidy;
mod tier;
mod trying;
mod waiting;

use super::distinct::{self, ActionPair, SameTexts};
use super::running::{MoveList, Running};
use super::{Counts, Engine, EvaluateAlone, Examine, Refusal};
use crate::details::MoveDetails;
use crate::game::Game;
use crate::game::expr::{AnyExpr, Frame, IntExpr, VarRef};
use crate::game::piece::Player;
use crate::game::rules::{ActionId, Condition, Ending, Placement};
use crate::game::value::Value;
use crate::moves::Move;
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use crate::rng::Rng;
pub use clif::ClifFunction;
use history::History;
use machine::Code;
use plan::Plan;
use run::{Faulted, Question, RunFacts, Spare};
pub use slow::{SlowKind, SlowPlace, SlowReport};
pub use slow_words::{FAULTY_TEXTS_HELP, SAME_TEXTS_HELP, same_texts};
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// How many questions the other engine answers before code is generated: these take it about as long as generating the
/// code.
const PATIENCE: u32 = 1000;

/// How many nanoseconds it may answer before code is generated.
const WAIT: u64 = 50_000_000;

/// Why a game is not compiled if the text of a move may fault.
const FAULTY_TEXTS: &str = "texts of moves that may fault";

/// Native code for one game, and the engine that answers everything else.
///
/// See [`engine`](crate::engine::engine()) for an example.
pub struct Fast {
    game: Arc<Game>,
    /// The engine that defines the meaning.
    definer: Arc<dyn Engine>,
    made: OnceLock<Result<Arc<Made>, &'static str>>,
    /// How many questions the code could have answered if it had been generated.
    asked: AtomicU32,
    /// How many nanoseconds the other engine took to answer them.
    waited: AtomicU64,
    /// How many texts the other engine has written, to compare moves.
    written: AtomicU64,
}

struct Made {
    code: Code,
    facts: RunFacts,
    native: native::Native,
}

impl Made {
    /// Generates the code of a plan, with fewer unrolled loops if it would be too large; moves of these pairs of actions may have the
    /// same text. Returns the plan as well.
    fn new(plan: impl Fn() -> Plan, alike: Vec<ActionPair>) -> Result<(Made, Plan), &'static str> {
        let code = |is_compact: bool| {
            let mut plan = Plan { is_compact, ..plan() };
            plan.compare_texts(&alike);
            Code::new(plan)
        };
        let made = match code(false) {
            Err(code::TOO_LARGE) => code(true),
            made => made,
        };
        let (code, plan) = made.map_err(|unsupported| unsupported.0)?;
        let native = plan.native.clone();
        Ok((Made { code, facts: RunFacts::of(&plan, alike), native }, plan))
    }
}

impl Fast {
    /// Makes an engine for a game; `definer` is another engine for the same game.
    pub fn new(game: Arc<Game>, definer: Arc<dyn Engine>) -> Fast {
        let (asked, waited, written) = (AtomicU32::new(0), AtomicU64::new(0), AtomicU64::new(0));
        Fast { game, definer, made: OnceLock::new(), asked, waited, written }
    }

    /// Makes an engine with its code, for rules in which no two legal moves have the same text, as the caller
    /// guarantees. (If two have, both are listed, where other engines list one of them or fault.)
    pub fn trusting(game: Arc<Game>, definer: Arc<dyn Engine>) -> Fast {
        let fast = Fast::new(game, definer);
        let made = fast.make(Vec::new());
        Fast { made: OnceLock::from(made), ..fast }
    }

    /// Waits until the code that has been compiled so far is as fast as it becomes.
    ///
    /// A function is compiled quickly when it is first called, and then again in the background. What is measured should not depend
    /// on when the background is done.
    ///
    /// ```
    /// use boardwright::engine::{Engine, fast::Fast, reference::Reference};
    /// use std::sync::Arc;
    ///
    /// let rush = boardwright::load_bundled("rush", &[("size", "5")])?;
    /// let game = Arc::new(rush.game().clone());
    /// let fast = Fast::new(game.clone(), Arc::new(Reference::new(game)));
    /// fast.perft(&fast.start()?, 3)?;
    /// fast.finish_compiling();
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn finish_compiling(&self) {
        if let Some(Ok(made)) = self.made.get() {
            made.code.finish_improving();
        }
    }

    /// Returns the number of bytes of the functions that have been compiled so far.
    pub fn code_size(&self) -> usize {
        self.made().map_or(0, |made| made.code.size())
    }

    /// Generates the code and returns its functions in the text format of Cranelift, before they are optimized.
    ///
    /// Errors if a part of the rules cannot be compiled; the error names it.
    ///
    /// ```
    /// use boardwright::engine::{Engine, fast::Fast, reference::Reference};
    /// use std::sync::Arc;
    ///
    /// let rush = boardwright::load_bundled("rush", &[("size", "5")])?;
    /// let game = Arc::new(rush.game().clone());
    /// let fast = Fast::new(game.clone(), Arc::new(Reference::new(game)));
    /// let functions = fast.clif()?;
    /// assert!(functions.iter().any(|function| function.name == "Black ply"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clif(&self) -> Result<Vec<ClifFunction>, &'static str> {
        let mut plan = Plan::new(&self.game, &self.definer);
        if let SameTexts::Pairs(pairs) = distinct::alike(&self.game) {
            plan.compare_texts(&pairs);
        }
        clif::clif(&plan).map_err(|unsupported| unsupported.0)
    }

    /// Returns the number of bytes of a position while code runs it, with the words that a ply needs besides.
    pub fn running_bytes(&self) -> usize {
        native::Native::new(&self.game).core * size_of::<u64>()
    }

    fn made(&self) -> Result<&Arc<Made>, &'static str> {
        let made = self.made.get_or_init(|| match distinct::alike(&self.game) {
            SameTexts::Pairs(pairs) => self.make(pairs),
            SameTexts::Faulty(_) => Err(FAULTY_TEXTS),
        });
        match made {
            Ok(made) if made.code.has_failed() => Err(code::NOT_COMPILED.0),
            Ok(made) => Ok(made),
            Err(why) => Err(why),
        }
    }

    /// Generates the code; moves of these pairs may have the same text.
    fn make(&self, alike: Vec<ActionPair>) -> Result<Arc<Made>, &'static str> {
        Made::new(|| Plan::new(&self.game, &self.definer), alike).map(|(made, _)| Arc::new(made))
    }

    /// Counts this many questions; returns whether generating code pays by now.
    fn pays(&self, questions: u32) -> bool {
        self.made.get().is_some()
            || self.asked.fetch_add(questions, Ordering::Relaxed) >= PATIENCE
            || self.waited.load(Ordering::Relaxed) >= WAIT
    }

    /// Lets the other engine answer what the code did not; as long as there is no code, counts the time that it takes.
    fn by_definition<R>(&self, answer: impl FnOnce(&dyn Engine) -> R) -> R {
        if self.made.get().is_some() {
            return answer(&*self.definer);
        }
        let since = Instant::now();
        let answered = answer(&*self.definer);
        let took = u64::try_from(since.elapsed().as_nanos()).unwrap_or(WAIT);
        self.waited.fetch_add(took, Ordering::Relaxed);
        answered
    }

    /// Asks the code about a position.
    fn ask<R>(
        &self,
        position: &Position,
        ask: impl FnOnce(&mut Question<'_>, &mut Vec<u64>) -> Result<R, Faulted>,
    ) -> Option<(R, Vec<u64>, Vec<u64>)> {
        let made = self.made().ok()?;
        if !position.fits(&self.game) {
            return None;
        }
        let mut state = Vec::new();
        made.native.load(&self.game, position, &mut state);
        let write = |state: &[u64], history: &[u64], moves: &[Move]| self.texts(position, (state, history), moves);
        let (mut history, mut spare) = (History::new(&position.history), Spare::default());
        let mut question = Question::new(&made.code, &made.facts, &write, &mut history, &mut spare);
        let answer = ask(&mut question, &mut state);
        made.code.improve();
        let answer = answer.ok()?;
        Some((answer, state, history.into_keys()))
    }

    /// Asks the code about a position, if there is code or if generating it pays.
    fn ask_if_it_pays<R>(
        &self,
        position: &Position,
        ask: impl FnOnce(&mut Question<'_>, &mut Vec<u64>) -> Result<R, Faulted>,
    ) -> Option<(R, Vec<u64>, Vec<u64>)> {
        if self.pays(1) { self.ask(position, ask) } else { None }
    }

    /// Returns the texts of moves of a running game, or `None` if one faults. `like` is any position of the game.
    fn texts(&self, like: &Position, (state, history): (&[u64], &[u64]), moves: &[Move]) -> Option<Vec<String>> {
        self.written.fetch_add(moves.len() as u64, Ordering::Relaxed);
        let mut there = like.clone();
        self.store(state, history.to_vec(), &mut there);
        self.definer.texts(&there, moves).ok()
    }

    /// Returns the number of sequences of exactly `depth` plies.
    fn sequences(&self, position: &Position, depth: u32, known: Option<&Counts>) -> Result<u64, Fault> {
        match depth {
            0 => return Ok(1),
            1 => return self.count_moves(position),
            _ => {}
        }
        let known = known.filter(|_| !self.made().is_ok_and(|made| made.native.keyed));
        match self.ask(position, |question, state| question.perft(state, depth, known)) {
            Some((sequences, _, _)) => Ok(sequences),
            None => self.definer.perft(position, depth),
        }
    }

    fn store(&self, state: &[u64], history: Vec<u64>, position: &mut Position) {
        if let Some(Ok(made)) = self.made.get() {
            made.native.store(&self.game, state, position);
            position.history = history;
        }
    }
}

/// Makes the functions that only the engine that defines the meaning answers.
macro_rules! defined {
    ($(fn $name:ident(&self $(, $arg:ident: $ty:ty)*) -> $answer:ty;)*) => {$(
        fn $name(&self $(, $arg: $ty)*) -> $answer {
            self.definer.$name($($arg),*)
        }
    )*};
}

impl Examine for Fast {
    defined! {
        fn position(&self, pieces: &[Placement], mover: Option<Player>) -> Result<Position, Fault>;
        fn holds(&self, position: &Position, condition: &Condition, frame: Frame) -> Result<bool, Fault>;
        fn compared(&self, position: &Position, condition: &Condition, frame: Frame) -> Result<Option<String>, Fault>;
        fn value(&self, position: &Position, expr: &AnyExpr, frame: Frame) -> Result<Value, Fault>;
        fn on_board_alone(&self, mover: Player, frame: Frame, most: u64, ask: &mut dyn FnMut(EvaluateAlone<'_>)) -> ();
        fn scores(&self, position: &Position, ending: &Ending) -> Result<Vec<i32>, Fault>;
        fn tried(&self, position: &Position, action: ActionId, most: usize) -> Result<Vec<(String, Position)>, Fault>;
        fn set_var(&self, position: &mut Position, target: &VarRef, value: &AnyExpr, frame: Frame) -> Result<(), Fault>;
        fn set_ply(&self, position: &mut Position, value: &IntExpr, frame: Frame) -> Result<(), Fault>;
        fn begin(&self, position: &mut Position) -> Result<(), Fault>;
    }
}

impl Engine for Fast {
    defined! {
        fn start(&self) -> Result<Position, Fault>;
        fn text(&self, position: &Position, mv: &Move) -> Result<String, Fault>;
        fn details(&self, position: &Position, mv: &Move) -> Result<MoveDetails, Fault>;
        fn zobrist_hash(&self, position: &Position) -> u64;
        fn why_not(&self, position: &Position, text: &str) -> Result<Refusal, Fault>;
        fn find(&self, position: &Position, text: &str) -> Result<Option<Move>, Fault>;
    }

    fn game(&self) -> &Game {
        &self.game
    }

    fn unsupported(&self) -> Option<&'static str> {
        self.made().err()
    }

    fn of(&self, game: Arc<Game>) -> Arc<dyn Engine> {
        let fast = Fast::new(game.clone(), self.definer.of(game));
        Arc::new(fast)
    }

    fn legal_moves(&self, position: &Position) -> Result<Vec<Move>, Fault> {
        let answer = self.ask_if_it_pays(position, |question, state| {
            let mut list = MoveList::default();
            question.legal_moves(state, &mut list, None)?;
            Ok(list.into_moves())
        });
        match answer {
            Some((moves, _, _)) if !moves.is_empty() || position.outcome.is_some() => Ok(moves),
            _ => self.by_definition(|definer| definer.legal_moves(position)),
        }
    }

    fn count_moves(&self, position: &Position) -> Result<u64, Fault> {
        match self.ask_if_it_pays(position, |question, state| question.count_moves(state)) {
            Some((count, _, _)) if count > 0 || position.outcome.is_some() => Ok(count),
            _ => self.by_definition(|definer| definer.count_moves(position)),
        }
    }

    fn play_unchecked(&self, position: &mut Position, mv: &Move) -> Result<(), Fault> {
        match self.ask_if_it_pays(position, |question, state| question.make(state, mv)) {
            Some(((), state, history)) => {
                self.store(&state, history, position);
                Ok(())
            }
            None => self.by_definition(|definer| definer.play_unchecked(position, mv)),
        }
    }

    fn running(self: Arc<Self>, first: &Position) -> Option<Box<dyn Running>> {
        if !self.pays(0) || !first.fits(&self.game) {
            return None;
        }
        let made = self.made().ok()?.clone();
        Some(Box::new(running::NativeGame::new(self, made, first)))
    }

    fn perft(&self, position: &Position, depth: u32) -> Result<u64, Fault> {
        self.sequences(position, depth, None)
    }

    fn perft_known(&self, position: &Position, depth: u32, known: &Counts) -> Result<u64, Fault> {
        self.sequences(position, depth, Some(known))
    }

    fn playout(&self, position: &mut Position, rng: &mut Rng, max_plies: u32) -> Result<u32, Fault> {
        self.whole_game(position, rng, max_plies, None)
    }

    fn random_games(
        &self,
        start: &Position,
        seed: u64,
        games: Range<u64>,
        max_plies: u32,
        ended: &mut dyn FnMut(Option<Outcome>, u32),
    ) -> Result<(), (u64, Fault)> {
        self.batch(start, seed, games, max_plies, ended)
    }

    fn random_game(
        &self,
        position: &mut Position,
        rng: &mut Rng,
        max_plies: u32,
        played: &mut Vec<Move>,
    ) -> Result<u32, Fault> {
        self.whole_game(position, rng, max_plies, Some(played))
    }
}
