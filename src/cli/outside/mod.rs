//! Engines of others as players: `uci:fairy-stockfish`, `gtp:gnugo --mode gtp`.
//!
//! An engine is started when its first game begins, and again after a failure. If it hangs, ends or writes nonsense, that is a
//! [`PlayerError`], and its process is killed.

mod gtp;
mod name;
mod process;
mod uci;

pub use process::end_all;

use boardwright::engine::Engine;
use boardwright::moves::Move;
use boardwright::player::{Budget, Choice, Player, PlayerError};
use boardwright::position::Position;
use boardwright::{Session, SessionError};
use name::{Language, OutsideName};
use process::{EngineProcess, Silence};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The kinds of outside engines.
pub const KINDS: [&str; 3] = ["gtp", "uci", "usi"];

/// What an engine may need for a move if nothing limits its time.
const UNLIMITED: Duration = Duration::from_secs(60);

/// What is said when an engine resigns.
pub const RESIGNS: &str = "it resigns";

/// Returns whether this is the name of an outside engine.
pub fn is_outside(text: &str) -> bool {
    OutsideName::parse(text).is_some()
}

/// Creates the player of an outside engine without starting it, or returns `None` if this is not the name of one.
pub fn create(text: &str, engine: &Arc<dyn Engine>) -> Option<Result<Box<dyn Player>, String>> {
    let name = match OutsideName::parse(text)? {
        Ok(name) => name,
        Err(why) => return Some(Err(why)),
    };
    if process::find_program(&name.program).is_none() {
        return Some(Err(format!("cannot find the program `{}`", name.program)));
    }
    let protocol: Box<dyn Protocol> = match name.language {
        Language::Uci | Language::Usi => Box::new(uci::Uci::new(name, engine)),
        Language::Gtp => match gtp::Gtp::new(name, engine) {
            Ok(gtp) => Box::new(gtp),
            Err(why) => return Some(Err(why)),
        },
    };
    Some(Ok(Box::new(OutsidePlayer { name: text.to_owned(), protocol })))
}

/// How to talk to an engine.
trait Protocol: Send {
    /// Its process, while it runs.
    fn process(&mut self) -> &mut Option<EngineProcess>;

    /// Starts the engine if need be, and tells it that a game begins.
    fn begin_game(&mut self) -> Result<(), PlayerError>;

    /// Starts the engine if need be, tells it the game so far, and asks for a move.
    fn choose(&mut self, session: &mut Session, budget: &Budget) -> Result<Choice, PlayerError>;
}

/// A player who asks an engine.
struct OutsidePlayer {
    name: String,
    protocol: Box<dyn Protocol>,
}

impl OutsidePlayer {
    /// Ends the engine after a failure.
    fn kept<T>(&mut self, done: Result<T, PlayerError>) -> Result<T, PlayerError> {
        if done.is_err() {
            *self.protocol.process() = None;
        }
        done
    }
}

impl Player for OutsidePlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, _number: u64) -> Result<(), PlayerError> {
        let begun = self.protocol.begin_game();
        self.kept(begun)
    }

    fn choose(&mut self, session: &mut Session, budget: &Budget) -> Result<Choice, PlayerError> {
        match session.legal_moves()?.len() {
            0 => return Err(PlayerError::Over),
            // The engine need not know a forced move that other rules do not have, such as a pass.
            1 => return Ok(Choice::new(0)),
            _ => {}
        }
        let chosen = self.protocol.choose(session, budget);
        self.kept(chosen)
    }
}

impl Drop for OutsidePlayer {
    fn drop(&mut self) {
        if let Some(process) = self.protocol.process() {
            process.quit();
        }
    }
}

fn failed(why: impl Into<String>) -> PlayerError {
    PlayerError::Failed(why.into())
}

/// Says why an engine has no answer.
fn explain(silence: Silence, wanted: &str, since: Instant) -> PlayerError {
    failed(match silence {
        Silence::Late => format!("no answer to `{wanted}` after {:.1} s", since.elapsed().as_secs_f64()),
        Silence::Ended(last) if last.is_empty() => "the program has ended".to_owned(),
        Silence::Ended(last) => format!("the program has ended: {last}"),
        Silence::Nonsense => format!("the answer to `{wanted}` is not text, or a line is too long"),
        Silence::Stopped => "stopped".to_owned(),
    })
}

/// Shortens what an engine has said.
fn shorten(text: &str) -> String {
    const MOST: usize = 60;
    match text.chars().count() {
        0..=MOST => text.to_owned(),
        _ => text.chars().take(MOST).chain("...".chars()).collect(),
    }
}

/// The moves of the game that an engine knows.
#[derive(Default)]
struct KnownGame {
    first: Option<Position>,
    moves: Vec<(Move, String)>,
}

impl KnownGame {
    /// Follows the game of a session; `write` translates a move. Returns how many moves were the same as before.
    fn follow(
        &mut self,
        session: &Session,
        mut write: impl FnMut(&mut Session, usize) -> Result<String, SessionError>,
    ) -> Result<usize, SessionError> {
        if self.first.as_ref() != Some(session.first()) {
            *self = KnownGame { first: Some(session.first().clone()), moves: Vec::new() };
        }
        let played: Vec<Move> = session.played().cloned().collect();
        let common = self.moves.iter().zip(&played).take_while(|((one, _), other)| one == *other).count();
        self.moves.truncate(common);
        let mut fork = session.fork();
        (common..played.len()).for_each(|_| drop(fork.undo().cloned()));
        for mv in &played[common..] {
            let index = fork.legal_moves()?.iter().position(|legal| legal == mv);
            let Some(index) = index else { return Err(SessionError::WrongPosition) };
            self.moves.push((mv.clone(), write(&mut fork, index)?));
            fork.make(index)?;
        }
        Ok(common)
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().map(|(_, text)| text.as_str())
    }
}
