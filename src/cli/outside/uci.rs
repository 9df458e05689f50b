//! [`Uci`]: how to talk to an engine that speaks UCI or USI.

use super::name::{Language, OutsideName};
use super::process::{EngineProcess, Silence};
use super::{KnownGame, Protocol, RESIGNS, UNLIMITED, explain, failed, shorten};
use crate::cli::interrupt;
use crate::cli::protocol::{Form, Translator, variant};
use boardwright::engine::Engine;
use boardwright::internals::suggest;
use boardwright::player::{Budget, Choice, Judgment, Line, PlayerError};
use boardwright::{Session, SessionError};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time for a move if the budget has no limit.
const TIME: Duration = Duration::from_secs(1);

/// How long an engine may take to stop.
const STOPPING: Duration = Duration::from_secs(1);

/// The first position of chess, which each engine knows as `startpos`.
const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";

/// An engine that speaks UCI or USI, or one that is yet to be started.
pub struct Uci {
    name: OutsideName,
    engine: Arc<dyn Engine>,
    translator: Translator,
    process: Option<EngineProcess>,
    /// The board and the player to move of the engine's first position, if it has said so.
    start: Option<String>,
    known: KnownGame,
}

/// An option of an engine.
#[derive(Debug, Default)]
struct EngineOption {
    name: String,
    /// The values of a combo.
    values: Vec<String>,
}

impl Uci {
    pub fn new(name: OutsideName, engine: &Arc<dyn Engine>) -> Uci {
        let form = if name.language == Language::Usi { Form::Usi } else { Form::Uci };
        let translator = Translator::new(engine.game(), form);
        let (engine, known) = (engine.clone(), KnownGame::default());
        Uci { name, engine, translator, process: None, start: None, known }
    }

