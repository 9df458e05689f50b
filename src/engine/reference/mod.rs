//! The language's definition in code: a direct, readable evaluator.
//!
//! [`Reference`] answers each question with a `Run`, which evaluates the typed expressions of the [`Game`] on a copy of the
//! position. Every run is limited by the `budget`; nothing panics.

mod apply;
mod because;
mod bool;
mod budget;
mod cells;
mod compared;
mod doubles;
mod frame;
mod ground;
mod hash;
mod int;
mod look;
mod mask;
mod memo;
mod moves;
mod piles;
mod plain;
mod reason;
mod repeat;
mod run;
mod setup;
mod single;
mod sought;
mod state;
mod stmt;
mod text;
mod trace;
mod turn;
mod typed;
mod value;
mod view;
mod walk;
mod watch;
mod why;

pub use hash::pieces_key;
pub use view::{Joint, LookView};
pub use watch::{Outcomes, PlayWatch};

use super::{Engine, EvaluateAlone, Examine, Refusal};
use crate::details::{Change, MoveDetails, VarChange};
use crate::game::Game;
use crate::game::cells::{CellSet, MAX_WORDS};
use crate::game::expr::{AnyExpr, Frame, IntExpr, VarRef};
use crate::game::piece::Player;
use crate::game::rules::{ActionId, Condition, Ending, Placement};
use crate::game::value::Value;
use crate::moves::Move;
use crate::outcome::Fault;
use crate::position::Position;
use crate::rng::Rng;
use run::{Perspective, Run};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use value::Ran;

/// The number of lists of moves before it is proved whether their texts need to be compared.
const FEW: u32 = 20;

/// The engine that defines the meaning of the language.
///
/// See [`engine`](crate::engine::engine()) for an example.
#[derive(Clone, Debug)]
pub struct Reference {
    game: Arc<Game>,
    /// Whether the texts of moves have to be compared.
    texts: Arc<Texts>,
    /// The neighbors of each cell along the board's links.
    neighbors: Vec<CellSet>,
    /// Records what the game reaches, if it is watched.
    watched: Option<(Arc<watch::PlayRecord>, Arc<PlayWatch>)>,
}

/// Makes a `Run` of the width that the game's board needs, and calls it.
macro_rules! run {
    ($engine:ident, $make:ident($($arg:expr),*), |$run:ident| $answer:expr) => {
        match $engine.game.layout.set_words {
            0 | 1 => Run::<1>::$make($engine, $($arg),*).and_then(|mut $run| $answer),
            2 => Run::<2>::$make($engine, $($arg),*).and_then(|mut $run| $answer),
            3 => Run::<3>::$make($engine, $($arg),*).and_then(|mut $run| $answer),
            4..=6 => Run::<6>::$make($engine, $($arg),*).and_then(|mut $run| $answer),
            _ => Run::<16>::$make($engine, $($arg),*).and_then(|mut $run| $answer),
        }
    };
}

/// Asks a `Run` about a position; a fault contains the position.
macro_rules! ask {
    ($engine:ident, $position:ident, |$run:ident| $answer:expr) => {
        run!($engine, at($position), |$run| $answer).map_err(|fault| located(*fault, $position))
    };
}

impl Reference {
    /// Makes the engine for a game.
    pub fn new(game: Arc<Game>) -> Reference {
        let cells = game.board.all_cells::<MAX_WORDS>().iter();
        let neighbors = cells.map(|cell| game.board.neighbors(&CellSet::of(cell), game.board.links())).collect();
        Reference { game, texts: Arc::default(), neighbors, watched: None }
    }

    /// Makes the engine for a game that was checked by [`crate::check::watched`]; it records what is reached.
    pub fn watching(game: Arc<Game>, watch: &Arc<PlayWatch>) -> Reference {
        let seen = watch.begin(game.clone());
        Reference { watched: Some((seen, watch.clone())), ..Reference::new(game) }
    }

    /// Evaluates the look of the game in a position. What fails is left out, and told.
    pub fn look(&self, position: &Position) -> LookView {
        let viewed: Result<LookView, Box<Fault>> = run!(self, at(position), |run| Ok(run.view(&self.game.look)));
        viewed.unwrap_or_else(|fault| LookView { faults: vec![*fault], ..LookView::default() })
    }

    fn set_up(&self, pieces: &[Placement], mover: Player) -> Result<Position, Box<Fault>> {
        run!(self, blank(), |run| {
            run.set_up(pieces, mover)?;
            Ok(run.position())
        })
    }
}

/// Whether the texts of a game's moves have to be compared. Until the proof pays, they are.
#[derive(Debug, Default)]
struct Texts {
    compared: OnceLock<bool>,
    asked: AtomicU32,
}

impl Texts {
    /// Returns whether they have to be compared, for a question about one position.
    fn are_compared_once(&self, game: &Game) -> bool {
        let early = self.compared.get().is_none() && self.asked.fetch_add(1, Ordering::Relaxed) < FEW;
        early || self.are_compared(game)
    }

    /// Returns whether they have to be compared, for a question about many positions.
    fn are_compared(&self, game: &Game) -> bool {
        *self.compared.get_or_init(|| !super::distinct::alike(game).never())
    }
}

/// Adds the position to a fault.
fn located(mut fault: Fault, position: &Position) -> Fault {
    fault.position.get_or_insert_with(|| Box::new(position.clone()));
    fault
}

