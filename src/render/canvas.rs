//! A grid of styled characters.

use anstyle::{Ansi256Color, Style};
use unicode_width::UnicodeWidthChar;

/// A grid of styled characters that grows when written to. A wide character leaves the next place empty, and one without
/// width joins the previous place.
#[derive(Clone, Debug, Default)]
pub(super) struct Canvas {
    rows: Vec<Vec<(String, Style)>>,
}

pub(super) fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// Pads a text on the left to this many columns.
pub(super) fn ending_at(width: usize, text: &str) -> String {
    " ".repeat(width.saturating_sub(columns(text))) + text
}

fn width(character: char) -> usize {
    character.width().unwrap_or(0)
}

pub(super) fn ink(color: u8) -> Style {
    Style::new().fg_color(Some(Ansi256Color(color).into()))
}

/// Returns the style of lines, coordinates and names.
pub(super) fn faint() -> Style {
    ink(245)
}

impl Canvas {
    /// Writes a text at a place, over existing characters.
    pub(super) fn put(&mut self, x: usize, y: usize, text: &str, style: Style) {
        if self.rows.len() <= y {
            self.rows.resize(y + 1, Vec::new());
        }
        let Some(row) = self.rows.get_mut(y) else { return };
        let mut next = x;
        for character in text.chars() {
            let places = width(character);
            if places == 0 {
                if let Some((before, _)) =
                    row.get_mut(x..next).and_then(|own| own.iter_mut().rfind(|(text, _)| !text.is_empty()))
                {
                    before.push(character);
                }
                continue;
            }
            if row.len() < next + places {
                row.resize(next + places, (" ".into(), Style::new()));
            }
            for (n, place) in row.iter_mut().skip(next).take(places).enumerate() {
                *place = (if n == 0 { character.into() } else { String::new() }, style);
            }
            next += places;
        }
    }

    /// Returns the character at a place, or a space if nothing was written there.
    pub(super) fn at(&self, x: usize, y: usize) -> char {
        self.rows.get(y).and_then(|row| row.get(x)).and_then(|place| place.0.chars().next()).unwrap_or(' ')
    }

    /// Returns the first free row.
    pub(super) fn height(&self) -> usize {
        self.rows.len()
    }

    /// Returns the rows, each place with its character and style; the second place of a wide character is empty.
    pub(super) fn into_rows(self) -> Vec<Vec<(String, Style)>> {
        self.rows
    }

    /// Returns the lines with their line ends; without `color`, as plain characters.
    pub(super) fn text(&self, color: bool) -> String {
        let mut out = String::new();
        for row in &self.rows {
            let blank = |place: &&(String, Style)| place.0 == " " && place.1 == Style::new();
            let used = row.len() - row.iter().rev().take_while(blank).count();
            let mut current = Style::new();
            for (text, style) in row.iter().take(used) {
                if color && *style != current {
                    out.push_str(&format!("{current:#}{style}"));
                    current = *style;
                }
                out.push_str(text);
            }
            if color {
                out.push_str(&format!("{current:#}"));
            }
            out.push('\n');
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns_and_marks_none() {
        let mut canvas = Canvas::default();
        canvas.put(0, 0, "王e\u{301}", Style::new());
        canvas.put(3, 0, "x", Style::new());
        assert_eq!((canvas.text(false).as_str(), columns("王e\u{301}")), ("王e\u{301}x\n", 3));
    }
}
