//! The line mode of `play`: reads lines and answers them.

mod obey;

use super::changes;
use super::clocks::{self, Clocks};
use super::command::{self, Command};
use super::forfeit::Forfeit;
use super::live_game::LiveGame;
use super::machine::{Machine, THINKING_TIME};
use super::reason::{again, departures, reason};
use super::sides::Who;
use super::typed;
use crate::cli::line_input::{Complete, InputLine, LineInput, UNREADABLE, beginning_with};
use crate::cli::out::{CliError, Exit, Out, count, plain, remark, report_for_stderr};
use crate::cli::reason::Decision;
use crate::cli::show;
use boardwright::game::piece::Player;
use boardwright::moves::Move;
use boardwright::notation;
use boardwright::outcome::Fault;
use boardwright::player::Choice;
use std::time::Instant;

/// A longer line is neither a command nor a move.
const LONGEST_LINE: usize = 1000;

/// The most characters of a line with control characters that are shown.
const SHOWN: usize = 40;

/// The most plies of a game without people.
const MOST_PLIES: usize = 10_000;

/// The most legal moves that are offered as completions.
const MOST_COMPLETIONS: u64 = 2000;

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
    clocks: Option<Clocks>,
    out: &'o mut Out,
    /// The plies whose players who went out have been told.
    told: usize,
}

/// Runs the dialog until `quit` or the end of the input, or until the game is over if no person plays.
pub fn run(game: &mut LiveGame, clocks: Option<Clocks>, out: &mut Out) -> Result<Exit, CliError> {
    let told = game.plies().len();
    Dialog { game, machine: None, clocks, out, told }.run()
}

/// Tells which clause decided the game: as the rules write it, and in words.
pub fn tell_reason(reason: &Decision, out: &mut Out) -> Result<(), CliError> {
    out.line(format!("Reason: {reason}"))?;
    reason.words.iter().try_for_each(|words| out.line(format!("In words: {words}")))
}

