//! Draws the [`Model`].

mod board;
mod panel;
mod popup;
mod style;

pub use popup::{last_line, popup_area, popup_line};

use super::geometry::{Geometry, LEAST};
use super::model::Model;
use boardwright::notation;
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Position;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Wrap};
use std::time::Instant;

/// The keys that are shown at the bottom, with what they do.
const FOOT: [(char, &str); 7] =
    [('?', "keys"), ('/', "menu"), ('<', "undo"), ('>', "redo"), ('!', "hint"), ('=', "expect"), ('.', "moves")];

/// Draws the whole screen.
pub fn draw(frame: &mut Frame, model: &Model, now: Instant) {
    if Geometry::is_too_small(model.size) {
        let (width, height) = LEAST;
        let text =
            format!("The window is\ntoo small:\n{width} x {height} needed,\n{} x {} here", model.size.0, model.size.1);
        frame.render_widget(Paragraph::new(text), frame.area());
        return;
    }
    title(frame, model, now);
    board::draw(frame, model);
    panel::draw(frame, model, now);
    message(frame, model);
    foot(frame, model);
    if let Some(list) = &model.popup {
        popup::draw(frame, list, model);
    }
}

/// Draws the name of the game, and whose turn it is or the result.
fn title(frame: &mut Frame, model: &Model, now: Instant) {
    let game = &model.game;
    let status = match game.turn() {
        Some(who) if model.is_machine_to_move() && !model.is_paused => {
            let dots = ".".repeat(1 + (now.saturating_duration_since(model.since).as_millis() / 300 % 3) as usize);
            format!("{}: {} thinks{dots}", notation::turn(game.rules(), game.position()), who.name())
        }
        _ => game.status(),
    };
    let title = format!("{}  ", game.rules().full_title());
    // The message below has the whole result.
    let width = Line::raw(title.as_str()).width() + Line::raw(status.as_str()).width();
    let status = match status.split_once(": ") {
        Some((result, _)) if game.turn().is_none() && width > usize::from(model.geometry.title.width) => {
            result.to_owned()
        }
        _ => status,
    };
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let line = Line::from(vec![Span::raw(title), Span::styled(status, bold)]);
    frame.render_widget(line, model.geometry.title);
}

/// Draws what there is to say: an error, the reason of the result, or a hint about the turn.
fn message(frame: &mut Frame, model: &Model) {
    let message = &model.message;
    let text = match (&model.reason, &model.input) {
        (_, Some(_)) => {
            let legal = model.completions();
            let shown: Vec<&str> = legal.iter().take(12).map(String::as_str).collect();
            shown.join("  ")
        }
        (Some(reason), None) if !message.is_error => {
            let status = model.game.status();
            // The words are longer than the code: both if there is room, or else the words, or else the code.
            let code = format!("{status}. {reason}");
            let in_words = reason.in_words().map(|words| format!("{status}. {words}"));
            let both = reason.words.as_ref().map(|words| format!("{status}. {words} {reason}"));
            let fitting = both.into_iter().chain(in_words).find(|text| model.is_room_for(text));
            fitting.unwrap_or(code)
        }
        // Nobody lost by the rules, so that there is no reason.
        (None, None) if message.text.is_empty() && model.game.is_over() => format!("{}.", model.game.status()),
        _ => message.text.clone(),
    };
    let style = match message.is_error && model.input.is_none() {
        true if model.color => Style::new().fg(Color::Red),
        _ => Style::new(),
    };
    let paragraph = Paragraph::new(Text::styled(text, style)).wrap(Wrap { trim: true });
    frame.render_widget(paragraph, model.geometry.message);
}

/// Draws the line that is typed, or the keys.
fn foot(frame: &mut Frame, model: &Model) {
    let area = model.geometry.foot;
    if let Some(input) = &model.input {
        let line = format!("> {input}");
        let columns = Line::raw(line.as_str()).width() as u16;
        let (typed, suggested) =
            line.split_at_checked(model.suggested.map_or(line.len(), |from| from + 2)).unwrap_or((&line, ""));
        let reversed = Style::new().add_modifier(Modifier::REVERSED);
        frame.render_widget(Line::from(vec![Span::raw(typed), Span::styled(suggested, reversed)]), area);
        frame.set_cursor_position(Position::new(area.x + columns.min(area.width.saturating_sub(1)), area.y));
        return;
    }
    let key = if model.color {
        Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD)
    } else {
        Style::new().add_modifier(Modifier::BOLD)
    };
    let spans: Vec<Span> = FOOT
        .iter()
        .flat_map(|(sign, what)| [Span::styled(sign.to_string(), key), Span::raw(format!(" {what}  "))])
        .collect();
    frame.render_widget(Line::from(spans), area);
}

/// Returns the key that is shown at a place of the last line.
pub fn foot_key(model: &Model, at: Position) -> Option<KeyCode> {
    let area = model.geometry.foot;
    if model.input.is_some() || !area.contains(at) {
        return None;
    }
    let mut x = area.x;
    FOOT.iter().find_map(|(sign, what)| {
        let from = x;
        x += what.len() as u16 + 4;
        (from..x - 2).contains(&at.x).then_some(KeyCode::Char(*sign))
    })
}
