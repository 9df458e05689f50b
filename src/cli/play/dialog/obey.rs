//! What commands do in the line mode.

use super::{Dialog, Next};
use crate::cli::chosen;
use crate::cli::out::{CliError, remark};
use crate::cli::play::changes;
use crate::cli::play::clocks::Clocks;
use crate::cli::play::command::{COMMANDS, Command};
use crate::cli::play::judgment::Expectation;
use crate::cli::play::live_game::LiveGame;
use crate::cli::play::machine::ADVISER;
use crate::cli::play::sides::Who;
use crate::cli::play::typed;
use crate::cli::show;
use crate::cli::talk;
use boardwright::internals::sheet;
use boardwright::internals::wording::sentence;
use boardwright::moves::Move;
use boardwright::notation;
use boardwright::outcome::Fault;
use boardwright::player::Choice;

/// The commands that line mode does not have.
const SCREEN_ONLY: [&str; 1] = ["pause"];

impl Dialog<'_, '_> {
    pub(super) fn obey(&mut self, command: Command) -> Result<Next, CliError> {
        let done = match command {
            Command::Quit => return Ok(Next::Quit),
            Command::Board => return Ok(Next::Redraw),
            Command::Rules => {
                match sheet::sheet(&self.game.engine) {
                    Ok(sheet) => show::write_sheet(&sheet, self.out)?,
                    Err(fault) => self.report(&fault)?,
                }
                return Ok(Next::Continue);
            }
            Command::Help => return self.help().map(|()| Next::Continue),
            Command::Moves(beginning) => return self.list_moves(&beginning).map(|()| Next::Continue),
            Command::Why(text) => {
                let refused = typed::explain(&self.game.engine, self.game.position(), &text);
                match refused {
                    Ok(refused) => self.out.line(refused.why())?,
                    Err(fault) => self.report(&fault)?,
                }
                return Ok(Next::Continue);
            }
            Command::Hint => match self.think_of_position() {
                Ok((_, mv)) => self.game.engine.text(self.game.position(), &mv).map_err(|fault| fault.to_string()),
                Err(why) => Err(why),
            },
            Command::Expect => self.think_of_position().and_then(|(choice, _)| {
                let judgment = choice.judgment.ok_or("no player here judges positions")?;
                Ok(Expectation::new(self.game, &judgment).text(self.game))
            }),
            Command::Undo(times) => match changes::undo(self.game, self.clocks.as_mut(), times) {
                Ok(undone) => {
                    self.out.line(undone)?;
                    Ok(String::new())
                }
                Err(why) => Err(why),
            },
            Command::Redo(times) => {
                self.game.redo_times(times).then(String::new).ok_or("no move to make again".to_owned())
            }
            Command::Resign => {
                changes::resign(self.game).then(String::new).ok_or("no person can resign here".to_owned())
            }
            Command::Swap => {
                let said = changes::swap_sides(self.game);
                self.machine = None;
                self.out.line(format!("{said}\n"))?;
                Ok(String::new())
            }
            Command::New => {
                self.game.restart();
                self.clocks = self.clocks.take().map(Clocks::fresh);
                Ok(String::new())
            }
            Command::Level(level) => self.change(|game| changes::set_level(game, &level)),
            Command::Player(text) => self.change(|game| changes::set_player(game, &text)),
            Command::Save(file, replace) => {
                self.game.save(&file, replace).map(|()| format!("Saved to {}.", file.display()))
            }
            Command::Load(file) => match self.game.load(&file) {
                Ok(said) => {
                    self.machine = None;
                    self.told = self.game.plies().len();
                    self.clocks = None;
                    self.out.line(format!("{said}\n"))?;
                    Ok(String::new())
                }
                Err(why) => Err(why),
            },
            Command::Clock(text) if text == "off" => {
                self.clocks = None;
                Ok("No clocks.".to_owned())
            }
            Command::Clock(text) => Clocks::parse(&text, self.game.sides().len()).map(|clocks| {
                self.clocks = Some(clocks);
                self.run_clocks();
                "The clocks run.".to_owned()
            }),
            Command::Pause => Err("this works only on the screen, without `--plain`".to_owned()),
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

    /// Lists the legal moves, or those that begin with a text.
    fn list_moves(&mut self, beginning: &str) -> Result<(), CliError> {
        if self.game.is_over() {
            return self.out.line(format!("The game is over: {}.", self.game.status()));
        }
        let picking = match typed::Picking::new(&self.game.engine, self.game.position()) {
            Ok(picking) => picking,
            Err(fault) => return self.report(&fault),
        };
        let listed = typed::list(&picking, self.game.rules(), beginning);
        if listed.is_empty() {
            return self.out.line(format!("No legal move begins with {beginning}."));
        }
        self.list(&listed.iter().map(|index| picking.text(*index)).collect::<Vec<_>>())
    }

    /// Prints moves.
    pub(super) fn list(&mut self, texts: &[String]) -> Result<(), CliError> {
        self.out.line(talk::columns(texts))
    }

    fn help(&mut self) -> Result<(), CliError> {
        let texts = notation::legal_texts(&*self.game.engine, self.game.position()).unwrap_or_default();
        let such_as = texts.first().map_or(String::new(), |text| format!(", such as `{text}`"));
        self.out.line(format!("Type a move{such_as}; the cell of a piece to list its moves; or:"))?;
        let is_here = |words: &str| !SCREEN_ONLY.iter().any(|word| words.starts_with(word));
        for (words, what) in COMMANDS.iter().filter(|(words, _)| is_here(words)) {
            self.out.line(format!("  {words:<16} {what}"))?;
        }
        Ok(())
    }

    /// Reports a fault of the rules.
    pub(super) fn report(&mut self, fault: &Fault) -> Result<(), CliError> {
        self.out.flush()?;
        remark(chosen::fault_report(&*self.game.engine, fault));
        Ok(())
    }

    /// Explains why a line is no legal move, and suggests similar legal moves.
    pub(super) fn explain_illegal(&mut self, text: &str) -> Result<(), CliError> {
        match typed::explain_line(&self.game.engine, self.game.position(), text) {
            Ok(refused) => {
                self.out.line(refused.why())?;
                let near = talk::suggest_moves(&*self.game.engine, self.game.position(), &refused.text);
                self.out.line(near)
            }
            Err(fault) => self.report(&fault),
        }
    }
}
