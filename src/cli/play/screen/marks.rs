//! [`Mark`]: what the screen shows about a cell, beside its piece.

use crate::cli::color_depth::ColorDepth;
use ratatui::style::{Color, Modifier, Style};

/// What is marked on a cell. If several marks meet, the first one of this list is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    Cursor,
    Picked,
    Hint,
    Target,
    Captured,
    Last,
}

impl Mark {
    /// Returns the style of a marked cell.
    pub fn style(self, color: bool) -> Style {
        if !color {
            return match self {
                Mark::Cursor => Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD),
                Mark::Picked => Style::new().add_modifier(Modifier::REVERSED),
                _ => Style::new().add_modifier(Modifier::BOLD),
            };
        }
        let on = |color: u8| Style::new().bg(ColorDepth::current().screen_color(color)).fg(Color::Black);
        match self {
            Mark::Cursor => on(220).add_modifier(Modifier::BOLD),
            Mark::Picked => on(81).add_modifier(Modifier::BOLD),
            Mark::Hint => on(176).add_modifier(Modifier::BOLD),
            Mark::Target => on(114),
            Mark::Captured => on(203),
            Mark::Last => on(250),
        }
    }

    /// Returns the characters before and after a marked cell, where there are no colors.
    pub fn brackets(self) -> (&'static str, &'static str) {
        match self {
            Mark::Cursor => ("[", "]"),
            Mark::Picked => ("<", ">"),
            Mark::Hint => ("{", "}"),
            Mark::Target => ("(", ")"),
            Mark::Captured => ("!", "!"),
            Mark::Last => ("|", "|"),
        }
    }
}
