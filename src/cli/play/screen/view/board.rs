//! Draws the board with its marks.

use super::style::style_of;
use crate::cli::play::screen::marks::Mark;
use crate::cli::play::screen::model::Model;
use boardwright::game::cells::Cell;
use ratatui::Frame;
use ratatui::layout::Position;
use ratatui::style::Style;

/// Draws the part of the board that is in view.
pub fn draw(frame: &mut Frame, model: &Model) {
    let (picture, geometry) = (&model.picture, &model.geometry);
    for (y, row) in picture.rows.iter().enumerate() {
        for (x, (text, style)) in row.iter().enumerate() {
            let Some(at) = geometry.place(picture, x, y).filter(|_| !text.is_empty()) else { continue };
            if let Some(place) = frame.buffer_mut().cell_mut(at) {
                place.set_symbol(text).set_style(style_of(*style, model.color));
            }
        }
    }
    let targets = model.targets();
    let marked = picture.cells.keys().filter_map(|cell| Some((model.mark(*cell, &targets)?, *cell)));
    let mut marked: Vec<(Mark, Cell)> = marked.collect();
    // The most important marks come last, over the others.
    marked.sort_by(|one, other| other.cmp(one));
    for (mark, cell) in marked {
        mark_cell(frame, model, cell, mark);
    }
    if model.input.is_none()
        && let Some((x, y)) = picture.cells.get(&model.cursor)
        && let Some(at) = geometry.place(picture, x + picture.cell_width.saturating_sub(1), *y)
    {
        // For screen readers, and for people who look for it.
        frame.set_cursor_position(at);
    }
}

/// Marks a cell and the column before and after it.
fn mark_cell(frame: &mut Frame, model: &Model, cell: Cell, mark: Mark) {
    let (picture, geometry) = (&model.picture, &model.geometry);
    let Some((x, y)) = picture.cells.get(&cell).copied() else { return };
    let style = mark.style(model.color);
    let is_nothing = model.game.position().at(model.game.rules(), cell).is_nothing();
    let is_empty_target = mark == Mark::Target && is_nothing && !model.game.rules().kinds.is_empty();
    // Stacks may leave no column between cells: then marks go where nothing is shown.
    let is_between = |column: usize| {
        !picture.cells.values().any(|(x, row)| row == &y && (*x..x + picture.cell_width).contains(&column))
    };
    let is_blank = |column: usize| {
        let place = picture.rows.get(y).and_then(|row| row.get(column));
        place.is_none_or(|(text, _)| text.trim().is_empty())
    };
    let is_free = |column: &usize| is_between(*column) || is_blank(*column);
    let after = x + picture.cell_width;
    let close_at = if is_between(after) { after } else { after - 1 };
    let (open_at, close_at) = (x.checked_sub(1).filter(is_free), Some(close_at).filter(is_free));
    let mut set = |x: usize, symbol: Option<&str>, style: Style| {
        if let Some(at) = geometry.place(picture, x, y)
            && let Some(place) = frame.buffer_mut().cell_mut(Position::new(at.x, at.y))
        {
            place.set_style(style);
            if let Some(symbol) = symbol {
                place.set_symbol(symbol);
            }
        }
    };
    for column in x..x + picture.cell_width {
        set(column, (is_empty_target && column == x).then_some("•"), style);
    }
    let (open, close) = mark.brackets();
    let (open, close) = if model.color { (None, None) } else { (Some(open), Some(close)) };
    // A mark without brackets covers its cell alone, unless it is the cursor.
    if !model.color || matches!(mark, Mark::Cursor | Mark::Picked) {
        let around = if model.color { style } else { Style::new() };
        for (at, bracket) in [(open_at, open), (close_at, close)] {
            if let Some(at) = at {
                set(at, bracket, around);
            }
        }
    }
}
