//! The line mode of `play`: reads lines and answers them.

use super::changes;
use super::command::{COMMANDS, Command};
use super::judgment::Expectation;
use super::live_game::LiveGame;
use super::machine::{ADVISER, Machine, THINKING_TIME};
use super::reason::reason;
use super::sides::Who;
use crate::cli::out::{CliError, Exit, Out, count, plain, remark, report_for_stderr};
use crate::cli::talk;
use crate::cli::{chosen, files, show};
use boardwright::internals::wording::sentence;
use boardwright::moves::Move;
use boardwright::notation::NotPlayed;
use boardwright::outcome::Fault;
use boardwright::player::Choice;
use std::io::{self, IsTerminal};

/// A longer line is neither a command nor a move.
const LONGEST_LINE: usize = 1000;

/// The most plies of a game without people.
const MOST_PLIES: usize = 10_000;

/// The commands that line mode does not have.
const SCREEN_ONLY: [&str; 2] = ["clock", "pause"];

/// The next step after a line.
enum Next {
    /// Draw the board and continue.
    Redraw,
    Continue,
    Quit,
}

/// A game and the players of the computer.
struct Dialog<'g, 'o> {
    game: &'g mut LiveGame,
    /// The players, once there is one.
    machine: Option<Machine>,
    out: &'o mut Out,
}

/// Runs the dialog until `quit` or the end of the input, or until the game is over if no person plays.
pub fn run(game: &mut LiveGame, out: &mut Out) -> Result<Exit, CliError> {
    Dialog { game, machine: None, out }.run()
}

impl Dialog<'_, '_> {
    fn run(&mut self) -> Result<Exit, CliError> {
        let prompts = io::stdin().is_terminal() && self.out.terminal;
        self.out.line(format!("{}\n", self.game.rules().full_title()))?;
        let mut exit = Exit::Success;
        let (mut plies, mut greeted) = (0, false);
        loop {
            let fault = self.play_computer(&mut plies)?;
            show::draw_board(self.game.rules(), self.game.position(), self.game.last(), self.out)?;
            self.out.line(format!("\n{}", self.game.status()))?;
            if prompts && let Some(reason) = reason(self.game) {
                self.out.line(format!("Reason: {reason}"))?;
            }
            if let Some(fault) = fault.or_else(|| self.game.engine.legal_moves(self.game.position()).err()) {
                self.out.flush()?;
                remark(report_for_stderr(&fault.diagnostic(), &self.game.rules().sources).trim_end());
                exit = Exit::Problems;
            }
            if !self.game.has_humans() {
                return Ok(exit);
            }
            if prompts && self.game.is_over() {
                self.out.line("Type `undo`, `new`, `save FILE` or `quit`.")?;
            } else if prompts && !greeted {
                self.out.line("Type a move, or `help` for a list of commands.")?;
                greeted = true;
            }
            loop {
                let Some(line) = self.read_line(prompts)? else { return Ok(exit) };
                match self.answer(line.trim())? {
                    Next::Redraw => break,
                    Next::Continue => {}
                    Next::Quit => return Ok(exit),
                }
            }
            self.out.line("")?;
        }
    }

    /// Reads the next line, or returns `None` at the end of the input.
    fn read_line(&mut self, prompts: bool) -> Result<Option<String>, CliError> {
        if prompts {
            self.out.text("> ")?;
        }
        self.out.flush()?;
        let line = files::read_line()?;
        if prompts && line.is_none() {
            self.out.line("")?;
        }
        Ok(line)
    }

    /// Plays the moves of the computer until a person is to move. Returns the fault that stopped it, if there was one.
    fn play_computer(&mut self, plies: &mut usize) -> Result<Option<Fault>, CliError> {
        while let Some(who) = self.game.turn().filter(|who| **who != Who::Human).cloned() {
            if *plies >= MOST_PLIES {
                self.out.line(format!("Stopped after {MOST_PLIES} plies."))?;
                break;
            }
            let mover = self.game.position().mover;
            let name = self.game.rules().player_name(mover).to_owned();
            let played = match who {
                Who::Random => self.game.play_random().map(|_| ()),
                _ => {
                    self.out.flush()?;
                    match self.think(mover.0.into()) {
                        Ok((_, mv)) => self.game.make(&mv),
                        Err(why) => {
                            let why_named = format!("{name} ({}): {why}", who.name());
                            if !self.game.end_by_failure(&why) {
                                return Err(CliError::finding(why_named));
                            }
                            remark(why_named);
                            break;
                        }
                    }
                }
            };
            if let Err(fault) = played {
                return Ok(Some(fault));
            }
            *plies += 1;
            let text = self.game.plies().last().map_or("", |ply| &ply.text);
            self.out.line(format!("{name} plays {text}"))?;
            if self.game.is_over() || self.game.turn() == Some(&Who::Human) {
                self.out.line("")?;
            }
        }
        Ok(None)
    }

    /// Asks the player of a seat for a move.
    fn think(&mut self, seat: usize) -> Result<(Choice, Move), String> {
        if self.machine.is_none() {
            let machine = Machine::start().map_err(|error| plain(&error))?;
            changes::seat_all(&machine, self.game)?;
            self.machine = Some(machine);
        }
        let Some(machine) = &mut self.machine else { return Err("no player".to_owned()) };
        machine.ask(seat, self.game, THINKING_TIME);
        machine.wait()
    }

