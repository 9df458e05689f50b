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
use boardwright::player::{Player, PlayerError};
use boardwright::position::Position;
use boardwright::{Session, SessionError};
use name::{OutsideName, Protocol};
use process::Silence;
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
    Some(match name.protocol {
        Protocol::Uci | Protocol::Usi => Ok(Box::new(uci::UciPlayer::new(text, name, engine))),
        Protocol::Gtp => gtp::GtpPlayer::new(text, name, engine).map(|player| Box::new(player) as Box<dyn Player>),
    })
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
