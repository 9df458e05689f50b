//! [`Machine`]: the players of the computer, who think in a thread of their own.

use super::live_game::LiveGame;
use crate::cli::threads::STACK;
use boardwright::engine::Engine;
use boardwright::moves::Move;
use boardwright::player::{Budget, Choice, Player, PlayerError};
use boardwright::position::Position;
use boardwright::{Session, SessionError};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::time::Duration;

/// The seat of the player who gives hints and judges positions.
pub const ADVISER: usize = usize::MAX;

/// How long a player may think about a move.
pub const THINKING_TIME: Duration = Duration::from_millis(800);

/// The name of their thread.
pub const THREAD: &str = "players";

/// What is said when their thread has ended, which only a bug can do.
const STOPPED: &str = "internal error: the players have stopped; save the game and start again";

/// The players of the computer. Their thread ends with this.
pub struct Machine {
    to: Sender<Task>,
    from: Receiver<Answer>,
    /// Stops the player who thinks.
    stop: Arc<AtomicBool>,
    asked: u64,
}

/// What the thread is to do.
enum Task {
    /// Gives a seat to a player, who begins a game of this seed, or to nobody.
    Seat(usize, Option<Box<dyn Player>>, u64),
    Think(Box<Thought>),
}

/// A position to think about.
struct Thought {
    number: u64,
    seat: usize,
    engine: Arc<dyn Engine>,
    first: Position,
    moves: Vec<Move>,
    budget: Budget,
}

/// What a player has chosen.
pub struct Answer {
    /// The number of the question.
    pub number: u64,
    /// The choice and its move.
    pub choice: Result<(Choice, Move), String>,
}

impl Machine {
    /// Starts the thread.
    pub fn start() -> std::io::Result<Machine> {
        let (to, tasks) = channel();
        let (answers, from) = channel();
        std::thread::Builder::new().name(THREAD.to_owned()).stack_size(STACK).spawn(move || work(&tasks, &answers))?;
        Ok(Machine { to, from, stop: Arc::default(), asked: 0 })
    }

    /// Gives a seat to a player, who begins a game of this seed, or to nobody.
    pub fn seat(&self, seat: usize, player: Option<Box<dyn Player>>, seed: u64) {
        // A thread that has ended answers no question either: `wait` says so.
        let _ = self.to.send(Task::Seat(seat, player, seed));
    }

    /// Asks the player of a seat for a move, and stops the one who thinks. Returns the number of the question.
    pub fn ask(&mut self, seat: usize, game: &LiveGame, time: Duration) -> u64 {
        self.stop();
        self.stop = Arc::default();
        self.asked += 1;
        let thought = Thought {
            number: self.asked,
            seat,
            engine: game.engine.clone(),
            first: game.start().clone(),
            moves: game.plies().iter().map(|ply| ply.mv.clone()).collect(),
            budget: Budget::time(time).with_stop(self.stop.clone()),
        };
        let _ = self.to.send(Task::Think(Box::new(thought)));
        self.asked
    }

    /// Tells the player who thinks to stop.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Returns an answer if there is one.
    pub fn answer(&self) -> Option<Answer> {
        match self.from.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Answer { number: self.asked, choice: Err(STOPPED.to_owned()) }),
        }
    }

    /// Waits for the answer to the last question.
    pub fn wait(&self) -> Result<(Choice, Move), String> {
        loop {
            match self.from.recv_timeout(Duration::from_secs(1)) {
                Ok(answer) if answer.number == self.asked => return answer.choice,
                Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(STOPPED.to_owned()),
            }
        }
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Does the tasks one after the other, until there is nobody to answer.
fn work(tasks: &Receiver<Task>, answers: &Sender<Answer>) {
    // A player who could not begin says why when it is asked: nobody may need it.
    let mut players: BTreeMap<usize, Result<Box<dyn Player>, String>> = BTreeMap::new();
    let mut played: Option<PlayedGame> = None;
    for task in tasks {
        match task {
            Task::Seat(seat, Some(mut player), seed) => {
                // An outside engine starts here, which can take long.
                let begun = player.begin(seed).map_err(|error| error.to_string());
                players.insert(seat, begun.map(|()| player));
            }
            Task::Seat(seat, None, _) => drop(players.remove(&seat)),
            Task::Think(thought) => {
                let number = thought.number;
                let choice = match players.get_mut(&thought.seat) {
                    Some(Ok(player)) => think(&mut **player, &mut played, &thought).map_err(|error| error.to_string()),
                    Some(Err(why)) => Err(why.clone()),
                    None => Err("nobody plays this side".to_owned()),
                };
                if answers.send(Answer { number, choice }).is_err() {
                    return;
                }
            }
        }
    }
}

/// The game that the players know.
struct PlayedGame {
    session: Session,
    first: Position,
}

fn think(
    player: &mut dyn Player,
    played: &mut Option<PlayedGame>,
    thought: &Thought,
) -> Result<(Choice, Move), PlayerError> {
    let session = go_to(played, thought)?;
    let choice = player.choose(session, &thought.budget)?;
    let mv = session.legal_moves()?.get(choice.index).cloned();
    let mv = mv.ok_or_else(|| PlayerError::Failed("the player chose a move that does not exist".to_owned()))?;
    Ok((choice, mv))
}

/// Brings the session to the position to think about, by moves if it is the same game.
fn go_to<'s>(played: &'s mut Option<PlayedGame>, thought: &Thought) -> Result<&'s mut Session, SessionError> {
    let is_same = played
        .as_ref()
        .is_some_and(|played| Arc::ptr_eq(played.session.engine(), &thought.engine) && played.first == thought.first);
    if !is_same {
        let mut session = Session::new(thought.engine.clone())?;
        if session.position() != thought.first {
            session.set_position(&thought.first)?;
        }
        *played = Some(PlayedGame { session, first: thought.first.clone() });
    }
    let Some(PlayedGame { session, .. }) = played else { return Err(SessionError::WrongPosition) };
    let common = session.played().zip(&thought.moves).take_while(|(one, other)| one == other).count();
    let made = session.played().count();
    (common..made).for_each(|_| drop(session.undo().cloned()));
    for mv in &thought.moves[common..] {
        session.make_move(mv)?;
    }
    Ok(session)
}