    /// Returns the word of UCI, or that of USI.
    fn word(&self, uci: &'static str, usi: &'static str) -> &'static str {
        if self.translator.form == Form::Usi { usi } else { uci }
    }

    fn send(&mut self, line: &str) -> Result<(), PlayerError> {
        let Some(process) = &mut self.process else { return Err(failed("the engine does not run")) };
        process.send(line).map_err(|silence| explain(silence, line, Instant::now()))
    }

    /// Reads lines up to one that begins with a word, and gives the others to `hear`.
    fn wait_for(&mut self, word: &str, asked: &str, mut hear: impl FnMut(&str)) -> Result<(), PlayerError> {
        let since = Instant::now();
        let until = since + self.name.grace;
        let Some(process) = &mut self.process else { return Err(failed("the engine does not run")) };
        loop {
            match process.line(until, interrupt::stop_flag()) {
                Ok(line) if line.split_whitespace().next() == Some(word) => return Ok(()),
                // Not even lines without end are waited for longer.
                Ok(_) if Instant::now() > until => return Err(explain(Silence::Late, asked, since)),
                Ok(line) => hear(&line),
                Err(silence) => return Err(explain(silence, asked, since)),
            }
        }
    }

    /// Starts the engine and sets its options.
    fn start(&mut self) -> Result<(), PlayerError> {
        let process = EngineProcess::start(&self.name.program, &self.name.arguments).map_err(failed)?;
        self.process = Some(process);
        self.known = KnownGame::default();
        let hello = self.word("uci", "usi");
        self.send(hello)?;
        let mut options = Vec::new();
        self.wait_for(self.word("uciok", "usiok"), hello, |line| {
            if options.len() < 1000 {
                options.extend(line.strip_prefix("option name ").and_then(EngineOption::parse));
            }
        })?;
        let mut settings = Vec::new();
        for setting in &self.name.settings {
            let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
            let (name, value) = (name.trim(), value.trim());
            let known = options.iter().find(|option: &&EngineOption| option.name.eq_ignore_ascii_case(name));
            match known {
                Some(option) => settings.push((option.name.clone(), value.to_owned())),
                None => {
                    let names = options.iter().map(|option| option.name.as_str());
                    let help = suggest::did_you_mean(name, names).map_or(String::new(), |help| format!("; {help}"));
                    return Err(failed(format!("`{}` has no option `{name}`{help}", self.name.program)));
                }
            }
        }
        settings.extend(self.choose_variant(&options, &settings)?);
        for (name, value) in settings {
            if name == "UCI_Chess960" {
                self.translator.takes_rook = value.eq_ignore_ascii_case("true");
            }
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        self.check_ready()
    }

    /// Returns the option that makes the engine play this game, if it needs one.
    fn choose_variant(
        &self,
        options: &[EngineOption],
        set: &[(String, String)],
    ) -> Result<Option<(String, String)>, PlayerError> {
        let game = variant(self.engine.game());
        let short = game.strip_suffix("chess").filter(|short| !short.is_empty()).unwrap_or(&game);
        let own = options.iter().find(|option| option.name.eq_ignore_ascii_case(&format!("UCI_{game}")));
        if let Some(option) = own {
            return Ok(Some((option.name.clone(), "true".to_owned())));
        }
        let Some(option) = options.iter().find(|option| option.name == "UCI_Variant") else { return Ok(None) };
        if set.iter().any(|(name, _)| *name == option.name) {
            return Ok(None);
        }
        let is_meant = |value: &&String| [game.as_str(), short].contains(&value.to_ascii_lowercase().as_str());
        match option.values.iter().find(is_meant) {
            Some(value) => Ok(Some((option.name.clone(), value.clone()))),
            None => {
                let title = &self.engine.game().title;
                let help = "if it has another name for it, add `; UCI_Variant=NAME`";
                Err(failed(format!("`{}` has no variant {title}; {help}", self.name.program)))
            }
        }
    }

    fn check_ready(&mut self) -> Result<(), PlayerError> {
        self.send("isready")?;
        let mut start = None;
        self.wait_for("readyok", "isready", |line| {
            if let Some((_, fen)) = line.split_once(" startpos ").filter(|_| line.starts_with("info string variant ")) {
                start = Some(fen.to_owned());
            }
        })?;
        if let Some(start) = start {
            let mut letters: Vec<char> = start.split(['[', ' ']).next().unwrap_or("").chars().collect();
            letters.retain(char::is_ascii_alphabetic);
            letters.iter_mut().for_each(|c| *c = c.to_ascii_uppercase());
            letters.dedup();
            if let [only] = letters.as_slice() {
                self.translator.letters.set_only(*only);
            }
            self.start = Some(board_and_side(&start));
        }
        Ok(())
    }

    /// Returns the line that tells the engine the position.
    fn position(&mut self, session: &Session) -> Result<String, PlayerError> {
        let translator = &self.translator;
        self.known.follow(session, |session, index| translator.write(session, index))?;
        let is_start = self.engine.start().is_ok_and(|start| start == *session.first());
        let fen = translator.letters.write_position(&*self.engine, translator.form, session.first());
        let begins = |fen: &String, start: &str| board_and_side(fen) == start;
        let is_known = match (&fen, &self.start) {
            (Some(fen), Some(start)) => begins(fen, start),
            (Some(fen), None) if translator.form == Form::Uci => begins(fen, CHESS) || !translator.takes_rook,
            (Some(_), None) => true,
            (None, start) => start.is_none(),
        };
        let first = match fen {
            _ if is_start && is_known => "startpos".to_owned(),
            Some(fen) => format!("{} {fen}", self.word("fen", "sfen")),
            None => return Err(failed("the first position of this game cannot be written for this engine")),
        };
        let moves: String = self.known.texts().map(|text| format!(" {text}")).collect();
        Ok(format!("position {first}{}{moves}", if moves.is_empty() { "" } else { " moves" }))
    }

    /// Returns the line that asks for a move.
    fn go(&self, budget: &Budget) -> String {
        let millis = |time: Duration| time.as_millis().max(1);
        let mut go = "go".to_owned();
        if let Some(time) = budget.time.or_else(|| budget.is_unlimited().then_some(TIME)) {
            go += &match self.translator.form {
                Form::Uci => format!(" movetime {}", millis(time)),
                Form::Usi => format!(" btime 0 wtime 0 byoyomi {}", millis(time)),
            };
        }
        if let Some(nodes) = budget.work {
            go += &format!(" nodes {nodes}");
        }
        if let Some(depth) = budget.depth {
            go += &format!(" depth {depth}");
        }
        go
    }

    /// Asks for a move; returns the word that the engine says, and what it has said about it last.
    fn ask(&mut self, budget: &Budget, heard: &mut Heard) -> Result<String, PlayerError> {
        let go = self.go(budget);
        self.send(&go)?;
        let since = Instant::now();
        let time = budget.time.unwrap_or(if budget.is_unlimited() { TIME } else { UNLIMITED });
        let mut until = since + time + self.name.grace;
        let mut is_stopping = false;
        loop {
            let Some(process) = &mut self.process else { return Err(failed("the engine does not run")) };
            let stop = budget.stop.as_deref().filter(|_| !is_stopping);
            match process.line(until, stop) {
                Ok(line) => {
                    let mut words = line.split_whitespace();
                    match words.next() {
                        Some("bestmove") => return Ok(words.next().unwrap_or("").to_owned()),
                        Some("info") => heard.read(&line),
                        _ => {}
                    }
                    if Instant::now() > until {
                        return Err(explain(Silence::Late, &go, since));
                    }
                }
                Err(Silence::Stopped) => {
                    (is_stopping, until) = (true, Instant::now() + STOPPING);
                    self.send("stop")?;
                }
                Err(silence) => return Err(explain(silence, &go, since)),
            }
        }
    }
}

