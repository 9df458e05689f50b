//! [`Gtp`]: how to talk to an engine that speaks GTP.

use super::name::OutsideName;
use super::process::{EngineProcess, Silence};
use super::{KnownGame, Protocol, RESIGNS, UNLIMITED, explain, failed, shorten};
use crate::cli::interrupt;
use crate::cli::protocol::{Vertices, black};
use boardwright::Session;
use boardwright::engine::Engine;
use boardwright::game::Game;
use boardwright::game::piece::Player as Seat;
use boardwright::game::rules::Setting;
use boardwright::player::{Budget, Choice, PlayerError};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The most lines of an answer.
const MOST_LINES: usize = 1000;

/// An engine that speaks GTP, or one that is yet to be started.
pub struct Gtp {
    name: OutsideName,
    engine: Arc<dyn Engine>,
    process: Option<EngineProcess>,
    commands: Vec<String>,
    known: KnownGame,
    /// The time for a move that the engine has been told.
    time: Option<Duration>,
}

impl Gtp {
    /// Errors if the game cannot be played over GTP.
    pub fn new(name: OutsideName, engine: &Arc<dyn Engine>) -> Result<Gtp, String> {
        let game = engine.game();
        if game.players.len() != 2 {
            let count = game.players.len();
            return Err(format!("GTP is for games for two, but {} has {count} players", game.title));
        }
        Ok(Gtp {
            name,
            engine: engine.clone(),
            process: None,
            commands: Vec::new(),
            known: KnownGame::default(),
            time: None,
        })
    }

    /// Sends a command and returns the answer, or what the engine says against it.
    fn try_ask(
        &mut self,
        command: &str,
        time: Duration,
        stop: Option<&AtomicBool>,
    ) -> Result<Result<Vec<String>, String>, PlayerError> {
        let since = Instant::now();
        let until = since + time + self.name.grace;
        let Some(process) = &mut self.process else { return Err(failed("the engine does not run")) };
        process.send(command).map_err(|silence| explain(silence, command, since))?;
        let mut lines: Vec<String> = Vec::new();
        let mut accepted = None;
        loop {
            let line = process.line(until, stop).map_err(|silence| explain(silence, command, since))?;
            if Instant::now() > until {
                return Err(explain(Silence::Late, command, since));
            }
            if lines.len() > MOST_LINES {
                return Err(failed(format!("the answer to `{command}` has more than {MOST_LINES} lines")));
            }
            match accepted {
                // Empty lines and comments before an answer mean nothing.
                None if line.is_empty() || line.starts_with('#') => {}
                None => {
                    accepted = match line.chars().next() {
                        Some('=') => Some(true),
                        Some('?') => Some(false),
                        _ => return Err(failed(format!("the answer to `{command}` is not GTP: `{}`", shorten(&line)))),
                    };
                    lines.push(line[1..].trim().to_owned());
                }
                Some(accepted) if line.is_empty() => {
                    return Ok(if accepted { Ok(lines) } else { Err(lines.join(" ").trim().to_owned()) });
                }
                Some(_) => lines.push(line),
            }
        }
    }

