//! A sheet of characters in colours.

use anstyle::{Ansi256Color, Style};

/// Characters, each with its style; grows as it is written on.
#[derive(Clone, Debug, Default)]
pub(super) struct Canvas {
    rows: Vec<Vec<(char, Style)>>,
}

/// The style of a colour.
pub(super) fn ink(color: u8) -> Style {
    Style::new().fg_color(Some(Ansi256Color(color).into()))
}

/// Lines, coordinates and names.
pub(super) fn faint() -> Style {
    ink(245)
}

impl Canvas {
    /// Writes a text from a place on, over what is there.
    pub(super) fn put(&mut self, x: usize, y: usize, text: &str, style: Style) {
        if self.rows.len() <= y {
            self.rows.resize(y + 1, Vec::new());
        }
        let Some(row) = self.rows.get_mut(y) else { return };
        for (at, character) in (x..).zip(text.chars()) {
            if row.len() <= at {
                row.resize(at + 1, (' ', Style::new()));
            }
            row[at] = (character, style);
        }
    }

    /// The character at a place; a space where nothing was written.
    pub(super) fn at(&self, x: usize, y: usize) -> char {
        self.rows.get(y).and_then(|row| row.get(x)).map_or(' ', |place| place.0)
    }

    /// The first free row.
    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    /// The lines, each with its line end; without `color` the characters alone.
    pub(super) fn text(&self, color: bool) -> String {
        let mut out = String::new();
        for row in &self.rows {
            let blank = |place: &&(char, Style)| place.0 == ' ' && place.1 == Style::new();
            let used = row.len() - row.iter().rev().take_while(blank).count();
            let mut current = Style::new();
            for (character, style) in &row[..used] {
                if color && *style != current {
                    out.push_str(&format!("{current:#}{style}"));
                    current = *style;
                }
                out.push(*character);
            }
            if color {
                out.push_str(&format!("{current:#}"));
            }
            out.push('\n');
        }
        out
    }
}
