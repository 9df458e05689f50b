//! [`Session`]: a game in progress that is played fast, and taken back ply by ply.

mod copies;
mod error;
mod position_words;
mod random;
mod returns;

pub use error::SessionError;
pub(crate) use position_words::PositionWords;
pub use returns::Playout;

use crate::details::MoveDetails;
use crate::engine::Engine;
use crate::engine::running::{Mark, MoveList, Running};
use crate::game::Game;
use crate::game::piece::Player;
use crate::moves::Move;
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use crate::refusal;
use copies::Copies;
use std::fmt;
use std::sync::Arc;

/// A game in progress: its legal moves, the moves made so far, and all that is known of its position.
///
/// A search lists the moves, makes each by its index, and takes it back. The list of a position is kept until the position
/// is left, also while moves are made and taken back above it:
///
/// ```
/// use boardwright::{Session, SessionError, load_bundled};
///
/// /// Counts the sequences of `depth` plies.
/// fn count(session: &mut Session, depth: u32) -> Result<u64, SessionError> {
///     if depth == 0 {
///         return Ok(1);
///     }
///     let mut sequences = 0;
///     for n in 0..session.legal_moves()?.len() {
///         session.make(n)?;
///         sequences += count(session, depth - 1)?;
///         session.undo();
///     }
///     Ok(sequences)
/// }
///
/// let mut session = load_bundled("breakthrough", &[])?.session()?;
/// assert_eq!(count(&mut session, 3)?, 11132);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Moves can be given as texts as well:
///
/// ```
/// use boardwright::{SessionError, load_bundled};
///
/// let mut session = load_bundled("tic-tac-toe", &[])?.session()?;
/// for text in ["b2", "a1", "a2", "b1", "c2"] {
///     session.make_text(text)?;
/// }
/// assert_eq!(session.returns(), [1.0, -1.0]);
/// assert!(session.legal_moves()?.is_empty());
/// session.undo();
/// assert_eq!((session.outcome(), session.ply()), (None, 4));
/// assert!(matches!(session.make_text("b2"), Err(SessionError::Illegal(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The engine compiles the rules to native code after some hundred plies; from then on the session runs on that code.
pub struct Session {
    engine: Arc<dyn Engine>,
    running: Box<dyn Running>,
    form: Form,
    /// The position of the first ply that can be taken back.
    first: Position,
    /// The lists of all positions on the way here.
    list: MoveList,
    /// The positions on the way here, the last one is the present.
    steps: Vec<Step>,
}

/// The form in which the game runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// As positions, until the engine has a form of its own.
    Positions,
    /// As positions, because the engine's own form could not be brought to this position.
    Refused,
    /// In the engine's own form.
    Native,
}

/// A position on the way to the present one.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// Where its moves begin.
    first: usize,
    /// Where they end, if they have been listed.
    end: Option<usize>,
    /// Which move has been made in it.
    made: usize,
}

impl dyn Engine {
    /// Begins a game from the start. See [`Session`].
    pub fn session(self: &Arc<Self>) -> Result<Session, Fault> {
        Session::new(self.clone())
    }
}

impl Session {
    /// Begins a game from the start.
    pub fn new(engine: Arc<dyn Engine>) -> Result<Session, Fault> {
        let first = engine.start()?;
        let running = Box::new(Copies::new(engine.clone(), first.clone()));
        let steps = vec![Step::default()];
        Ok(Session { engine, running, form: Form::Positions, first, list: MoveList::default(), steps })
    }

    /// Returns the rules.
    pub fn game(&self) -> &Game {
        self.engine.game()
    }

    /// Returns the engine.
    pub fn engine(&self) -> &Arc<dyn Engine> {
        &self.engine
    }

    /// Returns the legal moves in the language's order; none in a finished game. F01 if the player to move has none.
    pub fn legal_moves(&mut self) -> Result<&[Move], SessionError> {
        let (first, end) = self.list()?;
        Ok(&self.list.moves()[first..end])
    }

