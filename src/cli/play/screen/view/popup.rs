//! Draws a list over the board.

use crate::cli::play::screen::model::Model;
use crate::cli::play::screen::popup::Popup;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

/// Returns the lines of a list, of which a text is wrapped to a width.
fn lines(popup: &Popup, width: usize) -> usize {
    let rows = |text: &str| if popup.is_text() { text.chars().count().div_ceil(width.max(1)).max(1) } else { 1 };
    // Words that do not fit move to the next line: leave room for one line more per text of several lines.
    let rows = |text: &str| rows(text) + usize::from(rows(text) > 1);
    popup.items.iter().map(|item| rows(&item.text)).sum()
}

/// Returns the part of the screen that a list covers.
pub fn popup_area(popup: &Popup, size: (u16, u16)) -> Rect {
    let widest = popup.items.iter().map(|item| item.text.chars().count()).chain([popup.title.chars().count() + 2]);
    let width = widest.max().unwrap_or(0).clamp(16, usize::from(size.0.saturating_sub(4)).max(16));
    let height = lines(popup, width).min(usize::from(size.1.saturating_sub(2)).saturating_sub(2).max(1));
    let (width, height) = ((width as u16 + 2).min(size.0), (height as u16 + 2).min(size.1));
    Rect::new((size.0 - width) / 2, (size.1 - height) / 2, width, height)
}

/// Returns the first line of a list that is in view.
fn first(popup: &Popup, rows: usize) -> usize {
    let seen = rows.max(1);
    match popup.is_text() {
        true => popup.selected.min(popup.items.len().saturating_sub(seen)),
        false => popup.selected.saturating_sub(seen / 2).min(popup.items.len().saturating_sub(seen)),
    }
}

/// Returns the line of a list at a place of the screen.
pub fn popup_line(popup: &Popup, area: Rect, at: Position) -> Option<usize> {
    let inner = Block::bordered().inner(area);
    let line = inner.contains(at).then(|| usize::from(at.y - inner.y) + first(popup, inner.height.into()))?;
    (line < popup.items.len()).then_some(line)
}

/// Draws a list.
pub fn draw(frame: &mut Frame, popup: &Popup, model: &Model) {
    let area = popup_area(popup, model.size);
    let block = Block::bordered().title(format!(" {} ", popup.title));
    let inner = block.inner(area);
    frame.render_widget(Clear, area);
    frame.render_widget(block, area);
    let first = first(popup, inner.height.into());
    if popup.is_text() {
        let text: Text = popup.items.iter().skip(first).map(|item| Line::raw(item.text.as_str())).collect();
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), inner);
        return;
    }
    for (row, (n, item)) in popup.items.iter().enumerate().skip(first).take(inner.height.into()).enumerate() {
        let is_selected = n == popup.selected;
        let style = if is_selected { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
        let place = Rect { y: inner.y + row as u16, height: 1, ..inner };
        let width = usize::from(inner.width);
        frame.render_widget(Line::styled(format!("{:<width$}", item.text), style), place);
        if is_selected {
            frame.set_cursor_position(Position::new(place.x, place.y));
        }
    }
}
