//! The commands of UCI and USI.

use super::answers::say;
use super::thinker::{Report, Search, Thinker};
use crate::cli::protocol::{Form, Translator, black, variant, white};
use boardwright::engine::Engine;
use boardwright::internals::suggest;
use boardwright::player::{LEVELS, Line, MOST_MEMORY, MOST_THREADS};
use boardwright::position::Position;
use boardwright::position_line;
use boardwright::{Session, SessionError};
use std::collections::VecDeque;
use std::sync::{Arc, mpsc};
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

/// The most moves of a line.
const LINE: usize = 12;

/// The most lines for one position.
const MOST_LINES: usize = 64;

/// How many moves the rest of the time is for.
const MOVES_LEFT: u32 = 30;

/// What is left on the clock whatever happens.
const RESERVE: Duration = Duration::from_millis(30);

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
    /// The number of lines that it reports.
    lines: usize,
    /// Whether the last search ends only when it is stopped.
    is_endless: bool,
}

/// Answers commands until `quit` or the end of the input.
pub fn serve(form: Form, session: Session, thinker: Thinker, lines: impl Iterator<Item = String> + Send + 'static) {
    let engine = session.engine().clone();
    let mut translator = Translator::new(engine.game(), form);
    translator.takes_rook = is_chess960(&*engine);
    let (session, moves) = (Some(session), Vec::new());
    let mut server = UciServer { form, engine, translator, thinker, session, moves, lines: 1, is_endless: false };
    let (sender, read) = mpsc::sync_channel(1);
    let reader = std::thread::Builder::new().name("input".to_owned());
    if reader.spawn(move || { lines }.try_for_each(|line| sender.send(line))).is_err() {
        return complain("cannot start a thread");
    }
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
            if ends_search(command) {
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

/// Returns whether a command ends the searches before it, those that wait included.
fn ends_search(command: &str) -> bool {
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
            "stop" | "ponderhit" => self.thinker.stop(),
            "debug" | "register" | "gameover" => {}
            "setoption" | "ucinewgame" | "usinewgame" | "position" | "go" => {
                self.end_search();
                match command {
                    "setoption" => self.set_option(&rest).unwrap_or_else(complain),
                    "position" => self.set_position(&rest).unwrap_or_else(complain),
                    "go" => self.go(&rest).unwrap_or_else(complain),
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

    /// Goes to a position: `startpos`, `fen` or `sfen`, and then moves. The moves before a wrong one are made.
    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let first = match words[..at] {
            ["startpos"] => self.engine.start().map_err(|fault| fault.to_string())?,
            ["fen" | "sfen", ..] => self.read_position(&words[1..at].join(" "))?,
            [_, ..] => self.read_position(&words[..at].join(" "))?,
            [] => return Err("expected `startpos` or `fen` after `position`".to_owned()),
        };
        let texts = words.get(at + 1..).unwrap_or(&[]);
        let Some(session) = &mut self.session else { return Err("no game".to_owned()) };
        if *session.first() != first {
            session.set_position(&first).map_err(|error| error.to_string())?;
            self.moves.clear();
        }
        let common = self.moves.iter().zip(texts).take_while(|(one, other)| one == *other).count();
        (common..self.moves.len()).for_each(|_| drop(session.undo().cloned()));
        self.moves.truncate(common);
        for text in &texts[common..] {
            let found = self.translator.find(session, text).map_err(|error| error.to_string())?;
            let Some(index) = found.only() else {
                if let Some(why) = found.explain_several(session, text).map_err(|error| error.to_string())? {
                    return Err(why);
                }
                let legal = self.translator.legal_moves(session).map_err(|error| error.to_string())?;
                return Err(format!("illegal move `{text}`{legal}"));
            };
            session.make(index).map_err(|error| error.to_string())?;
            self.moves.push((*text).to_owned());
        }
        Ok(())
    }

    /// Reads a position as Boardwright writes it, or as FEN.
    fn read_position(&self, text: &str) -> Result<Position, String> {
        let text = text.trim_matches('"');
        let fen = self.translator.letters.read_position(&*self.engine, self.form, text);
        match (fen, position_line::parse(&*self.engine, text)) {
            (Ok(position), _) | (_, Ok(position)) => Ok(position),
            (Err(fen), Err(line)) => {
                let is_fen = matches!(text.split_whitespace().nth(1), Some("w" | "b"));
                Err(format!("wrong position: {}", if is_fen { fen.to_string() } else { line.to_string() }))
            }
        }
    }

    fn go(&mut self, words: &[&str]) -> Result<(), String> {
        let Some(mut session) = self.session.take() else { return Err("no game".to_owned()) };
        let search = match self.search(&mut session, words) {
            Ok(search) => search,
            Err(why) => {
                self.session = Some(session);
                return Err(why);
            }
        };
        if session.outcome().is_some() {
            say(if self.form == Form::Usi { "bestmove resign" } else { "bestmove (none)" });
            self.session = Some(session);
            return Ok(());
        }
        self.is_endless = search.is_infinite;
        let (translator, lines) = (self.translator.clone(), self.lines);
        let report = move |session: &mut Session, report: Report<'_>| {
            for line in describe(session, &translator, &report, lines) {
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
                    say(if form == Form::Usi { "bestmove resign" } else { "bestmove (none)" });
                }
            }
        };
        self.thinker.start(session, search, report, answer).map_err(|refused| {
            let (session, why) = *refused;
            self.session = Some(session);
            why
        })
    }

    /// Parses the limits of a search.
    fn search(&self, session: &mut Session, words: &[&str]) -> Result<Search, String> {
        let mut search = Search::default();
        search.budget.lines = Some(self.lines);
        let game = self.engine.game();
        let is_white = match self.form {
            Form::Uci => session.to_move() == Some(white(game)),
            Form::Usi => session.to_move() != Some(black(game)),
        };
        let (mut clock, mut increment, mut byoyomi, mut moves) = (None, None, None, None);
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let mut number = || -> Result<u64, String> {
                let text = words.next().copied().unwrap_or("");
                // A clock can be below zero.
                let number = text.parse().ok().or_else(|| text.strip_prefix('-')?.parse::<u64>().ok().map(|_| 0));
                number.ok_or_else(|| format!("expected a number after `{word}`, found `{text}`"))
            };
            match *word {
                "movetime" => search.budget.time = Some(Duration::from_millis(number()?.max(1))),
                "nodes" => search.budget.work = Some(number()?.max(1)),
                "depth" => search.budget.depth = Some(u32::try_from(number()?.max(1)).unwrap_or(u32::MAX)),
                "mate" => search.budget.depth = Some(u32::try_from(number()?.max(1) * 2).unwrap_or(u32::MAX)),
                "infinite" | "ponder" => search.is_infinite = true,
                "wtime" => clock = number().map(|time| if is_white { Some(time) } else { clock })?,
                "btime" => clock = number().map(|time| if is_white { clock } else { Some(time) })?,
                "winc" => increment = number().map(|time| if is_white { Some(time) } else { increment })?,
                "binc" => increment = number().map(|time| if is_white { increment } else { Some(time) })?,
                "byoyomi" => byoyomi = Some(number()?),
                "movestogo" => moves = Some(number()?),
                "searchmoves" => return Err("`searchmoves` is not available".to_owned()),
                other => return Err(format!("unknown limit `{other}`")),
            }
        }
        let millis = |time: Option<u64>| Duration::from_millis(time.unwrap_or(0));
        if search.budget.time.is_none() && !search.is_infinite && (clock.is_some() || byoyomi.is_some()) {
            let left = millis(clock);
            let moves = moves.and_then(|moves| u32::try_from(moves).ok()).unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
            let share = left / moves + millis(increment) * 4 / 5;
            let most = (left * 4 / 5 + millis(byoyomi)).saturating_sub(RESERVE);
            search.budget.time = Some((share + millis(byoyomi)).min(most).max(Duration::from_millis(1)));
        }
        Ok(search)
    }
}

