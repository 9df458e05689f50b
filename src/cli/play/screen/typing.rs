//! The line that is typed on the screen: a move or a command.

use super::model::Model;
use super::why;
use crate::cli::play::command::Command;
use crate::cli::play::typed::{self, Meaning};
use ratatui::crossterm::event::KeyCode;
use std::time::Instant;

impl Model {
    /// Begins a line that saves the game, with a suggested file.
    pub(super) fn type_save(&mut self) {
        let file = self.game.own_file().map_or("game.json".to_owned(), |file| file.display().to_string());
        let line = "save ".to_owned();
        self.suggested = Some(line.len());
        self.input = Some(line + &file);
    }

    /// Removes what is suggested in the typed line, unless it has been edited.
    pub(super) fn drop_suggestion(&mut self) {
        if let (Some(from), Some(input)) = (self.suggested.take(), &mut self.input) {
            input.truncate(from);
        }
    }

    pub(super) fn input_key(&mut self, key: KeyCode, now: Instant) {
        if matches!(key, KeyCode::Char(_) | KeyCode::Backspace) && self.suggested.is_some() {
            self.drop_suggestion();
            if key == KeyCode::Backspace {
                return;
            }
        }
        // Any other key accepts it.
        self.suggested = None;
        let Some(input) = &mut self.input else { return };
        match key {
            KeyCode::Esc => self.input = None,
            KeyCode::Backspace if input.is_empty() => self.input = None,
            KeyCode::Backspace => drop(input.pop()),
            KeyCode::Tab => {
                if let Some(longer) = self.completion() {
                    self.input = Some(longer);
                }
            }
            KeyCode::Enter => {
                let line = self.input.take().unwrap_or_default();
                self.enter(line.trim(), now);
            }
            KeyCode::Char(c) => input.push(c),
            _ => {}
        }
    }

    /// Returns the legal moves that begin with the typed line.
    pub fn completions(&self) -> Vec<String> {
        let (Some(input), Some(picking)) = (&self.input, &self.picking) else { return Vec::new() };
        let texts = (0..picking.moves().len()).map(|index| picking.text(index));
        texts.filter(|text| !input.is_empty() && text.starts_with(input.as_str())).collect()
    }

    /// Returns what all legal moves have in common that begin with the typed line.
    fn completion(&self) -> Option<String> {
        let texts = self.completions();
        let first = texts.first()?;
        let common = |text: &String| first.chars().zip(text.chars()).take_while(|(one, other)| one == other).count();
        let length = texts.iter().map(common).min()?;
        Some(first.chars().take(length).collect())
    }

    /// Plays the typed move, or obeys the typed command.
    pub(super) fn enter(&mut self, line: &str, now: Instant) {
        if line.is_empty() {
            return;
        }
        let is_word = !line.contains(char::is_whitespace);
        let index = self.picking.as_ref().filter(|_| is_word);
        let index = index.and_then(|picking| (0..picking.moves().len()).find(|index| picking.text(*index) == line));
        if let Some(index) = index {
            return self.play(index, now);
        }
        match Command::parse(line) {
            Err(missing) => self.fail(missing),
            Ok(Some(command)) => self.obey(command, now),
            Ok(None) if self.game.is_over() => self.fail("The game is over. Type `new`, `undo` or `quit`."),
            Ok(None) => self.enter_loosely(line, now),
        }
    }

    /// Plays what a line can mean if it is only one move, or offers what it can mean.
    fn enter_loosely(&mut self, line: &str, now: Instant) {
        let Some(picking) = &self.picking else { return self.fail("It is not your turn.") };
        match typed::read(picking, self.game.rules(), line) {
            Meaning::Move(index) => self.play(index, now),
            Meaning::Several(moves) => self.ask_which(&moves),
            Meaning::Begins(moves) => self.offer(&format!("Moves: {}", moves.len()), &moves),
            Meaning::Nothing => {
                let why = why::line(&self.game.engine, self.game.position(), line);
                self.fail(why);
            }
        }
    }
}