    /// Answers a line. A legal move comes before a command of the same name.
    fn answer(&mut self, line: &str) -> Result<Next, CliError> {
        if line.is_empty() {
            return Ok(Next::Continue);
        }
        if line.len() > LONGEST_LINE {
            let letters = count(line.chars().count() as u64, "letter");
            self.out.line(format!("A line of {letters} is neither a command nor a move."))?;
            return Ok(Next::Continue);
        }
        let is_word = !line.contains(char::is_whitespace);
        if is_word && self.game.turn() == Some(&Who::Human) && self.game.play(line).is_ok() {
            return Ok(Next::Redraw);
        }
        match Command::parse(line) {
            Err(missing) => self.out.line(missing)?,
            Ok(Some(command)) => return self.obey(command),
            Ok(None) if self.game.is_over() => {
                self.out.line("The game is over. Type `undo` to take back a move, or `quit`.")?;
            }
            Ok(None) if is_word => self.explain_illegal(line)?,
            Ok(None) => {
                let help = "Type `help` for a list of commands.";
                self.out.line(format!("`{line}` is neither a command nor a single move. {help}"))?;
            }
        }
        Ok(Next::Continue)
    }

    fn obey(&mut self, command: Command) -> Result<Next, CliError> {
        let done = match command {
            Command::Quit => return Ok(Next::Quit),
            Command::Board => return Ok(Next::Redraw),
            Command::Help => return self.help().map(|()| Next::Continue),
            Command::Moves => {
                let moves = talk::list_moves(&*self.game.engine, self.game.position());
                return self.print_answer(moves).map(|()| Next::Continue);
            }
            Command::Why(text) => {
                let why = talk::explain_move(&*self.game.engine, self.game.position(), &text);
                return self.print_answer(why).map(|()| Next::Continue);
            }
            Command::Hint => match self.think_of_position() {
                Ok((_, mv)) => self.game.engine.text(self.game.position(), &mv).map_err(|fault| fault.to_string()),
                Err(why) => Err(why),
            },
            Command::Expect => self.think_of_position().and_then(|(choice, _)| {
                let judgment = choice.judgment.ok_or("no player here judges positions")?;
                Ok(Expectation::new(self.game, &judgment).text(self.game))
            }),
            Command::Undo => self.game.undo().then(String::new).ok_or("no move to take back".to_owned()),
            Command::Redo => self.game.redo().then(String::new).ok_or("no move to make again".to_owned()),
            Command::Resign => {
                changes::resign(self.game).then(String::new).ok_or("no person can resign here".to_owned())
            }
            Command::Swap => {
                self.game.swap_sides();
                self.machine = None;
                Ok(String::new())
            }
            Command::New => {
                self.game.restart();
                Ok(String::new())
            }
            Command::Level(level) => self.change(|game| changes::set_level(game, &level)),
            Command::Player(text) => self.change(|game| changes::set_player(game, &text)),
            Command::Save(file, replace) => {
                self.game.save(&file, replace).map(|()| format!("Saved to {}.", file.display()))
            }
            Command::Load(file) => {
                self.machine = None;
                self.game.load(&file).map(|()| String::new())
            }
            Command::Clock(_) | Command::Pause => Err("this works only on the screen, without `--plain`".to_owned()),
        };
        match done {
            Ok(said) if said.is_empty() => return Ok(Next::Redraw),
            Ok(said) => {
                self.out.line(said)?;
                // Another player may be to move now.
                if self.game.turn().is_some_and(|who| *who != Who::Human) {
                    return Ok(Next::Redraw);
                }
            }
            Err(why) => self.out.line(sentence(&why))?,
        }
        Ok(Next::Continue)
    }

    /// Changes who plays.
    fn change(&mut self, change: impl FnOnce(&mut LiveGame) -> Result<String, String>) -> Result<String, String> {
        let said = change(self.game)?;
        self.machine = None;
        Ok(said)
    }

    fn think_of_position(&mut self) -> Result<(Choice, Move), String> {
        match self.game.is_over() {
            true => Err("the game is over".to_owned()),
            false => self.think(ADVISER),
        }
    }

    fn help(&mut self) -> Result<(), CliError> {
        self.out.line("Type a move, or:")?;
        let is_here = |words: &str| !SCREEN_ONLY.iter().any(|word| words.starts_with(word));
        for (words, what) in COMMANDS.iter().filter(|(words, _)| is_here(words)) {
            self.out.line(format!("  {words:<13} {what}"))?;
        }
        Ok(())
    }

    fn print_answer(&mut self, answer: Result<String, Fault>) -> Result<(), CliError> {
        match answer {
            Ok(text) => self.out.line(text),
            Err(fault) => {
                remark(chosen::fault_report(&*self.game.engine, &fault));
                Ok(())
            }
        }
    }

    /// Explains why a move is illegal, and suggests similar legal moves.
    fn explain_illegal(&mut self, text: &str) -> Result<(), CliError> {
        match self.game.play(text) {
            Ok(()) => Ok(()),
            Err(NotPlayed::Fault(fault)) => {
                remark(chosen::fault_report(&*self.game.engine, &fault));
                Ok(())
            }
            Err(NotPlayed::Illegal { why, .. }) => {
                self.out.line(sentence(&why))?;
                self.out.line(talk::suggest_moves(&*self.game.engine, self.game.position(), text))
            }
        }
    }
}
