//! How events change the [`Model`].

use super::model::{Model, Purpose};
use super::popup;
use super::why;
use crate::cli::play::command::Command;
use crate::cli::play::forfeit::Forfeit;
use crate::cli::play::judgment::Expectation;
use crate::cli::play::picking::Picked;
use crate::cli::play::reason::{again, new_departures};
use crate::cli::play::sides::Who;
use boardwright::game::cells::Cell;
use boardwright::internals::wording::sentence;
use boardwright::moves::{Change, Move};
use boardwright::player::Choice;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;
use std::time::Instant;

/// What happens.
#[derive(Debug)]
pub enum Event {
    Key(KeyEvent),
    Click(u16, u16),
    /// The wheel, down or up, at a place.
    Scroll(u16, u16, isize),
    Paste(String),
    Resize(u16, u16),
    Tick,
    /// A player has thought about the position with this number.
    Answer(u64, Purpose, Result<(Choice, Move), String>),
}

impl Model {
    /// Changes the model by an event.
    pub fn update(&mut self, event: Event, now: Instant) {
        self.is_answering = matches!(event, Event::Key(_) | Event::Click(..) | Event::Paste(_));
        if self.is_answering {
            self.message.is_answer = false;
        }
        match event {
            Event::Key(key) => self.key(key, now),
            Event::Click(x, y) => self.click(Position::new(x, y), now),
            Event::Scroll(x, y, by) => self.scroll(Position::new(x, y), by),
            Event::Paste(text) => {
                let line: String = text.chars().filter(|c| !c.is_control()).collect();
                self.drop_suggestion();
                self.input.get_or_insert_default().push_str(&line);
            }
            Event::Resize(width, height) => {
                self.size = (width, height);
                self.arrange();
                self.close_read();
            }
            Event::Tick => self.tick(now),
            Event::Answer(serial, purpose, answer) if serial == self.serial => self.answer(purpose, answer, now),
            Event::Answer(..) => {}
        }
    }

    fn tick(&mut self, now: Instant) {
        if let Some(loser) = self.clocks.as_ref().and_then(|clocks| clocks.loser(now)) {
            self.game.end(Forfeit::OutOfTime(loser));
            self.refresh(now);
            // The result takes the place of what was said before.
            self.say("");
        }
        if self.game.turn() == Some(&Who::Random) && self.may_machine_move(now) {
            if let Err(fault) = self.game.play_random() {
                return self.stop_machine(format!("The rules failed. {fault}"), now);
            }
            self.after_machine_move(now);
        }
    }

    /// Lets the computer wait, because of what is wrong.
    fn stop_machine(&mut self, why: String, now: Instant) {
        self.is_paused = true;
        self.refresh(now);
        self.fail(why);
    }

    fn answer(&mut self, purpose: Purpose, answer: Result<(Choice, Move), String>, now: Instant) {
        let (choice, mv) = match answer {
            Ok(answer) => answer,
            Err(why) => {
                match purpose {
                    Purpose::Move if self.game.end_by_failure(&why) => self.refresh(now),
                    Purpose::Move => self.is_paused = true,
                    Purpose::Hint => self.wants_hint = false,
                    Purpose::Judgment => self.judged = Some(self.serial),
                }
                return self.fail(sentence(&why));
            }
        };
        if let Some(judgment) = &choice.judgment {
            self.expectation = Some(Expectation::new(&self.game, judgment));
        }
        match purpose {
            Purpose::Move => {
                if let Err(fault) = self.game.make(&mv) {
                    return self.stop_machine(format!("The rules failed. {fault}"), now);
                }
                self.after_machine_move(now);
            }
            Purpose::Hint => self.show_hint(&mv),
            Purpose::Judgment => {
                self.judged = Some(self.serial);
                if choice.judgment.is_none() {
                    self.expects = false;
                    self.fail("No player here judges positions.");
                }
            }
        }
    }

    fn after_machine_move(&mut self, now: Instant) {
        self.refresh(now);
        if let Some(ply) = self.game.plies().last() {
            let said = format!("{} plays {}.", self.game.rules().player_name(ply.mover), ply.text);
            let departures = new_departures(&self.game);
            let text = [said].into_iter().chain(departures).collect::<Vec<_>>().join(" ");
            // Without people, moves follow so fast that an answer to a command could not be read.
            let is_read = self.message.is_answer && !self.message.text.is_empty() && !self.game.has_humans();
            // Not over what `refresh` has said: that the rules failed.
            let has_failed = !self.game.is_over() && self.picking.is_none() && !self.is_machine_to_move();
            if !is_read && !has_failed {
                self.say(text);
            }
        }
    }

