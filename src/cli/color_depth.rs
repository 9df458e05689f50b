//! [`ColorDepth`]: how many colors a terminal has, and boards in these colors.

use std::borrow::Cow;
use std::sync::OnceLock;

/// How many colors a terminal has. Boards are drawn in colors of the palette of 256.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorDepth {
    /// 16 colors.
    Basic,
    /// 256 colors.
    Palette,
    /// Colors of red, green and blue.
    True,
}

/// What a 256-color style begins with, after other numbers of the same sequence.
const PALETTE: [&str; 2] = ["38;5;", "48;5;"];

/// The colors of 16 that can be read on light and on dark backgrounds, with their usual red, green and blue.
const READABLE: [(u8, [u8; 3]); 9] = [
    (1, [205, 0, 0]),
    (2, [0, 205, 0]),
    (3, [205, 205, 0]),
    (5, [205, 0, 205]),
    (6, [0, 205, 205]),
    (8, [127, 127, 127]),
    (9, [255, 0, 0]),
    (12, [92, 92, 255]),
    (13, [255, 0, 255]),
];

/// The colors of pieces and of marks on cells, with those of 16 that keep them apart best: the nearest ones would not.
const CHOSEN: [(u8, u8); 18] = [
    (30, 6),
    (33, 12),
    (34, 2),
    (64, 2),
    (69, 12),
    (94, 3),
    (134, 5),
    (136, 3),
    (160, 1),
    (166, 9),
    (169, 13),
    (172, 3),
    (81, 6),
    (114, 2),
    (176, 13),
    (203, 9),
    (220, 3),
    (250, 8),
];

impl ColorDepth {
    /// Returns the depth of the terminal that the environment describes, which stays the same.
    pub fn current() -> ColorDepth {
        static CURRENT: OnceLock<ColorDepth> = OnceLock::new();
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        *CURRENT.get_or_init(|| ColorDepth::new(&variable("TERM"), &variable("COLORTERM")))
    }

    /// Returns the depth that the variables `TERM` and `COLORTERM` stand for. A terminal that they do not describe has 256 colors.
    fn new(term: &str, color_term: &str) -> ColorDepth {
        let is_true = matches!(color_term, "truecolor" | "24bit") || term.ends_with("-direct");
        match term {
            _ if is_true => ColorDepth::True,
            "xterm-kitty" | "xterm-ghostty" | "alacritty" | "wezterm" | "foot" => ColorDepth::True,
            "" | "dumb" => ColorDepth::Palette,
            _ if term.contains("256") || !color_term.is_empty() => ColorDepth::Palette,
            _ => ColorDepth::Basic,
        }
    }

    /// Returns a text with the colors of 256 written as the terminal knows them.
    pub fn adapt(self, text: &str) -> Cow<'_, str> {
        if self == ColorDepth::Palette || !PALETTE.iter().any(|start| text.contains(start)) {
            return Cow::Borrowed(text);
        }
        let mut adapted = String::with_capacity(text.len());
        let mut parts = text.split("\x1b[");
        adapted += parts.next().unwrap_or("");
        for part in parts {
            adapted += "\x1b[";
            let numbers = part.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(part.len());
            let (numbers, rest) = part.split_at(numbers);
            adapted += &self.adapt_sequence(numbers);
            adapted += rest;
        }
        Cow::Owned(adapted)
    }

    /// Adapts the numbers of one control sequence.
    fn adapt_sequence(self, numbers: &str) -> String {
        let mut adapted: Vec<String> = Vec::new();
        let mut rest = numbers.split(';').peekable();
        while let Some(number) = rest.next() {
            let is_color = matches!(number, "38" | "48") && rest.next_if(|next| *next == "5").is_some();
            match rest.peek().and_then(|color| color.parse::<u8>().ok()).filter(|_| is_color) {
                Some(color) => {
                    rest.next();
                    adapted.push(self.sequence(color, number == "48"));
                }
                None if is_color => adapted.push(format!("{number};5")),
                None => adapted.push(number.to_owned()),
            }
        }
        adapted.join(";")
    }

    /// Returns the numbers that choose a color of 256 as the color of letters or of their background.
    fn sequence(self, color: u8, is_background: bool) -> String {
        let on = if is_background { 10 } else { 0 };
        match self {
            ColorDepth::Palette => format!("{};5;{color}", 38 + on),
            ColorDepth::True => {
                let [red, green, blue] = rgb(color);
                format!("{};2;{red};{green};{blue}", 38 + on)
            }
            ColorDepth::Basic => {
                let basic = basic(color);
                (if basic < 8 { 30 + on + basic } else { 82 + on + basic }).to_string()
            }
        }
    }

    /// Returns a color of 256 as a color of screens.
    pub fn screen_color(self, color: u8) -> ratatui::style::Color {
        use ratatui::style::Color;
        match self {
            ColorDepth::Palette => Color::Indexed(color),
            ColorDepth::True => {
                let [red, green, blue] = rgb(color);
                Color::Rgb(red, green, blue)
            }
            ColorDepth::Basic => Color::Indexed(basic(color)),
        }
    }
}

