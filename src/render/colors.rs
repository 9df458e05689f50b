//! The colors of players and cells, on paper and in terminals.

use crate::game::Game;
use crate::game::look::Color;
use crate::game::piece::Player;

/// A color of a picture.
///
/// See [`Scene`](super::Scene) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Paint {
    /// Which it is; the color of neutral pieces has no name.
    color: Option<Color>,
    /// The terminal color, of 256: one that is readable on dark and light backgrounds.
    pub terminal: u8,
    /// The piece on paper.
    pub fill: &'static str,
    /// The outline on paper.
    pub outline: &'static str,
    /// A letter on the piece, on paper.
    pub mark: &'static str,
}

const fn paint(
    color: Option<Color>,
    terminal: u8,
    fill: &'static str,
    outline: &'static str,
    mark: &'static str,
) -> Paint {
    Paint { color, terminal, fill, outline, mark }
}

/// The colors of players not named after a color, in order, skipping those in use.
const PAINTS: [Paint; 13] = [
    paint(Some(Color::Blue), 33, "#2f66b8", "#1d4379", "#ffffff"),
    paint(Some(Color::Red), 160, "#c8392f", "#84241d", "#ffffff"),
    paint(Some(Color::Green), 34, "#3f9150", "#275d33", "#ffffff"),
    paint(Some(Color::Yellow), 136, "#f0c22e", "#9c7a0f", "#33290a"),
    paint(Some(Color::Purple), 134, "#7c4aa8", "#4f2d6d", "#ffffff"),
    paint(Some(Color::Orange), 166, "#e07b26", "#964f13", "#33200a"),
    paint(Some(Color::Teal), 30, "#2a9aa0", "#196367", "#ffffff"),
    paint(Some(Color::Pink), 169, "#e086b0", "#9c4f76", "#3a1527"),
    paint(Some(Color::Brown), 94, "#7a5230", "#4d331d", "#ffffff"),
    paint(Some(Color::Gray), 245, "#9a9a9a", "#5e5e5e", "#1e1e1e"),
    paint(Some(Color::Lime), 64, "#9bbf3b", "#647d23", "#222b0a"),
    paint(Some(Color::Black), 69, "#2b2b2b", "#000000", "#ffffff"),
    paint(Some(Color::White), 172, "#fcfcfa", "#3d3d3d", "#222222"),
];

/// The color of neutral pieces.
pub(super) const NEUTRAL: Paint = paint(None, 243, "#8c8478", "#575047", "#ffffff");

/// Returns the color of each player: that of the file's look or the one it is named after, otherwise an unused one while
/// there are any.
pub(super) fn paints(game: &Game) -> Vec<Paint> {
    let chosen = |at: usize| game.look.color(Player(at as u8)).map(paint_of);
    let named = game.players.iter().enumerate().map(|(at, player)| chosen(at).or_else(|| by_name(&player.name)));
    let named: Vec<Option<Paint>> = named.collect();
    let mut free = PAINTS.iter().filter(|paint| !named.contains(&Some(**paint))).cycle();
    named.iter().map(|paint| paint.or_else(|| free.next().copied()).unwrap_or(NEUTRAL)).collect()
}

/// Returns the color that a player is named after.
pub(super) fn by_name(name: &str) -> Option<Paint> {
    Color::named(&name.to_lowercase()).map(paint_of)
}

/// Returns the paint of a color.
pub(super) fn paint_of(color: Color) -> Paint {
    PAINTS.iter().find(|paint| paint.color == Some(color)).copied().unwrap_or(NEUTRAL)
}

impl Paint {
    /// Returns the name of the color, or `neutral`.
    pub fn name(&self) -> &'static str {
        self.color.map_or("neutral", Color::word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the luminance of a color of the cube of 216, or of the grays, from 0 to 1 (WCAG 2).
    fn luminance(color: u8) -> f64 {
        let level = |n: u8| if n == 0 { 0.0 } else { f64::from(55 + 40 * n) };
        let rgb = match color {
            232.. => [8.0 + 10.0 * f64::from(color - 232); 3],
            _ => [(color - 16) / 36, (color - 16) / 6 % 6, (color - 16) % 6].map(level),
        };
        let linear = rgb.map(|part| {
            let part = part / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055_f64).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    #[test]
    fn colors_of_terminals_can_be_read_on_light_and_dark_backgrounds() {
        for paint in PAINTS.iter().chain([&NEUTRAL]) {
            let luminance = luminance(paint.terminal);
            let (on_light, on_dark) = (1.05 / (luminance + 0.05), (luminance + 0.05) / 0.05);
            assert!(on_light >= 2.7 && on_dark >= 2.7, "{}: {on_light:.2} {on_dark:.2}", paint.name());
        }
    }

    #[test]
    fn colors_of_terminals_differ() {
        for (n, paint) in PAINTS.iter().enumerate() {
            assert!(PAINTS.iter().skip(n + 1).all(|other| other.terminal != paint.terminal), "{}", paint.name());
        }
    }
}
