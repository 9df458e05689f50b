//! The styles of a picture, for the screen.

use crate::cli::color_depth::ColorDepth;
use anstyle::{AnsiColor, Color as AnsiStyleColor};
use ratatui::style::{Color, Modifier, Style};

/// Returns the style of a character of a board.
pub fn style_of(style: anstyle::Style, color: bool) -> Style {
    let mut to = Style::new();
    if color {
        to.fg = style.get_fg_color().map(|color| match color {
            AnsiStyleColor::Ansi256(color) => ColorDepth::current().screen_color(color.0),
            AnsiStyleColor::Rgb(color) => Color::Rgb(color.0, color.1, color.2),
            AnsiStyleColor::Ansi(AnsiColor::Red) => Color::Red,
            AnsiStyleColor::Ansi(_) => Color::Reset,
        });
    }
    if style.get_effects().contains(anstyle::Effects::BOLD) {
        to = to.add_modifier(Modifier::BOLD);
    }
    to
}
