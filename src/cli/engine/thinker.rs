//! [`Thinker`]: the player of an engine, who thinks in a thread of its own and can be stopped.

use super::look;
use crate::cli::players;
use crate::cli::threads::STACK;
use boardwright::Session;
use boardwright::engine::Engine;
use boardwright::player::{Budget, Choice, LEVELS, Player, PlayerError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The player by default.
const PLAYER: &str = "best";

/// A search that is longer than this reports what it has found in between.
const LONG: Duration = Duration::from_secs(2);

/// After this time, a long search reports for the first time, and then each time that twice as long has passed.
const FIRST_REPORT: Duration = Duration::from_millis(250);

/// The longest time between two reports.
const LONGEST_PART: Duration = Duration::from_secs(10);

/// How often a search that has nothing more to do looks whether it is to stop.
const TICK: Duration = Duration::from_millis(5);

/// What a search may cost, and what it is about.
#[derive(Clone, Debug, Default)]
pub struct Search {
    pub budget: Budget,
    /// Whether it answers only when it is stopped.
    pub is_infinite: bool,
    /// The indexes of the only moves that it looks at; all moves if there are none.
    pub moves: Vec<usize>,
}

/// What is known in the middle of a search, or at its end.
pub struct Report<'c> {
    pub choice: &'c Choice,
    /// How many positions or playouts the whole search has looked at.
    pub work: u64,
    pub time: Duration,
}

/// The player of an engine, and its options.
pub struct Thinker {
    engine: Arc<dyn Engine>,
    name: String,
    level: Option<u32>,
    threads: usize,
    memory: usize,
    player: Option<Box<dyn Player>>,
    running: Option<RunningSearch>,
    /// The number of the game.
    game: u64,
}

struct RunningSearch {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<(Session, Box<dyn Player>)>,
}

impl Thinker {
    /// The memory of a search by default, in MB.
    pub const MEMORY: usize = 256;

    /// Creates a thinker with the player of this name, or else the one that plays by default.
    pub fn new(engine: &Arc<dyn Engine>, name: Option<&str>) -> Result<Thinker, String> {
        let mut thinker = Thinker {
            engine: engine.clone(),
            name: PLAYER.to_owned(),
            level: None,
            threads: 1,
            memory: Thinker::MEMORY,
            player: None,
            running: None,
            game: 0,
        };
        name.map_or(Ok(()), |name| thinker.set_player(name))?;
        Ok(thinker)
    }

    /// Returns the name of the player.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Lets another player think.
    pub fn set_player(&mut self, name: &str) -> Result<(), String> {
        players::create(name, &self.engine).map_err(|error| error.to_string())?;
        (self.name, self.player) = (name.to_owned(), None);
        Ok(())
    }

    /// Plays another game from now on.
    pub fn set_engine(&mut self, engine: &Arc<dyn Engine>) {
        (self.engine, self.player) = (engine.clone(), None);
    }

    pub fn set_level(&mut self, level: u32) {
        // The highest level is the player itself.
        (self.level, self.player) = ((level < *LEVELS.end()).then_some(level), None);
    }

    pub fn set_threads(&mut self, threads: usize) {
        (self.threads, self.player) = (threads, None);
    }

    pub fn set_memory(&mut self, memory: usize) {
        (self.memory, self.player) = (memory, None);
    }

    /// Forgets the last game.
    pub fn begin(&mut self) -> Result<(), PlayerError> {
        self.game += 1;
        let game = self.game;
        self.player.as_mut().map_or(Ok(()), |player| player.begin(game))
    }

    /// Creates the player with the options that it has: not each player has threads.
    fn create(&self) -> Result<Box<dyn Player>, String> {
        let mut name = self.name.clone();
        let level = self.level.map(|level| format!("level={level}"));
        let threads = (self.threads > 1).then(|| format!("threads={}", self.threads));
        let memory = Some(format!("memory={}", self.memory));
        for setting in [level, threads, memory].into_iter().flatten() {
            let key = setting.split('=').next().unwrap_or("");
            let longer = format!("{name}{}{setting}", if name.contains(':') { ',' } else { ':' });
            let is_set = name.split([':', ',']).any(|known| known.split('=').next() == Some(key));
            if !is_set && players::create(&longer, &self.engine).is_ok() {
                name = longer;
            }
        }
        players::create(&name, &self.engine).map_err(|error| error.to_string())
    }

    /// Creates the player before it is needed: some learn about the game first.
    pub fn prepare(&mut self) {
        if self.player.is_none() && self.running.is_none() {
            // An error is reported by the search.
            self.player = self.create().ok();
        }
    }

    fn take_player(&mut self) -> Result<Box<dyn Player>, String> {
        match self.player.take() {
            Some(player) => Ok(player),
            None => self.create(),
        }
    }