    /// Makes the legal move with this index.
    ///
    /// Whether the next player has a move is found out when somebody asks. So a fault in the conditions of `end` may also be
    /// reported by the next call of [`Session::legal_moves`].
    pub fn make(&mut self, index: usize) -> Result<(), SessionError> {
        let at = self.index(index)?;
        self.go_native();
        self.running.make(&self.list.moves()[at], self.list.mark(at))?;
        self.add_step(at);
        Ok(())
    }

    /// Makes a move that is known to be legal here, without listing the moves: a search makes the moves of its tree so.
    ///
    /// ```
    /// let mut session = boardwright::load_bundled("hex", &[])?.session()?;
    /// let first = session.legal_moves()?[60].clone();
    /// session.make(60)?;
    /// session.undo();
    /// session.make_unchecked(&first)?;
    /// assert_eq!(session.ply(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn make_unchecked(&mut self, mv: &Move) -> Result<(), SessionError> {
        self.make_owned(mv.clone())
    }

    /// As [`Session::make_unchecked`], and keeps the move.
    #[inline]
    pub(crate) fn make_owned(&mut self, mv: Move) -> Result<(), SessionError> {
        self.know_move()?;
        self.go_native();
        self.running.make(&mv, Mark::NONE)?;
        // It is kept after the list, if there is one.
        let at = self.forget_beyond();
        self.list.push(mv, Mark::NONE);
        self.add_step(at);
        Ok(())
    }

    /// Goes on to the next position, after the move that is here in the lists.
    #[inline]
    fn add_step(&mut self, made: usize) {
        if let Some(step) = self.steps.last_mut() {
            step.made = made;
        }
        self.steps.push(Step { first: self.list.moves().len(), ..Step::default() });
    }

    /// Removes what is in the lists after the moves of this position; returns how many moves are left.
    #[inline]
    fn forget_beyond(&mut self) -> usize {
        let end = self.steps.last().map_or(0, |step| step.end.unwrap_or(step.first));
        self.list.truncate(end);
        end
    }

    /// Makes a move, if it is legal.
    pub fn make_move(&mut self, mv: &Move) -> Result<(), SessionError> {
        match self.legal_moves()?.iter().position(|legal| legal == mv) {
            Some(index) => self.make(index),
            None => Err(SessionError::Illegal("the move is not legal here".to_owned())),
        }
    }

    /// Makes the move with this text, such as `e2-e4`.
    pub fn make_text(&mut self, text: &str) -> Result<(), SessionError> {
        if let Some(index) = self.find(text)? {
            return self.make(index);
        }
        let position = self.position();
        let refused = self.engine.why_not(&position, text)?;
        Err(SessionError::Illegal(refusal::sentence(self.engine.game(), text, &refused)))
    }

    /// Takes the last move back and returns it, or `None` if no move has been made.
    pub fn undo(&mut self) -> Option<&Move> {
        let [.., before, after] = self.steps.as_slice() else { return None };
        let (made, first) = (before.made, after.first);
        self.steps.pop();
        self.running.undo();
        self.list.truncate(first);
        self.list.moves().get(made)
    }

    /// Takes back the last moves, at most this many.
    pub(crate) fn undo_many(&mut self, moves: usize) {
        let left = self.steps.len().saturating_sub(moves).max(1);
        let Some(first) = self.steps.get(left).map(|step| step.first) else { return };
        self.running.undo_many(self.steps.len() - left);
        self.steps.truncate(left);
        self.list.truncate(first);
    }

    /// Returns the position of the first ply that can be taken back.
    pub fn first(&self) -> &Position {
        &self.first
    }

    /// Returns the moves made so far, the first one first.
    pub fn played(&self) -> impl DoubleEndedIterator<Item = &Move> {
        let before = self.steps.len().saturating_sub(1);
        self.steps[..before].iter().filter_map(|step| self.list.moves().get(step.made))
    }

    /// Returns the text of the legal move with this index.
    pub fn notation(&mut self, index: usize) -> Result<String, SessionError> {
        let at = self.index(index)?;
        let position = self.position();
        Ok(self.engine.text(&position, &self.list.moves()[at])?)
    }

    /// Returns the parts of the legal move with this index, and what it changes.
    pub fn details(&mut self, index: usize) -> Result<MoveDetails, SessionError> {
        let at = self.index(index)?;
        let position = self.position();
        Ok(self.engine.details(&position, &self.list.moves()[at])?)
    }

    /// Returns the index of the legal move with this text, or `None` if no legal move has it.
    pub fn find(&mut self, text: &str) -> Result<Option<usize>, SessionError> {
        let position = self.position();
        let Some(mv) = self.engine.find(&position, text)? else { return Ok(None) };
        Ok(self.legal_moves()?.iter().position(|legal| *legal == mv))
    }

    /// Returns the result, or `None` if the game goes on.
    pub fn outcome(&mut self) -> Option<Outcome> {
        // A fault is reported by `legal_moves`.
        let _ = self.settle();
        self.running.outcome()
    }

    /// Returns what the game is worth to each player: 1 for the winner, -1 for the loser, 0 for each in a draw and as
    /// long as the game goes on. Several losers share -1; several winners, who have not gone out, share 1.
    ///
    /// ```
    /// let mut session = boardwright::load_bundled("connect-four", &[])?.session()?;
    /// for text in ["a1", "b1", "a2", "b2", "a3", "b3", "a4"] {
    ///     session.make_text(text)?;
    /// }
    /// assert_eq!(session.returns(), [1.0, -1.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn returns(&mut self) -> Vec<f64> {
        // A fault is reported by `legal_moves`.
        let _ = self.settle();
        returns::returns(self.running.outcome(), self.game().players.len(), self.running.players())
    }

    /// Returns the player to move, or `None` in a finished game.
    pub fn to_move(&mut self) -> Option<Player> {
        self.outcome().is_none().then(|| self.running.mover())
    }

    /// Returns the player whose turn it is, or would be if the game were not over.
    pub(crate) fn turn(&self) -> Player {
        self.running.mover()
    }

    /// Returns the words of the position without copying them, see [`Position::words`]. A variable that is `off` may have any
    /// number that is not a cell. Valid as soon as the moves have been listed, or the outcome has been asked for.
    pub(crate) fn words(&self) -> &[u64] {
        self.running.words()
    }

    /// Returns the moves of the position if they have been listed, or else none.
    pub(crate) fn listed(&self) -> &[Move] {
        let step = self.steps.last().copied().unwrap_or_default();
        let end = step.end.unwrap_or(step.first);
        self.list.moves().get(step.first..end).unwrap_or(&[])
    }

    /// Returns the players who are still in the game, bit n for player n.
    pub(crate) fn players_in(&self) -> u16 {
        self.running.players()
    }

    /// Returns the number of plies of the position, counted from the start of the game.
    pub fn ply(&self) -> u32 {
        self.running.ply()
    }

    /// Returns a hash of all that distinguishes positions except their past, see [`Engine::zobrist_hash`].
    pub fn hash(&mut self) -> u64 {
        // A fault is reported by `legal_moves`.
        let _ = self.settle();
        self.running.hash()
    }

    /// Returns the position.
    pub fn position(&mut self) -> Position {
        // A fault is reported by `legal_moves`.
        let _ = self.settle();
        self.running.position()
    }

    /// Goes back to the start of the game, without moves to take back.
    pub fn reset(&mut self) -> Result<(), SessionError> {
        let start = self.engine.start()?;
        self.begin(start);
        Ok(())
    }

    /// Continues from another position of the game, without moves to take back.
    ///
    /// ```
    /// let hex = boardwright::load_bundled("hex", &[])?;
    /// let (mut one, mut other) = (hex.session()?, hex.session()?);
    /// one.make(60)?;
    /// other.set_position(&one.position())?;
    /// assert_eq!((other.ply(), other.hash()), (1, one.hash()));
    /// assert_eq!(other.undo(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_position(&mut self, position: &Position) -> Result<(), SessionError> {
        if !position.fits(self.game()) || !position.has_past(self.game()) || !position.has_key(self.game()) {
            return Err(SessionError::WrongPosition);
        }
        self.begin(position.clone());
        Ok(())
    }

    /// Returns a copy that is played on its own, for example by another thread; it can take the same moves back.
    ///
    /// ```
    /// let mut session = boardwright::load_bundled("hex", &[])?.session()?;
    /// session.make(60)?;
    /// let mut fork = session.fork();
    /// let moves = std::thread::spawn(move || fork.legal_moves().map(<[_]>::len)).join().unwrap()?;
    /// assert_eq!(moves, session.legal_moves()?.len());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fork(&self) -> Session {
        Session {
            engine: self.engine.clone(),
            running: self.running.fork(),
            form: self.form,
            first: self.first.clone(),
            list: self.list.clone(),
            steps: self.steps.clone(),
        }
    }

    fn begin(&mut self, position: Position) {
        self.running = Box::new(Copies::new(self.engine.clone(), position.clone()));
        self.form = Form::Positions;
        self.first = position;
        self.list.truncate(0);
        self.steps.clear();
        self.steps.push(Step::default());
        self.go_native();
    }

    /// Returns where the legal move with this index is in the lists.
    #[inline]
    fn index(&mut self, index: usize) -> Result<usize, SessionError> {
        let (first, end) = self.list()?;
        let moves = end - first;
        if index < moves { Ok(first + index) } else { Err(SessionError::NoSuchMove { index, moves }) }
    }

    /// Lists the moves of the position, if that has not been done; returns where they begin and end.
    #[inline]
    fn list(&mut self) -> Result<(usize, usize), Fault> {
        match self.steps.last() {
            Some(Step { first, end: Some(end), .. }) => Ok((*first, *end)),
            _ => self.add_list(),
        }
    }

    /// Lists the moves of the position; returns where they begin and end.
    fn add_list(&mut self) -> Result<(usize, usize), Fault> {
        self.forget_beyond();
        let [earlier @ .., step] = self.steps.as_mut_slice() else { return Ok((0, 0)) };
        let last = earlier.last().map_or(0, |before| before.made);
        if let Err(fault) = self.running.list(&mut self.list, last) {
            self.list.truncate(step.first);
            return Err(fault);
        }
        let end = self.list.moves().len();
        step.end = Some(end);
        Ok((step.first, end))
    }

    /// Settles the position, in which the player to move is known to have a move.
    pub(crate) fn know_move(&mut self) -> Result<(), SessionError> {
        self.running.know_move();
        Ok(self.settle()?)
    }

    /// Finds out whether the last ply ended the game.
    fn settle(&mut self) -> Result<(), Fault> {
        if self.running.is_settled() {
            return Ok(());
        }
        let before = self.steps.len().wrapping_sub(2);
        match self.steps.get(before).and_then(|step| self.list.moves().get(step.made)) {
            Some(last) => self.running.settle(last),
            None => Ok(()),
        }
    }

    /// Goes over to the engine's own form of the game, if it has one by now and has not been refused.
    #[inline]
    fn go_native(&mut self) {
        if self.form == Form::Positions {
            self.replay_natively();
        }
    }

    /// Brings the engine's own form of the game to this position, if there is one.
    #[cold]
    fn replay_natively(&mut self) {
        let Some(mut running) = self.engine.clone().running(&self.first) else { return };
        self.form = Form::Refused;
        let mut list = self.list.clone();
        let replayed = self.steps[..self.steps.len().saturating_sub(1)].iter().try_for_each(|step| {
            running.make(&self.list.moves()[step.made], Mark::NONE).map_err(|fault| *fault)?;
            if !running.is_settled() {
                running.list(&mut list, step.made)?;
                list.truncate(self.list.moves().len());
            }
            Ok::<(), Fault>(())
        });
        if replayed.is_ok() {
            (self.running, self.form) = (running, Form::Native);
        }
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = &self.game().title;
        out.debug_struct("Session").field("game", game).field("ply", &self.ply()).finish_non_exhaustive()
    }
}
