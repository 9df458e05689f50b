//! Lists over the board: what keys do in them, and what they offer.

use super::model::Model;
use super::popup::{self, Action, Popup, item};
use crate::cli::play::command::Command;
use crate::cli::play::typed;
use crate::cli::play::worth::by_worth;
use boardwright::internals::sheet;
use ratatui::crossterm::event::KeyCode;
use std::time::Instant;

/// The most columns of a text to read.
const WIDEST: usize = 80;

impl Model {
    pub(super) fn popup_key(&mut self, key: KeyCode, now: Instant) {
        let Some(popup) = &mut self.popup else { return };
        match key {
            KeyCode::Esc | KeyCode::Backspace => self.popup = None,
            KeyCode::Up | KeyCode::BackTab => self.select(-1),
            KeyCode::Down | KeyCode::Tab => self.select(1),
            KeyCode::PageUp => self.select(-10),
            KeyCode::PageDown => self.select(10),
            KeyCode::Home => self.select(isize::MIN),
            KeyCode::End => self.select(isize::MAX),
            KeyCode::Enter => self.choose(now),
            _ if popup.is_text() => self.popup = None,
            KeyCode::Char(c) => {
                if let Some(typed) = popup.find(c).filter(|typed| typed.chars().all(char::is_alphanumeric)) {
                    self.popup = None;
                    self.input = Some(typed);
                }
            }
            _ => {}
        }
    }

    /// Selects another line, further down or up.
    pub(super) fn select(&mut self, by: isize) {
        let size = self.size;
        if let Some(popup) = &mut self.popup {
            let last = super::view::last_line(popup, size);
            popup.select(by, last);
        }
    }

    /// Does what the selected line of the list says.
    pub(super) fn choose(&mut self, now: Instant) {
        let Some(popup) = self.popup.take() else { return };
        match popup.chosen() {
            Action::Close => {}
            Action::Play(index) => self.play(index, now),
            Action::Command(command) => self.obey(command, now),
            Action::Type(line) => self.input = Some(line),
            Action::Save => self.type_save(),
            Action::Levels => self.popup = Some(popup::levels()),
            Action::Leave => self.leave(),
        }
    }

    /// Quits, after a question if the game is not saved.
    pub(super) fn leave(&mut self) {
        if !self.game.is_unsaved() {
            self.is_left = true;
            return;
        }
        let items = vec![
            item("Continue the game", Action::Close),
            item("Save the game", Action::Save),
            item("Quit without saving", Action::Command(Command::Quit)),
        ];
        self.popup = Some(Popup::new("This game is not saved", items));
    }

    /// Asks which of some moves is meant that have the same cells.
    pub(super) fn ask_which(&mut self, moves: &[usize]) {
        let Some(picking) = &self.picking else { return };
        let moves = by_worth(&*self.game.engine, self.game.position(), picking, moves);
        self.offer("Which move?", &moves);
    }

    /// Offers moves in a list.
    pub(super) fn offer(&mut self, title: &str, moves: &[usize]) {
        let Some(picking) = &self.picking else { return };
        let items = moves.iter().map(|index| item(picking.text(*index), Action::Play(*index))).collect();
        self.popup = Some(Popup::new(title, items));
        // An earlier refusal is not about these moves.
        if self.message.is_error {
            self.say("");
        }
    }

    /// Shows the rule sheet.
    pub(super) fn show_rules(&mut self) {
        match sheet::sheet(&self.game.engine) {
            Ok(rules) => {
                let text = sheet::text(&rules, usize::from(self.size.0).saturating_sub(4).min(WIDEST), false);
                self.popup = Some(Popup::text("Rules", text.trim().lines().map(str::to_owned)));
            }
            Err(fault) => self.fail(format!("The rules failed. {fault}")),
        }
    }

    /// Offers all moves that the picked cells leave, or those that begin with a text.
    pub(super) fn list_moves(&mut self, beginning: &str) {
        if self.game.is_over() {
            return self.fail(format!("The game is over: {}.", self.game.status()));
        }
        let Some(picking) = &self.picking else { return self.fail("It is not your turn.") };
        let moves: Vec<usize> = match beginning {
            "" => picking.candidates().iter().map(|candidate| candidate.index).collect(),
            beginning => typed::list(picking, self.game.rules(), beginning),
        };
        if moves.is_empty() {
            return self.fail(format!("No legal move begins with {beginning}."));
        }
        self.offer(&format!("Moves: {}", moves.len()), &moves);
    }
}
