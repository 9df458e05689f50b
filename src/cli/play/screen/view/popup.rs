//! Draws a list over the board.

use crate::cli::play::screen::model::Model;
use crate::cli::play::screen::popup::Popup;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear};
use std::borrow::Cow;
use unicode_width::UnicodeWidthStr;

/// Returns the lines of a list; those of a text are wrapped to a width.
fn lines(popup: &Popup, width: usize) -> Vec<Cow<'_, str>> {
    let texts = popup.items.iter().map(|item| item.text.as_str());
    match popup.is_text() {
        true => texts.flat_map(|text| textwrap::wrap(text, width.max(1))).collect(),
        false => texts.map(Cow::Borrowed).collect(),
    }
}

/// Returns the part of the screen that a list covers.
pub fn popup_area(popup: &Popup, size: (u16, u16)) -> Rect {
    let widest = popup.items.iter().map(|item| item.text.width()).chain([popup.title.width() + 2]);
    let width = widest.max().unwrap_or(0).clamp(16, usize::from(size.0.saturating_sub(4)).max(16));
    let height = lines(popup, width).len().min(usize::from(size.1.saturating_sub(2)).saturating_sub(2).max(1));
    let (width, height) = ((width as u16 + 2).min(size.0), (height as u16 + 2).min(size.1));
    Rect::new((size.0 - width) / 2, (size.1 - height) / 2, width, height)
}

/// Returns the last line that can be selected, or of a text the last one that can be the first in view.
pub fn last_line(popup: &Popup, size: (u16, u16)) -> usize {
    let inner = Block::bordered().inner(popup_area(popup, size));
    let count = lines(popup, inner.width.into()).len();
    count.saturating_sub(if popup.is_text() { usize::from(inner.height).max(1) } else { 1 })
}

/// Returns the first of some lines that is in view.
fn first(popup: &Popup, lines: usize, rows: usize) -> usize {
    let seen = rows.max(1);
    let wanted = if popup.is_text() { popup.selected } else { popup.selected.saturating_sub(seen / 2) };
    wanted.min(lines.saturating_sub(seen))
}

/// Returns the line of a list at a place of the screen.
pub fn popup_line(popup: &Popup, area: Rect, at: Position) -> Option<usize> {
    let inner = Block::bordered().inner(area);
    let count = popup.items.len();
    let line = inner.contains(at).then(|| usize::from(at.y - inner.y) + first(popup, count, inner.height.into()))?;
    (line < count).then_some(line)
}

/// Draws a list.
pub fn draw(frame: &mut Frame, popup: &Popup, model: &Model) {
    let area = popup_area(popup, model.size);
    let mut block = Block::bordered().title(format!(" {} ", popup.title));
    let inner = block.inner(area);
    let (width, rows) = (usize::from(inner.width), usize::from(inner.height));
    let lines = lines(popup, width);
    let first = first(popup, lines.len(), rows);
    // What is out of view is told at the edge.
    if lines.len() > rows {
        let of = format!(" {}-{} of {}: ↑ ↓ scroll ", first + 1, (first + rows).min(lines.len()), lines.len());
        block = block.title_bottom(of);
    }
    frame.render_widget(Clear, area);
    frame.render_widget(block, area);
    for (row, (n, line)) in lines.iter().enumerate().skip(first).take(rows).enumerate() {
        let is_selected = n == popup.selected && !popup.is_text();
        let style = if is_selected { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
        let place = Rect { y: inner.y + row as u16, height: 1, ..inner };
        frame.render_widget(Line::styled(format!("{line:<width$}"), style), place);
        if is_selected {
            frame.set_cursor_position(Position::new(place.x, place.y));
        }
    }
}