impl Examine for Reference {
    fn position(&self, pieces: &[Placement], mover: Option<Player>) -> Result<Position, Fault> {
        let mover = mover.filter(|mover| (mover.0 as usize) < self.game.players.len());
        self.set_up(pieces, mover.unwrap_or(Player(0))).map_err(|fault| *fault)
    }

    fn holds(&self, position: &Position, condition: &Condition, frame: Frame) -> Result<bool, Fault> {
        ask!(self, position, |run| run.in_frame(frame, |run| run.bool(&condition.holds)))
    }

    fn compared(&self, position: &Position, condition: &Condition, frame: Frame) -> Result<Option<String>, Fault> {
        ask!(self, position, |run| run.in_frame(frame, |run| run.compared_values(&condition.holds)))
    }

    fn value(&self, position: &Position, expr: &AnyExpr, frame: Frame) -> Result<Value, Fault> {
        ask!(self, position, |run| run.in_frame(frame, |run| run.plain(expr)))
    }

    fn on_board_alone(&self, mover: Player, frame: Frame, most: u64, ask: &mut dyn FnMut(EvaluateAlone<'_>)) {
        // To begin without a position does not fault.
        let _: Ran<()> = run!(self, blank(), |run| {
            run.context = Perspective::before(mover);
            run.limit_steps(most);
            ask(&mut |part, locals| run.apart(part, locals, frame));
            Ok(())
        });
    }

    fn scores(&self, position: &Position, ending: &Ending) -> Result<Vec<i32>, Fault> {
        ask!(self, position, |run| run.in_frame(ending.frame, |run| run.scores(ending)))
    }

    fn tried(&self, position: &Position, action: ActionId, most: usize) -> Result<Vec<(String, Position)>, Fault> {
        ask!(self, position, |run| run.candidates(action, most))
    }

    fn set_var(&self, position: &mut Position, target: &VarRef, value: &AnyExpr, frame: Frame) -> Result<(), Fault> {
        ask!(self, position, |run| {
            run.in_frame(frame, |run| run.set_var(target, value)).map(|()| run.store(position))
        })
    }

    fn set_ply(&self, position: &mut Position, value: &IntExpr, frame: Frame) -> Result<(), Fault> {
        ask!(self, position, |run| run.in_frame(frame, |run| run.set_ply(value)).map(|()| run.store(position)))
    }

    fn begin(&self, position: &mut Position) -> Result<(), Fault> {
        ask!(self, position, |run| run.begin_play().map(|()| run.store(position)))
    }
}

impl Engine for Reference {
    fn game(&self) -> &Game {
        &self.game
    }

    fn of(&self, game: Arc<Game>) -> Arc<dyn Engine> {
        match &self.watched {
            Some((_, watch)) => Arc::new(Reference::watching(game, watch)),
            None => Arc::new(Reference::new(game)),
        }
    }

    fn start(&self) -> Result<Position, Fault> {
        let mut position = self.set_up(&self.game.setup, Player(0)).map_err(|fault| *fault)?;
        self.begin(&mut position)?;
        Ok(position)
    }

    fn legal_moves(&self, position: &Position) -> Result<Vec<Move>, Fault> {
        ask!(self, position, |run| {
            run.legal_moves(self.texts.are_compared_once(&self.game))?;
            Ok(run.list.moves)
        })
    }

    fn play_unchecked(&self, position: &mut Position, mv: &Move) -> Result<(), Fault> {
        ask!(self, position, |run| run.ply(mv).map(|()| run.store(position)))
    }

    fn text(&self, position: &Position, mv: &Move) -> Result<String, Fault> {
        ask!(self, position, |run| run.write_move(mv))
    }

    fn texts(&self, position: &Position, moves: &[Move]) -> Result<Vec<String>, Fault> {
        ask!(self, position, |run| moves.iter().map(|mv| run.write_move(mv)).collect())
    }

    fn details(&self, position: &Position, mv: &Move) -> Result<MoveDetails, Fault> {
        let mut details = ask!(self, position, |run| run.details(position, mv))?;
        let mut after = position.clone();
        self.play_unchecked(&mut after, mv)?;
        let set = VarChange::between(&self.game, position, &after);
        details.changes.extend(set.map(Box::new).map(Change::Set));
        Ok(details)
    }

    fn zobrist_hash(&self, position: &Position) -> u64 {
        hash::zobrist_hash(&self.game, position)
    }

    fn why_not(&self, position: &Position, text: &str) -> Result<Refusal, Fault> {
        ask!(self, position, |run| run.why_not(text))
    }

    fn find(&self, position: &Position, text: &str) -> Result<Option<Move>, Fault> {
        ask!(self, position, |run| {
            run.legal_moves(true)?;
            let at = (0..run.list.moves.len()).find(|n| run.list.text(*n) == text);
            Ok(at.and_then(|at| run.list.moves.get(at).cloned()))
        })
    }

    fn perft(&self, position: &Position, depth: u32) -> Result<u64, Fault> {
        ask!(self, position, |run| run.perft(depth, self.texts.are_compared(&self.game)))
    }

    fn random_game(
        &self,
        position: &mut Position,
        rng: &mut Rng,
        max_plies: u32,
        played: &mut Vec<Move>,
    ) -> Result<u32, Fault> {
        ask!(self, position, |run| {
            let plies = run.random_game(rng, max_plies, self.texts.are_compared(&self.game), played);
            run.store(position);
            plies
        })
    }
}
