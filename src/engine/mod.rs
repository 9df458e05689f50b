//! [`Engine`]: what runs a [`Game`]. [`mod@reference`] defines the meaning of the language.

#[cfg_attr(not(feature = "native"), allow(dead_code))] // only the native engine looks positions up
mod counts;
mod distinct;
mod examine;
#[cfg(feature = "native")]
pub mod fast;
pub(crate) mod patience;
pub mod reference;
pub mod running;
pub(crate) mod symmetries;

pub use counts::Counts;
pub use examine::{EvaluateAlone, Examine};

use crate::details::MoveDetails;
use crate::game::Game;
use crate::game::expr::{Frame, IntExpr};
use crate::game::spec::{PositionSpec, SpecTurn};
use crate::moves::Move;
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use crate::rng::Rng;
use crate::source::Span;
use running::Running;
use std::ops::Range;
use std::sync::Arc;

/// Runs the rules of one game. All positions passed to it are positions of that game.
///
/// See [the library's first page](crate#playing) for an example.
pub trait Engine: Examine + Send + Sync {
    /// Returns the rules.
    fn game(&self) -> &Game;

    /// Makes an engine of this kind for another game, such as the same rules with other settings.
    fn of(&self, game: Arc<Game>) -> Arc<dyn Engine>;

    /// Returns the part of the rules that cannot be compiled, so that the reference engine runs all of them, or `None`. Compiles them.
    /// An engine that does not compile rules has no such part.
    fn unsupported(&self) -> Option<&'static str> {
        None
    }

    /// Returns the initial position. The game may be over there already, see [`Examine::begin`].
    fn start(&self) -> Result<Position, Fault>;

    /// Returns the legal moves in the language's order; none in a finished game. F01 if the player to move has none.
    fn legal_moves(&self, position: &Position) -> Result<Vec<Move>, Fault>;

    /// Returns how many legal moves there are.
    fn count_moves(&self, position: &Position) -> Result<u64, Fault> {
        Ok(self.legal_moves(position)?.len() as u64)
    }

    /// Makes a move that is known to be legal here.
    fn play_unchecked(&self, position: &mut Position, mv: &Move) -> Result<(), Fault>;

    /// Returns the text of a move that is legal here.
    fn text(&self, position: &Position, mv: &Move) -> Result<String, Fault>;

    /// Returns the texts of moves that are legal here.
    fn texts(&self, position: &Position, moves: &[Move]) -> Result<Vec<String>, Fault> {
        moves.iter().map(|mv| self.text(position, mv)).collect()
    }

    /// Returns the parts of a move that is legal here, and what it changes.
    fn details(&self, position: &Position, mv: &Move) -> Result<MoveDetails, Fault>;

    /// Returns a hash of all that distinguishes positions except their past (pieces, variables, whose turn it is, who
    /// is still in; `ply` if the rules use it).
    fn zobrist_hash(&self, position: &Position) -> u64;

    /// Returns why no legal move has this text here: the rule and the condition that refuse it.
    ///
    /// ```
    /// use boardwright::engine::{Exclusion, Reason};
    ///
    /// let jostle = boardwright::load_bundled("jostle", &[])?;
    /// let refusal = jostle.why_not(&jostle.start()?, "d3-d4")?;
    /// assert_eq!(refusal.action.as_deref(), Some("move"));
    /// let Reason::NotInSet { binder, part, .. } = refusal.reason else { panic!() };
    /// assert_eq!((binder.as_str(), part), ("q", Some(Exclusion { index: 1, of: 2, excluded: false })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn why_not(&self, position: &Position, text: &str) -> Result<Refusal, Fault>;

    /// Returns a game that begins in a position, in the form in which this engine plays it fastest, or `None` if it plays it
    /// as positions, or does so until another form pays.
    fn running(self: Arc<Self>, _first: &Position) -> Option<Box<dyn Running>> {
        None
    }

    /// Makes a position from a specification: its pieces, its values, and the first values of all other variables. `repeated` knows no
    /// earlier positions. If no result is specified, play [begins](Examine::begin).
    ///
    /// Errors with the fault of a first value or of the rules for the beginning.
    fn set_up(&self, spec: &PositionSpec) -> Result<Position, Fault> {
        let mut position = self.position(&spec.placements(), Some(spec.turn.mover()))?;
        spec.values.iter().for_each(|value| position.set(self.game(), value));
        // if all players have lost, only the result makes this a position
        if let SpecTurn::Over { winner, .. } = spec.turn {
            position.outcome = Some(winner.map_or(Outcome::Draw, Outcome::Win));
        }
        position.players = spec.players;
        // Setting `ply` also makes this the only position that `repeated` knows.
        let ply = i32::try_from(spec.ply).unwrap_or(i32::MAX);
        self.set_ply(&mut position, &IntExpr::Const(ply), Frame::default())?;
        if let SpecTurn::ToMove(_) = spec.turn {
            self.begin(&mut position)?;
        }
        Ok(position)
    }

    /// Returns the result, if the game is over here.
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.outcome
    }

    /// Returns the legal move with this text, if there is one.
    fn find(&self, position: &Position, text: &str) -> Result<Option<Move>, Fault> {
        for mv in self.legal_moves(position)? {
            if self.text(position, &mv)? == text {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Returns whether a move is legal here.
    fn is_legal(&self, position: &Position, mv: &Move) -> Result<bool, Fault> {
        Ok(self.legal_moves(position)?.contains(mv))
    }

    /// Returns the position after a move, or `None` if the move is not legal.
    fn play(&self, position: &Position, mv: &Move) -> Result<Option<Position>, Fault> {
        if !self.is_legal(position, mv)? {
            return Ok(None);
        }
        let mut after = position.clone();
        self.play_unchecked(&mut after, mv)?;
        Ok(Some(after))
    }

    /// Returns the number of sequences of exactly `depth` plies; a finished game has no moves.
    fn perft(&self, position: &Position, depth: u32) -> Result<u64, Fault> {
        match depth {
            0 => Ok(1),
            1 => self.count_moves(position),
            _ => {
                let mut nodes = 0;
                for mv in self.legal_moves(position)? {
                    let mut after = position.clone();
                    self.play_unchecked(&mut after, &mv)?;
                    nodes += self.perft(&after, depth - 1)?;
                }
                Ok(nodes)
            }
        }
    }

    /// Returns what [`Engine::perft`] returns. Positions that were counted before may be found in the table, which must be for positions
    /// of this game that are all reached from one position; those counted now are added.
    fn perft_known(&self, position: &Position, depth: u32, _known: &Counts) -> Result<u64, Fault> {
        self.perft(position, depth)
    }

    /// Plays the random games of a seed with these numbers from a position, each of at most `max_plies` plies. Returns
    /// for each how it ended and after how many plies. A fault comes with the number of its game.
    fn random_games(
        &self,
        start: &Position,
        seed: u64,
        games: Range<u64>,
        max_plies: u32,
        ended: &mut dyn FnMut(Option<Outcome>, u32),
    ) -> Result<(), (u64, Fault)> {
        let mut position = start.clone();
        for n in games {
            position.clone_from(start);
            let plies =
                self.playout(&mut position, &mut Rng::for_game(seed, n), max_plies).map_err(|fault| (n, fault))?;
            ended(position.outcome, plies);
        }
        Ok(())
    }

    /// Plays uniformly random legal moves until the game is over or `max_plies` have been made; returns the number of plies
    /// made. The moves, including one that faulted, are appended to `played`; after a fault `position` is the one
    /// before it.
    fn random_game(
        &self,
        position: &mut Position,
        rng: &mut Rng,
        max_plies: u32,
        played: &mut Vec<Move>,
    ) -> Result<u32, Fault> {
        let mut plies = 0;
        while position.outcome.is_none() && plies < max_plies {
            let moves = self.legal_moves(position)?;
            let Some(mv) = moves.get(rng.below(moves.len())) else { break };
            played.push(mv.clone());
            self.play_unchecked(position, mv)?;
            plies += 1;
        }
        Ok(plies)
    }

    /// Plays a random game without recording the moves.
    fn playout(&self, position: &mut Position, rng: &mut Rng, max_plies: u32) -> Result<u32, Fault> {
        self.random_game(position, rng, max_plies, &mut Vec::new())
    }
}

/// Makes the engine for a game: with the feature `native` it compiles the rules to native code when that pays, and falls
/// back on the reference engine; otherwise it is the reference engine.
///
/// ```
/// use boardwright::engine::{Engine, engine, reference::Reference};
/// use std::sync::Arc;
///
/// let game = Arc::new(boardwright::load_bundled("jostle", &[])?.game().clone());
/// let (engine, reference) = (engine(game.clone()), Reference::new(game));
/// let start = reference.start()?;
/// assert_eq!(engine.legal_moves(&start)?, reference.legal_moves(&start)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn engine(game: Arc<Game>) -> Arc<dyn Engine> {
    let reference = Arc::new(reference::Reference::new(game.clone()));
    #[cfg(feature = "native")]
    return Arc::new(fast::Fast::new(game, reference));
    #[cfg(not(feature = "native"))]
    return reference;
}

/// The reason why a text is not a legal move.
///
/// See [`Engine::why_not`] for an example.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The reason.
    pub reason: Reason,
    /// The action that came nearest to writing this text, if any.
    pub action: Option<String>,
    /// The part of the rule that decides, with the values that it was given, if that says more than the reason:
    /// `d4 is occupied by a Black stone`, or in a def `level(q) 3 > level(p) 1 + 1`.
    pub because: Option<String>,
    /// Legal moves that begin with the same cell, if that action refuses the cell itself.
    pub instead: Vec<String>,
}