/// Returns the lines that say what has been found.
fn describe(session: &mut Session, translator: &Translator, report: &Report<'_>, lines: usize) -> Vec<String> {
    let (work, time) = (report.work, report.time.as_millis());
    let Some(judgment) = &report.choice.judgment else {
        // The only legal move, or a player who does not think.
        let text = translator.write(session, report.choice.index).unwrap_or_default();
        return vec![format!("info depth 1 nodes {work} time {time} pv {text}")];
    };
    let speed = u128::from(work) * 1000 / time.max(1);
    // The chosen move first: a level does not always choose the best one.
    let chosen = session.legal_moves().ok().and_then(|legal| legal.get(report.choice.index)).cloned();
    let mut found: Vec<_> = judgment.lines.iter().collect();
    found.sort_by_key(|line| line.moves.first() != chosen.as_ref());
    // Of others, a player may know no more than that they are not better.
    let is_known = |(n, line): &(usize, &Line)| *n == 0 || line.work > 0;
    let mut described = Vec::new();
    let known = found.into_iter().enumerate().filter(is_known).map(|(_, line)| line);
    for (n, line) in known.take(lines).enumerate() {
        let mut fork = session.fork();
        let mut texts = Vec::new();
        for mv in line.moves.iter().take(LINE) {
            let Ok(text) = write_and_make(&mut fork, translator, mv) else { break };
            texts.push(text);
        }
        // A line that is cut off before the end takes one more ply at least; who moves last wins.
        let is_whole = fork.outcome().is_some();
        let plies = texts.len() + usize::from(!is_whole);
        let plies = plies + usize::from(!is_whole && (plies % 2 == 1) != (line.value > 0.0));
        let score = score(line.value, line.is_proven, plies, translator.form);
        let number = if lines > 1 { format!(" multipv {}", n + 1) } else { String::new() };
        let depth = judgment.depth.max(1);
        let pv = texts.join(" ");
        described
            .push(format!("info depth {depth}{number} score {score} nodes {work} nps {speed} time {time} pv {pv}"));
    }
    described
}

fn write_and_make(
    session: &mut Session,
    translator: &Translator,
    mv: &boardwright::moves::Move,
) -> Result<String, SessionError> {
    let index = session.legal_moves()?.iter().position(|legal| legal == mv);
    let Some(index) = index else { return Err(SessionError::WrongPosition) };
    let text = translator.write(session, index)?;
    session.make(index)?;
    Ok(text)
}

/// Writes what a line is worth to the player to move, from -1 to 1: as hundredths of a pawn, by the usual relation between these
/// and expected points, or as moves to a proven end, if the line takes this number of plies to get there.
fn score(value: f64, is_proven: bool, plies: usize, form: Form) -> String {
    if is_proven && value.abs() == 1.0 {
        let moves = if form == Form::Usi { plies } else { plies.div_ceil(2) };
        return format!("mate {}{moves}", if value < 0.0 { "-" } else { "" });
    }
    let points = ((value + 1.0) / 2.0).clamp(0.0001, 0.9999);
    format!("cp {:.0}", 400.0 * (points / (1.0 - points)).log10())
}
