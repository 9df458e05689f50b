//! The commands of UCI and USI.

mod limits;
mod position;
mod report;

use super::answers::say;
use super::input;
use super::thinker::{Report, Search, Thinker};
use crate::cli::protocol::{Form, Translator, black, variant, white};
use boardwright::Session;
use boardwright::engine::Engine;
use boardwright::game::piece::Player;
use boardwright::internals::suggest;
use boardwright::player::{LEVELS, MOST_MEMORY, MOST_THREADS};
use limits::Limits;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// The commands, for suggestions.
const COMMANDS: [&str; 12] = [
    "uci",
    "usi",
    "debug",
    "isready",
    "setoption",
    "ucinewgame",
    "usinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// The most lines for one position.
const MOST_LINES: usize = 64;

/// How often it looks whether a search has ended for which commands wait.
const TICK: Duration = Duration::from_millis(2);

/// The most commands that wait for the end of a search.
const MOST_WAITING: usize = 10_000;

/// An engine that speaks UCI or USI.
struct UciServer {
    form: Form,
    engine: Arc<dyn Engine>,
    translator: Translator,
    thinker: Thinker,
    /// The game, unless a search has it.
    session: Option<Session>,
    /// The texts of the moves in the session.
    moves: Vec<String>,
    /// Whether the last `position` was wrong: then the session has another one.
    is_position_wrong: bool,
    /// The number of lines that it reports.
    lines: usize,
    /// Whether the last search ends only when it is stopped.
    is_endless: bool,
    /// How long the last search may go on once the other player has made the expected move.
    after_hit: Duration,
}

/// Answers commands until `quit` or the end of the input.
pub fn serve(form: Form, session: Session, thinker: Thinker, lines: impl Iterator<Item = String> + Send + 'static) {
    let engine = session.engine().clone();
    let mut translator = Translator::new(engine.game(), form);
    translator.takes_rook = is_chess960(&*engine);
    let mut server = UciServer {
        form,
        engine,
        translator,
        thinker,
        session: Some(session),
        moves: Vec::new(),
        is_position_wrong: false,
        lines: 1,
        is_endless: false,
        after_hit: Duration::ZERO,
    };
    let Some(read) = input::read_ahead(lines, || {}) else { return complain("cannot start a thread") };
    let mut waiting: VecDeque<String> = VecDeque::new();
    loop {
        let is_searching = server.thinker.is_searching() && !server.is_endless;
        let line: String = match (waiting.pop_front(), is_searching) {
            (Some(line), false) => {
                server.obey(&line);
                continue;
            }
            (None, _) => match read.recv() {
                Ok(line) => line,
                Err(_) => break,
            },
            (Some(line), true) => {
                // The search goes on, but `stop` and its like are still read.
                waiting.push_front(line);
                let next = if waiting.len() < MOST_WAITING { read.try_recv().ok() } else { None };
                let Some(line) = next else {
                    std::thread::sleep(TICK);
                    continue;
                };
                line
            }
        };
        let line = line.trim();
        let command = line.split_whitespace().next().unwrap_or("");
        if needs_session(command) && (is_searching || !waiting.is_empty()) {
            waiting.push_back(line.to_owned());
        } else {
            if is_about_search(command) {
                // What came before it begins and ends first: it is also meant for a search that still waits.
                waiting.drain(..).for_each(|line| server.obey(&line));
            }
            if command == "quit" {
                server.thinker.stop();
                server.thinker.finish();
                return;
            }
            server.obey(line);
        }
    }
    server.at_end_of_input();
}

/// Returns whether a command has to wait for the end of a search.
fn needs_session(command: &str) -> bool {
    matches!(command, "setoption" | "ucinewgame" | "usinewgame" | "position" | "go")
}

/// Returns whether a command is about the searches before it, those that wait included.
fn is_about_search(command: &str) -> bool {
    matches!(command, "stop" | "ponderhit" | "quit")
}

/// Returns whether the kings begin where UCI's form for Chess960 is needed.
fn is_chess960(engine: &dyn Engine) -> bool {
    variant(engine.game()).ends_with("960")
}

/// Prints what went wrong.
fn complain(why: impl std::fmt::Display) {
    for line in why.to_string().lines() {
        say(&format!("info string {line}"));
    }
}

impl UciServer {
    /// A search that ends by itself still answers.
    fn at_end_of_input(&mut self) {
        if self.is_endless {
            self.thinker.stop();
        }
        self.thinker.finish();
    }

    /// Obeys a command other than `quit`.
    fn obey(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else { return };
        let rest: Vec<&str> = words.collect();
        match command {
            "uci" | "usi" => self.introduce(command),
            "isready" => {
                self.thinker.prepare();
                say("readyok");
            }
            "stop" => self.thinker.stop(),
            "ponderhit" => {
                self.thinker.stop_after(self.after_hit);
                self.is_endless = false;
            }
            "debug" | "register" | "gameover" => {}
            "setoption" | "ucinewgame" | "usinewgame" | "position" | "go" => {
                self.end_search();
                match command {
                    "setoption" => self.set_option(&rest).unwrap_or_else(complain),
                    "position" => self.set_position(&rest).unwrap_or_else(complain),
                    "go" => self.go(&rest),
                    _ => self.thinker.begin().unwrap_or_else(complain),
                }
            }
            _ => {
                let help = suggest::did_you_mean(command, COMMANDS).map_or(String::new(), |help| format!("; {help}"));
                complain(format!("unknown command `{command}`{help}"));
            }
        }
    }

    /// Stops a search, and takes the session back.
    fn end_search(&mut self) {
        if self.thinker.is_running() {
            self.thinker.stop();
            self.session = self.thinker.finish();
        }
        if self.session.is_none() {
            (self.session, self.moves) = (self.engine.session().ok(), Vec::new());
        }
    }

    fn introduce(&mut self, hello: &str) {
        let game = self.engine.game();
        say(&format!("id name Boardwright {} {}", env!("CARGO_PKG_VERSION"), game.title));
        say("id author the authors of Boardwright");
        say(&format!("option name Player type string default {}", self.thinker.name()));
        say(&format!(
            "option name Level type spin default {} min {} max {}",
            LEVELS.end(),
            LEVELS.start(),
            LEVELS.end()
        ));
        say(&format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"));
        say(&format!("option name Hash type spin default {} min 1 max {MOST_MEMORY}", Thinker::MEMORY));
        say(&format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"));
        if self.form == Form::Uci && is_chess960(&*self.engine) {
            say("option name UCI_Chess960 type check default true");
        }
        if self.form == Form::Uci && !is_chess960(&*self.engine) {
            let name = variant(game);
            say(&format!("option name UCI_Variant type combo default {name} var {name}"));
        }
        say(if hello == "usi" { "usiok" } else { "uciok" });
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let text = words.join(" ");
        let Some(text) = text.strip_prefix("name ") else { return Err("missing `name` after `setoption`".to_owned()) };
        let (name, value) = text.split_once(" value ").unwrap_or((text, ""));
        let (name, value) = (name.trim(), value.trim());
        let number = |most: usize| -> Result<usize, String> {
            let number = value.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| format!("expected a number from 1 to {most} for {name}, found `{value}`"))
        };
        match name.to_ascii_lowercase().as_str() {
            "player" => self.thinker.set_player(value)?,
            "level" => self.thinker.set_level(number(*LEVELS.end() as usize)? as u32),
            "threads" => self.thinker.set_threads(number(MOST_THREADS)?),
            "hash" | "memory" | "usi_hash" => self.thinker.set_memory(number(MOST_MEMORY)?),
            "multipv" => self.lines = number(MOST_LINES)?,
            // In other games, kings and rooks castle from the cells of their rules alone.
            "uci_chess960" if value == "true" && !is_chess960(&*self.engine) => {
                let title = &self.engine.game().title;
                return Err(format!(
                    "{title} has no other first positions; Chess960 is played by `boardwright engine chess960`"
                ));
            }
            "uci_chess960" => self.translator.takes_rook = value == "true",
            "uci_variant" if value == variant(self.engine.game()) => {}
            "uci_variant" => return Err(format!("this engine plays {} alone", self.engine.game().title)),
            // User interfaces set these without asking.
            "ponder" | "usi_ponder" | "uci_analysemode" | "uci_showcurrline" | "uci_opponent" => {}
            _ => {
                let names = ["Player", "Level", "Threads", "Hash", "MultiPV", "UCI_Chess960", "UCI_Variant"];
                let help = suggest::did_you_mean(name, names).map_or(String::new(), |help| format!("; {help}"));
                return Err(format!("unknown option `{name}`{help}"));
            }
        }
        Ok(())
    }

    /// Searches, and answers whatever the arguments are: clients wait for it.
    fn go(&mut self, words: &[&str]) {
        // A mate in shogi is one by checks alone, which are a matter of that game.
        if self.form == Form::Usi && words.first() == Some(&"mate") {
            return say("checkmate notimplemented");
        }
        let is_started = self.start_search(words).unwrap_or_else(|why| {
            complain(why);
            false
        });
        if !is_started {
            say(no_move(self.form));
        }
    }

    /// Starts a search, unless the game is over. Returns whether it did.
    fn start_search(&mut self, words: &[&str]) -> Result<bool, String> {
        let Some(mut session) = self.session.take() else { return Err("no game".to_owned()) };
        let limits = Limits::parse(words, self.is_white(session.to_move()));
        limits.ignored.iter().for_each(complain);
        if self.is_position_wrong || session.outcome().is_some() {
            self.session = Some(session);
            let why = "no position to search: the last `position` was wrong; send another one";
            return if self.is_position_wrong { Err(why.to_owned()) } else { Ok(false) };
        }
        self.after_hit = limits.after_hit;
        let search = self.search(&mut session, limits);
        self.is_endless = search.is_infinite;
        let (translator, lines) = (self.translator.clone(), self.lines);
        let report = move |session: &mut Session, report: Report<'_>| {
            for line in report::describe(session, &translator, &report, lines) {
                say(&line);
            }
        };
        let (translator, form) = (self.translator.clone(), self.form);
        let answer = move |session: &mut Session, found: Result<usize, String>| {
            let text = found.and_then(|index| translator.write(session, index).map_err(|error| error.to_string()));
            match text {
                Ok(text) => say(&format!("bestmove {text}")),
                Err(why) => {
                    complain(why);
                    say(no_move(form));
                }
            }
        };
        self.thinker.start(session, search, report, answer).map(|()| true).map_err(|refused| {
            let (session, why) = *refused;
            self.session = Some(session);
            why
        })
    }

    /// Returns whether a player has the clock of White.
    fn is_white(&self, player: Option<Player>) -> bool {
        let game = self.engine.game();
        match self.form {
            Form::Uci => player == Some(white(game)),
            Form::Usi => player != Some(black(game)),
        }
    }

    /// Returns the search that `go` asks for.
    fn search(&self, session: &mut Session, limits: Limits) -> Search {
        let Limits { budget, is_infinite, moves: texts, .. } = limits;
        let mut moves = Vec::new();
        for text in &texts {
            match self.translator.find(session, text).map(|found| found.only()) {
                Ok(Some(index)) if moves.contains(&index) => {}
                Ok(Some(index)) => moves.push(index),
                _ => complain(format!("ignored illegal move `{text}` after `searchmoves`")),
            }
        }
        if moves.is_empty() && !texts.is_empty() {
            complain("no legal move after `searchmoves`; searching all moves");
        }
        Search { budget: budget.with_lines(self.lines), is_infinite, moves }
    }
}

/// Returns the answer to `go` in a position without moves.
fn no_move(form: Form) -> &'static str {
    match form {
        Form::Uci => "bestmove (none)",
        Form::Usi => "bestmove resign",
    }
}
