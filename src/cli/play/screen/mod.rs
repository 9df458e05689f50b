//! The full screen of `play`: the [`Model`] is what it shows, `update` changes it by events, `view` draws it, and the loop
//! here connects it with the terminal and the players.

mod geometry;
mod lists;
mod marks;
mod model;
mod obey;
mod popup;
#[cfg(unix)]
mod signals;
mod terminal;
#[cfg(test)]
mod tests;
mod typing;
mod update;
mod view;
mod why;

use super::changes;
use super::clocks::Clocks;
use super::dialog;
use super::live_game::LiveGame;
use super::machine::Machine;
use crate::cli::out::{CliError, Exit, Out, plain};
use crate::cli::show;
use model::{Ask, Model};
use ratatui::crossterm::event::{self, KeyEventKind, MouseButton, MouseEventKind};
use std::io;
use std::time::{Duration, Instant};
use terminal::Screen;
use update::Event;

/// How long to wait for a key while somebody thinks, and otherwise.
const BUSY: Duration = Duration::from_millis(30);
const IDLE: Duration = Duration::from_millis(200);

/// Plays on the screen until the person quits; `said` is what to tell at the beginning.
pub fn run(game: LiveGame, clocks: Option<Clocks>, said: Option<String>, out: &mut Out) -> Result<Exit, CliError> {
    out.flush()?;
    let failed = |error: io::Error| CliError::usage(format!("cannot use the terminal: {}", plain(&error)));
    let machine = Machine::start().map_err(failed)?;
    let size = ratatui::crossterm::terminal::size().map_err(failed)?;
    let mut model = Model::new(game, size, out.color, Instant::now());
    model.clocks = clocks;
    model.refresh(Instant::now());
    match said {
        Some(said) => model.say(said),
        None => model.welcome(),
    }
    let ended = Screen::enter().and_then(|mut screen| serve(&mut screen, &mut model, machine));
    ended.map_err(failed)?;
    let game = &model.game;
    out.line(format!("{}\n", game.rules().full_title()))?;
    show::draw_board(game.rules(), game.position(), game.last(), out)?;
    out.line(format!("\n{}", game.status()))?;
    if let Some(reason) = &model.reason {
        dialog::tell_reason(reason, out)?;
    }
    Ok(if model.is_interrupted { Exit::Interrupted } else { Exit::Success })
}

/// Shows the model and changes it by what happens, until the person quits.
fn serve(screen: &mut Screen, model: &mut Model, mut machine: Machine) -> io::Result<()> {
    // The question that a player thinks about, with its number.
    let mut asked: Option<(Ask, u64)> = None;
    let mut is_changed = true;
    while !model.is_left {
        let now = Instant::now();
        if std::mem::take(&mut model.seats_changed)
            && let Err(why) = changes::seat_all(&machine, &model.game)
        {
            model.is_paused = true;
            model.fail(why);
        }
        let wanted = model.ask(now);
        if !asked.is_some_and(|(ask, _)| wanted.is_some_and(|wanted| wanted.is_same(&ask))) {
            machine.stop();
            asked = wanted.map(|ask| (ask, machine.ask(ask.seat, &model.game, ask.time)));
        }
        if is_changed || screen.is_stale() || asked.is_some() || model.clocks.is_some() {
            screen.draw(|frame| view::draw(frame, model, now))?;
        }
        is_changed = false;
        let is_busy = asked.is_some() || model.is_machine_to_move() && !model.is_paused;
        if event::poll(if is_busy { BUSY } else { IDLE })? {
            // All that has come by now, such as a pasted text, is read before the screen is drawn again.
            loop {
                if let Some(event) = translate(event::read()?) {
                    model.update(event, Instant::now());
                    is_changed = true;
                }
                if model.is_left || !event::poll(Duration::ZERO)? {
                    break;
                }
            }
        }
        if let Some(answer) = machine.answer() {
            if let Some((ask, number)) = asked.take_if(|(_, number)| *number == answer.number) {
                debug_assert_eq!(number, answer.number);
                model.update(Event::Answer(ask.serial, ask.purpose, answer.choice), Instant::now());
            }
            is_changed = true;
        }
        if is_busy || model.clocks.is_some() {
            model.update(Event::Tick, Instant::now());
            is_changed = true;
        }
    }
    Ok(())
}

/// Translates an event of the terminal.
fn translate(event: event::Event) -> Option<Event> {
    match event {
        event::Event::Key(key) if key.kind != KeyEventKind::Release => Some(Event::Key(key)),
        event::Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => Some(Event::Click(mouse.column, mouse.row)),
            MouseEventKind::ScrollDown => Some(Event::Scroll(mouse.column, mouse.row, 3)),
            MouseEventKind::ScrollUp => Some(Event::Scroll(mouse.column, mouse.row, -3)),
            _ => None,
        },
        event::Event::Paste(text) => Some(Event::Paste(text)),
        event::Event::Resize(width, height) => Some(Event::Resize(width, height)),
        _ => None,
    }
}
