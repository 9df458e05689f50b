//! What commands do to the [`Model`].

use super::model::Model;
use super::popup;
use super::why;
use crate::cli::play::changes;
use crate::cli::play::clocks::Clocks;
use crate::cli::play::command::Command;
use boardwright::internals::wording::sentence;
use std::time::Instant;

impl Model {
    /// Obeys a command.
    pub fn obey(&mut self, command: Command, now: Instant) {
        match command {
            Command::Help => self.popup = Some(popup::help()),
            Command::Quit => self.is_left = true,
            Command::Board => self.arrange(),
            Command::Moves(beginning) => self.list_moves(&beginning),
            Command::Why(text) => {
                let why = why::text(&self.game.engine, self.game.position(), &text);
                self.say(why);
            }
            Command::Undo(times) => match changes::undo(&mut self.game, self.clocks.as_mut(), times) {
                Ok(undone) => self.go_on(&undone, now),
                Err(why) => self.fail(sentence(&why)),
            },
            Command::Redo(times) => match self.game.redo_times(times) {
                true => self.go_on("Made again.", now),
                false => self.fail("No move to make again."),
            },
            Command::Hint if self.picking.is_some() => {
                self.wants_hint = true;
                self.say("Thinking about a hint…");
            }
            Command::Hint => self.fail("It is not your turn."),
            Command::Expect => {
                self.expects = !self.expects;
                self.judged = None;
                self.say(if self.expects { "What the machine expects is shown." } else { "" });
            }
            Command::Resign => match changes::resign(&mut self.game) {
                true => self.go_on("", now),
                false => self.fail("No person can resign here."),
            },
            Command::Swap => {
                let said = changes::swap_sides(&mut self.game);
                self.change_seats(Ok(said), now);
            }
            Command::Rules => self.show_rules(),
            Command::Level(level) => {
                let said = changes::set_level(&mut self.game, &level);
                self.change_seats(said, now);
            }
            Command::Player(text) => {
                let said = changes::set_player(&mut self.game, &text);
                self.change_seats(said, now);
            }
            Command::New => {
                self.game.restart();
                self.clocks = self.clocks.take().map(|clocks| clocks.fresh());
                self.expectation = None;
                self.go_on("A new game.", now);
            }
            Command::Save(file, replace) => match self.game.save(&file, replace) {
                Ok(()) => self.say(format!("Saved to {}.", file.display())),
                Err(why) => self.fail(sentence(&why)),
            },
            Command::Load(file) => match self.game.load(&file) {
                Ok(said) => {
                    self.seats_changed = true;
                    self.clocks = None;
                    self.expectation = None;
                    self.go_on(&said, now);
                }
                Err(why) => self.fail(sentence(&why)),
            },
            Command::Clock(text) if text == "off" => {
                self.clocks = None;
                self.say("No clocks.");
            }
            Command::Clock(text) => match Clocks::parse(&text, self.game.sides().len()) {
                Ok(clocks) => {
                    self.clocks = Some(clocks);
                    self.refresh(now);
                    self.say("The clocks run.");
                }
                Err(why) => self.fail(sentence(&why)),
            },
            Command::Pause => {
                self.is_paused = !self.is_paused;
                self.refresh(now);
                self.say(if self.is_paused { "The machine waits. Type `pause` to let it go on." } else { "" });
            }
        }
    }

    /// Continues after the game has changed. Without people, the computer waits.
    fn go_on(&mut self, said: &str, now: Instant) {
        self.is_paused = !self.game.has_humans() && self.game.can_redo();
        self.refresh(now);
        self.say(said);
    }

    fn change_seats(&mut self, said: Result<String, String>, now: Instant) {
        match said {
            Ok(said) => {
                self.seats_changed = true;
                self.is_paused = false;
                self.refresh(now);
                self.say(said);
            }
            Err(why) => self.fail(sentence(&why)),
        }
    }
}