    fn show_hint(&mut self, mv: &Move) {
        self.wants_hint = false;
        let (engine, position) = (&self.game.engine, self.game.position());
        let text = engine.text(position, mv).unwrap_or_default();
        if let Ok(details) = engine.details(position, mv) {
            self.hint = details
                .changes
                .iter()
                .flat_map(|change| match change {
                    Change::Moved { from, to, .. } => vec![*from, *to],
                    Change::Put { cell, .. } => vec![*cell],
                    _ => Vec::new(),
                })
                .collect();
        }
        self.say(format!("Hint: {text}"));
    }

    fn key(&mut self, key: KeyEvent, now: Instant) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && key.code == KeyCode::Char('c') {
            (self.is_left, self.is_interrupted) = (true, true);
        } else if self.popup.is_some() {
            self.popup_key(key.code, now);
        } else if control {
            self.control_key(key.code, now);
        } else if self.input.is_some() {
            self.input_key(key.code, now);
        } else {
            self.board_key(key.code, now);
        }
    }

    fn control_key(&mut self, key: KeyCode, now: Instant) {
        match key {
            KeyCode::Char('q') => self.leave(),
            KeyCode::Char('z') => self.obey(Command::Undo(1), now),
            KeyCode::Char('y') => self.obey(Command::Redo(1), now),
            KeyCode::Char('s') => self.type_save(),
            KeyCode::Char('o') => self.input = Some("load ".to_owned()),
            _ => {}
        }
    }

    fn board_key(&mut self, key: KeyCode, now: Instant) {
        match key {
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, -1),
            KeyCode::Down => self.move_cursor(0, 1),
            KeyCode::Tab => self.next_target(true),
            KeyCode::BackTab => self.next_target(false),
            KeyCode::Enter | KeyCode::Char(' ') => self.pick(self.cursor, now),
            KeyCode::Esc | KeyCode::Backspace => self.unpick(),
            KeyCode::PageUp => self.moves_back += 5,
            KeyCode::PageDown => self.moves_back = self.moves_back.saturating_sub(5),
            KeyCode::F(1) | KeyCode::Char('?') => self.obey(Command::Help, now),
            KeyCode::F(2) => self.obey(Command::Rules, now),
            KeyCode::F(10) | KeyCode::Char('/') => self.popup = Some(popup::menu()),
            KeyCode::Char('<') => self.obey(Command::Undo(1), now),
            KeyCode::Char('>') => self.obey(Command::Redo(1), now),
            KeyCode::Char('!') => self.obey(Command::Hint, now),
            KeyCode::Char('=') => self.obey(Command::Expect, now),
            KeyCode::Char('.') => self.obey(Command::Moves(String::new()), now),
            KeyCode::Char(':') => self.input = Some(String::new()),
            KeyCode::Char(c) if c.is_alphanumeric() => self.input = Some(c.to_string()),
            _ => {}
        }
    }

    /// Takes the last picked cell back.
    fn unpick(&mut self) {
        if self.picking.as_mut().is_some_and(|picking| picking.unpick()) {
            self.say_picked();
        }
    }

    fn click(&mut self, at: Position, now: Instant) {
        if let Some(popup) = &mut self.popup {
            let area = super::view::popup_area(popup, self.size);
            let is_text = popup.is_text();
            match super::view::popup_line(popup, area, at) {
                Some(line) if !is_text => {
                    popup.selected = line;
                    self.choose(now);
                }
                _ if is_text || !area.contains(at) => self.popup = None,
                _ => {}
            }
        } else if let Some(key) = super::view::foot_key(self, at) {
            self.board_key(key, now);
        } else if let Some(cell) = self.geometry.cell(&self.picture, at) {
            (self.input, self.suggested) = (None, None);
            self.set_cursor(cell);
            self.pick(cell, now);
        }
    }

    fn scroll(&mut self, at: Position, by: isize) {
        if self.popup.is_some() {
            self.select(by);
        } else if self.geometry.panel.contains(at) {
            self.moves_back = self.moves_back.saturating_add_signed(-by);
        } else {
            self.move_cursor(0, by.signum());
        }
    }

    pub(super) fn set_cursor(&mut self, cell: Cell) {
        self.cursor = cell;
        self.geometry = super::geometry::Geometry::new(self.size, &self.picture, cell, &self.geometry);
    }

    /// Moves the cursor to the nearest cell in a direction of the screen.
    fn move_cursor(&mut self, dx: isize, dy: isize) {
        let Some((x, y)) = self.picture.cells.get(&self.cursor).copied() else { return };
        // A row is as far as two columns.
        let distance = |at: (usize, usize)| {
            let (across, down) = (at.0 as isize - x as isize, 2 * (at.1 as isize - y as isize));
            let (ahead, aside) = if dx != 0 { (across * dx, down.abs()) } else { (down * dy, across.abs()) };
            (ahead > 0 && aside <= 2 * ahead).then_some(ahead + 2 * aside)
        };
        let cells = self.picture.cells.iter().filter_map(|(cell, at)| Some((distance(*at)?, *cell)));
        if let Some((_, cell)) = cells.min() {
            self.set_cursor(cell);
        }
    }

    /// Moves the cursor to the next cell that can be picked, in the order of reading.
    fn next_target(&mut self, is_forward: bool) {
        let Some(picking) = &self.picking else { return };
        let place = |cell: Cell| self.picture.cells.get(&cell).map_or((0, 0, 0), |(x, y)| (*y, *x, cell.0));
        let mut targets: Vec<Cell> = picking.targets().iter().collect();
        targets.sort_by_key(|cell| place(*cell));
        let here = place(self.cursor);
        let next = match is_forward {
            true => targets.iter().find(|cell| place(**cell) > here).or(targets.first()),
            false => targets.iter().rev().find(|cell| place(**cell) < here).or(targets.last()),
        };
        if let Some(next) = next.copied() {
            self.set_cursor(next);
        }
    }

    /// Picks a cell: a move is played, narrowed down, or refused with the reason.
    pub(super) fn pick(&mut self, cell: Cell, now: Instant) {
        if self.game.is_over() {
            return self.fail("The game is over. Type `new`, `undo` or `quit`.");
        }
        let Some(picking) = &mut self.picking else {
            return self.fail(if self.is_paused { "The machine waits: type `pause`." } else { "It is not your turn." });
        };
        match picking.pick(cell) {
            Picked::Move(index) => self.play(index, now),
            Picked::More => self.say_picked(),
            Picked::Several(moves) => self.ask_which(&moves),
            Picked::Nothing if picking.picked().last() == Some(&cell) => {
                picking.unpick();
                self.say_picked();
            }
            Picked::Nothing => {
                let free = picking.picked().is_empty();
                let complete = if free { picking.complete() } else { Vec::new() };
                if !complete.is_empty() && complete.len() == picking.moves().len() {
                    // No move has a cell, such as a pass.
                    return self.offer("Which move?", &complete);
                }
                let why = why::cell(&*self.game.engine, self.game.position(), picking, cell);
                // Another piece can be picked instead.
                if !free {
                    let picked = picking.picked().to_vec();
                    picking.clear();
                    match picking.targets().contains(cell).then(|| picking.pick(cell)) {
                        Some(Picked::More) => return self.say_picked(),
                        _ => {
                            picking.clear();
                            picked.into_iter().for_each(|cell| drop(picking.pick(cell)));
                        }
                    }
                }
                self.fail(why);
            }
        }
    }

    /// Tells which cells are picked, and how to go on.
    fn say_picked(&mut self) {
        let Some(picking) = &self.picking else { return };
        let names: Vec<&str> = picking.picked().iter().map(|cell| self.game.rules().board.name(*cell)).collect();
        if names.is_empty() {
            return self.say("");
        }
        let complete = picking.complete();
        let stop = match complete.as_slice() {
            [] => String::new(),
            [only] => format!(", or the same cell again for {}", picking.text(*only)),
            several => format!(", or the same cell again for {} moves", several.len()),
        };
        let text = format!("{}: choose the next cell{stop}. Esc takes it back.", names.join(" "));
        self.say(text);
    }

    /// Plays a legal move of the person.
    pub(super) fn play(&mut self, index: usize, now: Instant) {
        let Some(picking) = &self.picking else { return };
        let Some(mv) = picking.moves().get(index).cloned() else { return };
        // The board does not always show a move without cells, such as a pass.
        let shown = !picking.path_of(index).is_empty();
        let mover = self.game.rules().player_name(self.game.position().mover);
        let played = (!shown).then(|| format!("{mover} plays {}", picking.text(index)));
        match self.game.make(&mv) {
            Ok(()) => {
                let said: Vec<String> =
                    played.into_iter().chain(new_departures(&self.game)).chain(again(&self.game)).collect();
                self.say(said.join(". "));
            }
            Err(fault) => self.fail(format!("The rules failed. {fault}")),
        }
        self.is_paused = false;
        self.refresh(now);
    }
}