/// Returns the red, green and blue of a color of 256, from the 16th on.
fn rgb(color: u8) -> [u8; 3] {
    match color {
        0..=15 => READABLE.iter().find(|(known, _)| *known == color).map_or([127; 3], |(_, rgb)| *rgb),
        16..=231 => {
            let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
            let cube = color - 16;
            [level(cube / 36), level(cube / 6 % 6), level(cube % 6)]
        }
        232.. => [8 + 10 * (color - 232); 3],
    }
}

/// Returns the readable color of 16 for a color of 256: the chosen one, or the nearest.
fn basic(color: u8) -> u8 {
    if let Some((_, basic)) = CHOSEN.iter().find(|(known, _)| *known == color) {
        return *basic;
    }
    let wanted = rgb(color);
    let distance =
        |rgb: &[u8; 3]| -> u32 { rgb.iter().zip(wanted).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum() };
    READABLE.iter().min_by_key(|(_, rgb)| distance(rgb)).map_or(8, |(color, _)| *color)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_tells_the_depth() {
        for (term, color_term, depth) in [
            ("xterm-256color", "truecolor", ColorDepth::True),
            ("xterm-direct", "", ColorDepth::True),
            ("alacritty", "", ColorDepth::True),
            ("screen-256color", "", ColorDepth::Palette),
            ("xterm", "gnome-terminal", ColorDepth::Palette),
            ("", "", ColorDepth::Palette),
            ("xterm", "", ColorDepth::Basic),
            ("linux", "", ColorDepth::Basic),
        ] {
            assert_eq!(ColorDepth::new(term, color_term), depth, "{term} {color_term}");
        }
    }

    #[test]
    fn colors_are_written_as_the_terminal_knows_them() {
        let text = "a\x1b[1m\x1b[38;5;160mb\x1b[0m\x1b[1;38;5;33;48;5;245mc\x1b[31md\x1b[2K";
        assert_eq!(ColorDepth::Palette.adapt(text), text);
        let plain = "a\x1b[1m\x1b[31mb\x1b[0m\x1b[1;94;100mc\x1b[31md\x1b[2K";
        assert_eq!(ColorDepth::Basic.adapt(text), plain);
        let full = "a\x1b[1m\x1b[38;2;215;0;0mb\x1b[0m\x1b[1;38;2;0;135;255;48;2;138;138;138mc\x1b[31md\x1b[2K";
        assert_eq!(ColorDepth::True.adapt(text), full);
        for broken in ["\x1b[38;5m", "\x1b[38;5;m x", "\x1b[38;5;999m", "\x1b[38;5;"] {
            assert_eq!(ColorDepth::Basic.adapt(broken), broken);
        }
    }
}