    /// Sends a command that the engine must accept.
    fn ask(&mut self, command: &str) -> Result<Vec<String>, PlayerError> {
        let answer = self.try_ask(command, Duration::ZERO, interrupt::stop_flag())?;
        answer.map_err(|why| refuses(command, &why))
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Starts the engine.
    fn start(&mut self) -> Result<(), PlayerError> {
        let process = EngineProcess::start(&self.name.program, &self.name.arguments).map_err(failed)?;
        self.process = Some(process);
        self.commands = self.ask("list_commands")?;
        Ok(())
    }

    /// Makes the moves of a session that the engine does not know.
    fn follow(&mut self, session: &Session) -> Result<(), PlayerError> {
        if !self.engine.start().is_ok_and(|start| start == *session.first()) {
            return Err(failed("GTP has no way to begin with another position"));
        }
        let before = self.known.moves.len();
        let common = self.known.follow(session, Vertices::write)?;
        let mut known = common;
        if before > common {
            if self.knows("undo") {
                for _ in common..before {
                    self.ask("undo")?;
                }
            } else {
                let moves = std::mem::take(&mut self.known);
                self.begin_game()?;
                (self.known, known) = (moves, 0);
            }
        }
        // Who moved: found by playing the game again, because the same player may move twice in a row.
        let mut fork = session.fork();
        (known..self.known.moves.len()).for_each(|_| drop(fork.undo().cloned()));
        let moves: Vec<_> = self.known.moves.iter().skip(known).cloned().collect();
        for (mv, text) in moves {
            let color = color(session.game(), fork.to_move().unwrap_or(Seat(0)));
            let command = format!("play {color} {text}");
            let answer = self.try_ask(&command, Duration::ZERO, interrupt::stop_flag())?;
            // Some engines let a player pass by themselves who cannot do anything else.
            let is_forced = text == "pass" && fork.legal_moves()?.len() == 1;
            if let Err(why) = answer
                && !is_forced
            {
                return Err(refuses(&command, &why));
            }
            fork.make_move(&mv)?;
        }
        Ok(())
    }

    /// Tells the engine its time, if it has not been told.
    fn tell_time(&mut self, budget: &Budget) -> Result<(), PlayerError> {
        if budget.time == self.time || !self.knows("time_settings") {
            return Ok(());
        }
        if let Some(time) = budget.time {
            // GTP has whole seconds, but some engines read fractions. Who cannot keep to a time says so, and plays without.
            let whole = time.as_secs().max(1);
            let settings = [format!("time_settings 0 {} 1", time.as_secs_f64()), format!("time_settings 0 {whole} 1")];
            for command in &settings {
                if self.try_ask(command, Duration::ZERO, interrupt::stop_flag())?.is_ok() {
                    break;
                }
            }
        }
        self.time = budget.time;
        Ok(())
    }
}

impl Protocol for Gtp {
    fn process(&mut self) -> &mut Option<EngineProcess> {
        &mut self.process
    }

    /// Begins a game on an empty board.
    fn begin_game(&mut self) -> Result<(), PlayerError> {
        if self.process.is_none() {
            self.start()?;
        }
        let engine = self.engine.clone();
        let game = engine.game();
        if self.knows("set_game") && self.knows("list_games") {
            let games = self.ask("list_games")?;
            if let Some(name) = games.iter().find(|name| name.eq_ignore_ascii_case(&game.title)) {
                self.ask(&format!("set_game {name}"))?;
            }
        }
        let (width, height) = (game.board.width(), game.board.height());
        if width != height {
            return Err(failed(format!("GTP has square boards, but this one has {width} x {height} cells")));
        }
        self.ask(&format!("boardsize {width}"))?;
        self.ask("clear_board")?;
        if let Some(komi) = komi(game).filter(|_| self.knows("komi")) {
            self.ask(&format!("komi {komi}"))?;
        }
        for command in self.name.settings.clone() {
            self.ask(&command)?;
        }
        (self.known, self.time) = (KnownGame::default(), None);
        Ok(())
    }

    fn choose(&mut self, session: &mut Session, budget: &Budget) -> Result<Choice, PlayerError> {
        if self.process.is_none() {
            self.begin_game()?;
        }
        self.follow(session)?;
        self.tell_time(budget)?;
        let mover = session.to_move().unwrap_or(Seat(0));
        let command = format!("genmove {}", color(session.game(), mover));
        let time = budget.time.unwrap_or(UNLIMITED);
        let answer = self.try_ask(&command, time, budget.stop.as_deref())?;
        let answer = answer.map_err(|why| refuses(&command, &why))?;
        let text = answer.first().map_or("", String::as_str).to_owned();
        if text.eq_ignore_ascii_case("resign") {
            return Err(failed(RESIGNS));
        }
        let found = Vertices::find(session, &text)?;
        let Some(index) = found.only() else {
            return Err(failed(match found.explain_several(session, &shorten(&text))? {
                Some(why) => format!("it chose no single move: {why}"),
                None => format!("it chose the illegal move `{}`", shorten(&text)),
            }));
        };
        // The engine has made the move.
        let mv = session.legal_moves()?.get(index).cloned();
        self.known.moves.extend(mv.map(|mv| (mv, text)));
        Ok(Choice::new(index))
    }
}

fn refuses(command: &str, why: &str) -> PlayerError {
    failed(format!("it does not accept `{command}`: {}", shorten(why)))
}

/// Returns the color of a player.
fn color(game: &Game, player: Seat) -> &'static str {
    if player == black(game) { "black" } else { "white" }
}

/// Returns the komi of a game in points; its parameter `komi` counts half points.
fn komi(game: &Game) -> Option<f64> {
    let param = game.params.iter().find(|param| param.name == "komi")?;
    match param.value {
        Setting::Int(komi) => Some(f64::from(komi) / 2.0),
        _ => None,
    }
}
