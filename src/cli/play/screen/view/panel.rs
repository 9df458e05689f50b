//! Draws the players, the values, what the machine expects, and the moves.

use super::style::style_of;
use crate::cli::play::clocks;
use crate::cli::play::screen::model::Model;
use crate::cli::play::sides::Who;
use boardwright::game::piece::Player;
use boardwright::notation;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use std::time::Instant;

/// The lines that are left for moves at least; in a low panel they are a third of it.
const MOVES: u16 = 3;

/// Draws the panel.
pub fn draw(frame: &mut Frame, model: &Model, now: Instant) {
    let area = model.geometry.panel;
    let mut lines = players(model, now);
    if model.geometry.panel.x > 0 {
        lines.push(Line::default());
    }
    let below = model.picture.below.iter();
    lines.extend(below.map(|line| {
        let spans = line.iter().map(|(text, style)| Span::styled(text.clone(), style_of(*style, model.color)));
        Line::from(spans.collect::<Vec<_>>())
    }));
    if model.expects {
        lines.extend(expectation(model, area.width));
    }
    let paragraph = Paragraph::new(lines).wrap(Wrap { trim: false });
    let wanted = wrapped(&paragraph, area.width);
    let moves_room = if model.game.plies().is_empty() { 0 } else { MOVES.min(area.height / 3) };
    let top = wanted.min(area.height - moves_room);
    frame.render_widget(paragraph, Rect { height: top, ..area });
    let rest = Rect { y: area.y + top, height: area.height - top, ..area };
    moves(frame, model, rest);
}

/// Returns how many lines a text has in a panel.
fn wrapped(paragraph: &Paragraph, width: u16) -> u16 {
    let mut buffer = ratatui::buffer::Buffer::empty(Rect::new(0, 0, width.max(1), 40));
    ratatui::widgets::Widget::render(paragraph, buffer.area, &mut buffer);
    let is_used = |y: &u16| (0..buffer.area.width).any(|x| buffer[(x, *y)].symbol() != " ");
    (0..buffer.area.height).rev().find(is_used).map_or(0, |y| y + 1)
}

/// Returns a line for each player: whose turn it is, who plays, and the time left.
fn players(model: &Model, now: Instant) -> Vec<Line<'static>> {
    let game = &model.game;
    let line = |(n, who): (usize, &Who)| {
        let player = Player(n as u8);
        let is_to_move = game.to_move() == Some(player);
        let sign = if is_to_move { "▶ " } else { "  " };
        let name = game.rules().player_name(player).to_owned();
        let who = if *who == Who::Human { "you".to_owned() } else { who.name().to_owned() };
        let clock = model
            .clocks
            .as_ref()
            .map_or(String::new(), |clocks| format!("  {}", clocks::text(clocks.left(player, now))));
        let out = if notation::out(game.rules(), game.position()).any(|out| out == player) { "  out" } else { "" };
        let bold = if is_to_move { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
        Line::from(vec![Span::styled(format!("{sign}{name}"), bold), Span::raw(format!("  {who}{clock}{out}"))])
    };
    game.sides().iter().enumerate().map(line).collect()
}

/// Returns a bar and a line for what the machine expects.
fn expectation(model: &Model, width: u16) -> Vec<Line<'static>> {
    let Some(expected) = &model.expectation else { return vec![Line::default(), Line::raw("expects: thinking…")] };
    let mut lines = vec![Line::default()];
    let players = model.game.rules().players.iter().zip(expected.percents());
    let name_width = model.game.rules().players.iter().map(|player| player.name.chars().count()).max().unwrap_or(0);
    for (player, percent) in players {
        lines.push(Line::raw(bar(percent, &player.name, name_width, width)));
    }
    let proven = if expected.is_proven { "proven: " } else { "" };
    let before = if expected.ply == model.game.plies().len() { "" } else { "before: " };
    lines.push(Line::raw(format!("{before}{proven}{}", expected.line.join(" "))));
    lines
}

/// Returns the bar of a player: `Black ██████░░░░  62 %`.
fn bar(percent: u32, name: &str, name_width: usize, width: u16) -> String {
    let room = usize::from(width).saturating_sub(name_width + 8).min(20);
    let full = (room * percent as usize + 50) / 100;
    format!("{name:<name_width$} {}{} {percent:>3} %", "█".repeat(full), "░".repeat(room - full))
}

/// Draws the last moves in columns.
fn moves(frame: &mut Frame, model: &Model, area: Rect) {
    let plies = model.game.plies();
    if plies.is_empty() || area.height == 0 {
        return;
    }
    let colors = model.picture_colors();
    let number = |n: usize| (n + 1).to_string();
    let digits = number(plies.len()).len();
    let texts: Vec<String> =
        plies.iter().enumerate().map(|(n, ply)| format!("{:>digits$} {}", number(n), ply.text)).collect();
    let column = texts.iter().map(|text| text.chars().count()).max().unwrap_or(1) + 2;
    let columns = (usize::from(area.width) / column).max(1);
    let columns = if columns > 2 { columns - columns % model.game.sides().len().max(1) } else { columns }.max(1);
    let rows: Vec<&[String]> = texts.chunks(columns).collect();
    let seen = usize::from(area.height);
    let back = model.moves_back.min(rows.len().saturating_sub(seen));
    let first = rows.len().saturating_sub(seen + back);
    for (line, (row, texts)) in rows.iter().enumerate().skip(first).take(seen).enumerate() {
        let spans: Vec<Span> = texts
            .iter()
            .enumerate()
            .map(|(n, text)| {
                let at = row * columns + n;
                let mover = plies.get(at).map_or(0, |ply| usize::from(ply.mover.0));
                let style = colors.get(mover).copied().unwrap_or_default();
                let style = if at + 1 == plies.len() { style.add_modifier(Modifier::BOLD) } else { style };
                Span::styled(format!("{text:<column$}"), style)
            })
            .collect();
        let place = Rect { y: area.y + line as u16, height: 1, ..area };
        frame.render_widget(Line::from(spans), place);
    }
}

impl Model {
    /// Returns the color of each player, as the legend shows it.
    fn picture_colors(&self) -> Vec<Style> {
        let names: Vec<&str> = self.game.rules().players.iter().map(|player| player.name.as_str()).collect();
        let style = |name: &&str| {
            let found = self.picture.below.iter().find_map(|line| {
                let at = line.iter().position(|(text, _)| text.trim().trim_end_matches(':') == *name)?;
                let styled = line.get(at).filter(|(_, style)| style.get_fg_color().is_some());
                styled.or_else(|| line.get(at.checked_sub(1)?)).map(|(_, style)| *style)
            });
            found.map_or(Style::new(), |style| style_of(style, self.color))
        };
        names.iter().map(style).collect()
    }
}