/// The part of a binder's set that excludes a value.
///
/// See [`Engine::why_not`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exclusion {
    /// The index of the part among the operands of the set's `&` or `except`.
    pub index: usize,
    /// How many parts there are.
    pub of: usize,
    /// Whether the value is in this part, after an `except`; otherwise it is not in the part.
    pub excluded: bool,
}

/// The reasons why a text is not a legal move.
///
/// See [`Engine::why_not`] for an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// It is legal after all.
    Legal,
    /// The game is over.
    Over,
    /// No action writes such a text in any position. Has the nearest legal texts.
    NoSuchText(Vec<String>),
    /// A binder's value is not in the binder's set.
    NotInSet {
        /// The binder's name.
        binder: String,
        /// Its value as text; `None` if the text does not determine it, and no value fits.
        value: Option<String>,
        /// The part of the set that matters, if the set has several.
        part: Option<Exclusion>,
        /// If the text does not determine it: the values with which the action would write the text.
        writing: Vec<String>,
        /// From the name to the end of the set.
        span: Span,
    },
    /// A `when`, `ensure` or `always` does not hold.
    Fails {
        /// `when`, `ensure` or `always NAME`.
        clause: String,
        /// The place of the condition: of the smallest part of a conjunction that fails.
        span: Span,
        /// For a comparison of numbers: both sides' values, as in `0 > 0`.
        values: Option<String>,
    },
    /// Another move of the action has a greater `maximize`. Has the value of this move, and the greatest one.
    NotGreatest(i32, i32),
    /// The text is incomplete, or its choices are not available. Has the legal texts with the same beginning.
    Choices(Vec<String>),
    /// No choice on offer at a `choose` writes the next part of the text.
    NoChoice {
        /// The text up to the choice.
        stem: String,
        /// The text after it.
        rest: String,
        /// The `choose`.
        span: Span,
        /// Legal texts with the same beginning.
        legal: Vec<String>,
    },
    /// The move is over before the text is.
    Ends {
        /// The text of the whole move.
        stem: String,
        /// Whether this move is legal.
        is_legal: bool,
        /// The action.
        span: Span,
    },
}