impl Dialog<'_, '_> {
    fn run(&mut self) -> Result<Exit, CliError> {
        let mut input = LineInput::new(self.out.terminal, |_| false)?;
        let prompts = input.is_terminal();
        self.out.line(format!("{}\n", self.game.rules().full_title()))?;
        let mut exit = Exit::Success;
        let (mut plies, mut greeted) = (0, false);
        loop {
            let fault = self.play_computer(&mut plies)?;
            self.run_clocks();
            self.draw()?;
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
                self.out.flush()?;
                let line = match input.read(self.complete())? {
                    InputLine::Line(line) => line,
                    InputLine::Unreadable => {
                        self.out.line(UNREADABLE)?;
                        continue;
                    }
                    InputLine::Canceled => return Ok(Exit::Interrupted),
                    InputLine::End => return Ok(exit),
                };
                if self.end_by_clock() {
                    self.out.line("")?;
                    self.draw()?;
                }
                match self.answer(line.trim())? {
                    Next::Redraw => break,
                    Next::Continue => {}
                    Next::Quit => return Ok(exit),
                }
            }
            self.out.line("")?;
        }
    }

    /// Draws the board, and tells who is to move, or who has won and why.
    fn draw(&mut self) -> Result<(), CliError> {
        self.tell_departures()?;
        show::draw_board(self.game.rules(), self.game.position(), self.game.last(), self.out)?;
        self.out.line(format!("\n{}", self.game.status()))?;
        if let Some(reason) = reason(self.game) {
            tell_reason(&reason, self.out)?;
        } else if let Some(why) = again(self.game) {
            self.out.line(why)?;
        }
        if let Some(clocks) = &self.clocks {
            let now = Instant::now();
            let player = |n: usize| Player(n as u8);
            let names = (0..self.game.sides().len()).map(|n| {
                format!("{} {}", self.game.rules().player_name(player(n)), clocks::text(clocks.left(player(n), now)))
            });
            let line = format!("Clocks: {}", names.collect::<Vec<_>>().join(", "));
            self.out.line(line)?;
        }
        Ok(())
    }

    /// Tells who has gone out by the moves since this was last told.
    fn tell_departures(&mut self) -> Result<(), CliError> {
        let lines = departures(self.game, self.told);
        self.told = self.game.plies().len();
        lines.iter().try_for_each(|line| self.out.line(line))
    }

    /// Lets the clock of the player to move run.
    fn run_clocks(&mut self) {
        let to_move = self.game.to_move();
        if let Some(clocks) = &mut self.clocks {
            clocks.run(to_move, self.game.plies().len(), Instant::now());
        }
    }

    /// Ends the game if the time of the player to move is over; returns whether that is so.
    fn end_by_clock(&mut self) -> bool {
        let Some(loser) = self.clocks.as_ref().and_then(|clocks| clocks.loser(Instant::now())) else { return false };
        if self.game.is_over() {
            return false;
        }
        self.game.end(Forfeit::OutOfTime(loser));
        true
    }

    /// Returns what completes a line: a move, a command, or the argument of a command.
    fn complete(&self) -> Complete {
        let (engine, position) = (self.game.engine.clone(), self.game.position().clone());
        let players: Vec<String> = engine.game().players.iter().map(|player| player.name.to_lowercase()).collect();
        Box::new(move |line| {
            let start = line.rfind([' ', ',']).map_or(0, |at| at + 1);
            let (before, word) = line.split_at(start);
            let is_few = || engine.count_moves(&position).is_ok_and(|count| count <= MOST_COMPLETIONS);
            let moves = || if is_few() { notation::legal_texts(&*engine, &position) } else { Ok(Vec::new()) };
            let moves = || moves().unwrap_or_default();
            let texts: Vec<String> = match before.trim() {
                "" => moves().into_iter().chain(command::words().map(str::to_owned)).collect(),
                "why" | "moves" => moves(),
                "player" => players.clone(),
                _ => Vec::new(),
            };
            (start, beginning_with(word, texts))
        })
    }

    /// Plays the moves of the computer until a person is to move. Returns the fault that stopped it, if there was one.
    fn play_computer(&mut self, plies: &mut usize) -> Result<Option<Fault>, CliError> {
        self.tell_departures()?;
        while let Some(who) = self.game.turn().filter(|who| **who != Who::Human).cloned() {
            if *plies >= MOST_PLIES {
                self.out.line(format!("Stopped after {MOST_PLIES} plies."))?;
                break;
            }
            self.run_clocks();
            let mover = self.game.position().mover;
            let name = self.game.rules().player_name(mover).to_owned();
            let played = match who {
                Who::Random => self.game.play_random().map(|_| ()),
                _ => {
                    self.out.flush()?;
                    let chosen = self.think(mover.0.into());
                    if self.end_by_clock() {
                        break;
                    }
                    match chosen {
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
            self.tell_departures()?;
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
        let clocks = self.clocks.as_ref().zip(self.game.to_move());
        let time = clocks.map(|(clocks, player)| clocks.thinking_time(player, Instant::now()));
        machine.ask(seat, self.game, time.map_or(THINKING_TIME, |time| time.min(THINKING_TIME)));
        machine.wait()
    }

    /// Answers a line. A legal move comes before a command of the same name, and a command before what else a line can mean.
    fn answer(&mut self, line: &str) -> Result<Next, CliError> {
        if line.is_empty() {
            return Ok(Next::Continue);
        }
        if line.len() > LONGEST_LINE {
            let letters = count(line.chars().count() as u64, "letter");
            self.out.line(format!("A line of {letters} is neither a command nor a move."))?;
            return Ok(Next::Continue);
        }
        if line.chars().any(|c| c.is_control() && c != '\t') {
            let shown: String = line.chars().take(SHOWN).flat_map(char::escape_debug).collect();
            let more = if line.chars().count() > SHOWN { "…" } else { "" };
            self.out
                .line(format!("A line with control characters is neither a command nor a move: `{shown}{more}`."))?;
            return Ok(Next::Continue);
        }
        let is_word = !line.contains(char::is_whitespace);
        let is_turn = self.game.turn() == Some(&Who::Human);
        if is_word && is_turn && self.game.play(line).is_ok() {
            return Ok(Next::Redraw);
        }
        match Command::parse(line) {
            Err(missing) => self.out.line(missing)?,
            Ok(Some(command)) => return self.obey(command),
            Ok(None) if self.game.is_over() => {
                self.out.line("The game is over. Type `undo` to take back a move, or `quit`.")?;
            }
            Ok(None) => return self.play_loosely(line),
        }
        Ok(Next::Continue)
    }

    /// Plays what a line can mean if it is only one move, or says what it can mean.
    fn play_loosely(&mut self, line: &str) -> Result<Next, CliError> {
        let read = typed::Picking::new(&self.game.engine, self.game.position())
            .map(|picking| (typed::read(&picking, self.game.rules(), line), picking));
        let (meaning, picking) = match read {
            Ok(read) => read,
            Err(fault) => return self.report(&fault).map(|()| Next::Continue),
        };
        let texts = |moves: &[usize]| moves.iter().map(|index| picking.text(*index)).collect::<Vec<_>>();
        match meaning {
            typed::Meaning::Move(index) => {
                let Some(mv) = picking.moves().get(index) else { return Ok(Next::Continue) };
                return match self.game.make(mv) {
                    Ok(()) => Ok(Next::Redraw),
                    Err(fault) => self.report(&fault).map(|()| Next::Continue),
                };
            }
            typed::Meaning::Several(moves) => {
                let moves: Vec<String> = texts(&moves).iter().map(|text| format!("`{text}`")).collect();
                self.out.line(format!("`{line}` can be {}.", moves.join(" or ")))?;
            }
            typed::Meaning::Begins(moves) => self.list(&texts(&moves))?,
            typed::Meaning::Nothing => self.explain_illegal(line)?,
        }
        Ok(Next::Continue)
    }
}