impl Protocol for Uci {
    fn process(&mut self) -> &mut Option<EngineProcess> {
        &mut self.process
    }

    fn begin_game(&mut self) -> Result<(), PlayerError> {
        if self.process.is_none() {
            self.start()?;
        }
        self.send(self.word("ucinewgame", "usinewgame"))?;
        self.check_ready()
    }

    fn choose(&mut self, session: &mut Session, budget: &Budget) -> Result<Choice, PlayerError> {
        if self.process.is_none() {
            self.start()?;
        }
        let position = self.position(session)?;
        self.send(&position)?;
        let mut heard = Heard::default();
        let text = self.ask(budget, &mut heard)?;
        if ["resign", "win", "(none)", ""].contains(&text.as_str()) {
            return Err(failed(match text.as_str() {
                "resign" => RESIGNS,
                "win" => "it claims a win that the rules do not know",
                _ => "it says that there is no legal move",
            }));
        }
        let found = self.translator.find(session, &text)?;
        let Some(index) = found.only() else {
            return Err(failed(match found.explain_several(session, &shorten(&text))? {
                Some(why) => format!("it chose no single move: {why}"),
                None => format!("it chose the illegal move `{}`", shorten(&text)),
            }));
        };
        let mut choice = Choice::new(index);
        choice.judgment = heard.judgment(session, &self.translator, index)?;
        Ok(choice)
    }
}

impl EngineOption {
    /// Parses what follows `option name`.
    fn parse(text: &str) -> Option<EngineOption> {
        let (name, rest) = text.split_once(" type ")?;
        let values = rest.split(" var ").skip(1).map(|value| value.trim().to_owned()).collect();
        Some(EngineOption { name: name.trim().to_owned(), values })
    }
}

/// Returns the board and the player to move of a FEN.
fn board_and_side(fen: &str) -> String {
    let mut fields = fen.split_whitespace();
    let board = fields.next().and_then(|board| board.split('[').next()).unwrap_or("");
    format!("{board} {}", fields.next().unwrap_or(""))
}

/// What an engine says about its search.
#[derive(Debug, Default)]
struct Heard {
    /// The value for the player to move, and whether it is certain.
    value: Option<(f64, bool)>,
    depth: u32,
    nodes: u64,
    line: Vec<String>,
}

impl Heard {
    /// Reads a line that begins with `info`.
    fn read(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        let after = |word: &str| words.iter().position(|known| *known == word).and_then(|at| words.get(at + 1..));
        let number = |word: &str| after(word)?.first()?.parse::<u64>().ok();
        // Other lines are about moves that are not the best, or about bounds.
        let is_other = number("multipv").is_some_and(|n| n > 1) || words.first() == Some(&"string");
        if is_other || words.contains(&"lowerbound") || words.contains(&"upperbound") {
            return;
        }
        self.depth = number("depth").and_then(|depth| u32::try_from(depth).ok()).unwrap_or(self.depth);
        self.nodes = number("nodes").unwrap_or(self.nodes);
        match after("score") {
            Some(["cp", points, ..]) => {
                self.value =
                    points.parse().ok().map(|points: f64| (2.0 / (1.0 + 10f64.powf(-points / 400.0)) - 1.0, false));
            }
            Some(["mate", plies, ..]) => self.value = Some((if plies.starts_with('-') { -1.0 } else { 1.0 }, true)),
            _ => {}
        }
        if let Some(line) = after("pv") {
            self.line = line.iter().take(16).map(|text| (*text).to_owned()).collect();
        }
    }

    /// Translates it; only a game for two has a judgment.
    fn judgment(
        &self,
        session: &Session,
        translator: &Translator,
        chosen: usize,
    ) -> Result<Option<Judgment>, SessionError> {
        let mut fork = session.fork();
        let (Some((value, is_proven)), Some(mover), 2) = (self.value, fork.to_move(), session.game().players.len())
        else {
            return Ok(None);
        };
        let mut line = Line::default();
        (line.value, line.is_proven, line.work) = (value, is_proven, self.nodes);
        for (n, text) in self.line.iter().enumerate() {
            let found = translator.find(&mut fork, text)?;
            let Some(index) = found.only().filter(|index| n > 0 || *index == chosen) else { break };
            line.moves.extend(fork.legal_moves()?.get(index).cloned());
            fork.make(index)?;
            if fork.outcome().is_some() {
                break;
            }
        }
        if line.moves.is_empty() {
            fork = session.fork();
            line.moves.extend(fork.legal_moves()?.get(chosen).cloned());
        }
        let mut judgment = Judgment::default();
        judgment.returns = (0..2).map(|seat| if seat == usize::from(mover.0) { value } else { -value }).collect();
        (judgment.is_proven, judgment.work, judgment.depth) = (is_proven, self.nodes, self.depth);
        judgment.lines = vec![line];
        Ok(Some(judgment))
    }
}