    /// Begins a search in a thread. At its end, and sometimes before, `report` is called; `answer` is called once, with the
    /// index of the chosen move. [`Thinker::finish`] returns the session.
    pub fn start(
        &mut self,
        mut session: Session,
        search: Search,
        report: impl FnMut(&mut Session, Report<'_>) + Send + 'static,
        answer: impl FnOnce(&mut Session, Result<usize, String>) + Send + 'static,
    ) -> Result<(), Box<(Session, String)>> {
        let mut player = match self.take_player() {
            Ok(player) => player,
            Err(why) => return Err(Box::new((session, why))),
        };
        let stop = Arc::new(AtomicBool::new(false));
        let fork = session.fork();
        let (set, has_limits) =
            (stop.clone(), self.level.is_some() || self.name.contains("level=") || players::has_own_limits(&self.name));
        let work = move || {
            let found = think(&mut session, &mut *player, &search, &set, has_limits, report);
            while search.is_infinite && !set.load(Ordering::Relaxed) {
                std::thread::sleep(TICK);
            }
            answer(&mut session, found);
            (session, player)
        };
        match std::thread::Builder::new().name("search".to_owned()).stack_size(STACK).spawn(work) {
            Ok(thread) => self.running = Some(RunningSearch { stop, thread }),
            Err(_) => return Err(Box::new((fork, "cannot start a thread".to_owned()))),
        }
        Ok(())
    }

    /// Searches in this thread, until the budget is spent or somebody sets `stop`.
    pub fn think(&mut self, session: &mut Session, budget: Budget, stop: &Arc<AtomicBool>) -> Result<usize, String> {
        let mut player = self.take_player()?;
        let search = Search { budget, ..Search::default() };
        let found = think(session, &mut *player, &search, stop, true, |_, _| {});
        self.player = Some(player);
        found
    }

    /// Returns whether a search has begun and its session has not been returned.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Returns whether a search has begun and not yet answered.
    pub fn is_searching(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.thread.is_finished())
    }

    /// Tells the search to answer at once.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Stops the search when this time is over.
    pub fn stop_after(&self, time: Duration) {
        let Some(stop) = self.running.as_ref().map(|running| running.stop.clone()) else { return };
        let wait = move || {
            std::thread::sleep(time);
            stop.store(true, Ordering::Relaxed);
        };
        if std::thread::Builder::new().spawn(wait).is_err() {
            self.stop();
        }
    }

    /// Waits for the end of the search, and returns its session. `None` if there was no search, or a bug ended it.
    pub fn finish(&mut self) -> Option<Session> {
        let (session, player) = self.running.take()?.thread.join().ok()?;
        self.player = Some(player);
        Some(session)
    }
}

/// Returns the index of the move that a player chooses.
fn think(
    session: &mut Session,
    player: &mut dyn Player,
    search: &Search,
    stop: &Arc<AtomicBool>,
    has_limits: bool,
    mut report: impl FnMut(&mut Session, Report<'_>),
) -> Result<usize, String> {
    let since = Instant::now();
    let budget = search.budget.clone().with_stop(stop.clone());
    let legal = session.legal_moves().map_err(|error| error.to_string())?.len();
    // A level, limits of the player's own and a number of playouts would mean something else in parts.
    let is_long = search.is_infinite || budget.time.is_some_and(|time| time > LONG);
    let in_parts = is_long && !has_limits && budget.work.is_none() && budget.depth.is_none() && legal > 1;
    let mut last: Option<Choice> = None;
    let (mut part, mut work) = (FIRST_REPORT, 0);
    loop {
        let left = budget.time.map(|time| time.saturating_sub(since.elapsed()));
        let time = if in_parts { Some(left.unwrap_or(part).min(part)) } else { left };
        let begun = Instant::now();
        let mut now = budget.clone();
        now.time = time;
        let choice = match (look::choose(player, session, &search.moves, &now), &last) {
            (Ok(choice), _) if choice.index < legal => choice,
            (Ok(choice), None) => return Err(format!("the player chose move {} of {legal}", choice.index)),
            (Err(_), None) if stop.load(Ordering::Relaxed) && legal > 0 => {
                return Ok(search.moves.first().copied().unwrap_or(0));
            }
            (Err(why), None) => return Err(why.to_string()),
            // Stopped before it had anything to say.
            (_, Some(last)) => return Ok(last.index),
        };
        work += choice.judgment.as_ref().map_or(0, |judgment| judgment.work);
        report(session, Report { choice: &choice, work, time: since.elapsed() });
        let is_proven = choice.judgment.as_ref().is_none_or(|judgment| judgment.is_proven);
        let is_early = time.is_some_and(|time| begun.elapsed() < time / 2);
        let is_over = budget.time.is_some_and(|time| since.elapsed() + TICK >= time);
        if !in_parts || is_proven || is_early || is_over || stop.load(Ordering::Relaxed) {
            return Ok(choice.index);
        }
        last = Some(choice);
        part = (part * 2).min(LONGEST_PART);
    }
}
