//! [`Engine`]: what runs a [`Game`]. [`mod@reference`] defines the meaning of the language.

mod distinct;
pub mod fast;
pub mod reference;

use crate::game::Game;
use crate::game::expr::{AnyExpr, Frame};
use crate::game::piece::Piece;
use crate::game::rules::{ActionId, Condition, Placement};
use crate::game::value::Value;
use crate::moves::Move;
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use crate::rng::Rng;
use crate::source::Span;
use std::ops::Range;
use std::sync::Arc;

/// What runs the rules of one game. All questions are about positions of that game.
pub trait Engine: Send + Sync {
    /// The rules.
    fn game(&self) -> &Game;

    /// An engine of this kind for another game, such as the same rules with other settings.
    fn of(&self, game: Arc<Game>) -> Arc<dyn Engine>;

    /// The position at the beginning. It may be over already, see [`Engine::begin`].
    fn start(&self) -> Result<Position, Fault>;

    /// A position with these pieces instead of the setup's; variables have their first values there.
    /// `mover` is to move, by default the first player. Whether the game is over there is asked by [`Engine::begin`].
    fn position(&self, pieces: &[Placement], mover: Option<crate::game::piece::Player>) -> Result<Position, Fault>;

    /// The legal moves in the language's order; none in a finished game. F01 if the player to move has none.
    fn legal_moves(&self, position: &Position) -> Result<Vec<Move>, Fault>;

    /// How many legal moves there are.
    fn count_moves(&self, position: &Position) -> Result<u64, Fault> {
        Ok(self.legal_moves(position)?.len() as u64)
    }

    /// Makes a move that is known to be legal here.
    fn play_unchecked(&self, position: &mut Position, mv: &Move) -> Result<(), Fault>;

    /// The text of a move that is legal here.
    fn text(&self, position: &Position, mv: &Move) -> Result<String, Fault>;

    /// A hash of all that tells positions apart but their past (pieces, variables, whose turn, who is in; `ply` where the rules
    /// use it).
    fn zobrist_hash(&self, position: &Position) -> u64;

    /// Why no legal move has this text here: the rule and the condition that refuse it.
    fn why_not(&self, position: &Position, text: &str) -> Result<Refusal, Fault>;

    /// Returns whether a condition holds here, as a `when` would see it (the expectations of examples).
    fn holds(&self, position: &Position, condition: &Condition, frame: Frame) -> Result<bool, Fault>;

    /// What a condition that does not hold here comes to, as `2 < 2` or `none({a1 b1})`; none if it asks nothing of that kind.
    fn compared(&self, position: &Position, condition: &Condition, frame: Frame) -> Result<Option<String>, Fault>;

    /// What an expression comes to here, as an `expect` would see it.
    fn value(&self, position: &Position, expr: &AnyExpr, frame: Frame) -> Result<Value, Fault>;

    /// What an action does here: for each of its candidates that nothing but `maximize` forbids, at most so many, the text of
    /// the move, and the position before the turn passes and `end` is asked.
    fn tried(&self, position: &Position, action: ActionId, most: usize) -> Result<Vec<(String, Position)>, Fault>;

    /// Carries out a `set` of an example: a variable, in a position where nothing was played.
    fn set_var(
        &self,
        position: &mut Position,
        target: &crate::game::expr::VarRef,
        value: &AnyExpr,
        frame: Frame,
    ) -> Result<(), Fault>;

    /// Carries out `set ply = n` of an example.
    fn set_ply(&self, position: &mut Position, value: &crate::game::expr::IntExpr, frame: Frame) -> Result<(), Fault>;

    /// Lets play begin in a position in which nothing was played: if the player to move is stuck there, `end` is asked, the
    /// player before him in turn order being `mover`.
    fn begin(&self, position: &mut Position) -> Result<(), Fault>;

    /// The result, if the game is over here.
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.outcome
    }

    /// The legal move that is written so, if there is one.
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

    /// The position after a move, if it is legal.
    fn play(&self, position: &Position, mv: &Move) -> Result<Option<Position>, Fault> {
        if !self.is_legal(position, mv)? {
            return Ok(None);
        }
        let mut after = position.clone();
        self.play_unchecked(&mut after, mv)?;
        Ok(Some(after))
    }

    /// The number of sequences of exactly `depth` plies; a finished game has no moves.
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

    /// Plays the games of a seed with these numbers at random from a position, each of `max_plies` at most, and says of each
    /// how it ended and after how many plies. A fault comes with the number of its game.
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

    /// Plays uniformly random legal moves until the game is over or `max_plies` have been made here; the plies made. The
    /// moves are added to `played`, also one that led to a fault; `position` is then one before it.
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

    /// The same, for those who do not ask for the moves.
    fn playout(&self, position: &mut Position, rng: &mut Rng, max_plies: u32) -> Result<u32, Fault> {
        self.random_game(position, rng, max_plies, &mut Vec::new())
    }
}

/// What runs a game: its rules as native code as soon as that pays, with the engine that defines their meaning behind it.
pub fn engine(game: Arc<Game>) -> Arc<dyn Engine> {
    let definer = Arc::new(reference::Reference::new(game.clone()));
    Arc::new(fast::Fast::new(game, definer))
}

/// Why a text is no legal move.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The reason.
    pub reason: Reason,
    /// The action that came nearest to writing this text, if one could.
    pub action: Option<String>,
    /// Legal moves that begin with the same cell, if that action refuses the cell itself.
    pub instead: Vec<String>,
}

/// The part of a binder's set that keeps a value out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which part, counted along the set's `&` or `except`.
    pub index: usize,
    /// How many parts there are.
    pub of: usize,
    /// Whether the value is in this part, behind an `except`; otherwise it is not.
    pub excluded: bool,
}

/// The reasons why a text is no legal move.
#[derive(Clone, Debug)]
pub enum Reason {
    /// It is legal after all.
    Legal,
    /// The game is over.
    Over,
    /// No action writes such a text in any position; the nearest legal texts.
    NoSuchText(Vec<String>),
    /// A binder's value is not in the binder's set: name of the binder, its value, and the binder's place.
    NotInSet {
        /// The binder's name.
        binder: String,
        /// Its value, as text; none if the move's text does not tell it, and no value fits.
        value: Option<String>,
        /// The part of the set that matters, if the set has several.
        part: Option<Part>,
        /// What stands there, if it is a cell and pieces are what matters.
        stands: Option<Piece>,
        /// From the name to the end of the set.
        span: Span,
    },
    /// A `when`, `ensure` or `always` does not hold.
    Fails {
        /// `when`, `ensure` or `always NAME`.
        clause: String,
        /// The condition's place: of the smallest part of a conjunction that fails.
        span: Span,
        /// For a comparison of numbers: both sides' values, as in `0 > 0`.
        values: Option<String>,
    },
    /// Another move of the action has a greater `maximize`: this one's value, the greatest.
    NotGreatest(i32, i32),
    /// The move is not finished, or its choices are others: legal texts that begin like this one.
    Choices(Vec<String>),
    /// Nothing on offer at a `choose` writes what stands in the text.
    NoChoice {
        /// The text up to the choice.
        stem: String,
        /// What stands behind it.
        rest: String,
        /// The `choose`.
        span: Span,
        /// Legal texts that begin like the stem.
        legal: Vec<String>,
    },
}
